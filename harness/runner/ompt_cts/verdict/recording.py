"""Records a user's program, with all processes that it starts: the first step of `check`."""

import contextlib
import math
import os
import shutil
import stat
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TextIO

from ompt_cts.errors import UserError, in_words
from ompt_cts.files import Json
from ompt_cts.paths import build_dir, users
from ompt_cts.progress import say
from ompt_cts.runtime import linkage, proof
from ompt_cts.steps import again, asked, follow, live, program, record_run, said, trace_folders
from ompt_cts.system import leftovers, locks, session, spawn
from ompt_cts.verdict import processes
from ompt_cts.verdict.processes import Process

SETTINGS, ATTRIBUTION = ("settings",), ("attribution", "attribution_reason", "attempts", "said")
RUNS_ON = "still runs, and may begin OpenMP later"
KEPT = 3  # recordings of a program that stay in the build folder, besides the present one
PATIENCE = 4.0  # the factor on the time of the first run for a repetition


@contextlib.contextmanager
def folder(given: str | None, executable: str) -> Iterator[str]:
    """The path of the trace, cleared for it. Without a given path the trace is in a folder of its
    own, so that two recordings do not collide; older ones of the same program are removed."""
    if given:
        path = Path(given).absolute()
        try:
            claim = claim_alone(path)
        except trace_folders.InTheWay as problem:
            raise UserError(f"--trace {given}: {problem}") from None
        except OSError as error:
            raise UserError(f"--trace {given}: cannot write there: {in_words(error)}") from None
        with claim:
            try:
                yield str(path)
            finally:
                trace_folders.release(str(path))
        return
    home = build_dir() / "checks" / os.path.basename(executable)
    own = home / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    try:
        own.mkdir(parents=True)
        lock = (own / ".lock").open("w")
    except OSError as error:
        raise UserError(f"cannot write into {own}: {in_words(error)}; give --trace DIR") from None
    with lock:
        locks.wait_for(lock)
        forget_old(home)
        trace_folders.make_room(str(own / "trace"))
        try:
            yield str(own / "trace")
        finally:
            trace_folders.release(str(own / "trace"))


def claim_alone(path: Path) -> TextIO:
    """Clears the folder for a trace of the user's choice. The claim, held as long as the file is
    open, keeps others from taking the name before the trace is judged. InTheWay, OSError."""
    if not path.name:
        raise trace_folders.InTheWay("a trace is a folder of its own")
    path.parent.mkdir(parents=True, exist_ok=True)
    claim = path.with_name(path.name + trace_folders.CLAIM)
    with locks.folder(path.parent):  # looking and claiming are one step
        try:
            with contextlib.suppress(FileNotFoundError), claim.open() as before:
                locks.at_once(before)
        except BlockingIOError:
            raise trace_folders.InTheWay("another ompt-cts is recording there") from None
        trace_folders.make_room(str(path))
        held = claim.open()
        locks.wait_for(held)
        return held


def forget_old(home: Path) -> None:
    """Removes the recordings of a program except the newest and those in progress."""
    for own in sorted(path for path in home.iterdir() if (path / ".lock").exists())[: -KEPT - 1]:
        try:
            with (own / ".lock").open("r+") as lock:
                locks.at_once(lock)
                trace_folders.make_room(str(own / "trace"))
                trace_folders.release(str(own / "trace"))
                (own / ".lock").unlink()
                own.rmdir()
        except (OSError, trace_folders.InTheWay):
            continue


def set_aside() -> str:
    """The user's own tool setting that has no effect under the checker, in a line, or empty. A
    runtime starts only one tool."""
    own = [name for name in ("OMP_TOOL", "OMP_TOOL_LIBRARIES") if os.environ.get(name)]
    if not own or own == ["OMP_TOOL"] and os.environ["OMP_TOOL"] == "enabled":
        return ""
    given = " ".join(f"{name}={os.environ[name]}" for name in own)
    return f"{given} has no effect here: a runtime starts one tool, which is the checker"


