#!/usr/bin/env python3
"""Measures the speed of ompt-validate and the growth of its memory, on generated traces.

usage: validator.py [--build DIR] [--events N] [--repeat N]

Prints events a second (best and median of the repeats) for N events, and the peak memory for N and
for N/10 events. Reading the same trace without judging it (ompt-view --counts) is the yardstick
within the same run.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(command: list[str]) -> tuple[float, int]:
    """Seconds and peak memory in KiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command[0]} failed: {output.decode(errors='replace')[-500:]}")
    return seconds, usage.ru_maxrss


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    tools = args.build / "bin"
    with tempfile.TemporaryDirectory() as folder:
        memory = {}
        for events in (args.events // 10, args.events):
            trace = f"{folder}/{events}"
            subprocess.run([tools / "generate_trace", trace, str(events)], check=True)
            validate = [str(tools / "ompt-validate"), "--quiet", trace]
            runs = [run(validate) for _ in range(args.repeat)]
            memory[events] = max(peak for _, peak in runs)
            reading = min(run([str(tools / "ompt-view"), "--counts", trace])[0] for _ in range(2))
            seconds = [s for s, _ in runs]
            print(
                f"{events} events: {events / min(seconds) / 1e6:.1f} million events a second at best,"
                f" {events / statistics.median(seconds) / 1e6:.1f} in the median;"
                f" {min(seconds) / reading:.2f} times the time that counting takes;"
                f" {memory[events] / 1024:.1f} MiB at most"
            )
        small, large = memory.values()
        print(f"ten times the events: {large / small:.2f} times the memory")


if __name__ == "__main__":
    main()
