#!/usr/bin/env python3
"""The share of sampling in a warm full run, in seconds and in processor time: the suites with all tests,
over the suites without those that take samples or copies of stacks.

The two take turns after one run that compiles everything. Other load of the machine counts in the
seconds, and not in the processor time.
"""

import argparse
import json
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
SAMPLES = re.compile(r"--(?:sample|stacks)=")
SIZE = 4096  # bytes at the start of a test that may hold its lines


def sampling() -> list[str]:
    """The tests that take samples or copies of stacks, by their names in the suites."""
    suites = TOP / "suites"
    found = (path for path in suites.rglob("*") if path.suffix in (".c", ".cpp", ".f90"))
    return sorted(
        str(path.relative_to(suites))
        for path in found
        if SAMPLES.search(path.read_text(encoding="utf-8")[:SIZE])
    )


def run(runtime: str, tests: str, folder: Path) -> tuple[float, float]:
    """Seconds, and seconds of processor time."""
    command = [str(TOP / "ompt-cts"), "run", "--runtime", runtime, "--filter", tests]
    command += ["--json", str(folder / "report.json")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    seconds = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"ompt-cts run ended with {done.returncode}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runtime", default="llvm-19")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--filter", default="", metavar="REGEX", help="only these tests")
    arguments = parser.parse_args()
    names = "|".join(re.escape(name) for name in sampling())
    ways = {"all": arguments.filter, "without": f"^(?!.*/(?:{names})).*{arguments.filter}"}
    spent: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    with tempfile.TemporaryDirectory() as folder:
        run(arguments.runtime, ways["all"], Path(folder))  # compiles
        for turn in range(arguments.repeats):
            for way in ways if turn % 2 else reversed(ways):
                spent[way].append(run(arguments.runtime, ways[way], Path(folder)))
    result: dict[str, object] = {"tests": len(sampling())}
    for which, words in enumerate(("seconds", "processor_seconds")):
        pairs = [(a[which], b[which]) for a, b in zip(*spent.values(), strict=True)]
        result[words] = {
            "added": round(statistics.median(a - b for a, b in pairs), 1),
            "ratio": round(statistics.median(a / b for a, b in pairs), 3),
        }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
