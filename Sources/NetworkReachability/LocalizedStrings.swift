// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The texts of the statuses in the languages there are. They are in the code, so that an executable may be copied
// without a folder of resources.

import Foundation

/// A status in the language of the user.
///
/// - Parameters:
///   - status: the status
///   - locale: the language to use; nil for that of the environment, chosen as gettext does: the first set of `LC_ALL`,
///     `LC_MESSAGES` and `LANG`, and unless that is `C` or `POSIX`, the list in `LANGUAGE` before it
/// - Returns: its text; English when there is none in that language
public func localizedString(for status: NetworkReachabilityStatus, locale: Locale? = nil) -> String {
    let wanted = locale.map { [$0.identifier] } ?? wantedLanguages(ProcessInfo.processInfo.environment)
    let texts = wanted.lazy.compactMap { translations[language(of: $0)] }.first ?? english
    switch status {
    case .unknown: return texts.unknown
    case .notReachable: return texts.notReachable
    case .reachableViaWWAN: return texts.reachableViaWWAN
    case .reachableViaWiFi: return texts.reachableViaWiFi
    }
}

extension NetworkReachabilityManager {
    /// The status last delivered, in the language of the user.
    ///
    /// - Parameter locale: the language to use; nil for that of the environment
    /// - Returns: the text
    public func localizedNetworkReachabilityStatusString(locale: Locale? = nil) -> String {
        localizedString(for: networkReachabilityStatus, locale: locale)
    }
}

/// The names of locales in the order in which they are wanted.
func wantedLanguages(_ environment: [String: String]) -> [String] {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    if ["C", "POSIX"].contains(String(set.prefix { $0 != "." })) {
        return []
    }
    return (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [set]
}

/// The key in the table for a name such as `pt_BR.UTF-8`, `zh-Hant-HK` or `de@euro`.
func language(of locale: String) -> String {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }.map { $0.lowercased() }
    guard parts.first == "zh" else {
        return parts.first ?? ""
    }
    if parts.contains("hans") {
        return "zh"
    }
    return parts.contains { ["hant", "tw", "hk", "mo"].contains($0) } ? "zh-Hant" : "zh"
}

private struct Texts: Sendable {
    let unknown: String
    let notReachable: String
    let reachableViaWWAN: String
    let reachableViaWiFi: String

    init(_ unknown: String, _ notReachable: String, _ reachableViaWWAN: String, _ reachableViaWiFi: String) {
        self.unknown = unknown
        self.notReachable = notReachable
        self.reachableViaWWAN = reachableViaWWAN
        self.reachableViaWiFi = reachableViaWiFi
    }
}

private let english = Texts("Unknown", "Not Reachable", "Reachable via WWAN", "Reachable via WiFi")

private let translations: [String: Texts] = [
    "en": english,
    "zh": Texts("未知", "无法连接", "可通过蜂窝网络连接", "可通过 Wi-Fi 连接"),
    "zh-Hant": Texts("未知", "無法連線", "可透過行動網路連線", "可透過 Wi-Fi 連線"),
    "vi": Texts("Không xác định", "Không thể kết nối", "Kết nối được qua mạng di động", "Kết nối được qua Wi-Fi"),
    "ja": Texts("不明", "接続できません", "モバイル回線で接続可能", "Wi-Fiで接続可能"),
    "ko": Texts("알 수 없음", "연결할 수 없음", "셀룰러로 연결 가능", "Wi-Fi로 연결 가능"),
    "de": Texts("Unbekannt", "Nicht erreichbar", "Erreichbar über Mobilfunk", "Erreichbar über WLAN"),
    "fr": Texts("Inconnu", "Injoignable", "Joignable par réseau mobile", "Joignable par Wi-Fi"),
    "es": Texts("Desconocido", "No accesible", "Accesible por red móvil", "Accesible por wifi"),
    "pt": Texts("Desconhecido", "Inacessível", "Acessível por rede móvel", "Acessível por Wi-Fi"),
    "ru": Texts("Неизвестно", "Недоступно", "Доступно через мобильную сеть", "Доступно через Wi-Fi"),
]
