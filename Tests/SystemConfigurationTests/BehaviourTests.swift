// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// How targets behave for Swift: in a helper executable in its own network.

import Testing

@Suite(.serialized)
struct BehaviourTests {
    @Test(
        arguments: [
            ("balance", 6), ("orders", 8), ("restart", 15), ("flags-on-queue", 2), ("weak-box", 6), ("silence", 1),
            ("self-removal", 2), ("misuse", 7), ("scheduled-lives", 2), ("no-retain", 2), ("literal", 3), ("storm", 4),
        ]
    )
    func everyCheckOfTheScenarioHolds(scenario: String, least: Int) throws {
        let lines = try Helper(scenario).lines()
        #expect(lines.filter { $0.hasPrefix("FAILED") } == [])
        #expect(lines.filter { $0.hasPrefix("ok ") }.count >= least, "\(lines)")
        #expect(lines.last == "done")
    }

    @Test(arguments: ["serial", "concurrent", "global", "main", "main-loop", "current-loop"])
    func aChangeOfRouteIsToldWhereTheTargetIsScheduled(place: String) throws {
        let helper = try Helper("watch-zero", place)
        #expect(try helper.line() == "initial 0x2")
        #expect(try helper.line() == "ok scheduled")
        try helper.ip("route", "del", "default")
        try helper.wait(for: "changed 0x0")
        try helper.ip("route", "add", "default", "via", "10.9.0.1")
        try helper.wait(for: "changed 0x2")
    }

    @Test(arguments: ["serial", "main-loop"])
    func aNameThatDoesNotExistIsReachableAndThenNot(place: String) throws {
        let helper = try Helper("watch-name", place, withNameServer: true)
        #expect(try helper.line() == "initial 0x2")
        try helper.wait(for: "changed 0x0")
    }

    @Test func callbacksOfOneTargetDoNotOverlapOnAConcurrentQueue() throws {
        let helper = try Helper("watch-slowly")
        #expect(try helper.line() == "ok scheduled")
        try helper.ip("route", "del", "default")
        #expect(try helper.line() == "begin")
        try helper.ip("route", "add", "default", "via", "10.9.0.1")
        helper.tell("go")
        #expect(try helper.line() == "end")
        #expect(try helper.line() == "begin")
        helper.tell("go")
        #expect(try helper.line() == "end")
    }

    @Test func everyModeOfARunLoopIsTakenOffByItsName() throws {
        let lines = try Helper("watch-zero", "unscheduled-loop").lines()
        #expect(lines.filter { $0.hasPrefix("FAILED") } == [])
        #expect(lines.filter { $0.hasPrefix("ok ") }.count == 7, "\(lines)")
    }

    @Test func theClassOfTheArticleFollowsTheRoute() throws {
        let example = try Helper(program: "ArticleReachability")
        #expect(try example.line() == "reachable")
        try followRoute(of: example, to: "not reachable", andBackTo: "reachable")
    }

    @Test func theMonitorFollowsTheRoute() throws {
        let example = try Helper("198.51.100.1", program: "SystemConfigurationMonitor")
        #expect(try example.line() == "following")
        try followRoute(of: example, to: "not reachable 0x0", andBackTo: "reachable 0x2")
    }

    private func followRoute(of example: Helper, to lost: String, andBackTo found: String) throws {
        try example.ip("route", "del", "default")
        try example.wait(for: lost)
        try example.ip("route", "add", "default", "via", "10.9.0.1")
        try example.wait(for: found)
    }
}
