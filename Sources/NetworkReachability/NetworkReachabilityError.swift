// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What can go wrong when a manager is made or waited for.

import CReachability

/// Why a manager could not be made or waited for.
public struct NetworkReachabilityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error. More may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code of the given name.
        ///
        /// - Parameter rawValue: the name
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The text or URL names no host.
        public static let noHost = Code(rawValue: "noHost")
        /// The host has characters that no host name has.
        public static let invalidHost = Code(rawValue: "invalidHost")
        /// The address is of a family other than IPv4 and IPv6, or cut off.
        public static let invalidAddress = Code(rawValue: "invalidAddress")
        /// The manager is not monitoring.
        public static let notMonitoring = Code(rawValue: "notMonitoring")
        /// A call of the C library failed; see `NetworkReachabilityError/status`.
        public static let system = Code(rawValue: "system")
    }

    /// The kind of error.
    public let code: Code
    /// Why, in plain English.
    public let description: String
    /// What `SCError()` said, for `Code/system`; else 0.
    public let status: Int32

    init(_ code: Code, _ description: String, status: Int32 = 0) {
        self.code = code
        self.description = description
        self.status = status
    }

    /// The last failure of the C library on this thread.
    static func last() -> NetworkReachabilityError {
        let status = SCError()
        return NetworkReachabilityError(.system, String(cString: SCErrorString(status)), status: status)
    }

    /// Errors of the same code are the same to `catch` and to tests.
    public static func == (left: NetworkReachabilityError, right: NetworkReachabilityError) -> Bool {
        left.code == right.code && left.status == right.status
    }

    /// Consistent with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(status)
    }
}
