# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""Random links, their addresses and their sysctls.

Knows which links there may be and what is on them; it must not know what
becomes of them when the kernel refuses a step.
"""

# The networks of veth pair 0, 1 and 2, ours ending in 2 and theirs in 1.
NETS_4 = ["192.0.2.", "198.51.100.", "203.0.113."]
NETS_6 = ["2001:db8:1::", "2001:db8:2::", "fd00:3::"]

FLAGS_4 = ["ignore_routes_with_linkdown", "forwarding", "rp_filter",
           "promote_secondaries", "route_localnet"]
FLAGS_6 = ["ignore_routes_with_linkdown", "forwarding", "disable_ipv6",
           "accept_ra", "keep_addr_on_down", "use_oif_addrs_only",
           "autoconf", "accept_dad"]
GLOBAL = ["net.ipv4.nexthop_compat_mode", "net.ipv4.ip_forward",
          "net.ipv4.fib_multipath_use_neigh",
          "net.ipv4.fib_multipath_hash_policy",
          "net.ipv6.route.skip_notify_on_dev_down"]


class Links:
    """Slots of links; each has a name now, and a number for ever."""

    def __init__(self, choose):
        self._choose = choose
        self._pairs = choose.randrange(1, 4)
        self._name = {f"v{n}": f"v{n}" for n in range(self._pairs)}
        self._own = {}
        self._added = []

    def base(self):
        """What nearly every machine has."""
        choose = self._choose
        steps = []
        if choose.random() < 0.8:
            # An address that has been tentative for a second makes the
            # library look just when it may have missed something else.
            steps.append("A sysctl net.ipv6.conf.default.accept_dad=0")
        if choose.random() < 0.95:
            steps.append("A ip link set lo up")
        for n in range(self._pairs):
            steps += self._make_pair(n)
            steps += [f"A ip link set v{n} up"]
            if choose.random() < 0.9:
                steps += self._add(f"v{n}", f"{NETS_4[n]}2/24")
            if choose.random() < 0.9:
                steps += self._add(f"v{n}", f"{NETS_6[n]}2/64", "nodad")
        for kind in ("br0", "m0", "t0", "t1", "i0", "x0"):
            if choose.random() < 0.2:
                steps += self._make(kind)
        for family, net in (("0.0.0.0/0", NETS_4), ("::/0", NETS_6)):
            if choose.random() < 0.8:
                n = choose.randrange(self._pairs)
                steps.append(f"A ip route add {family} via {net[n]}1")
        return steps

    def _make_pair(self, n):
        self._name[f"v{n}"] = f"v{n}"
        self._own[f"v{n}"] = f"fe80::a:{n}"
        # A name that does not change its address when it comes back.
        return [f"A ip link add v{n} index {10 + n} "
                f"address 02:00:00:00:00:0{n} type veth peer name p{n} "
                "netns B",
                f"B ip link set p{n} up",
                f"A ip addr add fe80::a:{n}/64 dev v{n} nodad"]

    def _make(self, slot):
        lower = self._name[f"v{self._choose.randrange(self._pairs)}"]
        up = f"A ip link set {slot} up"
        self._name[slot] = slot
        if slot in ("t0", "t1"):
            mode = "tun" if slot == "t0" else "tap"
            steps = [f"A ip tuntap add {slot} mode {mode}"]
            if self._choose.random() < 0.8:
                raw = mode == "tun" and self._choose.random() < 0.25
                steps.append(f"A open {slot} {mode}{' 519' if raw else ''}")
            steps.append(up)
        else:
            steps = ["A ip link add " + {
                "br0": "br0 index 20 type bridge",
                "m0": f"m0 link {lower} index 21 type macvlan mode bridge",
                "i0": "i0 index 22 type ifb",
                "x0": f"x0 index 23 type vxlan id 7 dstport 4789 dev {lower}",
            }[slot], up]
            if slot == "br0" and self._choose.random() < 0.7:
                steps.append(f"A ip link set {lower} master br0")
        n = 100 + ["br0", "m0", "i0", "x0", "t0", "t1"].index(slot)
        if self._choose.random() < 0.8:
            steps += self._add(slot, f"10.{n}.0.2/24")
        if self._choose.random() < 0.8:
            steps += self._add(slot, f"2001:db8:{n}::2/64", "nodad")
        return steps

    def _add(self, slot, address, *options):
        self._added.append((slot, address))
        return [" ".join(["A ip addr add", address, "dev", self._name[slot],
                          *options])]

    def names(self):
        return list(self._name.values()) + ["lo", "gone0"]

    def name(self):
        """One that packets may go through."""
        return self._choose.choice(list(self._name.values()))

    def own_link_local(self):
        return [(address, self._name[slot])
                for slot, address in self._own.items()]

    def near(self):
        """Own and neighbouring addresses, without a length."""
        near = []
        for n in range(self._pairs):
            near += [NETS_4[n] + end for end in ("1", "2", "255", "77")]
            near += [NETS_6[n] + end for end in ("", "1", "2", "77")]
        for slot, address in self._added:
            if not slot.startswith("v"):
                own = address.split()[0].split("/")[0]
                near += [own, own[:-1] + "9"]
        return list(dict.fromkeys(near))

    def gateway(self, version, n=None):
        """A neighbour, and the link it should be on."""
        if n is None:
            n = self._choose.randrange(self._pairs)
        n %= self._pairs
        link = self._name[f"v{n}"]
        if version == 4:
            return NETS_4[n] + self._choose.choice(("1", "9")), link
        return self._choose.choice((NETS_6[n] + "1", "fe80::1")), link

    def change(self):
        choose = self._choose
        slot = choose.choice(list(self._name))
        name = self._name[slot]
        act = choose.choices(
            ("down", "up", "flap", "carrier", "rename", "remake", "other",
             "stack", "dormant", "lo", "advertise"),
            (4, 5, 3, 5, 2, 3, 3, 3, 2, 1, 2))[0]
        return getattr(self, "_" + act)(slot, name)

    def _down(self, _slot, name):
        return [f"A ip link set {name} down"]

    def _up(self, _slot, name):
        return [f"A ip link set {name} up"]

    def _flap(self, slot, name):
        return self._down(slot, name) + self._up(slot, name)

    def _carrier(self, slot, name):
        state = self._choose.choice(("up", "down"))
        if slot in ("t0", "t1"):
            mode = "tun" if slot == "t0" else "tap"
            return [f"A open {name} {mode}" if state == "up" else
                    f"A close {name}"]
        n = slot[1] if slot[0] == "v" else self._choose.randrange(self._pairs)
        return [f"B ip link set p{n} {state}"]

    def _rename(self, slot, name):
        # A device that is held is known by its first name.
        if slot in ("t0", "t1"):
            return self._flap(slot, name)
        new = slot if name != slot else slot + "x"
        self._name[slot] = new
        return [f"A ip link set {name} name {new}"]

    def _remake(self, slot, name):
        steps = [f"A ip link del {name}"]
        if slot in ("t0", "t1"):
            steps = [f"A close {name}"] + steps
        if self._choose.random() < 0.85:
            if slot.startswith("v"):
                steps += self._make_pair(int(slot[1]))
                steps.append(f"A ip link set {slot} up")
            else:
                steps += self._make(slot)
        for owner, address in self._added:
            if owner == slot and self._choose.random() < 0.5:
                steps.append(f"A ip addr add {address} dev {slot}" +
                             (" nodad" if ":" in address else ""))
        return steps

    def _other(self, _slot, name):
        return ["A ip link set " + name + " " + self._choose.choice(
            ("mtu 1200", "mtu 1500", "mtu 1400", "arp off", "arp on",
             "multicast off", "multicast on", "addrgenmode none",
             "address 02:00:00:00:00:aa", "txqueuelen 77", "nomaster",
             "promisc on", "alias x"))]

    def _stack(self, _slot, _name):
        missing = [slot for slot in ("br0", "m0", "t0", "t1", "i0", "x0")
                   if slot not in self._name]
        if missing and self._choose.random() < 0.5:
            return self._make(self._choose.choice(missing))
        lower = self._name[f"v{self._choose.randrange(self._pairs)}"]
        bridge = self._name.get("br0")
        if bridge and self._choose.random() < 0.6:
            return [f"A ip link set {lower} master {bridge}"]
        return [f"A ip link set {lower} nomaster"]

    def _dormant(self, _slot, name):
        return ["A ip link set " + name + " " + self._choose.choice(
            ("state dormant", "state up", "mode dormant", "mode default"))]

    def _lo(self, _slot, _name):
        return [f"A ip link set lo {self._choose.choice(('up', 'down'))}"]

    def _advertise(self, slot, _name):
        choose = self._choose
        n = slot[1] if slot[0] == "v" else "0"
        text = f"B advertise p{n} {choose.choice((0, 1800, 2))}"
        if choose.random() < 0.6:
            text += (f" 2001:db8:a{n}::/64 {choose.choice((0, 600))} "
                     f"{choose.choice((0, 600, 7200))}")
        return [text]

    def address(self):
        choose = self._choose
        if self._added and choose.random() < 0.45:
            slot, address = choose.choice(self._added)
            name = self._name.get(slot, slot)
            verb = choose.choice(("del", "del", "add", "replace", "change"))
            options = ""
            if verb != "del":
                options = self._address_options(":" in address)
            return [f"A ip addr {verb} {address} dev {name}{options}"]
        slot = choose.choice(list(self._name))
        if choose.random() < 0.05:
            return [f"A ip addr flush dev {self._name[slot]}"]
        n = choose.randrange(3)
        if choose.random() < 0.5:
            address = choose.choice(
                (f"{NETS_4[n]}2/24", f"{NETS_4[n]}77/32", "169.254.5.5/16",
                 f"{NETS_4[n]}2/25", "198.18.1.1/24",
                 f"{NETS_4[n]}2 peer {NETS_4[n]}1/32"))
        else:
            address = choose.choice(
                (f"{NETS_6[n]}2/64", f"{NETS_6[n]}77/128", "fe80::99/64",
                 f"{NETS_6[n]}3/64", "2001:db8:f1::1/48",
                 f"{NETS_6[n]}2 peer {NETS_6[n]}1/128"))
        return self._add(slot, address,
                         self._address_options(":" in address).strip())

    def _address_options(self, is_6):
        choose = self._choose
        options = ""
        if is_6 and choose.random() < 0.9:
            options += " nodad"
        if choose.random() < 0.15:
            options += " noprefixroute"
        if choose.random() < 0.15:
            valid = choose.choice(("1", "2", "600"))
            options += f" valid_lft {valid} preferred_lft " + choose.choice(
                ("0", valid))
        return options

    def sysctl(self):
        choose = self._choose
        if choose.random() < 0.2:
            return [f"A sysctl {choose.choice(GLOBAL)}="
                    f"{choose.randrange(2)}"]
        version, flag = choose.choice(
            [("ipv4", flag) for flag in FLAGS_4] +
            [("ipv6", flag) for flag in FLAGS_6])
        where = choose.choice(["all", *self._name.values()])
        return [f"A sysctl net.{version}.conf.{where}.{flag}="
                f"{choose.randrange(2)}"]
