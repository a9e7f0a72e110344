// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The names Swift code knows from AFNetworking, and nothing but names: what they do is in the other files.

import Foundation
import Glibc

/// The manager under AFNetworking's name.
public typealias AFNetworkReachabilityManager = NetworkReachabilityManager

/// The status under AFNetworking's name.
public typealias AFNetworkReachabilityStatus = NetworkReachabilityStatus

/// The closure under AFNetworking's name.
public typealias AFNetworkReachabilityStatusBlock = NetworkReachabilityManager.StatusBlock

/// The key of the status in the notification under AFNetworking's name.
public let AFNetworkingReachabilityNotificationStatusItem = NetworkReachabilityNotificationStatusItem

/// A status in the language of the user: `localizedString(for:locale:)` under AFNetworking's name.
///
/// - Parameter status: the status
/// - Returns: its text
public func AFStringFromNetworkReachabilityStatus(_ status: AFNetworkReachabilityStatus) -> String {
    localizedString(for: status)
}

extension Notification.Name {
    /// The notification under AFNetworking's name.
    public static let AFNetworkingReachabilityDidChange = networkReachabilityDidChange
}

extension NetworkReachabilityManager {
    /// `shared`, for code that calls it.
    ///
    /// - Parameter nothing: there to tell it from the property; cannot be given
    /// - Returns: the manager of the whole program
    public static func shared(_ nothing: Never...) -> NetworkReachabilityManager {
        shared
    }

    /// `init(host:)` for code that expects no error.
    ///
    /// - Parameter domain: as for `init(host:)`. When it is unusable, the manager stays at `unknown` and
    ///   `startMonitoring(on:)` returns false
    public convenience init(forDomain domain: String) {
        self.init(target: (try? NetworkReachability.host(in: domain)).flatMap { try? Target(host: $0) })
    }

    /// `init(address:)` for code that has a pointer and expects no error.
    ///
    /// - Parameter address: a `sockaddr_in` or `sockaddr_in6`; copied. With any other family the manager stays at
    ///   `unknown` and `startMonitoring(on:)` returns false
    public convenience init(forAddress address: UnsafeRawPointer) {
        self.init(target: try? Target(address: address, size: MemoryLayout<sockaddr_in6>.size))
    }

    /// `init(address:)` for code that expects no error.
    ///
    /// - Parameter address: an IPv4 address. With any other the manager stays at `unknown`
    public convenience init(forAddress address: sockaddr) {
        self.init(target: try? Target(copying: address))
    }

    /// `init(address:)` for code that expects no error.
    ///
    /// - Parameter address: an IPv4 address. With any other the manager stays at `unknown`
    public convenience init(forAddress address: sockaddr_in) {
        self.init(target: try? Target(copying: address))
    }

    /// `init(address:)` for code that expects no error.
    ///
    /// - Parameter address: an IPv6 address. With any other the manager stays at `unknown`
    public convenience init(forAddress address: sockaddr_in6) {
        self.init(target: try? Target(copying: address))
    }

    /// `init(address:)` for code that expects no error.
    ///
    /// - Parameter address: an address of either family. With any other the manager stays at `unknown`
    public convenience init(forAddress address: sockaddr_storage) {
        self.init(target: try? Target(copying: address))
    }

    /// `setReachabilityStatusChangeBlock(_:)` as Swift code spells it.
    ///
    /// - Parameter block: the closure, kept until it is replaced, or nil for none
    public func setReachabilityStatusChange(_ block: StatusBlock?) {
        setReachabilityStatusChangeBlock(block)
    }
}
