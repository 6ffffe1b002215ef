"""Runs lit over the suites, shows progress, and collects the outcomes."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from ompt_cts import files
from ompt_cts.catalogue import ELSEWHERE
from ompt_cts.errors import UserError, in_words
from ompt_cts.paths import ROOT, SUITES
from ompt_cts.progress import say
from ompt_cts.reports import terminal
from ompt_cts.suite import resolved
from ompt_cts.suite.resolved import Resolved
from ompt_cts.suite.shards import Shard
from ompt_cts.system import groups, leftovers, locks
from ompt_cts.verdict import outcome
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Verdict

LINE = re.compile(r"(?P<code>[A-Z]+): OMPT-CTS :: (?P<name>\S+) \((?P<n>\d+) of (?P<total>\d+)\)")
LIT = "import lit.main; lit.main.main()"
BAD = ("FAIL", "TIMEOUT", "UNRESOLVED", "XPASS")
NO_TEST = "no test matches; `ompt-cts run` without --suite and --filter runs all"
INTERRUPTED = "interrupted"  # the name of an outcome that says that not all tests ran
MOMENT = 5.0  # seconds for lit to end
QUIET_INTERVAL = 10.0  # seconds between lines of progress without a terminal


@dataclass
class Selection:
    """The selected tests, and how they run."""

    suites: list[str] = field(default_factory=list)
    filter: str = ""
    jobs: int = 0
    params: dict[str, str] = field(default_factory=dict)
    shard: Shard | None = None
    seconds: int = 0  # no test begins after this time; 0: no limit
    tests: list[str] = field(default_factory=list)  # only these tests; empty: all

    def folders(self) -> list[str]:
        chosen = []
        for name in self.suites:
            folder = SUITES / name.removeprefix("suites/").strip("/")
            if ".." in folder.parts or not folder.exists():
                known = sorted(
                    p.name for p in SUITES.iterdir() if p.is_dir() and p.name != "include"
                )
                raise UserError(f"there is no suite {name!r}; there are {', '.join(known)}")
            chosen.append(str(folder.relative_to(ROOT)))
        if not self.tests:
            return chosen or ["suites"]
        paths = [f"suites/{test}" for test in self.tests]
        among = tuple(f"{folder}/" for folder in chosen) or ("",)
        found = [path for path in paths if path.startswith(among)]
        if not found:
            raise UserError(NO_TEST)
        return found

    def command(self, results: Path) -> list[str]:
        command = [sys.executable, "-P", "-c", LIT, *self.folders()]
        for name, value in {**self.params, "results": str(results), "kept": "1"}.items():
            command += ["--param", f"{name}={value}"]
        if self.jobs:
            command += ["-j", str(self.jobs)]
        if self.filter:
            command += ["--filter", self.filter]
        if self.seconds:
            command += ["--max-time", str(self.seconds)]
        if self.shard:
            # Lexical, because lit's own order depends on the times of the last run.
            command += ["--order", "lexical", "--num-shards", str(self.shard.count)]
            command += ["--run-shard", str(self.shard.number)]
        return command


class Meter:
    """Progress on standard error: a bar on a terminal, occasional lines elsewhere."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.bad = 0
        self.began = self.shown = time.monotonic()
        self.console = terminal.console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        live = self.console.is_terminal
        self.bar = Progress(*columns, console=self.console, transient=True, disable=not live)
        self.task = self.bar.add_task(title, total=None, note="")

    def __enter__(self) -> "Meter":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def step(self, done: int, total: int, name: str, code: str) -> None:
        if code in BAD:
            self.bad += 1
        note = f"[red]{self.bad} bad[/]" if self.bad else ""
        self.bar.update(self.task, completed=done, total=total, note=note)
        now = time.monotonic()
        if not self.console.is_terminal and (now - self.shown > QUIET_INTERVAL or done == total):
            self.shown = now
            left = (
                f", about {(now - self.began) * (total - done) / done:.0f} s left" if done else ""
            )
            told = (
                f"  {self.title}: {done} of {total}, {self.bad} bad{left if done < total else ''}"
            )
            print(told, file=sys.stderr, flush=True)


