// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What scenarios share: checks, changes of the network, and things that arrive on other threads.

import Foundation

/// Prints without a buffer, so that nothing is lost when the process is killed.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

func check(_ condition: Bool, _ what: String) {
    say(condition ? "ok \(what)" : "FAILED \(what)")
}

/// Not `Process`, whose waiting serves the run loop of the thread.
func ip(_ arguments: String) {
    let status = system("ip \(arguments)")
    if status != 0 {
        say("FAILED ip \(arguments): \(status)")
    }
}

func loseRoute() {
    ip("route del default")
}

func regainRoute() {
    ip("route add default via 10.9.0.1")
}

/// What has arrived, in order.
final class Inbox<Item: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var items: [Item] = []
    private var taken = 0

    func put(_ item: Item) {
        condition.withLock {
            items.append(item)
            condition.broadcast()
        }
    }

    /// The next one; nil when none comes in time.
    func next(within seconds: Double = 10) -> Item? {
        condition.withLock {
            let deadline = Date() + seconds
            while taken == items.count {
                guard condition.wait(until: deadline) else {
                    return nil
                }
            }
            taken += 1
            return items[taken - 1]
        }
    }

    var all: [Item] {
        condition.withLock { items }
    }

    /// Whether as many arrive in time.
    func fills(to count: Int) -> Bool {
        condition.withLock {
            let deadline = Date() + 20
            while items.count < count {
                guard condition.wait(until: deadline) else {
                    return false
                }
            }
            return true
        }
    }
}

/// For what ends when another thread gets to it.
func comesTrue(_ condition: () -> Bool) -> Bool {
    let deadline = Date() + 10
    while !condition() {
        guard Date() < deadline else {
            return false
        }
        sched_yield()
    }
    return true
}

/// Lets everything on the main queue run that is there now.
func drainMain() {
    DispatchQueue.main.sync {}
}

/// Waits for an asynchronous function.
func wait(for body: @escaping @Sendable () async -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    Task {
        await body()
        semaphore.signal()
    }
    semaphore.wait()
}

private let mainKey = DispatchSpecificKey<Bool>()

func markMainQueue() {
    DispatchQueue.main.setSpecific(key: mainKey, value: true)
}

/// Under `dispatchMain()` the main queue is served by other threads than the main one.
var isOnMainQueue: Bool {
    DispatchQueue.getSpecific(key: mainKey) == true
}
