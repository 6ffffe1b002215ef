"""A simulated driver that lies is caught, on every simulated device of this machine.

    python3 harness/devices/lies.py BUILD

One program runs under the checker on each device. With the honest driver, synchronous or not, only
the runtime's known deviations contradict rules. With each lie, the rule that compares driver and
callbacks is contradicted. Else exit status 1, with a line for each; 77 if no such device is here."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "harness" / "runner"))

from ompt_cts.errors import UserError
from ompt_cts.runtime import runtimes
from ompt_cts.steps import tools
from ompt_cts.steps.program import PARTS

PROGRAM = "suites/target/data.c"
DEVICES = (
    "llvm-19@simulated-cuda",
    "llvm-22@simulated-cuda",
    "intel-openmp-2025.3.3",
    "intel-openmp-2026.1.2",
)
WITNESS = {"data-op.bytes", "data-op.pairing", "submit.count"}  # rules with the driver as a witness
LIES = {
    "lose-copy": {"data-op.bytes"},
    "short-copy": {"data-op.bytes"},
    "extra-launch": {"submit.count"},
    "silent-launch": {"submit.count"},
}
HONEST = ({}, {"OMPT_CTS_SIMULATED_MODE": "sync"}, {"OMPT_CTS_SIMULATED_DELAY": "500"})
SCALED = {"OMPT_CTS_SIMULATED_DEVICES": "2"}


def broken(runtime: runtimes.Runtime, build: Path, program: Path, more: dict[str, str]) -> set[str]:
    """The rules with the driver as a witness that a run of the program contradicts."""
    trace = program.with_name("trace")
    shutil.rmtree(trace, ignore_errors=True)
    record = tools.step("record.py")
    record += [f"--checker={tools.checker_library(build)}", str(trace), str(program)]
    environment = os.environ | runtime.environment | {PARTS: runtime.parts} | more
    # Device libraries leave their loaded images there.
    with tempfile.TemporaryDirectory() as files:
        environment["TMPDIR"] = files
        subprocess.run(record, env=environment, check=True, capture_output=True)
    judge = [str(tools.require_tool(build, "ompt-validate")), "--json", "-", str(trace)]
    judged = subprocess.run(judge, capture_output=True, check=False)
    found = json.loads(judged.stdout)["findings"]
    return {finding["rule"] for finding in found if finding["severity"] == "error"} & WITNESS


def check(name: str, build: Path, folder: Path) -> list[str]:
    """The problems of one device, in lines."""
    runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
    path = runtimes.write_json(runtime, build)
    program = folder / name
    compile_it = tools.step("compile.py", "--runtime-json", str(path))
    compile_it += ["--offload", str(ROOT / PROGRAM), "-o", str(program)]
    subprocess.run(compile_it, check=True, env=os.environ | runtime.environment)
    wrong = []
    for more in (*HONEST, SCALED):
        if found := broken(runtime, build, program, more):
            wrong.append(f"{name}: an honest driver ({more or 'as it is'}) contradicts {found}")
    for lie, rules in LIES.items():
        for mode in ("async", "sync"):
            asked = {"OMPT_CTS_SIMULATED_FAULT": lie, "OMPT_CTS_SIMULATED_MODE": mode}
            found = broken(runtime, build, program, asked)
            if not rules <= found:
                wrong.append(f"{name}: {lie} ({mode}) contradicts {found or 'nothing'}")
    return wrong


def main(build: Path) -> int:
    os.environ["OMPT_CTS_BUILD_DIR"] = str(build)
    folder = build / "lies"
    folder.mkdir(exist_ok=True)
    wrong, seen = [], []
    for name in DEVICES:
        try:
            wrong += check(name, build, folder)
            seen.append(name)
        except UserError as missing:
            print(missing)
    print(*wrong, sep="\n")
    print(
        f"{len(seen)} simulated devices, {len(HONEST) + 1} honest drivers, {len(LIES)} lies: "
        f"{len(wrong)} not as they should be"
    )
    return 1 if wrong else 0 if seen else 77


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
