// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Every declaration that Swift sees, with the type it has on Apple's systems. Only type-checked.

import CReachability
import CoreFoundation
import Dispatch
import Glibc

@MainActor
func use(_ target: SCNetworkReachability, _ address: sockaddr, _ remote: sockaddr) {
    var address = address
    var remote = remote
    let byAddress: SCNetworkReachability? = SCNetworkReachabilityCreateWithAddress(nil, &address)
    let byPair: SCNetworkReachability? =
        SCNetworkReachabilityCreateWithAddressPair(kCFAllocatorDefault, nil, &remote)
    let byName: SCNetworkReachability? = SCNetworkReachabilityCreateWithName(nil, "localhost")
    let type: CFTypeID = SCNetworkReachabilityGetTypeID()
    var flags: SCNetworkReachabilityFlags = [
        .transientConnection, .reachable, .connectionRequired, .connectionOnTraffic, .interventionRequired,
        .connectionOnDemand, .isLocalAddress, .isDirect, .isWWAN, .connectionAutomatic,
    ]
    let word: UInt32 = flags.rawValue
    let hasFlags: Bool = SCNetworkReachabilityGetFlags(target, &flags)
    let status: Int32 = SCError()
    let text: UnsafePointer<CChar> = SCErrorString(status)
    let error: CFError = SCCopyLastError()
    let domain: CFString = kCFErrorDomainSystemConfiguration
    let code: Int = kSCStatusInvalidArgument
    let legacyBit: Int = kSCNetworkFlagsReachable
    var legacy: SCNetworkConnectionFlags = UInt32(legacyBit)
    let legacyByName: Bool = SCNetworkCheckReachabilityByName("localhost", &legacy)
    let legacyByAddress: Bool = SCNetworkCheckReachabilityByAddress(&address, 16, &legacy)
    let network: UInt32 = IN_LINKLOCALNETNUM
    _ = (byAddress, byPair, byName === target, type, word, hasFlags, text, error, domain, code)
    _ = (legacyByName, legacyByAddress, network, Unmanaged.passUnretained(target))
    // results may be ignored
    SCNetworkReachabilityGetFlags(target, &flags)
    SCNetworkCheckReachabilityByName("localhost", &legacy)
}

/// What the overlay builds on. A literal written in main-actor code must not be bound to that actor.
@MainActor
func useHidden(_ target: SCNetworkReachability) {
    let callout: SCNetworkReachabilityCallBack = {
        (target: SCNetworkReachability, flags: SCNetworkReachabilityFlags, info: UnsafeMutableRawPointer?) in
        nonisolatedOnly(target)
    }
    var context = __SCNetworkReachabilityContext(
        version: 0,
        info: nil,
        retain: { (info: UnsafeRawPointer) -> UnsafeRawPointer in info },
        release: { (_: UnsafeRawPointer) in },
        copyDescription: { (_: UnsafeRawPointer) -> Unmanaged<CFString> in fatalError() }
    )
    let isSet: Bool = __SCNetworkReachabilitySetCallback(target, callout, &context)
    let loop: CFRunLoop = CFRunLoopGetMain()
    let isScheduled: Bool = __SCNetworkReachabilityScheduleWithRunLoop(target, loop, kCFRunLoopDefaultMode)
    let isUnscheduled: Bool = __SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, kCFRunLoopDefaultMode)
    let isOff: Bool = __SCNetworkReachabilitySetDispatchQueue(target, nil)
    _ = (isSet, isScheduled, isUnscheduled, isOff)
    __SCNetworkReachabilitySetCallback(target, { _, _, _ in }, nil)
}

func nonisolatedOnly(_ target: SCNetworkReachability) {}

/// These names are free for the overlay.
func SCNetworkReachabilitySetCallback() {}
func SCNetworkReachabilitySetDispatchQueue() {}
func SCNetworkReachabilityScheduleWithRunLoop() {}
func SCNetworkReachabilityUnscheduleFromRunLoop() {}
struct SCNetworkReachabilityContext {}

func useFreedNames() {
    SCNetworkReachabilitySetCallback()
    SCNetworkReachabilitySetDispatchQueue()
    SCNetworkReachabilityScheduleWithRunLoop()
    SCNetworkReachabilityUnscheduleFromRunLoop()
    _ = SCNetworkReachabilityContext()
}

func useExtensions(_ target: SCNetworkReachability) {
    var explanation = reach_explanation()
    explanation.size = MemoryLayout<reach_explanation>.size
    let isExplained: Bool = reach_explain(target, &explanation)
    let port: OpaquePointer? = reach_port_create()
    let isOnPort: Bool = reach_set_port(target, port)
    _ = (isExplained, isOnPort)
}
