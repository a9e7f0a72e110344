// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The scenarios of the class of Apple's sample.

import Foundation
import NetworkReachability

private func runLoop(until condition: () -> Bool) -> Bool {
    let deadline = Date() + 10
    while !condition() {
        guard Date() < deadline else {
            return false
        }
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.1)
    }
    return true
}

@Sendable func sample() {
    let inbox = Inbox<String>()
    guard let reachability = Reachability.networkReachabilityForInternetConnection() else {
        return check(false, "made")
    }
    let loop = pthread_self()
    let tokens = [ReachabilityDidChangeNotificationName, kReachabilityChangedNotification].map { name in
        NotificationCenter.default.addObserver(forName: .init(name), object: reachability, queue: nil) { note in
            let isSame = note.object is Reachability && pthread_self() == loop
            inbox.put(isSame ? note.name.rawValue : "elsewhere")
        }
    }
    reachability.stopNotifier()
    check(reachability.currentReachabilityStatus == .reachableViaWiFi, "status without start")
    check(reachability.startNotifier(), "started")
    check(!reachability.startNotifier(), "not twice")
    loseRoute()
    check(runLoop { inbox.all.count == 2 }, "both notifications, on the loop")
    check(inbox.all == [ReachabilityDidChangeNotificationName, kReachabilityChangedNotification], "their names")
    check(!reachability.isReachable && reachability.currentReachabilityStatus == NotReachable, "asked after it")
    regainRoute()
    check(runLoop { inbox.all.count == 4 } && reachability.isReachable, "and back")
    check(!reachability.connectionRequired(), "no connection required")
    // From another thread; the loop is the one it was started on.
    DispatchQueue.global().sync { reachability.stopNotifier() }
    loseRoute()
    let other = Reachability.reachabilityForInternetConnection()
    check(other?.startNotifier() == true, "another one")
    regainRoute()
    check(!runLoop { inbox.all.count > 4 || other == nil } || inbox.all.count == 4, "silence after stop")
    check(reachability.startNotifier(), "started again")
    loseRoute()
    check(runLoop { inbox.all.count == 6 }, "and told")
    tokens.forEach { NotificationCenter.default.removeObserver($0) }
}

@Sendable func localWiFi() {
    guard let local = Reachability.reachabilityForLocalWiFi() else {
        return check(false, "made")
    }
    check(local.currentReachabilityStatus == .notReachable || local.isReachable, "asked")
    ip("route add 169.254.0.0/16 dev up0")
    check(local.currentReachabilityStatus == .reachableViaWiFi, "attached")
    ip("route del 169.254.0.0/16")
    ip("route del default")
    check(local.currentReachabilityStatus == .notReachable, "detached")
}

@Sendable func dropping() {
    for round in 1...100 {
        let reachability = Reachability.reachabilityForInternetConnection()
        check(reachability?.startNotifier() == true, "start \(round)")
        if round.isMultiple(of: 2) {
            let box = Inbox<Reachability?>()
            box.put(reachability)
            DispatchQueue.global().async { _ = box.all }
        }
    }
    loseRoute()
    _ = RunLoop.current.run(mode: .default, before: Date() + 0.1)
    regainRoute()
    check(true, "still here")
}
