#!/usr/bin/env python3
"""The callbacks and the phases of the runtime that the samples of recorded runs have interrupted.

Each kind of callback has a row: the number of its calls, of samples inside it (in the checker, or in
functions that it calls), and of samples in the runtime's own code after it, before the thread's next
event. Then the number of samples with each state. Only callbacks that occurred have rows.
"""

import argparse
import json
import re
import subprocess
from bisect import bisect_right
from collections import Counter, defaultdict
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
KINDS = ("kind", "work_type", "thread_type", "prior_task_status", "endpoint")


def callbacks() -> set[str]:
    table = (TOP / "harness/trace/events.def").read_text(encoding="utf-8")
    return set(re.findall(r"^CTS_CALLBACK\((\w+)", table, re.MULTILINE))


def label(event: dict) -> str:
    fields = event["fields"]
    return " ".join([event["event"], *(str(fields[kind]) for kind in KINDS if kind in fields)])


def objects(trace: Path) -> list[tuple[int, int, str]]:
    """The places of the process's code: the checker's, the runtime's, the program's, others'."""
    found = []
    for line in (trace / "info" / "maps").read_text(encoding="utf-8").splitlines():
        span, *_, name = line.split(maxsplit=5)
        low, high = (int(word, 16) for word in span.split("-"))
        kind = "other"
        if "libompt-checker" in name:
            kind = "checker"
        elif re.search(r"/lib(omp|iomp5|gomp)[^/]*$", name):
            kind = "runtime"
        found.append((low, high, kind))
    return sorted(found)


def read(view: Path, trace: Path, told: dict[str, Counter]) -> None:
    maps, names = objects(trace), callbacks()
    threads: dict[int, tuple[list[int], list[str]]] = defaultdict(lambda: ([], []))
    owner: dict[int, int] = {}
    samples: list[tuple[int, int, int]] = []  # stream, time, program counter
    with subprocess.Popen([view, "--json", trace], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            event = json.loads(line)
            name, stream = event["event"], event["thread"]
            if name == "samples_of":
                owner[stream] = event["fields"]["of"]
            elif name == "sample":
                samples.append((stream, event["time"], event["fields"]["pc"]))
            elif name == "probe_thread" and stream in owner:
                told["states"][event["fields"]["state"]] += 1
            elif name in names:
                times, labels = threads[stream]
                times.append(event["time"])
                labels.append(label(event))
                told["came"][labels[-1]] += 1
    for stream, time, counter in samples:
        times, labels = threads[owner[stream]]
        before = bisect_right(times, time) - 1
        last = labels[before] if before >= 0 else "(before the first)"
        place = bisect_right(maps, (counter, 1 << 64, "")) - 1
        low, high, kind = maps[place]
        told[kind if low <= counter < high else "other"][last] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, default=TOP / "build" / "bin")
    parser.add_argument("traces", type=Path, nargs="+")
    arguments = parser.parse_args()
    told: dict[str, Counter] = defaultdict(Counter)
    for trace in arguments.traces:
        read(arguments.bin / "ompt-view", trace, told)
    print("| callback | came | samples in it | in the runtime after it |\n|---|---|---|---|")
    for name, came in sorted(told["came"].items()):
        print(f"| `{name}` | {came} | {told['checker'][name]} | {told['runtime'][name]} |")
    print("\n| told state | samples |\n|---|---|")
    for state, count in told["states"].most_common():
        print(f"| `{state}` | {count} |")


if __name__ == "__main__":
    main()
