"""The sections of the specification: rules/coverage/ has each section's title, and its number in
every version."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from ompt_cts.catalogue.entries import PROFILES

WRITTEN_FOR = "5.2"  # rules and known deviations use the section numbers of this version

Sections = Mapping[str, Mapping[str, str]]  # number in WRITTEN_FOR: numbers by version


def read(folder: Path) -> Sections:
    """The sections of the folder's files that WRITTEN_FOR has; none without files."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for item in (*data.get("section", {}).values(), *data.get("cited", ())):
            numbers = dict(zip(PROFILES, item["at"], strict=True))
            if number := numbers.pop(WRITTEN_FOR):
                found[number] = {**numbers, WRITTEN_FOR: number}
    return found


def clauses(text: str, since: str, known: Sections) -> dict[str, str]:
    """By version, from `since` on, the sections with these numbers in WRITTEN_FOR. ValueError for
    an unknown number, or if a version has none of them."""
    if since not in PROFILES:
        raise ValueError(f"unknown version '{since}'")
    found = {}
    for version in PROFILES[PROFILES.index(since) :]:
        for number in text.split(", "):
            if number not in known:
                raise ValueError(f"rules/coverage has no section {number} of {WRITTEN_FOR}")
        numbers = [known[number][version] for number in text.split(", ")]
        found[version] = ", ".join(filter(None, numbers))
        if not found[version]:
            raise ValueError(f"{version} has no such section: give `since`, or each version's")
    return found
