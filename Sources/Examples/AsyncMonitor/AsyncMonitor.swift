// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Prints every status as it comes, in an async program: AsyncMonitor [HOST]

import Foundation
import NetworkReachability

@main
struct AsyncMonitor {
    static func main() async {
        do {
            let manager =
                if let host = CommandLine.arguments.dropFirst().first {
                    try NetworkReachabilityManager(host: host)
                } else {
                    NetworkReachabilityManager.shared
                }
            manager.startMonitoring()
            for await status in manager.statuses where status != .unknown {
                let way = manager.interfaceKind.map { " (\($0))" } ?? ""
                say(localizedString(for: status) + way)
            }
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
