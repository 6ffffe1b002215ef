# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the reproducers of known deviations: each shows its finding, and nothing else.

    python3 -m ompt_cts.reproducers RUNTIME [NAME…]

`expectations/reproducers/RUNTIME/NAME.c` (.cpp, .f90) is the reproducer that an entry of
`expectations/RUNTIME.toml` names. It is a program of its own with a header of comments:

    // SHOWS: parallel-end.paired task-info.flags   the rules that it contradicts, all of them
    // MAY SHOW: task-info.data                     what depends on who comes first
    // FLAGS: -O3                                   for the compiler
    // ENV: OMP_CANCELLATION=true                   for the program
    // RECORD: --probes=full                        how it is recorded (record_run.py)

`SHOWS: crash` stands for a program that the runtime ends by a signal. What every program shows on
this runtime is left out: the findings that entries for the tests `*` describe. One line for each
reproducer that shows something else; exit status 1 if there is any.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ompt_cts import expectations, judging, runtimes, steps
from ompt_cts.paths import ROOT, build_dir

FOLDER = ROOT / "expectations" / "reproducers"
HEADER = re.compile(r"^(?://|!) (SHOWS|MAY SHOW|FLAGS|ENV|RECORD): (.+)$", re.MULTILINE)
PROFILE = "5.2"
SECONDS = 60


@dataclass(frozen=True)
class Reproducer:
    path: Path
    shows: frozenset[str]
    may_show: frozenset[str] = frozenset()
    flags: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    record: tuple[str, ...] = ()


def read(path: Path) -> Reproducer:
    words = {name: text.split() for name, text in HEADER.findall(path.read_text(encoding="utf-8"))}
    return Reproducer(
        path,
        frozenset(words.get("SHOWS", ())),
        frozenset(words.get("MAY SHOW", ())),
        tuple(words.get("FLAGS", ())),
        tuple(words.get("ENV", ())),
        tuple(words.get("RECORD", ())),
    )


def of_runtime(name: str) -> list[Reproducer]:
    folder = FOLDER / name
    return [read(path) for path in sorted(folder.iterdir())] if folder.is_dir() else []


def everywhere(entries: list[expectations.Deviation]) -> list[expectations.Deviation]:
    return [entry for entry in entries if entry.tests == ("*",)]


def shown(what: Reproducer, programs: dict[str, list[str]], build: Path) -> tuple[set[str], str]:
    """The rules that a run contradicts, with a message each; or why there is no answer."""
    with tempfile.TemporaryDirectory() as folder:
        program, trace = f"{folder}/{what.path.stem}", f"{folder}/trace"
        compile_ = [*programs["%cts-compile"], str(what.path), "-o", program, *what.flags]
        done = subprocess.run(compile_, capture_output=True, text=True, check=False)
        if done.returncode:
            return set(), f"does not compile: {done.stderr.strip().splitlines()[-1:]}"
        record = [*programs["%cts-record"], *what.record, trace, program]
        environment = {**os.environ, **dict(item.split("=", 1) for item in what.environment)}
        done = subprocess.run(
            record, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if done.returncode >= 128:
            return {"crash"}, ""
        if done.returncode:
            return set(), f"cannot be recorded: {done.stderr.strip().splitlines()[-1:]}"
        found = judging.validate(trace, PROFILE, build)
    test = f"reproducers/{what.path.name}"
    known = everywhere(programs["entries"])  # type: ignore[arg-type]
    rest = {
        finding["rule"]
        for finding in found["findings"]
        if finding["severity"] == "error"
        and (
            finding["rule"] in what.shows
            or not expectations.find(known, test, finding["rule"], finding["message"])
        )
    }
    return rest, ""


def problem(what: Reproducer, programs: dict[str, list[str]], build: Path) -> str:
    rules, trouble = shown(what, programs, build)
    if trouble:
        return trouble
    missing, extra = what.shows - rules, rules - what.shows - what.may_show
    parts = [f"does not show {rule}" for rule in sorted(missing)]
    parts += [f"shows {rule}, which its header does not name" for rule in sorted(extra)]
    return "; ".join(parts)


def main(arguments: list[str]) -> int:
    name, chosen = arguments[0], set(arguments[1:])
    build = build_dir()
    runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
    path = runtimes.write_json(runtime, build)
    programs: dict = {
        key: words.split() for key, words in steps.substitutions(build, path, PROFILE)
    }
    programs["entries"] = expectations.for_runtime(name, PROFILE)
    os.environ.setdefault("OMPT_CTS_COMPILE_CACHE", str(build / "compile-cache"))
    failed = 0
    for what in of_runtime(name):
        if chosen and what.path.stem not in chosen:
            continue
        text = problem(what, programs, build)
        print(f"{what.path.name}: {text or 'as said'}", flush=True)
        failed += bool(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
