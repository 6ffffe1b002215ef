#!/usr/bin/env python3
"""Counts which faults of real runs `run --quick` kills, and which the whole suite kills.

    quick_kills.py [--fault TEXT] [RUNTIME]

The faults are those of harness/faults/online's anchors.txt and handler.txt. The tests run as in the suites,
with libompt-fault.so between the runtime and the checker: first the program of the fault, then the other
quick tests, then the others, until one kills it. A test kills a fault if both of two runs with it find
something of a sort, or get a verdict, that none of four runs without it has. A fault in the signal handler
is tried in the tests that sample.
"""

import argparse
import contextlib
import os
import re
import sys
from typing import Any

import suites_here

ONLINE = suites_here.ROOT / "harness" / "faults" / "online"
sys.path.insert(0, str(ONLINE))
import anchors_test
import lit.run
import lit.worker
from ompt_cts.paths import SUITES, build_dir
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header, record_run
from ompt_cts.suite import chosen, lit_format

BIN = build_dir() / "bin"
CHECKER = str(BIN / "libompt-checker.so")
injected = {"OMPT_FAULT": "", "OMPT_FAULT_CHECKER": CHECKER}
judged: dict[str, Any] = {}  # the outcome of the test that has just run
environment, finish = record_run.environment, lit_format.ConformanceTest.finish


def faulty(*words: Any) -> dict[str, str]:
    env = environment(*words)
    if tool := env.get("OMP_TOOL_LIBRARIES"):
        tool = tool.replace(CHECKER, str(BIN / "libompt-fault.so"))
        env |= injected | {"OMP_TOOL_LIBRARIES": tool}
    return env


def noted(self: Any, test: Any, base: str, result: Any, output: str) -> Any:
    judged.update(result)
    return finish(self, test, base, result, output)


def sorts(test: Any, lit_config: Any, fault: str = "") -> set[str]:
    """The sorts of what a run of the test finds, and its verdict."""
    injected["OMPT_FAULT"] = fault
    judged.update(verdict="", findings=())
    with open(os.devnull, "w") as null, contextlib.redirect_stdout(null):
        lit.worker._execute(test, lit_config)
    found = [f"{one['rule']}: {one['message']}" for one in judged["findings"]]
    return {re.sub(r"0x[0-9a-f]+|\d+", "#", one) for one in [*found, str(judged["verdict"])]}


def measure(run: Any, only: str) -> None:
    quick = set(chosen.quick_list())
    names = {lit_format.test_name(test): test for test in run.tests}
    names = {name: test for name, test in names.items() if (SUITES / name).exists()}
    sampled = [name for name in names if "--sample" in header.text_of(SUITES / name)]
    killed = {"quick": 0, "whole": 0, "none": 0}
    truth: dict[str, set[str]] = {}

    def kills(fault: str, name: str) -> bool:
        once = [names[name], run.lit_config]
        if name not in truth:
            truth[name] = sorts(*once) | sorts(*once)
        if not (new := sorts(*once, fault) - truth[name]):
            return False
        truth[name] |= sorts(*once) | sorts(*once)
        return bool(new & sorts(*once, fault) - truth[name])

    rows = [
        row for name in ("anchors", "handler") for row in anchors_test.rows(ONLINE / f"{name}.txt")
    ]
    for fault, program, _ in (row for row in rows if only in row[0]):
        able = sampled if fault.endswith("@handler") else list(names)
        order = sorted(able, key=lambda name: (name != program, name not in quick, name))
        tries = ((name, one) for name in order for one in anchors_test.alternatives(fault))
        killer = next((name for name, one in tries if kills(one, name)), "")
        by = "quick" if killer in quick else "whole" if killer else "none"
        killed[by] += 1
        print(f"{by:6}{fault}  {killer}", flush=True)
    print(killed, flush=True)
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fault", default="", help="only faults whose name contains this")
    parser.add_argument("runtime", nargs="?", default=runtimes.DEFAULT)
    args = parser.parse_args()
    record_run.environment = faulty
    lit_format.ConformanceTest.finish = noted  # type: ignore[method-assign]
    suites_here.run(args.runtime, lambda run: measure(run, args.fault))


if __name__ == "__main__":
    main()
