// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Follows one host, or without an argument the internet, and tells every change: swift run ArticleReachability [HOST]

import Foundation

func tell(_ reachability: Reachability) {
    print(reachability.isReachable ? "reachable" : "not reachable")
    fflush(nil)
}

let reachability =
    CommandLine.arguments.count > 1
    ? Reachability(hostName: CommandLine.arguments[1])
    : Reachability.networkReachabilityForInternetConnection()
guard let reachability else {
    print("no such target")
    exit(1)
}
let observer = NotificationCenter.default.addObserver(
    forName: Notification.Name(ReachabilityDidChangeNotificationName),
    object: nil,
    queue: nil
) { notification in
    guard let changed = notification.object as? Reachability else {
        return
    }
    tell(changed)
}
guard reachability.startNotifier() else {
    exit(1)
}
tell(reachability)
RunLoop.current.run()
