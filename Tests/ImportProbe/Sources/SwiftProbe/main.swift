// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Swift that imports nothing but CReachability: are its targets objects that Swift can count?

import CReachability

func check(_ condition: Bool, _ what: String) {
    print(condition ? "ok" : "FAILED", what)
}

/// Ends when the target that refers to it ends.
final class Witness {
    nonisolated(unsafe) static var ended = 0
    deinit { Witness.ended += 1 }
}

func attachWitness(to target: SCNetworkReachability) {
    var context = __SCNetworkReachabilityContext(
        version: 0,
        info: Unmanaged.passRetained(Witness()).toOpaque(),
        retain: nil,
        release: { Unmanaged<Witness>.fromOpaque($0).release() },
        copyDescription: nil
    )
    check(__SCNetworkReachabilitySetCallback(target, nil, &context), "a context is taken")
}

/// In a function of its own, so that nothing lives on.
@inline(never)
func useOneTarget() {
    guard let target = SCNetworkReachabilityCreateWithName(nil, "www.example.com") else {
        return check(false, "a target is made")
    }
    attachWitness(to: target)
    let copies = Array(repeating: target, count: 100)
    check(copies.allSatisfy { $0 === target }, "it is one object")
    let text = "\(copies[7])"
    check(text.hasPrefix("<SCNetworkReachability 0x"), "it describes itself")
    check(text.contains("www.example.com"), "its description has its name")
    check(Witness.ended == 0, "it lives while it is referred to")
}

@inline(never)
func useManyTargets(_ count: Int) {
    for number in 0..<count {
        guard let target = SCNetworkReachabilityCreateWithName(nil, "host\(number).example.com") else {
            return check(false, "target \(number) is made")
        }
        var context = __SCNetworkReachabilityContext()
        context.info = Unmanaged.passRetained(Witness()).toOpaque()
        context.release = { Unmanaged<Witness>.fromOpaque($0).release() }
        __SCNetworkReachabilitySetCallback(target, nil, &context)
    }
}

useOneTarget()
check(Witness.ended == 1, "it ends with the last reference")
useManyTargets(1000)
check(Witness.ended == 1001, "a thousand targets end")

check(SCNetworkReachabilityCreateWithName(nil, "") == nil, "an empty name makes no target")
check(SCError() == 1002, "and says why")
check(SCError() == Int32(kSCStatusInvalidArgument), "the codes are there")
check(String(cString: SCErrorString(SCError())) == "Invalid argument", "they have texts")
check("\(SCCopyLastError())".contains("Invalid argument"), "an error is an object")
check("\(kCFErrorDomainSystemConfiguration)" == "com.apple.SystemConfiguration", "its domain is a string")

var flags = SCNetworkReachabilityFlags()
if let target = SCNetworkReachabilityCreateWithName(nil, "127.0.0.1") {
    check(SCNetworkReachabilityGetFlags(target, &flags), "flags are found out")
    check(flags.isEmpty || flags == [.reachable, .isLocalAddress, .isDirect], "they are an option set")
}
