# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""One router advertisement, sent from the namespace the thread is in."""

import ipaddress
import socket
import struct


def send(link, router, prefix="", preferred="0", valid="0"):
    """To all nodes on the link. Lifetimes are seconds; router is that of the
    default route, valid and preferred are those of the prefix."""
    message = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, int(router), 0, 0)
    if prefix:
        network = ipaddress.IPv6Network(prefix)
        # on-link and autonomous
        message += struct.pack("!BBBBIII16s", 3, 4, network.prefixlen, 0xc0,
                               int(valid), int(preferred), 0,
                               network.network_address.packed)
    index = socket.if_nametoindex(link)
    with socket.socket(socket.AF_INET6, socket.SOCK_RAW,
                       socket.IPPROTO_ICMPV6) as sender:
        sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
        sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
        sender.sendto(message, ("ff02::1", 0, 0, index))
