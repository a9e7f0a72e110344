// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Targets that come and go on several threads, on queues and run loops, while the default route flaps. Boxes count
// their ends: one for each context, and it ends only when its target has let go of it.

import SystemConfiguration
import Foundation

private let callback: SCNetworkReachabilityCallBack = { target, _, info in
    var flags = SCNetworkReachabilityFlags()
    SCNetworkReachabilityGetFlags(target, &flags)
    boxOf(info).event.happen()
}

private func setBox(_ target: SCNetworkReachability, _ ends: Tally) {
    let box = Box(ends)
    var context = boxContext(box)
    SCNetworkReachabilitySetCallback(target, callback, &context)
}

/// Off the queue in one of the ways there are.
private func leave(_ target: SCNetworkReachability, _ way: Int) {
    switch way % 4 {
    case 0:
        SCNetworkReachabilitySetDispatchQueue(target, nil)
    case 1:
        SCNetworkReachabilitySetCallback(target, nil, nil)
        SCNetworkReachabilitySetDispatchQueue(target, nil)
    case 2:
        DispatchQueue.global().async { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    default:
        // Inside a callback, if one comes before it is done outside.
        SCNetworkReachabilitySetCallback(
            target,
            { target, _, _ in SCNetworkReachabilitySetDispatchQueue(target, nil) },
            nil
        )
        SCNetworkReachabilitySetDispatchQueue(target, nil)
    }
}

private func make(_ kind: Int) -> SCNetworkReachability {
    switch kind % 3 {
    case 0: zeroTarget()
    case 1: target("localhost")
    default: target("198.51.100.1")
    }
}

/// One life of a target; gives how many boxes it had.
private func live(_ round: Int, _ ends: Tally) -> Int {
    let target = make(round)
    setBox(target, ends)
    var flags = SCNetworkReachabilityFlags()
    if round.isMultiple(of: 4) {
        let loop: CFRunLoop = CFRunLoopGetCurrent()
        let mode = CFRunLoopMode.defaultMode
        SCNetworkReachabilityScheduleWithRunLoop(target, loop, mode.rawValue)
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.001)
        SCNetworkReachabilityGetFlags(target, &flags)
        setBox(target, ends)
        SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, mode.rawValue)
    } else {
        let isSerial = round.isMultiple(of: 2)
        SCNetworkReachabilitySetDispatchQueue(target, isSerial ? DispatchQueue(label: "storm") : .global())
        SCNetworkReachabilityGetFlags(target, &flags)
        setBox(target, ends)
        leave(target, round / 4)
    }
    return 2
}

@Sendable func storm() {
    let ends = Tally()
    let boxes = Tally()
    let isOver = Event()
    let stopped = Event()
    Thread.detachNewThread {
        let flaps = String(repeating: "route del default\nroute add default via 10.9.0.1\n", count: 20)
        repeat {
            check(system("ip -batch - <<'END'\n\(flaps)END\n") == 0, "flaps")
        } while !isOver.has(within: .milliseconds(0))
        stopped.happen()
    }
    let threads = (0..<4).map { first in
        let done = Event()
        Thread.detachNewThread {
            for round in 0..<500 {
                for _ in 0..<live(first + round, ends) {
                    boxes.raise()
                }
            }
            done.happen()
        }
        return done
    }
    check(threads.allSatisfy { $0.has(within: .seconds(100)) }, "every thread has come to its end")
    isOver.happen()
    check(stopped.wait() && boxes.count == 4000, "and so has the storm")
    check(ends.reaches(4000), "every box has ended: \(ends.count)")
    let witness = zeroTarget()
    var flags = SCNetworkReachabilityFlags()
    check(SCNetworkReachabilityGetFlags(witness, &flags) && flags == .reachable, "the route is there")
}
