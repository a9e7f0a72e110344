# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""The library as a client sees it: its C API and its ports, over ctypes.

Knows how to make a target from text and how to be called back. It must not
know what the right answer is.
"""

import ctypes
import ipaddress
import select
import socket
import struct

CALLBACK = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p)

# The type of each result; the arguments are those of the headers.
RESULTS = {
    "SCNetworkReachabilityCreateWithAddress": ctypes.c_void_p,
    "SCNetworkReachabilityCreateWithAddressPair": ctypes.c_void_p,
    "SCNetworkReachabilityCreateWithName": ctypes.c_void_p,
    "SCNetworkReachabilityGetFlags": ctypes.c_ubyte,
    "SCNetworkReachabilityGetInterfaceIndex": ctypes.c_int,
    "SCNetworkReachabilitySetCallback": ctypes.c_ubyte,
    "SCError": ctypes.c_int,
    "reach_CFRelease": None,
    "reach_port_create": ctypes.c_void_p,
    "reach_port_dispatch": ctypes.c_int,
    "reach_port_get_fd": ctypes.c_int,
    "reach_port_release": None,
    "reach_set_port": ctypes.c_ubyte,
    "reach_thread_reset": None,
}


class Failure(Exception):
    """A call of the library that must not fail has failed."""


class Context(ctypes.Structure):
    """SCNetworkReachabilityContext."""
    _fields_ = [("version", ctypes.c_long), ("info", ctypes.c_void_p),
                ("retain", ctypes.c_void_p), ("release", ctypes.c_void_p),
                ("copyDescription", ctypes.c_void_p)]


def socket_address(text):
    """The bytes of a sockaddr; "%" is followed by a link's name or index."""
    if text is None:
        return None
    address, _, scope = text.partition("%")
    if ":" not in address:
        return struct.pack("=HH4s8x", socket.AF_INET, 0,
                           ipaddress.IPv4Address(address).packed)
    index = int(scope) if scope.isdigit() else scope_index(scope)
    return struct.pack("=HHI16sI", socket.AF_INET6, 0, 0,
                       ipaddress.IPv6Address(address).packed, index)


def scope_index(name):
    """0 for no scope; for a link that is not there, one that never is."""
    if not name:
        return 0
    try:
        return socket.if_nametoindex(name)
    except OSError:
        return 9999


class Library:
    """libreachability.so, loaded once for the process."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        for name, result in RESULTS.items():
            function = getattr(self._library, name)
            function.restype = result
            setattr(self, name.replace("SCNetworkReachability", ""), function)

    def fail(self, what):
        raise Failure(f"{what}: SCError {self.SCError()}")

    def make_target(self, text):
        """From "address", "local>remote", where either may be missing, or
        "name NAME"."""
        if text.startswith("name "):
            target = self.CreateWithName(None, text[5:].encode())
        elif ">" in text:
            local, remote = (socket_address(part or None)
                             for part in text.split(">"))
            target = self.CreateWithAddressPair(None, local, remote)
        else:
            target = self.CreateWithAddress(None, socket_address(text))
        if not target:
            self.fail(f"no target {text}")
        return ctypes.c_void_p(target)

    def flags(self, target):
        word = ctypes.c_uint32()
        if self.GetFlags(target, ctypes.byref(word)) != 1:
            self.fail("GetFlags")
        return word.value

    def fresh_flags(self, text):
        """What a target that is not scheduled says."""
        target = self.make_target(text)
        try:
            return self.flags(target)
        finally:
            self.reach_CFRelease(target)


class Watch:
    """Scheduled targets on one port, and what was delivered for each."""

    def __init__(self, library, texts):
        self.library = library
        self.delivered = []
        self.callbacks = 0
        self._targets = []
        # kept, since the library calls it until the targets are unscheduled
        self._callback = CALLBACK(self._called)
        self._port = ctypes.c_void_p(library.reach_port_create())
        if not self._port:
            library.fail("no port")
        for number, text in enumerate(texts):
            self._schedule(number, text)

    def _called(self, _target, flags, info):
        self.delivered[(info or 0) - 1] = flags
        self.callbacks += 1

    def _schedule(self, number, text):
        library = self.library
        target = library.make_target(text)
        self._targets.append(target)
        # No callback is owed before the first change.
        self.delivered.append(None)
        context = Context(0, number + 1, None, None, None)
        if library.SetCallback(target, self._callback,
                               ctypes.byref(context)) != 1:
            library.fail("SetCallback")
        if library.reach_set_port(target, self._port) != 1:
            library.fail("reach_set_port")
        self.delivered[number] = library.flags(target)

    def dispatch(self, seconds=0.0):
        """Run what is due; wait that long for something to be."""
        fd = self.library.reach_port_get_fd(self._port)
        while select.select([fd], [], [], seconds)[0]:
            self.library.reach_port_dispatch(self._port)
            seconds = 0.0

    def cached(self):
        return [self.library.flags(target) for target in self._targets]

    def close(self):
        for target in self._targets:
            self.library.reach_set_port(target, None)
            self.library.reach_CFRelease(target)
        self._targets = []
        if self._port:
            self.library.reach_port_release(self._port)
            self._port = None
