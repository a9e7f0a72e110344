// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Scenarios that tell every state of a target until standard input ends; somebody outside changes the network.

import SystemConfiguration
import Foundation

/// Schedules a target in the given way and never returns.
func watch(_ target: SCNetworkReachability, on place: String) -> Never {
    var flags = SCNetworkReachabilityFlags()
    SCNetworkReachabilityGetFlags(target, &flags)
    say("initial " + hex(flags))
    SCNetworkReachabilitySetCallback(target, { _, flags, _ in say("changed " + hex(flags)) }, nil)
    endWithStandardInput()
    switch place {
    case "main-loop":
        let mode = CFRunLoopMode.commonModes.rawValue
        check(SCNetworkReachabilityScheduleWithRunLoop(target, CFRunLoopGetMain(), mode), "scheduled")
        RunLoop.main.run()
        exit(1)
    case "current-loop":
        let mode = CFRunLoopMode.defaultMode.rawValue
        check(SCNetworkReachabilityScheduleWithRunLoop(target, CFRunLoopGetCurrent(), mode), "scheduled")
        CFRunLoopRun()
        exit(1)
    case "unscheduled-loop":
        let loop: CFRunLoop = CFRunLoopGetMain()
        for mode in [CFRunLoopMode.commonModes, .defaultMode, CFRunLoopMode("another" as CFString)] {
            check(SCNetworkReachabilityScheduleWithRunLoop(target, loop, mode.rawValue), "scheduled in a mode")
            check(SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, mode.rawValue), "taken off again")
        }
        check(!SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, "x" as CFString), "scheduled no more")
        exit(0)
    default:
        check(SCNetworkReachabilitySetDispatchQueue(target, queue(place)), "scheduled")
        dispatchMain()
    }
}

private func queue(_ name: String) -> DispatchQueue {
    switch name {
    case "main": .main
    case "global": .global()
    case "concurrent": DispatchQueue(label: name, attributes: .concurrent)
    default: DispatchQueue(label: name)
    }
}

/// One callback at a time: each one says that it began, waits for a line of standard input, and says that it ended.
func watchSlowly(_ target: SCNetworkReachability) -> Never {
    SCNetworkReachabilitySetCallback(
        target,
        { _, _, _ in
            say("begin")
            _ = readLine()
            say("end")
        },
        nil
    )
    check(SCNetworkReachabilitySetDispatchQueue(target, queue("concurrent")), "scheduled")
    dispatchMain()
}

private func endWithStandardInput() {
    Thread.detachNewThread {
        while readLine() != nil {}
        exit(0)
    }
}
