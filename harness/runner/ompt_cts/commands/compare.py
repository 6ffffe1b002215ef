"""Compare two reports: regressions and fixes.

exit codes: 0 no regression, 1 a regression, 2 the reports cannot be compared, or NEW
has no verdict and no regression"""

import argparse
import json
import re
from pathlib import Path

from rich.markup import escape

from ompt_cts import files
from ompt_cts.errors import EXIT_CANNOT_TELL
from ompt_cts.paths import typed_here
from ompt_cts.progress import complain
from ompt_cts.reports import comment, report, sarif, terminal
from ompt_cts.reports.rows import Report
from ompt_cts.verdict import comparison
from ompt_cts.verdict.comparison import Comparison
from ompt_cts.verdict.verdicts import plural
from ompt_cts.verdict.words import Expected

SHOWN = 8  # changes of one sort
CHECKSUM = re.compile(r"\b[0-9a-f]{64}\b")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD.json", help="the report to compare with")
    parser.add_argument("new", metavar="NEW.json", help="the report to judge")
    parser.add_argument(
        "--again",
        metavar="AGAIN.json",
        help="a second run of NEW's tests, or of some: results that change from run to run are no regression",
    )
    parser.add_argument("--json", metavar="FILE", help="write the comparison here")
    parser.add_argument("--markdown", metavar="FILE", help="write it as a comment on a change")
    parser.add_argument(
        "--sarif",
        metavar="FILE",
        help="write the findings of NEW as SARIF, with regressions marked",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="list every change, also those that are neither regression nor fix",
    )


def run(args: argparse.Namespace) -> int:
    with files.unbelieved(f"{args.old} or {args.new}"):
        return compare(args)


def compare(args: argparse.Namespace) -> int:
    old, new = report.load(Path(args.old)), report.load(Path(args.new))
    again = report.load(Path(args.again)) if args.again else None
    result = comparison.compare(old, new, again)
    if args.json:
        text = json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n"
        files.write_text(Path(args.json), text)
    if args.markdown:
        files.write_text(Path(args.markdown), comment.markdown(result, new))
    if args.sarif:
        files.write_text(Path(args.sarif), sarif.render(new, regressions=result.regressions))
    show(result, new, args.all)
    if not result.regressions and new["as_expected"]["verdict"] == Expected.UNDECIDED:
        complain(f"{args.new} has no verdict: nothing can be said of what did not regress")
        return EXIT_CANNOT_TELL
    return 1 if result.regressions else 0


def show(result: Comparison, new: Report, everything: bool) -> None:
    """One screen: regressions by cause, the gravest first, and other differences."""
    out = terminal.console()

    def fit(text: str, beside: int) -> str:
        return escape(terminal.cut(text, beside) if out.is_terminal and not everything else text)

    if result.selection:
        out.print(f"[yellow]the selections differ:[/] {escape(result.selection)}")
    for note in result.notes:
        out.print(f"[dim]{escape(CHECKSUM.sub(lambda found: found[0][:12], note))}[/]")
    groups = [("regressed", "red", result.regressions), ("fixed", "green", result.fixes)]
    if everything:
        groups.append(("changed", "cyan", result.others))
    for title, colour, changes in groups:
        most = len(changes) if everything else SHOWN
        for change in changes[:most]:
            difference, observed = comment.parts(new, change)
            first = fit(f"{change.kind} {change.name}: {difference}", len(title) + 1)
            out.print(f"[{colour}]{title}[/] {first}")
            if observed and title != "fixed":
                out.print(f"  {fit(observed, 2)}")
            if change.replay and title == "regressed":
                out.print(f"  [dim]again:[/] {escape(typed_here(change.replay))}")
        if len(changes) > most:
            out.print(f"  … and {len(changes) - most} more {title}: --all lists them")
    out.print(
        f"{plural(len(result.regressions), 'regression')}, {len(result.fixes)} fixed, "
        f"{plural(len(result.others), 'other change')}"
    )
