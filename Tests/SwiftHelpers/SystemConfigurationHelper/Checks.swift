// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Scenarios that need no change of the network: each says "ok" or "FAILED" per check. The name "localhost" has its
// addresses without a name server, and a target with a name is always told its first state.

import SystemConfiguration
import Foundation

let checks: [String: @Sendable () -> Void] = [
    "balance": balance,
    "orders": orders,
    "restart": restart,
    "flags-on-queue": flagsOnQueue,
    "weak-box": weakBox,
    "silence": silence,
    "self-removal": selfRemoval,
    "misuse": misuse,
    "scheduled-lives": scheduledLives,
    "no-retain": noRetain,
    "storm": storm,
]

@inline(never)
private func setAndReplace(_ ends: Tally) {
    let target = target("localhost")
    var context = boxContext(Box(ends))
    check(ends.count == 1, "a box nobody retained has ended")
    withExtendedLifetime(Box(ends)) { box in
        context = boxContext(box)
        SCNetworkReachabilitySetCallback(target, { _, _, _ in }, &context)
    }
    check(ends.count == 1, "a context keeps its box")
    withExtendedLifetime(Box(ends)) { box in
        context = boxContext(box)
        SCNetworkReachabilitySetCallback(target, { _, _, _ in }, &context)
    }
    check(ends.count == 2, "the replaced box has ended")
    SCNetworkReachabilitySetCallback(target, nil, nil)
    check(ends.count == 3, "the cleared box has ended")
    withExtendedLifetime(Box(ends)) { box in
        context = boxContext(box)
        SCNetworkReachabilitySetCallback(target, nil, &context)
    }
    check(ends.count == 3, "a context without a callback is kept")
}

private func balance() {
    let ends = Tally()
    setAndReplace(ends)
    check(ends.reaches(4), "the box ends with its target")
}

private func orders() {
    let queue = DispatchQueue(label: "orders")
    for isQueueFirst in [false, true] {
        let ends = Tally()
        let event: Event = {
            let box = Box(ends)
            var context = boxContext(box)
            let target = target("localhost")
            let setCallback = {
                SCNetworkReachabilitySetCallback(target, { _, _, info in boxOf(info).event.happen() }, &context)
            }
            let setQueue = { SCNetworkReachabilitySetDispatchQueue(target, queue) }
            let isSet = isQueueFirst ? setQueue() && setCallback() : setCallback() && setQueue()
            check(isSet, "both are set, queue first: \(isQueueFirst)")
            check(box.event.wait(), "the first state is told, queue first: \(isQueueFirst)")
            check(SCNetworkReachabilitySetDispatchQueue(target, nil), "the schedule ends")
            queue.sync {}
            return box.event
        }()
        _ = event
        check(ends.reaches(1), "target and box have ended, queue first: \(isQueueFirst)")
    }
}

private func restart() {
    let target = target("localhost")
    let queue = DispatchQueue(label: "restart")
    withExtendedLifetime(Box(Tally())) { box in
        var context = boxContext(box)
        SCNetworkReachabilitySetCallback(target, nil, nil)
        SCNetworkReachabilitySetDispatchQueue(target, nil)
        for round in 1...3 {
            check(SCNetworkReachabilitySetDispatchQueue(target, queue), "round \(round) is scheduled")
            check(
                SCNetworkReachabilitySetCallback(
                    target,
                    { _, _, info in boxOf(info).event.happen() },
                    &context
                ),
                "round \(round) has a callback"
            )
            check(box.event.wait(), "round \(round) is told")
            check(SCNetworkReachabilitySetCallback(target, nil, nil), "round \(round) is cleared")
            check(SCNetworkReachabilitySetDispatchQueue(target, nil), "round \(round) has ended")
        }
    }
}

private func flagsOnQueue() {
    let target = target("localhost")
    let queue = DispatchQueue(label: "flags")
    SCNetworkReachabilitySetCallback(target, { _, _, _ in }, nil)
    SCNetworkReachabilitySetDispatchQueue(target, queue)
    var flags = SCNetworkReachabilityFlags()
    check(queue.sync { SCNetworkReachabilityGetFlags(target, &flags) }, "flags are found out on the callback's queue")
    check(flags.contains(.reachable), "localhost is reachable")
    SCNetworkReachabilitySetDispatchQueue(target, nil)
}

