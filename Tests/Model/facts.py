# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""What the kernel says, asked with ip and with nothing of the library.

A question is (address, index of a link or 0, source or ""). Knows the shape of ip's
JSON; it must not know what an answer means for reachability.
"""

import dataclasses

import network


# As long as the shortest lifetimes of scenarios last, and a little.
SOON = 3


@dataclasses.dataclass(frozen=True)
class Link:
    name: str
    index: int
    up: bool
    carrier: bool
    running: bool
    operstate: str
    point_to_point: bool
    loopback: bool
    kind: str
    type: str


@dataclasses.dataclass(frozen=True)
class Hop:
    link: str
    gateway: bool
    dead: bool


def _link(said):
    flags = said["flags"]
    return Link(name=said["ifname"], index=said["ifindex"], up="UP" in flags,
                carrier="LOWER_UP" in flags,
                # ip shows the absence of IFF_RUNNING on a link that is up
                running="UP" in flags and "NO-CARRIER" not in flags,
                operstate=said["operstate"],
                point_to_point="POINTOPOINT" in flags,
                loopback="LOOPBACK" in flags,
                kind=said.get("linkinfo", {}).get("info_kind", ""),
                type=said["link_type"])


def _line(plain, question):
    address, index, source = question
    # "if7" is link 7 to ip, whatever its name is by now
    return (f"route get {'' if plain else 'fibmatch '}{address}"
            + (f" from {source}" if source else "")
            + (f" oif if{index}" if index else ""))


class Facts:
    """The state of the namespace the thread is in, at one time."""

    def __init__(self, questions):
        questions = list(questions)
        lines = ["link show", "addr show", "nexthop show"]
        lines += [_line(plain, question) for question in questions
                  for plain in (False, True)]
        links, addresses, nexthops, *routes = network.ask_ip(lines)
        self.links = {link.name: link for link in map(_link, links)}
        self._nexthops = {nexthop["id"]: nexthop for nexthop in nexthops}
        self._match = dict(zip(questions, routes[0::2]))
        self._plain = dict(zip(questions, routes[1::2]))
        self.addresses = {
            (link["ifname"], address["local"])
            for link in addresses for address in link["addr_info"]
            if "local" in address and not address.get("tentative")
            and not address.get("dadfailed")}
        self.own = {address for _, address in self.addresses}
        self._ends = [address["valid_life_time"] for link in addresses
                      for address in link["addr_info"]
                      if "valid_life_time" in address]
        self._ends += [answer[0]["expires"] for answer in self._match.values()
                       if not isinstance(answer, network.Refusal)
                       and "expires" in answer[0]]

    def match(self, question):
        """The route that matches, or a Refusal."""
        return self._one(self._match[question])

    def plain(self, question):
        """How a packet would be sent, or a Refusal."""
        return self._one(self._plain[question])

    @staticmethod
    def _one(answer):
        return answer if isinstance(answer, network.Refusal) else answer[0]

    def hops(self, route):
        """Every hop of a route, in its order."""
        if "nexthops" in route:
            return [self._hop(leg) for leg in route["nexthops"]]
        if "dev" not in route and "nhid" in route:
            return self._object_hops(route["nhid"])
        return [self._hop(route)]

    def _object_hops(self, number):
        # sysctl nexthop_compat_mode=0 leaves out what the object stands for
        said = self._nexthops.get(number)
        if said is None or "blackhole" in said:
            return []
        if "group" in said:
            return [hop for member in said["group"]
                    for hop in self._object_hops(member["id"])]
        return [self._hop(said)]

    @staticmethod
    def _hop(said):
        return Hop(link=said.get("dev", ""),
                   gateway="gateway" in said or "via" in said,
                   dead=bool({"dead", "linkdown"} & set(said["flags"])))

    def is_settled(self):
        """Nothing is about to change by itself: no address or route ends
        soon, and no link's state is still on its way to its carrier."""
        if any(seconds <= SOON for seconds in self._ends):
            return False
        for link in self.links.values():
            if link.up and link.carrier != (
                    link.running or link.operstate in ("DORMANT", "TESTING")):
                return False
        return True
