#!/usr/bin/env python3
"""The places where the validator spends its instructions, for an event of a generated trace, by callgrind.

usage: where_judging_goes.py BUILD [--events N]

The script counts the additional instructions of twice as many events, which leaves out the start.
A machine that updates the trace's state (validator/world.h) counts as upkeep, a machine that only
reads it as a reader of it.
"""

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

# The owners that validator/world.h names, the functions that they call, and their data.
UPKEEP = set(
    "Barriers Cancel Constraint CreatedIdentifiers ImplicitTasks LiveTable Masked Ordering Parallels Reductions"
    " Regions Schedule SharedWork Sync Targets Task TaskSync Tasks Teams Threads Window Work World".split()
)
COMMON = {"Run", "decode", "event", "Judge"}
LINE = re.compile(r"\s*([\d,]+) \(\s*[\d.]+%\)\s+(.*)")
CLASS = re.compile(r"cts::(?:\(anonymous namespace\)::)?(\w+)(?:<[^(]*>)?(?:::|\()")


def counted(validator: Path, trace: str, folder: str) -> dict[str, Counter[str]]:
    """Instructions by purpose, of the thread that judges and of the one that reads ahead."""
    out = Path(folder) / "callgrind"
    command = ["valgrind", "--tool=callgrind", "--separate-threads=yes"]
    command += [f"--callgrind-out-file={out}", str(validator), "--quiet", trace]
    subprocess.run(command, check=True, capture_output=True)
    found = {}
    for thread, suffix in (("judging", "-01"), ("reading", "-02")):
        told = subprocess.run(
            ["callgrind_annotate", "--threshold=100", "--auto=no", f"{out}{suffix}"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        found[thread] = sums = Counter[str]()
        for line in told.splitlines():
            match = LINE.match(line)
            if match and "PROGRAM TOTALS" not in line:
                where = CLASS.search(match[2])
                sums[where[1] if where else "other"] += int(match[1].replace(",", ""))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--events", type=int, default=200_000)
    args = parser.parse_args()
    tools = args.build / "bin"
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for events in (args.events, 2 * args.events):
            trace = f"{folder}/{events}"
            subprocess.run([tools / "generate_trace", trace, str(events)], check=True)
            took.append(counted(tools / "ompt-validate", trace, folder))
    for thread, fewer in took[0].items():
        more = took[1][thread]
        more.subtract(fewer)
        groups: Counter[str] = Counter()
        for name, count in more.items():
            group = "upkeep" if name in UPKEEP else "common" if name in COMMON else "readers"
            groups[group if name != "other" else "libraries and tables"] += count
        print(f"{thread}: {sum(more.values()) / args.events:.0f} instructions an event")
        if thread == "judging":
            print("  " + ", ".join(f"{k} {v / args.events:.0f}" for k, v in groups.most_common()))
        for name, count in more.most_common(24):
            print(f"  {name:24} {count / args.events:6.1f}")


if __name__ == "__main__":
    main()
