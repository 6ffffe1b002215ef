"""Cited clauses exist: rules/ and expectations/ name only sections of rules/coverage/.

A number fits if it is a section, the chapter of one, or below a section that covers many (19.6.2
covers its entry points).
A known deviation cites clauses of 5.2, and of other versions if it names them (36.1 of 6.0).
"""

import re
from collections.abc import Iterator
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts import files
from ompt_cts.catalogue.entries import PROFILES, Catalogue
from ompt_cts.verdict.expectations import tables

NUMBER = re.compile(r"(?<![\w.])((?:[A-Z]|\d+)(?:\.\d+)*)(?:–(?:\d+\.)*(\d+))?")
TABLE = re.compile(r"[Tt]ables? \d+(?:\.\d+)?")
VERSION = re.compile(r" of (\d\.\d)")
WRITTEN_FOR = "5.2"
SHARED = 2  # points in a number below which one section covers many: 19.6.2 its entry points

Sections = dict[str, set[str]]


def sections(folder: Path) -> Sections:
    """The section numbers in rules/coverage/, by version."""
    found: Sections = {version: set() for version in PROFILES}
    for path in sorted(folder.glob("*.toml")):
        data = files.read_toml(path)
        for item in (*data.get("section", {}).values(), *data.get("cited", ())):
            for version, text in zip(PROFILES, item["at"], strict=True):
                found[version].update(numbers(text))
    return found


def numbers(text: str) -> Iterator[str]:
    """The sections in a text; 2.12.3–6 are four."""
    for first, last in NUMBER.findall(TABLE.sub("", text)):
        chapter, dot, number = first.rpartition(".")
        yield first
        if last and number.isdigit():
            yield from (f"{chapter}{dot}{n}" for n in range(int(number) + 1, int(last) + 1))


def exists(number: str, known: set[str]) -> bool:
    return any(
        number == one
        or one.startswith(f"{number}.")
        or (one.count(".") >= SHARED and number.startswith(f"{one}."))
        for one in known
    )


def cited_by_rules(catalogue: Catalogue, known: Sections) -> Iterator[str]:
    for rule in catalogue.rules:
        for version, text in rule.clauses.items():
            for number in numbers(text):
                if not exists(number, known[version]):
                    yield f"rules: {rule.id}: {number} is no section of {version} that rules/coverage lists"


def cited_by_deviations(folder: Path, known: Sections) -> Iterator[str]:
    for path in sorted(folder.glob("*.toml")):
        for where, entry in tables(files.read_toml(path), f"expectations/{path.name}"):
            text = entry.get("clause", "")
            versions = {WRITTEN_FOR, *VERSION.findall(text)}
            sections_of = set().union(*(known[version] for version in versions))
            for number in numbers(VERSION.sub("", text)):
                if not exists(number, sections_of):
                    yield f"{where}: {number} is no section that rules/coverage lists"
