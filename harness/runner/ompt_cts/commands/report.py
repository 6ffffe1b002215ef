"""Render a report.json on the terminal, or as HTML, JUnit XML, SARIF or expanded JSON; or merge shards
of `run`, `check` or `selftest --faults` into the result of one whole run.

exit codes: 0 as expected, 1 something is new, 2 no verdict, or a shard is missing or belongs to another
run; with --strict 0 conformant, 1 nonconformant, 2 undecided"""

import argparse
from pathlib import Path

from ompt_cts import files
from ompt_cts.commands import merge
from ompt_cts.errors import UserError
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.suite import shards


class _Schema(argparse.Action):
    """Prints the JSON schema of a report and stops."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ompt_cts.reports import form

        print(form.text(), end="")
        parser.exit()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "report",
        nargs="+",
        metavar="FILE",
        help="a report.json of `run` or `check`; or shards: files, or their folder",
    )
    parser.add_argument(
        "--schema", action=_Schema, nargs=0, help="print the JSON schema of a report and stop"
    )
    outputs.add_strict(parser)
    outputs.add_arguments(parser, "nowhere; of shards: build/reports/<runtime>/report.json")
    parser.add_argument(
        "--expanded",
        metavar="FILE",
        help="write the report as JSON without tables, for jq: six times as large",
    )


def run(args: argparse.Namespace) -> int:
    first = Path(args.report[0])
    with files.unbelieved(args.report[0]):
        if len(args.report) == 1 and not first.is_dir() and not shards.is_one(first):
            return render(first, args)
        if args.expanded:
            raise UserError("--expanded takes one report: merge the shards with --json first")
        return merge.merge(shards.files(args.report), args)


def render(path: Path, args: argparse.Namespace) -> int:
    result = report.load(path)
    if args.expanded:
        files.write_text(Path(args.expanded), report.expanded(result))
    result["exit_code"] = report.exit_code(result, args.strict)
    terminal.show(result, outputs.emit(result, args))
    return int(result["exit_code"])
