# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the reproducers of known deviations: each shows its finding, and nothing else.

    python3 -m ompt_cts.suite.reproducers RUNTIME [NAME…]

`expectations/reproducers/RUNTIME/NAME.c` (.cpp, .f90) is the reproducer that an entry of
`expectations/RUNTIME.toml` names. It is a program of its own with a header of comments:

    // SHOWS: parallel-end.paired task-info.flags   the rules that it contradicts, all of them
    // MAY SHOW: task-info.data                     what depends on who comes first
    // FLAGS: -O3                                   for the compiler
    // ENV: OMP_CANCELLATION=true                   for the program
    // RECORD: --probes=full                        how it is recorded (record_run.py)

`SHOWS: crash` stands for a program that the runtime ends by a signal. What every program shows on
this runtime is left out: the findings that entries for all tests, or all that offload, describe.
One line for each; exit status 1 if one shows something else.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header, tools
from ompt_cts.steps.program import PARTS
from ompt_cts.verdict import expectations, judging

FOLDER = ROOT / "expectations" / "reproducers"
SHOWS = re.compile(r"^(?://|!) (SHOWS|MAY SHOW): (.+)$", re.MULTILINE)
PROFILE = "5.2"
SECONDS = 60
EVERYWHERE = (("*",), ("target/*",))  # the second: every program that offloads


@dataclass(frozen=True)
class Reproducer:
    path: Path
    shows: frozenset[str]
    may_show: frozenset[str] = frozenset()
    flags: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    record: tuple[str, ...] = ()


def read(path: Path) -> Reproducer:
    words = {name: text.split() for name, text in SHOWS.findall(path.read_text(encoding="utf-8"))}
    own = header.read(str(path))
    return Reproducer(
        path,
        frozenset(words.get("SHOWS", ())),
        frozenset(words.get("MAY SHOW", ())),
        own.flags,
        own.environment,
        own.record,
    )


def of_runtime(name: str) -> list[Reproducer]:
    folder = FOLDER / name
    return [read(path) for path in sorted(folder.iterdir())] if folder.is_dir() else []


@dataclass(frozen=True)
class Bench:
    """What a reproducer is compiled, recorded and judged with."""

    build: Path
    compile: list[str]
    record: list[str]
    environment: dict[str, str]
    known: list[expectations.Deviation]  # what every program shows


def bench_for(name: str, build: Path) -> Bench:
    runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
    path = runtimes.write_json(runtime, build)
    commands = dict(tools.substitutions(tools.find(build, path, PROFILE)))
    entries = expectations.load(expectations.default_path(name), PROFILE)
    return Bench(
        build,
        shlex.split(commands["%cts-compile"]),
        shlex.split(commands["%cts-record"]),
        {**runtime.environment, PARTS: runtime.parts},
        [entry for entry in entries if entry.tests in EVERYWHERE],
    )


def last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


def shown(what: Reproducer, bench: Bench) -> tuple[set[str], str]:
    """The rules that a run contradicts; or why there is no answer."""
    with tempfile.TemporaryDirectory() as folder:
        program, trace = f"{folder}/{what.path.stem}", f"{folder}/trace"
        command = [*bench.compile, str(what.path), "-o", program, *what.flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return set(), f"does not compile: {last_line(done.stderr)}"
        command = [*bench.record, *what.record, trace, program]
        environment = {**os.environ, **bench.environment, **dict(what.environment)}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if done.returncode >= 128:
            return {"crash"}, ""
        if done.returncode:
            return set(), f"cannot be recorded: {last_line(done.stderr)}"
        found = judging.validate(trace, PROFILE, bench.build)
    test = f"{'target' if '--offload' in what.flags else 'reproducers'}/{what.path.name}"
    rest = {
        finding["rule"]
        for finding in found["findings"]
        if finding["severity"] == "error"
        and (
            finding["rule"] in what.shows
            or not expectations.find(bench.known, test, finding["rule"], finding["message"])
        )
    }
    return rest, ""


def problem(what: Reproducer, bench: Bench) -> str:
    rules, trouble = shown(what, bench)
    if trouble:
        return trouble
    missing, extra = what.shows - rules, rules - what.shows - what.may_show
    parts = [f"does not show {rule}" for rule in sorted(missing)]
    parts += [f"shows {rule}, which its header does not name" for rule in sorted(extra)]
    return "; ".join(parts)


def main(arguments: list[str]) -> int:
    if not arguments:
        print("usage: python3 -m ompt_cts.suite.reproducers RUNTIME [NAME…]", file=sys.stderr)
        return 2
    runtime, *chosen = arguments
    bench = bench_for(runtime, build_dir())
    os.environ.setdefault("OMPT_CTS_COMPILE_CACHE", str(bench.build / "compile-cache"))
    failed = False
    for what in of_runtime(runtime):
        if chosen and what.path.stem not in chosen:
            continue
        text = problem(what, bench)
        print(f"{what.path.name}: {text or 'as said'}", flush=True)
        failed |= bool(text)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UserError as error:
        print(f"ompt-cts: error: {error}", file=sys.stderr)
        sys.exit(2)
