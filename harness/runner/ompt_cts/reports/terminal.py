# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A report on the terminal: failing rules first, then the counts, then the verdict."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ompt_cts.verdict.verdicts import CONFORMANT, INCONCLUSIVE, plural

Json = dict[str, Any]

COLOURS = {
    "pass": "green",
    "conformant": "green",
    "waived": "cyan",
    "xpass": "yellow",
    "fail": "red",
    "nonconformant": "red",
    "crash": "red",
    "timeout": "red",
    "harness-error": "magenta",
    "flaky": "yellow",
    "inconclusive": "yellow",
    "not-supported": "yellow",
}
SHOWN = 30  # rules and tests listed in full


def console(stderr: bool = False) -> Console:
    """Colours and the window's width on a terminal; plain and wide in a file."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else 160
    return Console(stderr=stderr, highlight=False, width=width, soft_wrap=True)


def coloured(verdict: str) -> str:
    colour = COLOURS.get(verdict)
    return f"[{colour}]{verdict}[/]" if colour else verdict


def finding_lines(finding: Json) -> list[str]:
    """One finding with its witness, for a person."""
    clause = f" ({finding['clause']})" if finding["clause"] else ""
    lines = [f"[bold]{finding['rule']}[/]{clause}: {escape(finding['message'])}"]
    lines.append(f"  in {escape(finding['test'])}")
    lines += [f"  because {escape(text)}" for text in finding["because"]]
    for event in finding["witness"]:
        fields = " ".join(f"{k}={v}" for k, v in (event.get("fields") or {}).items())
        where = event.get("location") or ""
        text = f"  thread {event['thread']} #{event['position']} {event['event']} {fields}"
        lines.append(escape(text) + (f" [dim]at {escape(where)}[/]" if where else ""))
    lines.append(f"  [dim]again:[/] {escape(finding['replay'])}")
    return lines


def _show_failing_rules(out: Console, report: Json) -> None:
    failing = [row["id"] for row in report["rules"] if row["verdict"] == "fail"]
    errors = [
        f
        for f in report["findings"]
        if f["severity"] == "error" and not f["waived"] and f["counted"]
    ]
    for rule in failing[:SHOWN]:
        of_rule = [finding for finding in errors if finding["rule"] == rule]
        if not of_rule:
            out.print(f"[bold]{rule}[/]: contradicted, without a finding")
            continue
        for line in finding_lines(of_rule[0]):
            out.print(line)
        tests = sorted({finding["test"] for finding in of_rule})
        if len(of_rule) > 1:
            out.print(f"  [dim]{len(of_rule)} findings in {plural(tests, 'test')}[/]")
    if len(failing) > SHOWN:
        out.print(f"… and {len(failing) - SHOWN} more rules fail; the report has them all")


def _show_tests(out: Console, report: Json) -> None:
    listed = ("crash", "timeout", "harness-error", "flaky", "xpass")
    odd = [test for test in report["tests"] if test["verdict"] in listed]
    view = [
        test
        for test in report["tests"]
        if test["verdict"] == "fail"
        and all(report["findings"][index]["rule"] == "view" for index in test["findings"])
    ]
    for test in (odd + view)[:SHOWN]:
        out.print(f"{coloured(test['verdict'])} {escape(test['name'])}: {escape(test['reason'])}")
        if test["replay"]:
            out.print(f"  [dim]again:[/] {escape(test['replay'])}")
    if len(odd + view) > SHOWN:
        out.print(f"… and {len(odd + view) - SHOWN} more tests")


def _table(report: Json) -> Table:
    table = Table(show_edge=False, pad_edge=False, box=None, header_style="bold")
    table.add_column("")
    order = ["pass", "fail", "waived", "xpass", "flaky", "crash", "timeout", "harness-error"]
    order += ["unsupported", "not-supported", "not-exercised"]
    summary = report["summary"]
    columns = [v for v in order if any(v in summary[kind] for kind in ("rules", "tests"))]
    for verdict in columns:
        table.add_column(coloured(verdict), justify="right")
    for kind in ("rules", "tests"):
        numbers = summary[kind]
        if sum(numbers.values()):
            table.add_row(kind, *(str(numbers.get(verdict, "")) for verdict in columns))
    return table


def show(report: Json, path: Path | None, out: Console | None = None) -> None:
    out = out or console()
    _show_failing_rules(out, report)
    _show_tests(out, report)
    for entry in report["expectations"]:
        if entry["state"] == "xpass":
            tests = ", ".join(entry["tests"])
            out.print(f"{coloured('xpass')} {entry['rule']} no longer fails in {escape(tests)}")
    out.print()
    out.print(_table(report))
    runtime = report["runtime"]
    version = f" ({runtime['version_string']})" if runtime["version_string"] else ""
    out.print(f"\nruntime {escape(runtime['name'])}{escape(version)} {escape(runtime['library'])}")
    verdict = report["overall"]
    texts = {"not-supported": "OMPT is not supported", INCONCLUSIVE: "inconclusive: cannot tell"}
    text = texts.get(verdict, verdict)
    colour = COLOURS[verdict]
    out.print(f"[bold {colour}]{text}[/] with profile {report['profile']}")
    if verdict != CONFORMANT or len(report["reasons"]) > 1:
        for reason in report["reasons"]:
            out.print(f"  {escape(reason)}")
    if path:
        out.print(f"report: {path}")
