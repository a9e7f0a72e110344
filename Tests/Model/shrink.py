# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""A failing scenario made short."""

import time

from scenario import Scenario


class Shrinker:
    """Leaves out what the failure does not need."""

    def __init__(self, fails, seconds):
        """fails(scenario) says whether it still fails."""
        self._fails = fails
        self._end = time.monotonic() + seconds

    def shrink(self, scenario):
        scenario = self._drop_targets(scenario)
        steps = self._without(
            scenario.flat(),
            lambda steps: Scenario.from_flat(steps, scenario.targets))
        return Scenario.from_flat(steps, scenario.targets)

    def _drop_targets(self, scenario):
        targets = self._without(
            scenario.targets,
            lambda targets: Scenario(scenario.setup, targets,
                                     scenario.bursts))
        return Scenario(scenario.setup, targets, scenario.bursts)

    def _without(self, items, make):
        """The items left when no part of them can go any more."""
        size = max(1, len(items) // 2)
        while True:
            shorter = False
            start = 0
            while start < len(items) and time.monotonic() < self._end:
                less = items[:start] + items[start + size:]
                if less and self._fails(make(less)):
                    items = less
                    shorter = True
                else:
                    start += size
            if size > 1:
                size //= 2
            elif not shorter or time.monotonic() > self._end:
                return items
