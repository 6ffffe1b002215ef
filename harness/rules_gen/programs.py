# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which rules the test programs in suites/ name, and which they judge by notes and observations."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SUFFIXES = (".c", ".cpp", ".f90", ".F90")

# The comment leader of C, C++, Fortran and of a continued block comment.
RULES_LINE = re.compile(r"^\s*(?://|!|/?\*)\s*RULES:(.*)$", re.MULTILINE)
NOTE_CALL = re.compile(r"\b(cts_(?:expect|count|total|value)\w*)\s*\(\s*&?\s*([\"'])([\w.-]+)\2")
# The rules that a step of the harness judges stand between it and the first "--".
OBSERVE = re.compile(r"%cts-observe((?:\s+(?:\\\s*)?(?:(?://|!)\s*RUN:\s*)?[a-z][\w.-]*)+)")
WORD = re.compile(r"[a-z][\w.-]*")


@dataclass(frozen=True)
class Mention:
    rule: str
    line: int
    place: str  # RULES, the note's function, or %cts-observe


@dataclass
class Program:
    path: str  # from the root
    named: list[Mention] = field(default_factory=list)  # in RULES
    judged: list[Mention] = field(default_factory=list)  # by a note or an observation

    def rules(self) -> set[str]:
        return {mention.rule for mention in self.named}


def read(path: Path, root: Path) -> Program:
    text = path.read_text(encoding="utf-8", errors="replace")
    program = Program(str(path.relative_to(root)))

    def line(offset: int) -> int:
        return text.count("\n", 0, offset) + 1

    for match in RULES_LINE.finditer(text):
        for word in match[1].split():
            if word != "*/":
                program.named.append(Mention(word, line(match.start()), "RULES"))
    for match in NOTE_CALL.finditer(text):
        program.judged.append(Mention(match[3], line(match.start()), match[1]))
    for match in OBSERVE.finditer(text):
        for word in WORD.findall(match[1]):
            program.judged.append(Mention(word, line(match.start()), "%cts-observe"))
    return program


def programs(root: Path) -> Iterator[Program]:
    """The programs in suites/, in the order of their names; a header is one that names nothing."""
    for path in sorted((root / "suites").rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            yield read(path, root)
