# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""Random scenarios.

Knows the commands that change what is reachable, and a little of what was done
so far, so that most of them are accepted; it must not know what they lead to.
The addresses are those reserved for documentation and benchmarks, and a few
public ones that nothing is ever sent to.
"""

import random

from links import Links
from routing import Routing
from scenario import Scenario

FAR_4 = ["198.18.1.1", "198.18.2.1", "198.18.3.1", "198.19.0.1", "11.1.1.1",
         "200.1.2.3", "10.9.9.9"]
FAR_6 = ["2001:db8:f1::1", "2001:db8:f2::1", "2001:db8:f3::1",
         "2606:4700:4700::1111", "fd99::1"]
FIXED = ["0.0.0.0", "::", "127.0.0.1", "127.3.4.5", "::1", "169.254.7.7",
         "169.254.0.0", "224.0.0.251", "239.1.2.3", "255.255.255.255",
         "fe80::77", "ff02::fb", "ff05::2", "ff0e::101", "::ffff:198.18.1.1",
         "::ffff:192.0.2.1", "::ffff:127.0.0.1"]


class Generator:
    """One scenario from one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.links = Links(self.random)
        # bursts a recipe wants next
        self.follow = []
        self.routing = Routing(self.random, self.links, FAR_4, FAR_6)

    def scenario(self):
        choose = self.random
        setup = self.links.base()
        for _ in range(choose.randrange(2, 14)):
            setup += self.step()
        targets = self.targets()
        bursts = [self.burst() for _ in range(choose.randrange(2, 7))]
        return Scenario(setup, targets, bursts)

    def burst(self):
        choose = self.random
        if self.follow and choose.random() < 0.7:
            # Alone, so that nothing else makes the library look.
            return self.follow.pop(0)
        burst = []
        for _ in range(choose.choice((1, 1, 1, 1, 2, 3, 5, 20))):
            burst += self.step()
        return burst

    def step(self):
        part = self.random.choices(
            (self.routing.route, self.routing.rule, self.routing.nexthop,
             self.links.change, self.links.address, self.links.sysctl,
             self.recipe),
            (10, 3, 3, 5, 5, 3, 2))[0]
        return part()

    def recipe(self):
        """What seldom comes about by itself, and what may then follow."""
        first, self.follow = self.random.choice(
            (self.routing.object_in_use, self.routing.backup,
             self.routing.other_table))()
        return first

    def targets(self):
        choose = self.random
        names = self.links.names()
        near = self.links.near()
        scoped = [f"{address}%{choose.choice(names)}" for address in (
            "fe80::77", "fe80::99", "ff02::fb", "ff01::1", "2001:db8:f1::1")]
        scoped += [f"{address}%{name}"
                   for address, name in self.links.own_link_local()]
        single = choose.sample(FIXED, 10) + near + scoped
        single += choose.sample(FAR_4, 4) + choose.sample(FAR_6, 3)
        scoped += [f"{own}%{name}>fe80::77%{choose.choice(names)}"
                   for own, name in self.links.own_link_local()[:1]]
        sources = near + ["127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::", ""]
        ends = near + FAR_4 + FAR_6 + ["0.0.0.0", "::", "127.0.0.1", ""]
        pairs = [f"{choose.choice(sources)}>{choose.choice(ends)}"
                 for _ in range(10)]
        return list(dict.fromkeys(single + [p for p in pairs if p != ">"]))
