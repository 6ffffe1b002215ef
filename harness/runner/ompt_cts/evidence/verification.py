"""Checks a bundle against itself, against its traces judged again, and against this checkout.

A person who edits a report can compute every checksum again. Two things cannot be made again and
therefore decide: the traces and the suite's tests. Facts that neither shows become notes.
"""

import datetime
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.evidence import layout, rejudge, statement, waivers
from ompt_cts.evidence.rejudge import Bundle, Judged
from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.reports import origin, report
from ompt_cts.reports.report import Report
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header
from ompt_cts.verdict import identity
from ompt_cts.verdict.words import Verdict

DERIVED = (
    *("conformance", "as_expected", "exit_code", "runtime", "summary", "rules", "tests"),
    *("findings", "causes", "exhibits", "expectations"),
)
TRACE_ID = slice(8, 16)  # of info/manifest (harness/trace/manifest.h)
NOTED = re.compile(rb"/suites/([\w./+-]{1,200}\.(?:c|cpp|f90)):\d")  # a note's place
LONGEST = 240  # bytes of one
SHOWN = 5  # shown differences of one sort


@dataclass
class Answer:
    """The results of a check. `problems`: the bundle is not what it says; `notes`: facts for a
    person, among them those that only a signature can support."""

    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    report: Report | None = None
    waived: int = 0
    unwaived: list[str] = field(default_factory=list)


def check(folder: Path, key: Path | None = None, today: datetime.date | None = None) -> Answer:
    """All checks of a bundle. UserError for a folder that is no bundle, or cannot be checked
    here."""
    answer = Answer()
    if (folder / layout.MANIFEST).exists():
        answer.problems += layout.unfit(folder)
    if answer.problems:
        return answer  # the bundle must not be read
    try:
        _check(folder, key, today, answer)
    except (LookupError, TypeError, ValueError, AttributeError, OSError) as problem:
        answer.problems.append(f"the bundle has values that cannot be judged: {problem!r:.200}")
    return answer


def _check(folder: Path, key: Path | None, today: datetime.date | None, answer: Answer) -> None:
    bundle = rejudge.open_bundle(folder)
    answer.problems += layout.differences(folder, bundle.manifest["files"])
    answer.problems += layout.strangers(folder)
    if _other_suite(bundle, answer):
        return  # another catalogue judges differently: further checks would say nothing
    _tests(bundle, answer)
    given = _waivers(folder, today or datetime.datetime.now(tz=datetime.UTC).date(), answer)
    applied = rejudge.known(bundle)
    _known(bundle, answer)
    tests = sorted({str(test) for test in bundle.manifest["tests"]})
    asked = rejudge.session(bundle, applied)
    judged = rejudge.judge_all(bundle, asked, tests)
    answer.problems += [problem for one in judged.values() for problem in one.problems]
    answer.problems += list(_runtimes(bundle, judged))
    answer.problems += list(_whose_traces(bundle, tests))
    answer.problems += list(_left_out(bundle, tests))
    rebuilt = rejudge.build_report(bundle, applied, judged)
    _reports(folder, rebuilt, answer)
    answer.report = rebuilt
    answer.unwaived = waivers.unwaived(rebuilt, given)
    answer.waived = len(waivers.broken(rebuilt)) - len(answer.unwaived)
    answer.notes += waivers.idle(rebuilt, given)
    wrong, blank = statement.problems(folder, rebuilt, given)
    answer.problems += wrong
    if blank:
        answer.notes.append(f"the statement is not filled in: {', '.join(blank)}")
    _signed(folder, key, answer)
    answer.notes += list(_unshown(bundle, judged))


# The suite


def _other_suite(bundle: Bundle, answer: Answer) -> bool:
    """Whether this checkout differs from the bundle's suite, so that nothing can be compared."""
    told, own = bundle.manifest["suite"], origin.commit()
    said = told.get("report", {})
    theirs = str(said.get("commit", ""))
    if said.get("version") != report.__version__ or theirs != own:
        answer.problems.append(
            f"another suite version: the bundle has {said.get('version')} commit {theirs}, this "
            f"checkout is {report.__version__} commit {own}: check out what the bundle names"
        )
    mine, its = layout.suite_digests(), told.get("digests", {})
    changed = sorted(name for name in mine if its.get(name) != mine[name])
    for name in changed[:SHOWN]:
        what = {"rules": "the catalogue", "include": "suites/include"}.get(name, f"the test {name}")
        answer.problems.append(f"another suite: {what} differs from this checkout")
    if len(changed) > SHOWN:
        answer.problems.append(f"another suite: {len(changed) - SHOWN} more tests differ")
    patch = bundle.folder / layout.SUITE / "patch.diff"
    if patch.is_file() and patch.stat().st_size:
        answer.notes.append(f"the suite was patched: read {layout.SUITE}/patch.diff")
    return bool(answer.problems) and (theirs != own or bool(changed))


