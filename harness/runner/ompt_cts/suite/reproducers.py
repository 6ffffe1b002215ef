"""Runs the reproducers of known deviations: each must show its finding, and nothing unknown.

    python3 -m ompt_cts.suite.reproducers [RUNTIME… [-- NAME…]]   without names every runtime here

An entry of `expectations/RUNTIME.toml` names its reproducer: a file in `expectations/reproducers/`, or
a program of the suites. Entries of one cause share their reproducer. A runtime takes over the entries of
its bases with their reproducers; so each runs on every runtime that lists it. A file in
`expectations/reproducers/` is a program with a header of comments:

    // SHOWS: parallel-end.paired task-info.flags   all rules that it contradicts
    // MAY SHOW: task-info.data                     rules that it contradicts in some runs
    // FLAGS: -O3                                   for the compiler
    // ENV: OMP_CANCELLATION=true                   for the program
    // RECORD: --probes=full                        options of record_run.py

`SHOWS: crash` stands for a program that the runtime ends by a signal or wrongly, `tool.harmless` for one
that ends so only if entry points are called. The folder's name is the runtime of the header. There the
program shows exactly this, and the findings of every program (entries for all tests, or for all that
offload). On another runtime it may also show the findings of that runtime's entries. An entry without a
reproducer says why (`unreproduced`); the suites show deviations of every run, and this module reports an
entry that none shows. The output has one line for each reproducer and each entry that none shows. Exit
status 1 if a reproducer shows something else, or none shows an entry of the runtime's own file; entries
from bases may need features that this runtime lacks.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ompt_cts.catalogue import HARMLESS
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header, said, tools
from ompt_cts.steps.program import PARTS
from ompt_cts.verdict import breaches, expectations, judging
from ompt_cts.verdict.expectations import Deviation, Told

FOLDER = ROOT / "expectations" / "reproducers"
SHOWS = re.compile(r"^(?://|!) (SHOWS|MAY SHOW): (.+)$", re.MULTILINE)
OFFLOAD = "--offload"
PROFILE = "5.2"
SECONDS = 60
TRIES = 3  # for what does not show in every run
EVERYWHERE = (("*",), ("target/*",))  # the second: every program that offloads
CRASH: Told = breaches.ended("crash", "")


@dataclass(frozen=True)
class Reproducer:
    path: Path
    shows: frozenset[str]
    may_show: frozenset[str] = frozenset()
    flags: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    record: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        folder = FOLDER if FOLDER in self.path.parents else ROOT
        return str(self.path.relative_to(folder))

    @property
    def runtime(self) -> str:
        """The runtime of the header; none for a program of the suites."""
        return self.path.parent.name if FOLDER in self.path.parents else ""

    @property
    def offloads(self) -> bool:
        return OFFLOAD in self.flags

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


def file_of(reproducer: str) -> Path | None:
    """The file that an entry's `reproducer` names; none if it is prose or code."""
    if "\n" in reproducer:
        return None
    places = (FOLDER / reproducer, ROOT / reproducer)
    return next((path for path in places if reproducer and path.is_file()), None)


def read(path: Path) -> Reproducer:
    text = path.read_text(encoding="utf-8")
    words = {name: listed.split() for name, listed in SHOWS.findall(text)}
    own = header.read(str(path))
    offload = (OFFLOAD,) if "offload" in header.required(header.text_of(path)) else ()
    return Reproducer(
        path,
        frozenset(words.get("SHOWS", ())),
        frozenset(words.get("MAY SHOW", ())),
        tuple(dict.fromkeys((*own.flags, *offload))),
        own.environment,
        own.record,
    )


def here(entry: Deviation) -> bool:
    """Whether all programs may show it. Entries for some tests of a base are shown on the base's
    runtime."""
    return entry.within == ("*",)


def cause_of(entry: Deviation) -> str:
    return entry.cause or entry.rule


def by_cause(entries: list[Deviation]) -> dict[str, list[Path]]:
    """The files that the entries of each cause name."""
    found: dict[str, dict[Path, None]] = {}
    for entry in entries:
        files = found.setdefault(cause_of(entry), {})
        if path := file_of(entry.reproducer):
            files[path] = None
    return {cause: list(files) for cause, files in found.items()}


def as_listed(entries: list[Deviation]) -> list[list[Deviation]]:
    """The entries in the form of the files, where one may name several rules."""
    tables: dict[tuple[object, ...], list[Deviation]] = {}
    for entry in entries:
        key = (entry.cause, entry.reason, entry.tests, entry.match)
        tables.setdefault(key, []).append(entry)
    return list(tables.values())


@dataclass(frozen=True)
class Bench:
    """The tools that compile, record and judge a reproducer."""

    runtime: str
    build: Path
    compile: list[str]
    record: list[str]
    environment: dict[str, str]
    entries: list[Deviation]
    own: list[Deviation]
    offloads: bool = True

    def told(self, finding: Told, everywhere: bool = False) -> bool:
        """Whether an entry describes a finding; `everywhere`: a finding of every program."""
        return any(
            entry.rule == finding["rule"] and entry.says(finding)
            for entry in self.entries
            if not everywhere or entry.tests in EVERYWHERE
        )


def bench_for(name: str, build: Path) -> Bench:
    runtime = runtimes.named(name)
    path = runtimes.write_json(runtime, build)
    commands = dict(tools.substitutions(tools.find(build, path, PROFILE, runtime.to_json())))
    return Bench(
        name,
        build,
        shlex.split(commands["%cts-compile"]),
        shlex.split(commands["%cts-record"]),
        {**runtime.environment, PARTS: runtime.parts},
        expectations.read(expectations.default_path(name)),
        own(name),
        runtime.offload is not None,
    )


