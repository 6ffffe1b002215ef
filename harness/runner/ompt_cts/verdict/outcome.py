# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The outcome of one test: from the files that its steps left to one verdict.

A step writes beside its trace: `X.record.json` (record.py), `X.findings.json` (ompt-validate),
`….observed.json` (observe.py). Nothing that is missing, incomplete or about another runtime can
become a pass. The outcome is plain data; a run's report is made of these.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ompt_cts.catalogue import CRASH, TIMEOUT, VIEW
from ompt_cts.verdict import expectations, shortfall
from ompt_cts.verdict.expectations import Deviation

Json = dict[str, Any]
SUFFIXES = (".record.json", ".findings.json", ".observed.json", ".outcome.json")
NOT_SUPPORTED = 77  # cts-compile's exit status for what the runtime lacks
ERROR_MARKS = ("error:", "Error:", "undefined reference", "cts-")
OUTPUT_LIMIT = 16 * 1024
# Verdicts of a test whose counts say nothing that a verdict on a rule could rest on.
UNTRUSTED = ("crash", "timeout", "harness-error", "unsupported")


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


def trace_problem(trace: Json) -> str:
    if not trace.get("complete"):
        return "the trace is incomplete"
    if trace.get("dropped"):
        return f"the trace has lost {trace['dropped']} events"
    return ""


def _rows(rules: list[Json], column: str) -> dict[str, int]:
    return {row["id"]: int(row.get(column, 0)) for row in rules if row.get(column)}


def _add(total: dict[str, int], more: dict[str, int]) -> None:
    for key, value in more.items():
        total[key] = total.get(key, 0) + value


class _Test:
    """Collects what is known of one test, the gravest problem first."""

    def __init__(self, session: Session, name: str) -> None:
        self.session = session
        self.name = name
        self.exercised: dict[str, int] = {}
        self.failed: dict[str, int] = {}
        self.findings: list[Json] = []
        self.traces: list[Json] = []
        self.problems: list[tuple[str, str]] = []
        self.seconds = 0.0
        self.runtime: Json = {}
        self.environment: Json = {}

    def add_record(self, base: str, record: Json) -> None:
        if not record:
            self.problems.append(("harness-error", f"{base}.record.json cannot be read"))
            return
        self.seconds += float(record.get("seconds", 0))
        reason = f"{os.path.basename(record['command'][0])} {record['reason']}"
        if record["state"] == "timeout":
            self.problems.append(("timeout", reason))
        elif record["state"] != "ok":
            self.problems.append(("crash", reason))
        if record.get("tool") and base not in record.get("traces", []):
            self.problems.append(("harness-error", "no trace was written: the tool did not start"))

    def add_findings(self, base: str, judged: Json, tolerate_end: bool) -> None:
        if not judged:
            self.problems.append(("harness-error", f"{base}.findings.json cannot be read"))
            return
        trace, loaded = dict(judged.get("trace", {})), judged.get("runtime", {})
        problem = runtime_problem(self.session, loaded)
        if not problem and judged.get("profile", self.session.profile) != self.session.profile:
            problem = f"judged with profile {judged['profile']} instead of {self.session.profile}"
        incomplete = trace_problem(trace)
        tolerated = bool(incomplete) and tolerate_end and not trace.get("dropped")
        problem = problem or ("" if tolerated else incomplete)
        if problem:
            self.problems.append(("harness-error", problem))
        trace["path"] = base
        self.traces.append(trace)
        self.runtime = self.runtime or loaded
        self.environment = self.environment or judged.get("environment", {})
        rules = judged.get("rules", [])
        if not tolerated:  # what a killed program did not do proves nothing, what it did wrong does
            _add(self.exercised, _rows(rules, "exercised"))
        _add(self.failed, _rows(rules, "failed"))
        self.findings += [{**finding, "trace": base} for finding in judged.get("findings", [])]

    def add_observed(self, observed: Json) -> None:
        for rule in observed.get("rules", []):
            _add(self.exercised, {rule: 1})
            if not observed.get("ok"):
                _add(self.failed, {rule: 1})
                command = " ".join(observed.get("command", []))
                because = [f"the harness ran: {command}", *observed["output"].splitlines()[:20]]
                self.add_finding(rule, "what the harness observed contradicts the rule", because)

    def add_finding(self, rule: str, message: str, because: list[str]) -> None:
        self.findings.append(
            {
                "rule": rule,
                "severity": "error",
                "message": message,
                "because": because,
                "witness": [],
                "trace": "",
            }
        )

    def waive(self) -> None:
        broken = {finding["rule"] for finding in self.findings}
        known = list(self.session.deviations)
        for finding in self.findings:
            rule, message = finding["rule"], finding["message"]
            entry = expectations.find(known, self.name, rule, message, broken)
            waived = entry is not None and finding["severity"] == "error"
            finding["waived"] = entry.reason if entry and waived else ""

    def xpass(self) -> str:
        """An expectation about this test alone that no longer holds."""
        for entry in self.session.deviations:
            if entry.names_only(self.name) and not entry.sometimes:
                if self.exercised.get(entry.rule) and not self.failed.get(entry.rule):
                    return f"{entry.rule} was expected to fail: {entry.reason}"
        return ""

    def expected(self, verdict: str) -> str:
        """The reason of an expectation that this program crashes or hangs."""
        rule = {"crash": CRASH, "timeout": TIMEOUT}.get(verdict, "")
        reason = dict(self.problems).get(verdict, "")
        entry = expectations.find(list(self.session.deviations), self.name, rule, reason)
        return entry.reason if entry else ""


