"""The processes of a recording: their identities, their ends, and the processes without a trace.

A program may start others, fork, be replaced (exec) or be started many times (mpirun). Each process
that starts an OpenMP runtime has a trace of its own and is judged by itself.
"""

import contextlib
import os
import platform
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.steps import trace as traces
from ompt_cts.steps.follow import Seen
from ompt_cts.steps.inside import GONE, hidden_code, lost_runtime, openmp_inside
from ompt_cts.steps.said import signal_name
from ompt_cts.system import calls
from ompt_cts.verdict import callers

OK, CRASH, TIMEOUT, UNFINISHED, NO_TRACE = "ok", "crash", "timeout", "unfinished", "no-trace"
# The text for a trace without an end of its process (docs/trace-format.md).
NO_END = {
    "replaced": "was replaced by another program (exec): its trace has no end",
    "either": "was killed, crashed, left by _exit or was replaced by another program: its trace has no end",
    "running": "still runs: its trace has no end yet",
    "unknown": "was killed, crashed or left by _exit: its trace has no end",
}
NO_CRASH = ", which is no crash"
RANKS = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID")


UNSEEN = (
    "programs that it started may have ended before anybody could look: the kernel has no whole record of"
    " them (perf_event_open; docs/check.md, All processes)"
)
# Events of a runtime that starts and ends, and the checker's own; any other one is a use of OpenMP.
START = re.compile(
    r"(thread|stream)_(begin|end)|implicit_task|[sg]et_callback|(tool|process|lookup|enumerate|probe|sample|stack|other_stack|driver)_?.*"
)


@dataclass
class Process:
    """One process. `trace` is empty without a trace, `rank` without a rank."""

    pid: int
    parent: int = 0
    start: str = ""  # start and number identify the process
    image: str = ""  # with the image they identify one of its programs
    library: str = ""  # the runtime that its trace names
    command: str = ""
    rank: str = ""
    trace: str = ""
    state: str = OK
    reason: str = ""
    forked: bool = False
    exit: int | None = None
    signal: int = 0
    ended: int = 0  # its place in the order of the recording's ends; 0: unknown

    def name(self, alone: bool) -> str:
        """The name of its test: the program, and the process if there are several."""
        program = os.path.basename(self.command.split(" ")[0]) or "process"
        rank = f"rank {self.rank}, " if self.rank else ""
        return program if alone else f"{program} ({rank}process {self.pid})"

    def line(self) -> str:
        """The process and its end, for a person."""
        rank = f", rank {self.rank}" if self.rank else ""
        parent = f", child of {self.parent}" if self.parent else ""
        return f"process {self.pid}{rank}{parent}: {self.command}: {self.ending()}"

    def ending(self) -> str:
        if self.reason:
            return self.reason
        return "ended in order" if self.exit is None else f"exited with {self.exit}"

    def record(self) -> Json:
        """The data of a recording in the form of a record of one program."""
        name = os.path.basename(self.trace)
        record = {"command": [self.command], "traces": [name], "seconds": 0.0, "tool": True}
        return asdict(self) | record


def end_of(process: Process, status: int, killed_after: float | None = None) -> None:
    """Stores the end, from a status as from waitpid, or from the seconds after which we killed the
    process."""
    if killed_after is not None:
        process.state, process.reason = TIMEOUT, f"killed after {killed_after:g} s"
    elif (code := os.waitstatus_to_exitcode(status)) < 0:
        process.state, process.signal = CRASH, -code
        process.reason = f"ended by {signal_name(-code)}"
        if -code not in calls.FAULTS:  # by mpirun, say, since another rank has failed
            process.state = UNFINISHED
            process.reason += NO_CRASH
    else:
        process.exit = code


def of_trace(path: str) -> Process:
    """The process that recorded a trace, by the trace's own data."""
    try:
        info: Json = dict(traces.info(path, brief=True))
    except (UserError, ValueError) as error:
        return Process(
            number(path.rpartition(".")[2]), trace=path, state=UNFINISHED, reason=str(error)
        )
    environment, told = info["environment"], info.get("process", {})
    here = platform.machine()
    if environment.get("machine", here) != here:  # the emulator's own guesses at what we see
        told = {**told, "start": "", "image": ""}
    process = Process(
        number(told.get("pid") or environment.get("process", "")),
        number(told.get("parent", "")),
        told.get("start", "").removeprefix("0"),  # 0: it had no /proc
        command=" ".join(told.get("arguments", [])) or environment.get("command", ""),
        rank=next((told[name] for name in RANKS if told.get(name)), ""),
        trace=path,
        image=told.get("image", "").removeprefix("0"),
        library=environment.get("runtime_library", ""),
        forked=(told.get("forked") or environment.get("forked")) == "1",
    )
    end = info.get("end") or ("exited" if info["finalized"] else "unknown")
    if end in NO_END:
        process.state, process.reason = UNFINISHED, NO_END[end]
    return process


