// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The manager: what is known of a target, who is told, and from when to when. How C is asked is in Run and Target.

import CReachability
import Dispatch
import Foundation
import Observation

/// Watches whether packets for a host, an address or the network at large can leave this machine.
///
/// The class has the parts of `AFNetworkReachabilityManager`: statuses, a closure, a notification, and properties that
/// can be observed. Make one, set the closure, start it, and keep it: nothing arrives after its last reference is gone.
///
/// ```swift
/// let manager = NetworkReachabilityManager.shared
/// manager.setReachabilityStatusChangeBlock { status in print(status) }
/// manager.startMonitoring()
/// ```
///
/// All members may be used from any thread. Closure, notification and properties change on the main queue, or on the
/// one given to `startMonitoring(on:)`, in the order in which the network changed.
public final class NetworkReachabilityManager: Sendable, Observable {
    /// What `setReachabilityStatusChangeBlock(_:)` takes. Called on the queue the manager was started on.
    public typealias StatusBlock = @Sendable (NetworkReachabilityStatus) -> Void

    private struct State {
        /// As delivered.
        var status = NetworkReachabilityStatus.unknown
        /// As it arrived, which may be ahead of the queue that it is delivered on.
        var latest = NetworkReachabilityStatus.unknown
        var block: StatusBlock?
        var run: Run?
        var followers: [Int: AsyncStream<NetworkReachabilityStatus>.Continuation] = [:]
        var nextFollower = 0
    }

    /// The manager of the whole program, for the network at large. It is not started.
    public static let shared = manager()

    let target: Target?
    private let state = Guarded(State())
    private let registrar = ObservationRegistrar()

    init(target: Target?) {
        self.target = target
    }

    /// A manager for a target made with the C functions.
    ///
    /// - Parameter reachability: the target; retained. A target has one callback and one schedule, so it must be
    ///   neither scheduled elsewhere nor shared with another manager that is started
    public convenience init(reachability: SCNetworkReachability) {
        self.init(target: Target(reachability))
    }

    /// A manager for the network at large: reachable when there is a default path, IPv4 or IPv6.
    ///
    /// - Returns: a new one; `SCNetworkReachabilityCreateWithAddress` with the zero address
    public static func manager() -> NetworkReachabilityManager {
        NetworkReachabilityManager(target: try? Target.zeroAddress())
    }

    deinit {
        let (run, followers) = state.withLock { ($0.run, $0.followers.values) }
        run?.stop()
        followers.forEach { $0.finish() }
    }

    /// The status last delivered; `unknown` before the first. Can be observed with `withObservationTracking`.
    public var networkReachabilityStatus: NetworkReachabilityStatus {
        registrar.access(self, keyPath: \.networkReachabilityStatus)
        return state.withLock { $0.status }
    }

    /// Whether the status is one of the two reachable ones. Can be observed.
    public var isReachable: Bool {
        registrar.access(self, keyPath: \.isReachable)
        return state.withLock { $0.status }.isReachable
    }

    /// Whether the status is `reachableViaWWAN`. Can be observed.
    public var isReachableViaWWAN: Bool {
        registrar.access(self, keyPath: \.isReachableViaWWAN)
        return state.withLock { $0.status } == .reachableViaWWAN
    }

    /// Whether the status is `reachableViaWiFi`, which wired connections are as well. Can be observed.
    public var isReachableViaWiFi: Bool {
        registrar.access(self, keyPath: \.isReachableViaWiFi)
        return state.withLock { $0.status } == .reachableViaWiFi
    }

    /// Whether the manager has been started and not stopped.
    public var isMonitoring: Bool {
        state.withLock { $0.run } != nil
    }

