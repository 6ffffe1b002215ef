"""The layout of a bundle, and the list of its files with their checksums."""

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Required, TypedDict

from msgspec import Meta

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.steps import header
from ompt_cts.steps.failures import Failure
from ompt_cts.steps.trace_folders import RECORD, is_trace
from ompt_cts.verdict.identity import AppliedRow
from ompt_cts.verdict.judging import Observed, Record
from ompt_cts.verdict.outcome import Outcome

# Draws the tests that keep their traces in a small bundle, by the checksums of all traces, so that
# the submitter cannot choose.


def drawn(traces: dict[str, Json], number: int) -> set[str]:
    """`number` of the tests; `traces` has each test's table of trace files with their checksums."""
    seed = hashlib.sha256()
    for test in sorted(traces):
        for path, told in sorted(traces[test].items()):
            seed.update(f"{test}\0{path}\0{told['sha256']}\n".encode())
    lots = {
        test: hashlib.sha256(seed.digest() + test.encode()).hexdigest()
        for test in traces
        if traces[test]
    }
    return set(sorted(lots, key=lots.__getitem__)[:number])


SCHEMA_VERSION = 1
MANIFEST = "submission.json"  # the submitter, the run, and every file but itself and the next
STATEMENT = "statement.txt"  # names the manifest's checksum; the signature covers this file
SIGNATURES = ("statement.txt.minisig", "statement.txt.sig")
OUTSIDE = {MANIFEST, STATEMENT, *SIGNATURES}
REPORT = "report.json"
RUNTIME = "runtime.json"
WAIVERS = "waivers.toml"
KNOWN = "expectations"  # the applied files of known deviations
SUITE = "suite"  # commit, log and patches
CODE = "code"  # programs and libraries, below their whole paths
TESTS = "tests"  # a folder for each test
CLAIM = "claim.json"  # results of a test that no trace shows
JUDGED = "judged.json"  # results of the traces that were left out
OBSERVED = ".observed.json"  # the harness's own observations of a test
PARTS = {REPORT, RUNTIME, WAIVERS, KNOWN, SUITE, CODE, TESTS}
CHUNK = 1 << 20
LARGEST = files.LARGEST  # bytes of a file that is read whole
MOST_FILES = 100_000  # and folders
DEEPEST = 64  # nested folders; below `code` lie whole paths
STREAM = re.compile(r"tests/[^/]+/[^/]+/thread_\d+")  # read in pieces, like programs


Number = Annotated[int, Meta(ge=0, le=1000)]
Place = Annotated[str, Meta(pattern=r"^/(.*/)?\Z")]  # a folder, with a slash at its end


class Listed(TypedDict):
    """A file of the list."""

    sha256: str
    bytes: int


class Known(TypedDict):
    """The applied known deviations; `copies` are their files in the bundle."""

    row: AppliedRow
    copies: list[str]
    ompt: bool


class Told(TypedDict, total=False):
    """The used part of a report's environment; the rest is only shown."""

    started: Required[str]
    repeat: Number


class Context(TypedDict):
    """The part of a report besides its tests."""

    profile: str
    command: list[str]
    strict: bool
    environment: Told
    folders: list[Place]  # removed from every text; only paths of folders are allowed
    ompt: bool
    known: Known


class OfReport(TypedDict):
    """The suite, as the report names it."""

    version: str
    commit: str


class Suite(TypedDict):
    report: OfReport
    digests: dict[str, str]


class Manifest(TypedDict, total=False):
    schema_version: Required[int]
    context: Required[Context]
    suite: Required[Suite]
    files: Required[dict[str, Listed]]
    tests: Required[list[str]]
    left_out: Required[dict[str, dict[str, Listed]]]
    sample: int


class Claim(TypedDict, total=False):
    """The results of a test that no trace shows (pack.py)."""

    passed: Required[bool]
    output: Required[str]
    step: Required[Failure | None]
    outcome: Required[Outcome | None]
    repeats: list[Outcome]


class Compiler(TypedDict, total=False):
    path: Required[str]
    version: Required[str]


class Runtime(TypedDict, total=False):
    """The used part of the resolved runtime (runtimes.write_json)."""

    name: Required[str]
    sha256: Required[str]
    library: Required[str]
    library_real: Required[str]
    environment: dict[str, str]
    compilers: dict[str, Compiler]
    offload: dict[str, Any] | None


