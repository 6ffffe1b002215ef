"""A generated program as a tree of constructs, and the number of times that each part runs.

A number of times is a factor of a number that the program measures: the members of a parallel
region, all its teams together, or the teams of a league. So it is right for any size of teams.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ompt_cts.explore.grammar import Clause, Construct


@dataclass(frozen=True)
class Times:
    """`factor` times the measured number of region `measured` (0: none), `predicted` in total."""

    measured: int
    factor: int
    predicted: int | None  # the whole product, if sizes of teams are known before the run

    def by(self, count: int) -> "Times":
        predicted = None if self.predicted is None else self.predicted * count
        return Times(self.measured, self.factor * count, predicted)


ONCE = Times(0, 1, 1)


@dataclass
class Node:
    """A construct of a program, with its blocks."""

    construct: Construct
    number: int
    clauses: tuple[str, ...] = ()
    count: int = 1
    begin: int = 0  # which of the construct's first statements
    blocks: list[list["Node"]] = field(default_factory=list)

    @property
    def repeats(self) -> int:
        """The number of its iterations, or of its sections."""
        return len(self.blocks) if self.construct.sections else self.count

    def walk(self) -> Iterator["Node"]:
        yield self
        for block in self.blocks:
            for child in block:
                yield from child.walk()


@dataclass
class Settings:
    """The settings that a program runs with."""

    environment: dict[str, str]
    threads: int  # OMP_NUM_THREADS
    levels: int  # OMP_MAX_ACTIVE_LEVELS
    probes: str
    record: dict[str, str]  # more options of steps/record_run.py: sample, stacks, target
    perturb: str  # as --perturb of steps/record_run.py; empty: none
    divided: bool = False  # the process divides before it uses OpenMP


# The places of functions and variables: with the rest, in a second source file, in a library.
ONE, UNITS, LIBRARY = FORMS = ("one", "units", "library")


@dataclass
class Program:
    """A program: `top` runs in the initial task. Its number in its campaign names it."""

    name: str
    top: list[Node]
    settings: Settings
    language: str
    form: str = ONE

    def walk(self) -> Iterator[Node]:
        for node in self.top:
            yield from node.walk()


def with_threads(program: Program, threads: int) -> Program:
    """A copy that is run with another OMP_NUM_THREADS."""
    environment = program.settings.environment | {"OMP_NUM_THREADS": str(threads)}
    settings = replace(program.settings, threads=threads, environment=environment)
    return replace(copy.deepcopy(program), settings=settings)


@dataclass(frozen=True)
class Here:
    """The place of a construct."""

    times: Times | None = ONCE  # how often this place is reached; None: unknown
    meets: Times | None = ONCE  # how often by a whole team; None: teams do not reach it together
    around: frozenset[str] = frozenset({"serial"})  # surroundings that may forbid a construct
    final: bool = False
    active: int = 0  # active parallel regions around
    unsized: bool = False  # inside a league, where the sizes of teams are unknown
    orphan: bool = False  # in another function than the enclosing region


def tags(node: Node, clauses: Mapping[str, Clause]) -> set[str]:
    """The effects of a construct's clauses."""
    return {tag for text in node.clauses if text in clauses for tag in clauses[text].tags}


def team_size(node: Node, here: Here, given: Iterable[str], settings: Settings) -> int | None:
    """The number of threads of its region; None: unknown. OpenMP 5.2, 10.1.1."""
    if here.unsized or node.construct.group == "teams":
        return None
    if "one" in given or here.active >= settings.levels:
        return 1
    sizes = [int(tag.removeprefix("size=")) for tag in given if tag.startswith("size=")]
    return sizes[0] if sizes else settings.threads


def times(what: str, node: Node, here: Here, size: int | None) -> Times | None:
    """A number of times with the grammar's name; None: unknown."""
    if what == "1":
        return ONCE
    base = here.meets if what.startswith("T") else here.times
    if what == "unknown" or base is None:
        return None
    known = None if base.predicted is None or size is None else base.predicted * size
    if what == "league":
        return Times(node.number, 1, None)
    if what == "members":
        return Times(node.number, 1, known)
    if what == "M*size":
        return Times(0, 0, known)
    return base.by(node.repeats) if what.endswith("count") else base


def inside(node: Node, here: Here, settings: Settings, clauses: Mapping[str, Clause]) -> Here:
    """The place of its blocks."""
    construct, given = node.construct, tags(node, clauses)
    makes_team = construct.makes_team
    size = team_size(node, here, given, settings) if makes_team else None
    around = set() if construct.fresh else set(here.around)
    if not construct.transparent:
        around -= {"serial", "foreign", "teams"}
    around |= construct.adds
    final = here.final and not makes_team or "final" in given
    if construct.root:
        around = {"foreign"}
    if final and construct.fresh:
        around.add("included")
    meets = times(construct.meets, node, here, size) if construct.meets else None
    if construct.transparent and here.meets is None:
        meets = None
    return Here(
        times=times(construct.times, node, here, size),
        meets=meets,
        around=frozenset(around),
        final=final,
        active=here.active + (size is not None and size > 1),
        unsized=here.unsized or construct.group == "teams",
        orphan=bool(construct.fortran)
        or (not makes_team and (here.orphan or bool(construct.function))),
    )


def may_stand(construct: Construct, here: Here) -> bool:
    """Whether the nesting restrictions (OpenMP 5.2, 17.1) allow a construct here, and it cannot
    hang: no scheduling point inside a held lock."""
    around, need = here.around, construct.needs
    return not (
        construct.not_in & around
        or (construct.yields and "held" in around)
        or ("teams" in around and not construct.in_teams)
        or (need == "team" and here.meets is None)
        or (need in ("serial", "teams") and need not in around)
        or (construct.local and here.orphan)
    )
