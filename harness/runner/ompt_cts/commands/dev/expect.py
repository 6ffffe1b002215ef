"""Write or update a runtime's file of known deviations from a report.

New findings are added by cause, with their sorts as `match`, so that they are known in any program that
shows the same. Existing reasons and comments stay. The reason of a new entry begins with `unexplained:`
until a person has read the clause and the runtime's source. Entries about one test alone that have no
`match` get one. Entries that no longer show are listed, and removed with --prune. The settings given
here become a condition of the new entries (docs/verdicts.md).

exit codes: 0 the file is up to date or was written, 2 it cannot be"""

import argparse
import os
import re
from pathlib import Path

from rich.markup import escape

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.reports import report, terminal
from ompt_cts.verdict import expectations, expecting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="report", required=True, metavar="REPORT.json", help="a report of `run`"
    )
    parser.add_argument(
        "--file",
        metavar="FILE",
        help="the file to write (default expectations/<the report's runtime>.toml)",
    )
    parser.add_argument("--prune", action="store_true", help="remove entries that no longer show")
    parser.add_argument(
        "--setting",
        dest="settings",
        action="append",
        metavar="NAME[=VALUE]",
        help="new entries hold only where this variable of the environment has this value; "
        "repeatable",
    )
    parser.add_argument("--dry-run", action="store_true", help="only show the changes")


def run(args: argparse.Namespace) -> int:
    told = report.load(Path(args.report))
    runtime = told["as_expected"]["expectations"]["runtime"] or told["runtime"]["name"]
    if not args.file and not re.match(files.NAME, runtime):
        raise UserError(f"{files.plain(runtime)[:80]!r} is no name of a file: give --file")
    path = Path(args.file) if args.file else expectations.default_path(runtime)
    text = files.read_text(path) if path.exists() else ""
    if path.exists():
        expecting.check(path)
    result = expecting.mend(
        text,
        dict(told),
        runtime,
        args.prune,
        {"settings": args.settings} if args.settings else None,
    )
    out = terminal.console()
    for title, lines in (
        ("new", result.written),
        ("match", result.matched),
        ("removed", result.removed),
        ("stale", result.stale),
    ):
        for line in lines:
            out.print(f"[bold]{title}[/] {escape(files.plain(line))}")
    if result.unexplained:
        out.print(f"{result.unexplained} entries need a reason: read the clause and the source")
    if result.text == text or args.dry_run:
        out.print(f"{escape(str(path))}: {'nothing written' if args.dry_run else 'up to date'}")
        return 0
    trial = path.with_name(f".{path.name}.{os.getpid()}.toml")
    files.write_text(trial, result.text)
    try:
        expecting.check(trial)
        trial.replace(path)
    finally:
        trial.unlink(missing_ok=True)
    out.print(f"written: {escape(str(path))}")
    return 0
