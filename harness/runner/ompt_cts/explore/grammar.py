"""The grammar of generated programs: grammar.toml, which explains its keys."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import files
from ompt_cts.catalogue import load as load_rules

GRAMMAR = Path(__file__).with_name("grammar.toml")
# Numbers of executions: from the executions of the construct, or measured by the program.
ENDING, STARTING = "ending", "starting"  # the groups of what only ends, or begins, a program
SAMPLED = "sampled"  # the profile, and the group, of what a sampler looks at
FORTRAN = "fortran"  # the language of subroutines that C and C++ call
TIMES = {"M", "T", "M*count", "T*count", "M*size", "members", "league", "unknown", "1"}


@dataclass(frozen=True)
class Clause:
    """The effects of a clause beyond its text."""

    tags: tuple[str, ...] = ()
    expect: tuple[tuple[str, str], ...] = ()
    unless: tuple[str, ...] = ()
    feature: str = ""
    share: float = 0.0


@dataclass(frozen=True)
class Construct:
    """A row of the grammar."""

    name: str
    text: str
    group: str
    weight: int = 2
    share: float = 0.0
    sections: bool = False
    not_in: frozenset[str] = frozenset()
    needs: str = ""
    language: str = ""
    feature: str = ""
    visible: str = ""
    in_teams: bool = False
    adds: frozenset[str] = frozenset()
    fresh: bool = False
    transparent: bool = False
    root: bool = False
    yields: bool = False
    times: str = ""
    meets: str = ""
    clauses: tuple[tuple[str, ...], ...] = ()
    always: bool = False
    body: str = ""
    expect: tuple[tuple[str, str], ...] = ()
    totals: tuple[tuple[str, str, str], ...] = ()
    view: tuple[tuple[str, str], ...] = ()
    loose: tuple[str, ...] = ()
    local: str = ""
    begin: tuple[str, ...] = ()
    end: str = ""
    function: str = ""
    fortran: str = ""  # the text of a subroutine
    variables: str = ""  # the key `global`

    @property
    def holds(self) -> bool:
        """Whether constructs may be inside."""
        return bool(self.times)

    @property
    def makes_team(self) -> bool:
        """Whether a team of its own executes its blocks."""
        return self.fresh and any(line == "implicit-task" for line, _ in self.view)


@dataclass(frozen=True)
class Grammar:
    constructs: Mapping[str, Construct]
    clauses: Mapping[str, Clause]
    profiles: Mapping[str, Mapping[str, int]]

    @property
    def groups(self) -> set[str]:
        return {row.group for row in self.constructs.values()}

    def without(self, groups: Collection[str]) -> "Grammar":
        """The grammar of programs without constructs of these groups."""
        rows = {name: row for name, row in self.constructs.items() if row.group not in groups}
        return replace(self, constructs=rows)


def _counted(given: list[str], counts: Mapping[str, list[list[str]]]) -> list[list[str]]:
    """The rows of a total that names a number of events that several constructs count."""
    name, *number = given
    return [[*row, *number] for row in counts[name]] if name in counts else [given]


def _formed(table: dict[str, Any], forms: Mapping[str, Any]) -> dict[str, Any]:
    """A construct's table with its text, which may be one of the forms that constructs share."""
    rest = {key: value for key, value in table.items() if key not in forms}
    for name in {*forms} & {*table}:
        rest["text"] = forms[name].replace("@", table[name])
    return rest


def _check(construct: Construct) -> None:
    """ValueError for a rule that the catalogue lacks, and for an unknown number."""
    numbers = [number for _, _, number in construct.totals] + [n for _, n in construct.view]
    numbers += [number for number in (construct.times, construct.meets) if number]
    if odd := sorted(set(numbers) - TIMES):
        raise ValueError(f"{construct.name}: {odd[0]!r} is no number of times")
    named = [*construct.totals, *construct.expect]
    if odd := sorted({entry[0] for entry in named} - set(load_rules())):
        raise ValueError(f"{construct.name}: there is no rule {odd[0]!r}")


@cache
def load(path: Path = GRAMMAR) -> Grammar:
    """The grammar of a file. ValueError or UserError if the file is none."""
    data = files.read_toml(path)
    known, forms = data.get("base", {}), data.get("form", {})
    fortran = forms.pop(FORTRAN, {})
    for name, given in data.get("construct", {}).items():
        table = (known[given.pop("like")] if "like" in given else {}) | _formed(given, forms)
        data["construct"][name] = table
        known.setdefault(name, table)
        table["totals"] = [
            row for given in table.get("totals", ()) for row in _counted(given, data["counts"])
        ]
    for name, table in data.get(FORTRAN, {}).items():
        its = data["construct"][name] | {"local": "", "language": FORTRAN} | _formed(table, fortran)
        its |= {FORTRAN: its["text"], "text": "${p}fortran${n}_();"}
        data["construct"][f"{FORTRAN}_{name}"] = its
    constructs = {}
    for name, table in data.get("construct", {}).items():
        row = {"variables": table.pop("global", ""), **table, "name": name}
        constructs[name] = files.table(row, Construct, name)
    for construct in constructs.values():
        _check(construct)
    named = data.get("clause", {}).items()
    clauses = {text: files.table(table, Clause, text) for text, table in named}
    return Grammar(constructs, clauses, data["profile"])
