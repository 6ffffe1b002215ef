"""Reads a trace from Python, through `ompt-view`.

for event in trace.events(path):
    if event["event"] == "task_create":
        print(event["thread"], event["fields"]["flags"])
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.steps import tools


class Event(TypedDict):
    """One event; docs/views.md describes the values of fields."""

    thread: int
    position: int  # in its thread, from 0
    time: int  # ticks of the clock in info()
    event: str
    fields: dict[str, Any]


class Clock(TypedDict):
    name: str
    frequency: int


class Info(TypedDict):
    """The description of a trace."""

    environment: dict[str, str]
    clock: Clock
    initialized: bool
    finalized: bool
    threads: int
    events: int
    dropped: int
    damage: str  # empty if the trace could be read to its end


def events(path: str | Path, viewer: Path | None = None) -> Iterator[Event]:
    """All events in the order of their time stamps, read lazily.

    UserError if there is no trace, or, after the events before the damage, if the trace is damaged.
    """
    command = [viewer or tools.require_tool(build_dir(), "ompt-view"), "--json", path]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        for line in process.stdout:
            yield json.loads(line)
        reason = process.stderr.read().strip()
    if process.returncode != 0:
        raise UserError(reason.removeprefix("ompt-view: "))


def info(path: str | Path, viewer: Path | None = None, brief: bool = False) -> Info:
    """The description of the trace; `brief`: without what takes reading all events (`events`,
    `dropped`, `damage`). UserError if there is no trace."""
    command = [viewer or tools.require_tool(build_dir(), "ompt-view"), "--info", path]
    command += ["--brief"] * brief
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise UserError(result.stderr.strip().removeprefix("ompt-view: "))
    answer: Info = json.loads(result.stdout)
    return answer