def number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def of_recording(paths: Iterable[str], seen: Sequence[Seen]) -> list[Process]:
    """The processes of the traces, and processes that were seen with a runtime and left no trace.

    A trace describes one program of its process: the one that was recorded. A program that the
    process ran before or after it (exec) needs a trace of its own."""
    whole = [of_trace(path) for path in paths]
    found = [process for process in whole if not only_forked(process)]
    recorded, used = set(), {process.library for process in found} - {""}
    matches = [seen_as(process, seen, process in found) for process in whole]
    found += [
        process
        for process, (one, _) in zip(whole, matches, strict=True)
        if process not in found and one and crashed(one)
    ]
    for process, (one, _) in zip(whole, matches, strict=True):
        if one:
            recorded.add(id(one))
            process.pid, process.parent = one.pid, one.parent if one.start else process.parent
    # In namespaces of their own two processes have the same number and may start at the same tick.
    last = {(process.pid, process.start): process for process in found}
    seconds: list[Process] = []
    unseen = 0  # traces of processes that nobody saw: in a namespace their numbers are others
    for process, (one, replaced_after) in zip(whole, matches, strict=True):
        if second := second_runtime(process, one):
            may = "may have" if hidden_code(second) else "has"
            reason = f"{may} a second OpenMP runtime, which was not recorded: {second}"
            seconds.append(replace(process, trace="", state=NO_TRACE, reason=reason))
        if process not in found:
            continue
        unseen += one is None
        later = last[process.pid, process.start]  # one with the same image is a second runtime's
        replaced = later is not process and (not process.image or later.image != process.image)
        if replaced or (replaced_after and process.state == UNFINISHED):
            known = process.image or replaced_after  # in a namespace another process has the number
            process.state, process.reason = UNFINISHED, NO_END["replaced" if known else "either"]
        elif one and one.status is not None:
            process.state, process.reason = OK, ""
            end_of(process, one.status)
        process.ended = one.ended if one else 0
        used |= {one.openmp} - {""} if one else set()
    tell_the_cause(found)
    by_number = {one.pid: one for one in seen}
    telling = that_tell(zip(whole, matches, strict=True))
    for one in seen:
        parent = by_number.get(one.parent)
        same = parent and (parent.image, parent.command) == (one.image, one.command)
        forked = same and parent and parent.openmp and not (one.runtimes or one.threads)
        if (
            (one.openmp in used or one.inside or one.runtimes or may_have_ompt(one.openmp))
            and id(one) not in recorded
            and not (forked or one.preloaded or began_none(one, telling))
        ):
            if unseen and not one.image:
                unseen -= 1
                continue
            loaded = one.openmp if one.openmp in one.runtimes else [*one.runtimes, one.openmp][0]
            reason = f"left no trace, although it had loaded {loaded}"
            if hidden_code(one.openmp):
                reason = (
                    f"left no trace, and may have used OpenMP: nobody can look into {one.openmp}"
                )
            found.append(without_trace(one, reason))
    return name_the_unreadable(found) + seconds


def that_tell(recorded: Iterable[tuple[Process, tuple[Seen | None, bool]]]) -> set[str]:
    """The runtimes of the recorded processes of which each start was seen."""
    starts: dict[str, bool] = {}
    for process, (one, _) in recorded:
        library = os.path.realpath(process.library)
        starts[library] = starts.get(library, True) and bool(one and not one.idle)
    return {library for library, seen in starts.items() if seen}


def began_none(one: Seen, telling: set[str]) -> bool:
    """Whether a process has loaded runtimes that tell of each start, and none has started in it."""
    loaded = {os.path.realpath(path) for path in one.runtimes}
    return one.idle and not one.inside and bool(loaded) and loaded <= telling


