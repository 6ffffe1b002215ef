# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The outcome of one test: from the files that its steps left to one verdict.

A step writes beside its trace: `X.record.json` (record.py), `X.findings.json` (ompt-validate),
`….observed.json` (observe.py). Nothing that is missing, incomplete or about another runtime can
become a pass. The outcome is plain data; a run's report is made of these.

A test answers for its own rules: those that its header names, those that it observes, and its view.
What else its traces contradict is a foreign finding: it counts for the rule, and not for the test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from ompt_cts.catalogue import CRASH, HARMLESS, TIMEOUT, VIEW
from ompt_cts.verdict import expectations, shortfall
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.words import Verdict

Json = dict[str, Any]
SUFFIXES = (".record.json", ".findings.json", ".observed.json", ".outcome.json")
NOT_SUPPORTED = 77  # cts-compile's exit status for what the runtime lacks
ERROR_MARKS = ("error:", "Error:", "undefined reference", "cts-")
OUTPUT_LIMIT = 16 * 1024
# What a crash or hang needs, where that makes it a matter of the tools interface.
NEEDS = {
    "tool": "and not without a tool",
    "probes": "and only where a callback asks entry points that it may ask",
}
# lit's code of a crash or hang that is known: without a tool it says nothing of OMPT.
KNOWN_ENDS = {"runtime": Verdict.UNSUPPORTED.lit}


class Finding(TypedDict):
    """A contradiction or a remark: what ompt-validate wrote, and what became of it here."""

    rule: str
    severity: str  # error or remark
    message: str
    because: list[str]
    witness: list[Json]
    trace: str  # empty where the harness observed it
    own: bool  # of a rule that the test answers for
    waived: str  # the reason of the known deviation that it is, or empty
    cause: str  # that deviation's cause, or empty


class Outcome(TypedDict):
    """All that a run knows of one test."""

    name: str
    suite: str
    verdict: Verdict
    reason: str
    expected: str  # why this crash or hang is expected, or empty
    attribution: str  # of a crash or hang: runtime, tool, probes or unclear; else empty
    no_ompt: bool
    profile: str
    rules: list[str]
    seconds: float
    exercised: dict[str, int]
    failed: dict[str, int]
    unexercised: list[str]
    findings: list[Finding]
    traces: list[Json]
    runtime: Json
    environment: Json
    output: str


@dataclass(frozen=True)
class Session:
    """What every test of a run shares. An empty library: whatever is loaded is judged."""

    runtime: str
    profile: str
    library: str = ""
    sha256: str = ""
    ompt: bool = True
    ompt_reason: str = ""
    no_device: str = ""  # why no device can be used although the runtime has offload
    deviations: tuple[Deviation, ...] = ()
    results: str = ""  # the folder where outcomes are collected
    resume: bool = False  # what has an outcome there is not run again


def left_files(base: str) -> list[str]:
    """What the steps of the test with this %t left, in a fixed order."""
    folder, prefix = os.path.split(base)
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    return sorted(
        os.path.join(folder, name)
        for name in names
        if name.startswith(prefix) and name.endswith(SUFFIXES)
    )


def _read(paths: list[str], suffix: str) -> list[tuple[str, Json]]:
    """The files of one kind with what stands before the suffix; a broken one reads as empty."""
    found = []
    for path in paths:
        if path.endswith(suffix):
            try:
                data = json.loads(Path(path).read_text(encoding="utf-8"))
            except (OSError, ValueError):
                data = {}
            found.append((path.removesuffix(suffix), data if isinstance(data, dict) else {}))
    return found


def runtime_problem(session: Session, loaded: Json) -> str:
    """Says how the runtime that a trace names differs from the one asked for."""
    if not session.library:
        return ""
    path, checksum = loaded.get("library") or "", loaded.get("sha256") or ""
    if not path:
        return "the trace does not say which runtime was loaded"
    if os.path.realpath(path) != os.path.realpath(session.library):
        return f"the program loaded {path} instead of {session.library}"
    if session.sha256 and checksum != session.sha256:
        return f"{path} has changed since the run began: its checksum differs"
    return ""


def _because(trace: Json) -> str:
    return f": {trace['damage']}" if trace.get("damage") else ""


def trace_problem(trace: Json) -> str:
    if trace.get("dropped"):
        return f"the trace has lost {trace['dropped']} events{_because(trace)}"
    if not trace.get("complete"):
        return f"the trace is incomplete{_because(trace)}"
    return ""


