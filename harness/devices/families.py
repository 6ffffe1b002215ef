# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of suites/target under both families of callbacks: what one run tells by target_emi,
target_data_op_emi, target_submit_emi and target_map_emi, another run tells by those without emi.

    python3 harness/devices/families.py BUILD RUNTIME [PROGRAM…]

RUNTIME as for --runtime (llvm-19, llvm-19@simulated-cuda). Compared are regions (kind, endpoint,
device), operations (type, size, devices), kernels (teams asked for) and maps (items), as many of
each. Exit status 1, with a line for each difference; programs that choose their callbacks
themselves are left out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "harness" / "runner"))

from ompt_cts.errors import UserError
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header, tools, trace
from ompt_cts.steps.program import PARTS

FIELDS = {
    "target": ("kind", "endpoint", "device_num"),
    "target_data_op": ("optype", "bytes", "src_device_num", "dest_device_num"),
    "target_submit": ("requested_num_teams",),
    "target_map": ("nitems",),
}
OWN_WAY = re.compile(r"RUN:|RECORD:|REQUIRES:.*(device-tracing|fortran)")


def told(path: Path) -> Counter[str]:
    """What a trace tells of devices, in the words of the family without emi."""
    found: Counter[str] = Counter()
    for event in trace.events(path):
        name, fields = event["event"].removesuffix("_emi"), event["fields"]
        if name not in FIELDS:
            continue
        if name != "target" and fields.get("endpoint") == "end":
            continue  # there is one event without emi for the two with it
        found[" ".join([name, *(f"{key}={fields[key]}" for key in FIELDS[name])])] += 1
    return found


def compare(program: Path, runtime: runtimes.Runtime, build: Path, source: Path) -> list[str]:
    """Where the two runs of a program differ, in lines."""
    own = dict(header.read(str(source)).environment)
    environment = os.environ | runtime.environment | {PARTS: runtime.parts} | own
    found: list[Counter[str]] = []
    for family in ("emi", "classic"):
        path = program.with_name(f"{program.name}.{family}")
        subprocess.run(["rm", "-rf", str(path)], check=True)
        record = [*tools.plain_python(), tools.script("record.py"), f"--target={family}"]
        record += [f"--checker={tools.checker_library(build)}", str(path), str(program)]
        done = subprocess.run(record, env=environment, capture_output=True, check=False)
        if done.returncode or not path.is_dir():
            return [f"{family}: the program did not run as it should"]
        found.append(told(path))
    emi, classic = found
    return [
        f"{what}: {emi[what]} with emi, {classic[what]} without"
        for what in sorted(emi.keys() | classic.keys())
        if emi[what] != classic[what]
    ]


def build_program(runtime_json: Path, runtime: Any, source: Path, program: Path) -> bool:
    words = [*tools.plain_python(), tools.script("compile.py"), "--runtime-json", str(runtime_json)]
    words += ["--offload", *header.read(str(source)).flags, str(source), "-o", str(program)]
    environment = os.environ | runtime.environment
    return not subprocess.run(words, env=environment, capture_output=True, check=False).returncode


def main(build: Path, name: str, chosen: list[str]) -> int:
    os.environ["OMPT_CTS_BUILD_DIR"] = str(build)
    runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
    runtime_json = runtimes.write_json(runtime, build)
    folder = build / "families"
    folder.mkdir(exist_ok=True)
    suite = ROOT / "suites" / "target"
    sources = [Path(one).absolute() for one in chosen]
    sources = sources or sorted([*suite.rglob("*.c"), *suite.rglob("*.cpp")])
    compared = differ = 0
    for source in sources:
        text = source.read_text(encoding="utf-8")
        program = folder / source.name
        if "REQUIRES: " not in text or OWN_WAY.search(text):
            continue
        if not build_program(runtime_json, runtime, source, program):
            print(f"{source.name}: does not compile")
            continue
        lines = compare(program, runtime, build, source)
        compared += 1
        differ += bool(lines)
        print(*(f"{source.name}: {line}" for line in lines), sep="\n", end="\n" * bool(lines))
    print(f"{name}: {compared} programs under both families, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]))
    except UserError as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
