"""Judges a recording while it is made: an ompt-validate beside every process that records."""

import json
import os
import signal
import tempfile
from typing import Any

from ompt_cts.steps import trace_folders
from ompt_cts.steps.waiting import wait_for_end

AT_ONCE = 32  # of so many processes; others are judged when they have ended
SECONDS = 600.0  # that a judge may take after the end of its process


class Judges:
    """What is to be asked now and then (`look`) for new traces of the recording `trace`, and in the
    end for what was found. `pids` are those of the judges, which are children of this process."""

    def __init__(self, validator: str, trace: str, profile: str, keep: bool) -> None:
        self.command = [validator, "--live", "--quiet", "--profile", profile]
        self.command += ["--keep"] if keep else []
        self.trace, self.keep = trace, keep
        self.folder = tempfile.TemporaryDirectory(prefix="cts-live-")
        self.pids: dict[int, str] = {}  # and the traces that they judge
        self.running: set[int] = set()

    def look(self) -> None:
        """Starts a judge for every trace that has none yet."""
        known = set(self.pids.values())
        place = os.path.dirname(self.trace)
        for name in trace_folders.made(self.trace):
            path = os.path.join(place, name)
            if path in known or len(self.running) >= AT_ONCE:
                continue
            if not os.path.exists(os.path.join(path, trace_folders.INFO, "manifest")):
                continue
            command = [*self.command, path, "--json", self.findings(path)]
            silent = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_RDWR, 0) for n in (0, 1, 2)]
            pid = os.posix_spawn(command[0], command, dict(os.environ), file_actions=silent)
            self.pids[pid] = path
            self.running.add(pid)

    def findings(self, trace: str) -> str:
        return os.path.join(self.folder.name, os.path.basename(trace) + ".json")

    def ended(self, pid: int) -> None:
        self.running.discard(pid)

    def finish(self) -> None:
        """Nothing is recorded any more, or what still is does not count: waits for the judges."""
        for pid in list(self.running):
            os.kill(pid, signal.SIGTERM)
        for pid in list(self.running):
            if not wait_for_end(pid, SECONDS):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            self.ended(pid)

    def kill(self) -> None:
        for pid in list(self.running):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            self.ended(pid)

    def judged(self, trace: str) -> dict[str, Any] | None:
        """The validator's findings on a trace. None if they are to be had from the disk: it was not
        judged while it grew, or something kept its record from being complete."""
        try:
            with open(self.findings(trace), encoding="utf-8") as file:
                found: dict[str, Any] = json.load(file)
        except (OSError, ValueError):
            return None
        whole = found["trace"]["complete"] or found["trace"]["given_up"]
        return found if whole else None
