// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What the manager does: each scenario in a helper executable in a network namespace of its own.

import Foundation
import TestProgram
import Testing

struct BehaviourTests {
    /// Runs a program beside the tests in a network of its own, with a shell text that knows it as `"$@"`.
    private func run(_ program: [String], _ text: String = "exec \"$@\"") throws -> [String] {
        let path = try TestProgram.path(of: program[0])
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["LC_ALL=C", "timeout", "-s", "KILL", "60"] + TestProgram.namespaces
            + ["bash", "-ec", TestProgram.network + text, "bash", path] + program.dropFirst()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func expectSuccess(_ scenario: String, _ main: String) throws {
        let lines = try run(["NetworkReachabilityHelper", scenario, main])
        #expect(lines.filter { $0.hasPrefix("FAILED") } == [])
        #expect(lines.last == "done", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("ok ") })
    }

    @Test(
        "000 startMonitoring: initial state, then changes, closure before notification",
        arguments: ["run-loop", "dispatch"]
    )
    func changes(main: String) throws {
        try expectSuccess("changes", main)
    }

    @Test("000 AFNetworkReachabilityCallback: every callback is reported")
    func interface() throws {
        try expectSuccess("interface", "dispatch")
    }

    @Test("000 stopMonitoring: silence after it")
    func stop() throws {
        try expectSuccess("stop", "dispatch")
    }

    @Test("000 startMonitoring stops first: restart, from many threads")
    func restart() throws {
        try expectSuccess("restart", "dispatch")
    }

    @Test("000 AFPostReachabilityStatusChange: the last status of a storm is the true one")
    func storm() throws {
        try expectSuccess("storm", "run-loop")
    }

    @Test("000 weakSelf and dealloc: a manager may go away at any time")
    func deallocation() throws {
        try expectSuccess("deallocation", "dispatch")
    }

    @Test(
        "000 dealloc, 001 deinit: the last reference goes while a callback is in flight",
        arguments: ["in-flight", "in-flight-sample", "in-callback"]
    )
    func deallocationInFlight(scenario: String) throws {
        try expectSuccess(scenario, "dispatch")
    }

    @Test("managers come and go on threads and tasks while the route flaps, and nothing is left of them")
    func manyOfEverything() throws {
        try expectSuccess("many-of-everything", "dispatch")
    }

    @Test("a thousand managers")
    func thousand() throws {
        try expectSuccess("thousand", "dispatch")
    }

    @Test("000 KVO: dependent properties change with the status")
    func observation() throws {
        try expectSuccess("observation", "dispatch")
    }

    @Test("000 managerForDomain: a URL is reduced to its host; the first state of a name is told once")
    func name() throws {
        try expectSuccess("name", "dispatch")
    }

    @Test("000 initWithReachability: the target of another manager is left alone")
    func taken() throws {
        try expectSuccess("taken", "dispatch")
    }

    @Test("a blocked main thread is in nobody's way", arguments: ["own-queue", "statuses", "waiting", "explanation"])
    func blocked(scenario: String) throws {
        try expectSuccess(scenario, "blocked")
    }

    @Test(
        "001 Reachability: notifications, status, local Wi-Fi, dropping",
        arguments: ["sample", "local-wifi", "dropping"]
    )
    func sample(scenario: String) throws {
        try expectSuccess(scenario, "dispatch")
    }

    /// Runs an example, changes the route after the lines given, and gives what it printed up to the last one.
    private func runExample(_ name: String, steps: [(after: String, change: String)], last: String) throws -> [String] {
        var text = "exec 3< <(exec \"$@\")\n"
        for step in steps {
            text += "while read -r line <&3; do echo \"$line\"; [ \"$line\" = '\(step.after)' ] && break; done\n"
            text += "ip route \(step.change)\n"
        }
        text += "while read -r line <&3; do echo \"$line\"; [ \"$line\" = '\(last)' ] && break; done\n"
        return try run([name], text)
    }

    @Test("the async example, whose main function is async")
    func asyncExample() throws {
        let steps = [("Reachable via WiFi (wired)", "del default"), ("Not Reachable", "add default via 10.9.0.1")]
        let lines = try runExample("AsyncMonitor", steps: steps, last: "Reachable via WiFi (wired)")
        #expect(lines == ["Reachable via WiFi (wired)", "Not Reachable", "Reachable via WiFi (wired)"])
    }

    @Test("003 both ways: the monitor of the whole program, and one that listens to its notification")
    func serverExample() throws {
        let steps = [("session: sends", "del default"), ("session: waits", "add default via 10.9.0.1")]
        let lines = try runExample("ServerMonitor", steps: steps, last: "session: sends")
        let up = ["server: reachableViaWiFi", "session: sends"]
        #expect(lines == up + ["server: notReachable", "session: waits"] + up)
    }

    @Test("003 the second way: each controller listens from when it appears until it disappears")
    func controllerExample() throws {
        let text = """
            coproc "$@"
            says() { while read -r line; do echo "$line"; [ "$line" = "$1" ] && return; done <&${COPROC[0]}; }
            says 'list: reachableViaWiFi'
            ip route del default
            says 'list: notReachable'
            echo 'open detail' >&${COPROC[1]}
            says 'detail: notReachable'
            ip route add default via 10.9.0.1
            says 'detail: reachableViaWiFi'
            echo 'back' >&${COPROC[1]}
            says 'list: reachableViaWiFi'
            ip route del default
            says 'list: notReachable'
            echo 'back' >&${COPROC[1]}
            wait
            """
        let lines = try run(["ControllerMonitor", "198.51.100.1"], text)
        let lost = ["list: reachableViaWiFi", "list: notReachable"]
        #expect(lines == lost + ["detail: notReachable", "detail: reachableViaWiFi"] + lost)
    }
}