def environment(options: dict[str, str], trace: str) -> dict[str, str]:
    """The program's environment: the checker, whatever the user's environment says about tools."""
    env = users(record_run.environment(options, trace))
    env |= {"OMP_TOOL": "enabled", "OMP_TOOL_LIBRARIES": options["checker"]}
    env.pop("OMPT_CTS_CHECKSUM", None)  # the checker computes it: the user's would name any runtime
    if options["max_trace"]:
        env["OMPT_CTS_MAX_TRACE"] = options["max_trace"]
    if options["live"]:
        env["OMPT_CTS_LIVE"] = options["live"]
    return program.with_parts(env | {program.PARTS: options["parts"]})


class Input:
    """The program's standard input, given again to each run if it is a file."""

    def __init__(self) -> None:
        self.start: int | None = None
        with contextlib.suppress(OSError):
            if stat.S_ISREG(os.fstat(0).st_mode):
                self.start = os.lseek(0, 0, os.SEEK_CUR)

    def streams(self, errors: int) -> spawn.Streams:
        """The streams of a repetition: the same input, if possible, no output, and its errors into
        a descriptor."""
        if self.start is None:
            return {0: None, 1: None, 2: errors}
        os.lseek(0, self.start, os.SEEK_SET)
        return {1: None, 2: errors}


def worst(followed: follow.Followed, main: Process) -> Process:
    """The process whose end must be explained: the program, or, if it ended well, its first crashed
    process."""
    first = processes.first_crash(followed.seen) if main.state == processes.OK else None
    return first or main


@dataclass(frozen=True)
class UserProgram:
    command: list[str]
    typed: Sequence[str] = ()  # the command in the user's own words
    library: str = ""  # the file of the requested runtime, if there is one
    elsewhere: Mapping[str, str] = field(
        default_factory=dict
    )  # variables of another machine's runtime


@dataclass(frozen=True)
class Checking:
    """The checker, and what it is to record."""

    checker: str
    probes: str
    target: str
    parts: str  # the folder of the requested runtime, if there is one
    max_trace: str
    sample: int = 0
    stacks: str = ""  # empty: as in the user's environment

    def options(self) -> dict[str, str]:
        given = {name: str(value) for name, value in asdict(self).items() if name != "stacks"}
        return given | {"live": ""} | ({"stacks": self.stacks} if self.stacks else {})


@dataclass(frozen=True)
class Times:
    """In seconds: the limit of a run, and how long the cause of a crash is looked for."""

    limit: float | None
    repeat_for: float


