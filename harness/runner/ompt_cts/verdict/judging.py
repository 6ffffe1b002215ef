"""Runs ompt-validate on traces outside the suites."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import NotRequired, Required, TypedDict

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.steps import tools
from ompt_cts.steps.trace_folders import RECORD

# The types of what the steps write about one program: how it ended, and what its trace holds. Such
# files come from strangers too (records beside a trace, shards, bundles): every key that anybody
# uses is here.

Fact = int | str | list[str]


class Event(TypedDict):
    """An event of a finding's witness."""

    event: str
    thread: int
    position: int
    location: NotRequired[str | None]
    fields: dict[str, str]


class Loaded(TypedDict, total=False):
    """The runtime that a trace names."""

    library: str
    sha256: str
    version_string: str
    omp_version: int | None
    registration: dict[str, str]


class Described(TypedDict, total=False):
    """What the trace says of its process: these decide, the others are shown."""

    probes: str
    runtime_sha256: str
    second_runtime: str
    ended_early: str


class Traced(TypedDict, total=False):
    """One trace, as the validator saw it."""

    path: Required[str]
    events: int
    threads: int
    dropped: int
    complete: bool
    damage: str
    beginning: bool
    seen: dict[str, int]
    shown: list[str]


class Ending(TypedDict, total=False):
    """The end of one run (steps/again.py)."""

    state: Required[str]
    reason: str
    exit: int | None
    signal: int
    said: str
    fault: str
    probes: str


class Record(Ending, total=False):
    """The run of a program, or one process of it (docs/check.md)."""

    command: Required[list[str]]
    reason: Required[str]
    seconds: float
    tool: bool
    trace: str
    traces: list[str]
    settings: dict[str, str]
    attribution: str
    attribution_reason: str
    with_probes: Ending
    expected_signal: int


class Recording(Record, total=False):
    processes: list[Record]


class Observed(TypedDict):
    """What a test saw of its program from outside (steps/observe.py)."""

    rules: list[str]
    ok: bool
    command: list[str]
    output: str


SECONDS = 600


def validate(trace: str, profile: str, build: Path) -> Json:
    """The validator's findings; raises UserError when it cannot judge."""
    validator = tools.require_tool(build, "ompt-validate")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "findings.json"
        command = [str(validator), trace, "--profile", profile, "--json", str(path)]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise UserError(f"{trace} was not judged within {SECONDS} s") from None
        if done.returncode not in (0, 1, 3):  # 3: no finding in an incomplete record
            lines = done.stderr.strip().splitlines()
            text = lines[-1] if lines else f"ompt-validate ended with status {done.returncode}"
            raise UserError(text.removeprefix("ompt-validate: ").removeprefix("error: "))
        try:
            return dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            raise UserError(f"ompt-validate wrote no findings for {trace}") from None


def record_beside(trace: str) -> Json:
    """The record of this trace's process; empty if there is none."""
    record = _read_record(trace + RECORD)
    if record:
        return record
    main = trace
    for _ in range(2):  # DIR.<pid> and DIR.<pid>.<n> belong to DIR
        main = main.rpartition(".")[0]
        of_all = _read_record(main + RECORD) if main else {}
        for process in of_all.get("processes", []):
            if process.get("traces") == [os.path.basename(trace)]:
                return dict(process) | {k: v for k, v in of_all.items() if k == "settings"}
    return {}


def _read_record(path: str) -> Json:
    """The record in a file; empty without the file. UserError for anything but a record, because
    the end of the process would go unreported."""
    if not os.path.exists(path):
        return {}
    data = files.read_json(Path(path))
    if not isinstance(data, dict) or not {"state", "command", "reason"} <= set(data):
        raise UserError(f"{path} is damaged: it is no record of a recording")
    files.check_kind(Path(path), data, Recording)
    return dict(data)
