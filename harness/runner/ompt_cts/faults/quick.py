"""Writes suites/quick.txt: the tests that find most in ten seconds on two processors.

  python -m ompt_cts.faults.quick MATRIX.json REPORT.json

MATRIX.json is from `selftest --faults --json`, without --once: it names the tests that kill each
fault. REPORT.json is from `run --json`: it has the seconds of each test, and the rules that each
exercises. First come the programs in which online/anchors.txt and online/handler.txt make their
faults, cheapest first, then those that kill most faults a second, those that exercise most rules a
second, and those that exercise most rules in further folders: a runtime has code of its own for each
construct. The seconds are those of a machine that runs all tests in WHOLE.
"""

import itertools
import json
import os
import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

from ompt_cts.paths import ROOT, SUITES
from ompt_cts.steps.header import source_name
from ompt_cts.suite.chosen import QUICK

PROCESSOR_SECONDS = 18.0  # ten seconds on two processors, without the start and the report
WHOLE = 46.0  # processor seconds of a warm run of all tests (docs/performance.md)
JUDGING = 0.05  # seconds of a processor beside the program itself
ONLINE = ROOT / "harness" / "faults" / "online"
LINE = 160  # characters of a line of the list
HEAD = """\
# The tests of `ompt-cts run --quick`, written by `python -m ompt_cts.faults.quick MATRIX REPORT`.
# {killed} of the {all} faults that the matrix has killed are killed by those of the first paragraph.
"""


def of_real_runs(tables: Iterable[Path]) -> set[str]:
    """The suites' programs in which faults of real runs are made, without scenarios."""
    lines = (line.split() for table in tables for line in table.read_text().splitlines())
    return {words[1] for words in lines if len(words) > 1 and (SUITES / words[1]).is_file()}


def choose(
    first: Iterable[str],
    finders: Mapping[str, set[str]],
    seconds: Mapping[str, float],
    room: float = PROCESSOR_SECONDS,
) -> list[str]:
    """The tests that fit into the seconds. `finders`: for each target the tests that find it.
    Greedy: always the test that finds most new targets a second."""
    finds: dict[str, set[str]] = {test: set() for test in seconds}
    for thing, tests in finders.items():
        for test in tests & finds.keys():
            finds[test].add(thing)
    chosen: list[str] = []
    left = set(finders)
    waiting = sorted(set(first) & finds.keys(), key=lambda test: (seconds[test], test))
    while True:
        if not waiting:
            rest = [test for test in sorted(finds) if finds[test] & left and seconds[test] <= room]
            waiting = sorted(rest, key=lambda test: -len(finds[test] & left) / seconds[test])[:1]
        if not waiting:
            return sorted(chosen)
        test = waiting.pop(0)
        if seconds[test] <= room:
            chosen.append(test)
            room -= seconds[test]
            left -= finds[test]


def listed(tests: list[str]) -> str:
    """The lines of the list: a folder and its programs."""
    lines = []
    for folder, here in itertools.groupby(tests, key=os.path.dirname):
        words = " ".join(map(os.path.basename, here))
        lines += [f"{folder}: {line}\n" for line in textwrap.wrap(words, LINE - len(folder) - 2)]
    return "".join(lines)


def main(matrix: str, report: str) -> None:
    rows = json.loads(Path(matrix).read_text(encoding="utf-8"))["faults"]
    killers = {row["id"]: set(map(source_name, row["killers"])) for row in rows if row["killers"]}
    finders = dict(killers)
    there: dict[str, set[str]] = {}
    seconds: dict[str, float] = {}
    for test in json.loads(Path(report).read_text(encoding="utf-8"))["tests"]:
        name = source_name(test["name"])  # a chosen test runs on all its devices
        if test["traces"]:
            seconds[name] = seconds.get(name, 0.0) + test["seconds"] + JUDGING
            for rule in set(test["rules"]) - set(test["unexercised"]):
                finders.setdefault(f"rule {rule}", set()).add(name)
                there.setdefault(f"rule {rule} in {Path(name).parent}", set()).add(name)
    busy = sum(seconds.values()) / WHOLE
    seconds = {name: spent / busy for name, spent in seconds.items()}
    of_real = of_real_runs(ONLINE / table for table in ("anchors.txt", "handler.txt"))
    first = choose(of_real, killers, seconds)
    tests = choose(choose(first, finders, seconds), finders | there, seconds)
    killed = sum(bool(by & set(first)) for by in killers.values())
    head = HEAD.format(killed=killed, all=len(killers))
    more = listed(sorted(set(tests) - set(first)))
    QUICK.write_text(f"{head}{listed(first)}\n{more}", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
