# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options that say where a report goes, and writing it there."""

from __future__ import annotations

import argparse
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.reports import report
from ompt_cts.reports.report import Report


def add_arguments(parser: argparse.ArgumentParser, default_json: str = "") -> None:
    group = parser.add_argument_group("report")
    default = f" (default {default_json})" if default_json else ""
    group.add_argument("--json", metavar="FILE", help=f"write report.json here{default}")
    group.add_argument("--html", metavar="FILE", help="write a self-contained HTML page")
    group.add_argument("--junit", metavar="FILE", help="write JUnit XML, a test case per test")
    group.add_argument("--sarif", metavar="FILE", help="write SARIF, a result per finding")


def add_strict(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="the exit code says whether the runtime conforms"
    )


def add_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        metavar="VERSION",
        default=catalogue.DEFAULT_PROFILE,
        help=f"the OpenMP version whose rules apply: {', '.join(catalogue.PROFILES)}"
        f" (default {catalogue.DEFAULT_PROFILE})",
    )


def emit(result: Report, args: argparse.Namespace, default_json: Path | None = None) -> Path | None:
    """Writes every form asked for; gives the path of the JSON."""
    path = Path(args.json).absolute() if args.json else default_json
    if path:
        report.write(result, path)
    if args.html:
        from ompt_cts.reports import html_report

        report.write_text(Path(args.html), html_report.render(result))
    if args.junit:
        from ompt_cts.reports import junit

        report.write_text(Path(args.junit), junit.render(result))
    if args.sarif:
        from ompt_cts.reports import sarif

        report.write_text(Path(args.sarif), sarif.render(result))
    return path
