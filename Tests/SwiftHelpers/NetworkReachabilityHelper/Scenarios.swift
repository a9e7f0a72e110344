// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The scenarios by name.

import Foundation
import CReachability
import NetworkReachability
import Observation

let scenarios: [String: @Sendable () -> Void] = [
    "changes": changes,
    "interface": interface,
    "stop": stop,
    "restart": restart,
    "storm": storm,
    "deallocation": deallocation,
    "thousand": thousand,
    "observation": observation,
    "own-queue": ownQueue,
    "statuses": statuses,
    "waiting": waiting,
    "name": name,
    "explanation": explanation,
    "taken": taken,
    "sample": sample,
    "local-wifi": localWiFi,
    "dropping": dropping,
    "in-flight": inFlight,
    "in-flight-sample": inFlightSample,
    "in-callback": inCallback,
    "many-of-everything": manyOfEverything,
]

typealias Status = NetworkReachabilityStatus

/// One report: what and whether on the main queue.
struct Report: Sendable, Equatable {
    var source: String
    var status: Int
    var isMain: Bool
}

@Sendable func changes() {
    let inbox = Inbox<Report>()
    let manager = NetworkReachabilityManager.shared
    let token = NotificationCenter.default.addObserver(
        forName: .AFNetworkingReachabilityDidChange,
        object: nil,
        queue: nil
    ) { note in
        let number = note.userInfo?[AFNetworkingReachabilityNotificationStatusItem] as? NSNumber
        let source = note.object == nil ? "notification" : "object"
        inbox.put(Report(source: source, status: number?.intValue ?? 99, isMain: isOnMainQueue))
    }
    manager.setReachabilityStatusChange { status in
        inbox.put(Report(source: "closure", status: status.rawValue, isMain: isOnMainQueue))
    }
    check(manager.networkReachabilityStatus == .unknown, "unknown before the start")
    check(manager.startMonitoring(), "started")
    let expect = { (status: Status) in
        let closure = inbox.next()
        let notification = inbox.next()
        check(closure == Report(source: "closure", status: status.rawValue, isMain: true), "closure \(status)")
        check(
            notification == Report(source: "notification", status: status.rawValue, isMain: true),
            "then notification \(status)"
        )
        check(manager.networkReachabilityStatus == status, "property \(status)")
    }
    expect(.reachableViaWiFi)
    check(manager.isReachable && manager.isReachableViaWiFi && !manager.isReachableViaWWAN, "derived")
    loseRoute()
    expect(.notReachable)
    check(!manager.isReachable && !manager.isReachableViaWiFi && !manager.isReachableViaWWAN, "derived, without")
    regainRoute()
    expect(.reachableViaWiFi)
    check(manager.localizedNetworkReachabilityStatusString() == "Reachable via WiFi", "text")
    NotificationCenter.default.removeObserver(token)
}

@Sendable func interface() {
    let inbox = Inbox<Status>()
    ip("link add up2 type veth peer name up3")
    ip("link set up2 up")
    ip("link set up3 up")
    ip("addr add 10.8.0.2/24 dev up2")
    let manager = NetworkReachabilityManager.manager()
    manager.setReachabilityStatusChangeBlock { inbox.put($0) }
    manager.startMonitoring()
    check(inbox.next() == .reachableViaWiFi, "initial")
    ip("route replace default via 10.8.0.1")
    check(inbox.next() == .reachableViaWiFi, "an equal status is reported when the interface changed")
    check(manager.interfaceName == "up2", "the interface has changed")
}

@Sendable func stop() {
    let stopped = Inbox<Status>()
    let other = Inbox<Status>()
    let manager = NetworkReachabilityManager.manager()
    let barrier = NetworkReachabilityManager.manager()
    barrier.setReachabilityStatusChangeBlock { other.put($0) }
    barrier.startMonitoring()
    manager.setReachabilityStatusChangeBlock { stopped.put($0) }
    manager.startMonitoring()
    check(stopped.next() == .reachableViaWiFi && other.next() == .reachableViaWiFi, "initial")
    DispatchQueue.main.sync {
        // Both reports are behind this block when it ends.
        loseRoute()
        wait { _ = try? await barrier.waitUntilReachable(timeout: .milliseconds(0)) }
        manager.stopMonitoring()
        regainRoute()
    }
    check(other.next() != nil, "the other one goes on")
    loseRoute()
    while let status = other.next(), status != .notReachable {}
    drainMain()
    check(stopped.all == [.reachableViaWiFi], "nothing after stop: \(stopped.all)")
    check(manager.networkReachabilityStatus == .reachableViaWiFi, "the status stays")
    manager.stopMonitoring()
    check(!manager.isMonitoring, "stopping twice is harmless")
}

