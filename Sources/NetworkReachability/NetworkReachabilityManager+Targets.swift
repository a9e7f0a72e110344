// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What a target is made from: a host name out of whatever names one, or an address of any shape.

import CReachability
import Foundation
import Glibc

/// The host in a text: alone, with a port, or inside a URL.
func host(in text: String) throws(NetworkReachabilityError) -> String {
    var rest = Substring(text)
    if let scheme = rest.range(of: "://") {
        rest = rest[scheme.upperBound...]
    }
    rest = rest.prefix { !"/?#".contains($0) }
    if let user = rest.lastIndex(of: "@") {
        rest = rest[rest.index(after: user)...]
    }
    if rest.first == "[" {
        guard let end = rest.firstIndex(of: "]") else {
            throw NetworkReachabilityError(.invalidHost, "The host in \"\(text)\" has no closing bracket.")
        }
        rest = rest[rest.index(after: rest.startIndex)..<end]
    } else if let colon = rest.firstIndex(of: ":"), colon == rest.lastIndex(of: ":") {
        // More than one colon: an IPv6 address without brackets.
        rest = rest[..<colon]
    }
    guard !rest.isEmpty else {
        throw NetworkReachabilityError(.noHost, "There is no host in \"\(text)\".")
    }
    guard !rest.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f || $0 == "\\" }) else {
        throw NetworkReachabilityError(.invalidHost, "No host is called \"\(rest)\".")
    }
    return String(rest)
}

extension NetworkReachabilityManager {
    /// A manager for a host.
    ///
    /// A scheme, a user, a port and a path are taken off: a name that includes them would never be found. The text of
    /// an address makes a manager for that address. A name is looked up while monitoring; before that its status is
    /// that of the network at large. Stands for `SCNetworkReachabilityCreateWithName`.
    ///
    /// - Parameter host: `example.org`, `example.org:8080`, `https://example.org/path` or `[2001:db8::1]:80`
    /// - Throws: `NetworkReachabilityError` with the code `noHost` or `invalidHost`, or `system`
    public convenience init(host: String) throws(NetworkReachabilityError) {
        self.init(target: try Target(host: try NetworkReachability.host(in: host)))
    }

    /// A manager for the host of a URL. Stands for `SCNetworkReachabilityCreateWithName`.
    ///
    /// - Parameter url: any URL with a host
    /// - Throws: `NetworkReachabilityError` with the code `noHost` or `invalidHost`, or `system`
    public convenience init(url: URL) throws(NetworkReachabilityError) {
        guard let name = url.host, !name.isEmpty else {
            throw NetworkReachabilityError(.noHost, "There is no host in \"\(url.absoluteString)\".")
        }
        self.init(target: try Target(host: try NetworkReachability.host(in: name)))
    }

    /// A manager for an address. Stands for `SCNetworkReachabilityCreateWithAddress`.
    ///
    /// - Parameter address: an IPv4 address; IPv6 does not fit into a `sockaddr`. The port does not matter
    /// - Throws: `NetworkReachabilityError` with the code `invalidAddress`, or `system`
    public convenience init(address: sockaddr) throws(NetworkReachabilityError) {
        self.init(target: try Target(copying: address))
    }

    /// A manager for an IPv4 address. Stands for `SCNetworkReachabilityCreateWithAddress`.
    ///
    /// - Parameter address: the address; the port does not matter
    /// - Throws: `NetworkReachabilityError` with the code `invalidAddress`, or `system`
    public convenience init(address: sockaddr_in) throws(NetworkReachabilityError) {
        self.init(target: try Target(copying: address))
    }

    /// A manager for an IPv6 address. Stands for `SCNetworkReachabilityCreateWithAddress`.
    ///
    /// - Parameter address: the address; the port does not matter
    /// - Throws: `NetworkReachabilityError` with the code `invalidAddress`, or `system`
    public convenience init(address: sockaddr_in6) throws(NetworkReachabilityError) {
        self.init(target: try Target(copying: address))
    }

    /// A manager for an address of either family. Stands for `SCNetworkReachabilityCreateWithAddress`.
    ///
    /// - Parameter address: the address; the port does not matter
    /// - Throws: `NetworkReachabilityError` with the code `invalidAddress`, or `system`
    public convenience init(address: sockaddr_storage) throws(NetworkReachabilityError) {
        self.init(target: try Target(copying: address))
    }
}