def _rows(rules: list[Json], column: str) -> dict[str, int]:
    return {row["id"]: int(row.get(column, 0)) for row in rules if row.get(column)}


def _add(total: dict[str, int], more: dict[str, int]) -> None:
    for key, value in more.items():
        total[key] = total.get(key, 0) + value


@dataclass(frozen=True)
class Problem:
    """Why a test's traces cannot be trusted."""

    verdict: Verdict  # timeout, crash or harness-error
    reason: str
    attribution: str = ""


class _Test:
    """Collects what is known of one test, the gravest problem first."""

    def __init__(self, session: Session, name: str, own: Collection[str] | None) -> None:
        """`own` are the rules that the test answers for; None: all."""
        self.session = session
        self.name = name
        self.own = None if own is None else {*own, VIEW, HARMLESS}
        self.unharmed = 0  # runs under a tool that ended as they should
        self.exercised: dict[str, int] = {}
        self.failed: dict[str, int] = {}
        self.findings: list[Finding] = []
        self.traces: list[Json] = []
        self.problems: list[Problem] = []
        self.seconds = 0.0
        self.runtime: Json = {}
        self.environment: Json = {}

    def answers_for(self, rule: str) -> bool:
        return self.own is None or rule in self.own

    def error(self, reason: str) -> None:
        self.problems.append(Problem(Verdict.HARNESS_ERROR, reason))

    def add_record(self, base: str, record: Json) -> None:
        if not record:
            self.error(f"{base}.record.json cannot be read")
            return
        self.seconds += float(record.get("seconds", 0))
        if record["state"] != "ok":
            verdict = Verdict.TIMEOUT if record["state"] == "timeout" else Verdict.CRASH
            reason = f"{os.path.basename(record['command'][0])} {record['reason']}"
            attribution = record.get("attribution") or "unclear"
            self.problems.append(Problem(verdict, reason, attribution))
            if attribution in NEEDS:
                because = filter(None, [record.get("attribution_reason", "")])
                self.add_finding(HARMLESS, f"{reason}, {NEEDS[attribution]}", list(because))
        elif record.get("attribution") == "probes":
            self.add_disturbance(record)
        elif record.get("tool"):
            self.unharmed += 1
        made = [os.path.basename(path) for path in record.get("traces", [])]
        if record.get("tool") and os.path.basename(record.get("trace", base)) not in made:
            self.error("no trace was written: the tool did not start")

    def add_findings(self, base: str, judged: Json, tolerate_end: bool) -> None:
        if not judged:
            self.error(f"{base}.findings.json cannot be read")
            return
        trace, loaded = dict(judged.get("trace", {})), judged.get("runtime", {})
        problem = runtime_problem(self.session, loaded)
        if not problem and judged.get("profile", self.session.profile) != self.session.profile:
            problem = f"judged with profile {judged['profile']} instead of {self.session.profile}"
        incomplete = trace_problem(trace)
        tolerated = bool(incomplete) and tolerate_end and not trace.get("dropped")
        problem = problem or ("" if tolerated else incomplete)
        if problem:
            self.error(problem)
        trace["path"] = base
        self.traces.append(trace)
        self.runtime = self.runtime or loaded
        self.environment = self.environment or judged.get("environment", {})
        rules = judged.get("rules", [])
        if not tolerated:  # what a killed program did not do proves nothing, what it did wrong does
            _add(self.exercised, _rows(rules, "exercised"))
        _add(self.failed, _rows(rules, "failed"))
        for found in judged.get("findings", []):
            self.add_finding(
                found["rule"],
                found["message"],
                found.get("because", []),
                severity=found["severity"],
                witness=found.get("witness", []),
                trace=base,
            )

    def add_disturbance(self, record: Json) -> None:
        """What only the checker's asking brings down: a finding if the runtime crashed over it, a
        remark if the program took too long, which may be our doing. The run that only records is
        the one that is judged."""
        asked = record.get("with_probes", {})
        severity = "error" if asked.get("state") == "crash" else "remark"
        rule = HARMLESS if severity == "error" else TIMEOUT
        because = [str(record.get("attribution_reason"))]
        self.add_finding(rule, f"{asked.get('reason')} with probes, not without", because, severity)
        self.findings[-1]["own"] = True

    def add_observed(self, observed: Json) -> None:
        for rule in observed.get("rules", []):
            if self.own is not None:
                self.own.add(rule)
            _add(self.exercised, {rule: 1})
            if not observed.get("ok"):
                _add(self.failed, {rule: 1})
                command = " ".join(observed.get("command", []))
                because = [f"the harness ran: {command}", *observed["output"].splitlines()[:20]]
                self.add_finding(rule, "what the harness observed contradicts the rule", because)

    def add_finding(
        self,
        rule: str,
        message: str,
        because: list[str],
        severity: str = "error",
        witness: list[Json] | None = None,
        trace: str = "",
    ) -> None:
        self.findings.append(
            Finding(
                rule=rule,
                severity=severity,
                message=message,
                because=because,
                witness=witness or [],
                trace=trace,
                own=self.answers_for(rule),
                waived="",
                cause="",
            )
        )

    def waive(self) -> None:
        broken = {finding["rule"] for finding in self.findings}
        known = list(self.session.deviations)
        for finding in self.findings:
            finding["own"] = self.answers_for(finding["rule"])
            if finding["severity"] == "error":
                rule, message = finding["rule"], finding["message"]
                entry = expectations.find(known, self.name, rule, message, broken)
                if rule == HARMLESS and not entry:
                    entry = expectations.find(known, self.name, CRASH, message, broken)
                    entry = entry or self.known_end(_gravest(self.problems))
                finding["waived"] = entry.reason if entry else ""
                finding["cause"] = entry.cause if entry else ""

    def own_errors(self) -> list[Finding]:
        """The contradictions of the test's own rules, known or not."""
        self.waive()
        return [f for f in self.findings if f["own"] and f["severity"] == "error"]

    def unexpected(self) -> list[Finding]:
        """Those of its own rules that no known deviation explains."""
        return [finding for finding in self.own_errors() if not finding["waived"]]

    def xpass(self) -> str:
        """An expectation about this test alone, and a rule of its own, that no longer holds."""
        for entry in self.session.deviations:
            rule = entry.rule
            about = self.answers_for(rule) and entry.names_only(self.name) and not entry.sometimes
            if about and self.exercised.get(rule) and not self.failed.get(rule):
                return f"{rule} was expected to fail: {entry.reason}"
        return ""

    def known_end(self, problem: Problem | None) -> Deviation | None:
        """The expectation that this program crashes or hangs."""
        if problem is None or problem.verdict is Verdict.HARNESS_ERROR:
            return None
        known = list(self.session.deviations)
        return expectations.find(known, self.name, str(problem.verdict), problem.reason)


