// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A monitor for the whole of a server: one object watches and keeps what is known, every part of the server asks it or
// listens to the notification.

import Dispatch
import Foundation
import NetworkReachability

/// What the application delegate is in the articles.
final class Server: Sendable {
    private let manager = NetworkReachabilityManager.shared

    /// What the parts of the server ask before they send.
    var canConnect: Bool {
        manager.isReachable
    }

    func start() -> Bool {
        manager.setReachabilityStatusChangeBlock { status in say("server: \(status)") }
        return manager.startMonitoring()
    }
}

/// What a view controller is in the articles: it listens while it is there and takes its observer off at its end.
final class Session {
    private let observer: any NSObjectProtocol

    init(_ server: Server) {
        observer = NotificationCenter.default.addObserver(
            forName: .networkReachabilityDidChange,
            object: nil,
            queue: nil
        ) { _ in say("session: " + (server.canConnect ? "sends" : "waits")) }
    }

    deinit {
        NotificationCenter.default.removeObserver(observer)
    }
}

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

let server = Server()
let session = Session(server)
guard server.start() else {
    say("The network cannot be watched.")
    exit(1)
}
dispatchMain()