def _gravest(problems: list[tuple[str, str]]) -> tuple[str, str]:
    """A timeout explains a crash, and both explain a missing or incomplete trace."""
    for verdict in ("timeout", "crash", "harness-error"):
        for problem in problems:
            if problem[0] == verdict:
                return problem
    return "", ""


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


def _unexpected(test: _Test) -> list[Json]:
    """The findings of error level that no expectation explains."""
    test.waive()
    return [f for f in test.findings if f["severity"] == "error" and not f["waived"]]


def _verdict(test: _Test, script_passed: bool, output: str, records: int) -> tuple[str, str]:
    verdict, reason = _gravest(test.problems)
    if verdict:
        return verdict, reason
    judged = bool(test.traces) or bool(test.exercised)
    if not script_passed and not records and f"Exit Code: {NOT_SUPPORTED}" in output:
        return "unsupported", f"not-supported: {_first_error(output)}"
    if not script_passed and not judged:
        what = "the trace was not judged" if records else "the program did not come to run"
        detail = _first_error(output)
        return "harness-error", f"{what}: {detail}" if detail else what
    if not judged:
        return "harness-error", "the test judges no trace"
    if not script_passed and "could not be judged" in output:
        return "harness-error", _first_error(output)
    if not script_passed:
        smaller = _smaller_team(test)
        if smaller and not _unexpected(test):
            return "unsupported", f"the view that the test expects needs whole teams; {smaller}"
        test.add_finding(VIEW, "the trace's view differs from what the test expects", [])
    failing = _unexpected(test)
    if failing:
        rules = sorted({finding["rule"] for finding in failing})
        return "fail", f"{failing[0]['message']} ({', '.join(rules)})"
    if not any(test.exercised.values()):
        return "harness-error", "no rule was exercised"
    xpass = test.xpass()
    if xpass and not _smaller_team(test):
        return "xpass", xpass
    waived = {finding["waived"] for finding in test.findings if finding["waived"]}
    if waived:
        return "waived", "; ".join(sorted(waived))
    return "pass", ""


def judge(
    session: Session,
    name: str,
    base: str,
    rules: list[str],
    script_passed: bool,
    output: str,
) -> Json:
    """The outcome of the test whose script has just run with %t = base."""
    files = left_files(base)
    records = _read(files, ".record.json")
    findings = _read(files, ".findings.json")
    observed = [data for _, data in _read(files, ".observed.json")]
    test = weigh(session, name, records, findings, observed)
    return conclude(test, rules, script_passed, output, len(records))


def judge_one(session: Session, name: str, trace: str, record: Json, judged: Json) -> Json:
    """The outcome of a single program or trace, outside the suites."""
    records = [(trace, record)] if record else []
    test = weigh(session, name, records, [(trace, judged)] if judged else [], [])
    return conclude(test, [], True, "", len(records))


def weigh(
    session: Session,
    name: str,
    records: list[tuple[str, Json]],
    findings: list[tuple[str, Json]],
    observed: list[Json],
) -> _Test:
    test = _Test(session, name)
    abnormal = {trace for trace, record in records if record.get("expected_signal")}
    for trace, record in records:
        test.add_record(trace, record)
    for trace, judged in findings:
        test.add_findings(trace, judged, trace in abnormal)
    for data in observed:
        test.add_observed(data)
    return test


def conclude(test: _Test, rules: list[str], script_passed: bool, output: str, records: int) -> Json:
    verdict, reason = _verdict(test, script_passed, output, records)
    test.waive()
    return make(test.session, test.name, rules, verdict, reason) | {
        "expected": test.expected(verdict),
        "seconds": round(test.seconds, 3),
        "exercised": dict(sorted(test.exercised.items())),
        "failed": dict(sorted(test.failed.items())),
        "unexercised": [rule for rule in rules if not test.exercised.get(rule)],
        "findings": test.findings,
        "traces": test.traces,
        "runtime": test.runtime,
        "environment": test.environment,
        "output": "" if verdict in ("pass", "waived") else output[-OUTPUT_LIMIT:],
    }


def make(session: Session, name: str, rules: list[str], verdict: str, reason: str) -> Json:
    """An outcome that rests on no trace."""
    return {
        "name": name,
        "suite": name.split("/")[0] if "/" in name else "",
        "verdict": verdict,
        "reason": reason,
        "expected": "",
        "no_ompt": not session.ompt,
        "profile": session.profile,
        "rules": rules,
        "seconds": 0.0,
        "exercised": {},
        "failed": {},
        "unexercised": list(rules),
        "findings": [],
        "traces": [],
        "runtime": {},
        "environment": {},
        "output": "",
    }


def write(outcome: Json, path: str) -> None:
    temporary = f"{path}.{os.getpid()}"
    Path(temporary).write_text(json.dumps(outcome), encoding="utf-8")
    os.replace(temporary, path)


def collect(folder: Path) -> list[Json]:
    """The outcomes that a run has left in its results folder, by test name."""
    outcomes = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    return sorted(outcomes, key=lambda outcome: outcome["name"])
