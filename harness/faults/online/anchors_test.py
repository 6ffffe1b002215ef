"""Makes faults in real runs. The rule named with each fault must find it, and must not find the same
without the fault.

    anchors_test.py --bin DIR --suites DIR --compiler CC [--flags=FLAGS] FAULT PROGRAM RULE
    anchors_test.py …                                                     --table FILE…

A table has a line for each fault, as in anchors.txt; prints the living faults and the number of the
others. A program is a source in suites/, or a scenario of the synthetic runtime. A fault `@handler` is one in
a signal handler: the program is sampled. "/a|b." is
the variant a of the fault, or b where the runtime is right and never reports a.

Exit status 77 (skipped) if the compiler cannot build an OpenMP program here."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SKIPPED = 77
SECONDS = 30
TRIES = 3  # of a fault in a handler: a rule on samples needs enough of them in one run

HERE = Path(__file__).resolve().parent
Found = dict[str, set[str]]
truth: dict[tuple[str, bool], Found] = {}  # findings without a fault, by program


def compiled(args: argparse.Namespace, program: str, folder: Path) -> list[str] | None:
    """The command that runs the program; None if it cannot be built here."""
    if program.startswith("scenarios/"):
        return [str(args.bin / "synth-omp"), str(HERE.parent / program)]
    built = folder / program.replace("/", "_")
    command = [args.compiler, "-g", "-fopenmp", *args.flags.split()]
    command += ["-I", str(args.suites / "include")]
    command += [str(args.suites / program), "-o", str(built)]
    where = subprocess.run(
        [args.compiler, "-print-file-name=libomp.so"], capture_output=True, text=True, check=False
    ).stdout.strip()
    command += [f"-Wl,-rpath,{os.path.dirname(os.path.realpath(where))}"]
    if not built.exists():
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(done.stderr, end="", file=sys.stderr)
        if done.returncode:
            return None
    return [str(built)]


def judged(
    args: argparse.Namespace,
    command: list[str],
    folder: Path,
    fault: str,
    sampled: bool,
    withheld: str = "",
) -> dict[str, Any]:
    """The validator's verdict on a run with the fault; `withheld`: callbacks that the runtime answers
    never for."""
    trace = folder / "trace"
    shutil.rmtree(trace, ignore_errors=True)
    environment = {
        **os.environ,
        "OMP_TOOL_LIBRARIES": str(args.bin / "libompt-fault.so"),
        "OMPT_FAULT_CHECKER": str(args.bin / "libompt-checker.so"),
        "OMPT_FAULT": fault,
        "OMPT_WITHHOLD": withheld,
        "OMPT_CTS_TRACE": str(trace),
        "OMPT_CTS_PROBES": "none" if sampled else "full",
        "OMPT_CTS_SAMPLE": "1000" if sampled else "0",
        "OMPT_CTS_STACKS": "all" if "frames_" in command[0] else "none",
    }
    subprocess.run(command, env=environment, timeout=SECONDS, check=True)
    judge = [str(args.bin / "ompt-validate"), "--json", "-", str(trace)]
    if command[0].endswith("/synth-omp"):
        judge += ["--profile", "6.0"]
    done = subprocess.run(judge, capture_output=True, text=True, check=False)
    verdict: dict[str, Any] = json.loads(done.stdout)
    library = verdict["runtime"]["library"]
    if not verdict["trace"]["complete"] or "ompt-fault" in library:
        raise SystemExit(f"the trace is of no use: {verdict['trace']}, runtime {library}")
    return verdict


def findings(
    args: argparse.Namespace,
    command: list[str],
    folder: Path,
    fault: str,
    sampled: bool,
    withheld: str = "",
) -> Found:
    """The findings of each rule, without the numbers; the parameters are those of `judged`."""
    said: Found = {}
    for finding in judged(args, command, folder, fault, sampled, withheld)["findings"]:
        if withheld and finding["severity"] != "error":
            continue
        sort = re.sub(r"0x[0-9a-f]+|\d+", "#", finding["message"])
        said.setdefault(finding["rule"], set()).add(sort)
    return said


def alternatives(fault: str) -> list[str]:
    subject, slash, rest = fault.partition("/")
    variants, dot, change = rest.partition(".")
    return [f"{subject}{slash}{variant}{dot}{change}" for variant in variants.split("|")]


def found(args: argparse.Namespace, folder: Path, fault: str, program: str, rule: str) -> bool:
    """Does the rule find the fault? If not, what does is printed."""
    command = compiled(args, program, folder)
    if command is None:
        sys.exit(SKIPPED)
    sampled = fault.endswith("@handler")
    before = truth.get((program, sampled))
    if before is None:
        before = truth[program, sampled] = findings(args, command, folder, "", sampled)
    new: list[str] = []
    for one in alternatives(fault) * (TRIES if sampled else 1):
        after = findings(args, command, folder, one, sampled)
        new = [name for name, said in after.items() if said - before.get(name, set())]
        if rule in new:
            return True
    print(f"{rule} does not find {fault} in {program}; {new or 'nothing'} does", file=sys.stderr)
    return False


def rows(table: Path) -> list[list[str]]:
    lines = table.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--suites", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", default="", help="more of them, with blanks in between")
    parser.add_argument("--table", type=Path, action="append", default=[])
    parser.add_argument("fault", nargs="*", metavar="FAULT PROGRAM RULE")
    args = parser.parse_args()
    faults = [row for table in args.table for row in rows(table)]
    faults += [args.fault] if args.fault else []
    with tempfile.TemporaryDirectory(prefix="cts-anchor-") as folder:
        killed = [found(args, Path(folder), *row) for row in faults]
    if args.table:
        print(f"{killed.count(True)} of {len(killed)} faults in real runs are found")
    return 0 if all(killed) else 1


if __name__ == "__main__":
    sys.exit(main())
