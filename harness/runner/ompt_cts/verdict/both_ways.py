"""Findings that a simulated device's driver could itself cause: a wrong order, wrong times, a wrong
type of device. A contradiction of such a rule counts against the runtime only if it shows with a
driver that works later and with one that executes requests at once. In only one of the two it is a
remark that says so."""

import json
import os
from pathlib import Path

from ompt_cts.files import Json
from ompt_cts.verdict import breaches, expectations, left
from ompt_cts.verdict.evidence import Session

# Order, times, and the type of device.
RULES = frozenset(
    {
        "device-finalize.flushes",
        "device-init.type-string",
        "device-time.monotonic",
        "record.times",
        "submit.begin-end-order",
        "target.begin-after-dependences",
        "trace.flush-delivers",
        "translate-time",
    }
)
SETTING = {"OMPT_CTS_SIMULATED_MODE": "sync"}  # harness/devices/witness.h
FIRST, SECOND = ".tmp", ".at-once.tmp"  # the suffixes of a test's files
SUFFIX = ".findings.json"
ONLY_LATER = " (only if the simulated driver works later: possibly the driver's fault)"


def at_once(path: str) -> str:
    """The file or folder of the second run for one of the first, or for its %t."""
    before, _, behind = path.rpartition(FIRST)
    return f"{before}{SECOND}{behind}"


def is_at_once(path: str) -> bool:
    """Whether a file or folder belongs to a second run."""
    return SECOND in os.path.basename(path)


def suspected(session: Session, test: str, judged: Json) -> list[Json]:
    """The new contradictions of such rules in a trace with events of a simulated driver; the cause
    of a known deviation was found before."""
    if not judged.get("trace", {}).get("seen", {}).get("driver_call"):
        return []
    shown = judged["trace"].get("shown", [])
    return [
        found
        for found in judged.get("findings", [])
        if found["severity"] == "error"
        and found["rule"] in RULES
        and not expectations.find(session.deviations, test, found | {"shown": shown})
    ]


def settle(session: Session, test: str, judged: Json, other: Json) -> bool:
    """Turns suspected findings of one trace into remarks if they do not show in the other, from the
    run with a driver that executes requests at once; returns whether there was any. If that run has
    no judged trace, nothing changes."""
    seen = other.get("trace", {})
    if not (seen.get("complete") and seen.get("seen", {}).get("driver_call")):
        return False
    shown = {breaches.of(found) for found in other["findings"]}
    lone = [f for f in suspected(session, test, judged) if breaches.of(f) not in shown]
    for finding in lone:
        finding["severity"] = "remark"
        finding["message"] += ONLY_LATER
    left = {f["rule"] for f in judged["findings"] if f["severity"] == "error"}
    for row in judged["rules"]:
        if row["id"] in {f["rule"] for f in lone} - left:
            row["failed"] = 0
    return bool(lone)


def _read(base: str) -> dict[str, Json]:
    """The findings in each trace of a test, by the trace's name after `base`."""
    files = left.read_files(left.files_of(base), SUFFIX)
    return {path.removeprefix(base): judged for path, judged in files if judged}


def in_doubt(session: Session, test: str, base: str) -> bool:
    """Whether a driver could have caused any of the findings."""
    return any(suspected(session, test, judged) for judged in _read(base).values())


def settle_files(session: Session, test: str, base: str) -> None:
    """The same for the files of the steps of both runs."""
    other = _read(at_once(base))
    for name, judged in _read(base).items():
        if name in other and settle(session, test, judged, other[name]):
            Path(f"{base}{name}{SUFFIX}").write_text(json.dumps(judged), encoding="utf-8")
