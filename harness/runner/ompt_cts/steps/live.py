"""Judges a recording while it grows: an ompt-validate beside every recording process."""

import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from ompt_cts.steps import trace_folders
from ompt_cts.system import calls, spawn
from ompt_cts.system.process_table import kill
from ompt_cts.system.waiting import wait_for_end

AT_ONCE = 32  # the most judges at one time; other processes are judged after their end
SECONDS = 600.0  # for a judge after the end of its process
LARGE = 256 << 20  # bytes of a trace that take about a second to judge
USED = 96  # where the manifest has a trace's bytes (docs/trace-format.md)


def size_of(trace: str) -> int | None:
    """The bytes of a trace so far; None before it has a manifest."""
    try:
        with calls.opened(Path(trace, trace_folders.INFO, "manifest")) as file:
            file.seek(USED)
            return int.from_bytes(file.read(8), sys.byteorder)
    except OSError:
        return None


class Judges:
    """The judges of the recording `trace`. Call `look` at intervals for new traces, and `finish` at
    the end for the findings. A trace gets its judge when it has `least` bytes. `pids` are the
    processes of the judges, which are children of this process."""

    def __init__(
        self, validator: str, trace: str, profile: str, keep: bool, least: int = 0
    ) -> None:
        self.command = [validator, "--live", "--quiet", "--profile", profile]
        self.command += ["--keep"] if keep else []
        self.trace, self.keep, self.least = trace, keep, least
        self.folder = tempfile.TemporaryDirectory(prefix="cts-live-")
        self.pids: dict[int, str] = {}  # process ids and their traces
        self.running: set[int] = set()

    def look(self) -> None:
        """Starts a judge for every trace without one."""
        known = set(self.pids.values())
        place = os.path.dirname(self.trace)
        for name in trace_folders.made(self.trace):
            path = os.path.join(place, name)
            if path in known or len(self.running) >= AT_ONCE:
                continue
            size = size_of(path)
            if size is None or size < self.least:
                continue
            command = [*self.command, path, "--json", self.findings(path)]
            pid = spawn.start(command, os.environ, spawn.NOTHING)
            self.pids[pid] = path
            self.running.add(pid)

    def findings(self, trace: str) -> str:
        return os.path.join(self.folder.name, os.path.basename(trace) + ".json")

    def ended(self, pid: int) -> None:
        self.running.discard(pid)

    def finish(self) -> None:
        """Waits for the judges; call it when no further event counts."""
        for pid in list(self.running):
            os.kill(pid, signal.SIGTERM)
        for pid in list(self.running):
            if not wait_for_end(pid, SECONDS):
                kill(pid)
            os.waitpid(pid, 0)
            self.ended(pid)

    def kill(self) -> None:
        for pid in list(self.running):
            kill(pid)
            os.waitpid(pid, 0)
            self.ended(pid)

    def judged(self, trace: str) -> dict[str, Any] | None:
        """The validator's findings on a trace. None if the trace must be judged from the disk,
        because it was not judged live or its record is incomplete."""
        try:
            with open(self.findings(trace), encoding="utf-8") as file:
                found: dict[str, Any] = json.load(file)
        except (OSError, ValueError):
            return None
        whole = found["trace"]["complete"] or found["trace"]["given_up"]
        return found if whole else None
