#!/usr/bin/env python3
"""The cost of `check` for public programs: their time under its default, as a ratio to the plain program.

    public_programs.py BUILD --lulesh DIR --bots DIR     checkouts of LLNL/LULESH and bsc-pm/bots

The programs are compiled here and stay in their folders. Plain and recorded runs take turns, on two
threads that do not spin; `seconds` is the time on the wall, `processor` what all threads used, which
neighbours disturb less. The fastest of the repeats counts, and the median of the ratios of
neighbours stands beside it.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

WAYS = ("plain", "none", "sampled")  # without a tool, only recorded, the default of check
MOST = {"lulesh": 1.5, "fib": 3.0}


def compile_program(compiler: str, sources: list[Path], out: Path, *options: str) -> list[str]:
    runtime = subprocess.run(
        [compiler, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"
    command = [compiler, "-O2", "-w", "-fopenmp", *options, *map(str, sources), rpath, "-lm"]
    subprocess.run([*command, "-o", str(out)], check=True)
    return [str(out)]


def spent(command: list[str], way: str, checker: Path, trace: Path) -> tuple[float, float]:
    """Wall-clock seconds, and seconds of all processors."""
    shutil.rmtree(trace, ignore_errors=True)
    environment = os.environ | {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    if way == "plain":
        environment["OMP_TOOL"] = "disabled"
    else:
        environment |= {"OMP_TOOL_LIBRARIES": str(checker), "OMPT_CTS_PROBES": way}
        environment["OMPT_CTS_TRACE"] = str(trace)
    begin = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=-3, stderr=-3) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def compare(name: str, command: list[str], checker: Path, trace: Path, repeats: int) -> None:
    runs: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    for _ in range(repeats):
        for way in WAYS:
            runs[way].append(spent(command, way, checker, trace))
    result: dict[str, object] = {"program": name, "most": MOST[name]}
    for index, kind in enumerate(("seconds", "processor")):
        plain = [run[index] for run in runs["plain"]]
        result[kind] = round(min(plain), 3)
        for way in WAYS[1:]:
            recorded = [run[index] for run in runs[way]]
            ratios = [a / b for a, b in zip(recorded, plain, strict=True)]
            result[f"{kind}_{way}"] = {
                "fastest": round(min(recorded) / min(plain), 2),
                "median": round(statistics.median(ratios), 2),
            }
    print(json.dumps(result), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("--lulesh", type=Path, metavar="DIR")
    parser.add_argument("--bots", type=Path, metavar="DIR")
    parser.add_argument("--compiler", default="clang-19")
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    checker = arguments.build.resolve() / "bin" / "libompt-checker.so"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = {}
        if arguments.lulesh:
            sources = sorted(arguments.lulesh.glob("lulesh*.cc"))
            compiler = arguments.compiler.replace("clang", "clang++")
            program = compile_program(compiler, sources, folder / "lulesh", "-DUSE_MPI=0")
            programs["lulesh"] = [*program, "-s", "20", "-i", "100", "-q"]
        if arguments.bots:
            common, fib = arguments.bots / "common", arguments.bots / "omp-tasks" / "fib"
            sources = [fib / "fib.c", common / "bots_main.c", common / "bots_common.c"]
            options = (f"-I{common}", f"-I{fib}")
            program = compile_program(arguments.compiler, sources, folder / "fib", *options)
            programs["fib"] = [*program, "-n", "24"]
        for name, command in programs.items():
            compare(name, command, checker, folder / "trace", arguments.repeats)


if __name__ == "__main__":
    main()
