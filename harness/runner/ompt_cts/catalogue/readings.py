"""Reads docs/readings.md: the readings of unclear clauses and the reasons of tolerances."""

import re
from dataclasses import dataclass
from pathlib import Path

# - `rule`, `rule.*` or `name` — text, over several lines
ENTRY = re.compile(r"^- (.*?)(?=^- |^#|^\||^\s*$|\Z)", re.MULTILINE | re.DOTALL)
# | `rule`, `rule` | text |
ROW = re.compile(r"^\| *(`[^|]*`) *\|(.*)\|$", re.MULTILINE)
NAME = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Reading:
    """One entry: its subjects (ids of rules, ids with `*` at the end, names of its own) and its text."""

    names: tuple[str, ...]
    text: str

    def about(self, name: str) -> bool:
        return any(
            name == own or (own.endswith("*") and name.startswith(own[:-1])) for own in self.names
        )


def read(path: Path) -> list[Reading]:
    """The entries of the file in order, with the rows of tables last."""
    text = path.read_text(encoding="utf-8")
    found = []
    for entry in ENTRY.findall(text):
        head, _, _ = entry.partition("—")
        found.append(Reading(tuple(NAME.findall(head)), " ".join(entry.split())))
    found += [Reading(tuple(NAME.findall(head)), body.strip()) for head, body in ROW.findall(text)]
    return found


def names(readings: list[Reading]) -> set[str]:
    return {name for reading in readings for name in reading.names}
