#!/usr/bin/env python3
"""The speed of judging and recording with a build, or with two builds in turns: before a change and after it.

usage: builds.py BUILD [AFTER] [--events N] [--repeat N] [--only judging|recording]

Each build judges the trace that its own generate_trace makes, and records with its own recorder_benchmark.
Printed are processor seconds of judging a million events, of counting them (ompt-view --counts, the yardstick
within the same run), the peak memory for N and for N/10 events, and the nanoseconds of one recorded event where
the buffer has room: each the lowest of the turns and their median, and what AFTER needs of BUILD.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

Costs = dict[str, list[float]]  # measurement: those of all turns


def spent(*command: str) -> tuple[float, float]:
    """Processor seconds, and peak memory in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr
    problem = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    # 1: the trace contradicts a rule of the build's.
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command[0]} failed: {problem.decode(errors='replace')[-500:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def judging(tools: Path, folder: Path, events: int) -> Costs:
    costs: Costs = {}
    for count in (events // 10, events):
        trace = folder / tools.as_posix().strip("/").replace("/", "_") / str(count)
        if not trace.exists():
            trace.parent.mkdir(exist_ok=True)
            subprocess.run([tools / "generate_trace", trace, str(count)], check=True)
        seconds, memory = spent(str(tools / "ompt-validate"), "--quiet", str(trace))
        costs[f"judging {count} events, MiB"] = [memory]
    costs["judging, s a million events"] = [seconds * 1e6 / events]
    counted, _ = spent(str(tools / "ompt-view"), "--counts", str(trace))
    costs["counting, s a million events"] = [counted * 1e6 / events]
    return costs


def recording(tools: Path) -> Costs:
    command = [str(tools / "recorder_benchmark"), "--benchmark_format=json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [row for row in json.loads(done.stdout)["benchmarks"] if "ns_p50" in row]
    return {f"{row['name'].split('/')[0]}, ns with room": [row["ns_p50"]] for row in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("builds", type=Path, nargs="+", metavar="BUILD")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=12, help="turns of each build")
    parser.add_argument("--only", choices=("judging", "recording"))
    args = parser.parse_args()
    needed = ["generate_trace", "ompt-validate", "ompt-view"] * (args.only != "recording")
    needed += ["recorder_benchmark"] * (args.only != "judging")
    builds: dict[Path, Costs] = {build.resolve() / "bin": {} for build in args.builds}
    for tools in builds:
        for tool in needed:
            if not os.access(tools / tool, os.X_OK):
                print(f"builds.py: there is no {tool} in {tools}", file=sys.stderr)
                sys.exit(2)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(args.repeat):
            for tools, costs in builds.items():
                turn = judging(tools, Path(folder), args.events) if "ompt-view" in needed else {}
                turn |= recording(tools) if "recorder_benchmark" in needed else {}
                for what, cost in turn.items():
                    costs.setdefault(what, []).extend(cost)
    first, *others = builds.values()
    for what, before in first.items():
        print(f"{what}: {min(before):.3f} (median {statistics.median(before):.3f})", end="")
        for after in (costs[what] for costs in others if what in costs):
            low, median, ratio = min(after), statistics.median(after), min(after) / min(before)
            print(f", {low:.3f} after (median {median:.3f}): {ratio:.3f} times", end="")
        print()


if __name__ == "__main__":
    main()
