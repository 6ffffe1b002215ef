# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run any OpenMP program under the checker tool and judge what the runtime did.

Without --runtime the runtime that the program itself loads is judged; the report says which.

exit codes: 0 as expected, 1 something is new, 2 no verdict; with --strict 0 conformant,
1 nonconformant, 2 undecided. The program's own status is shown"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.commands.validate import session_for
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.runtime import probe, runtimes
from ompt_cts.steps import record_run, tools
from ompt_cts.verdict import judging, outcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "ompt-cts check [options] -- PROGRAM [argument…]"
    parser.add_argument(
        "program", nargs="*", metavar="PROGRAM", help="with its arguments, after --"
    )
    outputs.add_profile(parser)
    runtimes.add_arguments(parser, default=None)
    parser.add_argument(
        "--trace", metavar="DIR", help="keep the trace here (default build/checks/<program>.trace)"
    )
    parser.add_argument(
        "--timeout", type=float, metavar="S", help="kill the program after S seconds"
    )
    parser.add_argument("--probes", choices=("none", "light", "full"), default="light")
    parser.add_argument("--target", choices=("emi", "classic"), default="emi")
    parser.add_argument("--expectations", metavar="FILE", default="none", help="known deviations")
    outputs.add_strict(parser)
    outputs.add_arguments(parser)


def find_program(words: list[str]) -> list[str]:
    if not words:
        raise UserError("check needs a program: ompt-cts check -- ./app")
    path = shutil.which(words[0])
    if not path:
        what = "cannot be executed" if os.path.exists(words[0]) else "is not there"
        raise UserError(f"the program {words[0]} {what}")
    return [os.path.abspath(path), *words[1:]]


def choose_trace(given: str | None, program: str) -> str:
    """Where the trace goes; what is there already goes only if it is a trace."""
    path = Path(given) if given else build_dir() / "checks" / f"{os.path.basename(program)}.trace"
    if path.exists() and not (path / "metadata").exists():
        if not path.is_dir() or any(path.iterdir()):
            raise UserError(f"--trace {path}: it is there already and is no trace")
    return str(path.absolute())


def start(
    command: list[str], args: argparse.Namespace, trace: str, parts: str
) -> dict[str, object]:
    """Runs the program with its own input and output; gives a record as record.py does. `parts` is
    the folder of the runtime asked for, if one was."""
    checker = tools.require_tool(build_dir(), "libompt-checker.so")
    options = {"checker": str(checker), "probes": args.probes, "target": args.target}
    record_run.clean(trace)
    environment = record_run.environment(options, trace)
    environment |= {"OMP_TOOL": "enabled", "OMP_TOOL_LIBRARIES": str(checker)}
    environment = record_run.with_parts(environment | {record_run.PARTS: parts})
    began = time.monotonic()
    timed_out = False
    try:
        process = subprocess.Popen(command, env=environment, start_new_session=bool(args.timeout))
    except OSError as error:
        raise UserError(f"cannot run {command[0]}: {error.strerror}") from None
    try:
        status = process.wait(args.timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
        os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
    except KeyboardInterrupt:
        status = process.wait()
    ended_by = -status if status < 0 else 0
    state = "timeout" if timed_out else "crash" if ended_by else "ok"
    result: dict[str, object] = {
        "state": state,
        "exit": None if ended_by else status,
        "signal": ended_by,
        "expected_exit": None,
        "expected_signal": 0,
        "trace": trace,
        "command": command,
        "tool": True,
        "traces": record_run.traces_of(trace),
        "seconds": round(time.monotonic() - began, 4),
        "timeout": args.timeout,
    }
    result["reason"] = "" if state == "ok" else record_run.explain(result, args.timeout or 0)
    record_run.write_json(trace + ".record.json", result)
    return result


def say_status(command: list[str], result: dict[str, object]) -> None:
    name = os.path.basename(command[0])
    ending = result["reason"] or f"exited with {result['exit']}"
    say(f"{name} {ending}")


def why_no_trace(command: list[str]) -> str:
    """Which OpenMP runtime the program is linked with, as far as the loader tells."""
    environment = {**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}
    try:
        done = subprocess.run(
            command[:1], env=environment, capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    words = [word for line in done.stdout.splitlines() for word in line.split()]
    found = [word for word in words if probe.OPENMP.search(word)]
    if found:
        return f"{os.path.realpath(found[0])} did not start the tool: it may have no OMPT"
    return "the program is not linked with an OpenMP runtime that we know"


def run(args: argparse.Namespace) -> int:
    profile = catalogue.check_profile(args.profile)
    command = find_program(args.program)
    trace = choose_trace(args.trace, command[0])
    session, resolved = session_for(args, profile)
    context = report.Context(
        profile=profile,
        command=["./ompt-cts", *sys.argv[1:]],
        runtime=resolved,
        deviations=session.deviations,
        strict=args.strict,
        rerun=False,
    )
    tools.require_tool(build_dir(), "ompt-validate")
    recorded = start(command, args, trace, resolved.get("parts", ""))
    say_status(command, recorded)
    if not os.path.isdir(trace):
        raise UserError(f"no trace was written: {why_no_trace(command)}")
    judged = judging.validate(trace, profile, build_dir())
    name = os.path.basename(command[0])
    result = report.build(context, [outcome.judge_one(session, name, trace, recorded, judged)])
    terminal.show(result, outputs.emit(result, args))
    say(f"trace: {trace}")
    return int(result["exit_code"])
