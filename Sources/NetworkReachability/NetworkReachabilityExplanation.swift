// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Why a flag word is what it is, as a Swift value.

import CReachability

/// The kind of interface a path goes through. Stands for the C enumeration `reach_link_kind`.
public enum NetworkInterfaceKind: String, Sendable, Hashable, CaseIterable {
    /// A wireless network.
    case wifi
    /// Ethernet and what looks like it.
    case wired
    /// A cellular modem.
    case cellular
    /// A tunnel: WireGuard, tun, PPP and the like.
    case tunnel
    /// The machine itself.
    case loopback
    /// Something else.
    case other

    init(_ kind: UInt32) {
        switch kind {
        case REACH_LINK_WIFI.rawValue: self = .wifi
        case REACH_LINK_WIRED.rawValue: self = .wired
        case REACH_LINK_WWAN.rawValue: self = .cellular
        case REACH_LINK_TUNNEL.rawValue: self = .tunnel
        case REACH_LINK_LOOPBACK.rawValue: self = .loopback
        default: self = .other
        }
    }
}

/// Why a target has the flags it has. Stands for the C structure `reach_explanation`; a value of its own.
public struct NetworkReachabilityExplanation: Sendable, CustomStringConvertible {
    /// What `SCNetworkReachabilityGetFlags` answers.
    public let flags: SCNetworkReachabilityFlags
    /// The rule that decided, in plain English.
    public let reason: String
    /// The address that decided, or nil if none did.
    public let address: String?
    /// The gateway of the path, or nil when there is none.
    public let gateway: String?
    /// The index of the interface of the path; 0 if there is none.
    public let interfaceIndex: UInt32
    /// The interface of the path, or nil if there is none.
    public let interfaceName: String?
    /// The kind of that interface, or nil if there is none.
    public let interfaceKind: NetworkInterfaceKind?
    /// How many addresses the target has.
    public let addressCount: UInt32

    /// nil when the kernel cannot be asked.
    init?(_ target: Target) {
        var explanation = reach_explanation()
        explanation.size = MemoryLayout<reach_explanation>.size
        guard reach_explain(target.reachability, &explanation) else {
            return nil
        }
        flags = explanation.flags
        reason = String(cString: reach_rule_text(explanation.rule))
        interfaceIndex = explanation.interface_index
        addressCount = explanation.path_total
        let decided = Int(explanation.path_decided)
        let count = Int(explanation.path_count)
        let path = withUnsafeBytes(of: explanation.paths) { bytes in
            decided < count ? bytes.bindMemory(to: reach_path.self)[decided] : nil
        }
        address = path.flatMap { text($0.address) }
        gateway = path.flatMap { text($0.gateway) }
        let name = path.flatMap { $0.interface_index != 0 ? text($0.interface_name) : nil }
        interfaceName = name
        interfaceKind = name == nil ? nil : path.map { NetworkInterfaceKind($0.link_kind) }
    }

    /// Everything in one line.
    public var description: String {
        var parts = ["0x" + String(flags.rawValue, radix: 16), reason]
        if let address {
            parts.append("to \(address)")
        }
        if let gateway {
            parts.append("by \(gateway)")
        }
        if let interfaceName {
            parts.append("through \(interfaceName)")
        }
        return parts.joined(separator: ", ")
    }
}

/// The text in an array of C characters that ends with a zero; nil if it is empty.
private func text<Characters>(_ characters: Characters) -> String? {
    let bytes = withUnsafeBytes(of: characters) { Array($0.prefix { $0 != 0 }) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
