"""Render a report.json on the terminal, or as HTML, JUnit XML or SARIF, or with everything in its place.

exit codes: 0 as expected, 1 something is new, 2 no verdict; with --strict 0 conformant,
1 nonconformant, 2 undecided"""

import argparse
from pathlib import Path

from ompt_cts import files
from ompt_cts.reports import outputs, report, terminal


class _Schema(argparse.Action):
    """Prints the JSON schema of a report, and nothing else."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ompt_cts.reports import form

        print(form.text(), end="")
        parser.exit()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT.json", help="what `run` or `check` has written")
    parser.add_argument(
        "--schema", action=_Schema, nargs=0, help="print the JSON schema of a report, and stop"
    )
    outputs.add_strict(parser)
    outputs.add_arguments(parser)
    parser.add_argument(
        "--expanded",
        metavar="FILE",
        help="write the report as JSON that refers to no table: six times as large, for jq",
    )


def run(args: argparse.Namespace) -> int:
    with files.unbelieved(args.report):
        return render(args)


def render(args: argparse.Namespace) -> int:
    result = report.load(Path(args.report))
    if args.expanded:
        files.write_text(Path(args.expanded), report.expanded(result))
    terminal.show(result, outputs.emit(result, args))
    return report.exit_code(result, args.strict)