def name_the_unreadable(found: list[Process]) -> list[Process]:
    """A trace that cannot be read does not say whose it is: that of the one process without any."""
    unknown = [one for one in found if one.trace and not one.pid]
    without = [one for one in found if not one.trace]
    if len(unknown) == len(without) == 1:
        trace, owner = unknown[0], without[0]
        known = replace(owner, trace=trace.trace, state=trace.state, reason=trace.reason)
        found = [known if one is trace else one for one in found if one is not owner]
    return found


def without_trace(one: Seen, reason: str) -> Process:
    command = " ".join(one.command)
    return Process(one.pid, one.parent, one.start, command=command, state=NO_TRACE, reason=reason)


def may_have_ompt(library: str) -> bool:
    """Whether an OpenMP library has OMPT inside, or may have, because it is not to be found here: its
    process has another root, or the file is gone."""
    return bool(library) and (not os.path.exists(library) or openmp_inside(library))


def second_runtime(process: Process, seen: Seen | None) -> str:
    """A library with OMPT inside that a recorded process has mapped besides its runtime, or that
    runtime if the process has mapped it twice (dlmopen); empty if there is none. A forked child has
    its parent's runtime, so that any runtime that the child has mapped itself is a second one. Code
    that is gone may have been one."""
    if seen and process.forked and seen.runtimes and seen.image == process.image != "":
        return seen.runtimes[0]
    own, *others = callers.mapped(Path(process.trace)).items() or [("", 0)]
    lost = [path for path, size in others if lost_runtime(path, size)]
    for path in [*lost, *(seen.lost if seen else ())]:
        if path.removesuffix(GONE) != process.library:
            return path
    libraries = {path for path, _ in others if not path.startswith("/memfd:")}
    libraries |= {path for path, _ in (own, *others) if ".so" in path}
    again = callers.mapped_twice(Path(process.trace))
    twice = {*(seen.twice if seen else ()), *filter(openmp_inside, again)}
    for path in sorted(libraries | set(seen.runtimes if seen else ())):
        with contextlib.suppress(OSError):
            if path.startswith("/memfd:") or path in twice:
                return path
            if openmp_inside(path) and not os.path.samefile(path, process.library):
                return path
    return ""


def tell_the_cause(found: Sequence[Process]) -> None:
    """Among the ranks of a parallel job the first failure is the cause; later failures, by a signal
    from the launcher or because of a lost peer, are its consequences."""
    failed = [one for one in found if one.rank and one.ended and (one.state != OK or one.exit)]
    failed.sort(key=lambda one: one.ended)
    for one in failed[1:]:
        first = failed[0]
        if one.signal:
            how = first.ending().removesuffix(NO_CRASH)
            one.state = UNFINISHED
            one.reason = f"{one.reason.removesuffix(NO_CRASH)} after rank {first.rank}, process {first.pid}: {how}"


def first_crash(seen: Iterable[Seen]) -> Process | None:
    """The first process with an OpenMP runtime that ended by a signal of its own."""
    ended = sorted((one for one in seen if one.ended and crashed(one)), key=lambda one: one.ended)
    for one in ended[:1]:
        process = Process(one.pid, one.parent, one.start, command=" ".join(one.command))
        end_of(process, one.status or 0)
        return process
    return None


def crashed(one: Seen) -> bool:
    """Whether a process was seen to end by a signal of its own."""
    process = Process(one.pid)
    end_of(process, one.status or 0)
    return process.state == CRASH


def seen_as(process: Process, seen: Sequence[Seen], used: bool) -> tuple[Seen | None, bool]:
    """The observed program of a trace, and whether its process was seen to run another one after
    it. `used`: the trace shows more than a fork. A time namespace has other starts."""
    same = [
        one
        for one in seen
        if one.own in (process.pid, 0) and (not process.start or one.start in (process.start, ""))
    ] or [one for one in seen if one.own == process.pid and one.image == process.image != ""]
    exact = [one for one in same if process.image in ("", one.image)]
    unknown = [one for one in same if not one.image]  # no permission, or no time, to look into it
    if not exact and used and len(unknown) == 1:
        exact = unknown
    if not exact:
        return None, bool(same)
    one = exact[-1]
    return one, [other for other in same if other.pid == one.pid][-1] is not one


def only_forked(process: Process) -> bool:
    """Whether a child of a fork used no OpenMP, as before an exec: its trace may then hold only the
    runtime's start in the new process."""
    if process.state != UNFINISHED or not process.forked:
        return False
    return all(START.fullmatch(event["event"]) for event in traces.events(process.trace))
