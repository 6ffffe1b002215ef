# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several runtimes side by side: rule by runtime, from reports or by running.

Each NAME is a report.json, or a runtime: then its latest report is taken, and with --run, or where
there is none, the suites are run first. Without names: every runtime that has a report.

exit codes: 0 all conformant, 1 one is not, 2 cannot tell"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.verdict.verdicts import NOT_SUPPORTED

Json = dict[str, Any]

NOT_EXERCISED = "not-exercised"

MARKS = {
    "pass": "[green]pass[/]",
    "fail": "[red bold]FAIL[/]",
    "waived": "[cyan]waived[/]",
    "not-supported": "[dim]never[/]",
    "not-exercised": "[dim]-[/]",
    "": "",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="runtimes or report.json files")
    parser.add_argument("--run", action="store_true", help="run the suites, reports or not")
    outputs.add_profile(parser)
    alike = "also rules that are alike wherever they were tested"
    parser.add_argument("--all", action="store_true", help=alike)
    parser.add_argument("--json", metavar="FILE", help="write the matrix here")
    parser.add_argument("--markdown", metavar="FILE", help="write a table for a page")


def latest(name: str) -> Path:
    return build_dir() / "reports" / name / "report.json"


def obtain(name: str, args: argparse.Namespace) -> Json:
    """A runtime's report: the file itself, the latest, or a new one."""
    if name.endswith(".json"):
        return report.load(Path(name))
    path = latest(name)
    if args.run or not path.exists():
        command = [sys.executable, "-m", "ompt_cts", "run", "--runtime", name]
        command += ["--profile", args.profile, "--json", str(path)]
        before = path.stat().st_mtime_ns if path.exists() else 0
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        if not path.exists() or path.stat().st_mtime_ns == before:
            raise UserError(f"the run on {name} gave no report (exit status {done.returncode})")
    return report.load(path)


def tabulate(reports: list[Json]) -> Json:
    """rule × runtime as data; the columns stand in the order of the reports."""
    columns: list[Json] = []
    cells: dict[str, dict[str, str]] = {}
    statements: dict[str, Json] = {}
    for entry in reports:
        name = entry["runtime"]["name"]
        if any(column["name"] == name for column in columns):
            name = f"{name} #{len(columns) + 1}"
        columns.append(
            {
                "name": name,
                "overall": entry["overall"],
                "exit_code": entry["exit_code"],
                "version_string": entry["runtime"]["version_string"],
                "library": entry["runtime"]["library"],
                "sha256": entry["runtime"]["sha256"],
                "tests": entry["summary"]["tests"],
                "rules": entry["summary"]["rules"],
            }
        )
        for row in entry["rules"]:
            cells.setdefault(row["id"], {})[name] = row["verdict"]
            statements.setdefault(row["id"], {"level": row["level"], "statement": row["statement"]})
    rules = [{"id": rule, **statements[rule], "verdicts": cells[rule]} for rule in cells]
    return {
        "schema_version": 1,
        "profile": reports[0]["profile"],
        "runtimes": columns,
        "rules": rules,
    }


def differs(row: Json, columns: list[Json]) -> bool:
    """Whether runtimes that were put to the test stand differently."""
    judged = [column for column in columns if column["overall"] != NOT_SUPPORTED]
    verdicts = {row["verdicts"].get(column["name"], "") for column in judged}
    return len(verdicts - {"", NOT_EXERCISED}) > 1 or "fail" in verdicts


def counts(matrix: Json) -> list[tuple[str, list[str]]]:
    """How many rules have each verdict, a row a verdict."""
    columns = matrix["runtimes"]
    return [
        (verdict, [str(column["rules"].get(verdict, 0)) for column in columns])
        for verdict in ("pass", "fail", "waived", "not-supported", NOT_EXERCISED)
    ]


def show(matrix: Json, every: bool, out: Console) -> None:
    columns = matrix["runtimes"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rule", no_wrap=True)
    table.add_column("level")
    for column in columns:
        table.add_column(escape(column["name"]), overflow="fold")
    rows = [row for row in matrix["rules"] if every or differs(row, columns)]
    for row in rows:
        marks = [MARKS.get(row["verdicts"].get(c["name"], ""), "?") for c in columns]
        table.add_row(row["id"], row["level"], *marks)
    table.add_section()
    for verdict, numbers in counts(matrix):
        table.add_row(f"rules: {verdict}", "", *numbers)
    table.add_row("overall", "", *(terminal.coloured(column["overall"]) for column in columns))
    out.print(table)
    hidden = len(matrix["rules"]) - len(rows)
    if hidden:
        out.print(f"[dim]{hidden} rules are alike wherever they were tested; --all shows them[/]")


def markdown(matrix: Json, every: bool) -> str:
    columns = matrix["runtimes"]
    names = [column["name"] for column in columns]
    short = {"not-supported": "never", NOT_EXERCISED: "–"}
    lines = [f"| profile {matrix['profile']} | {' | '.join(names)} |"]
    lines.append("|" + "---|" * (len(names) + 1))
    overall = " | ".join(column["overall"] for column in columns)
    lines.append(f"| **overall** | {overall} |")
    for verdict, numbers in counts(matrix):
        lines.append(f"| rules: {verdict} | {' | '.join(numbers)} |")
    for row in matrix["rules"]:
        known = "waived" in row["verdicts"].values()
        if not (every or known or differs(row, columns)):
            continue
        verdicts = [row["verdicts"].get(name, "") for name in names]
        lines.append(f"| `{row['id']}` | {' | '.join(short.get(v, v) for v in verdicts)} |")
    return "\n".join(lines) + "\n"


def run(args: argparse.Namespace) -> int:
    chosen = list(args.names)
    if not chosen:
        chosen = sorted(path.parent.name for path in build_dir().glob("reports/*/report.json"))
    if not chosen:
        raise UserError("there is no report yet: name runtimes, or `ompt-cts run` first")
    reports = [obtain(name, args) for name in chosen]
    profiles = {entry["profile"] for entry in reports}
    if len(profiles) > 1:
        raise UserError(f"the reports are of different profiles: {', '.join(sorted(profiles))}")
    matrix = tabulate(reports)
    if args.json:
        text = json.dumps(matrix, indent=1, ensure_ascii=False) + "\n"
        report.write_text(Path(args.json), text)
    if args.markdown:
        report.write_text(Path(args.markdown), markdown(matrix, args.all))
    show(matrix, args.all, terminal.console())
    codes = {column["exit_code"] for column in matrix["runtimes"]}
    return 1 if 1 in codes else 2 if 2 in codes else 0