def _gravest(problems: list[Problem]) -> Problem | None:
    """A timeout explains a crash, and both explain a missing or incomplete trace."""
    for verdict in (Verdict.TIMEOUT, Verdict.CRASH, Verdict.HARNESS_ERROR):
        for problem in problems:
            if problem.verdict is verdict:
                return problem
    return None


def _first_error(output: str) -> str:
    """The line of a failed script's output that says most."""
    lines = [line.strip().removeprefix("# | ") for line in output.splitlines()]
    for mark in ERROR_MARKS:
        for line in lines:
            if mark in line and not line.startswith("# "):
                return line.removeprefix("cts-compile: error: ")[:300]
    return ""


def _smaller_team(test: _Test) -> str:
    return shortfall.smaller_team(trace["path"] for trace in test.traces)


def in_words(findings: list[Finding]) -> str:
    """The first finding, and which other rules are broken beside its own."""
    first = findings[0]
    others = sorted({finding["rule"] for finding in findings} - {first["rule"]})
    also = f" (also {', '.join(others)})" if others else ""
    return f"{first['rule']}: {first['message']}{also}"


def _verdict(test: _Test, script_passed: bool, output: str, records: int) -> tuple[Verdict, str]:
    judged = bool(test.traces) or bool(test.exercised)
    if not script_passed and not records and f"Exit Code: {NOT_SUPPORTED}" in output:
        return Verdict.UNSUPPORTED, f"not-supported: {_first_error(output)}"
    if not script_passed and not judged:
        what = "the trace was not judged" if records else "the program did not come to run"
        detail = _first_error(output)
        return Verdict.HARNESS_ERROR, f"{what}: {detail}" if detail else what
    if not judged:
        return Verdict.HARNESS_ERROR, "the test judges no trace"
    if not script_passed and "could not be judged" in output:
        return Verdict.HARNESS_ERROR, _first_error(output)
    if not script_passed:
        smaller = _smaller_team(test)
        if smaller and not test.unexpected():
            reason = f"the view that the test expects needs whole teams; {smaller}"
            return Verdict.UNSUPPORTED, reason
        test.add_finding(VIEW, "the trace's view differs from what the test expects", [])
    failing = test.unexpected()
    if failing:
        return Verdict.FAIL, in_words(failing)
    if not any(test.exercised.values()):
        return Verdict.HARNESS_ERROR, "no rule was exercised"
    xpass = test.xpass()
    if xpass and not _smaller_team(test):
        return Verdict.XPASS, xpass
    waived = {finding["waived"] for finding in test.own_errors()}
    if waived:
        return Verdict.WAIVED, "; ".join(sorted(waived))
    if not any(number and test.answers_for(rule) for rule, number in test.exercised.items()):
        return Verdict.NOT_EXERCISED, "none of the rules that the test names was put to the test"
    return Verdict.PASS, ""


