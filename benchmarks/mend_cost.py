"""The cost of a runtime's mends: instructions of each construct, mended divided by plain.

usage: mend_cost.py PLAIN/libomp.so MENDED/libomp.so NULL-TOOL.so [CC [CONSTRUCT…]]

Valgrind counts, so the load of the machine does not matter. A construct runs TIMES and 2 * TIMES times;
the difference is its own cost. Waiting threads sleep at once, so that no spinning is counted.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TIMES = 20000  # starts differ by some 40,000 instructions
TURNS = 2  # counts with two threads vary: the least counts
PASSIVE = {"KMP_BLOCKTIME": "0", "OMP_WAIT_POLICY": "passive"}


def instructions(program: str, name: str, times: int, library: Path, tool: str) -> int:
    environment = {**os.environ, **PASSIVE, "LD_LIBRARY_PATH": str(library.parent)}
    environment |= {"OMP_TOOL_LIBRARIES": tool} if tool else {"OMP_TOOL": "disabled"}
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, name]
    done = subprocess.run(
        [*command, str(times)], env=environment, capture_output=True, text=True, check=True
    )
    return int(re.findall(r"Collected : (\d+)", done.stderr)[-1])


def main() -> None:
    given = [Path(word).resolve() for word in sys.argv[1:3]]
    tool, compiler = os.path.realpath(sys.argv[3]), [*sys.argv[4:], "clang-19"][0]
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/constructs"
        plain, mended = (Path(folder) / name / "libomp.so" for name in ("plain", "mended"))
        for library, copy in zip(given, (plain, mended), strict=True):
            copy.parent.mkdir()  # valgrind cannot read all of clang's debug information
            subprocess.run(["strip", "-g", str(library), "-o", str(copy)], check=True)
        source = str(Path(__file__).with_name("constructs.c"))
        flags = ["-O2", "-fopenmp=libomp", f"-L{plain.parent}"]
        subprocess.run([compiler, *flags, source, "-o", program], check=True)
        environment = {**os.environ, "LD_LIBRARY_PATH": str(plain.parent)}
        names = subprocess.run(
            [program], env=environment, capture_output=True, text=True, check=True
        )
        for name in sys.argv[5:] or names.stdout.split():
            costs = []
            for with_tool in ("", tool):
                each = []
                for library in (plain, mended):
                    few, many = (
                        min(
                            instructions(program, name, times, library, with_tool)
                            for _ in range(TURNS)
                        )
                        for times in (TIMES, 2 * TIMES)
                    )
                    each.append((many - few) / TIMES)
                costs.append((each[0], each[1] / each[0]))
            (bare, ratio), (_, told) = costs
            print(
                f"{name} = {{ instructions = {bare:.0f}, no_tool = {ratio:.3f}, tool = {told:.3f} }}",
                flush=True,
            )


if __name__ == "__main__":
    main()
