// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// C that was built against the subset, inside a Swift program: both must mean the same objects.

import CReachability
import CoreFoundation
import Dispatch
import MixedProbeC

func check(_ condition: Bool, _ what: String) {
    print(condition ? "ok" : "FAILED", what)
}

func pointer(_ object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

let target = SCNetworkReachabilityCreateWithName(nil, "www.example.com")!
// once: each conversion may hold a reference of its own for a while
let raw = pointer(target)
withExtendedLifetime(target) {
    let before = mixed_count(raw)
    check(mixed_retain(raw) == raw, "C takes a reference")
    check(mixed_count(raw) == before + 1, "it is counted once")
    mixed_release(raw)
    check(mixed_count(raw) == before, "C drops its reference")
    check(CFGetTypeID(target) == SCNetworkReachabilityGetTypeID(), "CoreFoundation knows the type")
    check(mixed_type(raw) == mixed_target_type(), "so does C")
    check("\(CFCopyDescription(target)!)" == "\(target)", "CoreFoundation describes it")
}
check(mixed_main_loop() == pointer(CFRunLoopGetMain()), "there is one main loop")
check(mixed_default_mode() == pointer(kCFRunLoopDefaultMode), "there is one default mode")
check(mixed_domain() == pointer(kCFErrorDomainSystemConfiguration), "there is one domain")
check(CFEqual(kCFErrorDomainSystemConfiguration, CFErrorGetDomain(SCCopyLastError())), "errors have it")

/// Literals written where everything belongs to the main actor, called on another thread.
@MainActor
func callBackElsewhere() {
    let called = DispatchSemaphore(value: 0)
    var context = __SCNetworkReachabilityContext()
    context.info = Unmanaged.passUnretained(called).toOpaque()
    __SCNetworkReachabilitySetCallback(
        target,
        { _, _, info in Unmanaged<DispatchSemaphore>.fromOpaque(info!).takeUnretainedValue().signal() },
        &context
    )
    var executor = reach_executor(
        info: nil,
        execute: { _, work, info in
            nonisolated(unsafe) let info = info
            DispatchQueue.global().async { work(info) }
        },
        retain: nil,
        release: nil
    )
    check(reach_set_executor(target, &executor), "a target is put on an executor")
    check(called.wait(timeout: .now() + 30) == .success, "it calls back there")
    check(reach_set_executor(target, nil), "and is taken off")
}
callBackElsewhere()
