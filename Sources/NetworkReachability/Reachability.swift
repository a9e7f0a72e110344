// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The class of Apple's sample as Swift code has it: it posts a notification on the run loop it was started on, and is
// asked for the state. It shares nothing with the manager but the target.

import CReachability
import CoreFoundation
import Foundation
import Glibc

/// The name of the notification that a `Reachability` posts; the object is the `Reachability`.
public let ReachabilityDidChangeNotificationName = "ReachabilityDidChangeNotification"

/// The name of the second notification that it posts, the one of Apple's sample; the object is the `Reachability`.
public let kReachabilityChangedNotification = "kNetworkReachabilityChangedNotification"

/// How a target is reachable.
public enum ReachabilityStatus: Int, Sendable, Hashable, CaseIterable {
    /// No packet can leave for the target.
    case notReachable = 0
    /// Reachable in any other way than through a cellular modem.
    case reachableViaWiFi = 1
    /// Reachable through a cellular modem.
    case reachableViaWWAN = 2

    /// The status a flag word stands for, by the rule of Apple's sample: a cellular path counts although a connection
    /// is required first.
    ///
    /// - Parameter flags: what `SCNetworkReachabilityGetFlags` gives
    public init(_ flags: SCNetworkReachabilityFlags) {
        let isAutomatic = flags.contains(.connectionOnDemand) || flags.contains(.connectionOnTraffic)
        if !flags.contains(.reachable) {
            self = .notReachable
        } else if flags.contains(.isWWAN) {
            self = .reachableViaWWAN
        } else if !flags.contains(.connectionRequired) {
            self = .reachableViaWiFi
        } else if isAutomatic && !flags.contains(.interventionRequired) {
            self = .reachableViaWiFi
        } else {
            self = .notReachable
        }
    }
}

/// The status under the name of Apple's sample.
public typealias NetworkStatus = ReachabilityStatus

/// `NetworkStatus.notReachable` as Apple's sample has it.
public let NotReachable = NetworkStatus.notReachable
/// `NetworkStatus.reachableViaWiFi` as Apple's sample has it.
public let ReachableViaWiFi = NetworkStatus.reachableViaWiFi
/// `NetworkStatus.reachableViaWWAN` as Apple's sample has it.
public let ReachableViaWWAN = NetworkStatus.reachableViaWWAN

/// Posts a notification when the way to a host, an address or the network at large changes.
///
/// Keep the object: nothing is posted after its last reference is gone. All members may be used from any thread. New
/// code uses `NetworkReachabilityManager`, which needs no run loop.
public final class Reachability: NSObject, Sendable {
    /// What C has: it finds the object while there is one.
    private final class Box: Sendable {
        weak let reachability: Reachability?

        init(_ reachability: Reachability) {
            self.reachability = reachability
        }
    }

    /// Run loops may be handed to other threads.
    private struct Loop: @unchecked Sendable {
        let loop: CFRunLoop
    }

    private let target: Target
    private let isLocalWiFi: Bool
    private let loop = Guarded<Loop?>(nil)

    private init(target: Target, isLocalWiFi: Bool = false) {
        self.target = target
        self.isLocalWiFi = isLocalWiFi
    }

    /// For a host; a scheme, a port and a path are taken off. Stands for `SCNetworkReachabilityCreateWithName`.
    ///
    /// - Parameter hostName: a name, the text of an address or a URL; nil is returned when there is no host in it
    public convenience init?(hostName: String) {
        guard let name = try? host(in: hostName), let target = try? Target(host: name) else {
            return nil
        }
        self.init(target: target)
    }

    /// For an IPv4 address. Stands for `SCNetworkReachabilityCreateWithAddress`.
    ///
    /// - Parameter hostAddress: the address; nil is returned when it is of another family
    public convenience init?(hostAddress: sockaddr_in) {
        guard let target = try? Target(copying: hostAddress) else {
            return nil
        }
        self.init(target: target)
    }

    deinit {
        stop(at: loop.withLock { $0 })
    }

    /// For the network at large: the zero address.
    ///
    /// - Returns: a new object
    public static func networkReachabilityForInternetConnection() -> Reachability? {
        (try? Target.zeroAddress()).map { Reachability(target: $0) }
    }

