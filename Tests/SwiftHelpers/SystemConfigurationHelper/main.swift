// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// One scenario per run, by name. "literal" is written here on purpose: top-level code belongs to the main actor, and a
// callback written in it must not be bound to that actor.

import SystemConfiguration
import Foundation

let arguments = CommandLine.arguments
let scenario = arguments.count > 1 ? arguments[1] : ""
let place = arguments.count > 2 ? arguments[2] : ""

switch scenario {
case "literal":
    let target = target("localhost")
    let ends = Tally()
    let kept = Box(ends)
    var context = boxContext(kept)
    let callback: SCNetworkReachabilityCallBack = { target, flags, info in
        check(flags.contains(.reachable), "the literal is called elsewhere")
        boxOf(info).event.happen()
    }
    SCNetworkReachabilitySetCallback(target, callback, &context)
    SCNetworkReachabilitySetDispatchQueue(target, .global())
    check(kept.event.wait(), "it returns")
    SCNetworkReachabilitySetDispatchQueue(target, nil)
    let other = Box(ends)
    context = boxContext(other)
    SCNetworkReachabilitySetCallback(
        target,
        { _, _, info in
            boxOf(info).event.happen()
        },
        &context
    )
    SCNetworkReachabilitySetDispatchQueue(target, DispatchQueue(label: "literal"))
    check(other.event.wait(), "so does one written in the call")
case "watch-zero":
    watch(zeroTarget(), on: place)
case "watch-name":
    watch(target("nosuchhost.example"), on: place)
case "watch-slowly":
    watchSlowly(zeroTarget())
default:
    guard let check = checks[scenario] else {
        say("FAILED no such scenario")
        exit(1)
    }
    check()
}
say("done")
