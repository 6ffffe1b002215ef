"""The four views of a trace: which thread shows what, from when to when. `ompt-view --stretches`
derives it from the events; here it is read."""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.steps import tools

SUBSYSTEM, LABEL, TASK, IDLE = VIEWS = ("subsystem", "label", "task", "idle")
TITLES = {
    SUBSYSTEM: "Subsystem",
    LABEL: "Label",
    TASK: "Task ID",
    IDLE: "Idle",
}
APPROXIMATE = "the whole construct: the runtime tells of no single chunk or section"


def duration(nanoseconds: int) -> str:
    """A time as people read it."""
    for unit, size in (("s", 10**9), ("ms", 10**6), ("µs", 10**3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds} ns"


class Span(NamedTuple):
    """A thread shows one value of a view, from begin to end (nanoseconds)."""

    begin: int
    end: int
    value: str
    approximate: bool = False


class Instant(NamedTuple):
    """A state of the subsystem view of which only the time is known at which it happens."""

    at: int
    value: str
    task: int


@dataclass
class Thread:
    number: int
    stretches: list[dict[str, Any]] = field(default_factory=list)
    instants: list[Instant] = field(default_factory=list)

    def spans(self, view: str) -> list[Span]:
        """One view; what follows without a change is one, but for chunks of a loop."""
        found: list[Span] = []
        before: dict[str, Any] = {}
        for one in self.stretches:
            value = str(one[view] or "")
            rough = view == SUBSYSTEM and bool(one["approximate"])
            last = found[-1] if found else None
            same = last and last.end == one["begin"] and last[2:] == (value, rough)
            # Neighbours that differ in nothing are two chunks of a loop.
            chunk = view == SUBSYSTEM and all(
                before.get(key) == one[key] for key in (*VIEWS, "approximate")
            )
            if last and same and not chunk:
                found[-1] = last._replace(end=one["end"])
            elif value and value != "0":
                found.append(Span(one["begin"], one["end"], value, rough))
            before = one
        return found

    def at_position(self, position: int) -> int | None:
        """When the event at a position of this thread was, as nearly as the stretches tell."""
        met = [one["begin"] for one in self.stretches if one["position"] <= position]
        return met[-1] if met else None


@dataclass
class Timeline:
    title: str
    threads: list[Thread]
    damage: str = ""  # why not all of the trace could be read

    @property
    def end(self) -> int:
        ends = (thread.stretches[-1]["end"] for thread in self.threads if thread.stretches)
        return max(ends, default=0)

    @property
    def window(self) -> tuple[int, int]:
        """From shortly before the first parallel or worksharing construct to the end: starting the
        runtime and the tool takes longer than many a program, and is in the files all the same."""
        serial = ("Runtime: Init", "Runtime: Attached")
        begins = (
            one["begin"]
            for thread in self.threads
            for one in thread.stretches
            if one["subsystem"] not in serial
        )
        first = min(begins, default=0)
        return max(0, first - (self.end - first) // 40), self.end

    @property
    def approximate(self) -> bool:
        return any(one["approximate"] for thread in self.threads for one in thread.stretches)


def made(lines: list[dict[str, Any]], title: str, damage: str = "") -> Timeline:
    """The timeline of what ompt-view printed; time begins with 0."""
    zero = min((line["begin"] for line in lines), default=0)
    threads: dict[int, Thread] = {}
    for line in lines:
        thread = threads.setdefault(line["thread"], Thread(line["thread"]))
        begin = line["begin"] - zero
        if line["instant"]:
            thread.instants.append(Instant(begin, line["subsystem"], line["task"]))
        elif line["end"] - zero > begin:
            thread.stretches.append({**line, "begin": begin, "end": line["end"] - zero})
    return Timeline(title, [threads[number] for number in sorted(threads)], damage)


def read(trace: Path, code: Path | None = None, viewer: Path | None = None) -> Timeline:
    """The timeline of a saved trace; `code` as of `ompt-view`. UserError if there is no trace."""
    words = [str(viewer or tools.require_tool(build_dir(), "ompt-view")), "--stretches"]
    words += ["--code", str(code)] if code else []
    done = subprocess.run([*words, str(trace)], capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    reason = done.stderr.strip().removeprefix("ompt-view: ")
    if done.returncode and not lines:
        raise UserError(reason or f"ompt-view ended with status {done.returncode}")
    return made(lines, trace.name, reason if done.returncode else "")


def of_tasks(timeline: Timeline, view: str) -> dict[int, list[str]]:
    """For each task the values that it shows, in order, each once in a row: the same whatever thread
    executes it and whatever it does in between."""
    found: dict[int, list[tuple[int, str]]] = {}
    for thread in timeline.threads:
        for one in thread.stretches:
            if one["task"] and one[view]:
                found.setdefault(one["task"], []).append((one["begin"], str(one[view])))
    result: dict[int, list[str]] = {}
    for task, shown in found.items():
        values = [value for _, value in sorted(shown)]
        result[task] = [v for n, v in enumerate(values) if n == 0 or values[n - 1] != v]
    return result
