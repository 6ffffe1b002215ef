"""Made-up outcomes of tests, for the tests of verdicts and reports."""

import re
from typing import Any

from ompt_cts.files import Json
from ompt_cts.reports import report
from ompt_cts.verdict import breaches, evidence, outcome
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.identity import Applied

SHARED_LIBRARY = b"\x7fELF\2\1" + bytes(10) + b"\3\0"  # its beginning
LIBRARY = "/opt/lib/libomp.so"
RUNTIME = {
    "version_string": "LLVM OMP version: 5.0",
    "omp_version": 201611,
    "library": LIBRARY,
    "sha256": "ab" * 32,
    "registration": {"thread_begin": "always", "reduction": "never"},
}
# Rules of the catalogue that the tests rely on.
MANDATORY = "thread-begin.once"
OTHER = "initial-task.end-parallel-data"
OPTIONAL = "work.pair"


def session(*deviations: Deviation) -> evidence.Session:
    return evidence.Session("llvm-19", "5.2", deviations=deviations)


NAMES = re.compile(r"\b(?:0x[0-9a-f]+|[A-Z]?\d+)\b")


def said(message: str) -> Json:
    """The breach of a finding with such a message: facts that differ, and one that tells."""
    breach = breaches.observed(message)
    names = {f"name_{number}": name for number, name in enumerate(NAMES.findall(message))}
    return breach | {"facts": breach["facts"] | names}


def finding(rule: str, message: str = "it is wrong", severity: str = "error", **more: Any) -> Json:
    return {
        "rule": rule,
        "severity": severity,
        "message": message,
        **said(message),
        "because": ["one", "two"],
        "witness": [
            {
                "thread": 1,
                "position": 9,
                "event": "implicit_task",
                "fields": {"endpoint": "end"},
                "location": "a.c:3 main",
            }
        ],
        **more,
    }


def judged(
    exercised: Json, *findings: Json, complete: bool = True, dropped: int = 0, **runtime: Any
) -> Json:
    """The output of ompt-validate."""
    failed: dict[str, int] = {}
    for entry in findings:
        failed[entry["rule"]] = failed.get(entry["rule"], 0) + 1
    ids = dict.fromkeys([*exercised, *failed])
    return {
        "schema_version": 1,
        "trace": {
            "path": "/t",
            "complete": complete,
            "events": 12,
            "threads": 2,
            "dropped": dropped,
            "tool_finalized": True,
        },
        "environment": {"host": "h", "command": ["./a"]},
        "runtime": RUNTIME | runtime,
        "profile": "5.2",
        "rules": [
            {"id": i, "exercised": exercised.get(i, 0), "failed": failed.get(i, 0)} for i in ids
        ],
        "findings": list(findings),
    }


def recorded(state: str = "ok", **more: Any) -> Json:
    """The output of record.py."""
    return {
        "state": state,
        "reason": "" if state == "ok" else f"had a {state}",
        "command": ["/b/a"],
        "tool": True,
        "traces": ["/t"],
        "seconds": 0.25,
        "expected_signal": 0,
    } | more


def one(name: str, exercised: Json, *findings: Json, asked: evidence.Session | None = None) -> Json:
    """The outcome of a test that ran well and left these findings."""
    return of(name, judged(exercised, *findings), asked)


def of(name: str, found: Json, asked: evidence.Session | None = None) -> Json:
    """The outcome of a test that ran well, from the findings in its trace."""
    return outcome.judge_one(asked or session(), name, "/t", recorded(), found)


def context(*deviations: Deviation) -> report.Context:
    return report.Context(
        profile="5.2",
        command=["./ompt-cts", "run"],
        runtime={"name": "llvm-19", "title": "LLVM 19", "library_real": LIBRARY},
        known=Applied(deviations, "llvm-19", ("expectations/llvm-19.toml",), "checksum"),
    )


def deviation(rule: str, *tests: str, **more: Any) -> Deviation:
    fields = {"reason": "known", "attribution": "runtime"} | more
    return Deviation(rule=rule, tests=tests, **fields)
