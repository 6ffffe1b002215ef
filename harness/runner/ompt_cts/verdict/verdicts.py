# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the outcomes of tests to a verdict per rule and one overall.

Rules: fail (contradicted, and no expectation says so), waived (contradicted as expectations say),
pass (exercised, never contradicted), not-supported (optional, and the runtime answered "never" for
the callback that gates it), not-exercised. Tests that crashed, hung or could not be judged count
for nothing here.

Overall:
  nonconformant  a mandatory or optional rule fails (an optional one binds once it is offered)
  not-supported  the runtime starts no tool: there is no OMPT to judge
  inconclusive   a test crashed, hung, was flaky, could not be judged or differs in its view only;
                 or no rule was exercised
  conformant     otherwise: every rule that was exercised is pass or waived
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ompt_cts.catalogue import PSEUDO_RULES, Rule
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.outcome import UNTRUSTED

Json = dict[str, Any]

CONFORMANT, NONCONFORMANT = "conformant", "nonconformant"
INCONCLUSIVE, NOT_SUPPORTED = "inconclusive", "not-supported"
EXIT_CODES = {CONFORMANT: 0, NONCONFORMANT: 1, INCONCLUSIVE: 2, NOT_SUPPORTED: 1}
BINDING = ("mandatory", "optional")
DISTURBED = ("crash", "timeout", "harness-error", "flaky")


def trusted(outcome: Json) -> bool:
    return outcome.get("worst", outcome["verdict"]) not in UNTRUSTED


@dataclass
class Count:
    """What the trusted tests say of one rule."""

    exercised: int = 0
    failed: int = 0
    errors: int = 0
    waived: int = 0
    remarks: int = 0
    tests: set[str] = field(default_factory=set)
    failing_tests: set[str] = field(default_factory=set)


def count(outcomes: list[Json]) -> dict[str, Count]:
    counts: dict[str, Count] = {}
    for outcome in filter(trusted, outcomes):
        name = outcome["name"]
        for rule, number in outcome["exercised"].items():
            entry = counts.setdefault(rule, Count())
            entry.exercised += number
            entry.tests.add(name)
        for rule, number in outcome["failed"].items():
            entry = counts.setdefault(rule, Count())
            entry.failed += number
            entry.tests.add(name)
        for finding in outcome["findings"]:
            entry = counts.setdefault(finding["rule"], Count())
            entry.tests.add(name)
            if finding["severity"] != "error":
                entry.remarks += 1
            elif finding.get("waived"):
                entry.waived += 1
            else:
                entry.errors += 1
                entry.failing_tests.add(name)
    return counts


def rule_verdict(rule: Rule, profile: str, found: Count | None, registration: Json) -> str:
    if found and found.errors:
        return "fail"
    if found and found.waived:
        return "waived"
    level = rule.levels.get(profile, "")
    if found and found.failed and level in BINDING and not found.remarks:
        return "fail"  # counted by the validator, though it lists no finding
    if found and found.exercised:
        return "pass"
    if level == "optional" and registration.get(rule.event) == "never":
        return "not-supported"
    return "not-exercised"


def registration_of(outcomes: list[Json]) -> Json:
    """What the runtime answers for each event: the answer that most tests saw."""
    votes: dict[str, Counter[str]] = {}
    for outcome in filter(trusted, outcomes):
        for event, answer in (outcome["runtime"].get("registration") or {}).items():
            votes.setdefault(event, Counter())[answer] += 1
    return {event: max(sorted(c), key=lambda a: c[a]) for event, c in sorted(votes.items())}


def rule_rows(outcomes: list[Json], rules: dict[str, Rule], profile: str) -> list[Json]:
    """A row for each rule of the profile, in the catalogue's order, then for unknown ones."""
    counts, registration = count(outcomes), registration_of(outcomes)
    rows = []
    for rule in rules.values():
        if profile in rule.clauses or rule.id in counts:
            found = counts.get(rule.id)
            rows.append(
                _row(rule, profile, found, rule_verdict(rule, profile, found, registration))
            )
    for name in sorted(set(counts) - set(rules) - set(PSEUDO_RULES)):
        unknown = Rule(name, "", {}, {}, "", "", (), (), "", "")
        rows.append(
            _row(unknown, profile, counts[name], rule_verdict(unknown, profile, counts[name], {}))
        )
    return rows


def _row(rule: Rule, profile: str, found: Count | None, verdict: str) -> Json:
    found = found or Count()
    return {
        "id": rule.id,
        "level": rule.levels.get(profile, "none"),
        "clauses": rule.clauses,
        "statement": rule.statement,
        "chapter": rule.chapter,
        "kind": rule.kind,
        "event": rule.event,
        "verdict": verdict,
        "exercised": found.exercised,
        "failed": found.failed,
        "remarks": found.remarks,
        "tests": sorted(found.tests),
    }


