// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Managers that end while they are told something, and many of everything at the same time. Ends are counted by
// deinit, so that what leaks is noticed.

import CReachability
import Foundation
import NetworkReachability

/// How many there have been and how many have ended.
final class Census: @unchecked Sendable {
    private let lock = NSLock()
    private var born = 0
    private var ended = 0

    func begin() {
        lock.withLock { born += 1 }
    }

    func end() {
        lock.withLock { ended += 1 }
    }

    var total: Int {
        lock.withLock { born }
    }

    var alive: Int {
        lock.withLock { born - ended }
    }
}

/// What closures hold.
final class Counted: Sendable {
    private let census: Census

    init(_ census: Census) {
        self.census = census
        census.begin()
    }

    deinit {
        census.end()
    }
}

private struct Weak: @unchecked Sendable {
    weak var manager: NetworkReachabilityManager?
}

@Sendable func inFlight() {
    let census = Census()
    let inside = Inbox<Status>()
    let proceed = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "own")
    for isReplaced in [false, true] {
        weak var gone: NetworkReachabilityManager?
        do {
            let manager = NetworkReachabilityManager.manager()
            gone = manager
            let counted = Counted(census)
            manager.setReachabilityStatusChangeBlock { status in
                inside.put(status)
                proceed.wait()
                withExtendedLifetime(counted) {}
            }
            manager.startMonitoring(on: queue)
            check(inside.next() == .reachableViaWiFi, "the closure runs")
            if isReplaced {
                manager.setReachabilityStatusChangeBlock(nil)
            }
        }
        check(gone != nil && census.alive == 1, "what it needs lives as long as it runs")
        proceed.signal()
        check(comesTrue { gone == nil && census.alive == 0 }, "and ends with it")
        queue.sync {}
    }
    loseRoute()
    let other = NetworkReachabilityManager.manager()
    other.setReachabilityStatusChangeBlock { inside.put($0) }
    other.startMonitoring(on: queue)
    check(inside.next() == .notReachable && inside.all.count == 3, "nothing from them after that")
}

@Sendable func inFlightSample() {
    final class Box: @unchecked Sendable {
        var reachability = Reachability.reachabilityForInternetConnection()
    }
    let box = Box()
    let entered = Inbox<Bool>()
    let proceed = DispatchSemaphore(value: 0)
    let done = Inbox<Bool>()
    weak let gone = box.reachability
    let token = NotificationCenter.default.addObserver(
        forName: .init(kReachabilityChangedNotification),
        object: nil,
        queue: nil
    ) { _ in
        entered.put(true)
        proceed.wait()
    }
    Thread.detachNewThread {
        box.reachability?.startNotifier()
        entered.put(false)
        while done.all.isEmpty {
            _ = RunLoop.current.run(mode: .default, before: Date() + 0.1)
        }
    }
    check(entered.next() == false, "started on a loop of its own")
    loseRoute()
    check(entered.next() == true, "the notification is being posted")
    box.reachability = nil
    check(gone != nil, "the object lives while it is")
    proceed.signal()
    check(comesTrue { gone == nil }, "and ends after it")
    regainRoute()
    proceed.signal()
    done.put(true)
    check(entered.all.count == 2, "nothing after that")
    NotificationCenter.default.removeObserver(token)
}

private func make(_ kind: Int) -> NetworkReachabilityManager {
    switch kind % 4 {
    case 0: NetworkReachabilityManager.manager()
    case 1: AFNetworkReachabilityManager(forDomain: "localhost")
    case 2: AFNetworkReachabilityManager(forDomain: "10.9.0.7")
    default: NetworkReachabilityManager(reachability: SCNetworkReachabilityCreateWithName(nil, "198.51.100.1")!)
    }
}

/// One life of a manager, by a thread.
private func live(_ round: Int, _ census: Census, _ queue: DispatchQueue) -> Weak {
    let manager = make(round)
    let first = Counted(census)
    manager.setReachabilityStatusChangeBlock { _ in withExtendedLifetime(first) {} }
    manager.startMonitoring(on: round.isMultiple(of: 2) ? .main : queue)
    _ = (manager.flags, manager.explanation, manager.isReachable, manager.interfaceName)
    if round.isMultiple(of: 3) {
        let second = Counted(census)
        manager.setReachabilityStatusChangeBlock { _ in withExtendedLifetime(second) {} }
    }
    if round.isMultiple(of: 5) {
        Task { [statuses = manager.statuses, counted = Counted(census)] in
            for await _ in statuses {
                withExtendedLifetime(counted) {}
            }
        }
    }
    switch round % 7 {
    case 0: manager.stopMonitoring()
    case 1: manager.startMonitoring()
    case 2: DispatchQueue.global().async { manager.stopMonitoring() }
    case 3: DispatchQueue.main.async { withExtendedLifetime(manager) {} }
    default: break
    }
    return Weak(manager: manager)
}

/// One life of a manager, by a task.
private func live(_ round: Int, _ census: Census) async -> Weak {
    let manager = make(round)
    let counted = Counted(census)
    manager.setReachabilityStatusChangeBlock { _ in withExtendedLifetime(counted) {} }
    manager.startMonitoring()
    let waiter = Task { try? await manager.waitUntilReachable(timeout: .seconds(20)) }
    for await _ in manager.statuses {
        break
    }
    if round.isMultiple(of: 2) {
        waiter.cancel()
    } else {
        manager.stopMonitoring()
    }
    _ = await waiter.value
    return Weak(manager: manager)
}

/// Has the default route go and come until the body has ended; it is there then.
private func whileFlapping(_ body: () -> Void) {
    let isOver = Inbox<Bool>()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        let flaps = String(repeating: "route del default\nroute add default via 10.9.0.1\n", count: 20)
        while isOver.all.isEmpty {
            check(system("ip -batch - <<'END'\n\(flaps)END\n") == 0, "flaps")
        }
        ended.signal()
    }
    body()
    isOver.put(true)
    ended.wait()
}

private func entries(of folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
}

@Sendable func manyOfEverything() {
    let census = Census()
    let witness = NetworkReachabilityManager.manager()
    let seen = Inbox<Status>()
    witness.setReachabilityStatusChangeBlock { seen.put($0) }
    witness.startMonitoring()
    check(seen.next() == .reachableViaWiFi, "initial")
    let descriptors = entries(of: "/proc/self/fd")
    let lives = Inbox<Weak>()
    whileFlapping {
        let tasks = (0..<4).map { first in
            Task {
                for round in 0..<50 {
                    lives.put(await live(first + round, census))
                }
            }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { first in
            let queue = DispatchQueue(label: "own", attributes: .concurrent)
            for round in 0..<100 {
                lives.put(live(first + round, census, queue))
            }
        }
        wait {
            for task in tasks {
                await task.value
            }
        }
    }
    check(lives.all.count == 600 && census.total > 600, "all have lived")
    check(comesTrue { lives.all.allSatisfy { $0.manager == nil } }, "every manager has ended")
    check(comesTrue { census.alive == 0 }, "and so has what their closures held: \(census.alive) have not")
    // Threads that asked have a socket each.
    check(
        comesTrue { entries(of: "/proc/self/fd") <= descriptors + entries(of: "/proc/self/task") },
        "no descriptor is left"
    )
    while let status = seen.next(within: 1) {
        _ = status
    }
    check(seen.all.last == .reachableViaWiFi, "one that watched all the time knows the truth")
    loseRoute()
    check(seen.next() == .notReachable, "and goes on")
}
