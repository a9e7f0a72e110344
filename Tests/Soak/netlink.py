# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""Many changes in one system call: routes and links, by raw netlink.

Knows the messages; the kernel carries them out before send returns.
"""

import ipaddress
import os
import socket
import struct

NLMSG_ERROR = 2
RTM_NEWLINK, RTM_NEWROUTE, RTM_DELROUTE = 16, 24, 25
NLM_F_REQUEST, NLM_F_ACK, NLM_F_CREATE = 1, 4, 0x400
RTA_DST, RTA_OIF, RTA_GATEWAY = 1, 4, 5
RT_TABLE_MAIN, RTPROT_STATIC, RTN_UNICAST = 254, 4, 1
RT_SCOPE_UNIVERSE, RT_SCOPE_LINK, RT_SCOPE_NOWHERE = 0, 253, 255
IFF_UP = 1


def _message(kind, flags, body):
    return struct.pack("=IHHII", 16 + len(body), kind,
                       NLM_F_REQUEST | flags, 0, 0) + body


def _attribute(kind, data):
    return struct.pack("=HH", 4 + len(data), kind) + data


def route(add, prefix, link, gateway=None):
    """One change of the main table."""
    network = ipaddress.ip_network(prefix)
    family = socket.AF_INET if network.version == 4 else socket.AF_INET6
    scope = RT_SCOPE_UNIVERSE if gateway else RT_SCOPE_LINK
    protocol = RTPROT_STATIC
    if not add:
        # whatever they are
        scope, protocol = RT_SCOPE_NOWHERE, 0
    body = struct.pack("=BBBBBBBBI", family, network.prefixlen, 0, 0,
                       RT_TABLE_MAIN, protocol, scope, RTN_UNICAST, 0)
    body += _attribute(RTA_DST, network.network_address.packed)
    body += _attribute(RTA_OIF, struct.pack("=I", link))
    if gateway:
        body += _attribute(RTA_GATEWAY, ipaddress.ip_address(gateway).packed)
    return _message(RTM_NEWROUTE if add else RTM_DELROUTE,
                    NLM_F_CREATE if add else 0, body)


def link_state(link, up):
    return _message(RTM_NEWLINK, 0, struct.pack(
        "=BBHiII", socket.AF_UNSPEC, 0, 0, link, IFF_UP if up else 0, IFF_UP))


class Changer:
    """A socket in the namespace of the thread that made it."""

    def __init__(self):
        self._socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
        self._socket.bind((0, 0))

    def change(self, messages):
        """bytes, of one message after the other; all must succeed."""
        self._socket.send(messages)
        try:
            said = self._socket.recv(1 << 16, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        error = -struct.unpack_from("=i", said, 16)[0]
        raise OSError(error, "a change was refused: " + os.strerror(error))

    def close(self):
        self._socket.close()
