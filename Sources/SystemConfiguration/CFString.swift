// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The two names of CoreFoundation that mean something else in Swift on Apple's systems than they do on Linux: there a
// `String` converts to a `CFString`, and a run-loop mode is a type of its own with members.

import CoreFoundation
import Foundation

/// A string object, such that `"text" as CFString` compiles.
///
/// Stands for `CFStringRef`. On Linux a `String` converts to nothing but `NSString`. The name hides the class that
/// CoreFoundation calls so; a file that imports CoreFoundation itself has both and writes
/// `SystemConfiguration.CFString`.
public typealias CFString = NSString

/// The mode of a run loop: which of its sources are served while it runs.
///
/// Stands for `CFRunLoopMode`, which on Linux is just another name of `CFStringRef`. A file that imports CoreFoundation
/// itself writes `SystemConfiguration.CFRunLoopMode`. A value, so it may be used from any thread.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// A mode of the given name.
    ///
    /// - Parameter rawValue: the name; copied
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    /// A mode of the given name.
    ///
    /// - Parameter rawValue: the name; copied
    public init(_ rawValue: CFString) {
        self.init(rawValue: rawValue)
    }

    private init(name: String) {
        self.name = name
    }

    /// The name, as `SCNetworkReachabilityScheduleWithRunLoop` takes it: a new object of the caller's.
    public var rawValue: CFString {
        name as CFString
    }

    /// The mode a loop runs in unless something else is said. Stands for `kCFRunLoopDefaultMode`.
    public static let defaultMode = CFRunLoopMode(name: "kCFRunLoopDefaultMode")

    /// All modes that count as common, the default mode among them. Stands for `kCFRunLoopCommonModes`.
    public static let commonModes = CFRunLoopMode(name: "kCFRunLoopCommonModes")
}

/// The same name as an object of CoreFoundation, which tells the common modes by their address.
func coreFoundationMode(_ mode: CFString) -> CoreFoundation.CFString {
    let name = CFRunLoopMode(rawValue: mode)
    if name == .commonModes {
        return kCFRunLoopCommonModes
    }
    if name == .defaultMode {
        return kCFRunLoopDefaultMode
    }
    return CFStringCreateWithCString(nil, mode as String, CFStringBuiltInEncodings.UTF8.rawValue)
}
