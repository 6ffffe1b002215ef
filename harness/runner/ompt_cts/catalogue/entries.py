"""The types of the catalogue's entries, and their vocabularies."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ompt_cts.paths import ROOT

PROFILES = ("5.0", "5.1", "5.2", "6.0")
LEVELS = ("mandatory", "optional", "advisory", "implementation-defined")
KINDS = tuple(
    "order pairing identifier argument thread frame state entry-point lifecycle device record "
    "signal-safety abi".split()
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


ENUMS = ROOT / "harness" / "ompt_abi" / "enums.def"
FACTS = ROOT / "harness" / "validator" / "facts.def"
# {name:kind}, or {kind} if name and kind are the same.
FACT = re.compile(r"\{(\w+)(?::(\w+))?\}")


def enumerations() -> dict[str, bool]:
    """The kinds of enumerations: true if a value is a set of flags."""
    text = ENUMS.read_text(encoding="utf-8")
    rows = re.findall(r"^OMPT_ENUM_BEGIN\((\w+), \w+, ([01])\)", text, re.MULTILINE)
    return {kind: flags == "1" for kind, flags in rows}


def facts() -> dict[str, bool]:
    """The kinds of facts beside the enumerations: true if the sort of a finding contains them."""
    text = FACTS.read_text(encoding="utf-8")
    rows = re.findall(
        r"^CTS_(?:FACT|ENTITY)\((\w+), .*?,? *([01]|\"[^\"]*\")\)", text, re.MULTILINE
    )
    return {kind: tells != "0" for kind, tells in rows}


def entities() -> frozenset[str]:
    """The kinds of facts that are the words of entities."""
    text = FACTS.read_text(encoding="utf-8")
    return frozenset(re.findall(r"^CTS_ENTITY\((\w+),", text, re.MULTILINE))


ENTITIES = entities()
ENUMERATIONS = enumerations()
FACT_KINDS = facts() | dict.fromkeys(ENUMERATIONS, True)


@dataclass(frozen=True)
class Breach:
    """One way to break a rule, and its sentence."""

    id: str
    says: str  # {name:kind} for each fact

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The facts with their kinds, in the order of the sentence."""
        found: dict[str, str] = {}
        for name, kind in FACT.findall(self.says):
            found.setdefault(name, kind or name)
        return tuple(found.items())

    @property
    def template(self) -> str:
        """The sentence with {name} for each fact."""
        return FACT.sub(r"{\1}", self.says)


@dataclass(frozen=True)
class Rule:
    """A rule: its statement and its clauses."""

    id: str
    statement: str
    clauses: Mapping[str, str]  # by profile, for the profiles with the rule
    levels: Mapping[str, str]  # the same profiles, each resolved to one level
    events: tuple[str, ...]  # callbacks: the answer for any of them gates the rule
    kind: str
    observed_by: tuple[str, ...]
    tolerances: tuple[str, ...]  # behavior that must not be flagged, and why
    chapter: str  # the stem of its file
    chapter_title: str
    needs: tuple[
        str, ...
    ] = ()  # callbacks that the runtime must have promised before it can be wrong
    tolerances_without_case: Mapping[str, str] = field(default_factory=dict)  # and why
    # The named readings of tolerances; other tolerances have the reading about the rule.
    readings: Mapping[str, str] = field(default_factory=dict)
    no_case: str = ""  # why no short trace can show it
    no_test: str = ""  # why no test program can cause it
    only_noted: str = ""  # why no trace can show it without a program's notes
    breaches: tuple[Breach, ...] = ()

    @property
    def event(self) -> str:
        """The first callback of the rule; empty if none."""
        return self.events[0] if self.events else ""

    @property
    def cited(self) -> str:
        """Its sections of 5.2, or of the version that has it, as a known deviation cites them."""
        if text := self.clauses.get("5.2"):
            return text
        version = max(self.clauses)
        return f"{self.clauses[version]} of {version}"

    @property
    def enumerator(self) -> str:
        return enumerator(self.id)


@dataclass(frozen=True)
class Tolerance:
    """A behavior that a checker must not flag, or a duty of the tool and not of the runtime."""

    id: str
    statement: str
    clauses: Mapping[str, str]
    chapter: str


@dataclass(frozen=True)
class Chapter:
    """The rules of one file. Its machines, cases and programs have the same stem; those with
    another name are listed."""

    stem: str
    room: str  # the folder of the file: the room of its machine and its programs as well
    title: str
    order: int
    machines: tuple[str, ...]  # in harness/validator/machines/, in any room
    suites: tuple[str, ...]  # folders in suites/ with another name
    breaches: tuple[Breach, ...] = ()  # breaches of several rules


@dataclass
class Catalogue:
    chapters: list[Chapter] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    tolerances: list[Tolerance] = field(default_factory=list)

    def rule_ids(self) -> set[str]:
        return {rule.id for rule in self.rules}

    def unknown(self, rule_id: str) -> str:
        """The mistake in a name that should be that of a rule; empty if there is none."""
        if any(rule.id == rule_id for rule in self.rules):
            return ""
        if any(entry.id == rule_id for entry in self.tolerances):
            return f"'{rule_id}' is a tolerance, not a rule"
        return f"unknown rule '{rule_id}'"


def enumerator(rule_id: str) -> str:
    """The C++ spelling of a rule id."""
    return re.sub(r"[.-]", "_", rule_id).lower()