def overall(rows: list[Json], outcomes: list[Json]) -> tuple[str, list[str]]:
    """The verdict on the runtime, and the reasons that decided it."""
    failing = [row for row in rows if row["verdict"] == "fail" and row["level"] in BINDING]
    if failing:
        return NONCONFORMANT, [
            f"{plural(failing, 'rule')} failed: {names(r['id'] for r in failing)}"
        ]
    unsupported = [outcome for outcome in outcomes if outcome["verdict"] == "unsupported"]
    if outcomes and len(unsupported) == len(outcomes):
        reasons = {outcome["reason"] for outcome in unsupported}
        if all(outcome.get("no_ompt") for outcome in outcomes):
            return NOT_SUPPORTED, [f"OMPT is not supported: {'; '.join(sorted(reasons))}"]
    doubts = []
    for verdict in DISTURBED:
        tests = [outcome["name"] for outcome in outcomes if outcome["verdict"] == verdict]
        if tests:
            doubts.append(f"{plural(tests, 'test')} ended as {verdict}: {names(tests)}")
    odd = [outcome["name"] for outcome in outcomes if outcome["verdict"] == "fail"]
    if odd:
        doubts.append(f"{plural(odd, 'test')} failed, but no rule that binds: {names(odd)}")
    if not any(row["exercised"] for row in rows):
        doubts.append("no rule was exercised")
    if doubts:
        return INCONCLUSIVE, doubts
    waived = [row["id"] for row in rows if row["verdict"] == "waived"]
    passed = [row for row in rows if row["verdict"] == "pass"]
    reasons = [f"{plural(passed, 'rule')} passed"]
    if waived:
        reasons.append(f"{plural(waived, 'rule')} waived: {names(waived)}")
    return CONFORMANT, reasons


def plural(items: list[Any], noun: str) -> str:
    return f"{len(items)} {noun}" if len(items) == 1 else f"{len(items)} {noun}s"


def names(items: Any, limit: int = 6) -> str:
    listed = sorted(items)
    more = f" and {len(listed) - limit} more" if len(listed) > limit else ""
    return ", ".join(listed[:limit]) + more


def expectation_rows(deviations: list[Deviation], outcomes: list[Json]) -> list[Json]:
    """What became of each expectation: used, xpass (no longer holds) or unused."""
    rows = []
    for entry in deviations:
        exercised = 0
        used: list[str] = []
        for outcome in outcomes:
            if not entry.covers_test(outcome["name"]):
                continue
            if trusted(outcome):
                exercised += outcome["exercised"].get(entry.rule, 0)
            if outcome["expected"] and outcome["verdict"] == entry.rule:
                used.append(outcome["name"])
                continue
            broken = {f["rule"] for f in outcome["findings"]}
            if any(
                f.get("waived") and entry.waives(outcome["name"], f["rule"], f["message"], broken)
                for f in outcome["findings"]
            ):
                used.append(outcome["name"])
        state = "used" if used else "xpass" if exercised and not entry.sometimes else "unused"
        rows.append(
            {
                "rule": entry.rule,
                "tests": list(entry.tests),
                "reason": entry.reason,
                "clause": entry.clause,
                "link": entry.link or entry.source,
                "attribution": entry.attribution,
                "state": state,
                "seen_in": sorted(set(used)),
            }
        )
    return rows


def combine_repeats(runs: list[list[Json]]) -> list[Json]:
    """One outcome a test from several runs; verdicts or failing rules that differ make it flaky."""
    if len(runs) == 1:
        return runs[0]
    by_name: dict[str, list[Json]] = {}
    for run in runs:
        for outcome in run:
            by_name.setdefault(outcome["name"], []).append(outcome)
    combined = []
    for name in sorted(by_name):
        repeats = by_name[name]
        seen = Counter(_signature(outcome) for outcome in repeats)
        worst = min(repeats, key=lambda outcome: SEVERITY.index(outcome["verdict"]))
        if len(seen) > 1 or len(repeats) != len(runs):
            texts = [f"{n} × {_signature_text(s)}" for s, n in sorted(seen.items())]
            if len(repeats) != len(runs):
                texts.append(f"{len(runs) - len(repeats)} × did not run")
            flaky = {"verdict": "flaky", "worst": worst["verdict"], "reason": "; ".join(texts)}
            worst = worst | flaky
        combined.append(worst)
    return combined


SEVERITY = (
    "harness-error",
    "timeout",
    "crash",
    "fail",
    "xpass",
    "waived",
    "pass",
    "unsupported",
    "flaky",
)
Signature = tuple[str, tuple[str, ...]]


def _signature(outcome: Json) -> Signature:
    errors = {
        f["rule"] for f in outcome["findings"] if f["severity"] == "error" and not f.get("waived")
    }
    verdict = "pass" if outcome["verdict"] == "waived" else outcome["verdict"]
    return verdict, tuple(sorted(errors))


def signature_text(outcome: Json) -> str:
    """What makes an outcome the same as another, as text: its verdict and the rules that failed."""
    return _signature_text(_signature(outcome))


def _signature_text(signature: Signature) -> str:
    verdict, rules = signature
    return f"{verdict} ({', '.join(rules)})" if rules else verdict
