"""Judge saved traces.

exit codes: 0 as expected, 1 something is new, 2 no verdict; with --strict 0 conformant,
1 nonconformant, 2 undecided"""

import argparse
import json
import os
import re
import sys
from dataclasses import replace

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header
from ompt_cts.verdict import callers, identity, judging, outcome
from ompt_cts.verdict.evidence import Session

# Where lit puts the traces of a test: build/lit/<runtime>/suites/<folder>/Output/<program>.tmp…
OF_TEST = re.compile(r"/suites/(.+)/Output/([^/]+)\.tmp\b")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="a trace: a folder")
    outputs.add_profile(parser)
    runtimes.add_arguments(parser, default=None)
    outputs.add_expectations(parser)
    outputs.add_strict(parser)
    outputs.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    build = build_dir()
    profile = catalogue.check_profile(args.profile)
    session, resolved = session_for(args, profile)
    outcomes, applied = [], []
    for trace in args.traces:
        trace = os.path.abspath(trace)
        if not os.path.isdir(trace):
            raise UserError(f"{trace} is not a trace: there is no such folder")
        judged = judging.validate(trace, profile, build)
        record = judging.record_beside(trace)
        known = known_of(trace, judged, session, args)
        applied.append(known)
        this = replace(session, deviations=known.deviations)
        outcomes.append(outcome.judge_one(this, name_of(trace), trace, record, judged))
    context = report.Context(
        profile=profile,
        command=["./ompt-cts", *sys.argv[1:]],
        runtime=resolved,
        known=identity.merged(applied),
        strict=args.strict,
        rerun=False,
    )
    result = report.build(context, outcomes)
    terminal.show(result, outputs.emit(result, args))
    return int(result["exit_code"])


def name_of(trace: str) -> str:
    """What a trace is called: the test whose trace it is, else its path."""
    of_test = OF_TEST.search(trace)
    name = "/".join(of_test.groups()) if of_test else ""
    return name if name in header.tests() else report.shown(trace)


def session_for(args: argparse.Namespace, profile: str) -> tuple[Session, report.Json]:
    """What the arguments ask for; without a runtime, whichever was loaded is judged. UserError for
    what cannot be had, while nothing has been run."""
    identity.check(args.expectations)
    runtime = runtimes.from_arguments(args)
    if not runtime:
        return Session("", profile), {}
    path = runtimes.write_json(runtime, build_dir())
    session = Session(runtime.name, profile, runtime.library_real, runtime.sha256)
    return session, json.loads(path.read_text())


def known_of(
    trace: str, judged: report.Json, session: Session, args: argparse.Namespace
) -> identity.Applied:
    """The known deviations of the runtime that a trace names, under the code that called it."""
    loaded, command = judged.get("runtime", {}), judged.get("environment", {}).get("command") or ""
    program = command[0] if isinstance(command, list) else command
    code = callers.of_trace(trace, program)
    return identity.of_loaded(loaded, session.runtime, session.profile, args.expectations, code)
