// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// How Swift's dispatch queues are served: for both Swift modules, neither of which knows the other.

import CReachability
import Dispatch

extension reach_executor {
    /// Works on a queue. The queue has to be there until the executor was set, which retains it.
    package init(_ queue: DispatchQueue) {
        self.init(
            info: Unmanaged.passUnretained(queue).toOpaque(),
            execute: { info, work, workInfo in
                guard let info else {
                    return
                }
                nonisolated(unsafe) let workInfo = workInfo
                Unmanaged<DispatchQueue>.fromOpaque(info).takeUnretainedValue().async { work(workInfo) }
            },
            retain: { info in
                guard let info else {
                    return
                }
                _ = Unmanaged<DispatchQueue>.fromOpaque(info).retain()
            },
            release: { info in
                guard let info else {
                    return
                }
                Unmanaged<DispatchQueue>.fromOpaque(info).release()
            }
        )
    }
}
