// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The four statuses, and the rule that makes one of a flag word. Nothing here asks the system.

import CReachability

/// What is known of the network, in the four steps of `AFNetworkReachabilityStatus`.
///
/// A wired connection counts as Wi-Fi, as in that enumeration; `NetworkReachabilityManager/interfaceKind` tells them
/// apart.
public enum NetworkReachabilityStatus: Int, Sendable, Hashable, CaseIterable {
    /// Nothing has been reported yet, or the state could not be read.
    case unknown = -1
    /// No packet can leave for the target.
    case notReachable = 0
    /// Reachable through a cellular modem.
    case reachableViaWWAN = 1
    /// Reachable in any other way.
    case reachableViaWiFi = 2

    /// The status a flag word stands for; never `unknown`.
    ///
    /// Reachable means: the flag says so, and no connection is required first or one is made without anybody doing
    /// something.
    ///
    /// - Parameter flags: what `SCNetworkReachabilityGetFlags` gives
    public init(_ flags: SCNetworkReachabilityFlags) {
        let isAutomatic = flags.contains(.connectionOnDemand) || flags.contains(.connectionOnTraffic)
        let isConnected =
            !flags.contains(.connectionRequired) || (isAutomatic && !flags.contains(.interventionRequired))
        if !flags.contains(.reachable) || !isConnected {
            self = .notReachable
        } else if flags.contains(.isWWAN) {
            self = .reachableViaWWAN
        } else {
            self = .reachableViaWiFi
        }
    }

    /// Whether packets can leave for the target.
    public var isReachable: Bool {
        self == .reachableViaWWAN || self == .reachableViaWiFi
    }
}
