# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compare two reports: what regressed, what was fixed.

exit codes: 0 no regression, 1 a regression, 2 the reports cannot be compared"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.markup import escape

from ompt_cts import files
from ompt_cts.paths import typed_here
from ompt_cts.reports import comment, report, terminal
from ompt_cts.verdict import comparison


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD.json", help="the report to compare with")
    parser.add_argument("new", metavar="NEW.json", help="the report to judge")
    parser.add_argument("--json", metavar="FILE", help="write the comparison here")
    parser.add_argument("--markdown", metavar="FILE", help="write it as a comment on a change")
    parser.add_argument("--all", action="store_true", help="list changes that are neither, too")


def run(args: argparse.Namespace) -> int:
    old, new = report.load(Path(args.old)), report.load(Path(args.new))
    result = comparison.compare(old, new)
    if args.json:
        text = json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n"
        files.write_text(Path(args.json), text)
    if args.markdown:
        files.write_text(Path(args.markdown), comment.markdown(result, new))
    out = terminal.console()
    if result.selection:
        out.print(f"[yellow]the selections differ:[/] {escape(result.selection)}")
    for note in result.notes:
        out.print(f"[dim]{escape(note)}[/]")
    groups = [("regressed", "red", result.regressions), ("fixed", "green", result.fixes)]
    if args.all:
        groups.append(("changed", "cyan", result.others))
    for title, colour, changes in groups:
        for change in changes:
            out.print(
                f"[{colour}]{title}[/] {change.kind} {escape(change.name)}: "
                f"{change.old} → {change.new} {escape(change.reason)}".rstrip()
            )
            if change.replay and title == "regressed":
                out.print(f"  [dim]again:[/] {escape(typed_here(change.replay))}")
    out.print(
        f"{len(result.regressions)} regressions, {len(result.fixes)} fixes, "
        f"{len(result.others)} other changes"
    )
    return 1 if result.regressions else 0