def lines_of(command: list[str]) -> Iterator[str]:
    """The lines of lit's output; a problem in its set-up is reported to the user. The command alone
    selects the tests, and no variable of lit (LIT_FILTER, LIT_OPTS), because the report would not
    have these."""
    process = groups.start(
        command,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("LIT_")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    assert process.stdout and process.stderr
    tail: list[str] = []
    try:
        for line in process.stdout:
            tail = [*tail[-20:], line.rstrip()]
            yield line
        errors = process.stderr.read().strip().splitlines()
        status = process.wait()
    except BaseException:  # ends lit, its workers and the steps, which end their programs
        end_group(process)
        raise
    if status > 1:
        told = [line for line in errors if "error:" in line] or errors or tail
        text = told[0] if told else f"lit ended with status {status}"
        if "did not match any tests" in text:
            raise UserError(NO_TEST)
        raise UserError(text.removeprefix("ompt-cts: error: "))


def end_group(process: subprocess.Popen[str]) -> None:
    """Interrupts a process group, and kills processes that ignore it."""
    for end in (groups.interrupt, groups.kill):
        end(process.pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(MOMENT)


def lock_of(folder: Path) -> TextIO:
    """The lock of a run that writes into a folder of results. UserError without permission to
    write."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / ".lock").open("w")
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {in_words(error)}") from None


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps a folder of results for one run; another run waits. UserError without permission to
    write."""
    with lock_of(folder) as lock:
        locks.wait_for(lock, lambda: say(f"waiting for another run that writes into {folder}"))
        yield


def make_room(results: Path, stamp: str, resume: bool) -> None:
    """The folder of a pass's outcomes: empty, or with `resume` that of an interrupted run of the
    same tests on the same runtime, identified by `stamp`."""
    path = results / "stamp"
    if resume:
        if not path.exists() or path.read_text(errors="replace") != stamp:
            raise UserError(f"there is no such run to resume in {results}: omit --resume")
        return
    shutil.rmtree(results, ignore_errors=True)
    files.write_text(path, stamp)


def resolved_path(results: Path) -> Path:
    """The file that tells lit about the runtime of a pass with this folder of results."""
    return results.with_name(f"{results.name}.resolved.json")


def whole_run(selection: Selection, results: Path) -> list[str]:
    """The names of the tests that a run in parts selects, of all parts; after the first pass, whose
    folder is `results`."""
    params = selection.params | {"resolved": str(resolved_path(results))}
    listed = lines_of(
        [*replace(selection, shard=None, params=params).command(results), "--show-tests"]
    )
    chosen = re.compile(selection.filter, re.IGNORECASE)  # lit lists what its filter leaves out
    named = [line.strip() for line in listed if " :: suites/" in line]
    names = (name.partition("suites/")[2] for name in named if chosen.search(name))
    return [name for name in names if name != ELSEWHERE]


def run_once(selection: Selection, target: Resolved, results: Path, title: str) -> list[Outcome]:
    """One pass over the tests of a runtime, into a folder from make_room. A test without an outcome
    is a harness-error, and an interrupt adds an outcome with the name INTERRUPTED."""
    leftovers.forget_the_dead()
    session, told = target.session(), resolved_path(results)
    resolved.write(target, told)
    selection = replace(selection, params=selection.params | {"resolved": str(told)})
    names: list[str] = []
    total = ""
    interrupted = False
    with Meter(title) as meter:
        try:
            for line in lines_of(selection.command(results)):
                match = LINE.match(line)
                if match:
                    name, total = match["name"].removeprefix("suites/"), match["total"]
                    if name != ELSEWHERE:
                        names.append(name)
                    meter.step(int(match["n"]), int(total), name, match["code"])
        except KeyboardInterrupt:
            interrupted = True
    outcomes = outcome.collect(results)
    if interrupted:
        why = f"interrupted after {len(names)} of {total or 'all'} tests; --resume runs the rest"
        outcomes.append(outcome.make(session, INTERRUPTED, [], Verdict.HARNESS_ERROR, why))
    if not names and not outcomes:
        raise UserError(NO_TEST)
    known = {entry["name"] for entry in outcomes}
    for name in sorted(set(names) - known):
        outcomes.append(
            outcome.make(session, name, [], Verdict.HARNESS_ERROR, "the test left no outcome")
        )
    return sorted(outcomes, key=lambda entry: entry["name"])