@Sendable func restart() {
    let inbox = Inbox<Status>()
    let manager = NetworkReachabilityManager.manager()
    manager.setReachabilityStatusChangeBlock { inbox.put($0) }
    for round in 1...20 {
        check(manager.startMonitoring(), "start \(round)")
        check(inbox.next() == .reachableViaWiFi, "initial \(round)")
        loseRoute()
        check(inbox.next() == .notReachable, "the next one is the change \(round)")
        regainRoute()
        check(inbox.next() == .reachableViaWiFi, "and back \(round)")
        if round.isMultiple(of: 2) {
            manager.stopMonitoring()
        }
    }
    DispatchQueue.concurrentPerform(iterations: 100) { index in
        if index.isMultiple(of: 3) {
            manager.stopMonitoring()
        } else {
            manager.startMonitoring()
        }
    }
    check(manager.startMonitoring(), "started after many threads did")
}

@Sendable func storm() {
    let inbox = Inbox<Status>()
    let manager = NetworkReachabilityManager.manager()
    manager.setReachabilityStatusChangeBlock { inbox.put($0) }
    manager.startMonitoring()
    check(inbox.next() == .reachableViaWiFi, "initial")
    let flaps = String(repeating: "route del default\nroute add default via 10.9.0.1\n", count: 300)
    for end in [Status.notReachable, .reachableViaWiFi] {
        let last = end == .notReachable ? "route del default\n" : "route add default via 10.9.0.1\n"
        let before = end == .notReachable ? flaps : "route add default via 10.9.0.1\n" + flaps + "route del default\n"
        check(system("ip -batch - <<'END'\n\(before)\(last)END\n") == 0, "flaps")
        while let status = inbox.next(within: 3) {
            _ = status
        }
        check(inbox.all.last == end, "the last report is true: \(end)")
        check(manager.networkReachabilityStatus == end, "and so is the property")
    }
}

@Sendable func deallocation() {
    let inbox = Inbox<Status>()
    weak var gone: NetworkReachabilityManager?
    do {
        let manager = NetworkReachabilityManager.manager()
        gone = manager
        manager.setReachabilityStatusChangeBlock { inbox.put($0) }
        manager.startMonitoring()
        check(inbox.next() == .reachableViaWiFi, "initial")
        drainMain()
    }
    check(comesTrue { gone == nil }, "a manager that monitors is not kept alive")
    final class Box: @unchecked Sendable {
        var manager: NetworkReachabilityManager? = .manager()
    }
    let box = Box()
    weak let dropped = box.manager
    let called = Inbox<Status>()
    box.manager?.setReachabilityStatusChangeBlock { status in
        box.manager = nil
        called.put(status)
    }
    box.manager?.startMonitoring()
    check(called.next() == .reachableViaWiFi, "dropped in its closure")
    drainMain()
    check(comesTrue { dropped == nil }, "and gone")
    for _ in 1...200 {
        let manager = NetworkReachabilityManager.manager()
        manager.startMonitoring()
    }
    loseRoute()
    let last = NetworkReachabilityManager.manager()
    last.setReachabilityStatusChangeBlock { called.put($0) }
    last.startMonitoring()
    check(called.next() == .notReachable, "200 dropped at once")
    check(inbox.all == [.reachableViaWiFi] && called.all.count == 2, "nothing from those that are gone")
}

@Sendable func thousand() {
    let inbox = Inbox<Status>()
    let managers = (0..<1000).map { _ in NetworkReachabilityManager.manager() }
    for manager in managers {
        manager.setReachabilityStatusChangeBlock { inbox.put($0) }
        manager.startMonitoring()
    }
    check(inbox.fills(to: 1000), "a thousand initial states")
    loseRoute()
    check(inbox.fills(to: 2000), "a thousand changes")
    drainMain()
    check(managers.allSatisfy { $0.networkReachabilityStatus == .notReachable }, "all of them true")
    check(inbox.all.count == 2000, "and none too many")
}

@Sendable func observation() {
    let inbox = Inbox<String>()
    let manager = NetworkReachabilityManager.manager()
    let track = { (name: String, read: @escaping @Sendable () -> Void) in
        withObservationTracking(read) { inbox.put(name) }
    }
    let all = {
        track("status") { _ = manager.networkReachabilityStatus }
        track("reachable") { _ = manager.isReachable }
        track("wwan") { _ = manager.isReachableViaWWAN }
        track("wifi") { _ = manager.isReachableViaWiFi }
    }
    all()
    manager.startMonitoring()
    check(Set((1...4).compactMap { _ in inbox.next() }) == ["status", "reachable", "wwan", "wifi"], "initial seen")
    drainMain()
    all()
    loseRoute()
    check(Set((1...4).compactMap { _ in inbox.next() }) == ["status", "reachable", "wwan", "wifi"], "change seen")
}

