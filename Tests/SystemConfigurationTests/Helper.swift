// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The helper executable in a network of its own: loopback, one link with a default route, and where wanted a name
// server that knows no name. Never moves this process to another namespace.

import Foundation

/// A run of the helper.
final class Helper {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var pending = Data()

    private static let network = """
        ip link set lo up
        ip link add up0 type veth peer name up1
        ip link set up0 up
        ip link set up1 up
        ip addr add 10.9.0.2/24 dev up0
        ip route add default via 10.9.0.1

        """

    private static let nameServer = """
        conf=$(mktemp)
        printf 'nameserver 127.0.0.1\\noptions timeout:1 attempts:1\\n' >$conf
        mount --bind $conf /etc/resolv.conf
        rm $conf
        dnsmasq --conf-file=/dev/null --no-resolv --no-hosts --listen-address=127.0.0.1 --bind-interfaces \\
            --pid-file= --user= '--local=/#/'

        """

    /// Folder of this test's products, where the helper is as well.
    private static var products: URL {
        get throws {
            // the test runner is linked to the bundle or the executable of the tests
            let arguments = CommandLine.arguments
            let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
            let folders = [bundle, "/proc/self/exe"].map {
                URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
            }
            guard
                let folder = folders.first(where: {
                    FileManager.default.isExecutableFile(atPath: $0.path + "/SystemConfigurationHelper")
                })
            else {
                throw Failure(description: "no helper in \(folders)")
            }
            return folder
        }
    }

    init(
        _ arguments: String...,
        program: String = "SystemConfigurationHelper",
        withNameServer: Bool = false
    ) throws {
        let helper = try Helper.products.appendingPathComponent(program).path
        let script = "set -e\n" + Helper.network + (withNameServer ? Helper.nameServer : "") + "exec \"$@\"\n"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["unshare", getuid() == 0 ? "-nm" : "-Urnm", "--pid", "--fork", "--kill-child", "--mount-proc"]
            + ["sh", "-c", script, "sh", helper] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        // unshare ignores the request to end while it waits; its child ends with it
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
        }
        process.waitUntilExit()
    }

    /// The next line; nil at the end.
    func line() throws -> String? {
        let descriptor = output.fileHandleForReading.fileDescriptor
        let deadline = Date() + 20
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, Int32(max(0, deadline.timeIntervalSinceNow) * 1000)) > 0 else {
                throw Failure(description: "the helper said nothing in time")
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else {
                return nil
            }
            pending.append(contentsOf: bytes[..<count])
        }
    }

    /// Lines up to the end.
    func lines() throws -> [String] {
        var lines: [String] = []
        while let line = try line() {
            lines.append(line)
        }
        return lines
    }

    /// Skips lines up to the given one.
    func wait(for wanted: String) throws {
        var seen: [String] = []
        while let line = try line() {
            if line == wanted {
                return
            }
            seen.append(line)
        }
        throw Failure(description: "\"\(wanted)\" never came after \(seen)")
    }

    /// Gives the helper a line.
    func tell(_ line: String) {
        input.fileHandleForWriting.write(Data((line + "\n").utf8))
    }

    /// Closes the helper's standard input.
    func closeInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// Runs `ip` in the helper's network.
    func ip(_ arguments: String...) throws {
        let enter = Process()
        enter.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        enter.arguments =
            ["nsenter", "-t", String(process.processIdentifier), "-n"]
            + (getuid() == 0 ? [] : ["-U", "--preserve-credentials"]) + ["ip"] + arguments
        try enter.run()
        enter.waitUntilExit()
        guard enter.terminationStatus == 0 else {
            throw Failure(description: "ip \(arguments) failed")
        }
    }
}
