// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A target of the C library as a Swift value: how it is made, asked and scheduled. It knows nothing of managers.

import CReachability
import CReachabilityRuntime
import Dispatch
import Glibc

/// A target; every call on one may be made from any thread.
struct Target: @unchecked Sendable {
    let reachability: SCNetworkReachability

    init(_ reachability: SCNetworkReachability) {
        self.reachability = reachability
    }

    init(host: String) throws(NetworkReachabilityError) {
        guard let reachability = SCNetworkReachabilityCreateWithName(nil, host) else {
            throw .last()
        }
        self.init(reachability)
    }

    /// `size` is how many bytes there are at `address`.
    init(address: UnsafeRawPointer, size: Int) throws(NetworkReachabilityError) {
        let family = address.loadUnaligned(as: sockaddr.self).sa_family
        let needed =
            switch Int32(family) {
            case AF_INET: MemoryLayout<sockaddr_in>.size
            case AF_INET6: MemoryLayout<sockaddr_in6>.size
            default: Int.max
            }
        guard needed <= size else {
            throw NetworkReachabilityError(
                .invalidAddress,
                needed == Int.max
                    ? "Address family \(family) is neither IPv4 nor IPv6."
                    : "The address is cut off: its family wants \(needed) bytes."
            )
        }
        let created = SCNetworkReachabilityCreateWithAddress(nil, address.assumingMemoryBound(to: sockaddr.self))
        guard let created else {
            throw .last()
        }
        self.init(created)
    }

    init<Address>(copying address: Address) throws(NetworkReachabilityError) {
        var bytes = sockaddr_storage()
        let size = min(MemoryLayout<Address>.size, MemoryLayout<sockaddr_storage>.size)
        withUnsafeBytes(of: address) { source in
            withUnsafeMutableBytes(of: &bytes) {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
            }
        }
        let pointer = UnsafeMutablePointer<sockaddr_storage>.allocate(capacity: 1)
        pointer.initialize(to: bytes)
        defer { pointer.deallocate() }
        try self.init(address: pointer, size: size)
    }

    /// The default path.
    static func zeroAddress() throws(NetworkReachabilityError) -> Target {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        return try Target(copying: address)
    }

    /// nil when the kernel cannot be asked.
    var flags: SCNetworkReachabilityFlags? {
        var flags = SCNetworkReachabilityFlags()
        return SCNetworkReachabilityGetFlags(reachability, &flags) ? flags : nil
    }

    func schedule(on queue: DispatchQueue) -> Bool {
        var executor = reach_executor(queue)
        return withExtendedLifetime(queue) { reach_set_executor(reachability, &executor) }
    }

    func unschedule() {
        _ = reach_set_executor(reachability, nil)
        _ = __SCNetworkReachabilitySetCallback(reachability, nil, nil)
    }
}
