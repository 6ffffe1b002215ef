#!/usr/bin/env python3
"""The cost of each level of probes for whole programs, as ratios to the program without a tool.

The levels take turns, and the fastest of the repeats counts, so that other load of the machine
cancels out.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LEVELS = ("no tool", "none", "sampled", "light", "full")


def compile_program(compiler: str, folder: Path, name: str = "whole_programs.c") -> Path:
    runtime = subprocess.run(
        [compiler, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"
    program, source = folder / "program", str(HERE / name)
    subprocess.run([compiler, "-O2", "-fopenmp", source, rpath, "-o", str(program)], check=True)
    return program


def seconds(program: Path, kind: str, level: str, checker: Path, trace: Path) -> float:
    shutil.rmtree(trace, ignore_errors=True)
    tool = {"OMP_TOOL": "disabled"} if level == "no tool" else {"OMP_TOOL_LIBRARIES": str(checker)}
    tool |= {"OMPT_CTS_TRACE": str(trace), "OMPT_CTS_PROBES": level}
    command = [str(program), kind]
    done = subprocess.run(
        command, env=os.environ | tool, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("--compiler", default="clang-19")
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    checker = arguments.build.resolve() / "bin" / "libompt-checker.so"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compile_program(arguments.compiler, folder)
        for kind in ("fib", "loops"):
            best = dict.fromkeys(LEVELS, float("inf"))
            for _ in range(arguments.repeats):
                for level in LEVELS:
                    spent = seconds(program, kind, level, checker, folder / "trace")
                    best[level] = min(best[level], spent)
            plain = best["no tool"]
            ratios = {level: round(best[level] / plain, 2) for level in LEVELS[1:]}
            print(json.dumps({"program": kind, "seconds": plain, "ratios": ratios}))


if __name__ == "__main__":
    main()
