# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judge saved traces.

exit codes: 0 as expected, 1 something is new, 2 no verdict; with --strict 0 conformant,
1 nonconformant, 2 undecided"""

from __future__ import annotations

import argparse
import json
import os
import sys

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.runtime import runtimes
from ompt_cts.verdict import expectations, judging, outcome
from ompt_cts.verdict.outcome import Session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="a trace: a folder")
    outputs.add_profile(parser)
    runtimes.add_arguments(parser, default=None)
    parser.add_argument("--expectations", metavar="FILE", default="none", help="known deviations")
    outputs.add_strict(parser)
    outputs.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    build = build_dir()
    profile = catalogue.check_profile(args.profile)
    session, resolved = session_for(args, profile)
    outcomes = []
    for trace in args.traces:
        trace = os.path.abspath(trace)
        if not os.path.isdir(trace):
            raise UserError(f"{trace} is not a trace: there is no such folder")
        judged = judging.validate(trace, profile, build)
        record = judging.record_beside(trace)
        name = report.shown(trace)
        outcomes.append(outcome.judge_one(session, name, trace, record, judged))
    context = report.Context(
        profile=profile,
        command=["./ompt-cts", *sys.argv[1:]],
        runtime=resolved,
        deviations=session.deviations,
        strict=args.strict,
        rerun=False,
    )
    result = report.build(context, outcomes)
    terminal.show(result, outputs.emit(result, args))
    return int(result["exit_code"])


def session_for(args: argparse.Namespace, profile: str) -> tuple[Session, report.Json]:
    """What the arguments ask for; without a runtime, whichever was loaded is judged."""
    runtime = runtimes.from_arguments(args)
    name = runtime.name if runtime else ""
    deviations = tuple(
        expectations.for_runtime(name, profile, args.expectations, set(catalogue.load()))
    )
    if not runtime:
        return Session("", profile, deviations=deviations), {}
    path = runtimes.write_json(runtime, build_dir())
    session = Session(name, profile, runtime.library_real, runtime.sha256, deviations=deviations)
    return session, json.loads(path.read_text())
