// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The helper executable in a network of its own, where wanted with a name server that knows no name.

import Foundation
import TestProgram

/// A run of the helper.
final class Helper {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var pending = Data()

    private static let nameServer = """
        conf=$(mktemp)
        printf 'nameserver 127.0.0.1\\noptions timeout:1 attempts:1\\n' >$conf
        mount --bind $conf /etc/resolv.conf
        rm $conf
        dnsmasq --conf-file=/dev/null --no-resolv --no-hosts --listen-address=127.0.0.1 --bind-interfaces \\
            --pid-file= --user= '--local=/#/'

        """

    init(
        _ arguments: String...,
        program: String = "SystemConfigurationHelper",
        withNameServer: Bool = false
    ) throws {
        let helper = try TestProgram.path(of: program)
        let script = "set -e\n" + TestProgram.network + (withNameServer ? Helper.nameServer : "") + "exec \"$@\"\n"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = TestProgram.namespaces + ["sh", "-c", script, "sh", helper] + arguments
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
