"""Whether the answers of a report, and the verdicts on its tests, follow from its findings and traces.

A report or a shard comes from elsewhere and may be edited. Its answers are drawn again from its
tests, and what differs is refused.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ompt_cts.catalogue import HARMLESS, TIMEOUT
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.reports.rows import Report
from ompt_cts.verdict import conclusions, verdicts
from ompt_cts.verdict.evidence import Finding
from ompt_cts.verdict.identity import Applied
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.verdicts import BINDING, Count, RuleRow
from ompt_cts.verdict.words import Conformance, Expected, Verdict

Told = tuple[Outcome, Finding]
JUDGED = (Verdict.FAIL, Verdict.XPASS, Verdict.WAIVED, Verdict.PASS, Verdict.NOT_EXERCISED)


def check(where: str, report: Report) -> None:
    """UserError names the first place of the report that its tests refute."""
    for place, told in _refuted(report):
        raise UserError(f"{where}: {place}: {told}")


def check_outcomes(parts: Iterable[Json], reasons: set[str], programs: bool = False) -> None:
    """UserError for the first test of the shards whose findings refute its verdict, or are called
    known for a reason that is none of `reasons`. A program of a collection contains its outcome."""
    for part in parts:
        outcome = part["outcome"] if programs else part
        for told in _of_test(outcome, outcome["findings"], reasons):
            raise UserError(f"the shards contradict themselves: {part['name']}: {told}")
        judged = Verdict(outcome["verdict"]).trusted
        its = [outcome["findings"], outcome["verdict"] if judged else part.get("status")]
        if programs and [part["findings"], part["status"]] != its:
            raise UserError(f"the shards contradict themselves: {part['name']}: {part['status']}")


def _of_test(
    test: Mapping[str, Any], findings: Iterable[Mapping[str, Any]], reasons: set[str]
) -> Iterator[str]:
    """The reasons why the findings of a test refute its verdict."""
    verdict = Verdict(test["verdict"])
    lost = [
        trace["path"]
        for trace in test["traces"]
        if trace.get("dropped") or not trace.get("complete")
    ]
    if verdict in JUDGED and lost:
        yield f"{verdict}, but the trace {lost[0]} lacks events"
    errors = [found for found in findings if found["severity"] == "error"]
    new = [found["rule"] for found in errors if found["own"] and not found["waived"]]
    if verdict in JUDGED and (verdict is Verdict.FAIL) != bool(new):
        yield f"{verdict}, but its findings say otherwise ({', '.join(new[:3]) or 'none is new'})"
    if verdict is Verdict.WAIVED and not any(
        f["waived"] and (f["own"] or f["rule"] == TIMEOUT) for f in findings
    ):
        yield f"{verdict}, but no finding of it is known"
    for found in findings:
        if found["waived"] and found["waived"] not in reasons:
            yield f"{found['rule']} is called known, but no known deviation has this reason"
        if found["rule"] in test["rules"] and not found["own"]:
            yield f"{found['rule']} is a rule of the test, but its finding says otherwise"


def _refuted(report: Report) -> Iterator[tuple[str, str]]:
    reasons = {entry["reason"] for entry in report["expectations"]}
    outcomes = [_outcome(report, number) for number in range(len(report["tests"]))]
    for number, outcome in enumerate(outcomes):
        for told in _of_test(outcome, outcome["findings"], reasons):
            yield f"$.tests[{number}].verdict", told
    found: dict[str, list[Told]] = defaultdict(list)
    homes: dict[str, list[str]] = defaultdict(list)
    for outcome in outcomes:
        for finding in outcome["findings"]:
            found[finding["rule"]].append((outcome, finding))
        for rule in outcome["rules"]:
            homes[rule].append(outcome["name"])
    unrecorded = {outcome["name"] for outcome in outcomes if not outcome["traces"]}
    judged = {outcome["name"] for outcome in outcomes if verdicts.trusted(outcome)}
    for number, row in enumerate(report["rules"]):
        for told in _of_rule(row, found[row["id"]]):
            yield f"$.rules[{number}]", f"{row['id']}: {told}"
        if row["homes"] != sorted(homes[row["id"]]):
            yield f"$.rules[{number}].homes", "other tests name the rule"
        # A program without a trace observes only the rules that it names itself.
        by_trace = unrecorded.intersection(row["tests"]).difference(row["homes"])
        if by_trace and row["id"] != HARMLESS:
            yield f"$.rules[{number}].tests", f"{min(by_trace)} exercises it, but has no trace"
        if row["exercised"] and judged.isdisjoint(row["tests"]):
            yield f"$.rules[{number}].exercised", "no judged test exercises the rule"
    for part, rows in (("rules", report["rules"]), ("tests", report["tests"])):
        listed = verdicts.number_of_each(row["verdict"] for row in rows)  # type: ignore[attr-defined]
        if report["summary"][part] != listed:
            yield f"$.summary.{part}", f"the {part} have {listed}"
    yield from _answers(report, outcomes)


def _outcome(report: Report, number: int) -> Outcome:
    """What the answers need of a test."""
    test = report["tests"][number]
    found: list[Json] = []
    for index in test["findings"]:
        row = report["findings"][index]
        found.append({**row, "final": row["counted"]})
    outcome: Any = {
        **test,
        "findings": found,
        "exercised": {},
        "runtime": {"library": report["runtime"]["library"]},
        "environment": {},
        "no_ompt": report["conformance"]["verdict"] == Conformance.NOT_SUPPORTED,
    }
    if test["verdict"] == Verdict.FLAKY and any(not f["counted"] for f in found):
        outcome["worst"] = Verdict.CRASH
    return outcome  # type: ignore[no-any-return]


def _of_rule(row: RuleRow, told: list[Told]) -> Iterator[str]:
    """The reasons why the findings of a rule refute what the report says about it."""
    if any(verdicts.counted(o, f) != f["counted"] for o, f in told):  # type: ignore[typeddict-item]
        yield "a finding is not counted as its test's verdict says"
    errors = [
        (o["name"], f) for o, f in told if verdicts.counted(o, f) and f["severity"] == "error"
    ]
    new = sum(not finding["waived"] for _, finding in errors)
    found = Count(row["exercised"], row["failed"], new, len(errors) - new, row["remarks"])
    verdict = verdicts.rule_verdict(row["level"], found, row["verdict"] == Verdict.NOT_SUPPORTED)
    if row["verdict"] != verdict:
        yield f"{row['verdict']}, but the findings make it {verdict}"
    if row["contradicted_in"] != sorted({name for name, _ in errors}):
        yield "contradicted_in are other tests than those of its findings"


def _answers(report: Report, outcomes: list[Outcome]) -> Iterator[tuple[str, str]]:
    rows, known = report["rules"], report["expectations"]
    told, drawn = report["conformance"], conclusions.conformance(rows, outcomes, known)
    for level in BINDING:
        if told[level] != drawn[level]:  # type: ignore[literal-required]
            yield f"$.conformance.{level}", "its tests have other numbers or broken rules"
    if told.get("toolchain", []) != drawn["toolchain"]:
        yield "$.conformance.toolchain", "its findings have other rules"
    due = drawn["verdict"]
    if due == Conformance.CONFORMANT and told["undecided"]:
        due = Conformance.UNDECIDED
    if told["verdict"] != due or (due == Conformance.UNDECIDED and not told["undecided"]):
        yield "$.conformance.verdict", f"{told['verdict']}, but its tests make it {due}"
    gate, again = report["as_expected"], conclusions.as_expected(rows, outcomes, known, Applied())
    unsteady = {o["name"] for o in outcomes if o["verdict"] == Verdict.FLAKY}
    new, listed = (
        {(n["kind"], n["name"]) for n in answer["new"]} - {("test", name) for name in unsteady}
        for answer in (again, gate)
    )
    if conclusions.no_ompt(outcomes):
        return
    if new != listed:
        first = min(new ^ listed)
        yield "$.as_expected.new", f"its tests say otherwise about {first[1]}"
    if gate["mended"] != again["mended"]:
        yield "$.as_expected.mended", "the states of the known deviations say otherwise"
    answer = Expected.UNDECIDED if gate["undecided"] else Expected.AS_EXPECTED
    if gate["new"] and gate["verdict"] != Expected.UNDECIDED:
        answer = Expected.NEW
    if gate["verdict"] != answer or (again["undecided"] and not gate["undecided"]):
        yield "$.as_expected.verdict", f"{gate['verdict']}, but its tests say otherwise"
