"""Builds report.json, version 5, from the outcomes of a run's tests.

form.py has the schema, stored.py writes the form on disk. Terminal, HTML, JUnit and SARIF
derive from this alone.
"""

import json
import os
import platform
import shlex
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import __version__, catalogue, files, stored
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.reports import coherence, exhibits, origin
from ompt_cts.reports.rows import SCHEMA_VERSION, FindingRow, Report, TestRow
from ompt_cts.steps import header
from ompt_cts.system import calls
from ompt_cts.verdict import breaches, causes, conclusions, expectations, verdicts
from ompt_cts.verdict.described import Described
from ompt_cts.verdict.evidence import Finding
from ompt_cts.verdict.identity import Applied
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Conformance, Expected

AS_LOADED = "as loaded"  # the name of a runtime that the user did not name
LONG = 160  # characters of a message about a malformed report
HERE = f"{ROOT}{os.sep}"
PER_PROCESS = ("process", "command")  # values of the first trace, not of the run
FINDINGS = 5  # kept findings of one kind in one test; the counts include the others


@dataclass
class Context:
    """The part of a report besides its tests. `runtime` is the resolved runtime, if there is
    one."""

    profile: str
    command: list[str] = field(default_factory=lambda: ["./ompt-cts", *sys.argv[1:]])
    runtime: Json = field(default_factory=dict)
    known: Applied = field(default_factory=Applied)
    repeat: int = 1
    strict: bool = False  # the exit code is that of conformance, not of the gate
    rerun: bool = True  # whether the tests can be run again by name
    started: float = field(default_factory=time.time)

    @property
    def runtime_name(self) -> str:
        return str(self.runtime.get("name", ""))


def shown(path: str) -> str:
    """A path as a person at the root of the checkout would write it."""
    return path.removeprefix(HERE)


def relative(text: str) -> str:
    """A text without the folder of the checkout in its paths."""
    return text.replace(HERE, "")


def told_here(outcome: Outcome) -> Outcome:
    """The outcome with the paths of its texts relative to the root of the checkout."""
    findings = [
        finding
        | {
            **{key: relative(finding[key]) for key in ("message", "sort")},
            "facts": {
                name: relative(fact) if isinstance(fact, str) else fact
                for name, fact in finding["facts"].items()
            },
            "because": [relative(text) for text in finding["because"]],
        }
        for finding in outcome["findings"]
    ]
    told = {key: relative(outcome[key]) for key in ("reason", "output")}
    return outcome | told | {"findings": findings}


def witness(event: Json) -> Json:
    """An event of a witness, with every key."""
    return {
        "thread": event["thread"],
        "position": event["position"],
        "event": event["event"],
        "fields": {name: str(value) for name, value in (event.get("fields") or {}).items()},
        "location": relative(event.get("location") or ""),
    }


def environment(context: Context, traced: Json) -> Json:
    result: Json = {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": origin.processor(),
        "cores": calls.processors(),
        "python": platform.python_version(),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(context.started)),
        "seconds": round(time.time() - context.started, 1),
        "repeat": context.repeat,
    }
    compilers = context.runtime.get("compilers", {})
    if compilers:
        result["compilers"] = {
            language: {"path": entry["path"], "version": entry["version"]}
            for language, entry in compilers.items()
        }
    if context.runtime.get("environment"):
        result["variables"] = context.runtime["environment"]
    kept = {key: value for key, value in traced.items() if key not in PER_PROCESS}
    if kept:
        result["trace"] = kept
    return result


def runtime(context: Context, outcomes: list[Outcome]) -> Json:
    """The judged runtime by the traces, if there are any. The trace of a killed program names its
    runtime as well, although nothing else in it is trusted."""
    loaded = sorted((o for o in outcomes if o["runtime"]), key=verdicts.trusted, reverse=True)
    first = loaded[0]["runtime"] if loaded else {}
    asked = context.runtime
    library = first.get("library") or asked.get("library_real", "")
    if os.path.realpath(library) != os.path.realpath(asked.get("library_real", library)):
        asked = {"title": f"{AS_LOADED}, not {context.runtime_name}:"}
    return {
        "name": context.runtime_name or AS_LOADED,
        "title": asked.get("title", ""),
        "version_string": first.get("version_string", ""),
        "omp_version": first.get("omp_version"),
        "library": library,
        "sha256": first.get("sha256") or asked.get("sha256", ""),
        "registration": verdicts.registration_of(outcomes),
        "seen": seen(outcomes),
    }


def seen(outcomes: list[Outcome]) -> dict[str, Json]:
    """The number of events of each kind, and of their tests, in trusted traces."""
    found: dict[str, Json] = {}
    for outcome in filter(verdicts.trusted, outcomes):
        here: Counter[str] = Counter()
        for trace in outcome["traces"]:
            here.update(trace.get("seen", {}))
        for event, number in here.items():
            row = found.setdefault(event, {"events": 0, "tests": 0})
            row["events"] += number
            row["tests"] += 1
    return dict(sorted(found.items()))


