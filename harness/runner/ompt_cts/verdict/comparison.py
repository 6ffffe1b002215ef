# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What changed between two reports: the gate of a continuous integration.

A regression: a rule or test that was good and is bad now; a rule that passed and is not exercised
any more; a test that gave a verdict and is gone or unsupported. What is newly waived is listed,
and is no regression: somebody has written down why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ompt_cts.errors import UserError
from ompt_cts.verdict.words import Verdict

Json = dict[str, Any]

ABSENT = "absent"
COMMENT_ROWS = 20  # of a table in a comment


@dataclass(frozen=True)
class Change:
    kind: str  # rule or test
    name: str
    old: str
    new: str
    reason: str = ""
    replay: str = ""


@dataclass
class Comparison:
    regressions: list[Change] = field(default_factory=list)
    fixes: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> Json:
        return {
            "schema_version": 1,
            "regressions": [vars(change) for change in self.regressions],
            "fixes": [vars(change) for change in self.fixes],
            "others": [vars(change) for change in self.others],
            "notes": self.notes,
        }


def markdown(result: Comparison, new: Json) -> str:
    """The comparison as a comment on a change: what a reviewer wants to know first."""
    runtime, conformance = new["runtime"], new["conformance"]["verdict"]
    count = len(result.regressions)
    worse = "nothing got worse" if not count else f"{count} got worse"
    lines = [f"### OMPT conformance: {worse}", ""]
    lines.append(f"{runtime['name']} is {conformance} with profile {new['profile']}.")
    lines += [f"- {note}" for note in result.notes]
    for title, changes in (("worse", result.regressions), ("better", result.fixes)):
        if changes:
            lines += ["", f"| {title} | before | now | |", "|---|---|---|---|"]
            shown = changes[:COMMENT_ROWS]
            lines += [f"| `{c.name}` | {c.old} | {c.new} | {cell(c.reason)} |" for c in shown]
            if len(changes) > len(shown):
                lines.append(f"| … and {len(changes) - len(shown)} more | | | |")
    by_test = sorted(result.regressions, key=lambda c: c.kind != "test")  # traces stay in CI
    again = next((c.replay for c in by_test if c.replay), "")
    return "\n".join([*lines, "", f"To see it again: `{again}`" if again else ""]).rstrip() + "\n"


def cell(text: str) -> str:
    """A text that does not end its cell of a Markdown table."""
    return " ".join(text.replace("|", "\\|").split())


def classify(change: Change) -> str:
    """regressions, fixes or others."""
    old, new = (
        None if word == ABSENT else Verdict(word).standing for word in (change.old, change.new)
    )
    if old is None:  # new in this report: bad only if it is bad
        return "regressions" if new == 0 and change.kind == "rule" else "others"
    if new is None:
        return "regressions" if old >= 3 else "others"
    if old >= 3 and new <= 2:
        return "regressions"
    if new < old and new <= 1:
        return "regressions"
    if new > old and new >= 3:
        return "fixes"
    if old == 0 and new > 0:
        return "fixes" if new >= 3 else "others"
    return "others"


def _by_name(report: Json, kind: str) -> dict[str, Json]:
    key = "id" if kind == "rule" else "name"
    return {entry[key]: entry for entry in report[kind + "s"]}


def _details(report: Json, kind: str, name: str, entry: Json | None) -> tuple[str, str]:
    if entry is None:
        return "", ""
    if kind == "test":
        return entry["reason"], entry["replay"]
    for finding in report["findings"]:
        if finding["rule"] == name and finding["severity"] == "error" and not finding["waived"]:
            return finding["message"], finding["replay"]
    return "", ""


def compare(old: Json, new: Json) -> Comparison:
    if old["profile"] != new["profile"]:
        profiles = f"{old['profile']} and {new['profile']}"
        raise UserError(f"the reports are of different profiles, {profiles}: not comparable")
    result = Comparison()
    for field_name in ("name", "version_string", "library"):
        before, after = old["runtime"][field_name], new["runtime"][field_name]
        if before != after:
            result.notes.append(f"runtime {field_name}: {before} → {after}")
    before, after = (r["conformance"]["verdict"] for r in (old, new))
    if before != after:
        result.notes.append(f"conformance: {before} → {after}")
    if old["suite"] != new["suite"]:
        before, after = (f"{r['suite']['version']} {r['suite']['commit']}" for r in (old, new))
        result.notes.append(f"suite: {before} → {after}")
    for kind in ("rule", "test"):
        earlier, later = _by_name(old, kind), _by_name(new, kind)
        for name in [*earlier, *(name for name in later if name not in earlier)]:
            before = earlier[name]["verdict"] if name in earlier else ABSENT
            after = later[name]["verdict"] if name in later else ABSENT
            if before == after:
                continue
            reason, replay = _details(new, kind, name, later.get(name))
            change = Change(kind, name, before, after, reason, replay)
            getattr(result, classify(change)).append(change)
    return result
