// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The length members that socket addresses have on Apple's systems and not on Linux. Here the length follows from the
// family; setting it does nothing. Nothing in this library looks at them.

import Glibc

private func length<Address>(_ type: Address.Type) -> UInt8 {
    UInt8(MemoryLayout<Address>.size)
}

private func length(family: sa_family_t, otherwise: UInt8) -> UInt8 {
    switch Int32(family) {
    case AF_INET: length(sockaddr_in.self)
    case AF_INET6: length(sockaddr_in6.self)
    case AF_UNIX: length(sockaddr_un.self)
    default: otherwise
    }
}

extension sockaddr {
    /// The size of the address in bytes, as its family has it. Setting it does nothing.
    public var sa_len: UInt8 {
        get { length(family: sa_family, otherwise: length(sockaddr.self)) }
        set {}
    }
}

extension sockaddr_in {
    /// The size of the address in bytes. Setting it does nothing.
    public var sin_len: UInt8 {
        get { length(sockaddr_in.self) }
        set {}
    }

    /// An address from all members it has on Apple's systems.
    ///
    /// - Parameters:
    ///   - sin_len: the size of the address; not looked at
    ///   - sin_family: `AF_INET`
    ///   - sin_port: the port in network byte order
    ///   - sin_addr: the address in network byte order
    ///   - sin_zero: eight zeros
    public init(
        sin_len: UInt8,
        sin_family: sa_family_t,
        sin_port: in_port_t,
        sin_addr: in_addr,
        sin_zero: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)
    ) {
        self.init(sin_family: sin_family, sin_port: sin_port, sin_addr: sin_addr, sin_zero: sin_zero)
    }
}

extension sockaddr_in6 {
    /// The size of the address in bytes. Setting it does nothing.
    public var sin6_len: UInt8 {
        get { length(sockaddr_in6.self) }
        set {}
    }
}

extension sockaddr_storage {
    /// The size of the address in bytes, as its family has it. Setting it does nothing.
    public var ss_len: UInt8 {
        get { length(family: ss_family, otherwise: length(sockaddr_storage.self)) }
        set {}
    }
}
