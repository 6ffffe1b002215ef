"""Finds the rules that the test programs in suites/ name, and those that they judge by notes and observations."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.steps.header import NO_TESTS, NOTE, OBSERVED, RULE_WORD

SUFFIXES = (".c", ".cpp", ".f90", ".F90")

# The comment leader of C, C++, Fortran and of a continued block comment.
RULES_LINE = re.compile(r"^\s*(?://|!|/?\*)\s*RULES:(.*)$", re.MULTILINE)
# After a note's rule: the event that the note awaits or counts. A note that names a word ("=$x")
# only prepares other notes.
NOTE_TEXT = re.compile(r"[^;\"']*[\"'](\w+)([^\"';]*)")
# The comment at the start of a program, and a word in it for lit.
HEADER = re.compile(r"(?:^[ \t]*(?://|!).*\n|^[ \t]*\n)+", re.MULTILINE)
HEADER_WORD = re.compile(r"^\s*(?://|!)\s*([A-Z][A-Z_-]*):", re.MULTILINE)
STEPS = {"FLAGS", "BUILD", "ENV", "RECORD", "VIEW"}  # the steps of a program without RUN lines
KNOWN = STEPS | {"RULES", "REQUIRES", "UNSUPPORTED", "XFAIL", "RUN", "DEFINE", "REDEFINE"}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
CHECK = re.compile(r"^\s*(?://|!)\s*CHECK(?:-\w+)?:", re.MULTILINE)
NAME = re.compile(r"[a-z][a-z0-9_]*\.\w+")  # snake_case


@dataclass(frozen=True)
class Mention:
    rule: str
    line: int
    place: str  # RULES, the note's function, or %cts-observe
    event: str = ""  # the event that a note awaits or counts, and judges


@dataclass
class Program:
    path: str  # from the root
    words: set[str] = field(default_factory=set)  # of its header
    checks: bool = False  # it describes a view
    named: list[Mention] = field(default_factory=list)  # in RULES
    judged: list[Mention] = field(default_factory=list)  # by a note or an observation

    def rules(self) -> set[str]:
        return {mention.rule for mention in self.named or self.judged}

    def header_problems(self) -> Iterator[str]:
        """Problems of its header, except those of rules."""
        if NO_TESTS & set(Path(self.path).parts):
            return
        if not self.rules():
            yield f"{self.path}: RULES is missing: the test would judge nothing"
        if not NAME.fullmatch(Path(self.path).name) or "-" in self.path:
            yield f"{self.path}: names of folders and programs are snake_case"
        for word in sorted(self.words - KNOWN):
            yield f"{self.path}: unknown word {word} in the header"
        scripted = "RUN" in self.words
        for word in sorted(self.words & STEPS) if scripted else ():
            yield f"{self.path}: {word} means nothing beside RUN lines"
        if not scripted and "VIEW" in self.words and not self.checks:
            yield f"{self.path}: VIEW without CHECK lines"


def read(path: Path, root: Path) -> Program:
    text = path.read_text(encoding="utf-8", errors="replace")
    program = Program(str(path.relative_to(root)))
    header = HEADER.match(text)
    program.words = set(HEADER_WORD.findall(header[0])) if header else set()
    program.checks = CHECK.search(text) is not None

    def line(offset: int) -> int:
        return text.count("\n", 0, offset) + 1

    for match in INCLUDE.finditer(text):
        if (other := path.parent / match[1]).is_file():  # its header and its notes count as well
            included = read(other, root)
            here = {"line": line(match.start())}
            program.words |= included.words
            program.named += [replace(mention, **here) for mention in included.named]
            program.judged += [replace(mention, **here) for mention in included.judged]
    for match in RULES_LINE.finditer(text):
        for word in match[1].split():
            if word != "*/":
                program.named.append(Mention(word, line(match.start()), "RULES"))
    for match in NOTE.finditer(text):
        said = NOTE_TEXT.match(text, match.end()) if "value" not in match[1] else None
        event = said[1] if said and "=$" not in said[2] else ""
        program.judged.append(Mention(match[3], line(match.start()), match[1], event))
    for match in OBSERVED.finditer(text):
        for word in RULE_WORD.findall(match[1]):
            program.judged.append(Mention(word, line(match.start()), "%cts-observe"))
    return program


def programs(root: Path) -> Iterator[Program]:
    """The programs in suites/, in the order of their names; a header names no rules."""
    for path in sorted((root / "suites").rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            yield read(path, root)
