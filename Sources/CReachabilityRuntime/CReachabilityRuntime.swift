// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

import CoreFoundation
import Foundation

/// Makes sure that a Swift program which uses `CReachability` contains CoreFoundation.
///
/// A target of `CReachability` is an object of CoreFoundation where the program has one, and Swift can only count
/// references to such an object. The C code refers to CoreFoundation weakly, which pulls nothing into a program that is
/// linked with `--static-swift-stdlib`. The references in here do: one for each file of CoreFoundation that the C code
/// wants something from. Nobody needs to call anything.
public enum CReachabilityRuntime {
    /// The addresses of the functions that stand for their files.
    public static var anchors: [UnsafeRawPointer] {
        let runtime: @convention(c) (CFTypeRef?) -> CFTypeID = CFGetTypeID
        let runLoop: @convention(c) () -> CFTypeID = CFRunLoopGetTypeID
        let string: @convention(c) () -> CFTypeID = CFStringGetTypeID
        let error: @convention(c) () -> CFTypeID = CFErrorGetTypeID
        let data: @convention(c) () -> CFTypeID = CFDataGetTypeID
        let array: @convention(c) () -> CFTypeID = CFArrayGetTypeID
        let dictionary: @convention(c) () -> CFTypeID = CFDictionaryGetTypeID
        let boolean: @convention(c) () -> CFTypeID = CFBooleanGetTypeID
        let show: @convention(c) (CFTypeRef?) -> Void = CFShow
        return [
            unsafeBitCast(runtime, to: UnsafeRawPointer.self),
            unsafeBitCast(runLoop, to: UnsafeRawPointer.self),
            unsafeBitCast(string, to: UnsafeRawPointer.self),
            unsafeBitCast(error, to: UnsafeRawPointer.self),
            unsafeBitCast(data, to: UnsafeRawPointer.self),
            unsafeBitCast(array, to: UnsafeRawPointer.self),
            unsafeBitCast(dictionary, to: UnsafeRawPointer.self),
            unsafeBitCast(boolean, to: UnsafeRawPointer.self),
            unsafeBitCast(show, to: UnsafeRawPointer.self),
        ]
    }
}
