"""Finds the cause of a crash or a hang: the program runs again in other ways, and the endings decide.

  runtime  it ends in the same way without any tool, too: the runtime's or the program's fault, no OMPT matter
  tool     it needs a tool, and a tool that does nothing, or only writes its words, is enough: a runtime
           must bear that
  probes   only if the checker calls entry points inside callbacks, not if it only records
  unclear  too rare to tell, or only if the checker records, or in another way without a tool; the reason
           lists the attempts

A few other runs may miss a crash by chance: an attribution must be improbable by chance. The record of
a run (`record_run`) keeps the answer:

  attribution         one of the words above; absent if the program ended as expected
  attribution_reason  a sentence with the observations
  attempts            for each way: tool (none, nothing, words, checker), probes, runs, bad, endings
"""

import time
from collections.abc import Callable
from math import comb

RUNTIME, TOOL, PROBES, UNCLEAR = "runtime", "tool", "probes", "unclear"
NO_TOOL, NOTHING, WORDS, CHECKER = "none", "nothing", "words", "checker"
ROUND = 4  # runs of each way at a time
ROUNDS = 3
HANGS = 1  # hangs of a way in a round; each takes the whole time limit
BY_CHANCE = 0.05  # the highest probability that counts as chance


class Way:
    """One way to run the program, and its results."""

    def __init__(self, tool: str, probes: str = "") -> None:
        self.tool, self.probes = tool, probes
        self.runs = self.bad = 0
        self.endings: list[str] = []

    def add(self, reason: str) -> None:
        self.runs += 1
        if reason:
            self.bad += 1
            if reason not in self.endings:
                self.endings.append(reason)

    def text(self) -> str:
        how = f" ({', '.join(self.endings)})" if self.bad else ""
        return f"{self.bad} of {self.runs} runs{how}"

    def title(self) -> str:
        if self.tool == NO_TOOL:
            return "without a tool"
        if self.tool == NOTHING:
            return "with a tool that does nothing"
        if self.tool == WORDS:
            return "with a tool that only writes words"
        return "recorded" + (f" with probes {self.probes}" if self.probes != "none" else "")

    def data(self) -> dict[str, object]:
        names = ("tool", "probes", "runs", "bad", "endings")
        return {name: getattr(self, name) for name in names}


def chance(bad: int, runs: int, good: int) -> float:
    """The probability that `good` other runs miss all bad ones only by chance."""
    return comb(runs, bad) / comb(runs + good, bad)


class Inquiry:
    """Runs the ways in turn until the cause is known or the time is over.

    run(tool, probes) gives the ending of the program, empty if as expected, and whether it was
    killed at its time limit. `first` is the ending to attribute, `probes` the level of that run,
    `deadline` a time of time.monotonic() after which no run begins. `slowed`: the checker's own
    delays may be the cause of the first ending, so the recorded runs prove nothing about a tool.
    """

    def __init__(
        self,
        run: Callable[[str, str], tuple[str, bool]],
        first: str,
        probes: str,
        deadline: float,
        slowed: bool = False,
    ) -> None:
        self.run, self.first, self.deadline, self.slowed = run, first, deadline, slowed
        self.plain, self.nothing, self.words = Way(NO_TOOL), Way(NOTHING), Way(WORDS)
        self.same = Way(CHECKER, probes)
        self.same.add(first)
        self.silent = Way(CHECKER, "none") if probes != "none" else self.same
        self.ways = [self.plain, self.nothing, self.words, self.silent, self.same]
        if self.silent is self.same:
            self.ways.pop()

    def time_is_up(self) -> bool:
        return time.monotonic() >= self.deadline

    def one_round(self) -> None:
        for way in self.ways:
            hangs = 0
            for _ in range(ROUND):
                if self.time_is_up() or hangs == HANGS or self.decided():
                    break
                reason, hung = self.run(way.tool, way.probes)
                hangs += hung
                way.add(reason)

    def tried(self) -> str:
        return "; ".join(f"{way.title()}: {way.text()}" for way in self.ways)

    def decided(self) -> tuple[str, str] | None:
        """The attribution and its sentence, if the runs so far determine it."""
        plain, nothing, words = self.plain, self.nothing, self.words
        silent, same = self.silent, self.same
        more = Way(CHECKER) if self.slowed else same
        if plain.bad and self.first not in plain.endings:  # another end has another cause
            if plain.runs >= ROUND:
                return UNCLEAR, f"otherwise without a tool: {self.tried()}"
        elif plain.bad:
            return RUNTIME, f"without a tool as well: {plain.text()}"
        if nothing.bad:
            if chance(nothing.bad + more.bad, nothing.runs + more.runs, plain.runs) < BY_CHANCE:
                good = f"none of {plain.runs} runs without a tool"
                return TOOL, f"a tool that does nothing is enough: {nothing.text()}; {good}"
        elif words.bad:
            if chance(words.bad + more.bad, words.runs + more.runs, plain.runs) < BY_CHANCE:
                good = f"none of {plain.runs} runs without a tool"
                return TOOL, f"a tool that only writes words is enough: {words.text()}; {good}"
        elif silent.bad:
            without = plain.runs + nothing.runs + words.runs
            if chance(silent.bad, silent.runs, without) < BY_CHANCE:
                return UNCLEAR, f"only if the checker records: {self.tried()}"
        elif silent.runs:
            others = plain.runs + nothing.runs + words.runs + silent.runs
            if chance(same.bad, same.runs, others) < BY_CHANCE:
                good = f"none of {silent.runs} runs that only record"
                return PROBES, f"only if entry points are called: {same.text()}; {good}"
        return None

    def answer(self) -> dict[str, object]:
        """The keys of the record."""
        for _ in range(ROUNDS):
            self.one_round()
            if self.decided() or self.time_is_up():
                break
        word, reason = self.decided() or (UNCLEAR, f"too rare to tell: {self.tried()}")
        return {
            "attribution": word,
            "attribution_reason": reason,
            "attempts": [way.data() for way in self.ways],
        }
