"""The changes from one release of a runtime to the next, from a matrix of several."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ompt_cts.files import Json
from ompt_cts.verdict.words import Conformance, Verdict

BROKEN = (Verdict.FAIL, Verdict.WAIVED)
NUMBER = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True)
class Step:
    """The changes from one column to the next: mended rules, broken rules, rules broken in another
    way, and rules that came and went."""

    before: str
    after: str
    mended: tuple[str, ...]
    broken: tuple[str, ...]
    otherwise: tuple[str, ...]  # broken before and after, now in a new way
    tried: tuple[str, ...]  # exercised for the first time, and kept
    lost: tuple[str, ...]  # kept before, and no longer exercised


@dataclass(frozen=True)
class Series:
    """Columns of one code base, the oldest first."""

    name: str
    columns: tuple[str, ...]
    steps: tuple[Step, ...]


def release(title: str) -> tuple[int, ...]:
    """The first number of a title as a sort key: LLVM 19.1.7 comes after LLVM 9."""
    match = NUMBER.search(title)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def series(matrix: Json) -> list[Series]:
    """The code bases with more than one report in the matrix: releases of a family by their
    numbers, and reports of one runtime by their dates."""
    groups: dict[str, list[Json]] = {}
    for column in matrix["runtimes"]:
        if column["conformance"]["verdict"] != Conformance.NOT_SUPPORTED and column["family"]:
            groups.setdefault(column["family"], []).append(column)
    found = []
    for family, columns in groups.items():
        columns = sorted(columns, key=lambda c: (release(c["title"]), c["started"], c["name"]))
        names = [column["name"] for column in columns]
        if len(names) > 1:
            steps = [step(matrix, one, other) for one, other in pairwise(names)]
            found.append(Series(family, tuple(names), tuple(steps)))
    return found


def step(matrix: Json, before: str, after: str) -> Step:
    """The differences between two columns."""
    mended, broken, otherwise, tried, lost = [], [], [], [], []
    for row in matrix["rules"]:
        old, new = (row["verdicts"].get(name, "") for name in (before, after))
        if old in BROKEN and new == Verdict.PASS:
            mended.append(row["id"])
        elif new in BROKEN and old not in BROKEN:
            broken.append(row["id"])
        elif new in BROKEN and set(row["kinds"].get(after, ())) - set(row["kinds"].get(before, ())):
            otherwise.append(row["id"])
        elif new == Verdict.PASS and old != Verdict.PASS:
            tried.append(row["id"])
        elif old == Verdict.PASS and new != Verdict.PASS:
            lost.append(row["id"])
    return Step(before, after, *map(tuple, (mended, broken, otherwise, tried, lost)))


def spans(verdicts: Sequence[str], names: Sequence[str]) -> str:
    """The story of one rule: `broken in llvm-13 to llvm-16, holds since llvm-19`."""
    told = []
    runs: list[tuple[bool, list[str]]] = []
    for name, word in zip(names, verdicts, strict=True):
        if word not in (*BROKEN, Verdict.PASS):
            continue
        bad = word in BROKEN
        if runs and runs[-1][0] == bad:
            runs[-1][1].append(name)
        else:
            runs.append((bad, [name]))
    for number, (bad, members) in enumerate(runs):
        word = "broken" if bad else "holds"
        last = number == len(runs) - 1
        if last and len(runs) > 1:
            told.append(f"{word} since {members[0]}")
        else:
            to = f" to {members[-1]}" if len(members) > 1 else ""
            told.append(f"{word} in {members[0]}{to}")
    return ", ".join(told)
