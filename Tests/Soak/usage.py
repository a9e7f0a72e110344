# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""What the process holds: memory, descriptors, threads."""

import ctypes
import dataclasses
import gc
import os
import time

# The allocator keeps some chunks per thread for the next time; one of the
# smallest kind lost for each of two thousand targets is more than this.
SLACK = 48 << 10
DEADLINE = 20.0


class _Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks",
        "fsmblks", "uordblks", "fordblks", "keepcost")]


_mallinfo2 = ctypes.CDLL(None).mallinfo2
_mallinfo2.restype = _Mallinfo


@dataclasses.dataclass
class Usage:
    heap: int
    resident: int
    descriptors: int
    threads: int

    @staticmethod
    def now():
        gc.collect()
        info = _mallinfo2()
        with open("/proc/self/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return Usage(info.uordblks + info.hblkhd, resident,
                     len(os.listdir("/proc/self/fd")),
                     len(os.listdir("/proc/self/task")))

    def is_within(self, before):
        return (self.heap <= before.heap + SLACK and
                self.descriptors <= before.descriptors and
                self.threads <= before.threads)

    def __str__(self):
        return (f"heap {self.heap >> 10} KiB, resident {self.resident >> 10} "
                f"KiB, {self.descriptors} descriptors, {self.threads} threads")


def settled(before):
    """What is held now, or once it is no more than before.

    A thread of the library may hold the last reference for a moment. Nothing
    tells when memory is given back, so it has to be looked at again.
    """
    end = time.monotonic() + DEADLINE
    while True:
        now = Usage.now()
        if now.is_within(before) or time.monotonic() > end:
            return now
        time.sleep(0.01)


def least():
    """What is held once nothing is let go any more for a while.

    That there is nothing more to come is no event either.
    """
    best = Usage.now()
    quiet = 0
    while quiet < 20:
        time.sleep(0.01)
        now = Usage.now()
        quiet += 1
        if (now.heap, now.descriptors, now.threads) < (
                best.heap, best.descriptors, best.threads):
            best = now
            quiet = 0
    return best
