"""Faults inside rules that the runtime breaks already: each is a regression, with known deviations
applied and without.

    gate_test.py --bin DIR --suites DIR --compiler CC [--flags=FLAGS] TABLE

A line of TABLE (inside.txt): fault, program in suites/, rule. The programs run without a fault for the old
report, and once with each fault for a new one. The rule is broken in the old report as
well. `compare` and gate.sh must end with 1, and the screen, the comment on the change, the job's summary
and the SARIF file must name the rule. Exit status 77: nothing can be built here."""

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
RUNNER = HERE.parents[1] / "runner"
GATE = HERE.parents[2] / "reports" / "ci" / "gate.sh"
# In the place of ompt-cts for gate.sh: a run gives the report that is there.
COMMAND = """#!/bin/sh
[ "$1" = run ] || PYTHONPATH='{runner}' exec '{python}' -P -m ompt_cts "$@"
while [ "$1" != --json ]; do shift; done
cp '{new}' "$2"; : >"${{2%/*}}/summary.md"; exit 1
"""
sys.path[:0] = [str(HERE), str(RUNNER)]
import anchors_test
from ompt_cts import catalogue, cli
from ompt_cts.reports import report
from ompt_cts.runtime.runtimes import DEFAULT
from ompt_cts.verdict import expectations, identity, outcome
from ompt_cts.verdict.evidence import Session

Judged = dict[str, dict[str, Any]]  # the validator's verdict, by program


def written(verdicts: Judged, entries: tuple[expectations.Deviation, ...], path: Path) -> Path:
    """The report of a run of these programs, in a file."""
    session = Session(DEFAULT, catalogue.DEFAULT_PROFILE, deviations=entries)
    record = {"state": "ok", "reason": "", "tool": True, "traces": ["trace"], "seconds": 0.1}
    outcomes = [
        outcome.judge_one(session, program, "trace", record | {"command": [program]}, verdict)
        for program, verdict in verdicts.items()
    ]
    files = ("expectations/of-the-test.toml",) if entries else ()
    known = identity.Applied(entries, DEFAULT, files, "option" if entries else "none")
    runtime = {"name": DEFAULT, "title": DEFAULT, "library_real": ""}
    context = report.Context(session.profile, ["./ompt-cts", "run"], runtime, known)
    report.write(report.build(context, outcomes), path)
    return path


def gate(old: Path, new: Path, folder: Path) -> tuple[int, str]:
    """The exit status of gate.sh, and the job's summary."""
    command, told = folder / "command", folder / "job.md"
    command.write_text(COMMAND.format(runner=RUNNER, python=sys.executable, new=new))
    command.chmod(0o755)
    told.write_text("")
    env = os.environ | {"OMPT_CTS": str(command), "GITHUB_STEP_SUMMARY": str(told)}
    words = [str(GATE), str(folder / "out"), str(old)]
    done = subprocess.run(words, env=env, stdout=subprocess.DEVNULL, check=False)
    return done.returncode, told.read_text()


def silent_about(rule: str, old: Path, new: Path, folder: Path) -> list[str]:
    """The commands that do not report a regression of the rule."""
    comment, sarif = folder / "comment.md", folder / "report.sarif"
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        command = ["compare", str(old), str(new), "--markdown", str(comment), "--sarif", str(sarif)]
        status = cli.main([*command, "--all", "--json", str(folder / "comparison.json")])
    worse = json.loads((folder / "comparison.json").read_text())["regressions"]
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    new_ones = " ".join(r["message"]["text"] for r in results if r["baselineState"] == "new")
    named = [change["name"] for change in worse if rule in change["rules"]]
    gate_status, job = gate(old, new, folder)
    ways = {
        "the exit status": status == 1,
        "gate.sh": gate_status == 1,
        "the job's summary": any(f"`{name}`" in job for name in named),
        "the list of regressions": bool(named),
        "the screen": any(f"regressed cause {name}" in told.getvalue() for name in named),
        "the comment": any(f"`{name}`" in comment.read_text() for name in named),
        "SARIF": any(c["reason"] in new_ones for c in worse if c["name"] in named),
    }
    return [way for way, tells in ways.items() if not tells]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--suites", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", default="", help="more of them, with blanks in between")
    parser.add_argument("table", type=Path)
    args = parser.parse_args()
    rows = anchors_test.rows(args.table)
    known = expectations.described(catalogue.DEFAULT_PROFILE)[DEFAULT]
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="cts-gate-") as name:
        folder = Path(name)
        before: Judged = {}
        for program in dict.fromkeys(row[1] for row in rows):
            command = anchors_test.compiled(args, program, folder)
            if command is None:
                return anchors_test.SKIPPED
            before[program] = anchors_test.judged(args, command, folder, "", False)
        broken = {f["rule"] for verdict in before.values() for f in verdict["findings"]}
        for fault, program, rule in rows:
            command = anchors_test.compiled(args, program, folder)
            assert command
            after = before | {program: anchors_test.judged(args, command, folder, fault, False)}
            for entries in ((), tuple(known)):
                old = written(before, entries, folder / "old.json")
                new = written(after, entries, folder / "new.json")
                silent = silent_about(rule, old, new, folder)
                silent += [] if rule in broken else ["the old report"]
                wrong += bool(silent)
                if silent:
                    how = "with known deviations" if entries else "without them"
                    print(f"{fault} in {program}, {how}: not told by {', '.join(silent)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
