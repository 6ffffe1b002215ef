"""Finds the compilers of the code that calls the runtime: clang's, GCC's or both, by the entry
points that the code names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.steps.inside import words_in

CLANG, GCC = "clang", "gcc"
MAPPINGS = 1 << 16  # of a process, by the system's own limit
# In a table of names a zero byte precedes each name.
ENTRY_POINTS = {b"\0__kmpc_": CLANG, b"\0GOMP_": GCC}
PLACE = re.compile(r"([0-9a-f]{1,16})-([0-9a-f]{1,16}) \S+ ([0-9a-f]+) ")
RUNTIMES = re.compile(r"/lib(omp|iomp5|nvomp|gomp)\b|/libompt-checker\.so")


def of_trace(trace: str, program: str) -> frozenset[str]:
    """The compilers of the code that a recorded process had mapped, as far as the files still
    exist; if the trace lists no files, only that of `program`. The runtimes themselves name all
    entry points."""
    return frozenset().union(*(of_file(path) for path in files_of(Path(trace), program)))


def mapped(trace: Path) -> dict[str, int]:
    """The files of all code that the recorded process had mapped, with the size of the largest part:
    the program's own file is the first one."""
    found: dict[str, int] = {}
    for file, size, _ in code_of(trace):
        found[file] = max(size, found.get(file, 0))
    return found


def mapped_twice(trace: Path) -> set[str]:
    """The files of which the recorded process had mapped a part of the code twice, as dlmopen does."""
    parts = Counter((file, offset) for file, _, offset in code_of(trace))
    return {file for (file, _), number in parts.items() if number > 1}


def code_of(trace: Path) -> Iterator[tuple[str, int, str]]:
    """The file, size and offset of each part of the code that the recorded process had mapped."""
    try:
        text = files.read_bytes(trace / "info" / "maps").decode(errors="replace")
    except UserError:
        return
    for line in text.splitlines()[:MAPPINGS]:
        if (place := PLACE.match(line)) and " /" in line:
            size = int(place[2], 16) - int(place[1], 16)
            yield line.split(maxsplit=5)[-1], size, place[3]


def files_of(trace: Path, program: str) -> Iterator[Path]:
    for path in sorted({*mapped(trace), *([program] if program.startswith("/") else [])}):
        if not RUNTIMES.search(path):
            yield Path(path)


def of_file(path: Path) -> frozenset[str]:
    """The compilers whose entry points a file names; none if it cannot be read."""
    if not path.is_file():  # a trace may name anything
        return frozenset()
    try:
        found = words_in(str(path), ENTRY_POINTS)
    except (OSError, ValueError):  # ValueError: the file is empty
        return frozenset()
    return frozenset(ENTRY_POINTS[word] for word in found)
