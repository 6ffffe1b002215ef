# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes one fault of anchors.txt in a real run and demands that the rule named there finds it, and
does not find it without the fault.

    anchors_test.py --bin DIR --suites DIR --compiler CC [--flags=FLAGS] FAULT PROGRAM RULE

Exit status 77 (skipped) if the compiler cannot build an OpenMP program here."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
SECONDS = 30


def compiled(args: argparse.Namespace, folder: Path) -> Path | None:
    program = folder / "program"
    command = [args.compiler, "-g", "-fopenmp", *args.flags.split()]
    command += ["-I", str(args.suites / "include")]
    command += [str(args.suites / args.program), "-o", str(program)]
    where = subprocess.run(
        [args.compiler, "-print-file-name=libomp.so"], capture_output=True, text=True, check=False
    ).stdout.strip()
    command += [f"-Wl,-rpath,{os.path.dirname(os.path.realpath(where))}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stderr, end="", file=sys.stderr)
    return None if done.returncode else program


def findings(args: argparse.Namespace, program: Path, fault: str) -> dict[str, int]:
    """How often each rule is broken."""
    trace = program.parent / ("faulty" if fault else "true")
    environment = {
        **os.environ,
        "OMP_TOOL_LIBRARIES": str(args.bin / "libompt-fault.so"),
        "OMPT_FAULT_CHECKER": str(args.bin / "libompt-checker.so"),
        "OMPT_FAULT": fault,
        "OMPT_CTS_TRACE": str(trace),
        "OMPT_CTS_PROBES": "full",
    }
    subprocess.run([str(program)], env=environment, timeout=SECONDS, check=True)
    command = [str(args.bin / "ompt-validate"), "--json", "-", str(trace)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    verdict = json.loads(judged.stdout)
    library = verdict["runtime"]["library"]
    if not verdict["trace"]["complete"] or "ompt-fault" in library:
        raise SystemExit(f"the trace is of no use: {verdict['trace']}, runtime {library}")
    return {rule["id"]: rule["failed"] for rule in verdict["rules"]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--suites", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", default="", help="more of them, with blanks in between")
    parser.add_argument("fault")
    parser.add_argument("program")
    parser.add_argument("rule")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cts-anchor-") as folder:
        program = compiled(args, Path(folder))
        if program is None:
            return SKIPPED
        before, after = (findings(args, program, fault) for fault in ("", args.fault))
    if after.get(args.rule, 0) > before.get(args.rule, 0):
        return 0
    more = [rule for rule, count in after.items() if count > before.get(rule, 0)]
    print(f"{args.rule} does not find {args.fault}; {more or 'nothing'} does", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
