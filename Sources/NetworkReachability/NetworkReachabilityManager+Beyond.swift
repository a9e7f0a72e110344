// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What goes beyond AFNetworking: statuses as a sequence, waiting, and why a status is what it is.

import CReachability
import Foundation

extension NetworkReachabilityManager {
    /// The flags now, or nil when the kernel cannot be asked. Never blocks. Stands for `SCNetworkReachabilityGetFlags`.
    public var flags: SCNetworkReachabilityFlags? {
        target?.flags
    }

    /// Why the flags are what they are now, or nil when the kernel cannot be asked. Stands for `reach_explain`.
    public var explanation: NetworkReachabilityExplanation? {
        target.flatMap { NetworkReachabilityExplanation($0) }
    }

    /// The interface the path goes through now, or nil if there is none.
    public var interfaceName: String? {
        explanation?.interfaceName
    }

    /// What kind of interface that is, or nil if there is none.
    public var interfaceKind: NetworkInterfaceKind? {
        explanation?.interfaceKind
    }

    /// The current status and every later one, for any number of consumers.
    ///
    /// A consumer that is slow gets the newest status and not those in between, and never the same twice in a row. The
    /// sequence ends when monitoring is stopped, the manager is gone or the task is cancelled; starting again without
    /// stopping does not end it. It does not need the queue that the manager reports on, and may be ahead of it.
    public var statuses: Statuses {
        Statuses { [weak self] in self?.follow() }
    }

    /// Statuses as they come. It does not keep the manager alive.
    public struct Statuses: AsyncSequence, Sendable {
        /// A status.
        public typealias Element = NetworkReachabilityStatus

        let follow: @Sendable () -> AsyncStream<NetworkReachabilityStatus>?

        /// The place of one consumer.
        public struct Iterator: AsyncIteratorProtocol {
            var iterator: AsyncStream<NetworkReachabilityStatus>.Iterator?
            var last: NetworkReachabilityStatus?

            /// Waits for a status that differs from the last one.
            ///
            /// - Returns: the status, or nil at the end
            public mutating func next() async -> NetworkReachabilityStatus? {
                while let status = await iterator?.next() {
                    if status != last {
                        last = status
                        return status
                    }
                }
                return nil
            }
        }

        /// Begins to take statuses.
        ///
        /// - Returns: the consumer's place
        public func makeAsyncIterator() -> Iterator {
            Iterator(iterator: follow()?.makeAsyncIterator())
        }
    }

    /// Waits until the target is reachable. Does not need the queue that the manager reports on.
    ///
    /// - Parameter timeout: how long to wait at most; nil for ever
    /// - Returns: true when it is reachable, false when the time is over or monitoring was stopped
    /// - Throws: `NetworkReachabilityError` with the code `notMonitoring` when the manager has not been started;
    ///   `CancellationError` when the task is cancelled
    public func waitUntilReachable(timeout: Duration? = nil) async throws -> Bool {
        guard isMonitoring else {
            throw NetworkReachabilityError(.notMonitoring, "Nothing will change: the manager is not monitoring.")
        }
        let statuses = statuses
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await status in statuses where status.isReachable {
                    return true
                }
                try Task.checkCancellation()
                return false
            }
            if let timeout {
                group.addTask {
                    try await Task.sleep(for: timeout)
                    return false
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
