"""Show several runtimes side by side: the verdict on each, then a table of rules by runtime.

Each NAME is a report.json, or a runtime: then its latest report is taken. With --run, or if there is
no report, the suites run first. Without names: every runtime that has a report.

exit codes: 0 all as expected, 1 something is new on one, 2 no verdict on one; with --strict 0 all
conformant, 1 one is not, 2 one is undecided"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.reports import matrix_page, outputs, report, side_by_side, terminal
from ompt_cts.reports.report import Report
from ompt_cts.runtime import runtimes
from ompt_cts.verdict.words import Conformance, Expected, Verdict

# The text of a cell if the verdict's own word is too long.
SHORT = {Verdict.NOT_SUPPORTED: "never", Verdict.NOT_EXERCISED: "–"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="runtimes or report.json files")
    parser.add_argument(
        "--run", action="store_true", help="run the suites even if there are reports"
    )
    outputs.add_profile(parser)
    outputs.add_strict(parser)
    alike = "also rules with the same verdict on all runtimes that exercise them"
    parser.add_argument("--all", action="store_true", help=alike)
    parser.add_argument("--json", metavar="FILE", help="write the matrix here")
    parser.add_argument("--markdown", metavar="FILE", help="write a table for a page")
    parser.add_argument("--html", metavar="FILE", help="write a self-contained HTML page")
    parser.add_argument(
        "--described",
        action="store_true",
        help="show every described runtime that is on this machine",
    )


def on_this_machine() -> list[str]:
    """The described runtimes whose libraries and compilers are on this machine."""
    return [what.name for what in runtimes.described() if runtimes.resolve(what).available]


def obtain(name: str, args: argparse.Namespace) -> Report:
    """The report of a runtime: the file itself, the latest, or a new one."""
    if name.endswith(".json"):
        return report.load(Path(name))
    path = side_by_side.latest(name)
    if args.run or not path.exists():
        command = [sys.executable, "-P", "-m", "ompt_cts", "run", "--runtime", name]
        command += ["--profile", args.profile, "--json", str(path)]
        before = path.stat().st_mtime_ns if path.exists() else 0
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        if not path.exists() or path.stat().st_mtime_ns == before:
            raise UserError(f"the run on {name} gave no report (exit status {done.returncode})")
    return report.load(path)


def differs(row: Json, columns: list[Json]) -> bool:
    """Whether the verdicts of runtimes that exercise the rule differ."""
    judged = [c for c in columns if c["conformance"]["verdict"] != Conformance.NOT_SUPPORTED]
    verdicts = {row["verdicts"].get(column["name"], "") for column in judged}
    return len(verdicts - side_by_side.NOTHING) > 1 or Verdict.FAIL in verdicts


def broken(column: Json, level: str) -> str:
    kept = column["conformance"][level]
    return f"{len(kept['broken'])} of {kept['judged']}" if kept["judged"] else "–"


def gate(column: Json) -> str:
    """The number of new findings, in words."""
    mended = f", {column['mended']} mended" if column["mended"] else ""
    new = f"{column['new']} new" if column["new"] else column["as_expected"]
    return new + mended


STANDING = ("runtime", "library", "conformance", "mandatory broken", "optional broken", "causes")
STANDING += ("never offered", "not tried", "tests pass", "as expected")


def standing(column: Json) -> list[str]:
    """A row for each runtime, with the columns of STANDING."""
    rules, tests = column["rules"], column["tests"]
    return [
        column["name"],
        column["sha256"][:12],
        column["conformance"]["verdict"],
        broken(column, "mandatory"),
        broken(column, "optional"),
        str(column["causes"]),
        str(rules.get(Verdict.NOT_SUPPORTED, 0)),
        str(rules.get(Verdict.NOT_EXERCISED, 0)),
        f"{tests.get(Verdict.PASS, 0)} of {sum(tests.values())}",
        gate(column),
    ]


def cell(verdict: str) -> str:
    """A verdict as a coloured cell of the table of rules."""
    if not verdict:
        return ""
    text = SHORT.get(Verdict(verdict), verdict)
    colour = Verdict(verdict).colour
    return f"[{colour}]{text}[/]" if colour else f"[dim]{text}[/]"


def show(matrix: Json, every: bool, out: Console) -> None:
    columns = matrix["runtimes"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in STANDING:
        table.add_column(title, overflow="fold")
    for column in columns:
        table.add_row(*map(escape, standing(column)))
    out.print(table)
    out.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rule", no_wrap=True)
    table.add_column("level")
    for column in columns:
        table.add_column(escape(column["name"]), overflow="fold")
    rows = [row for row in matrix["rules"] if every or differs(row, columns)]
    for row in rows:
        marks = [cell(row["verdicts"].get(c["name"], "")) for c in columns]
        table.add_row(row["id"], row["level"], *marks)
    out.print(table)
    hidden = len(matrix["rules"]) - len(rows)
    if hidden:
        out.print(f"[dim]{hidden} rules have the same verdict on all runtimes; --all shows them[/]")
    out.print("\n".join(untried(matrix)))
    for test, rules in matrix["idle"].items():
        out.print(f"{escape(test)} names {', '.join(rules)}, and exercises it on no runtime")


def untried(matrix: Json) -> list[str]:
    """The numbers of rules that none of the runtimes exercises, in words."""
    synthetic = sum(len(row["rules"]) for row in matrix["untried"]["synthetic"])
    others = len(matrix["untried"]["others"])
    said = ["by a synthetic runtime only", "by other runtimes than these"]
    return [
        f"{n} rules are exercised {how}"
        for n, how in zip((synthetic, others), said, strict=True)
        if n
    ]


def markdown_table(head: Sequence[str], rows: list[list[str]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return lines + [f"| {' | '.join(row)} |" for row in rows]


def markdown(matrix: Json, every: bool) -> str:
    columns = matrix["runtimes"]
    names = [column["name"] for column in columns]
    lines = markdown_table(STANDING, [standing(column) for column in columns]) + [""]
    if synthetic := matrix["untried"]["synthetic"]:
        named = [[" ".join(f"`{r}`" for r in row["rules"]), row["needs"]] for row in synthetic]
        lines += markdown_table(["exercised by a synthetic runtime only", "needs"], named) + [""]
    rows = []
    for row in matrix["rules"]:
        known = Verdict.WAIVED in row["verdicts"].values()
        if every or known or differs(row, columns):
            verdicts = [row["verdicts"].get(name, "") for name in names]
            shown = [SHORT.get(Verdict(word), word) if word else "" for word in verdicts]
            rows.append([f"`{row['id']}`", *shown])
    lines += markdown_table([f"profile {matrix['profile']}", *names], rows)
    return "\n".join(lines) + "\n"


def exit_code(matrix: Json, strict: bool) -> int:
    """1 if one of the runtimes has exit code 1, else 2 if one has 2."""
    columns = matrix["runtimes"]
    if strict:
        codes = {Conformance(c["conformance"]["verdict"]).exit_code for c in columns}
    else:
        codes = {Expected(column["as_expected"]).exit_code for column in columns}
    return 1 if 1 in codes else max(codes)


def run(args: argparse.Namespace) -> int:
    chosen = list(args.names)
    if args.described:
        chosen += [name for name in on_this_machine() if name not in chosen]
    if not chosen:
        chosen = sorted(path.parent.name for path in build_dir().glob("reports/*/report.json"))
    if not chosen:
        raise UserError("there is no report yet: name runtimes, or type `ompt-cts run` first")
    reports = [obtain(name, args) for name in chosen]
    profiles = {entry["profile"] for entry in reports}
    if len(profiles) > 1:
        raise UserError(f"the reports are of different profiles: {', '.join(sorted(profiles))}")
    matrix = side_by_side.tabulate(reports)
    if args.json:
        text = json.dumps(matrix, indent=1, ensure_ascii=False) + "\n"
        files.write_text(Path(args.json), text)
    if args.markdown:
        files.write_text(Path(args.markdown), markdown(matrix, args.all))
    if args.html:
        files.write_text(Path(args.html), matrix_page.render(matrix))
    show(matrix, args.all, terminal.console())
    return exit_code(matrix, args.strict)
