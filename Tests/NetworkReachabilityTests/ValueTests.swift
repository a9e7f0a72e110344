// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What can be said without a network: the rule of article 000, hosts, addresses and texts.

import CReachability
import Foundation
import Testing

@testable import NetworkReachability

struct ValueTests {
    @Test("000 AFNetworkReachabilityStatusForFlags: all combinations of the bits it reads")
    func table() {
        let bits: [SCNetworkReachabilityFlags] = [
            .reachable, .connectionRequired, .connectionOnDemand, .connectionOnTraffic, .interventionRequired, .isWWAN,
        ]
        for word in 0..<(1 << bits.count) {
            let has = bits.indices.map { word & (1 << $0) != 0 }
            var flags: SCNetworkReachabilityFlags = [.transientConnection, .isDirect]
            bits.indices.filter { has[$0] }.forEach { flags.formUnion(bits[$0]) }
            let expected: NetworkReachabilityStatus =
                switch (has[0], has[1], has[2] || has[3], has[4], has[5]) {
                case (false, _, _, _, _), (true, true, false, _, _), (true, true, true, true, _): .notReachable
                case (true, _, _, _, true): .reachableViaWWAN
                default: .reachableViaWiFi
                }
            #expect(NetworkReachabilityStatus(flags) == expected, "\(String(flags.rawValue, radix: 16))")
        }
    }

    @Test("001 currentReachabilityStatus: that article's order")
    func sampleRule() {
        #expect(ReachabilityStatus([]) == .notReachable)
        #expect(ReachabilityStatus(.isWWAN) == .notReachable)
        #expect(ReachabilityStatus([.reachable, .isWWAN, .connectionRequired]) == .reachableViaWWAN)
        #expect(ReachabilityStatus(.reachable) == .reachableViaWiFi)
        #expect(ReachabilityStatus([.reachable, .connectionRequired]) == .notReachable)
        #expect(ReachabilityStatus([.reachable, .connectionRequired, .connectionOnTraffic]) == .reachableViaWiFi)
        #expect(ReachabilityStatus([.reachable, .connectionRequired, .connectionOnDemand]) == .reachableViaWiFi)
        #expect(
            ReachabilityStatus([.reachable, .connectionRequired, .connectionOnDemand, .interventionRequired])
                == .notReachable
        )
        #expect(kReachabilityChangedNotification == "kNetworkReachabilityChangedNotification")
        #expect([NotReachable, ReachableViaWiFi, ReachableViaWWAN].map(\.rawValue) == [0, 1, 2])
        #expect(Reachability(hostName: "http://") == nil)
    }

    @Test("002 AFNetworkReachabilityStatus: raw values")
    func rawValues() {
        #expect(NetworkReachabilityStatus.allCases.map(\.rawValue) == [-1, 0, 1, 2])
    }

    @Test(
        "003 a host name with a scheme, a port or a path",
        arguments: [
            ("example.org", "example.org"), ("example.org:80", "example.org"), ("http://example.org", "example.org"),
            ("https://user:word@example.org:8443/a/b?c=d#e", "example.org"), ("example.org/path", "example.org"),
            ("[2001:db8::1]:80", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1%eth0"),
            ("http://[2001:db8::1]/", "2001:db8::1"), ("10.0.0.1:53", "10.0.0.1"),
        ]
    )
    func hosts(text: String, expected: String) throws {
        #expect(try host(in: text) == expected)
    }

    @Test("what names no host is refused, and why")
    func unusableHosts() {
        for text in ["", "http://", "/path", ":80", "mailto://"] {
            #expect(throws: NetworkReachabilityError(.noHost, "")) { try NetworkReachabilityManager(host: text) }
        }
        for text in ["a b", "[::1", "x\u{0}y"] {
            #expect(throws: NetworkReachabilityError(.invalidHost, "")) { try NetworkReachabilityManager(host: text) }
        }
        let url = URL(fileURLWithPath: "/etc")
        #expect(throws: NetworkReachabilityError(.noHost, "")) { try NetworkReachabilityManager(url: url) }
    }

    @Test("addresses of every shape")
    func addresses() throws {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        _ = try NetworkReachabilityManager(address: four)
        _ = try NetworkReachabilityManager(address: six)
        #expect(withUnsafePointer(to: &four) { AFNetworkReachabilityManager(forAddress: $0).flags } != nil)
        #expect(AFNetworkReachabilityManager(forAddress: six).flags != nil)
        var plain = sockaddr()
        plain.sa_family = sa_family_t(AF_INET)
        _ = try NetworkReachabilityManager(address: plain)
        plain.sa_family = sa_family_t(AF_INET6)
        #expect(throws: NetworkReachabilityError(.invalidAddress, "")) {
            try NetworkReachabilityManager(address: plain)
        }
        var storage = sockaddr_storage()
        #expect(throws: NetworkReachabilityError(.invalidAddress, "")) {
            try NetworkReachabilityManager(address: storage)
        }
        storage.ss_family = sa_family_t(AF_INET6)
        _ = try NetworkReachabilityManager(address: storage)
    }

    @Test("AFNetworking's names")
    func aliases() {
        #expect(AFNetworkReachabilityManager.shared() === AFNetworkReachabilityManager.shared)
        #expect(AFNetworkReachabilityManager.manager() !== AFNetworkReachabilityManager.manager())
        #expect(
            Notification.Name.AFNetworkingReachabilityDidChange.rawValue
                == "com.alamofire.networking.reachability.change"
        )
        #expect(AFNetworkingReachabilityNotificationStatusItem == "AFNetworkingReachabilityNotificationStatusItem")
        let status: AFNetworkReachabilityStatus = .unknown
        let block: AFNetworkReachabilityStatusBlock = { _ in }
        block(status)
        #expect(!AFStringFromNetworkReachabilityStatus(status).isEmpty)
    }

    @Test("000 AFStringFromNetworkReachabilityStatus: English")
    func english() {
        let texts = NetworkReachabilityStatus.allCases.map {
            localizedString(for: $0, locale: Locale(identifier: "en"))
        }
        #expect(texts == ["Unknown", "Not Reachable", "Reachable via WWAN", "Reachable via WiFi"])
    }

    @Test("every language has texts of its own")
    func languages() {
        let names = ["en", "zh_CN", "zh_TW", "vi", "ja", "ko", "de_AT", "fr", "es", "pt_BR", "ru"]
        for status in NetworkReachabilityStatus.allCases where status != .unknown {
            let texts = names.map { localizedString(for: status, locale: Locale(identifier: $0)) }
            #expect(Set(texts).count == names.count)
        }
        #expect(localizedString(for: .unknown, locale: Locale(identifier: "tlh")) == "Unknown")
    }

    @Test("the language is chosen as gettext does")
    func environment() {
        #expect(wantedLanguages([:]) == [])
        #expect(wantedLanguages(["LANG": "de_DE.UTF-8"]) == ["de_DE.UTF-8"])
        #expect(wantedLanguages(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == [])
        #expect(wantedLanguages(["LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"]) == ["fr_FR"])
        #expect(wantedLanguages(["LANG": "de_DE", "LANGUAGE": "ko:ja"]) == ["ko", "ja", "de_DE"])
        #expect(language(of: "zh-Hant-HK") == "zh-Hant" && language(of: "zh_HK.UTF-8") == "zh-Hant")
        #expect(language(of: "zh_Hans_HK") == "zh" && language(of: "de@euro") == "de")
    }
}
