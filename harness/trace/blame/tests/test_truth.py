"""Twenty programs note by their own clock who worked and who waited: ompt-blame gives the same, on
every installed runtime. The machine may take the processor from a thread between the program's clock
and the stamp of an event. One run in which nothing of the sort happens is enough.

Needs OMPT_CTS_BIN and OMPT_CTS_BUILD_DIR in the environment; ctest sets them.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from ompt_cts.runtime import runtimes
from ompt_cts.steps import tools

HERE = Path(__file__).resolve().parent
BIN = Path(os.environ["OMPT_CTS_BIN"])
RUNTIMES = ("llvm-16", "llvm-19", "llvm-22", "intel-openmp-2026", "gcc-on-llvm-19")
PROGRAMS = 20
RUNS = 20  # a fault of ompt-blame shows in all of them
NEAR, LEAST = 0.1, 0.002  # of the truth, and seconds: stamps and callbacks differ in time


def told(trace: Path) -> dict[str, float]:
    """Seconds that others are blamed for, by the kind of wait."""
    command = [str(BIN / "ompt-blame"), "--folded", str(trace)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = {}
    for line in shown.splitlines():
        stack, _, number = line.rpartition(" ")
        if "nobody" not in stack:
            sort = stack.partition(";")[0]
            found[sort] = found.get(sort, 0) + int(number) / 1e6
    return found


class Truth(unittest.TestCase):
    def test_every_wait_is_told_within_a_tenth(self) -> None:
        seen = 0
        for runtime in (one for one in runtimes.discover() if one.name in RUNTIMES):
            if not runtime.available:
                continue
            seen += 1
            with tempfile.TemporaryDirectory() as folder:
                program = Path(folder) / "waits"
                compiler = [sys.executable, tools.script("compile.py"), "--runtime-json"]
                compiler += [str(runtimes.write_json(runtime, Path(folder))), str(HERE / "waits.c")]
                subprocess.run([*compiler, "-O1", "-o", str(program)], check=True)
                for number in range(PROGRAMS):
                    with self.subTest(runtime=runtime.name, program=number):
                        traces = (Path(folder) / f"{number}.{run}" for run in range(RUNS))
                        self.assertTrue(any(self.agrees(program, number, one) for one in traces))
        self.assertGreater(seen, 0)

    def agrees(self, program: Path, number: int, trace: Path) -> bool:
        env = {
            "OMP_TOOL_LIBRARIES": str(BIN / "libompt-checker.so"),
            "OMPT_CTS_TRACE": str(trace),
            "OMPT_CTS_PROBES": "none",
        }
        command = [str(program), str(number)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        sort, truth = done.stdout.split()
        away = told(trace).get(sort, 0.0) - float(truth)
        return abs(away) <= max(LEAST, NEAR * float(truth))


if __name__ == "__main__":
    unittest.main()
