# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a simulated device's driver could itself cause: the order in which things are done, their
times, and what sort of device there is. A contradiction of such a rule counts against the runtime only
if it shows with a driver that works later and with one that does everything when it is asked for. In one
of the two it is a remark that says so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Known = Callable[[str, str], bool]  # is a rule's message that of a known deviation?

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
SUFFIX = ".findings.json"
ONLY_LATER = " (only where the simulated driver works later: it may be the driver's doing)"


def sort_of(finding: Json) -> tuple[str, str]:
    """The rule, and the message without what differs from run to run."""
    return finding["rule"], re.sub(r"0x[0-9a-f]+|\d+", "#", finding["message"])


def suspected(finding: Json, known: Known) -> bool:
    """A new contradiction of such a rule; who has made a known deviation was found out before."""
    rule, message = finding["rule"], finding["message"]
    return finding["severity"] == "error" and rule in RULES and not known(rule, message)


def read(base: str) -> dict[str, Json]:
    """What was found in each trace of a test, by what its file is called behind `base`."""
    path = Path(base)
    files = path.parent.glob(f"{path.name}*{SUFFIX}") if path.parent.is_dir() else []
    found = {}
    for file in files:
        try:
            found[file.name.removeprefix(path.name)] = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # what cannot be read is judged as such
    return found


def in_doubt(base: str, known: Known) -> bool:
    """Whether a driver could have caused something of what was found."""
    found = [f for judged in read(base).values() for f in judged.get("findings", [])]
    return any(suspected(finding, known) for finding in found)


def settle(base: str, at_once: str, known: Known) -> None:
    """Makes remarks of what `base` has of such findings and `at_once`, the same test's base where the
    driver does everything when it is asked for, has not. Where that run left no findings at all,
    nothing can be told, and nothing changes."""
    other = read(at_once)
    for name, judged in read(base).items():
        if name not in other:
            continue
        shown = {sort_of(f) for f in other[name]["findings"]}
        doubted = [f for f in judged["findings"] if suspected(f, known)]
        lone = [f for f in doubted if sort_of(f) not in shown]
        for finding in lone:
            finding["severity"] = "remark"
            finding["message"] += ONLY_LATER
        left = {f["rule"] for f in judged["findings"] if f["severity"] == "error"}
        for row in judged["rules"]:
            if row["id"] in {f["rule"] for f in lone} - left:
                row["failed"] = 0
        if lone:
            Path(f"{base}{name}").write_text(json.dumps(judged), encoding="utf-8")