    /// Sets what is called with every status, in place of an earlier closure.
    ///
    /// It is called with the initial state and after each callback of the C library, also when the status is the same
    /// as before: then the interface has changed.
    ///
    /// - Parameter block: the closure, kept until it is replaced, or nil for none
    public func setReachabilityStatusChangeBlock(_ block: StatusBlock?) {
        // The old one ends after the lock is given back: what it holds may have a deinit that comes here.
        let old = state.withLock { state in
            let old = state.block
            state.block = block
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Starts to report. A manager that is started already is stopped first, and reports its initial state again.
    ///
    /// The initial state is read on another thread and reported first, unless it cannot be read. Stands for
    /// `SCNetworkReachabilitySetCallback`, a schedule and `SCNetworkReachabilityGetFlags`.
    ///
    /// - Parameter queue: where closure and notification are called and the properties change. On a concurrent queue
    ///   they do not overlap either
    /// - Returns: true, or false when changes cannot be watched, because the target is scheduled elsewhere or the
    ///   kernel cannot be asked
    @discardableResult
    public func startMonitoring(on queue: DispatchQueue = .main) -> Bool {
        guard let target else {
            return false
        }
        return Carrier.sync {
            let run = Run(self, target, on: queue)
            exchange(run)?.stop()
            return run.start()
        }
    }

    /// Stops to report and ends `statuses`. The status stays as it was last delivered.
    ///
    /// Called on the queue that is reported on, nothing is reported any more after it has returned; called elsewhere,
    /// one report may be under way.
    public func stopMonitoring() {
        Carrier.sync { exchange(nil)?.stop() }
        let followers = state.withLock { state in
            let followers = state.followers
            state.followers = [:]
            return followers
        }
        followers.values.forEach { $0.finish() }
    }

    /// The statuses from now on, the current one first.
    func follow() -> AsyncStream<NetworkReachabilityStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: NetworkReachabilityStatus.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        var given: NetworkReachabilityStatus?
        while true {
            let (current, follower) = state.withLock { state -> (NetworkReachabilityStatus, Int?) in
                guard state.latest == given else {
                    return (state.latest, nil)
                }
                state.nextFollower += 1
                state.followers[state.nextFollower] = continuation
                return (state.latest, state.nextFollower)
            }
            if let follower {
                continuation.onTermination = { [weak self] _ in
                    _ = self?.state.withLock { $0.followers.removeValue(forKey: follower) }
                }
                return stream
            }
            continuation.yield(current)
            given = current
        }
    }

    private func exchange(_ run: Run?) -> Run? {
        state.withLock { state in
            let old = state.run
            state.run = run
            return old
        }
    }
}

// What a run reports.
extension NetworkReachabilityManager {
    /// On the carrier's queue. False when the run is over.
    func arrived(_ status: NetworkReachabilityStatus, in run: Run) -> Bool {
        let followers = state.withLock { state -> [AsyncStream<NetworkReachabilityStatus>.Continuation]? in
            guard state.run === run else {
                return nil
            }
            state.latest = status
            return Array(state.followers.values)
        }
        followers?.forEach { $0.yield(status) }
        return followers != nil
    }

    /// On the queue the run reports on.
    func deliver(_ status: NetworkReachabilityStatus, of run: Run) {
        let before = state.withLock { $0.run === run ? $0.status : nil }
        guard let before else {
            return
        }
        let isChange = before != status
        if isChange {
            registrar.willSet(self, keyPath: \.networkReachabilityStatus)
            registrar.willSet(self, keyPath: \.isReachable)
            registrar.willSet(self, keyPath: \.isReachableViaWWAN)
            registrar.willSet(self, keyPath: \.isReachableViaWiFi)
        }
        let (isCurrent, block) = state.withLock { state in
            guard state.run === run else {
                return (false, nil as StatusBlock?)
            }
            state.status = status
            return (true, state.block)
        }
        if isChange {
            registrar.didSet(self, keyPath: \.networkReachabilityStatus)
            registrar.didSet(self, keyPath: \.isReachable)
            registrar.didSet(self, keyPath: \.isReachableViaWWAN)
            registrar.didSet(self, keyPath: \.isReachableViaWiFi)
        }
        guard isCurrent else {
            return
        }
        block?(status)
        guard state.withLock({ $0.run === run }) else {
            return
        }
        NotificationCenter.default.post(
            name: .networkReachabilityDidChange,
            object: nil,
            userInfo: [NetworkReachabilityNotificationStatusItem: NSNumber(value: status.rawValue)]
        )
    }
}

extension Notification.Name {
    /// Posted with every status of every manager, on the queue that manager reports on. The object is nil; the status
    /// is in the user information under `NetworkReachabilityNotificationStatusItem`.
    public static let networkReachabilityDidChange = Notification.Name("com.alamofire.networking.reachability.change")
}

/// Under which the notification has the raw value of the status, an `NSNumber`.
public let NetworkReachabilityNotificationStatusItem = "AFNetworkingReachabilityNotificationStatusItem"