def own(name: str) -> list[Deviation]:
    """The entries of a runtime's own file, and of bases that belong to no runtime."""
    known = {description.name for description in runtimes.all_descriptions()}
    shared = [base for base in expectations.bases_of(name) if base not in known]
    return [
        e for file in (name, *shared) for e in expectations.own(expectations.default_path(file))
    ]


def last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


class NotHereError(Exception):
    """A reproducer that cannot run with this runtime's compiler, or without a device."""


def shown(what: Reproducer, bench: Bench, profiles: tuple[str, ...] = (PROFILE,)) -> list[Told]:
    """The rules that a run contradicts. NotHereError if it cannot run."""
    if what.offloads and not bench.offloads:
        raise NotHereError("has no device to run on")
    if "RUN:" in what.text:
        raise NotHereError("has RUN lines for lit, so only the suites run it")
    with tempfile.TemporaryDirectory() as folder:
        program, trace = f"{folder}/{what.path.stem}", f"{folder}/trace"
        command = [*bench.compile, str(what.path), "-o", program, *what.flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotHereError(f"does not compile: {last_line(done.stderr)}")
        command = [*bench.record, *what.record, trace, program]
        environment = {**os.environ, **bench.environment, **dict(what.environment)}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if done.returncode:
            return [CRASH]
        asked = judging.record_beside(trace).get("with_probes", {})
        if asked.get("state") == "crash":
            return [breaches.ended(HARMLESS, said.where_asked(asked), said.facts_asked(asked))]
        found = [judging.validate(trace, profile, bench.build) for profile in profiles]
    return [f for judged in found for f in judged["findings"] if f["severity"] == "error"]


def problem(what: Reproducer, bench: Bench, findings: list[Told]) -> str:
    """The differences between a run and its expectation."""
    if not what.runtime:
        return ""
    own = what.runtime == bench.runtime
    rules = {finding["rule"] for finding in findings}
    missing = what.shows - rules if own else set()
    extra = {
        finding["rule"]
        for finding in findings
        if finding["rule"] not in what.shows | what.may_show
        and finding != CRASH
        and not bench.told(finding, everywhere=own)
    }
    parts = [f"does not show {rule}" for rule in sorted(missing)]
    parts += [f"shows {rule}, which no entry describes" for rule in sorted(extra)]
    return "; ".join(parts)


def profiles_for(
    path: Path, files: dict[str, list[Path]], entries: list[Deviation]
) -> tuple[str, ...]:
    """The profiles in which a file can show the findings of its entries."""
    of = [entry for entry in entries if path in files[cause_of(entry)]]
    others = {entry.profiles[-1] for entry in of if PROFILE not in entry.profiles}
    return tuple(sorted({PROFILE} | others))


def needs_none(table: list[Deviation]) -> bool:
    """Whether the entry explains why it has no reproducer, or shows in every run of the suites."""
    return any(entry.unreproduced or not entry.sometimes for entry in table)


def judge(bench: Bench, chosen: list[str]) -> Iterator[tuple[str, bool]]:
    """A line for each reproducer, then one for each entry that none shows; and whether it is
    wrong."""
    entries = [entry for entry in bench.entries if here(entry)]
    files = by_cause(entries)
    runs: dict[Path, list[Told]] = {}
    for path in dict.fromkeys(path for paths in files.values() for path in paths):
        if chosen and path.stem not in chosen:
            continue
        what = read(path)
        try:
            runs[path] = shown(what, bench, profiles_for(path, files, entries))
            text = problem(what, bench, runs[path])
            yield f"{what.name}: {text or 'as said'}", bool(text)
        except NotHereError as reason:
            yield f"{what.name}: {reason}", what.runtime == bench.runtime
    for table in () if chosen else as_listed(entries):
        named = files[cause_of(table[0])]
        paths = [path for path in named if path in runs]
        if bool(named) > bool(paths) or needs_none(table):
            continue  # the reason why they cannot run has been printed
        for _ in range(TRIES):
            if told_of(table, [finding for path in paths for finding in runs[path]]):
                break
            for path in paths:
                runs[path] += shown(read(path), bench, profiles_for(path, files, entries))
        else:
            rules = ", ".join(entry.rule for entry in table)
            text = f"{cause_of(table[0])}: no reproducer shows {rules} ({table[0].reason})"
            yield text, table[0] in bench.own


def told_of(table: list[Deviation], findings: list[Told]) -> bool:
    return any(e.rule == f["rule"] and e.says(f) for e in table for f in findings)


def main(arguments: list[str]) -> int:
    names, _, chosen = " ".join(arguments).partition("--")
    build = build_dir()
    os.environ.setdefault("OMPT_CTS_COMPILE_CACHE", str(build / "compile-cache"))
    failed = False
    for name in names.split() or installed():
        bench = bench_for(name, build)
        for text, wrong in judge(bench, chosen.split()):
            print(f"{name}: {text}", flush=True)
            failed |= wrong
    return 1 if failed else 0


def installed() -> list[str]:
    """The runtimes of this machine with known deviations, but for those of another machine."""
    found = [r for r in runtimes.discover() if r.available and not r.target]
    return [r.name for r in found if expectations.default_path(r.name).exists()]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UserError as error:
        print(f"ompt-cts: error: {error}", file=sys.stderr)
        sys.exit(2)
