"""Runs any OpenMP program under the checker tool and judges its runtime.

All processes that the program starts are followed (a script, fork, mpirun -n 4 ./app), and one
verdict covers them all. Without --runtime the loaded runtime is judged, and the report names it. A
program that ends by a signal or at its time limit runs again without probes, with a tool that does
nothing and without any tool, to find the cause (--repeat-for)."""

import argparse
import contextlib
import os
import shutil
from dataclasses import replace
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.commands.checking.session import known_of, report_on, session_for
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import outputs, terminal
from ompt_cts.runtime import linkage
from ompt_cts.steps import attribution, live, tools, trace_folders
from ompt_cts.verdict import identity, judging, outcome, processes, recording
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Verdict

PROCESSES = 20  # listed one by one
NEED_A_TOOL = (attribution.TOOL, attribution.PROBES)
NOT_FOUND = 127  # the status of shells and the loader
SAMPLED = (
    "samples come as signal 50: the program's own waits in the system (nanosleep, poll, select) end"
    " early (EINTR); in gdb: handle SIG50 nostop noprint pass"
)
LIVE_TRACE = "1G"  # of each process on the disk at one time


def find_program(words: list[str], runtime: str = "") -> list[str]:
    """The program with its path, for this machine or for that of a runtime's library. UserError."""
    path = shutil.which(words[0])
    if not path:
        what = "cannot be executed" if os.path.exists(words[0]) else "does not exist"
        raise UserError(f"the program {words[0]!r} {what}")
    with contextlib.suppress(OSError):  # a program that cannot be read may well be executed
        if why := linkage.why_not_here(path, runtime):
            raise UserError(f"nothing can be recorded of {words[0]!r}: {why}")
    return [os.path.abspath(path), *words[1:]]


def check_apart(args: argparse.Namespace, program: str) -> None:
    """UserError if an output file is the program or a part of its recording."""
    if args.trace == "":
        raise UserError("--trace names no folder")
    for option in files.OUTPUTS:
        given = getattr(args, option, None)
        path = os.path.realpath(given) if given else ""
        if path and path == os.path.realpath(program):
            raise UserError(f"--{files.typed(option)} {given}: this is the program")
    files.check_apart(vars(args), [args.trace] if args.trace else [])


def why_no_trace(done: recording.Recording) -> str:
    if done.main.state != processes.OK:
        return f"the program {done.main.reason} before anything was recorded"
    if done.loaded:
        one = done.loaded[0]
        of = "" if one.pid == done.main.pid else f"process {one.pid} ({' '.join(one.command)}): "
        # A program of GCC names libgomp, and calls the runtime that LD_PRELOAD has put before it.
        return of + linkage.why_silent(next(iter(one.runtimes), one.openmp))
    if done.main.exit == NOT_FOUND and not linkage.missing(done.command[0]):
        what = "a program or a library is missing, as the program's message says"
        return f"{os.path.basename(done.command[0])} exited with {NOT_FOUND}: {what}"
    return linkage.why_no_openmp(done.command[0])


def say_processes(found: list[processes.Process]) -> None:
    for process in found[:PROCESSES] if len(found) > 1 else []:
        say(process.line())
    if len(found) > PROCESSES:
        say(f"… and {len(found) - PROCESSES} more processes; --json has them all")


def judge(
    session: Session,
    process: processes.Process,
    record: Json,
    alone: bool,
    args: argparse.Namespace,
    judges: live.Judges | None,
) -> tuple[Outcome, identity.Applied | None]:
    """The outcome of one process, and the known deviations of its runtime. `judges` may already
    have judged the process."""
    name = process.name(alone)
    if not process.trace:
        bad = process.state in (processes.CRASH, processes.TIMEOUT)
        verdict = Verdict(process.state) if bad and alone else Verdict.HARNESS_ERROR
        return outcome.make(session, name, [], verdict, process.reason), None
    try:
        judged = judges.judged(process.trace) if judges else None
        judged = judged or judging.validate(process.trace, session.profile, build_dir())
    except UserError as error:
        if alone:
            raise
        return outcome.make(session, name, [], Verdict.HARNESS_ERROR, str(error)), None
    known = known_of(process.trace, judged, session, args)
    session = replace(session, deviations=known.deviations)
    found = outcome.judge_one(session, name, process.trace, record, judged)
    trace = judged["trace"]  # without an end of its own, and without a gap before that
    whole = not trace.get("dropped") and not trace.get("complete")
    if process.state == processes.UNFINISHED:  # its findings are listed and count for nothing
        if found["verdict"] != Verdict.HARNESS_ERROR:
            found["verdict"] = Verdict.UNFINISHED
        found["reason"] = process.reason
    elif whole and found["verdict"] == Verdict.UNFINISHED and process.exit is not None:
        how = "it left without an end of its runtime, by _exit, quick_exit or exec"
        found["reason"] = f"{how}, and exited with {process.exit}"
    elif process.state != processes.OK and found["attribution"] not in NEED_A_TOOL and not alone:
        found["verdict"] = Verdict.HARNESS_ERROR
        if found["attribution"] == attribution.RUNTIME:
            found["reason"] += ", without a tool as well: no matter of OMPT"
    return found, known


def judges_of(args: argparse.Namespace, validator: str, trace: str, profile: str) -> live.Judges:
    """With --live every trace is judged while it is recorded; otherwise large ones are, so that the
    verdict does not take long after the end, and all is kept."""
    keep, least = args.keep or not args.live, 0 if args.live else live.LARGE
    return live.Judges(validator, trace, profile, keep, least)


def run(words: list[str], args: argparse.Namespace) -> int:
    profile = catalogue.check_profile(args.profile)
    session, resolved = session_for(args, profile)
    elsewhere = resolved["environment"] if resolved.get("target") else {}
    command = find_program(words, session.library if elsewhere else "")
    check_apart(args, command[0])
    validator = str(tools.require_tool(build_dir(), "ompt-validate"))
    if args.keep and not args.live:
        raise UserError("--keep is for --live: without it the traces stay anyway")
    if set_aside := recording.set_aside():
        say(set_aside)
    if args.sample:
        say(SAMPLED)
    with recording.folder(args.trace, command[0]) as trace:
        done = recording.Recording(
            recording.UserProgram(command, words, session.library, elsewhere),
            trace,
            recording.Checking(
                checker=str(tools.checker_for(build_dir(), resolved)),
                probes=args.probes,
                target=args.target,
                parts=resolved.get("parts", ""),
                max_trace=args.max_trace or (LIVE_TRACE if args.live and not args.keep else ""),
                sample=args.sample,
                stacks=args.stacks,
            ),
            recording.Times(args.timeout, args.repeat_for),
            judges_of(args, validator, trace, profile) if args.live or not elsewhere else None,
        )
        done.run()
        say(f"{os.path.basename(command[0])} {done.ending()}")
        for line in done.attributed():
            say(line)
        say_processes(done.processes)
        trace_folders.write_json(trace + trace_folders.RECORD, done.record)
        if not any(process.trace for process in done.processes):
            raise UserError(f"no trace was written: {why_no_trace(done)}")
        alone = len(done.processes) == 1
        found = [
            judge(session, p, done.record_of(p), alone, args, done.judges) for p in done.processes
        ]
    result = report_on(found, args, profile, resolved)
    written = outputs.emit(result, args)
    out = terminal.console(stderr=True)
    if args.text:
        with out.capture() as shown:
            terminal.show(result, written, out)
        files.write_text(Path(args.text), shown.get())
    else:
        terminal.show(result, written, out)
    say(f"trace: {trace}")
    return int(result["exit_code"])
