// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A manager whose last reference goes while its C callback runs. The callback hands the status to whoever follows
// `statuses`, which enqueues the task that waits for it: an executor of ours is called inside the callback, and can
// hold it there.

import Foundation
import NetworkReachability

/// Runs tasks on a queue, and stays in `enqueue` when it is told to.
private final class HoldingExecutor: TaskExecutor {
    /// The threads that were held.
    let held = Inbox<pthread_t>()
    private let holds = Inbox<Bool>()
    private let proceed = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "tasks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if holds.all.last == true {
            held.put(pthread_self())
            proceed.wait()
        }
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// From now on; the tasks that were awake are waiting then.
    func hold() {
        queue.sync {}
        queue.sync {}
        holds.put(true)
    }

    func letGo() {
        holds.put(false)
        proceed.signal()
    }
}

/// Tells on which thread it ends.
private final class Ending: Sendable {
    private let ends: Inbox<pthread_t>

    init(_ ends: Inbox<pthread_t>) {
        self.ends = ends
    }

    deinit {
        ends.put(pthread_self())
    }
}

@Sendable func inCallback() {
    for round in 1...20 {
        dropInCallback(round)
    }
    check(true, "twenty times")
}

private func dropInCallback(_ round: Int) {
    let census = Census()
    let ends = Inbox<pthread_t>()
    let told = Inbox<Status>()
    let followed = Inbox<Status?>()
    let executor = HoldingExecutor()
    let queue = DispatchQueue(label: "own")
    weak var gone: NetworkReachabilityManager?
    do {
        let manager = NetworkReachabilityManager.manager()
        gone = manager
        let kept = (Counted(census), Ending(ends))
        manager.setReachabilityStatusChangeBlock { status in
            told.put(status)
            withExtendedLifetime(kept) {}
        }
        let statuses = manager.statuses
        Task(executorPreference: executor) {
            for await status in statuses {
                followed.put(status)
            }
            followed.put(nil)
        }
        check(followed.next() == .some(.unknown), "followed \(round)")
        manager.startMonitoring(on: queue)
        check(told.next() == .reachableViaWiFi && followed.next() == .some(.reachableViaWiFi), "initial \(round)")
        // What the callback hands on waits here, and finds nobody.
        queue.suspend()
        executor.hold()
        loseRoute()
        check(executor.held.next() != nil, "inside the callback \(round)")
    }
    check(gone != nil && census.alive == 1, "the callback keeps what it works with \(round)")
    executor.letGo()
    check(ends.next() == executor.held.all.first, "and ends it, as it was the last \(round)")
    check(comesTrue { gone == nil && census.alive == 0 } && census.total == 1, "once and whole \(round)")
    queue.resume()
    regainRoute()
    let other = NetworkReachabilityManager.manager()
    let seen = Inbox<Status>()
    other.setReachabilityStatusChangeBlock { seen.put($0) }
    other.startMonitoring(on: queue)
    check(seen.next() == .reachableViaWiFi, "another one is told after it \(round)")
    check(followed.next() == .some(.notReachable) && followed.next() == .some(nil), "who follows has the end \(round)")
    check(told.all == [.reachableViaWiFi] && ends.all.count == 1, "nothing comes after it \(round)")
}
