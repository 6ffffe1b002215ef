#!/usr/bin/env python3
"""Divides the processor time of a warm run between a test's programs and our own steps.

    where_a_run_goes.py [--every N] [RUNTIME]

Runs every Nth test of the suites on the runtime in this process, once to fill the compile cache and once
measured, and prints a table: processor milliseconds a test, by what spends them. On a busy machine the
shares say more than the sums. Needs the runner's packages: build/venv/bin/python.
"""

import argparse
import contextlib
import functools
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import lit.run
import lit.TestRunner
import lit.worker
import suites_here
from ompt_cts.runtime import runtimes
from ompt_cts.steps import record_run, trace_folders
from ompt_cts.steps.judge import judge
from ompt_cts.suite import direct, lit_format
from ompt_cts.system import session
from ompt_cts.verdict import outcome

# The measured functions, and their names in the table.
PARTS: tuple[tuple[Any, str, str], ...] = (
    (record_run, "run_once", "the program under the checker"),
    (direct.Direct, "start", "view, FileCheck"),
    (direct.Direct, "build", "the program, compiled or cached"),
    (lit.TestRunner, "_runShTest", "tests with RUN lines"),
    (outcome, "judge", "the verdict"),
    (outcome, "write", "the outcome's files"),
    (trace_folders, "make_room", "room for the trace"),
    (session, "kill_escaped", "what programs leave running"),
    (lit.TestRunner, "parseIntegratedTestScript", "the test's header"),
    (lit_format.ConformanceTest, "execute", "the rest"),
)


def spent() -> tuple[float, float]:
    """Processor seconds of this process, and of the processes that it has started."""
    usage = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    own, others = (u.ru_utime + u.ru_stime for u in usage)
    return own, others


class Table:
    """Processor time by part: a part's calls of another part are not counted twice."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        self.others: Counter[str] = Counter()
        self.inside: list[list[float]] = []

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            before = spent()
            self.inside.append([0.0, 0.0])
            try:
                return function(*args, **kwargs)
            finally:
                taken = [now - then for now, then in zip(spent(), before, strict=True)]
                called = self.inside.pop()
                self.own[name] += taken[0] - called[0]
                self.others[name] += taken[1] - called[1]
                if self.inside:
                    self.inside[-1] = [a + b for a, b in zip(self.inside[-1], taken, strict=True)]

        return call

    def show(self, tests: int) -> None:
        print(f"{tests} tests; processor milliseconds a test")
        print(f"{'':32}{'our own':>9}{'started':>9}")
        for name in sorted(self.own, key=lambda name: -self.own[name] - self.others[name]):
            own, others = (1000 * t[name] / tests for t in (self.own, self.others))
            print(f"{name:32}{own:9.2f}{others:9.2f}")
        sums = (1000 * sum(t.values()) / tests for t in (self.own, self.others))
        print(f"{'in all':32}" + "".join(f"{one:9.2f}" for one in sums))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=8, metavar="N", help="one test in N")
    parser.add_argument("runtime", nargs="?", default=runtimes.DEFAULT)
    args = parser.parse_args()
    table = Table()

    def execute(run: Any) -> None:
        chosen = sorted(run.tests, key=lambda test: test.path_in_suite)[:: args.every]
        with open(os.devnull, "w") as null, contextlib.redirect_stdout(null):
            for test in chosen:
                lit.worker._execute(test, run.lit_config)
        judge.end()
        for place, name, what in PARTS:
            setattr(place, name, table.timed(what, getattr(place, name)))
        for test in chosen:
            lit.worker._execute(test, run.lit_config)
        table.timed(
            "the judge of all traces", judge.end
        )()  # this process waits for it here, and counts it here
        table.show(len(chosen))
        sys.stdout.flush()
        os._exit(0)

    suites_here.run(args.runtime, execute)


if __name__ == "__main__":
    main()
