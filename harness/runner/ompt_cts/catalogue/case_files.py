"""The machines' case files cut into cases, as validator/tests/cases.h describes them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

GIVEN = "given"


@dataclass
class Block:
    """A case or a prelude, with the lines of the `given` that it stands in."""

    path: Path
    line: int  # of its heading
    kind: str  # good, bad, prelude, given
    said: str  # the heading behind the kind
    lines: list[tuple[int, str]] = field(default_factory=list)  # each with its number


def blocks(folder: Path) -> Iterator[Block]:
    """Every case and prelude of the case files below the folder, file by file. Empty lines are left
    out."""
    for path in sorted(folder.rglob("*.cases")):
        yield from (block for block in _of_file(path) if block.kind != GIVEN)


def _of_file(path: Path) -> Iterator[Block]:
    block: Block | None = None
    given: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        mark, _, heading = line.partition(" ")
        if mark in ("==", "--"):
            if block:
                yield block
            kind, _, said = heading.partition(" ")
            block = Block(path, number, kind, said)
            if mark == "--":
                block.lines += given
            elif kind == GIVEN:
                given = block.lines
        elif block and line:
            block.lines.append((number, line))
    if block:
        yield block
