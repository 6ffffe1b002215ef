#!/usr/bin/env python3
"""Two builds side by side, in one run: what judging and recording cost before a change and after it.

usage: two_builds.py BEFORE AFTER [--events N] [--repeat N] [--only judging|recording]

BEFORE and AFTER are build folders. Each judges the trace that its own generate_trace makes, and records with its
own recorder_benchmark; the two take turns, so that both see the same minutes of a machine. Printed are the
processor time of judging a million events and the nanoseconds of one recorded event where the buffer has room,
each the lowest of the turns and their median, and what AFTER needs of BEFORE.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

Times = dict[str, list[float]]  # measurement: times of all turns


def tools_needed(only: str | None) -> list[str]:
    judging = ["generate_trace", "ompt-validate"] if only != "recording" else []
    return judging + (["recorder_benchmark"] if only != "judging" else [])


def processor_seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr
    problem = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    # 1: the trace contradicts a rule of the build's.
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command[0]} failed: {problem.decode(errors='replace')[-500:]}")
    return usage.ru_utime + usage.ru_stime


def judging(build: Path, folder: Path, events: int) -> Times:
    trace = folder / build.resolve().as_posix().strip("/").replace("/", "_")
    if not trace.exists():
        subprocess.run([build / "bin" / "generate_trace", trace, str(events)], check=True)
    seconds = processor_seconds([str(build / "bin" / "ompt-validate"), "--quiet", str(trace)])
    return {"judging, s a million events": [seconds * 1e6 / events]}


def recording(build: Path) -> Times:
    command = [str(build / "bin" / "recorder_benchmark"), "--benchmark_format=json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: Times = {}
    for row in json.loads(done.stdout)["benchmarks"]:
        if "ns_p50" in row:
            found[f"{row['name'].split('/')[0]}, ns with room"] = [row["ns_p50"]]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=12, help="turns of each build")
    parser.add_argument("--only", choices=("judging", "recording"))
    args = parser.parse_args()
    for build in (args.before, args.after):
        for tool in tools_needed(args.only):
            if not os.access(build / "bin" / tool, os.X_OK):
                print(f"two_builds.py: there is no {tool} in {build / 'bin'}", file=sys.stderr)
                sys.exit(2)
    builds: dict[Path, Times] = {args.before: {}, args.after: {}}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(args.repeat):
            for build, times in builds.items():
                turn: Times = {}
                if args.only != "recording":
                    turn |= judging(build, Path(folder), args.events)
                if args.only != "judging":
                    turn |= recording(build)
                for what, costs in turn.items():
                    times.setdefault(what, []).extend(costs)
    before, after = builds.values()
    for what in before.keys() & after.keys():
        low, high = min(before[what]), min(after[what])
        print(
            f"{what}: {low:.3f} before (median {statistics.median(before[what]):.3f}),"
            f" {high:.3f} after (median {statistics.median(after[what]):.3f}): {high / low:.3f} times"
        )


if __name__ == "__main__":
    main()
