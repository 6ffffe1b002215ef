"""The outcome of one test: from its evidence to one verdict.

The outcome is plain data; the report of a run consists of outcomes.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from ompt_cts import files, stored
from ompt_cts.catalogue import TIMEOUT, VIEW
from ompt_cts.files import Json
from ompt_cts.steps.failures import COMPILE, DIFFERS, Failure
from ompt_cts.steps.failures import VIEW as VIEW_STEP
from ompt_cts.verdict import breaches, expectations, left, showing
from ompt_cts.verdict.evidence import Evidence, Finding, Session, weigh
from ompt_cts.verdict.judging import Described, Loaded, Traced
from ompt_cts.verdict.words import Verdict

NOT_SUPPORTED = 77  # cts-compile's exit status if the runtime lacks a feature
OUTPUT_LIMIT = 16 * 1024
# lit's code of a known crash or hang: without a tool it is no matter of OMPT.
KNOWN_ENDS = {"runtime": Verdict.UNSUPPORTED.lit}


@dataclass(frozen=True)
class Script:
    """The results of a test's steps: whether all passed, their output, and the first failure."""

    passed: bool = True
    output: str = ""
    failed: Failure | None = None


class Outcome(TypedDict):
    """All facts of a run about one test."""

    name: str
    suite: str
    verdict: Verdict
    reason: str
    expected: str  # why this crash or hang is expected, or empty
    attribution: str  # of a crash or hang: runtime, tool, probes or unclear; else empty
    ending: Mapping[str, str]  # facts of a crash or hang (breaches.BESIDE_TEXT)
    no_ompt: bool
    profile: str
    rules: list[str]
    seconds: float
    exercised: dict[str, int]
    failed: dict[str, int]
    unexercised: list[str]
    findings: list[Finding]
    traces: list[Traced]
    runtime: Loaded
    environment: Described
    output: str  # the output of its steps, for people
    step: Failure | None  # the first failed step


def in_words(findings: list[Finding]) -> str:
    """The first finding, and the other broken rules of the test."""
    first = findings[0]
    others = sorted({finding["rule"] for finding in findings} - {first["rule"]})
    also = f" (also {', '.join(others)})" if others else ""
    return f"{first['rule']}: {first['message']}{also}"


def _verdict(test: Evidence, script: Script, records: int) -> tuple[Verdict, str]:
    judged = bool(test.traces) or test.observed
    step, status, said = script.failed or ("", 0, "")
    if not script.passed and not records and (step, status) == (COMPILE, NOT_SUPPORTED):
        return Verdict.UNSUPPORTED, f"not-supported: {said}"
    if not script.passed and not judged:
        what = "the trace was not judged" if records else "the program did not run"
        return Verdict.HARNESS_ERROR, f"{what}: {said}" if said else what
    if not judged:
        return Verdict.HARNESS_ERROR, "the test judges no trace"
    if not script.passed and (step, status) != (VIEW_STEP, DIFFERS):
        return Verdict.HARNESS_ERROR, said or "a line of the test failed that is no step of ours"
    if not script.passed:
        if not test.session.whole_teams and not test.unexpected():
            return (
                Verdict.UNSUPPORTED,
                "not-supported: its view needs teams of the requested size, but teams are smaller here",
            )
        test.add_finding(VIEW, "the trace's view differs from the test's CHECK lines", [])
    failing = test.unexpected()
    if failing:
        return Verdict.FAIL, in_words(failing)
    if test.traces and not any(test.exercised.values()):
        return Verdict.HARNESS_ERROR, "no rule was exercised"
    xpass = test.xpass()
    if xpass and test.session.whole_teams:
        return Verdict.XPASS, xpass
    waived = {finding["waived"] for finding in test.own_errors()}
    waived |= {f["waived"] for f in test.findings if f["rule"] == TIMEOUT and f["waived"]}
    if waived:
        return Verdict.WAIVED, "; ".join(sorted(waived))
    if not any(number and test.answers_for(rule) for rule, number in test.exercised.items()):
        return Verdict.NOT_EXERCISED, "none of the rules that the test names was exercised"
    return Verdict.PASS, ""


def judge(session: Session, name: str, base: str, rules: list[str], script: Script) -> Outcome:
    """The outcome of the test whose script has just run with %t = base."""
    files = left.files_of(base)
    records = left.read_files(files, ".record.json")
    findings = left.read_files(files, ".findings.json")
    observed = [data for _, data in left.read_files(files, ".observed.json")]
    broken_off = left.read_files(files, left.BROKEN_OFF)
    test = weigh(session, name, rules, records, findings, observed, broken_off)
    return conclude(test, rules, script, len(records))


