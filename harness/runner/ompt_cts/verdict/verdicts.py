"""From the outcomes of tests to a verdict for each rule.

fail (contradicted, and not by a known deviation), waived (contradicted as a known deviation says),
pass (exercised, never contradicted), not-supported (optional, and the runtime answered "never" for
the callback that gates it), not-exercised. Every test counts, also for rules of other tests; tests
that crashed, hung or could not be judged do not count here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypedDict

from ompt_cts.catalogue import PSEUDO_RULES, Rule
from ompt_cts.files import Json
from ompt_cts.verdict import breaches
from ompt_cts.verdict.evidence import Finding, final
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Verdict, gravest

BINDING = ("mandatory", "optional")


class RuleRow(TypedDict):
    """One rule in a report."""

    id: str
    level: str
    clauses: dict[str, str]
    statement: str
    chapter: str
    kind: str
    event: str
    verdict: Verdict
    exercised: int
    failed: int
    remarks: int
    homes: list[str]  # the tests of the run that name it
    tests: list[str]  # those that exercise it
    contradicted_in: list[str]


def trusted(outcome: Outcome) -> bool:
    """Whether its counts say anything about a rule; for repeats, the worst one decides."""
    return Verdict(outcome.get("worst", outcome["verdict"])).trusted


def counted(outcome: Outcome, finding: Finding) -> bool:
    """Whether a finding counts for its rule."""
    return trusted(outcome) or final(finding)


@dataclass
class Count:
    """The results of the trusted tests for one rule."""

    exercised: int = 0
    failed: int = 0
    errors: int = 0
    waived: int = 0
    remarks: int = 0
    homes: set[str] = field(default_factory=set)
    tests: set[str] = field(default_factory=set)
    contradicted_in: set[str] = field(default_factory=set)


def count(outcomes: list[Outcome]) -> dict[str, Count]:
    counts: dict[str, Count] = defaultdict(Count)
    for outcome in outcomes:
        for rule in outcome["rules"]:
            counts[rule].homes.add(outcome["name"])
    for outcome in filter(trusted, outcomes):
        name = outcome["name"]
        for rule, number in outcome["exercised"].items():
            entry = counts[rule]
            entry.exercised += number
            entry.tests.add(name)
        for rule, number in outcome["failed"].items():
            entry = counts[rule]
            entry.failed += number
            entry.tests.add(name)
    for outcome in outcomes:
        name = outcome["name"]
        for finding in outcome["findings"]:
            if not counted(outcome, finding):
                continue
            entry = counts[finding["rule"]]
            entry.tests.add(name)
            if finding["severity"] != "error":
                entry.remarks += 1
                continue
            entry.contradicted_in.add(name)
            if finding["waived"]:
                entry.waived += 1
            else:
                entry.errors += 1
    return counts


def rule_verdict(level: str, found: Count, never: bool) -> Verdict:
    """The verdict on a rule of this level; `never`: the runtime refuses the callbacks that gate it."""
    if found.errors:
        return Verdict.FAIL
    if found.waived:
        return Verdict.WAIVED
    if found.failed and level in BINDING and not found.remarks:
        return Verdict.FAIL  # the validator counts it, but lists no finding
    if found.exercised:
        return Verdict.PASS
    if level == "optional" and never:
        return Verdict.NOT_SUPPORTED
    return Verdict.NOT_EXERCISED


def registration_of(outcomes: list[Outcome]) -> Json:
    """The runtime's answer for each event: the answer in most tests."""
    votes: dict[str, Counter[str]] = {}
    for outcome in filter(trusted, outcomes):
        for event, answer in (outcome["runtime"].get("registration") or {}).items():
            votes.setdefault(event, Counter())[answer] += 1
    return {event: max(sorted(c), key=lambda a: c[a]) for event, c in sorted(votes.items())}


def rule_rows(outcomes: list[Outcome], rules: dict[str, Rule], profile: str) -> list[RuleRow]:
    """A row for each rule of the profile, in the catalogue's order, then for unknown ones."""
    counts, registration = count(outcomes), registration_of(outcomes)
    listed = [rule for rule in rules.values() if profile in rule.clauses or told(counts, rule.id)]
    for name in sorted(set(counts) - set(rules) - set(PSEUDO_RULES)):
        if told(counts, name):
            listed.append(Rule(name, "", {}, {}, "", "", (), (), "", ""))
    return [_row(rule, profile, counts.get(rule.id, Count()), registration) for rule in listed]


def told(counts: dict[str, Count], rule: str) -> bool:
    """Whether any trace says something about the rule."""
    return rule in counts and bool(counts[rule].tests)


def _row(rule: Rule, profile: str, found: Count, registration: Json) -> RuleRow:
    level = rule.levels.get(profile, "none")
    never = {registration.get(event) for event in rule.events} == {"never"}
    return RuleRow(
        id=rule.id,
        level=level,
        clauses=rule.clauses,
        statement=rule.statement,
        chapter=rule.chapter_title,
        kind=rule.kind,
        event=rule.event,
        verdict=rule_verdict(level, found, never),
        exercised=found.exercised,
        failed=found.failed,
        remarks=found.remarks,
        homes=sorted(found.homes),
        tests=sorted(found.tests),
        contradicted_in=sorted(found.contradicted_in),
    )


