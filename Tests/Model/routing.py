# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""Random routes, rules and nexthop objects."""


class Routing:
    """What was added so far, so that some of it can be taken away."""

    def __init__(self, choose, links, far_4, far_6):
        self._choose = choose
        self._links = links
        self._far = {4: far_4, 6: far_6}
        self._routes = []
        self._rules = []
        self._objects = {4: [], 6: [], "group4": [], "group6": []}

    def _version(self):
        return self._choose.choice((4, 6))

    def _prefix(self, version):
        choose = self._choose
        far = choose.choice(self._far[version])
        if version == 4:
            return choose.choices(
                ("0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1", far + "/32",
                 network_4(far, 24), network_4(far, 16), "169.254.0.0/16",
                 "224.0.0.0/4", "198.18.0.0/15", "8.8.8.8/32",
                 choose.choice(self._links.near())),
                (6, 2, 2, 4, 4, 2, 1, 1, 2, 1, 2))[0]
        return choose.choices(
            ("::/0", "2000::/3", far + "/128", network_6(far), "fd00::/8",
             "2001:db8::/32", "ff00::/8 table local",
             choose.choice(self._links.near())),
            (6, 2, 4, 4, 2, 2, 1, 2))[0]

    def _leg(self, version):
        gateway, link = self._links.gateway(version)
        return self._choose.choices(
            (f"via {gateway}", f"via {gateway} dev {link}",
             f"dev {self._links.name()}", f"via {gateway} dev {link} onlink",
             f"via inet6 {self._links.gateway(6)[0]} dev {link}",
             "dev lo"),
            (3, 6, 4, 2, 1 if version == 4 else 0, 0.3))[0]

    def _way(self, version, prefix):
        """Where a route leads to, with its type in front."""
        choose = self._choose
        kind = choose.choices(
            ("leg", "reject", "multipath", "object", "local", "anycast"),
            (10, 3, 3, 3, 0.5, 0.3))[0]
        if kind == "reject":
            return choose.choice(
                ("blackhole", "unreachable", "prohibit", "throw")), ""
        if kind == "multipath":
            legs = [self._leg(version) for _ in range(choose.choice((2, 3)))]
            return "", " ".join("nexthop " + leg for leg in legs)
        objects = self._objects[version] + self._objects[f"group{version}"]
        if kind == "object" and objects:
            return "", f"nhid {choose.choice(objects)}"
        if kind in ("local", "anycast"):
            # Whose an address is that is on one link and that a route makes
            # local on another, nobody can say; on lo it is the machine's.
            host = prefix.endswith("/32" if version == 4 else "/128")
            if "/" in prefix:
                link = self._links.name() if host else "lo"
                return kind, f"dev {link}"
        return "", self._leg(version)

    def route(self):
        choose = self._choose
        if self._routes and choose.random() < 0.35:
            return [f"A ip route del {choose.choice(self._routes)}"]
        version = self._version()
        prefix = self._prefix(version)
        if ":" in prefix:
            version = 6
        elif "." in prefix:
            version = 4
        kind, way = self._way(version, prefix)
        words = [kind, prefix, way]
        if choose.random() < 0.3:
            words.append(f"metric {choose.choice((1, 50, 300, 2000))}")
        if choose.random() < 0.15 and "table" not in prefix:
            words.append(f"table {choose.choice((100, 101))}")
        kept = " ".join(filter(None, words))
        self._routes.append(kept)
        verb = choose.choices(("add", "replace", "append", "prepend", "change"),
                              (10, 4, 2, 1, 1))[0]
        if choose.random() < 0.1:
            near = [address for address in self._links.near()
                    if (":" in address) == (version == 6)]
            kept += f" src {choose.choice(near)}"
        elif version == 6 and choose.random() < 0.1:
            kept += f" expires {choose.choice((1, 2, 600))}"
        if version == 6 and choose.random() < 0.1:
            kept += f" pref {choose.choice(('low', 'medium', 'high'))}"
        return [f"A ip route {verb} {kept}"]

    def nexthop(self):
        choose = self._choose
        version = self._version()
        six = "-6 " if version == 6 else ""
        numbers = range(1, 6) if version == 4 else range(11, 16)
        number = choose.choice(numbers)
        singles = self._objects[version]
        if choose.random() < 0.3:
            return [f"A ip nexthop del id {number}"]
        if choose.random() < 0.3 and singles:
            number += 5
            members = "/".join(map(str, sorted(
                set(choose.choices(singles, k=3)))))
            self._objects[f"group{version}"].append(number)
            return [f"A ip nexthop replace id {number} group {members}"]
        singles.append(number)
        gateway, link = self._links.gateway(version)
        way = choose.choices(
            (f"via {gateway} dev {link}", f"dev {self._links.name()}",
             f"via {gateway} dev {link} onlink", "blackhole"),
            (6, 2, 2, 1))[0]
        verb = choose.choice(("add", "replace"))
        return [f"A ip {six}nexthop {verb} id {number} {way}"]

    def rule(self):
        choose = self._choose
        if self._rules and choose.random() < 0.45:
            six, number = choose.choice(self._rules)
            return [f"A ip {six}rule del pref {number}"]
        version = self._version()
        six = "-6 " if version == 6 else ""
        number = choose.choice((5, 10, 20, 30, 40000))
        self._rules.append((six, number))
        far = choose.choice(self._far[version])
        near = choose.choice([address for address in self._links.near()
                              if (":" in address) == (version == 6)])
        which = choose.choices(
            ("", f"to {far}", f"from {near}", f"oif {self._links.name()}",
             "iif lo", f"not to {far}", "uidrange 0-0", "fwmark 7",
             "ipproto tcp"),
            (3, 6, 3, 2, 1, 1, 1, 1, 1))[0]
        what = choose.choices(
            ("lookup 100", "lookup 101", "lookup main",
             "lookup main suppress_prefixlength 0",
             "lookup main suppress_prefixlength 1", "unreachable",
             "prohibit", "blackhole"),
            (5, 2, 1, 2, 1, 1, 1, 1))[0]
        return [" ".join(f"A ip {six}rule add pref {number} {which} {what}"
                         .split())]

    def object_in_use(self):
        """A route over a nexthop object, which then changes or goes."""
        choose = self._choose
        version = self._version()
        six = "-6 " if version == 6 else ""
        gateway, link = self._links.gateway(version)
        far = choose.choice(self._far[version])
        number = 31 if version == 4 else 41
        add = f"A ip {six}nexthop replace id {number} "
        change = choose.choice(("blackhole", f"dev {link}",
                                f"via {gateway} dev {link} onlink"))
        return ([f"{add}via {gateway} dev {link} onlink",
                 f"A ip route replace {far} nhid {number}"],
                [[add + change], [f"A ip nexthop del id {number}"]])

    def backup(self):
        """A second default path, for when the first has no carrier."""
        choose = self._choose
        version = self._version()
        everything = "0.0.0.0/0" if version == 4 else "::/0"
        first, second = ((0, 1) if choose.random() < 0.5 else (1, 0))
        ways = [self._links.gateway(version, n) for n in (first, second)]
        steps = [f"A ip route replace {everything} via {gateway} dev {link} "
                 f"metric {metric} onlink"
                 for (gateway, link), metric in zip(ways, (5, 6))]
        steps.append(f"B ip link set p{first} down")
        flag = (f"A sysctl net.ipv{version}.conf.{ways[0][1]}."
                "ignore_routes_with_linkdown=")
        return steps, [[flag + "1"], [flag + "0"]]

    def other_table(self):
        """A path in a table nobody looks into, until a rule says so."""
        choose = self._choose
        version = self._version()
        six = "-6 " if version == 6 else ""
        everything = "0.0.0.0/0" if version == 4 else "::/0"
        gateway, link = self._links.gateway(version)
        far = choose.choice(self._far[version])
        what = choose.choice(("lookup 102", "prohibit"))
        return ([f"A ip route replace {everything} via {gateway} dev {link} "
                 "onlink table 102"],
                [[f"A ip {six}rule add pref 7 to {far} {what}"],
                 [f"A ip {six}rule del pref 7"]])


def network_4(address, length):
    parts = address.split(".")
    kept = length // 8
    return ".".join(parts[:kept] + ["0"] * (4 - kept)) + f"/{length}"


def network_6(address):
    return ":".join(address.split(":")[:3]).rstrip(":") + "::/48"
