"""The machines' case files cut into cases, as validator/tests/cases.h describes them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ompt_cts.catalogue.entries import PROFILES

GIVEN = "given"
END = "..@"
TOLERATES = "tolerates: "  # which only the lint reads
WORD = re.compile(r'(\w+=|)("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S+)')


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


def alternatives(line: str) -> list[str]:
    """The lines that a line with commas outside of texts and lists stands for (tests/cases.h)."""
    split = [
        (word[1], word[2].split(",") if word[2][:1] not in '"[' else [word[2]])
        for word in WORD.finditer(line)
    ]
    number = max(len(values) for _, values in split)
    return [
        " ".join(name + values[i if len(values) > 1 else 0] for name, values in split)
        for i in range(number)
    ]


def used(line: str) -> Iterator[tuple[str, list[str]]]:
    """The preludes of "@use NAME(x,y)…", or of "@use NAME 20 times", each with its values."""
    names = line.split()[1:]
    for name in names[:1] * int(names[1]) if names[-1] == "times" else names:
        yield name.partition("(")[0], name.rstrip(")").partition("(")[2].split(",")


def filled(line: str, values: list[str]) -> str:
    """A prelude's line with the values of its use for $1 and $2."""
    for number, value in enumerate(values, start=1):
        line = line.replace(f"${number}", value)
    return line


def expand(line: str, preludes: dict[str, list[str]]) -> list[str]:
    """The lines that a line of a trace or of a prelude stands for."""
    if not line.startswith("@use "):
        return alternatives(line) if line[:1].isdigit() else [line]
    inner = [filled(one, values) for name, values in used(line) for one in preludes[name]]
    return [text for one in inner for text in expand(one.removeprefix("!").strip(), preludes)]


def _said_by(words: list[str]) -> tuple[str, list[str]]:
    """A heading without the words that stand for lines, and these lines."""
    profile = [word for word in words[:1] if word in PROFILES]
    also, use = ([w[1:] for w in words if w.startswith(mark)] for mark in "+@")
    said = [f"profile: {word}" for word in profile]
    said += [f"also: {' '.join(also)}"] * bool(also) + [f"@use {' '.join(use)}"] * bool(use)
    title = [word for word in words[len(profile) :] if not word.startswith(("+", "@", END))]
    return " ".join(title), said


def _of_file(path: Path) -> Iterator[Block]:
    block: Block | None = None
    given: list[tuple[int, str]] = []
    end: list[tuple[int, str]] = []
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate([*text.splitlines(), "=="], start=1):
        mark, _, heading = line.partition(" ")
        if mark in ("==", "--"):
            if block:
                block.lines += end
                yield block
            kind, *words = heading.split(" ")
            block = Block(path, number, kind, "")
            if mark == "--":
                block.lines += given
            elif kind == GIVEN:
                given = block.lines
            block.said, said = _said_by(words)
            block.lines += ((number, one) for one in said)
            last = " ".join(word.removeprefix(END) for word in words if word.startswith(END))
            end = [(number, f"@use {last}")] if last else []
        elif block and line.startswith(TOLERATES):
            said = line.removeprefix(TOLERATES).split("; ")
            block.lines += ((number, TOLERATES + one) for one in said)
        elif block and line:
            block.lines.append((number, line))