def judge(
    session: Session,
    name: str,
    base: str,
    rules: list[str],
    script_passed: bool,
    output: str,
) -> Outcome:
    """The outcome of the test whose script has just run with %t = base."""
    files = left_files(base)
    records = _read(files, ".record.json")
    findings = _read(files, ".findings.json")
    observed = [data for _, data in _read(files, ".observed.json")]
    test = weigh(session, name, rules, records, findings, observed)
    return conclude(test, rules, script_passed, output, len(records))


def judge_one(session: Session, name: str, trace: str, record: Json, judged: Json) -> Outcome:
    """The outcome of a single program or trace, outside the suites: it answers for every rule."""
    records = [(trace, record)] if record else []
    test = weigh(session, name, None, records, [(trace, judged)] if judged else [], [])
    return conclude(test, [], True, "", len(records))


def weigh(
    session: Session,
    name: str,
    own: Collection[str] | None,
    records: list[tuple[str, Json]],
    findings: list[tuple[str, Json]],
    observed: list[Json],
) -> _Test:
    test = _Test(session, name, own)
    abnormal = {trace for trace, record in records if record.get("expected_signal")}
    for trace, record in records:
        test.add_record(trace, record)
    for trace, judged in findings:
        test.add_findings(trace, judged, trace in abnormal)
    for data in observed:
        test.add_observed(data)
    return test


def conclude(
    test: _Test, rules: list[str], script_passed: bool, output: str, records: int
) -> Outcome:
    problem = _gravest(test.problems)
    if problem:
        verdict, reason = problem.verdict, problem.reason
    else:
        verdict, reason = _verdict(test, script_passed, output, records)
    test.waive()
    outcome = make(test.session, test.name, rules, verdict, reason)
    known = test.known_end(problem)
    outcome["expected"] = known.reason if known else ""
    outcome["attribution"] = problem.attribution if problem else ""
    outcome["seconds"] = round(test.seconds, 3)
    if test.unharmed:
        _add(test.exercised, {HARMLESS: test.unharmed})
    outcome["exercised"] = dict(sorted(test.exercised.items()))
    outcome["failed"] = dict(sorted(test.failed.items()))
    outcome["unexercised"] = [rule for rule in rules if not test.exercised.get(rule)]
    outcome["findings"] = test.findings
    outcome["traces"] = test.traces
    outcome["runtime"] = test.runtime
    outcome["environment"] = test.environment
    if verdict not in (Verdict.PASS, Verdict.WAIVED):
        outcome["output"] = output[-OUTPUT_LIMIT:]
    return outcome


def make(session: Session, name: str, rules: list[str], verdict: Verdict, reason: str) -> Outcome:
    """An outcome that rests on no trace."""
    return Outcome(
        name=name,
        suite=name.split("/")[0] if "/" in name else "",
        verdict=verdict,
        reason=reason,
        expected="",
        attribution="",
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
    )


def lit_code(outcome: Outcome) -> str:
    """The name of lit's result code."""
    if outcome["expected"]:
        return KNOWN_ENDS.get(outcome["attribution"], Verdict.WAIVED.lit)
    return Verdict(outcome["verdict"]).lit


def write(outcome: Outcome, path: str) -> None:
    temporary = f"{path}.{os.getpid()}"
    Path(temporary).write_text(json.dumps(outcome), encoding="utf-8")
    os.replace(temporary, path)


def flat(name: str) -> str:
    """The file of a test's outcome in the folder where they are collected."""
    return name.replace("/", "__") + ".json"


def read(path: str) -> Outcome:
    """An outcome as it was written. OSError, ValueError."""
    found: Outcome = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


def collect(folder: Path) -> list[Outcome]:
    """The outcomes that a run has left in its results folder, by test name."""
    outcomes = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    for outcome in outcomes:
        outcome["verdict"] = Verdict(outcome["verdict"])
    return sorted(outcomes, key=lambda outcome: outcome["name"])
