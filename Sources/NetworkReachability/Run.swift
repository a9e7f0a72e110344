// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// One run of a manager, from start to stop: what the C callback finds through its info, and in which order states go
// out. It knows the target and the manager, not what the manager does with a state.

import CReachability
import Dispatch

/// The queue on which C calls back and on which managers start and stop. No code of the caller's runs here, apart from
/// the end of objects whose last reference went away here.
enum Carrier {
    static let queue: DispatchQueue = {
        let queue = DispatchQueue(label: "NetworkReachability")
        queue.setSpecific(key: key, value: true)
        return queue
    }()

    private static let key = DispatchSpecificKey<Bool>()

    /// Does something in order with the callbacks, also when called from one of them.
    static func sync<Result>(_ body: () -> Result) -> Result {
        if DispatchQueue.getSpecific(key: key) == true {
            return body()
        }
        return queue.sync(execute: body)
    }
}

/// From start to stop. The variables are touched on the carrier's queue only.
final class Run: @unchecked Sendable {
    /// What makes C call back.
    private struct Seen: Equatable {
        var flags: SCNetworkReachabilityFlags
        var interface: UInt32
        var addresses: UInt32
    }

    /// Where the states are handed on to.
    let queue: DispatchQueue
    private weak var manager: NetworkReachabilityManager?
    private let target: Target
    private var isScheduled = false
    private var hasReported = false
    private var initial: Seen?

    init(_ manager: NetworkReachabilityManager, _ target: Target, on queue: DispatchQueue) {
        self.manager = manager
        self.target = target
        self.queue =
            queue === DispatchQueue.main ? queue : DispatchQueue(label: "NetworkReachability.delivery", target: queue)
    }

    /// Schedules the target and has the initial state read. The run lives as long as C has the context.
    func start() -> Bool {
        var context = __SCNetworkReachabilityContext(
            version: 0,
            info: Unmanaged.passUnretained(self).toOpaque(),
            retain: { UnsafeRawPointer(Unmanaged<Run>.fromOpaque($0).retain().toOpaque()) },
            release: { Unmanaged<Run>.fromOpaque($0).release() },
            copyDescription: nil
        )
        // A target that somebody else has scheduled keeps the callback that goes with it.
        isScheduled = target.schedule(on: Carrier.queue)
        if isScheduled {
            _ = __SCNetworkReachabilitySetCallback(
                target.reachability,
                { _, flags, info in
                    guard let info else {
                        return
                    }
                    Unmanaged<Run>.fromOpaque(info).takeUnretainedValue().changed(flags)
                },
                &context
            )
        }
        Carrier.queue.async { self.readInitial() }
        return isScheduled
    }

    func stop() {
        guard isScheduled else {
            return
        }
        isScheduled = false
        target.unschedule()
    }

    private func readInitial() {
        guard !hasReported, let flags = target.flags else {
            return
        }
        initial = seen(flags)
        report(flags)
    }

    /// A change between scheduling and the first reading is in what was read, and C calls back for it all the same.
    private func changed(_ flags: SCNetworkReachabilityFlags) {
        if let initial {
            self.initial = nil
            if initial == seen(flags) {
                return
            }
        }
        report(flags)
    }

    private func seen(_ flags: SCNetworkReachabilityFlags) -> Seen {
        let explanation = NetworkReachabilityExplanation(target)
        return Seen(
            flags: flags,
            interface: explanation?.interfaceIndex ?? 0,
            addresses: explanation?.addressCount ?? 0
        )
    }

    private func report(_ flags: SCNetworkReachabilityFlags) {
        hasReported = true
        let status = NetworkReachabilityStatus(flags)
        guard let manager, manager.arrived(status, in: self) else {
            return
        }
        queue.async { [weak manager] in manager?.deliver(status, of: self) }
    }
}
