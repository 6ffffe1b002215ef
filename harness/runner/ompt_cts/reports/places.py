"""The places of findings in sources, as paths below the root of the checkout."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ompt_cts.files import Json
from ompt_cts.paths import ROOT, SUITES
from ompt_cts.steps import header

LINE = re.compile(r"(?P<file>.+?):(?P<line>[1-9]\d{0,8})(?!\d)")


class Place(NamedTuple):
    """A line of a source: its path below `root`, with slashes."""

    path: str
    line: int
    root: str = "SRCROOT"  # the checkout's; PROGRAM: that of a program outside it


def _below(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else ""


@cache
def _sources() -> dict[str, list[str]]:
    """The files of the suites, by the last part of their names."""
    found: dict[str, list[str]] = {}
    for path in sorted(SUITES.rglob("*.*")):
        found.setdefault(path.name, []).append(_below(path, ROOT))
    return found


def _in_suites(name: str, test: str) -> str:
    """The file of this name that a test's trace means: in the test's own folder, or the only
    one."""
    found = _sources().get(name, [])
    own = f"suites/{os.path.dirname(test)}/{name}"
    return own if own in found else found[0] if len(found) == 1 else ""


def place(location: str, test: str) -> Place | None:
    """The source line of an event's location in a test's trace, if it is one. The trace has the
    paths that the compiler got, often only the last part."""
    met = LINE.match(location)
    if not met:
        return None
    named, line = Path(met["file"]), int(met["line"])
    inside = _below(named, ROOT)
    if not inside and (SUITES / header.source_name(test)).is_file():
        inside = _in_suites(named.name, test)
    if inside:
        return Place(inside, line)
    here = _below(named, Path.cwd())
    outside = named.name if named.is_absolute() else named.as_posix()
    return Place(here or outside, line, "PROGRAM")


def of_witness(finding: Json) -> list[Place]:
    """The lines that a finding's witness names, each once, in the order of the events."""
    found = (place(e.get("location") or "", finding["test"]) for e in finding["witness"])
    return list(dict.fromkeys(one for one in found if one))


def of_test(test: str) -> Place | None:
    """The source of a test, for findings without a line."""
    path = SUITES / header.source_name(test)
    return Place(_below(path, ROOT), 1) if test and path.is_file() else None


def first(findings: Iterable[Json]) -> list[Place]:
    """The lines of the first finding with any; else the source of the first test."""
    tests = []
    for finding in findings:
        places = of_witness(finding)
        if places:
            return places
        tests.append(finding["test"])
    own = (of_test(test) for test in tests)
    return [one for one in own if one][:1]
