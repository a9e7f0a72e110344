# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""One scenario carried out, with everything compared after every burst."""

import dataclasses
import time

import library
from network import Network
from oracle import Oracle, Target

# A word may be late by what the kernel is late with: a second for the loss of
# a carrier, and what a busy machine adds.
DEADLINE = 10.0


@dataclasses.dataclass
class Disagreement:
    target: str
    what: str
    expected: int
    seen: dict
    why: str

    def __str__(self):
        words = ", ".join(f"{name} {word:#x}" for name, word in
                          self.seen.items())
        return (f"{self.target}: {self.what}: oracle {self.expected:#x}, "
                f"{words}\n    {self.why}")


def at_once(text):
    """Whether all that a change leads to is done when the change is.

    With IPv6 the kernel does some of it later: a worker gives an address its
    route, also with nodad. Default paths are of both families.
    """
    return (":" not in text and "0.0.0.0" not in text and
            not text.startswith(">") and not text.endswith(">"))


def with_indexes(text, scopes):
    """A fresh target is for the link the scheduled one was made for."""
    halves = []
    for half in text.split(">"):
        address, percent, name = half.partition("%")
        halves.append(f"{address}%{scopes[name]}" if percent else half)
    return ">".join(halves)


class Run:
    """A scenario in namespaces of its own."""

    def __init__(self, lib, scenario, deadline=DEADLINE):
        self._library = lib
        self._scenario = scenario
        self._deadline = deadline
        self.comparisons = 0
        self.words = {}
        self.callbacks = 0
        self.refused = 0
        self.steps = 0

    def disagreements(self):
        """Those of the first burst that has any."""
        network = Network()
        self._library.reach_thread_reset()
        watch = None
        try:
            network.apply(self._scenario.setup)
            watch, oracle = self._watch()
            found = self._compare(watch, oracle)
            for burst in self._scenario.bursts:
                if found:
                    break
                network.apply(burst)
                found = self._compare(watch, oracle)
            return found
        finally:
            if watch:
                self.callbacks = watch.callbacks
                watch.close()
            self.refused = len(network.refused)
            self.steps = len(self._scenario.flat())
            network.close()

    def _watch(self):
        texts = self._scenario.targets
        names = {half.partition("%")[2] for text in texts
                 for half in text.split(">")}
        scopes = {name: library.scope_index(name) for name in names}
        self._texts = [with_indexes(text, scopes) for text in texts]
        oracle = Oracle([Target(text, scopes) for text in texts])
        return library.Watch(self._library, self._texts), oracle

    def _compare(self, watch, oracle):
        end = time.monotonic() + self._deadline
        before, words = oracle.ask()
        pause = 0.002
        while True:
            fresh = [self._library.fresh_flags(text) for text in self._texts]
            watch.dispatch()
            seen = {"cached": watch.cached(), "delivered": watch.delivered,
                    "fresh": fresh}
            if before.is_settled() and all(
                    given == words for given in seen.values()):
                self._count(words)
                return []
            facts, again = oracle.ask()
            if (again == words and before.is_settled() and
                    before.links == facts.links):
                found = self._differences("not fresh", oracle, facts, words,
                                          {"fresh": fresh}, at_once)
                if found:
                    return found
            if time.monotonic() > end:
                return self._differences("never right", oracle, facts, words,
                                         seen)
            before, words = facts, again
            watch.dispatch(pause)
            pause = min(pause * 2, 0.1)

    def _count(self, words):
        self.comparisons += len(words)
        for word in words:
            self.words[f"{word:#x}"] = self.words.get(f"{word:#x}", 0) + 1

    def _differences(self, what, oracle, facts, words, seen,
                     which=lambda text: True):
        found = []
        for number, text in enumerate(self._scenario.targets):
            if not which(text):
                continue
            given = {name: list(words_)[number]
                     for name, words_ in seen.items()}
            if any(word != words[number] for word in given.values()):
                found.append(Disagreement(text, what, words[number], given,
                                          oracle.why(facts, number)))
        return found
