"""The programs of suites/target under both families of callbacks: the runs with target_emi,
target_data_op_emi, target_submit_emi and target_map_emi must report the same as those without emi.

    python3 harness/devices/families.py BUILD RUNTIME [PROGRAM…]

RUNTIME as for --runtime (llvm-19, llvm-19@simulated-cuda). Compared are the numbers of equal regions
(kind, endpoint, device), operations (type, size, devices), kernels (requested teams) and maps (items).
Exit status 1, with a line for each difference. Left out are programs that choose their callbacks
themselves, and programs that do not compile or are known to crash."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runner"))

from ompt_cts.catalogue import DEFAULT_PROFILE
from ompt_cts.steps import header, tools, trace
from ompt_cts.steps.program import PARTS
from ompt_cts.verdict import identity
from target_programs import SUITES, Bench, call, each

FIELDS = {
    "target": ("kind", "endpoint", "device_num"),
    "target_data_op": ("optype", "bytes", "src_device_num", "dest_device_num"),
    "target_submit": ("requested_num_teams",),
    "target_map": ("nitems",),
}
OWN_WAY = re.compile(r"RUN:|RECORD:|REQUIRES:.*(device-tracing|fortran)")
RUNS = 5  # of each family, at most
NOT_COMPILED = "does not compile"
NOT_RUN = "the program did not run as it should"
KNOWN = "is known to crash"


def has_both(text: str) -> bool:
    """Whether a program with this text leaves the choice of callbacks to us."""
    return "REQUIRES: " in text and not OWN_WAY.search(text)


def told(path: Path) -> Counter[str]:
    """The device events of a trace, with the names of the family without emi."""
    found: Counter[str] = Counter()
    for event in trace.events(path):
        name, fields = event["event"].removesuffix("_emi"), event["fields"]
        if name not in FIELDS:
            continue
        if name != "target" and fields.get("endpoint") == "end":
            continue  # two events with emi are one without
        found[" ".join([name, *(f"{key}={fields[key]}" for key in FIELDS[name])])] += 1
    return found


def run(
    program: Path, family: str, build: Path, environment: dict[str, str]
) -> Counter[str] | None:
    """The events of a run with these callbacks; None if the program failed."""
    path = program.with_name(f"{program.name}.{family}")
    shutil.rmtree(path, ignore_errors=True)
    record = tools.step("record.py", f"--target={family}")
    record += [f"--checker={tools.checker_library(build)}", str(path), str(program)]
    # Device libraries leave their loaded images there.
    with tempfile.TemporaryDirectory() as files:
        own = environment | {"TMPDIR": files}
        done = subprocess.run(record, env=own, capture_output=True, check=False)
    return None if done.returncode or not path.is_dir() else told(path)


def compare(bench: Bench, program: Path, source: Path) -> list[str]:
    """The differences between the runs of a program, in lines. The order of threads may change the
    time and number of mappings, so maps differ only if no run of one family equals one of the
    other."""
    environment = os.environ | bench.runtime.environment | {PARTS: bench.runtime.parts}
    environment |= dict(header.read(str(source)).environment)
    emi: list[Counter[str]] = []
    classic: list[Counter[str]] = []
    for _ in range(RUNS):
        for family, seen in (("emi", emi), ("classic", classic)):
            if (found := run(program, family, bench.build, environment)) is not None:
                seen.append(found)
        if any(one in classic for one in emi):
            return []
    if not emi or not classic:
        return [f"{'classic' if emi else 'emi'}: {NOT_RUN}"]
    return [
        f"{what}: {emi[-1][what]} with emi, {classic[-1][what]} without"
        for what in sorted(emi[-1].keys() | classic[-1].keys())
        if emi[-1][what] != classic[-1][what]
    ]


def main(bench: Bench, sources: list[Path]) -> int:
    described = json.loads(bench.json.read_text())
    known = identity.of_resolved(described, DEFAULT_PROFILE).deviations

    def try_one(source: Path) -> list[str]:
        program = bench.folder / "-".join(source.parts[-2:])
        if bench.compile(source, program).returncode:
            return [NOT_COMPILED]
        lines = compare(bench, program, source)
        test = os.path.relpath(source, SUITES)
        crashes = any(one.rule == "crash" and one.covers_test(test) for one in known)
        return [KNOWN] if crashes and any(NOT_RUN in line for line in lines) else lines

    found = each(try_one, [one for one in sources if has_both(header.text_of(one))])
    for source, lines in found.items():
        for line in lines:
            print(f"{os.path.relpath(source, SUITES)}: {line}")
    compared = [lines for lines in found.values() if lines not in ([NOT_COMPILED], [KNOWN])]
    differ = sum(map(bool, compared))
    print(f"{bench.name}: {len(compared)} programs under both families, {differ} differ")
    return 1 if differ or not compared else 0


if __name__ == "__main__":
    call(main, "families")
