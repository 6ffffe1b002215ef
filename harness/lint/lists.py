"""Proves that callbacks, kinds of notes and verdicts are listed once.

    lists.py [ROOT]

All other data about one of them is made from its list, or does not compile without it. A source that
names nearly all of them is a second list, which will lack the next one. One line per problem; exit
status 1 if there is any. Tests may have lists.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import command_line

SOURCES = (".py", ".cpp", ".h", ".def", ".c", ".f90", ".js", ".html", ".cmake")
FOLDERS = ("harness", "suites/include", "benchmarks", "examples")
NEARLY_ALL = 0.75
COMMENTS = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"\"\".*?\"\"\"|^\s*[#!][^\n]*", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Listed:
    what: str
    home: str
    entry: str  # the pattern of a name in the list
    mention: str  # the pattern of a name anywhere, with {} for the name
    besides: tuple[str, ...] = ()  # files proved to have all of them


LISTS = (
    Listed(
        "callbacks",
        "harness/ompt_abi/callbacks.def",
        r"^OMPT_CALLBACK\( *\d+, (\w+),",
        r"\b(?:ompt_callback_|on_)?{}\b",
        # An event with the name's fields, and the function that records it: neither compiles without.
        ("harness/trace/events.def", "harness/checker_tool/callbacks.cpp"),
    ),
    Listed(
        "kinds of notes with their numbers",
        "suites/include/cts_notes.def",
        r"^CTS_NOTE\((\w+, \d+)\)",
        "",
    ),
    Listed(
        "verdicts",
        "harness/runner/ompt_cts/verdict/words.py",
        r"^    [A-Z_]+ = \"([a-z-]+)\", \d, ",
        r"[\"']{}[\"']",
    ),
)


def mention(listed: Listed, name: str) -> re.Pattern[str]:
    if listed.mention:
        return re.compile(listed.mention.format(re.escape(name)))
    word, number = name.split(", ")
    return re.compile(rf"\b{word}\b[\"']?\W{{1,4}}{number}\b|\b{number}\b\W{{1,4}}{word}\b")


def is_test(path: Path) -> bool:
    return path.stem.startswith("test_") or path.stem.endswith("_test") or "tests" in path.parts


def sources(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file() and not is_test(path.relative_to(root)):
                yield path


def problems(root: Path) -> Iterator[str]:
    texts = {
        path.relative_to(root).as_posix(): COMMENTS.sub("", path.read_text(encoding="utf-8"))
        for path in sources(root)
    }
    for listed in LISTS:
        if not (root / listed.home).is_file():
            continue
        home = (root / listed.home).read_text(encoding="utf-8")
        names = re.findall(listed.entry, home, re.MULTILINE)
        if not names:
            yield f"{listed.home}: no {listed.what} are found there"
        mentions = [mention(listed, name) for name in names]
        for path, text in texts.items():
            number = sum(1 for pattern in mentions if pattern.search(text))
            if path not in (listed.home, *listed.besides) and number >= NEARLY_ALL * len(names) > 0:
                yield f"{path}: a second list of {listed.what}: {number} of {len(names)}, see {listed.home}"


if __name__ == "__main__":
    command_line.tell(problems)