@Sendable func ownQueue() {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "own", attributes: .concurrent)
    queue.setSpecific(key: key, value: true)
    let inbox = Inbox<Status>()
    let manager = NetworkReachabilityManager.manager()
    manager.setReachabilityStatusChangeBlock { status in
        check(DispatchQueue.getSpecific(key: key) == true, "on the queue asked for")
        inbox.put(status)
    }
    manager.startMonitoring(on: queue)
    check(inbox.next() == .reachableViaWiFi, "initial")
    loseRoute()
    check(inbox.next() == .notReachable, "change")
    check(manager.networkReachabilityStatus == .notReachable, "property")
}

@Sendable func statuses() {
    let manager = NetworkReachabilityManager.manager()
    let first = Inbox<Status?>()
    let second = Inbox<Status?>()
    let sequence = manager.statuses
    for inbox in [first, second] {
        Task {
            for await status in sequence {
                inbox.put(status)
            }
            inbox.put(nil)
        }
    }
    check(first.next() == .some(.unknown) && second.next() == .some(.unknown), "the current one first")
    manager.startMonitoring()
    check(first.next() == .some(.reachableViaWiFi) && second.next() == .some(.reachableViaWiFi), "initial")
    loseRoute()
    check(first.next() == .some(.notReachable) && second.next() == .some(.notReachable), "change")
    let cancelled = Inbox<Bool>()
    let task = Task {
        for await _ in manager.statuses {}
        cancelled.put(Task.isCancelled)
    }
    task.cancel()
    check(cancelled.next() == true, "ends when cancelled")
    manager.stopMonitoring()
    check(first.next() == .some(nil) && second.next() == .some(nil), "ends on stop")
}

@Sendable func waiting() {
    let manager = NetworkReachabilityManager.manager()
    wait {
        do {
            _ = try await manager.waitUntilReachable()
            check(false, "no waiting without monitoring")
        } catch {
            check((error as? NetworkReachabilityError)?.code == .notMonitoring, "no waiting without monitoring")
        }
    }
    loseRoute()
    manager.startMonitoring()
    wait { check((try? await manager.waitUntilReachable(timeout: .milliseconds(20))) == false, "the time is over") }
    let inbox = Inbox<Bool?>()
    Task { inbox.put(try? await manager.waitUntilReachable(timeout: .seconds(20))) }
    let task = Task { inbox.put(try await manager.waitUntilReachable()) }
    task.cancel()
    wait {
        do {
            try await task.value
            check(false, "cancelled")
        } catch {
            check(error is CancellationError, "cancelled")
        }
    }
    regainRoute()
    check(inbox.next() == .some(true), "reachable again")
}

@Sendable func name() {
    check(system("echo nameserver 127.0.0.1 >/tmp/r && mount --bind /tmp/r /etc/resolv.conf") == 0, "resolver")
    let inbox = Inbox<Status>()
    let manager = AFNetworkReachabilityManager(forDomain: "https://nowhere.invalid/path")
    manager.setReachabilityStatusChangeBlock { inbox.put($0) }
    manager.startMonitoring()
    check(inbox.next() == .reachableViaWiFi, "a name is reachable until it was looked up, and told once")
    check(inbox.next() == .notReachable, "and not when it does not exist")
}

@Sendable func explanation() {
    let manager = NetworkReachabilityManager.manager()
    check(manager.flags == .reachable, "flags")
    check(manager.interfaceName == "up0", "interface \(manager.interfaceName ?? "")")
    check(manager.interfaceKind == .wired, "wired, not Wi-Fi")
    let why = manager.explanation
    check(why?.gateway == "10.9.0.1", "gateway")
    check(why?.description.contains("up0") == true, "description")
    loseRoute()
    check(manager.flags == [], "no flags")
    check(manager.interfaceName == nil && manager.interfaceKind == nil, "no interface")
}

@Sendable func taken() {
    let inbox = Inbox<Status>()
    guard let target = SCNetworkReachabilityCreateWithName(nil, "10.9.0.7") else {
        return check(false, "target")
    }
    let first = NetworkReachabilityManager(reachability: target)
    let second = NetworkReachabilityManager(reachability: target)
    first.setReachabilityStatusChangeBlock { inbox.put($0) }
    check(first.startMonitoring(), "the first one has it")
    check(!second.startMonitoring(), "the second one is told")
    second.stopMonitoring()
    check(inbox.next() == .reachableViaWiFi, "initial")
    ip("link set up0 down")
    check(inbox.next() == .notReachable, "the first one still has it")
    let unusable = AFNetworkReachabilityManager(forDomain: "")
    check(!unusable.startMonitoring() && unusable.networkReachabilityStatus == .unknown, "unusable stays unknown")
}
