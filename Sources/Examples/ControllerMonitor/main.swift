// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A monitor for each controller: a screen watches while it is shown, and registers and unregisters in pairs.
// ControllerMonitor HOST; then lines on standard input: "open NAME" shows a screen, "back" leaves it.

import Foundation
import NetworkReachability

/// What the base controller is in the articles: every screen that wants to know inherits from it.
@MainActor
class WatchingScreen {
    let name: String
    private let reachability: Reachability
    private var observer: (any NSObjectProtocol)?

    init(_ name: String, watching reachability: Reachability) {
        self.name = name
        self.reachability = reachability
    }

    final func willAppear() {
        observer = NotificationCenter.default.addObserver(
            forName: .init(kReachabilityChangedNotification),
            object: reachability,
            queue: nil
        ) { [weak self] _ in
            // It comes on the run loop that the notifier was started on.
            MainActor.assumeIsolated { self?.networkChanged() }
        }
        reachability.startNotifier()
        networkChanged()
    }

    final func willDisappear() {
        reachability.stopNotifier()
        observer.map { NotificationCenter.default.removeObserver($0) }
        observer = nil
    }

    func networkChanged() {
        let line = "\(name): \(reachability.currentReachabilityStatus)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
    }
}

@MainActor
enum Navigation {
    static var screens: [WatchingScreen] = []

    static func follow(_ line: String) {
        screens.last?.willDisappear()
        if !line.hasPrefix("open ") {
            screens.removeLast()
        } else if let host = CommandLine.arguments.last, let reachability = Reachability(hostName: host) {
            screens.append(WatchingScreen(String(line.dropFirst(5)), watching: reachability))
        }
        guard let shown = screens.last else {
            exit(0)
        }
        shown.willAppear()
    }
}

Navigation.follow("open list")
Thread.detachNewThread {
    while let line = readLine() {
        DispatchQueue.main.async { Navigation.follow(line) }
    }
}
RunLoop.main.run()
