# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds report.json, version 1, from the outcomes of a run's tests.

The schema is reports/report.schema.json. Terminal, HTML, JUnit and SARIF derive from this alone.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import __version__, catalogue
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT
from ompt_cts.verdict import verdicts
from ompt_cts.verdict.expectations import Deviation

Json = dict[str, Any]

SCHEMA_VERSION = 1
PER_PROCESS = ("process", "command")  # of the first trace alone, not of the run
FINDINGS_PER_RULE = 20  # of one test; the counts tell of the rest


@dataclass
class Context:
    """What a report tells besides its tests. `runtime` is what the runner resolved, if it did."""

    profile: str
    command: list[str]
    runtime: Json = field(default_factory=dict)
    deviations: Sequence[Deviation] = ()
    repeat: int = 1
    rerun: bool = True  # tests of the suites can be run again by name
    started: float = field(default_factory=time.time)

    @property
    def runtime_name(self) -> str:
        return str(self.runtime.get("name", ""))


def shown(path: str) -> str:
    """A path as a person at the root of the checkout would write it."""
    root = str(ROOT) + os.sep
    return path.removeprefix(root)


@cache
def commit() -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return done.stdout.strip() or "unknown"


@cache
def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def environment(context: Context, traced: Json) -> Json:
    result: Json = {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
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


def runtime(context: Context, outcomes: list[Json]) -> Json:
    """The runtime that was judged: as the traces tell, where there are any."""
    loaded = [o["runtime"] for o in outcomes if verdicts.trusted(o) and o["runtime"]]
    first = loaded[0] if loaded else {}
    asked = context.runtime
    return {
        "name": context.runtime_name or "as loaded",
        "title": asked.get("title", ""),
        "version_string": first.get("version_string", ""),
        "omp_version": first.get("omp_version"),
        "library": first.get("library") or asked.get("library_real", ""),
        "sha256": first.get("sha256") or asked.get("sha256", ""),
        "registration": verdicts.registration_of(outcomes),
    }


def other_runtimes(outcomes: list[Json]) -> set[str]:
    """More than one library among the traces: then nothing can be said of "the" runtime."""
    return {o["runtime"]["library"] for o in outcomes if o["runtime"].get("library")}


class _Builder:
    def __init__(self, context: Context, outcomes: list[Json]) -> None:
        self.context = context
        self.outcomes = outcomes
        self.rules = catalogue.load()
        self.findings: list[Json] = []

    def replay_trace(self, trace: str) -> str:
        if not trace:
            return ""
        words = ["./ompt-cts", "validate", shown(trace), "--profile", self.context.profile]
        return shlex.join(words)

    def replay_test(self, outcome: Json) -> str:
        if not self.context.rerun:
            return self.replay_trace(outcome["traces"][0]["path"]) if outcome["traces"] else ""
        name = self.context.runtime_name
        pattern = f"/{outcome['name'].replace('.', '[.]').replace('+', '[+]')}$"
        words = ["./ompt-cts", "run", "--runtime", name, "--profile", self.context.profile]
        return shlex.join([*words, "--filter", pattern])

    def add_findings(self, outcome: Json, replay: str) -> list[int]:
        taken: Counter[str] = Counter()
        indices = []
        for finding in outcome["findings"]:
            taken[finding["rule"]] += 1
            if taken[finding["rule"]] > FINDINGS_PER_RULE:
                continue
            indices.append(len(self.findings))
            rule = self.rules.get(finding["rule"])
            self.findings.append(
                {
                    "rule": finding["rule"],
                    "severity": finding["severity"],
                    "clause": rule.clauses.get(self.context.profile, "") if rule else "",
                    "test": outcome["name"],
                    "message": finding["message"],
                    "because": finding.get("because", []),
                    "witness": finding.get("witness", []),
                    "waived": finding.get("waived", ""),
                    "counted": verdicts.trusted(outcome),
                    "replay": self.replay_trace(finding.get("trace", "")) or replay,
                }
            )
        return indices

    def test(self, outcome: Json) -> Json:
        replay = self.replay_test(outcome)
        return {
            "name": outcome["name"],
            "suite": outcome["suite"],
            "verdict": outcome["verdict"],
            "reason": outcome["reason"],
            "rules": outcome["rules"],
            "unexercised": outcome["unexercised"],
            "seconds": outcome["seconds"],
            "findings": self.add_findings(outcome, replay),
            "traces": [
                {
                    "path": shown(trace["path"]),
                    "events": trace.get("events", 0),
                    "threads": trace.get("threads", 0),
                    "dropped": trace.get("dropped", 0),
                    "complete": bool(trace.get("complete")),
                }
                for trace in outcome["traces"]
            ],
            "output": outcome["output"],
            "replay": replay,
        }


def build(context: Context, outcomes: list[Json]) -> Json:
    """The report as plain data, in a fixed order."""
    outcomes = sorted(outcomes, key=lambda outcome: outcome["name"])
    rows = verdicts.rule_rows(outcomes, catalogue.load(), context.profile)
    overall, reasons = verdicts.overall(rows, outcomes)
    libraries = other_runtimes(outcomes)
    if len(libraries) > 1 and overall != verdicts.NONCONFORMANT:
        overall = verdicts.INCONCLUSIVE
        reasons = [f"the traces are of different runtimes: {verdicts.names(libraries)}"]
    builder = _Builder(context, outcomes)
    tests = [builder.test(outcome) for outcome in outcomes]
    traced = next((o["environment"] for o in outcomes if o["environment"]), {})
    return {
        "schema_version": SCHEMA_VERSION,
        "suite": {"version": __version__, "commit": commit()},
        "profile": context.profile,
        "overall": overall,
        "exit_code": verdicts.EXIT_CODES[overall],
        "reasons": reasons,
        "runtime": runtime(context, outcomes),
        "environment": environment(context, traced),
        "command": context.command,
        "summary": {
            "rules": dict(sorted(Counter(row["verdict"] for row in rows).items())),
            "tests": dict(sorted(Counter(test["verdict"] for test in tests).items())),
        },
        "rules": rows,
        "tests": tests,
        "findings": builder.findings,
        "expectations": verdicts.expectation_rows(list(context.deviations), outcomes),
    }


def write_text(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def write(report: Json, path: Path) -> None:
    write_text(path, json.dumps(report, indent=1, ensure_ascii=False) + "\n")


def load(path: Path) -> Json:
    """A report that was written before."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except ValueError:
        raise UserError(f"{path} is not JSON") from None
    version = report.get("schema_version") if isinstance(report, dict) else None
    if version != SCHEMA_VERSION or "rules" not in report or "tests" not in report:
        raise UserError(f"{path} is not a report of version {SCHEMA_VERSION}")
    return dict(report)
