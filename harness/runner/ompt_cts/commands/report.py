# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Render a report.json on the terminal, or as HTML, JUnit XML or SARIF.

exit codes: those of the report"""

from __future__ import annotations

import argparse
from pathlib import Path

from ompt_cts.reports import outputs, report, terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT.json", help="what `run` or `check` has written")
    outputs.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    result = report.load(Path(args.report))
    terminal.show(result, outputs.emit(result, args))
    return int(result["exit_code"])