class _Builder:
    def __init__(self, context: Context, outcomes: list[Outcome]) -> None:
        self.context = context
        self.outcomes = outcomes
        self.rules = catalogue.load()
        self.findings: list[FindingRow] = []
        self.traces: list[str] = []  # the path of each finding's trace on this machine
        self.described = Described(expectations.described(context.profile))
        self.nearest = context.known.runtime or self.described.nearest(
            [
                finding | {"test": outcome["name"]}
                for outcome in outcomes
                for finding in outcome["findings"]
                if finding["severity"] == "error" and verdicts.counted(outcome, finding)
            ]
        )

    def replay_trace(self, trace: str) -> str:
        if not trace:
            return ""
        words = ["./ompt-cts", "check", shown(trace), "--profile", self.context.profile]
        return shlex.join(words)

    def replay_test(self, outcome: Outcome) -> str:
        if not self.context.rerun:
            return self.replay_trace(outcome["traces"][0]["path"]) if outcome["traces"] else ""
        named = ["--runtime", self.context.runtime_name]
        runtime = self.context.runtime.get("arguments") or named
        pattern = f"/{outcome['name'].replace('.', '[.]').replace('+', '[+]')}$"
        words = ["./ompt-cts", "run", *runtime, "--profile", self.context.profile]
        return shlex.join([*words, "--filter", pattern])

    def add_findings(self, outcome: Outcome, replay: str) -> list[int]:
        taken: Counter[tuple[breaches.Breach, str, str]] = Counter()
        indices = []
        for finding in outcome["findings"]:
            like = self.like(outcome, finding)
            kind = breaches.of(finding), like, finding["waived"]
            taken[kind] += 1
            if taken[kind] > FINDINGS:
                continue
            indices.append(len(self.findings))
            row = self.finding(outcome, finding, replay)
            if self.nearest:
                row["like"] = like
            self.findings.append(row)
            self.traces.append(finding["trace"])
        return indices

    def like(self, outcome: Outcome, finding: Finding) -> str:
        """The known deviation of the nearest described runtime that tells of the finding."""
        if finding["waived"] and self.nearest == self.context.known.runtime:
            return f"{self.nearest}: {finding['cause'] or finding['rule']}"
        entry = self.described.telling(self.nearest, finding | {"test": outcome["name"]})
        return f"{self.nearest}: {entry.cause or entry.rule}" if entry else ""

    def finding(self, outcome: Outcome, finding: Finding, replay: str) -> FindingRow:
        rule = self.rules.get(finding["rule"])
        return FindingRow(
            rule=finding["rule"],
            severity=finding["severity"],
            clause=rule.clauses.get(self.context.profile, "") if rule else "",
            test=outcome["name"],
            own=finding["own"],
            breach=finding["breach"],
            facts=finding["facts"],
            sort=finding["sort"],
            message=finding["message"],
            because=finding["because"],
            witness=[witness(event) for event in finding["witness"]],
            waived=finding["waived"],
            cause=finding["cause"],
            counted=verdicts.counted(outcome, finding),
            replay=self.replay_trace(finding["trace"]) or replay,
        )

    def exhibit(self, cause: causes.CauseRow) -> exhibits.Exhibit:
        """The exhibits of a cause."""
        number, known = cause["witness"], self.context.known
        witness = self.findings[number]["witness"]
        return exhibits.Exhibit(
            source=exhibits.source_lines(witness),
            timeline=exhibits.timeline(self.traces[number], witness),
            around=exhibits.around(self.traces[number], witness),
            deviation=exhibits.deviation(cause["name"], known.deviations, known.files),
        )

    def test(self, outcome: Outcome) -> TestRow:
        replay = self.replay_test(outcome)
        traces = [
            {
                "path": shown(trace["path"]),
                "events": trace.get("events", 0),
                "threads": trace.get("threads", 0),
                "dropped": trace.get("dropped", 0),
                "complete": bool(trace.get("complete")),
            }
            for trace in outcome["traces"]
        ]
        return TestRow(
            name=outcome["name"],
            suite=outcome["suite"],
            verdict=outcome["verdict"],
            reason=outcome["reason"],
            expected=outcome["expected"],
            attribution=outcome["attribution"],
            rules=outcome["rules"],
            unexercised=outcome["unexercised"],
            seconds=outcome["seconds"],
            findings=self.add_findings(outcome, replay),
            failed=outcome["failed"],
            traces=traces,
            output=outcome["output"],
            replay=replay,
        )

    def add_replays(self, new: list[conclusions.New], tests: list[TestRow]) -> None:
        """Adds the command that shows each new thing again, from the first finding or the test."""
        of_test = {test["name"]: test["replay"] for test in tests}
        of_rule: dict[str, str] = {}
        for finding in self.findings:
            if finding["severity"] == "error" and not finding["waived"] and finding["counted"]:
                of_rule.setdefault(finding["rule"], finding["replay"])
        for entry in new:
            entry["replay"] = (of_rule if entry["kind"] == "rule" else of_test).get(
                entry["name"], ""
            )


