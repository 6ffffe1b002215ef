"""The header of a test program; docs/test-lines.md describes it."""

import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ompt_cts.paths import SUITES

SUFFIXES = (".c", ".cpp", ".f90")
LINE = re.compile(
    r"^\s*(?://|!|/?\*)\s*(RULES|FLAGS|BUILD|ENV|RECORD|VIEW):[ \t]*(.*)$", re.MULTILINE
)
OBSERVED = re.compile(r"%cts-observe\s+([^\n]*?)\s+--\s")
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
SIZE = 4096  # bytes at the start of a file that hold its header
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
    """The beginning of a test, with those of the files that it includes: their lines count for it."""
    text = _beginning(path)
    return text + _included(path, text)


def _beginning(path: str | Path) -> str:
    with open(path, encoding="utf-8", errors="replace") as source:
        return source.read(SIZE)


def _included(path: str | Path, text: str) -> str:
    files = (Path(path).parent / name for name in INCLUDE.findall(text))
    return "".join(text_of(file) for file in files if file.is_file())


def required(text: str) -> list[str]:
    """The features on the REQUIRES: lines of a text."""
    return [word.strip() for words in NEEDS.findall(text) for word in words.split(",")]


def required_by_included(path: str) -> list[str]:
    """The features that the included files of a test require; lit reads those of the test itself."""
    return required(_included(path, _beginning(path)))


def lines(path: str) -> list[tuple[str, str]]:
    return LINE.findall(text_of(path))


def rules_in(found: list[tuple[str, str]]) -> list[str]:
    names = [name for word, text in found if word == "RULES" for name in re.split(r"[\s,]+", text)]
    return list(dict.fromkeys(name for name in names if RULE.fullmatch(name)))


def rules(path: str) -> list[str]:
    """The rule ids of the test's RULES: lines."""
    return rules_in(lines(path))


def named(path: str) -> list[str]:
    """All rules that a test names, on its RULES: lines and for %cts-observe."""
    text = text_of(path)
    listed = [words for word, words in LINE.findall(text) if word == "RULES"]
    found = ",".join(listed + OBSERVED.findall(text))
    names = re.split(r"[\s,]+", found)
    return [name for name in dict.fromkeys(names) if name not in ("", "*/")]


@cache
def tests(folder: Path = SUITES) -> frozenset[str]:
    """The names of all tests: the programs with a RULES: line, relative to the suites' folder."""
    found = (path for path in folder.rglob("*") if path.suffix in SUFFIXES)
    return frozenset(str(path.relative_to(folder)) for path in found if rules(str(path)))


def setting(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise HeaderError(f"ENV: expected NAME=VALUE, found {word}")
    return name, value


def read(path: str) -> Header:
    """The whole header; HeaderError if it cannot be understood."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    found = lines(path)
    implied = REGIONS if CHECK.search(text) else ()
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
        rules=tuple(rules_in(found)),
        flags=tuple(words.get("FLAGS", ())),
        builds=builds,
        environment=tuple(setting(word) for word in words.get("ENV", ())),
        record=tuple(words.get("RECORD", ())),
        views=views or implied,
    )
