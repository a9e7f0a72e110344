# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""Two network namespaces and what is done in them.

A is where the library and this thread are, B is the far end of the veth pairs.
Knows how to carry out one step of a scenario and how to ask ip; it must not
know what the steps mean for reachability. A step is a line of text, as it is
printed for a failure:

    A ip ARGUMENTS          in A; B likewise
    A sysctl NAME=VALUE
    A open NAME MODE [TYPE] a process is attached to the tun or tap device,
                            and gives it an ARPHRD number
    A close NAME
"""

import ctypes
import fcntl
import json
import os
import struct
import subprocess

import advertise

CLONE_NEWNET = 0x40000000
TUNSETIFF, TUNSETLINK = 0x400454ca, 0x400454cd
IFF_TUN, IFF_TAP, IFF_NO_PI = 1, 2, 0x1000

_libc = ctypes.CDLL(None, use_errno=True)


def _call(function, *arguments):
    if function(*arguments) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{function.__name__}: {os.strerror(error)}")


def _new_namespace():
    _call(_libc.unshare, CLONE_NEWNET)
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)


class Network:
    """The pair of namespaces. Made by the thread that lives in A."""

    def __init__(self):
        self._spaces = {"B": _new_namespace(), "A": _new_namespace()}
        self._tuns = {}
        self.refused = []

    def close(self):
        for fd in [*self._tuns.values(), *self._spaces.values()]:
            os.close(fd)
        self._tuns, self._spaces = {}, {}

    def _inside(self, space, function, *arguments):
        if space == "A":
            return function(*arguments)
        _call(_libc.setns, self._spaces[space], CLONE_NEWNET)
        try:
            return function(*arguments)
        finally:
            _call(_libc.setns, self._spaces["A"], CLONE_NEWNET)

    def apply(self, steps):
        """Steps in their order; those the kernel refuses are left out."""
        lines = []
        before = None
        for step in steps:
            space, kind, rest = step.split(" ", 2)
            family = "-6" if rest.startswith("-6 ") else ""
            group = (space, kind, family)
            if lines and (group != before or kind != "ip"):
                self._inside(before[0], self._run, before, lines)
                lines = []
            before = group
            lines.append(rest.removeprefix("-6 "))
        if lines:
            self._inside(before[0], self._run, before, lines)

    def _run(self, group, lines):
        _, kind, family = group
        if kind == "ip":
            self._ip(family, lines)
        else:
            getattr(self, "_" + kind)(lines[0])

    def _ip(self, family, lines):
        # B's name is what a person's script calls it; ip takes a path too.
        path = f"/proc/{os.getpid()}/fd/{self._spaces['B']}"
        text = "".join(
            line.replace("netns B", "netns " + path) + "\n" for line in lines)
        options = ["-force", "-batch", "-"]
        done = subprocess.run(["ip"] + ([family] if family else []) + options,
                              input=text, text=True, capture_output=True,
                              check=False)
        self.refused += [lines[number] for number in failed_lines(done.stderr)]

    def _sysctl(self, line):
        name, _, value = line.partition("=")
        try:
            with open("/proc/sys/" + name.replace(".", "/"), "w",
                      encoding="ascii") as file:
                file.write(value)
        except OSError:
            self.refused.append(line)

    def _open(self, line):
        name, mode, *kind = line.split()
        if name in self._tuns:
            return
        try:
            fd = os.open("/dev/net/tun",
                         os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError:
            self.refused.append(line)
            return
        bits = (IFF_TUN if mode == "tun" else IFF_TAP) | IFF_NO_PI
        try:
            fcntl.ioctl(fd, TUNSETIFF,
                        struct.pack("16sH22x", name.encode(), bits))
            for number in kind:
                fcntl.ioctl(fd, TUNSETLINK, int(number))
        except OSError:
            self.refused.append(line)
            os.close(fd)
            return
        self._tuns[name] = fd

    def _close(self, line):
        fd = self._tuns.pop(line, None)
        if fd is not None:
            os.close(fd)

    def _advertise(self, line):
        try:
            advertise.send(*line.split())
        except OSError:
            self.refused.append(line)


def failed_lines(stderr):
    """Numbers, from 0, of the lines of a batch that failed."""
    return [int(line.rsplit(":", 1)[1]) - 1 for line in stderr.splitlines()
            if line.startswith("Command failed ")]


class Refusal(str):
    """What ip said in the place of an answer."""


def ask_ip(lines):
    """What ip -j says to each line: the parsed JSON, or a Refusal."""
    done = subprocess.run(["ip", "-d", "-j", "-force", "-batch", "-"],
                          input="\n".join(lines) + "\n", text=True,
                          capture_output=True, check=False)
    refused = {}
    reason = ""
    for line in done.stderr.splitlines():
        if line.startswith("Command failed "):
            refused[int(line.rsplit(":", 1)[1]) - 1] = Refusal(reason)
        else:
            reason = line
    said = iter(done.stdout.splitlines())
    answers = [refused[number] if number in refused
               else json.loads(next(said, "null"))
               for number in range(len(lines))]
    if next(said, None) is not None:
        raise RuntimeError("ip said more than it was asked")
    return answers