    /// For the network this machine is attached to: 169.254.0.0, which counts only when it is reached directly.
    ///
    /// - Returns: a new object
    public static func networkReachabilityForLocalWiFi() -> Reachability? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0xA9FE_0000).bigEndian
        return (try? Target(copying: address)).map { Reachability(target: $0, isLocalWiFi: true) }
    }

    /// `init(hostName:)` under the name of Apple's sample.
    ///
    /// - Parameter hostName: as for `init(hostName:)`
    /// - Returns: a new object, or nil when there is no host
    public static func reachabilityWithHostName(_ hostName: String) -> Reachability? {
        Reachability(hostName: hostName)
    }

    /// `networkReachabilityForInternetConnection()` under the name of Apple's sample.
    ///
    /// - Returns: a new object
    public static func reachabilityForInternetConnection() -> Reachability? {
        networkReachabilityForInternetConnection()
    }

    /// `networkReachabilityForLocalWiFi()` under the name of Apple's sample.
    ///
    /// - Returns: a new object
    public static func reachabilityForLocalWiFi() -> Reachability? {
        networkReachabilityForLocalWiFi()
    }

    private var flags: SCNetworkReachabilityFlags {
        target.flags ?? []
    }

    /// The status now; `notReachable` also when the kernel cannot be asked. Never blocks.
    public var currentReachabilityStatus: ReachabilityStatus {
        let flags = flags
        if isLocalWiFi {
            return flags.contains(.reachable) && flags.contains(.isDirect) ? .reachableViaWiFi : .notReachable
        }
        return ReachabilityStatus(flags)
    }

    /// Whether the status now is one of the two reachable ones.
    public var isReachable: Bool {
        currentReachabilityStatus != .notReachable
    }

    /// Whether a connection has to be made first.
    ///
    /// - Returns: true when it has to
    public func connectionRequired() -> Bool {
        flags.contains(.connectionRequired)
    }

    /// Starts to post, on the run loop of the calling thread in its default mode. That loop has to run. Stands for
    /// `SCNetworkReachabilityScheduleWithRunLoop`.
    ///
    /// - Returns: true, or false when it is started already or the network cannot be watched
    @discardableResult
    public func startNotifier() -> Bool {
        let current = Loop(loop: CFRunLoopGetCurrent())
        return Carrier.sync {
            let isFree = loop.withLock { loop in
                defer { loop = loop ?? current }
                return loop == nil
            }
            guard isFree else {
                return false
            }
            if start(at: current) {
                return true
            }
            loop.withLock { $0 = nil }
            return false
        }
    }

    /// Stops to post, from any thread; harmless when it was not started. On the thread of the loop nothing is posted
    /// after that. Stands for `SCNetworkReachabilityUnscheduleFromRunLoop`.
    public func stopNotifier() {
        Carrier.sync {
            let old = loop.withLock { loop in
                defer { loop = nil }
                return loop
            }
            stop(at: old)
        }
    }

    private func start(at loop: Loop) -> Bool {
        let box = Box(self)
        var context = __SCNetworkReachabilityContext(
            version: 0,
            info: Unmanaged.passUnretained(box).toOpaque(),
            retain: { UnsafeRawPointer(Unmanaged<Box>.fromOpaque($0).retain().toOpaque()) },
            release: { Unmanaged<Box>.fromOpaque($0).release() },
            copyDescription: nil
        )
        return withExtendedLifetime(box) {
            __SCNetworkReachabilitySetCallback(
                target.reachability,
                { _, _, info in
                    guard let info else {
                        return
                    }
                    Unmanaged<Box>.fromOpaque(info).takeUnretainedValue().reachability?.post()
                },
                &context
            ) && __SCNetworkReachabilityScheduleWithRunLoop(target.reachability, loop.loop, kCFRunLoopDefaultMode)
        }
    }

    private func stop(at loop: Loop?) {
        guard let loop else {
            return
        }
        _ = __SCNetworkReachabilityUnscheduleFromRunLoop(target.reachability, loop.loop, kCFRunLoopDefaultMode)
        _ = __SCNetworkReachabilitySetCallback(target.reachability, nil, nil)
    }

    private func post() {
        for name in [ReachabilityDidChangeNotificationName, kReachabilityChangedNotification]
        where loop.withLock({ $0 != nil }) {
            NotificationCenter.default.post(name: Notification.Name(name), object: self)
        }
    }
}