def build(context: Context, outcomes: list[Outcome]) -> Report:
    """The report as plain data, in a fixed order."""
    outcomes = sorted(map(told_here, outcomes), key=lambda outcome: outcome["name"])
    rows = verdicts.rule_rows(outcomes, catalogue.load(), context.profile)
    builder = _Builder(context, outcomes)
    tests = [builder.test(outcome) for outcome in outcomes]
    known_causes = causes.Known(expectations.by_file(context.profile))
    grouped = causes.group(builder.findings, builder.rules, known_causes, context.profile)
    pool = ThreadPoolExecutor(calls.processors())  # exhibits wait for processes of their own
    shown = [pool.submit(builder.exhibit, cause) for cause in grouped]
    known = conclusions.expectation_rows(context.known.deviations, outcomes, header.tests())
    conformance = conclusions.conformance(rows, outcomes, known)
    expected = conclusions.as_expected(rows, outcomes, known, context.known, context.runtime_name)
    builder.add_replays(expected["new"], tests)
    traced = next((o["environment"] for o in outcomes if o["environment"]), {})
    rank = {rule: n for n, row in reversed([*enumerate(grouped)]) for rule in row["rules"]}
    expected["new"].sort(key=lambda entry: rank.get(entry["name"], len(rank)))
    report = Report(
        schema_version=SCHEMA_VERSION,
        suite={"version": __version__, "commit": origin.commit()},
        profile=context.profile,
        conformance=conformance,
        as_expected=expected,
        exit_code=0,
        runtime=runtime(context, outcomes),
        environment=environment(context, traced),
        command=context.command,
        summary={
            "rules": verdicts.number_of_each(row["verdict"] for row in rows),
            "tests": verdicts.number_of_each(test["verdict"] for test in tests),
        },
        causes=grouped,
        exhibits=[exhibit.result() for exhibit in shown],
        rules=rows,
        tests=tests,
        findings=builder.findings,
        expectations=known,
    )
    report["exit_code"] = exit_code(report, context.strict)
    return report


def exit_code(report: Report, strict: bool) -> int:
    """The exit code of the gate, or with `strict` of conformance, from the report."""
    if strict:
        return Conformance(report["conformance"]["verdict"]).exit_code
    return Expected(report["as_expected"]["verdict"]).exit_code


def text(report: Report) -> str:
    """The text of report.json."""
    return stored.text(stored.pack(dict(report)))


def expanded(report: Report) -> str:
    """The report without tables, with every value in its place."""
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def write(report: Report, path: Path) -> None:
    files.write_text(path, text(report))


@cache
def _schema() -> Any:
    import jsonschema

    from ompt_cts.reports import form

    return jsonschema.Draft202012Validator(form.schema())


def load(path: Path) -> Report:
    """A report from its file; UserError names the first wrong place."""
    packed = files.read_json(path)
    version = packed.get("schema_version") if isinstance(packed, dict) else None
    if version is None or "rules" not in packed or "tests" not in packed:
        raise UserError(f"{path} is not a report")
    if version == SCHEMA_VERSION - 1:
        try:
            packed = stored.raised(packed)
        except (LookupError, TypeError, ValueError):
            raise UserError(f"{path} is not a report of version {version}") from None
    elif version != SCHEMA_VERSION:
        shown = f"version {version}" if isinstance(version, int) else "an unknown version"
        raise UserError(f"{path} is a report of {shown}, this program reads {SCHEMA_VERSION}")
    for error in _schema().iter_errors(packed):
        text = error.message if len(error.message) < LONG else f"{error.message[:LONG]}…"
        raise UserError(f"{path}: {error.json_path}: {text}")
    try:
        report: Report = stored.unpack(packed)  # type: ignore[assignment]
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    witnesses = range(len(report["findings"]))
    if len(report["exhibits"]) != len(report["causes"]):
        raise UserError(f"{path}: $.exhibits: expected one for each cause")
    for number, cause in enumerate(report["causes"]):
        if cause["witness"] not in witnesses:
            raise UserError(
                f"{path}: $.causes[{number}].witness names a finding that does not exist"
            )
    coherence.check(str(path), report)
    expected = {exit_code(report, strict) for strict in (False, True)}
    if report["exit_code"] not in expected:
        raise UserError(f"{path}: $.exit_code: the verdicts have {min(expected)}")
    return report
