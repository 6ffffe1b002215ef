# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A comparison of two reports as a comment on a change: what a reviewer wants to know first."""

from __future__ import annotations

from ompt_cts.reports.marked import code, text
from ompt_cts.reports.report import Report
from ompt_cts.verdict.comparison import Change, Comparison

ROWS = 20  # of a table


def _table(title: str, changes: list[Change]) -> list[str]:
    if not changes:
        return []
    lines = ["", f"| {title} | before | now | |", "|---|---|---|---|"]
    for change in changes[:ROWS]:
        name = code(change.name, in_table=True)
        lines.append(f"| {name} | {change.old} | {change.new} | {text(change.reason)} |")
    if len(changes) > ROWS:
        lines.append(f"| … and {len(changes) - ROWS} more | | | |")
    return lines


def markdown(result: Comparison, new: Report) -> str:
    runtime, conformance = new["runtime"], new["conformance"]["verdict"]
    count = len(result.regressions)
    worse = "nothing got worse" if not count else f"{count} got worse"
    among = " in what both ran" if result.selection else ""
    lines = [f"### OMPT conformance: {worse}{among}", ""]
    if result.selection:
        lines += [f"**The selections differ.** {text(result.selection)}", ""]
    lines.append(f"{text(runtime['name'])} is {conformance} with profile {new['profile']}.")
    lines += [f"- {text(note)}" for note in result.notes]
    lines += [*_table("worse", result.regressions), *_table("better", result.fixes)]
    by_test = sorted(result.regressions, key=lambda c: c.kind != "test")  # traces stay in CI
    again = next((c.replay for c in by_test if c.replay), "")
    return (
        "\n".join([*lines, "", f"To see it again: {code(again)}" if again else ""]).rstrip() + "\n"
    )
