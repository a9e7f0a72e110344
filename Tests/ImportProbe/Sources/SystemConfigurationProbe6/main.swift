// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// Swift that imports nothing but SystemConfiguration. SystemConfigurationProbe5 is the same file in language mode 5.

import SystemConfiguration

func check(_ condition: Bool, _ what: String) {
    print(condition ? "ok" : "FAILED", what)
}

/// Ends when the target that refers to it ends.
final class Witness {
    nonisolated(unsafe) static var ended = 0
    let called = DispatchSemaphore(value: 0)
    deinit { Witness.ended += 1 }
}

@inline(never)
func useOneTarget() {
    guard let target = SCNetworkReachabilityCreateWithName(kCFAllocatorDefault, "localhost") else {
        return check(false, "a target is made")
    }
    let witness = Witness()
    var context = SCNetworkReachabilityContext(
        version: 0,
        info: Unmanaged.passUnretained(witness).toOpaque(),
        retain: { UnsafeRawPointer(Unmanaged<Witness>.fromOpaque($0).retain().toOpaque()) },
        release: { Unmanaged<Witness>.fromOpaque($0).release() },
        copyDescription: { _ in Unmanaged.passRetained("a witness" as CFString) }
    )
    let callback: SCNetworkReachabilityCallBack = { _, _, info in
        Unmanaged<Witness>.fromOpaque(info!).takeUnretainedValue().called.signal()
    }
    check(SCNetworkReachabilitySetCallback(target, callback, &context), "a callback is taken")
    let queue = DispatchQueue(label: "probe")
    check(SCNetworkReachabilitySetDispatchQueue(target, queue), "a queue is taken")
    check(witness.called.wait(timeout: .now() + 30) == .success, "it calls back")
    check(SCNetworkReachabilitySetDispatchQueue(target, nil), "the queue is left")
    queue.sync {}
    let mode = CFRunLoopMode.commonModes.rawValue
    check(SCNetworkReachabilityScheduleWithRunLoop(target, CFRunLoopGetMain(), mode), "a run loop is taken")
    check(SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetMain(), mode), "and left")
    check(SCNetworkReachabilitySetCallback(target, nil, nil), "the callback is cleared")
    check("\(target)".contains("localhost"), "it describes itself")
}

useOneTarget()
check(Witness.ended == 1, "what the context kept has ended")
var address = sockaddr_in()
address.sin_len = UInt8(MemoryLayout.size(ofValue: address))
check(address.sin_len == 16, "addresses have lengths")
check(SCNetworkReachabilityCreateWithName(nil, "") == nil && SCError() == 1002, "failures have reasons")
