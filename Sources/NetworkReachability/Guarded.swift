// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// A lock and what it guards; knows nothing of what that is. Not the standard library's Mutex: the thread sanitizer
// does not see how that hands over between threads, and reports races that are none (Swift 6.3).

import Foundation

/// A value that one thread at a time may use.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// No code of others' is called inside.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
