#!/usr/bin/env python3
"""The cost of the checker for whole programs: recorded in several ways, as ratios to the first way.

    checker_cost.py BUILD [--lulesh DIR] [--bots DIR] [PROGRAM…]    checkouts of LLNL/LULESH and bsc-pm/bots

The ways take turns, so that other load of the machine cancels out. Each way has what the program printed
(seconds; of tasks and locks nanoseconds a step, of pauses microseconds a signal) and the processor time of
all threads: the least of the turns, its ratio to the first way's, and the median of the ratios of
neighbours. On a busy machine no ratio resolves less than a hundredth.
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
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PROBES = ("none", "sampled", "light", "full")
LEVELS = ("no tool", *PROBES)


class Program(NamedTuple):
    command: list[str]
    ways: tuple[str, ...]
    prints: bool = True  # else the time on the wall counts


def compiled(compiler: str, out: Path, sources: list[Path], *options: str) -> str:
    runtime = subprocess.run(
        [compiler, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"
    command = [compiler, "-O2", "-w", "-fopenmp", *options, *map(str, sources), rpath, "-lm"]
    subprocess.run([*command, "-o", str(out)], check=True)
    return str(out)


def own_programs(compiler: str, folder: Path, rate: str) -> dict[str, Program]:
    steps = compiled(compiler, folder / "steps", [HERE / "programs.c"])
    whole = compiled(compiler, folder / "whole", [HERE / "whole_programs.c"])
    programs = {name: Program([whole, name], LEVELS) for name in ("fib", "loops")}
    for kind in ("tasks", "locks"):  # three events a step; a buffer holds about 8000
        for length, count in (("room", "1300"), ("sustained", "300000")):
            ways = ("no tool", "null tool", "none")
            programs[f"{kind}-{length}"] = Program([steps, kind, count], ways)
    programs["compute"] = Program(
        [whole, "compute"], ("no tool", "interrupted", "recorded", "samples")
    )
    programs["pauses"] = Program([whole, "pauses", rate], ("interrupted", "samples"))
    return programs


def public_programs(arguments: argparse.Namespace, folder: Path) -> dict[str, Program]:
    programs, ways = {}, ("no tool", "none", "sampled")
    if arguments.lulesh:
        sources = sorted(arguments.lulesh.glob("lulesh*.cc"))
        compiler = arguments.compiler.replace("clang", "clang++")
        lulesh = compiled(compiler, folder / "lulesh", sources, "-DUSE_MPI=0")
        programs["lulesh"] = Program([lulesh, "-s", "20", "-i", "100", "-q"], ways, prints=False)
    if arguments.bots:
        common, fib = arguments.bots / "common", arguments.bots / "omp-tasks" / "fib"
        sources = [fib / "fib.c", common / "bots_main.c", common / "bots_common.c"]
        bots = compiled(arguments.compiler, folder / "bots", sources, f"-I{common}", f"-I{fib}")
        programs["bots-fib"] = Program([bots, "-n", "24"], ways, prints=False)
    return programs


def spent(program: Program, way: str, tools: Path, trace: Path, rate: str) -> tuple[float, float]:
    """What the program printed, and seconds of all processors."""
    shutil.rmtree(trace, ignore_errors=True)
    command = program.command
    environment = os.environ | {"OMPT_CTS_TRACE": str(trace)}
    environment |= {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    if way in ("no tool", "interrupted"):
        environment["OMP_TOOL"] = "disabled"
        if way == "interrupted":
            command = [*command, way if "pauses" in command else rate]
    else:
        tool = "libnull-tool.so" if way == "null tool" else "libompt-checker.so"
        environment["OMP_TOOL_LIBRARIES"] = str(tools / tool)
        if way in PROBES:
            environment["OMPT_CTS_PROBES"] = way
        if way == "samples":
            environment["OMPT_CTS_SAMPLE"] = rate
    begin = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=-1, stderr=-3, text=True) as process:
        printed = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    seconds = float(printed) if program.prints else time.perf_counter() - begin
    return seconds, usage.ru_utime + usage.ru_stime


def events_of(trace: Path, tools: Path) -> dict[str, float]:
    told = subprocess.run([tools / "ompt-view", "--info", trace], capture_output=True, check=True)
    events = json.loads(told.stdout)["events"]
    written = sum(stream.stat().st_size for stream in trace.glob("thread_*"))
    return {"events": events, "bytes_per_event": round(written / events, 1)}


def compare(name: str, program: Program, arguments: argparse.Namespace, folder: Path) -> None:
    tools, trace, ways = arguments.build.resolve() / "bin", folder / "trace", program.ways
    runs: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    for turn in range(arguments.repeats):
        for way in ways if turn % 2 else reversed(ways):
            runs[way].append(spent(program, way, tools, trace, arguments.rate))
    spent(program, ways[-1], tools, trace, arguments.rate)
    result: dict[str, object] = {"program": name, **events_of(trace, tools)}
    for way, costs in runs.items():
        result[way] = told = {}
        for index, kind in enumerate(("printed" if program.prints else "seconds", "processor")):
            own, base = ([run[index] for run in of] for of in (costs, runs[ways[0]]))
            ratios = [a / b for a, b in zip(own, base, strict=True) if b]
            told[kind] = {"least": round(min(own), 4), "ratio": round(min(own) / min(base), 3)}
            told[kind]["median"] = round(statistics.median(ratios), 3)
    print(json.dumps(result), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="only these")
    parser.add_argument("--lulesh", type=Path, metavar="DIR")
    parser.add_argument("--bots", type=Path, metavar="DIR")
    parser.add_argument("--compiler", default="clang-19")
    parser.add_argument("--rate", default="1000", help="samples a second of each thread")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="where traces are written")
    arguments = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        programs = own_programs(arguments.compiler, folder, arguments.rate)
        programs |= public_programs(arguments, folder)
        for name in arguments.programs or programs:
            compare(name, programs[name], arguments, folder)


if __name__ == "__main__":
    main()
