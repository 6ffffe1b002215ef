"""The known classes of faults: those that conform to the specification after all, and the rules
that are about each. Both are data in harness/faults/."""

import re
import tomllib
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path
from typing import Any

from ompt_cts.catalogue import Rule
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

FOLDER = ROOT / "harness" / "faults"
UNLESS = frozenset({"unless"})


def alternatives(pattern: str) -> list[str]:
    """The patterns that a pattern with {a,b} stands for."""
    if not (braces := re.search(r"\{([^{}]*)\}", pattern)):
        return [pattern]
    before, after = pattern[: braces.start()], alternatives(pattern[braces.end() :])
    return [f"{before}{one}{rest}" for one in braces[1].split(",") for rest in after]


def compiled(patterns: list[str]) -> re.Pattern[str]:
    shell = (translate(one) for pattern in patterns for one in alternatives(pattern))
    return re.compile("|".join(shell))


def compiled_faults(patterns: list[str]) -> re.Pattern[str]:
    """The compiled pattern; a pattern without a kind or a selection matches any."""
    return compiled([p if "@" in p else p.rstrip("*") + "*" for p in patterns])


@dataclass(frozen=True)
class Equivalent:
    matches: re.Pattern[str]
    reason: str
    unless: re.Pattern[str]  # rules that some of these faults break nevertheless


@dataclass(frozen=True)
class Naming:
    matches: re.Pattern[str]
    rules: re.Pattern[str]


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from None


def _checked(path: Path, entry: dict[str, Any], *fields: str) -> dict[str, Any]:
    if set(entry) - UNLESS != set(fields) or not all(entry.values()):
        raise UserError(f"{path}: an entry must have {' and '.join(fields)}: {entry}")
    return entry


def equivalents(folder: Path = FOLDER) -> dict[str, dict[str, Any]]:
    """The classes of faults that conform to the specification, by the reason."""
    path = folder / "equivalent.toml"
    return {why: _checked(path, entry, "match") for why, entry in _tables(path).items()}


def namings(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """The rules that are about faults of other events than their own."""
    path = folder / "naming.toml"
    return [_checked(path, entry, "match", "rules") for entry in _tables(path).get("naming", [])]


class Classes:
    def __init__(self, rules: dict[str, Rule], folder: Path = FOLDER) -> None:
        self.rules = rules
        self.equivalents = [
            Equivalent(compiled_faults(e["match"]), why, compiled(e.get("unless", [])))
            for why, e in equivalents(folder).items()
        ]
        self.namings = [
            Naming(compiled_faults(e["match"]), compiled(e["rules"])) for e in namings(folder)
        ]

    def equivalent(self, fault: str) -> Equivalent | None:
        """The first class of faults that conform to the specification to which this one belongs."""
        return next((entry for entry in self.equivalents if entry.matches.match(fault)), None)

    def names(self, rule: str, fault: str) -> bool:
        """Whether the rule is about the broken part; a rule of the fault's own event always is."""
        event = re.split(r"[/.:]", fault, maxsplit=1)[0]
        known = self.rules.get(rule)
        if known and event.removesuffix("_emi") in (e.removesuffix("_emi") for e in known.events):
            return True
        return any(n.matches.match(fault) and n.rules.match(rule) for n in self.namings)