class Recording:
    """One program's run under the checker, and the runs that find the cause of a crash. `judges`
    judge while the program runs."""

    def __init__(
        self,
        asked_for: UserProgram,
        trace: str,
        checking: Checking,
        times: Times,
        judges: live.Judges | None = None,
    ) -> None:
        self.program, self.trace, self.times, self.judges = asked_for, trace, times, judges
        self.command = asked_for.command
        self.options = checking.options()
        self.input = Input()
        self.main = Process(0)
        self.processes: list[Process] = []
        self.loaded: list[follow.Seen] = []  # processes with an OpenMP runtime
        self.record: Json = {}

    def environment(self, options: dict[str, str], trace: str) -> dict[str, str]:
        return environment(options, trace) | self.program.elsewhere

    def follow(
        self,
        env: dict[str, str],
        timeout: float | None,
        streams: spawn.Streams,
        judges: live.Judges | None = None,
    ) -> tuple[follow.Followed, Process]:
        """One run, and the end of its first process."""
        known = linkage.openmp_libraries(self.command[0], self.program.library)
        command, typed = self.command, self.program.typed
        if self.program.elsewhere:
            typed = program.launched(self.command, env)
            command = [shutil.which(typed[0]) or typed[0], *typed[1:]]
        followed = follow.Followed(command, env, proof.OPENMP, streams, judges, known, typed)
        status = followed.run(timeout)
        main = Process(followed.pid, os.getpid(), command=" ".join(self.command))
        processes.end_of(main, status, timeout if followed.timed_out else None)
        if followed.timed_out:
            session.kill_escaped(env["OMPT_CTS_TRACE"])
        return followed, main

    def run(self) -> None:
        """Records the program; `record` and `processes` then have the results."""
        leftovers.forget_the_dead()
        gives_up = self.judges is not None and not self.judges.keep
        options = self.options | {"live": "1" if gives_up else ""}
        env = self.environment(options, self.trace)
        followed, main = self.follow(env, self.times.limit, {}, self.judges)
        seconds = time.monotonic() - followed.began
        ended = worst(followed, main)
        first: Json = {
            "state": ended.state,
            "exit": ended.exit,
            "signal": ended.signal,
            "expected_exit": None,
            "expected_signal": 0,
            "reason": ended.reason,
            "seconds": round(seconds, 4),
        }
        self.main, self.record = main, first
        if ended.state != processes.OK and not followed.interrupted:
            self.attribute(ended, first, seconds)
        if "with_probes" in self.record:  # the traces are those of another run
            followed, self.main = self.judged_run
            self.judges = None
        paths = [
            os.path.join(os.path.dirname(self.trace), name)
            for name in trace_folders.made(self.trace)
        ]
        self.processes = processes.of_recording(paths, followed.seen)
        trace_folders.forget_images(paths)
        self.loaded = [one for one in followed.seen if one.openmp]
        own = [process for process in self.processes if process.pid == self.main.pid]
        traced = [process for process in own if process.trace]
        if traced and traced[-1].reason != processes.NO_END["replaced"]:
            traced[-1].state, traced[-1].reason = self.main.state, self.main.reason
        elif not own and self.main.state != processes.OK:
            self.processes.append(self.main)
        if followed.may_have_missed:
            unseen = replace(self.main, state=processes.NO_TRACE, reason=processes.UNSEEN)
            self.processes.append(replace(unseen, trace="", exit=None, signal=0))
        told = {process.pid for process in self.processes if process.state != processes.OK}
        left = (one for one in followed.left if one.pid not in told)
        self.processes += [processes.without_trace(one, RUNS_ON) for one in left]
        self.record |= {
            "trace": self.trace,
            "command": self.command,
            "tool": True,
            "traces": [os.path.basename(path) for path in paths],
            "timeout": self.times.limit,
            "settings": self.record.get("settings", asked.of(env)),
            "processes": [process.record() for process in self.processes],
        }

    def attribute(self, ended: Process, first: Json, seconds: float) -> None:
        if ended.state == processes.UNFINISHED or not self.times.repeat_for:
            return
        what = f"{ended.name(ended is self.main)} {ended.reason}"
        if 2 * seconds > self.times.repeat_for:
            needed = f"that takes {seconds:.0f} s each time, and --repeat-for is {self.times.repeat_for:g}"
            say(f"{what}; it is not run again to find the cause: {needed}")
            return
        say(f"{what}; it is run again to find the cause")
        limit = min(self.times.limit or math.inf, max(1.0, PATIENCE * seconds))

        def run_once(env: dict[str, str], trace: str) -> Json:
            heard = said.Heard()
            try:
                followed, main = self.follow(env, limit, self.input.streams(heard.descriptor))
            finally:
                heard.close()
            if main.state == processes.OK and trace.endswith(again.KEPT):
                self.judged_run = followed, main
            worse = worst(followed, main)
            spent = round(time.monotonic() - followed.began, 4)
            return (
                first
                | {"seconds": spent}
                | {key: getattr(worse, key) for key in ("state", "exit", "signal", "reason")}
                | {"said": said.assertion(heard.text)}
            )

        self.record = again.attribute(
            self.trace, self.options, run_once, first, self.times.repeat_for, self.environment
        )

    def ending(self) -> str:
        """The end of the program in words."""
        if "with_probes" in self.record:
            return f"{self.record['with_probes']['reason']} with probes; judged without"
        return self.main.ending()

    def attributed(self) -> list[str]:
        """The attribution of a crash in words."""
        if "attribution" not in self.record:
            return []
        return [f"{self.record['attribution']}: {self.record['attribution_reason']}"]

    def record_of(self, process: Process) -> Json:
        """The record of one process: for the program itself with all known facts."""
        if process.pid == self.main.pid:
            return self.record | {"state": process.state, "reason": process.reason}
        told = SETTINGS if process.state != processes.CRASH else (*SETTINGS, *ATTRIBUTION)
        return process.record() | {key: self.record[key] for key in told if key in self.record}
