// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// C that was built against the subset, inside a Swift program: both must mean the same objects.

import CReachability
import CoreFoundation
import MixedProbeC

func check(_ condition: Bool, _ what: String) {
    print(condition ? "ok" : "FAILED", what)
}

func pointer(_ object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

let target = SCNetworkReachabilityCreateWithName(nil, "www.example.com")!
withExtendedLifetime(target) {
    let before = mixed_count(pointer(target))
    check(mixed_retain(pointer(target)) == pointer(target), "C takes a reference")
    check(mixed_count(pointer(target)) == before + 1, "it is counted once")
    check(CFGetTypeID(target) == SCNetworkReachabilityGetTypeID(), "CoreFoundation knows the type")
    check(mixed_type(pointer(target)) == mixed_target_type(), "so does C")
    check("\(CFCopyDescription(target)!)" == "\(target)", "CoreFoundation describes it")
    let held = mixed_count(pointer(target))
    mixed_release(pointer(target))
    check(mixed_count(pointer(target)) == held - 1, "C drops its reference")
}
check(mixed_main_loop() == pointer(CFRunLoopGetMain()), "there is one main loop")
check(mixed_default_mode() == pointer(kCFRunLoopDefaultMode), "there is one default mode")
check(mixed_domain() == pointer(kCFErrorDomainSystemConfiguration), "there is one domain")
check(CFEqual(kCFErrorDomainSystemConfiguration, CFErrorGetDomain(SCCopyLastError())), "errors have it")