private func weakBox() {
    let ends = Tally()
    let queue = DispatchQueue(label: "weak")
    let target = target("localhost")
    var owner: Owner? = Owner()
    weak var kept: Box?
    let (entered, proceed, left) = {
        let box = Box(ends)
        box.owner = owner
        kept = box
        var context = boxContext(box)
        SCNetworkReachabilitySetCallback(
            target,
            { _, _, info in
                let box = boxOf(info)
                check(box.owner != nil, "the owner is there at first")
                box.event.happen()
                _ = box.proceed.wait()
                check(box.owner == nil, "its end is seen inside the callback")
                box.event.happen()
            },
            &context
        )
        return (box.event, box.proceed, box.event)
    }()
    SCNetworkReachabilitySetDispatchQueue(target, queue)
    check(entered.wait(), "the callback runs")
    owner = nil
    SCNetworkReachabilitySetCallback(target, nil, nil)
    SCNetworkReachabilitySetDispatchQueue(target, nil)
    check(kept != nil, "the box lives while its callback runs")
    proceed.happen()
    check(left.wait(), "the callback ends")
    queue.sync {}
    check(ends.reaches(1) && kept == nil, "the box ends after it")
}

private func silence() {
    let calls = Tally()
    let queue = DispatchQueue(label: "silence")
    queue.suspend()
    let target = target("localhost")
    var context = SCNetworkReachabilityContext()
    context.info = Unmanaged.passUnretained(calls).toOpaque()
    SCNetworkReachabilitySetCallback(
        target,
        { _, _, info in Unmanaged<Tally>.fromOpaque(info!).takeUnretainedValue().raise() },
        &context
    )
    SCNetworkReachabilitySetDispatchQueue(target, queue)
    SCNetworkReachabilitySetDispatchQueue(target, nil)
    queue.resume()
    queue.sync {}
    check(calls.count == 0, "nothing is called after the schedule ended")
}

private func selfRemoval() {
    let ends = Tally()
    let queue = DispatchQueue(label: "removal")
    let event = {
        let box = Box(ends)
        var context = boxContext(box)
        let target = target("localhost")
        SCNetworkReachabilitySetCallback(
            target,
            { target, _, info in
                let event = boxOf(info).event
                SCNetworkReachabilitySetDispatchQueue(target, nil)
                SCNetworkReachabilitySetCallback(target, nil, nil)
                event.happen()
            },
            &context
        )
        SCNetworkReachabilitySetDispatchQueue(target, queue)
        return box.event
    }()
    check(event.wait(), "a callback takes its own target off")
    queue.sync {}
    check(ends.reaches(1), "target and box have ended")
}

private func misuse() {
    let target = target("localhost")
    let queue = DispatchQueue(label: "misuse")
    check(!SCNetworkReachabilitySetDispatchQueue(target, nil), "nothing to end")
    check(SCError() == Int32(kSCStatusInvalidArgument), "is an invalid argument")
    SCNetworkReachabilitySetDispatchQueue(target, queue)
    check(!SCNetworkReachabilitySetDispatchQueue(target, queue), "one queue at a time")
    check(
        !SCNetworkReachabilityScheduleWithRunLoop(target, CFRunLoopGetMain(), CFRunLoopMode.defaultMode.rawValue),
        "a queue or run loops"
    )
    SCNetworkReachabilitySetDispatchQueue(target, nil)
    check(
        !SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetMain(), CFRunLoopMode.defaultMode.rawValue),
        "on no run loop"
    )
    check(SCNetworkReachabilityCreateWithName(nil, "") == nil, "an empty name makes no target")
    check(String(cString: SCErrorString(SCError())) == "Invalid argument", "and the reason has a text")
}

private func scheduledLives() {
    let ends = Tally()
    let queue = DispatchQueue(label: "lives")
    let event = {
        let box = Box(ends)
        var context = boxContext(box)
        let target = target("localhost")
        SCNetworkReachabilitySetCallback(target, { _, _, info in boxOf(info).event.happen() }, &context)
        SCNetworkReachabilitySetDispatchQueue(target, queue)
        return box.event
    }()
    check(event.wait(), "a scheduled target lives without references")
    queue.sync {}
    check(ends.count == 0, "and keeps its box")
}

private func noRetain() {
    let ends = Tally()
    let queue = DispatchQueue(label: "no retain")
    let event = {
        let box = Box(ends)
        var context = SCNetworkReachabilityContext()
        context.info = Unmanaged.passRetained(box).toOpaque()
        context.release = { Unmanaged<Box>.fromOpaque($0).release() }
        let target = target("localhost")
        SCNetworkReachabilitySetCallback(target, { _, _, info in boxOf(info).event.happen() }, &context)
        SCNetworkReachabilitySetDispatchQueue(target, queue)
        check(box.event.wait(), "a callback without retain runs")
        queue.sync {}
        SCNetworkReachabilitySetDispatchQueue(target, nil)
        return box.event
    }()
    withExtendedLifetime(event) {}
    queue.sync {}
    check(ends.reaches(1), "its release is called once")
}
