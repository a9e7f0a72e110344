// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Runs one scenario in the network namespace it was started in, and prints "ok" or "FAILED" for each check and "done".
// The scenario has a thread of its own; the second argument says what the main thread does meanwhile.

import Dispatch
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3, let scenario = scenarios[arguments[1]] else {
    say("FAILED usage: NetworkReachabilityHelper SCENARIO run-loop|dispatch|blocked")
    exit(2)
}
markMainQueue()
Thread.detachNewThread {
    scenario()
    say("done")
    exit(0)
}
switch arguments[2] {
case "run-loop":
    RunLoop.main.run()
case "dispatch":
    dispatchMain()
default:
    DispatchSemaphore(value: 0).wait()
}
