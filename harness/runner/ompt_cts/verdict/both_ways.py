"""What a simulated device's driver could itself cause: the order in which things are done, their
times, and what sort of device there is. A contradiction of such a rule counts against the runtime only
if it shows with a driver that works later and with one that does everything when it is asked for. In one
of the two it is a remark that says so."""

import json
import os
from pathlib import Path

from ompt_cts.files import Json
from ompt_cts.verdict import breaches, evidence, expectations
from ompt_cts.verdict.evidence import Session

# Order, times, and the sort of device.
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
FIRST, SECOND = ".tmp", ".at-once.tmp"  # what a test's files are called after its name
SUFFIX = ".findings.json"
ONLY_LATER = " (only where the simulated driver works later: it may be the driver's doing)"


def at_once(path: str) -> str:
    """What in the second run corresponds to a file or folder of the first, or to what it calls %t."""
    before, _, behind = path.rpartition(FIRST)
    return f"{before}{SECOND}{behind}"


def is_at_once(path: str) -> bool:
    """Whether a file or folder is of a second run."""
    return SECOND in os.path.basename(path)


def suspected(session: Session, test: str, judged: Json) -> list[Json]:
    """The new contradictions of such rules in a trace in which a simulated driver speaks; who has made
    a known deviation was found out before."""
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
    """Makes remarks of what was suspected in the one trace and does not show in the other, that of the
    run in which the driver does everything when it is asked for; says whether there was any. Where
    that run left nothing that could be judged, nothing can be told, and nothing changes."""
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
    """What was found in each trace of a test, by what the trace is called after `base`."""
    files = evidence.read_files(evidence.left_files(base), SUFFIX)
    return {path.removeprefix(base): judged for path, judged in files if judged}


def in_doubt(session: Session, test: str, base: str) -> bool:
    """Whether a driver could have caused something of what was found."""
    return any(suspected(session, test, judged) for judged in _read(base).values())


def settle_files(session: Session, test: str, base: str) -> None:
    """The same for what the steps of both runs have left."""
    other = _read(at_once(base))
    for name, judged in _read(base).items():
        if name in other and settle(session, test, judged, other[name]):
            Path(f"{base}{name}{SUFFIX}").write_text(json.dumps(judged), encoding="utf-8")