# By the ends of the files' names.
KINDS = {MANIFEST: Manifest, RUNTIME: Runtime, CLAIM: Claim, RECORD: Record, OBSERVED: Observed}


def test_folder(test: str) -> str:
    return f"{TESTS}/{test.replace('/', '__')}"


def checksum(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            digest.update(block)
    return digest.hexdigest()


def walk(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """All files below a folder, by path with slashes; links are not followed. UserError for more
    files, or deeper folders, than a bundle can have."""
    stack, seen = [""], 0
    while stack:
        inside = stack.pop()
        seen += 1
        if seen > MOST_FILES or inside.count("/") >= DEEPEST:
            raise UserError(f"{folder} holds more, or deeper folders, than a bundle")
        for entry in sorted(os.scandir(folder / inside), key=lambda e: e.name):
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_dir(follow_symlinks=False):
                stack.append(path)
            else:
                seen += 1
                yield path, entry


def listed(folder: Path) -> dict[str, Json]:
    """The manifest's table of files. UserError for an irregular file."""
    found = {}
    for path, entry in walk(folder):
        if path in OUTSIDE:
            continue
        if not stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
            raise UserError(f"{folder / path} is no regular file")
        size = entry.stat(follow_symlinks=False).st_size
        found[path] = {"sha256": checksum(folder / path), "bytes": size}
    return dict(sorted(found.items()))


def unfit(folder: Path) -> list[str]:
    """Why a bundle must not be read: links, pipes, and files that are too large for their names."""
    found = []
    for path, entry in walk(folder):
        told = entry.stat(follow_symlinks=False)
        large = told.st_size > LARGEST and not (
            STREAM.fullmatch(path) or path.startswith(f"{CODE}/")
        )
        if not stat.S_ISREG(told.st_mode):
            found.append(f"{path} is no regular file")
        elif large:
            found.append(f"{path} has {told.st_size} bytes: too large for its name")
    return found


def strangers(folder: Path) -> list[str]:
    """Listed files that belong to no part of a bundle, such as a second bundle."""
    found = [
        f"{name.name} is additional and no part of a bundle"
        for name in sorted(folder.iterdir())
        if name.name not in OUTSIDE and name.name not in PARTS
    ]
    for path in sorted((folder / TESTS).glob("*/*")):
        own = path.name in (CLAIM, JUDGED) or path.name.endswith((RECORD, OBSERVED))
        if not (own or is_trace(str(path))):
            found.append(f"{path.relative_to(folder)} is additional and no part of a test")
    return found


def differences(folder: Path, table: Json) -> list[str]:
    """The differences between the (regular) files and the manifest's table, a line each."""
    problems = []
    there = set()
    for path, entry in walk(folder):
        if path in OUTSIDE:
            continue
        there.add(path)
        told = table.get(path)
        if not isinstance(told, dict):
            problems.append(f"{path} is additional: the bundle's list lacks it")
        elif told.get("bytes") != entry.stat().st_size or told.get("sha256") != checksum(
            folder / path
        ):
            problems.append(f"{path} has been edited: its checksum differs")
    problems += [f"{path} is missing" for path in sorted(set(table) - there)]
    return problems


def read_json(path: Path) -> Json:
    """An object from a file of the bundle, of the type for its name. UserError."""
    data = files.read_json(path)
    kind = next((kind for name, kind in KINDS.items() if path.name.endswith(name)), dict)
    files.check_kind(path, data, kind)
    return dict(data)


def write_json(path: Path, data: Any) -> None:
    files.write_text(path, json.dumps(data, indent=1, sort_keys=True) + "\n")


def suite_digests() -> dict[str, str]:
    """The inputs that decide what a test tests: the checksum of each test's source, of everything
    that tests share (`include`), and of the catalogue (`rules`)."""
    suites = ROOT / "suites"
    found = {name: checksum(suites / name) for name in sorted(header.tests())}
    for name, folder in (("include", suites / "include"), ("rules", ROOT / "rules")):
        digest = hashlib.sha256()
        for path, entry in sorted(walk(folder)):
            if "__pycache__" not in path and entry.is_file():
                digest.update(f"{path}\0{checksum(folder / path)}\n".encode())
        found[name] = digest.hexdigest()
    return found
