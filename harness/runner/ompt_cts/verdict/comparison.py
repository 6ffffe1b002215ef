# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What changed between two reports: the gate of a continuous integration.

A regression: a rule or test that was good and is bad now; a rule that passed and is not exercised
any more; a test that gave a verdict and is gone or unsupported. What is newly waived is listed,
and is no regression: somebody has written down why.

Where the two runs were asked for different tests, only those that both ran are compared, and a rule
only as far as these decide it: what the other run did not try is neither better nor worse.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ompt_cts.errors import UserError
from ompt_cts.verdict.words import Verdict

Json = dict[str, Any]

ABSENT = "absent"
CHOICES = ("--suite", "--filter", "--shard")  # options of `run` that say which tests


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
    selection: str = ""  # how the choices of tests differ, in one line; empty where they do not

    def to_json(self) -> Json:
        return {
            "schema_version": 1,
            "regressions": [vars(change) for change in self.regressions],
            "fixes": [vars(change) for change in self.fixes],
            "others": [vars(change) for change in self.others],
            "notes": self.notes,
            "selection": self.selection,
        }


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


def chosen(report: Json) -> str:
    """Which tests a report's command asks for, in words; empty for all of the suites."""
    words = [str(word) for word in report["command"]]
    command = words[1] if len(words) > 1 else ""
    if command not in ("run", "merge", ""):
        return command  # programs outside the suites
    found = []
    for index, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in CHOICES:
            found.append(f"{name} {value if equals else ''.join(words[index + 1 : index + 2])}")
    return " ".join(found)


def _tests(report: Json) -> set[str]:
    return {test["name"] for test in report["tests"]}


def differing(old: Json, new: Json) -> str:
    """How the two runs' choices of tests differ, in one line; empty where they do not."""
    choices = chosen(old), chosen(new)
    if choices[0] == choices[1]:
        return ""
    earlier, later = _tests(old), _tests(new)
    told = [
        f"{len(tests)} tests ({choice or 'everything'})"
        for tests, choice in zip((earlier, later), choices, strict=True)
    ]
    common = len(earlier & later)
    return f"The old report is of {told[0]}, the new one of {told[1]}; {common} are in both."


def _decided(change: Change, old: Json | None, new: Json | None, common: set[str]) -> bool:
    """Whether the tests that both ran show a rule's change."""
    sides = ((change.old, old), (change.new, new))
    if any(row is None or Verdict(word).standing == 2 for word, row in sides):
        return False
    broken = [row for word, row in sides if row and Verdict(word).standing in (0, 3)]
    return all(not common.isdisjoint(row["contradicted_in"]) for row in broken)


def compare(old: Json, new: Json) -> Comparison:
    """What changed. UserError for reports that cannot be compared: of different profiles, or of
    different selections without a common test."""
    if old["profile"] != new["profile"]:
        profiles = f"{old['profile']} and {new['profile']}"
        raise UserError(f"the reports are of different profiles, {profiles}: not comparable")
    result = Comparison(selection=differing(old, new))
    common = _tests(old) & _tests(new)
    if result.selection and not common:
        raise UserError(f"the reports have no test in common: {result.selection}")
    result.notes = _notes(old, new)
    apart: dict[str, int] = {}
    for kind in ("rule", "test"):
        earlier, later = _by_name(old, kind), _by_name(new, kind)
        for name in [*earlier, *(name for name in later if name not in earlier)]:
            before = earlier[name]["verdict"] if name in earlier else ABSENT
            after = later[name]["verdict"] if name in later else ABSENT
            if before == after:
                continue
            reason, replay = _details(new, kind, name, later.get(name))
            change = Change(kind, name, before, after, reason, replay)
            same = kind == "test" and name in common
            if (
                not result.selection
                or same
                or (kind == "rule" and _decided(change, earlier.get(name), later.get(name), common))
            ):
                getattr(result, classify(change)).append(change)
            else:
                apart[kind] = apart.get(kind, 0) + 1
    for kind, count in apart.items():
        what = "rule differs" if kind == "rule" else "test is"
        if count > 1:
            what = "rules differ" if kind == "rule" else "tests are"
        why = "because of the other tests" if kind == "rule" else "in one of the reports alone"
        result.notes.append(f"{count} {what} {why}: not compared")
    return result


def _notes(old: Json, new: Json) -> list[str]:
    """What else differs: whose runtime it is, what it is worth, with which suite."""
    notes = []
    for field_name in ("name", "version_string", "library", "sha256"):
        before, after = old["runtime"][field_name], new["runtime"][field_name]
        if before != after:
            notes.append(f"runtime {field_name}: {before} → {after}")
    before, after = (r["conformance"]["verdict"] for r in (old, new))
    if before != after:
        notes.append(f"conformance: {before} → {after}")
    if old["suite"] != new["suite"]:
        before, after = (f"{r['suite']['version']} {r['suite']['commit']}" for r in (old, new))
        notes.append(f"suite: {before} → {after}")
    return notes
