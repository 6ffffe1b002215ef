"""The four views of a trace: the value that each thread shows, from begin to end. `ompt-timeline`
makes them from the events, as fine as a picture; this module reads them."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.steps import tools

SUBSYSTEM, LABEL, TASK, IDLE = VIEWS = ("subsystem", "label", "task", "idle")
TITLES = {SUBSYSTEM: "Subsystem", LABEL: "Label", TASK: "Task ID", IDLE: "Idle"}
APPROXIMATE = "the whole construct: the runtime reports no single chunk or section"


def duration(nanoseconds: int) -> str:
    """A time in a readable unit."""
    for unit, size in (("s", 10**9), ("ms", 10**6), ("µs", 10**3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds} ns"


class Span(NamedTuple):
    """A thread shows one value of a view, from begin to end (nanoseconds). It merges `count` spans,
    each shorter than a pixel, and has the value that lasts longest."""

    begin: int
    end: int
    value: str
    approximate: bool = False
    count: int = 1


class Instant(NamedTuple):
    """A state of the subsystem view that has only a time, not a length; the first of `count` in a
    pixel."""

    at: int
    value: str
    count: int = 1


@dataclass
class Thread:
    number: int
    views: dict[str, list[Span]] = field(default_factory=lambda: {view: [] for view in VIEWS})
    instants: list[Instant] = field(default_factory=list)

    def spans(self, view: str) -> list[Span]:
        return self.views[view]


@dataclass
class Timeline:
    """The part of a run from `begin` to `end`, in nanoseconds since its first state."""

    title: str
    threads: list[Thread]
    begin: int = 0
    end: int = 0
    at: int = 0  # the time of the event in its middle, if there is one
    damage: str = ""  # why part of the trace could not be read

    @property
    def approximate(self) -> bool:
        return any(span.approximate for thread in self.threads for span in thread.spans(SUBSYSTEM))


def made(lines: Sequence[Any], title: str, damage: str = "") -> Timeline:
    """The timeline from the output of ompt-timeline: spans and instants, and last a line on the
    whole."""
    threads: dict[int, Thread] = {}
    for number, view, begin, end, value, rough, count in lines[:-1]:
        thread = threads.setdefault(number, Thread(number))
        if view < 0:
            thread.instants.append(Instant(begin, value, count))
        else:
            thread.views[VIEWS[view]].append(Span(begin, end, value, rough, count))
    told = lines[-1] if lines else {}
    return Timeline(
        title,
        [threads[number] for number in sorted(threads)],
        told.get("begin", 0),
        told.get("end", 0),
        told.get("at", 0),
        damage,
    )


def run(trace: Path, words: Sequence[str]) -> tuple[list[Any], str]:
    """The output lines of ompt-timeline for a trace, and the reason if part of it could not be
    read. UserError if nothing could."""
    tool = str(tools.require_tool(build_dir(), "ompt-timeline"))
    done = subprocess.run([tool, *words, str(trace)], capture_output=True, text=True, check=False)
    reason = done.stderr.strip().removeprefix("ompt-timeline: ")
    if done.returncode and not done.stdout:
        raise UserError(reason or f"ompt-timeline ended with status {done.returncode}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines, reason if done.returncode else ""


def read(trace: Path, pixels: int, words: Sequence[str] = ()) -> Timeline:
    """The contents of a picture of this width, from a saved trace. `words`: options of
    ompt-timeline. UserError if there is no trace."""
    lines, damage = run(trace, [f"--pixels={pixels}", *words])
    return made(lines, trace.name, damage)
