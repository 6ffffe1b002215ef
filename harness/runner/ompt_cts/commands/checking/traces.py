"""Judges saved traces."""

import argparse
import os
import re
from dataclasses import replace

from ompt_cts import catalogue, files
from ompt_cts.commands.checking.session import known_of, report_on, session_for
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.steps import header
from ompt_cts.verdict import judging, outcome

# lit's path of a test's traces: build/lit/<runtime>/suites/<folder>/Output/<program>.tmp…
OF_TEST = re.compile(r"/suites/(.+)/Output/([^/]+)\.tmp\b")


def run(traces: list[str], args: argparse.Namespace) -> int:
    profile = catalogue.check_profile(args.profile)
    session, resolved = session_for(args, profile)
    found = []
    files.check_apart(vars(args), traces)
    for trace in map(os.path.abspath, traces):
        if not os.path.isdir(trace):
            raise UserError(f"{trace} is not a trace: this folder does not exist")
        judged = judging.validate(trace, profile, build_dir())
        record = judging.record_beside(trace)
        known = known_of(trace, judged, session, args)
        this = replace(session, deviations=known.deviations)
        found.append((outcome.judge_one(this, name_of(trace), trace, record, judged), known))
    result = report_on(found, args, profile, resolved)
    terminal.show(result, outputs.emit(result, args))
    return int(result["exit_code"])


def name_of(trace: str) -> str:
    """The name of a trace: that of its test, else its path."""
    of_test = OF_TEST.search(trace)
    name = "/".join(of_test.groups()) if of_test else ""
    return name if name in header.tests() else report.shown(trace)
