# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the header of a test program says; docs/test-lines.md describes it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ompt_cts.paths import SUITES

SUFFIXES = (".c", ".cpp", ".f90")
RULES = re.compile(r"\bRULES:[ \t]*(.*)$", re.MULTILINE)
HEADER = 4096  # bytes at the start of a test that may hold its header


def rules(path: str) -> list[str]:
    """The rule ids of the test's RULES: lines."""
    with open(path, encoding="utf-8", errors="replace") as source:
        head = source.read(HEADER)
    names = [name for line in RULES.findall(head) for name in re.split(r"[\s,]+", line)]
    return list(dict.fromkeys(name for name in names if re.fullmatch(r"[A-Za-z0-9_.-]+", name)))


@cache
def tests(folder: Path = SUITES) -> frozenset[str]:
    """The names of all tests: the programs with a RULES: line, relative to the suites' folder."""
    found = (path for path in folder.rglob("*") if path.suffix in SUFFIXES)
    return frozenset(str(path.relative_to(folder)) for path in found if rules(str(path)))
