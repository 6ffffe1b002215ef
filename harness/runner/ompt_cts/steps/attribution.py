"""Whose is a crash or a hang? The program is run again in other ways, and what they show decides.

    runtime  it ends badly without any tool, too: the runtime's or the program's own, no OMPT matter
    tool     it needs a tool, and one that does nothing, or writes its words and does nothing else, is
             enough: a runtime must bear that
    probes   only where the checker asks entry points inside callbacks, not where it only records
    unclear  seen too seldom to tell, or only where the checker records; the reason says what was tried

A crash that is not seen in a few other runs may be missing there by chance: what is said must be
improbable by chance. The record of a run (`record_run`) keeps the answer:

    attribution         one of the words above; absent where the program ended as it was meant to
    attribution_reason  a sentence that tells what was seen
    attempts            for each way: tool (none, nothing, words, checker), probes, runs, bad, endings
"""

import time
from collections.abc import Callable
from math import comb

RUNTIME, TOOL, PROBES, UNCLEAR = "runtime", "tool", "probes", "unclear"
NO_TOOL, NOTHING, WORDS, CHECKER = "none", "nothing", "words", "checker"
ROUND = 4  # runs of each way at a time
ROUNDS = 3
HANGS = 1  # of a way in a round; each takes the whole time limit
BY_CHANCE = 0.05  # what is less probable is no chance


class Way:
    """One way to run the program, and how that went."""

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
    """How probable it is that `good` other runs miss all the bad ones only by chance."""
    return comb(runs, bad) / comb(runs + good, bad)


class Inquiry:
    """Runs the ways in turn until they tell enough, or the time is up.

    run(tool, probes) gives how the program ended, empty if as it was meant to, and whether it was
    killed at its time limit. `first` is the ending that is asked about, `probes` the level that it
    had, `deadline` a time of time.monotonic() after which no run is begun.
    """

    def __init__(
        self,
        run: Callable[[str, str], tuple[str, bool]],
        first: str,
        probes: str,
        deadline: float,
    ) -> None:
        self.run, self.deadline = run, deadline
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
        """The answer and its sentence, if the runs so far give one."""
        plain, nothing, words = self.plain, self.nothing, self.words
        silent, same = self.silent, self.same
        if plain.bad:
            return RUNTIME, f"without a tool as well: {plain.text()}"
        if nothing.bad:
            if chance(nothing.bad + same.bad, nothing.runs + same.runs, plain.runs) < BY_CHANCE:
                good = f"none of {plain.runs} runs without a tool"
                return TOOL, f"a tool that does nothing is enough: {nothing.text()}; {good}"
        elif words.bad:
            if chance(words.bad + same.bad, words.runs + same.runs, plain.runs) < BY_CHANCE:
                good = f"none of {plain.runs} runs without a tool"
                return TOOL, f"a tool that only writes words is enough: {words.text()}; {good}"
        elif silent.bad:
            without = plain.runs + nothing.runs + words.runs
            if chance(silent.bad, silent.runs, without) < BY_CHANCE:
                return UNCLEAR, f"only where the checker records: {self.tried()}"
        elif silent.runs:
            others = plain.runs + nothing.runs + words.runs + silent.runs
            if chance(same.bad, same.runs, others) < BY_CHANCE:
                good = f"none of {silent.runs} runs that only record"
                return PROBES, f"only where entry points are asked: {same.text()}; {good}"
        return None

    def answer(self) -> dict[str, object]:
        """What the record keeps."""
        for _ in range(ROUNDS):
            self.one_round()
            if self.decided() or self.time_is_up():
                break
        word, reason = self.decided() or (UNCLEAR, f"too seldom to tell: {self.tried()}")
        return {
            "attribution": word,
            "attribution_reason": reason,
            "attempts": [way.data() for way in self.ways],
        }
