"""Verify a bundle of `ompt-cts bundle`: judge its traces again, and compare.

The runtime and its compiler are not needed; the suite must be at the bundle's commit.

exit codes: 0 the bundle is what it says, 1 it is not, 2 nobody can tell; with --strict also 1 if a
broken rule has no waiver"""

import argparse
import datetime
import json
import tempfile
from pathlib import Path

from rich.markup import escape

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.evidence import archive, verification
from ompt_cts.files import plain
from ompt_cts.reports import phrases, report, terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE", help="the folder or the archive (.tar.gz)")
    parser.add_argument("--key", metavar="FILE", help="the public key of the statement's signature")
    parser.add_argument("--json", metavar="FILE", help="also write the answer here")
    parser.add_argument(
        "--today", metavar="DAY", help="judge waivers as of this day, such as 2026-11-22"
    )
    parser.add_argument(
        "--strict", action="store_true", help="each broken rule needs a valid waiver"
    )


def day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise UserError(f"--today {text}: write a day as 2026-11-22") from None


def checked(path: Path, key: Path | None, today: datetime.date | None) -> verification.Answer:
    """The answer on a folder or an archive. UserError for anything else."""
    if path.is_dir() or not archive.is_one(path):
        return verification.check(path, key, today)
    with tempfile.TemporaryDirectory(prefix="ompt-cts-") as scratch:
        return verification.check(archive.unpack(path, Path(scratch)), key, today)


def _identity(told: report.Report | None) -> dict[str, str]:
    keys = ("name", "title", "version_string", "sha256")
    return {key: str(told["runtime"][key]) for key in keys} if told else {}


def as_json(answer: verification.Answer, status: int) -> str:
    """The answer of the terminal in a form for programs."""
    told = {
        "schema_version": 1,
        "verified": not answer.problems,
        "exit_code": status,
        "problems": answer.problems,
        "notes": answer.notes,
        "conformance": answer.report["conformance"]["verdict"] if answer.report else None,
        "runtime": _identity(answer.report),
        "broken_rules": {"waived": answer.waived, "not_waived": answer.unwaived},
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def run(args: argparse.Namespace) -> int:
    today = day(args.today) if args.today else None
    key = Path(args.key) if args.key else None
    answer = checked(Path(args.bundle).absolute(), key, today)
    status = 1 if answer.problems or (args.strict and answer.unwaived) else 0
    if args.json:
        files.write_text(Path(args.json), as_json(answer, status))
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
    else:
        out.print("[green]verified:[/] the traces show what the report says")
    return status
