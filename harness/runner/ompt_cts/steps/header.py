"""The header of a test program; docs/test-lines.md describes it."""

import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ompt_cts.paths import SUITES

SUFFIXES = (".c", ".cpp", ".f90")
NO_TESTS = {"include", "Inputs"}  # folders of files that tests use
LINE = re.compile(
    r"^\s*(?://|!|/?\*)\s*(RULES|FLAGS|BUILD|ENV|RECORD|VIEW):[ \t]*(.*)$", re.MULTILINE
)
# A note that judges a rule. A step's judged rules are between %cts-observe and the first "--".
NOTE = re.compile(r"\b(cts_(?:expect|count|total|value)\w*)\s*\(\s*&?\s*([\"'])([\w.-]+)\2")
OBSERVED = re.compile(r"%cts-observe((?:\s+(?:\\\s*)?(?:(?://|!)\s*RUN:\s*)?[a-z][\w.,-]*)+)")
RULE_WORD = re.compile(r"[a-z][\w.-]*")
RULE = re.compile(r"[A-Za-z0-9_.-]+")
BUILD = re.compile(r"\w+")
BUILD_SETS = {  # what a BUILD line with one of these names and no flags stands for
    "frame_pointers": tuple(
        (f"{level}{suffix}", f"-{level}", f"-f{word}omit-frame-pointer")
        for level in ("O0", "O2")
        for suffix, word in (("", "no-"), ("_without", ""))
    )
}
CHECK = re.compile(r"^\s*(?://|!)\s*CHECK:", re.MULTILINE)
REGIONS = (("--regions",),)  # the views of a program with CHECK lines, if it names none
NEEDS = re.compile(r"^\s*(?://|!|/?\*)\s*REQUIRES:(.*)$", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


class HeaderError(Exception):
    """A line of the header that cannot be understood."""


@dataclass(frozen=True)
class Header:
    """How to build, run and judge a program without RUN lines."""

    rules: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # for %cts-compile
    builds: tuple[
        tuple[str, ...], ...
    ] = ()  # a name and further flags for each, if there are several
    environment: tuple[tuple[str, str], ...] = ()  # of the program
    record: tuple[str, ...] = ()  # options of %cts-record
    views: tuple[tuple[str, ...], ...] = ()  # options of %cts-view, compared with the CHECK lines


def source_name(test: str) -> str:
    """The program of a test that runs on a further device of its runtime (target/data.c@DEVICE)."""
    return test.partition("@")[0]


def text_of(path: str | Path) -> str:
    """The text of a test, with those of the files that it includes: their lines count for it."""
    text = _own(path)
    return text + _included(path, text)


def _own(path: str | Path) -> str:
    return Path(path).read_text(encoding="utf-8", errors="replace")


def _included(path: str | Path, text: str) -> str:
    files = (Path(path).parent / name for name in INCLUDE.findall(text))
    return "".join(map(_header, files))


@cache
def _header(path: Path) -> str:
    """The text of an included file, which every second test includes; empty without the file."""
    return text_of(path) if path.is_file() else ""


def sources(test: str) -> set[str]:
    """The names of the program of a test and of the programs that it includes."""
    path = SUITES / source_name(test)
    text, folder = _own(path) if path.is_file() else "", Path(test).parent
    return {source_name(test), *(str(folder / name) for name in INCLUDE.findall(text))}


def required(text: str) -> list[str]:
    """The features on the REQUIRES: lines of a text."""
    return [word.strip() for words in NEEDS.findall(text) for word in words.split(",")]


def required_by_included(path: str) -> list[str]:
    """The features that the included files of a test require; lit reads those of the test itself."""
    return required(_included(path, _own(path)))


def listed_in(text: str) -> list[str]:
    """The words of the RULES: lines."""
    lines = [words for word, words in LINE.findall(text) if word == "RULES"]
    return [name for words in lines for name in re.split(r"[\s,]+", words) if name]


def rules_in(text: str) -> list[str]:
    """The rules that decide the verdict: those of the RULES: lines, else those that notes and
    observations judge."""
    return list(dict.fromkeys(filter(RULE.fullmatch, listed_in(text)))) or judged_in(text)


def judged_in(text: str) -> list[str]:
    """The rules that notes and observations judge."""
    return list(dict.fromkeys([note[3] for note in NOTE.finditer(text)] + observed_in(text)))


def observed_in(text: str) -> list[str]:
    return [rule for words in OBSERVED.findall(text) for rule in RULE_WORD.findall(words)]


def rules(path: str) -> list[str]:
    return rules_in(text_of(path))


def named(path: str) -> list[str]:
    """All words by which a test names rules, in its RULES: lines, else in notes, and for %cts-observe."""
    text = text_of(path)
    found = dict.fromkeys((listed_in(text) or judged_in(text)) + observed_in(text))
    return [name for name in found if name != "*/"]


@cache
def tests(folder: Path = SUITES) -> frozenset[str]:
    """The names of all tests: the programs that judge rules, relative to the suites' folder."""
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.suffix in SUFFIXES}
    tests = (path for path in found if not NO_TESTS & set(path.parts))
    return frozenset(str(path) for path in tests if rules(str(folder / path)))


def setting(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise HeaderError(f"ENV: expected NAME=VALUE, found {word}")
    return name, value


def read(path: str) -> Header:
    """The whole header; HeaderError if it cannot be understood."""
    whole = text_of(path)
    found = LINE.findall(whole)
    implied = REGIONS if CHECK.search(whole) else ()
    words: dict[str, list[str]] = {}
    try:
        for key, text in found:
            if key != "RULES":
                words.setdefault(key, []).extend(shlex.split(text))
        views = tuple(tuple(shlex.split(text)) for key, text in found if key == "VIEW")
        builds = tuple(
            build
            for key, text in found
            if key == "BUILD"
            for build in BUILD_SETS.get(text.strip(), (tuple(shlex.split(text)),))
        )
    except ValueError as error:
        raise HeaderError(f"{key}: {str(error).lower()}: {text}") from None
    names = [build[0] if build and BUILD.fullmatch(build[0]) else "" for build in builds]
    if "" in names or len(set(names)) < len(names):
        raise HeaderError("BUILD: expected a name of its own for each build, then flags")
    return Header(
        rules=tuple(rules_in(whole)),
        flags=tuple(words.get("FLAGS", ())),
        builds=builds,
        environment=tuple(setting(word) for word in words.get("ENV", ())),
        record=tuple(words.get("RECORD", ())),
        views=views or implied,
    )