def _tests(bundle: Bundle, answer: Answer) -> None:
    """Checks that the tests are those of the suite, each once, with exactly their folders."""
    tests = [str(test) for test in bundle.manifest["tests"]]
    twice = [test for test, count in Counter(tests).items() if count > 1]
    answer.problems += [f"the test {test} is listed twice" for test in twice]
    listed, own = set(tests), set(header.tests())
    for test in sorted(own - {header.source_name(test) for test in listed}):
        answer.problems.append(f"the test {test} is missing")
    for test in sorted(test for test in listed if header.source_name(test) not in own):
        answer.problems.append(f"the test {test} is additional: the suite has no such test")
    there = {path.name for path in (bundle.folder / layout.TESTS).glob("*")}
    folders = {layout.test_folder(test).partition("/")[2] for test in listed}
    for name in sorted(there - folders):
        answer.problems.append(f"{layout.TESTS}/{name} is additional: no test of the list has it")


# Waivers and known deviations


def _waivers(folder: Path, today: datetime.date, answer: Answer) -> list[waivers.Waiver]:
    try:
        given = waivers.read(folder / layout.WAIVERS)
    except UserError as problem:
        answer.problems.append(str(problem))
        return []
    rules = set(catalogue.load())
    for waiver in given:
        answer.problems += waiver.faults(today)
        answer.problems += [
            f"waiver {waiver.number}: there is no rule {rule!r}"
            for rule in waiver.rules
            if rule not in rules
        ]
    return [waiver for waiver in given if not waiver.faults(today)]


def _known(bundle: Bundle, answer: Answer) -> None:
    """Checks that the known deviations are this checkout's, or notes them as the submitter's own."""
    row = bundle.manifest["context"]["known"]["row"]
    here = [what.name for what in identity.by_checksum(runtimes.described(), _library_of(bundle))]
    if row["by"] == "checksum" and row["runtime"] not in here:
        answer.problems.append(f"no runtime {row['runtime']!r} described here has this checksum")
    home = ROOT / "expectations"
    if not (bundle.folder / layout.KNOWN).is_dir():
        return  # the report has applied none
    for path, _ in layout.walk(bundle.folder / layout.KNOWN):
        own = home / path
        copy = bundle.folder / layout.KNOWN / path
        if not own.is_file():
            answer.notes.append(f"{layout.KNOWN}/{path} is the submitter's own, not this suite's")
        elif own.read_bytes() != copy.read_bytes():
            answer.problems.append(f"{layout.KNOWN}/{path} differs from this checkout")


# The traces


def _runtimes(bundle: Bundle, judged: dict[str, Judged]) -> Iterator[str]:
    """Checks that every trace and every library is of the runtime that the bundle names."""
    named = str(bundle.runtime.get("sha256", ""))
    others: dict[str, list[str]] = {}
    for test, one in judged.items():
        loaded = one.outcome["runtime"].get("sha256", "")
        if one.outcome["traces"] and loaded != named:
            others.setdefault(str(loaded), []).append(test)
    for loaded, tests in sorted(others.items()):
        yield (
            f"another runtime: {len(tests)} of the tests have loaded {loaded or 'an unknown one'}, "
            f"the bundle is of {named}: {', '.join(tests[:SHOWN])}"
        )
    offload = bundle.runtime.get("offload") or {}
    libraries = (("library_real", named), ("library", named))
    for key, checksum in libraries:
        yield from _library(bundle, str(bundle.runtime.get(key, "")), checksum)
    if offload.get("library"):
        yield from _library(bundle, str(offload["library"]), str(offload.get("sha256", "")))


def _library(bundle: Bundle, path: str, checksum: str) -> Iterator[str]:
    inside = bundle.code / path.lstrip("/")
    if not inside.resolve().is_relative_to(bundle.code.resolve()) or not inside.is_file():
        yield f"another runtime: {path or 'a library without a name'} is not in the bundle"
    elif layout.checksum(inside) != checksum:
        yield f"another runtime: the bundle's copy of {path} has another checksum than listed"


def _own_traces(bundle: Bundle, test: str) -> list[Path]:
    folder = bundle.folder / layout.test_folder(test)
    return sorted(path.parents[1] for path in folder.glob("*/info/manifest"))


def _whose_traces(bundle: Bundle, tests: list[str]) -> Iterator[str]:
    """Checks that each trace belongs to its own test's program, and not to two tests."""
    owners: dict[bytes, str] = {}
    for test in tests:
        traces = _own_traces(bundle, test)
        programs = []
        for trace in traces:
            number = (trace / "info" / "manifest").read_bytes()[TRACE_ID]
            if owners.setdefault(number, f"{test} {trace.name}") != f"{test} {trace.name}":
                yield f"{test}: the trace {trace.name} is also that of {owners[number]}: exchanged"
            metadata = (trace / "metadata").read_text(encoding="utf-8", errors="replace")
            programs += [line for line in metadata.splitlines() if line.startswith("  program = ")]
            told = _of_notes(trace)
            if told and not header.sources(test) & told:
                yield f"{test}: the notes in the trace {trace.name} belong to {min(told)}: exchanged"
        folder, _, name = test.rpartition("/")
        part = f"/suites/{folder}/Output/{name}.tmp"
        if traces and not any(part in line for line in programs):
            yield f"{test}: none of its traces is of its own program: exchanged"


