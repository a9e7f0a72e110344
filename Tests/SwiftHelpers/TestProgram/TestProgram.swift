// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A program beside the tests, in a network of its own: loopback and one link with a default route. The process of the
// tests is never moved to another namespace.

import Foundation

public struct TestProgram {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Brings the network up, in a shell.
    public static let network = """
        ip link set lo up
        ip link add up0 type veth peer name up1
        ip link set up0 up
        ip link set up1 up
        ip addr add 10.9.0.2/24 dev up0
        ip route add default via 10.9.0.1

        """

    /// The command that starts another in namespaces of its own. A PID namespace needs its own `/proc`: libdispatch
    /// reads the state of its threads there and traps when it is that of another.
    public static var namespaces: [String] {
        ["unshare", getuid() == 0 ? "-nm" : "-Urnm", "--pid", "--fork", "--kill-child", "--mount-proc"]
    }

    /// Where the product is.
    public static func path(of product: String) throws -> String {
        // The test runner is linked to the bundle or to the executable of the tests.
        let arguments = CommandLine.arguments
        let places = [arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0], "/proc/self/exe"]
            .map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
        guard
            let place = places.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(product)") })
        else {
            throw Missing(description: "no \(product) in \(places)")
        }
        return "\(place)/\(product)"
    }
}
