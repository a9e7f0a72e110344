// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What goes with a callback, and how it reaches C. The functions of the context are Swift closures, because a C
// function cannot give an `NSString`; so C gets functions of its own that find the closures through `info`.

import CReachability

/// What goes with a callback: a pointer and the functions that keep alive what it points to.
///
/// Stands for the C structure `SCNetworkReachabilityContext`, with the members in its order. A copy is made by
/// `SCNetworkReachabilitySetCallback`. The closures are called on any thread, with no lock of the library held; none is
/// called while `info` is nil.
public struct SCNetworkReachabilityContext {
    /// 0; not looked at.
    public var version: CFIndex

    /// Handed to the callback, through `retain` if there is one. Not owned, apart from what `retain` does.
    public var info: UnsafeMutableRawPointer?

    /// Called once by `SCNetworkReachabilitySetCallback` and once before each callback. What it returns is used in
    /// place of `info`.
    public var retain: (@Sendable (UnsafeRawPointer) -> UnsafeRawPointer)?

    /// Called once for every call of `retain`; without a `retain`, once when the context is replaced or the target
    /// ends.
    public var release: (@Sendable (UnsafeRawPointer) -> Void)?

    /// Never called; there because code written for Apple's systems gives one.
    public var copyDescription: (@Sendable (UnsafeRawPointer) -> Unmanaged<CFString>)?

    /// A context with nothing in it.
    public init() {
        self.init(version: 0, info: nil, retain: nil, release: nil, copyDescription: nil)
    }

    /// A context with all its members.
    ///
    /// - Parameters:
    ///   - version: 0
    ///   - info: handed to the callback
    ///   - retain: keeps alive what `info` points to
    ///   - release: undoes one `retain`
    ///   - copyDescription: describes what `info` points to
    public init(
        version: CFIndex,
        info: UnsafeMutableRawPointer?,
        retain: (@Sendable (UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: (@Sendable (UnsafeRawPointer) -> Void)?,
        copyDescription: (@Sendable (UnsafeRawPointer) -> Unmanaged<CFString>)?
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }
}

/// A callback and its context, with the `info` of one use of them: what C has for its own `info`.
final class Registration {
    private enum Use {
        /// What SetCallback was given; not retained.
        case given
        /// What the target keeps.
        case kept
        /// What one call of the callback gets.
        case called
    }

    private let callout: SCNetworkReachabilityCallBack?
    private let context: SCNetworkReachabilityContext
    private let info: UnsafeMutableRawPointer
    private let use: Use

    convenience init(
        _ callout: SCNetworkReachabilityCallBack?,
        _ context: SCNetworkReachabilityContext,
        info: UnsafeMutableRawPointer
    ) {
        self.init(callout, context, info, .given)
    }

    private init(
        _ callout: SCNetworkReachabilityCallBack?,
        _ context: SCNetworkReachabilityContext,
        _ info: UnsafeMutableRawPointer,
        _ use: Use
    ) {
        self.callout = callout
        self.context = context
        self.info = info
        self.use = use
    }

    private static func of(_ info: UnsafeRawPointer) -> Registration {
        Unmanaged.fromOpaque(info).takeUnretainedValue()
    }

    private func retained() -> Registration {
        let info = context.retain.map { UnsafeMutableRawPointer(mutating: $0(self.info)) } ?? info
        return Registration(callout, context, info, use == .given ? .kept : .called)
    }

    private func released() {
        if use == .kept || context.retain != nil {
            context.release?(info)
        }
    }

    /// The C context for `self`, which has to live until it has been copied.
    var cContext: __SCNetworkReachabilityContext {
        __SCNetworkReachabilityContext(
            version: context.version,
            info: Unmanaged.passUnretained(self).toOpaque(),
            retain: { UnsafeRawPointer(Unmanaged.passRetained(Registration.of($0).retained()).toOpaque()) },
            release: {
                Registration.of($0).released()
                Unmanaged<Registration>.fromOpaque($0).release()
            },
            copyDescription: nil
        )
    }

    /// The C callback that finds the caller's; nil if there is none.
    var cCallout: SCNetworkReachabilityCallBack? {
        guard callout != nil else {
            return nil
        }
        return { target, flags, info in
            guard let info else {
                return
            }
            let registration = Registration.of(info)
            registration.callout?(target, flags, registration.info)
        }
    }
}