def _of_notes(trace: Path) -> set[str]:
    """The tests whose sources contain the notes of a trace."""
    found: set[str] = set()
    for stream in sorted(trace.glob("thread_*")):
        with stream.open("rb") as file:
            rest = b""
            while block := file.read(layout.CHUNK):
                found |= {name.decode() for name in NOTED.findall(rest + block)}
                rest = block[-LONGEST:]
    return found & header.tests()


def _left_out(bundle: Bundle, tests: list[str]) -> Iterator[str]:
    """Checks that only tests that were not drawn lack their traces."""
    number, table = bundle.manifest.get("sample", 0), dict(bundle.manifest["left_out"])
    there = {test: _trace_files(bundle, test) for test in tests if test not in table}
    for test in tests:
        judged = (bundle.folder / layout.test_folder(test) / layout.JUDGED).exists()
        if judged and test not in table and not rejudge.says(test, rejudge.REMOVES):
            yield f"{test}: its traces are left out without their checksums"
    if table and int(number) < 1:
        yield "traces are left out, although no sample was drawn"
    if table:
        drawn = layout.drawn({**there, **table}, int(number))
        for test in sorted(set(table) & drawn):
            yield f"{test}: its traces are left out although it was drawn"


def _trace_files(bundle: Bundle, test: str) -> Json:
    return {
        f"{trace.name}/{path}": told
        for trace in _own_traces(bundle, test)
        for path, told in layout.listed(trace).items()
    }


# The report


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def _reports(folder: Path, rebuilt: Report, answer: Answer) -> None:
    """Checks that the bundle's report agrees with the traces in every part that follows from them."""
    try:
        told = report.load(folder / layout.REPORT)
    except UserError as problem:
        answer.problems.append(str(problem))
        return
    mine = _plain(rebuilt)
    before = len(answer.problems)
    for kind, key in (("tests", "name"), ("rules", "id")):
        answer.problems += _rows(kind, key, told[kind], mine[kind])  # type: ignore[literal-required]
    for part in (*DERIVED, "suite", "environment", "profile", "command"):
        if told[part] != mine[part] and len(answer.problems) == before:  # type: ignore[literal-required]
            answer.problems.append(f"edited report: {part} differs from the traces")


def _rows(kind: str, key: str, told: list[Any], mine: list[Any]) -> list[str]:
    said = {row[key]: row for row in told}
    shown = {row[key]: row for row in mine}
    what = kind.removesuffix("s")
    found = [f"edited report: the {what} {name} is missing" for name in shown if name not in said]
    found += [
        f"edited report: the {what} {name} is additional" for name in said if name not in shown
    ]
    for name in said:
        if name in shown and said[name] != shown[name]:
            first = next(k for k in shown[name] if said[name].get(k) != shown[name][k])
            values = f"{said[name].get(first)!r:.60}, the traces show {shown[name][first]!r:.60}"
            found.append(f"edited report: {name} has {first} {values}")
    return [*found[:SHOWN], *([f"… and {len(found) - SHOWN} more"] if len(found) > SHOWN else [])]


# Facts that no trace shows


def _signed(folder: Path, key: Path | None, answer: Answer) -> None:
    tools = statement.present(folder)
    if key:
        wrong = statement.verify(folder, key)
        if wrong:
            answer.problems.append(wrong)
        else:
            answer.notes.append(f"the statement is signed with the key {key.name}")
    elif tools:
        answer.notes.append(f"signed with {' and '.join(tools)}, not checked: whose key? (--key)")
    else:
        answer.notes.append("not signed: nothing shows the maker of this bundle")


def _unshown(bundle: Bundle, judged: dict[str, Judged]) -> Iterator[str]:
    """The facts that rest on the submitter's word, which only a signature supports."""
    kept = sorted(test for test, one in judged.items() if one.outcome["traces"] and not one.shown)
    if kept:
        yield f"{len(kept)} of {len(judged)} tests are without traces: their results rest on the submitter's word"
    earlier = sum(len(one.repeats) for one in judged.values())
    if earlier:
        yield f"{earlier} earlier repeats are without traces: their results rest on the submitter's word"
    reasons: Counter[str] = Counter()
    for one in judged.values():
        if not one.outcome["traces"]:
            verdict = Verdict(one.outcome["verdict"])
            reasons[f"{verdict}: {one.outcome['reason'] or 'no reason'}"[:120]] += 1
    for reason, count in reasons.most_common():
        yield f"without a trace, by the submitter's word: {count} × {reason}"
    known = [what.name for what in identity.by_checksum(runtimes.described(), _library_of(bundle))]
    name = f"is known here as {' and '.join(known)}" if known else "has no description here"
    yield f"the runtime {name}; only a signature shows that unmodified programs ran on it"


def _library_of(bundle: Bundle) -> identity.Library:
    return identity.Library(sha256=str(bundle.runtime.get("sha256", "")))