def number_of_each(words: Iterable[str]) -> dict[str, int]:
    """The number of each verdict, the gravest first."""
    numbers = Counter(words)
    return {str(verdict): numbers[verdict] for verdict in Verdict if numbers[verdict]}


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def names(items: Iterable[str], limit: int = 6) -> str:
    listed = sorted(items)
    more = f" and {len(listed) - limit} more" if len(listed) > limit else ""
    return ", ".join(listed[:limit]) + more


def combine_repeats(runs: list[list[Outcome]]) -> list[Outcome]:
    """One outcome for each test from several runs; differing verdicts or failing rules make it
    flaky."""
    if len(runs) == 1:
        return runs[0]
    by_name: dict[str, list[Outcome]] = {}
    for run in runs:
        for outcome in run:
            by_name.setdefault(outcome["name"], []).append(outcome)
    return [_combine(by_name[name], len(runs)) for name in sorted(by_name)]


def with_second(first: list[Outcome], second: list[Outcome]) -> list[Outcome]:
    """The outcomes of a run with the results of a second pass with more probes. Tests that the
    second pass did not reach, or could not judge for lack of something, keep their results of the
    first pass."""
    asked = {outcome["name"]: outcome for outcome in second}
    return [_with_more(one, asked[one["name"]]) if one["name"] in asked else one for one in first]


def _with_more(one: Outcome, more: Outcome) -> Outcome:
    verdict = gravest((one["verdict"], more["verdict"]))
    if Verdict(more["verdict"]) in (Verdict.UNSUPPORTED, Verdict.NOT_EXERCISED):
        return one
    combined = one
    if verdict != one["verdict"]:
        combined = one | {"verdict": verdict, "reason": f"asked everything: {more['reason']}"}
    if not trusted(more):
        return combined
    known = {(finding["rule"], bool(finding["waived"])) for finding in one["findings"]}
    found = [f for f in more["findings"] if (f["rule"], bool(f["waived"])) not in known]
    sums = {
        key: dict(Counter(one[key]) + Counter(more[key]))  # type: ignore[literal-required]
        for key in ("exercised", "failed")
    }
    return combined | sums | {"findings": one["findings"] + found}


def _combine(repeats: list[Outcome], runs: int) -> Outcome:
    seen = Counter(_signature(outcome, foreign=False) for outcome in repeats)
    verdict = gravest(outcome["verdict"] for outcome in repeats)
    worst = next(outcome for outcome in repeats if outcome["verdict"] == verdict)
    combined = worst | {"findings": worst["findings"] + _others(worst, repeats)}
    if len(seen) > 1 or len(repeats) != runs:
        texts = [f"{n} × {_signature_text(s)}" for s, n in sorted(seen.items())]
        if len(repeats) != runs:
            texts.append(f"{runs - len(repeats)} × did not run")
        combined |= {"verdict": Verdict.FLAKY, "worst": verdict, "reason": "; ".join(texts)}
    return combined


def _others(worst: Outcome, repeats: list[Outcome]) -> list[Any]:
    """Contradictions in other repeats: a rule that is broken in one run only is broken."""
    known = set(kinds(worst))
    found = []
    for outcome in filter(trusted, repeats):
        here = set(kinds(outcome)) - known
        found += [f for f in outcome["findings"] if breaches.of(f) in here and _is_error(f)]
        known |= here
    return found


Signature = tuple[str, tuple[str, ...]]


def _is_error(finding: Json) -> bool:
    return bool(finding["severity"] == "error")


def _is_new(finding: Json) -> bool:
    return _is_error(finding) and not finding["waived"]


def kinds(outcome: Outcome) -> list[breaches.Breach]:
    """The kinds of breach that a test shows, waived or not, each once."""
    return sorted({breaches.of(finding) for finding in outcome["findings"] if _is_error(finding)})


def _signature(outcome: Outcome, foreign: bool = True) -> Signature:
    """The verdict and the failing rules: with `foreign` all, otherwise the test's own. A known
    finding is as good as a pass: a known crash need not show each time."""
    failing = {f["rule"] for f in outcome["findings"] if _is_new(f) and (foreign or f["own"])}
    known = outcome["verdict"] in (Verdict.WAIVED, Verdict.PASS) or bool(outcome["expected"])
    return str(Verdict.PASS if known else outcome["verdict"]), tuple(sorted(failing))


def signature_text(outcome: Outcome) -> str:
    """The signature of an outcome as text: its verdict and the kinds of breach."""
    verdict, _ = _signature(outcome)
    return _signature_text((verdict, tuple(f"{k.sort.rule}: {k.form}" for k in kinds(outcome))))


def _signature_text(signature: Signature) -> str:
    verdict, told = signature
    return f"{verdict} ({', '.join(told)})" if told else verdict
