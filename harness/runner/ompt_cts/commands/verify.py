# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verify a bundle that `ompt-cts bundle` has made elsewhere: judge its traces anew, and compare.

Neither the runtime nor its compiler need be here; the suite must be the bundle's, at its commit.

exit codes: 0 the bundle is what it says, 1 it is not, 2 nobody can tell; with --strict also 1 where a
rule is broken that no waiver covers"""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path

from rich.markup import escape

from ompt_cts.errors import UserError
from ompt_cts.evidence import check
from ompt_cts.files import plain
from ompt_cts.reports import phrases, terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE", help="the folder")
    parser.add_argument(
        "--key", metavar="FILE", help="the public key that the statement is signed with"
    )
    parser.add_argument("--today", metavar="DAY", help="judge waivers as on this day: 2026-11-22")
    parser.add_argument(
        "--strict", action="store_true", help="each broken rule needs a waiver that holds"
    )


def day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise UserError(f"--today {text}: a day is written 2026-11-22") from None


def run(args: argparse.Namespace) -> int:
    today = day(args.today) if args.today else None
    answer = check.check(Path(args.bundle).absolute(), Path(args.key) if args.key else None, today)
    out = terminal.console()
    for note in answer.notes:
        out.print(f"[dim]note:[/] {escape(plain(note))}")
    for problem in answer.problems:
        out.print(f"[red]problem:[/] {escape(plain(problem))}")
    if answer.report:
        out.print(escape(phrases.conformance(answer.report)))
        out.print(f"broken rules: {answer.waived} waived, {len(answer.unwaived)} not waived")
    if answer.problems:
        out.print(f"[red]not verified:[/] {len(answer.problems)} problems")
        return 1
    out.print("[green]verified:[/] the traces show what the report says")
    return 1 if args.strict and answer.unwaived else 0
