"""Recorded traces, judged twice.

    real_traces.py VALIDATOR VIEW TRACE…

Both judges must find fault with the order of the same traces. Left out are traces that are incomplete,
have a device callback, or have no tool.
"""

import json
import subprocess
import sys
import tempfile
from typing import Any

from judge import IN_SCOPE, Judge
from texts import is_event, parse


def first_judge(validator: str, trace: str) -> tuple[bool, set[str]]:
    """Whether the trace is complete, and the rules of order that it broke."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        subprocess.run([validator, trace, "--quiet", "--json", file.name], check=False)
        verdict = json.load(file)
    broken = {f["rule"] for f in verdict["findings"] if f["severity"] == "error" and ordered(f)}
    return verdict["trace"]["complete"], broken & IN_SCOPE


def ordered(finding: dict[str, Any]) -> bool:
    """Whether the rule concerns events alone. The second judge knows no probes, and no regions of
    initial tasks."""
    event = finding["witness"][0]
    initial = "initial" in event["fields"].get("flags", "")
    return not event["event"].startswith("probe_") and not initial


def second_judge(view: str, trace: str) -> str:
    text = subprocess.run([view, "--text", trace], capture_output=True, text=True, check=True)
    return Judge().judge(parse(line) for line in text.stdout.splitlines() if is_event(line))


def main(argv: list[str]) -> int:
    validator, view, *traces = argv
    differ = judged = 0
    for trace in traces:
        complete, rules = first_judge(validator, trace)
        if not complete:
            continue
        judged += 1
        wrong = second_judge(view, trace)
        if bool(wrong) != bool(rules):
            differ += 1
            print(f"{trace}: {wrong or 'nothing'} - {' '.join(sorted(rules)) or 'nothing'}")
    print(f"{judged} traces, {differ} disagreements")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
