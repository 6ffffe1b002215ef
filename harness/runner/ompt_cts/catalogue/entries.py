# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of the catalogue, and the words that its entries may use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ompt_cts.paths import ROOT

PROFILES = ("5.0", "5.1", "5.2", "6.0")
LEVELS = ("mandatory", "optional", "advisory", "implementation-defined")
KINDS = (
    "order",
    "pairing",
    "identifier",
    "argument",
    "thread",
    "frame",
    "state",
    "entry-point",
    "lifecycle",
    "device",
    "record",
    "signal-safety",
    "abi",
)
OBSERVERS = ("trace", "probe", "note", "sample", "harness", "device")

DEFINITIONS = ROOT / "harness" / "ompt_abi" / "callbacks.def"


def callbacks() -> tuple[str, ...]:
    """Enumerators of ompt_callbacks_t without their prefix, by code: index + 1."""
    text = DEFINITIONS.read_text(encoding="utf-8")
    rows = re.findall(r"^OMPT_CALLBACK\( *(\d+), (\w+),", text, re.MULTILINE)
    assert [int(code) for code, _ in rows] == list(range(1, len(rows) + 1)), DEFINITIONS
    return tuple(name for _, name in rows)


CALLBACKS = callbacks()
CALLBACK_CODE = {name: code for code, name in enumerate(CALLBACKS, start=1)}


@dataclass(frozen=True)
class Rule:
    """A rule: its statement and its clauses."""

    id: str
    statement: str
    clauses: Mapping[str, str]  # by the profiles that have the rule
    levels: Mapping[str, str]  # the same profiles, each resolved to one level
    events: tuple[str, ...]  # callbacks, any of whose registration answers gates it; none if empty
    kind: str
    observed_by: tuple[str, ...]
    tolerances: tuple[str, ...]  # what must not be flagged, and why
    chapter: str  # the stem of its file
    chapter_title: str
    needs: tuple[str, ...] = ()  # callbacks without whose promise nothing can be called wrong
    unchecked: str = ""
    tolerances_without_case: Mapping[str, str] = field(default_factory=dict)  # and why
    # Of tolerances, the readings that say why; of the others it is the one about the rule.
    readings: Mapping[str, str] = field(default_factory=dict)
    no_case: str = ""  # why no short trace can show it
    no_test: str = ""  # why no test program can bring it about

    @property
    def event(self) -> str:
        """The callback that it is about first of all; empty if none."""
        return self.events[0] if self.events else ""

    @property
    def enumerator(self) -> str:
        return enumerator(self.id)


@dataclass(frozen=True)
class Tolerance:
    """A form that a checker must not flag, or a duty of the tool rather than of the runtime."""

    id: str
    statement: str
    clauses: Mapping[str, str]
    chapter: str


@dataclass(frozen=True)
class Chapter:
    """The rules of one file. Machines, cases and programs about them bear its stem; what bears
    another name is listed."""

    stem: str
    title: str
    order: int
    machines: tuple[str, ...]  # in harness/validator/machines/
    suites: tuple[str, ...]  # folders in suites/, beside those of its own name


@dataclass
class Catalogue:
    chapters: list[Chapter] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    tolerances: list[Tolerance] = field(default_factory=list)

    def rule_ids(self) -> set[str]:
        return {rule.id for rule in self.rules}

    def unknown(self, rule_id: str) -> str:
        """The mistake in a name that should be a rule's; empty if there is none."""
        if any(rule.id == rule_id for rule in self.rules):
            return ""
        if any(entry.id == rule_id for entry in self.tolerances):
            return f"'{rule_id}' is a tolerance, not a rule"
        return f"unknown rule '{rule_id}'"


def enumerator(rule_id: str) -> str:
    """The C++ spelling of a rule id."""
    return re.sub(r"[.-]", "_", rule_id).lower()