def judge_one(
    session: Session,
    name: str,
    trace: str,
    record: Json,
    judged: Json,
    beginning: Json | None = None,
) -> Outcome:
    """The outcome of a single program or trace, outside the suites: it answers for every rule.
    `beginning`: the judgement of a crashed program's trace that shall only show circumstances."""
    records = [(trace, record)] if record else []
    begun = [(trace, beginning)] if beginning else []
    test = weigh(session, name, None, records, [(trace, judged)] if judged else [], [], begun)
    return conclude(test, [], Script(), len(records))


def conclude(test: Evidence, rules: list[str], script: Script, records: int) -> Outcome:
    problem = test.gravest()
    if problem:
        verdict, reason = problem.verdict, problem.reason
    else:
        verdict, reason = _verdict(test, script, records)
    test.waive()
    known = test.known_end(problem)
    if verdict is Verdict.TIMEOUT and test.slowed and not known:
        verdict, reason = Verdict.HARNESS_ERROR, f"{reason}, possibly because it is perturbed"
    outcome = make(test.session, test.name, rules, verdict, reason)
    outcome["expected"] = known.reason if known else ""
    outcome["attribution"] = problem.attribution if problem else ""
    outcome["ending"] = dict(problem.facts) if problem else {}
    outcome["seconds"] = round(test.seconds, 3)
    test.count_unharmed()
    outcome["exercised"] = dict(sorted(test.exercised.items()))
    outcome["failed"] = dict(sorted(test.failed.items()))
    outcome["unexercised"] = [rule for rule in rules if not test.exercised.get(rule)]
    outcome["findings"] = test.findings
    outcome["traces"] = test.traces
    outcome["runtime"] = test.runtime
    outcome["environment"] = test.environment
    if verdict not in (Verdict.PASS, Verdict.WAIVED):
        outcome["output"] = script.output[-OUTPUT_LIMIT:]
        outcome["step"] = script.failed
    return outcome


def observe(session: Session, outcome: Outcome, rule: str, message: str, needs: str = "") -> None:
    """Adds the harness's own observation of a program outside the suites: a finding like any other,
    and the verdict that follows. `needs`: the needs of a crash or a hang (evidence.NEEDS)."""
    told = breaches.ended(rule, message, **({"needs": needs} if needs else {}))
    told |= showing.of_traces(outcome["traces"])
    broken = {finding["rule"] for finding in outcome["findings"]}
    entry = expectations.find(session.deviations, outcome["name"], told, broken)
    outcome["findings"].append(
        Finding(
            rule=rule,
            severity="error",
            breach=told["breach"],
            facts=told["facts"],
            sort=told["sort"],
            message=message,
            because=[],
            witness=[],
            trace="",
            own=True,
            waived=entry.reason if entry else "",
            cause=entry.cause if entry else "",
        )
    )
    weigh_again(outcome, outcome["findings"][-1:])


def weigh_again(outcome: Outcome, findings: list[Finding]) -> None:
    """The verdict on a program with these findings as well."""
    if not all(finding["waived"] for finding in findings):
        outcome["verdict"] = Verdict.FAIL
    elif outcome["verdict"] != Verdict.FAIL:
        outcome["verdict"] = Verdict.WAIVED


def make(session: Session, name: str, rules: list[str], verdict: Verdict, reason: str) -> Outcome:
    """An outcome without a trace."""
    return Outcome(
        name=name,
        suite=name.split("/")[0] if "/" in name else "",
        verdict=verdict,
        reason=reason,
        expected="",
        attribution="",
        ending={},
        no_ompt=not session.ompt,
        profile=session.profile,
        rules=rules,
        seconds=0.0,
        exercised={},
        failed={},
        unexercised=list(rules),
        findings=[],
        traces=[],
        runtime={},
        environment={},
        output="",
        step=None,
    )


def lit_code(outcome: Outcome) -> str:
    """The name of lit's result code."""
    if outcome["expected"]:
        return KNOWN_ENDS.get(outcome["attribution"], Verdict.WAIVED.lit)
    return Verdict(outcome["verdict"]).lit


def write(outcome: Outcome, *paths: str) -> None:
    text = stored.encode(outcome)
    for path in paths:
        temporary = f"{path}.{os.getpid()}"
        Path(temporary).write_bytes(text)
        os.replace(temporary, path)


def flat(name: str) -> str:
    """The file of a test's outcome in the folder where they are collected."""
    return name.replace("/", "__") + ".json"


def read(path: Path) -> Outcome:
    """An outcome from its file. UserError."""
    found: Outcome = files.read_json(path)
    files.check_kind(path, found, Outcome)
    found["verdict"] = Verdict(found["verdict"])
    return found


def collect(folder: Path) -> list[Outcome]:
    """The outcomes in a run's results folder, by test name. UserError."""
    with files.unbelieved(str(folder)):  # the run's own files, a thousand: no check of each value
        outcomes = [stored.decode(path.read_bytes()) for path in folder.glob("*.json")]
        for outcome in outcomes:
            outcome["verdict"] = Verdict(outcome["verdict"])
        return sorted(outcomes, key=lambda outcome: outcome["name"])
