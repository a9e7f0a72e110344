# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""The flag word a target should have, by the documented rules.

Written from the documentation and from what the kernel does; it must not be
made from the library's code, since it is there to disagree with it.
"""

import ipaddress

import network
from facts import Facts

REACHABLE = 0x2
CONNECTION_REQUIRED = 0x4
OWN = 0x30002
DIRECT = 0x20002
TRANSIENT = 0x3
WWAN = 0x40003
DORMANT = 0x6
DORMANT_TRANSIENT = 0xf
ONLY_PLACE = 0x30000

# ARPHRD_RAWIP, for which ip has no name
RAWIP = "[519]"

# Public addresses of either half of IPv4 in turn, the lower one first, and of
# IPv6. Not those of the library: any will do, if rules are the same for all.
PROBES = ([(ipaddress.ip_address(text), 1) for text in (
    "9.9.9.9", "198.41.0.4", "74.125.200.1", "192.5.5.241")] +
    [(ipaddress.ip_address(text), 3) for text in (
        "2620:fe::fe", "2a02:6b8::1", "2400:cb00::1")])

# lo, in every namespace
LOOPBACK_INDEX = 1
# anycast addresses "are assigned to this host", but "such addresses are invalid
# when used as the source address of any packet", ip-route(8)
OWN_KINDS = ("local", "anycast")

LINK_LOCAL_4 = ipaddress.ip_network("169.254.0.0/16")
LOOPBACK_4 = ipaddress.ip_network("127.0.0.0/8")
LOOPBACK_6 = ipaddress.ip_address("::1")


class Address:
    """One half of a target."""

    def __init__(self, text):
        address, _, scope = text.partition("%")
        self.ip = ipaddress.ip_address(address)
        # ::ffff:a.b.c.d is a.b.c.d in every respect
        self.ip = getattr(self.ip, "ipv4_mapped", None) or self.ip
        self.is_zero = self.ip.is_unspecified
        self.is_loopback = self.ip in LOOPBACK_4 or self.ip == LOOPBACK_6
        self.is_link_scope = self.ip.version == 6 and (
            self.ip.is_link_local or
            # interface-local and link-local multicast
            self.ip.is_multicast and self.ip.packed[1] & 0xf in (1, 2))
        # The scope of an address beyond the link means nothing.
        self.scope = scope if self.is_link_scope else ""


class Target:
    """What the text "address" or "local>remote" stands for."""

    def __init__(self, text, scopes):
        """scopes: the index of a link when the target was made, by name."""
        local, _, remote = text.rpartition(">")
        self.is_pair = ">" in text
        self.local = Address(local) if local else None
        self.remote = Address(remote) if remote else None
        self._scopes = scopes
        if self.local and self.local.is_zero:
            self.local = None
        # All of 127/8 can send to anywhere: the pair is its remote alone.
        if (self.local and self.remote and self.local.ip in LOOPBACK_4 and
                self.remote.ip not in LOOPBACK_4):
            self.local = None
            self.is_pair = False

    def _source(self, ip):
        # The kernel refuses a source of the other family.
        if self.local and self.local.ip.version == ip.version:
            return str(self.local.ip)
        return ""

    @property
    def is_default_path(self):
        return self.remote is None or self.remote.is_zero

    @property
    def is_own_loopback(self):
        """The default path of a loopback address is that to itself."""
        return self.remote is None and self.local and self.local.is_loopback

    def probes(self):
        """Addresses, and the longest prefix that makes a default path."""
        # The zero address of a pair keeps its family.
        return [(ip, shortest) for ip, shortest in PROBES
                if not (self.is_pair and self.remote) or
                ip.version == self.remote.ip.version]

    def questions(self):
        """How the remote address is asked about, or each that stands for it."""
        if self.is_own_loopback:
            return [self.local_question()]
        if self.is_default_path:
            return [(str(ip), 0, self._source(ip)) for ip, _ in self.probes()]
        return [self._question(self.remote, self._source(self.remote.ip))]

    def local_question(self):
        return self._question(self.local, "")

    def _question(self, address, source):
        return (str(address.ip), self._scopes.get(address.scope, 0), source)


class Oracle:
    """The words of some targets; why is kept for who reads a failure."""

    def __init__(self, targets):
        self._targets = targets
        self._questions = {question: None for target in targets
                           for question in target.questions()}
        for target in targets:
            if target.local:
                address, index, source = target.local_question()
                self._questions[(address, index, source)] = None
                self._questions[(address, LOOPBACK_INDEX, source)] = None

    def ask(self):
        facts = Facts(self._questions)
        return facts, [Judge(facts, target).word() for target in self._targets]

    def why(self, facts, number):
        """What the kernel said about one target."""
        target = self._targets[number]
        questions = target.questions()
        if target.local:
            questions.append(target.local_question())
        return "\n    ".join(
            f"{question}: match {facts.match(question)}; "
            f"packet {facts.plain(question)}" for question in questions)


class Judge:
    """One target, one time."""

    def __init__(self, facts, target):
        self._facts = facts
        self._target = target

    def word(self):
        target = self._target
        if target.is_own_loopback:
            return self._way(target.local, target.questions()[0])
        if not target.is_default_path:
            return self._way(target.remote, target.questions()[0])
        words = [self._way(Address(str(ip)), question) & ~ONLY_PLACE
                 for (ip, shortest), question in
                 zip(target.probes(), target.questions())
                 if self._is_short(question, ip, shortest)]
        return best(words)

    def _is_short(self, question, ip, longest):
        route = self._facts.match(question)
        return (not isinstance(route, network.Refusal) and
                prefix_length(route, ip) <= longest)

    def _way(self, remote, question):
        """To one address, with the pair's local one if there is one."""
        facts = self._facts
        loopback_up = facts.links["lo"].up
        route = facts.match(question)
        if isinstance(route, network.Refusal):
            return 0
        kind = route.get("type", "unicast")
        if remote.is_loopback and kind != "local":
            # no packet for it goes anywhere else, whatever the routes say
            return 0
        if kind in ("blackhole", "unreachable", "prohibit", "throw"):
            return 0
        if kind in OWN_KINDS:
            return OWN if loopback_up and self._owns_local(None) else 0
        hops = facts.hops(route)
        if remote.ip.version == 4 and kind in ("multicast", "broadcast"):
            hops = self._hop_of_packet(question)
        if not self._has_source(remote, question):
            return 0
        return best([self._hop(remote, hop) for hop in hops])

    def _hop_of_packet(self, question):
        # What matches may be the default route with its gateway, but a
        # packet for everybody is not handed to that.
        said = self._facts.plain(question)
        if isinstance(said, network.Refusal):
            return []
        return self._facts.hops(said)

    def _has_source(self, remote, question):
        """IPv6 beyond link scope needs a source that can be answered."""
        if remote.ip.version == 4 or remote.is_link_scope:
            return True
        said = self._facts.plain(question)
        if isinstance(said, network.Refusal):
            return False
        if question[2]:
            source = question[2]
        else:
            source = said.get("prefsrc", "::")
            # A route keeps its src when the link with that address is gone.
            if source not in self._facts.own:
                return False
        source = ipaddress.ip_address(source)
        return not (source.is_link_local or source.is_loopback or
                    source.is_unspecified)

    def _owns_local(self, link):
        """Whether that link, or any if None, has the pair's local address."""
        local = self._target.local
        if local is None:
            return True
        # One that is not in use yet is on its link, but not in the tables;
        # a route may make addresses local that are on no link.
        question = self._target.local_question()
        if link == "lo":
            # 192.0.2.2 is not an address of lo, unless a route says so
            question = (question[0], LOOPBACK_INDEX, "")
        route = self._facts.match(question)
        if (isinstance(route, network.Refusal) or
                route.get("type") != "local"):
            return False
        return (link in (None, route.get("dev")) or
                (link, str(local.ip)) in self._facts.addresses)

    def _hop(self, remote, hop):
        link = self._facts.links.get(hop.link)
        if link is None or hop.dead or not link.carrier:
            return 0
        if not self._owns_local(link.name):
            return 0
        if link.operstate == "DORMANT":
            return DORMANT_TRANSIENT if link.point_to_point else DORMANT
        if not link.running:
            return 0
        if link.type == RAWIP:
            return WWAN
        if link.point_to_point:
            return TRANSIENT
        if (remote.ip.version == 4 and remote.ip in LINK_LOCAL_4 and
                link.type == "ether"):
            return DIRECT
        return REACHABLE if hop.gateway else DIRECT


def best(words):
    """The first that needs no connection first, or the first that is not 0.

    One live way is enough. Which of several the kernel takes it decides for
    each flow, so that the first of the best rank is as good as any.
    """
    plain = [word for word in words
             if word & REACHABLE and not word & CONNECTION_REQUIRED]
    return next(iter(plain + [word for word in words if word]), 0)


def prefix_length(route, ip):
    """ip shows a route for one address, or for all, without a length."""
    text = route["dst"]
    if text == "default":
        return 0
    if "/" in text:
        return int(text.split("/")[1])
    return ip.max_prefixlen
