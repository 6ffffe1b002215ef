"""The options for the places of a report, and writing it there."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError
from ompt_cts.paths import build_dir
from ompt_cts.progress import complain, say
from ompt_cts.reports import report, sarif
from ompt_cts.reports.report import Report
from ompt_cts.verdict import expectations


def add_arguments(parser: argparse.ArgumentParser, default_json: str = "") -> None:
    group = parser.add_argument_group("report")
    default = f" (default {default_json})" if default_json else ""
    group.add_argument("--json", metavar="FILE", help=f"write report.json here{default}")
    group.add_argument("--html", metavar="FILE", help="write a self-contained HTML page")
    group.add_argument("--junit", metavar="FILE", help="write JUnit XML, a test case for each test")
    group.add_argument("--sarif", metavar="FILE", help="write SARIF, a result for each cause")
    group.add_argument(
        "--sarif-known",
        choices=sarif.KNOWN,
        default=sarif.SUPPRESSED,
        help="known deviations in SARIF: suppressed results (the default), open ones, or left out",
    )
    group.add_argument(
        "--summary", metavar="FILE", help="write one screen of Markdown, for GitHub's job summary"
    )


def add_strict(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="the exit code says whether the runtime conforms"
    )


def add_expectations(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--expectations",
        metavar="FILE",
        default="",
        type=_named,
        help="known deviations: a file, or the name of a runtime, whose known deviations are used "
        "(default: those of the described runtime that the library is; `none`: nothing is known)",
    )


def _named(what: str) -> str:
    """The value of --expectations: a path that is valid from every folder, `none`, or nothing."""
    if what in ("", "none"):
        return what
    path, of_runtime = Path(what).absolute(), expectations.default_path(what)
    return str(of_runtime if not path.exists() and of_runtime.exists() else path)


def add_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        metavar="VERSION",
        default=catalogue.DEFAULT_PROFILE,
        help=f"the OpenMP version whose rules apply: {', '.join(catalogue.PROFILES)}"
        f" (default {catalogue.DEFAULT_PROFILE})",
    )


def emit(result: Report, args: argparse.Namespace, default_json: Path | None = None) -> Path | None:
    """Writes every requested form; returns the path of the JSON. If a form cannot be written, it
    says so and the exit code is 2; the report is not lost."""
    path = Path(args.json).absolute() if args.json else default_json
    failed: list[str] = []

    def attempt(where: Path, text: Callable[[], str]) -> bool:
        try:
            files.write_text(where, text())
        except UserError as error:
            failed.append(str(error))
            return False
        return True

    def text() -> str:
        return report.text(result)

    if path and not attempt(path, text):
        path = None
    if args.html:
        from ompt_cts.reports import html_report

        attempt(Path(args.html), lambda: html_report.render(result, Path(args.html)))
    if args.junit:
        from ompt_cts.reports import junit

        attempt(Path(args.junit), lambda: junit.render(result))
    if args.sarif:
        attempt(Path(args.sarif), lambda: sarif.render(result, args.sarif_known))
    if args.summary:
        from ompt_cts.reports import summary

        attempt(Path(args.summary), lambda: summary.render(result))
    if failed:
        saved = build_dir() / "reports" / f"unwritten-{os.getpid()}.json"
        kept = path or (saved if attempt(saved, text) else None)
        for problem in failed:
            complain(problem)
        if kept:
            say(f"the report is in {kept}")
        result["exit_code"] = EXIT_CANNOT_TELL
        path = kept
    return path
