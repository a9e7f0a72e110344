// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// How a scenario reports: in lines on standard output, each written at once. It knows nothing of namespaces.

import SystemConfiguration
import Foundation

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

func check(_ condition: Bool, _ what: String) {
    say((condition ? "ok " : "FAILED ") + what)
}

func hex(_ flags: SCNetworkReachabilityFlags) -> String {
    "0x" + String(flags.rawValue, radix: 16)
}

/// Something that happens in one thread and is waited for in another.
final class Event: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func happen() {
        semaphore.signal()
    }

    func wait() -> Bool {
        has(within: .seconds(20))
    }

    func has(within time: DispatchTimeInterval) -> Bool {
        semaphore.wait(timeout: .now() + time) == .success
    }
}

/// A count that any thread may raise.
final class Tally: @unchecked Sendable {
    private let condition = NSCondition()
    private var value = 0

    func raise() {
        condition.lock()
        value += 1
        condition.broadcast()
        condition.unlock()
    }

    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return value
    }

    /// Waits: a thread of the library may hold on to a target for a moment longer.
    func reaches(_ wanted: Int) -> Bool {
        let deadline = Date() + 20
        condition.lock()
        defer { condition.unlock() }
        while value < wanted, condition.wait(until: deadline) {}
        return value == wanted
    }
}

/// Counts its end; what a context's `info` points to.
final class Box {
    let ends: Tally
    let event = Event()
    let proceed = Event()
    weak var owner: Owner?

    init(_ ends: Tally) {
        self.ends = ends
    }

    deinit {
        ends.raise()
    }
}

final class Owner {}

/// The context everybody writes who keeps a box: one reference per `retain`, none of its own.
func boxContext(_ box: Box) -> SCNetworkReachabilityContext {
    SCNetworkReachabilityContext(
        version: 0,
        info: Unmanaged.passUnretained(box).toOpaque(),
        retain: { UnsafeRawPointer(Unmanaged<Box>.fromOpaque($0).retain().toOpaque()) },
        release: { Unmanaged<Box>.fromOpaque($0).release() },
        copyDescription: { _ in Unmanaged.passRetained("a box" as CFString) }
    )
}

func boxOf(_ info: UnsafeMutableRawPointer?) -> Box {
    Unmanaged<Box>.fromOpaque(info!).takeUnretainedValue()
}

func target(_ name: String) -> SCNetworkReachability {
    SCNetworkReachabilityCreateWithName(kCFAllocatorDefault, name)!
}

/// The target of the default path.
func zeroTarget() -> SCNetworkReachability {
    var zero = sockaddr_in()
    zero.sin_len = UInt8(MemoryLayout.size(ofValue: zero))
    zero.sin_family = sa_family_t(AF_INET)
    return withUnsafePointer(to: &zero) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            SCNetworkReachabilityCreateWithAddress(nil, $0)
        }
    }!
}
