// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// The calls whose imported form differs from the one on Apple's systems. All others are used as they are imported.

import CReachability
import CReachabilityRuntime
import CoreFoundation
import Dispatch

/// Every call on a target may be made from any thread.
extension SCNetworkReachability: @unchecked @retroactive Sendable {}

/// Set the callback of a target, in place of an earlier one.
///
/// The earlier context's `release` is called first, then the new one's `retain`, once each and before this returns.
/// Nothing is called back before the target is also scheduled; callback and schedule may be set in either order. May be
/// called from any thread, also from inside the callback. Stands for the C function of the same name.
///
/// - Parameters:
///   - target: the target
///   - callout: the callback, or nil for none. Called where the target is scheduled, never twice at the same time
///   - context: what goes with it, copied; or nil for nothing
/// - Returns: true, or false with `SCError()` 1002 for something that is not a target
@preconcurrency
@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability,
    _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    guard let context = context?.pointee, let info = context.info else {
        return __SCNetworkReachabilitySetCallback(target, callout, nil)
    }
    let registration = Registration(callout, context, info: info)
    return withExtendedLifetime(registration) {
        var cContext = registration.cContext
        return __SCNetworkReachabilitySetCallback(target, registration.cCallout, &cContext)
    }
}

/// Have a target call back on a dispatch queue, or with nil end its schedule.
///
/// A scheduled target stays alive without references of the caller's, and so does the queue. Any queue will do: the
/// callbacks of one target do not overlap on a concurrent queue either. After a call with nil on the queue itself, or
/// after a call with nil and `queue.sync {}` on a serial queue, nothing is called back any more. May be called from any
/// thread, also from inside the callback. Stands for the C function of the same name.
///
/// - Parameters:
///   - target: the target
///   - queue: the queue, or nil
/// - Returns: true, or false with `SCError()` 1002 for something that is not a target, for a queue while the target is
///   scheduled and for nil while it is not; 1001 or an errno when the network cannot be watched
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    guard let queue else {
        return __SCNetworkReachabilitySetDispatchQueue(target, nil)
    }
    var executor = reach_executor(queue)
    return withExtendedLifetime(queue) {
        reach_set_executor(target, &executor)
    }
}

/// Have a target call back on a run loop.
///
/// May be repeated with other loops and modes; each call needs its own `SCNetworkReachabilityUnscheduleFromRunLoop`. A
/// scheduled target stays alive without references of the caller's. A source on the main run loop is served by
/// `RunLoop.main.run()` and `CFRunLoopRun()`, not by `dispatchMain()`. May be called from any thread. Stands for the C
/// function of the same name.
///
/// - Parameters:
///   - target: the target
///   - runLoop: the loop, retained while the target is scheduled
///   - runLoopMode: the mode of the loop to call back in: `CFRunLoopMode.commonModes.rawValue`
/// - Returns: true, or false with `SCError()` 1002 when the target is scheduled otherwise; 1001 or an errno when the
///   network cannot be watched
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
    _ target: SCNetworkReachability,
    _ runLoop: CFRunLoop,
    _ runLoopMode: CFString
) -> Bool {
    __SCNetworkReachabilityScheduleWithRunLoop(target, runLoop, coreFoundationMode(runLoopMode))
}

/// Undo one `SCNetworkReachabilityScheduleWithRunLoop`.
///
/// With the last one the target stops being scheduled; on the thread of the loop nothing is called back after that. May
/// be called from any thread, also from inside the callback. Stands for the C function of the same name.
///
/// - Parameters:
///   - target: the target
///   - runLoop: as it was given when scheduling
///   - runLoopMode: as it was given when scheduling
/// - Returns: true, also without effect for a loop and mode the target is not scheduled with, or false with `SCError()`
///   1002 when the target is on no run loop
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
    _ target: SCNetworkReachability,
    _ runLoop: CFRunLoop,
    _ runLoopMode: CFString
) -> Bool {
    __SCNetworkReachabilityUnscheduleFromRunLoop(target, runLoop, coreFoundationMode(runLoopMode))
}
