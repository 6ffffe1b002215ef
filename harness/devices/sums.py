"""The results of simulated devices are right at every level of optimization, or the launch fails.

    python3 harness/devices/sums.py BUILD

sums.c is compiled as the suites are, with -O0 to -O3, and stripped. Exit status 1, with a line for
each failure, if a sum is wrong, or if a stripped program succeeds without its kernels; 77 if no such
device is here."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "runner")]

from lies import DEVICES
from ompt_cts.errors import UserError
from ompt_cts.runtime import runtimes
from target_programs import Bench

# Its library finds a variable in a table that clang does not write (expectations/, no-symbol-table).
WITHOUT_LINKS = {"intel-openmp-2025.3.3"}
REFUSED = "the simulated device cannot run"


def check(bench: Bench) -> list[str]:
    """The problems of one device, in lines."""
    environment = os.environ | bench.runtime.environment
    linked = [] if bench.name in WITHOUT_LINKS else ["-DLINKED"]
    wrong = []
    for level in ("-O0", "-O1", "-O2", "-O3"):
        program = bench.folder / f"sums{level}"
        built = bench.compile(HERE / "sums.c", program, [level, *linked])
        ran = None if built.returncode else run(program, environment)
        if not ran or ran.returncode:
            said = built.stderr if not ran else ran.stdout + ran.stderr
            wrong.append(f"{bench.name}: {level}: {said}")
    stripped = bench.folder / "stripped"
    subprocess.run(["strip", "-o", stripped, bench.folder / "sums-O0"], check=True)
    ran = run(stripped, environment)
    if ran.returncode == 0 or ran.stderr.count(REFUSED) != 1:
        wrong.append(f"{bench.name}: stripped: status {ran.returncode}: {ran.stderr}")
    return wrong


def run(program: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [program], env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def main(build: Path) -> int:
    os.environ["OMPT_CTS_BUILD_DIR"] = str(build)
    wrong, seen = [], 0
    for name in DEVICES:
        try:
            runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
        except UserError as missing:
            print(missing)
            continue
        folder = build / "sums" / name
        folder.mkdir(parents=True, exist_ok=True)
        json = runtimes.write_json(runtime, build)
        wrong += check(Bench(build, name, runtime, json, folder))
        seen += 1
    print(*wrong, sep="\n")
    print(f"{seen} simulated devices: {len(wrong)} not as they should be")
    return 1 if wrong else 0 if seen else 77


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
