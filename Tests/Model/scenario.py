# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""A scenario: targets, and bursts of steps; from a seed or from a script.

Knows how a scenario is written down; generate.py knows what goes into it.
"""

import dataclasses


@dataclasses.dataclass
class Scenario:
    # before the targets are made
    setup: list
    targets: list
    # each is applied at once, then everything is compared
    bursts: list

    def flat(self):
        """Setup and bursts as one list, with None between them."""
        steps = list(self.setup)
        for burst in self.bursts:
            steps += [None, *burst]
        return steps

    @staticmethod
    def from_flat(steps, targets):
        parts = [[]]
        for step in steps:
            if step is None:
                parts.append([])
            else:
                parts[-1].append(step)
        return Scenario(parts[0], list(targets), parts[1:])

    def script(self):
        """For a person's shell, and for --replay."""
        lines = ["ip netns add A; ip netns add B"]
        lines += map(shell, self.setup)
        lines += ["# target " + target for target in self.targets]
        for burst in self.bursts:
            lines += ["# settle", *map(shell, burst)]
        return "\n".join(lines) + "\n"

    @staticmethod
    def from_script(text):
        scenario = Scenario([], [], [])
        for line in filter(None, map(str.strip, text.splitlines())):
            if line.startswith("# target "):
                scenario.targets.append(line.removeprefix("# target "))
            elif line == "# settle":
                scenario.bursts.append([])
            elif step := from_shell(line):
                part = scenario.bursts[-1:] or [scenario.setup]
                part[0].append(step)
        return scenario


def shell(step):
    space, kind, rest = step.split(" ", 2)
    if kind == "ip":
        return f"ip -n {space} {rest}"
    if kind == "sysctl":
        return f"ip netns exec {space} sysctl -qw {rest}"
    return f"# in {space} {kind} {rest}"


def from_shell(line):
    """The step a line of a script stands for, or None."""
    words = line.split()
    if words[:2] == ["ip", "-n"]:
        return " ".join([words[2], "ip", *words[3:]])
    if words[:3] == ["ip", "netns", "exec"]:
        return " ".join([words[3], "sysctl", *words[6:]])
    if words[:2] == ["#", "in"]:
        return " ".join(words[2:])
    return None
