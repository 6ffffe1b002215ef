"""Every word of the screens that is no rule: verdicts, causes, callbacks, entry points,
enumerators.

Each text comes from its only place (docs/verdicts.md, expectations/, the tables of
harness/ompt_abi).
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ompt_cts import catalogue
from ompt_cts.paths import ROOT
from ompt_cts.reports import interface, known

VERDICTS = ROOT / "docs" / "verdicts.md"
ENUMS = ROOT / "harness" / "ompt_abi" / "enums.def"
ENUMERATOR = re.compile(
    r"^OMPT_ENUMERATOR\((\w+), *\w+, *(\w+), *(\w+), *(\d+), *(\d+), *(\d+)\)", re.M
)
ROW = re.compile(r"^\| `([\w-]+)` \|(.*)\|$")
# Words of the screens that are in no other table.
SCREEN = {
    "known": "a cause that a known deviation of this runtime names (expectations/)",
    "new": "no known deviation of this runtime describes it",
    "as": "[as llvm-19]: the described runtime llvm-19 has a cause of this name; nothing is waived",
    "looks-like": "the cause's rules, sorts and tests fit a known deviation of another runtime",
    "mended": "a known deviation that shows in none of its tests, all of which were run",
    "cause": "presumably one defect, with all rules that it breaks in all tests",
    "witness": "the events that show a finding: thread, position in the thread's stream, arguments",
    "again": "the command that shows the same finding again",
    "regressed": "compare: a breach of another kind, in another construct, or in a test that was clean",
    "profile": "the version of OpenMP that is judged: 5.0, 5.1, 5.2 or 6.0",
    "probe": "a call of an entry point by the checker, inside a callback",
    "note": "a statement of a test program: its position, or a fact that must hold",
    "$critical": "in a view: the mutex of a critical construct, in the order of first use",
    "task=current": "in an expectation: the task that the thread executes at this event",
    "codeptr_ra": "the return address of the runtime's entry point: the place of the construct in code",
}


class Term(NamedTuple):
    """A word, its topic, and its meanings, a line each."""

    name: str
    topic: str
    lines: tuple[str, ...]


def _verdicts() -> Iterator[Term]:
    heading = ""
    for line in VERDICTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif met := ROW.match(line):
            cells = [cell.strip() for cell in met[2].split("|")]
            yield Term(met[1], "verdict", (f"{heading}: {cells[-1]}",))


def _causes() -> Iterator[Term]:
    where: dict[str, list[known.Known]] = {}
    for file in known.load().values():
        for cause in file.all:
            where.setdefault(cause, []).append(file)
    for cause, having in sorted(where.items()):
        first = next((file for file in having if cause in file.own), having[0])
        entries = first.all[cause]
        rules = ", ".join(dict.fromkeys(entry.rule for entry in entries))
        lines = (
            entries[0].reason,
            f"rules: {rules}",
            f"known of: {', '.join(f.name for f in having)}",
        )
        more = (f"in the runtime: {entries[0].source}",) if entries[0].source else ()
        yield Term(cause, "cause", lines + more)


def _interface() -> Iterator[Term]:
    rules = catalogue.load().values()
    versions: dict[str, list[str]] = {}
    points: dict[str, list[str]] = {}
    for profile in catalogue.PROFILES:
        for callback in interface.callbacks(profile):
            versions.setdefault(callback.name, []).append(profile)
        for name, place in interface.entry_points(profile):
            points.setdefault(f"ompt_{name} ({place})", []).append(profile)
    for name, having in versions.items():
        ids = ", ".join(rule.id for rule in rules if name in rule.events) or "none"
        yield Term(name, "callback", (f"OpenMP {', '.join(having)}", f"rules that it gates: {ids}"))
    for name, having in points.items():
        word = re.compile(rf"\b{name.partition(' ')[0]}\b")
        ids = ", ".join(rule.id for rule in rules if word.search(rule.statement)) or "none"
        lines = (
            f"{name.partition(' ')[2]}; OpenMP {', '.join(having)}",
            f"rules that name it: {ids}",
        )
        yield Term(name.partition(" ")[0], "entry point", lines)


def _enumerators() -> Iterator[Term]:
    for kind, name, value, since, deprecated, removed in ENUMERATOR.findall(
        ENUMS.read_text("utf-8")
    ):
        dots = {n: f"{n[0]}.{n[1]}" for n in (since, deprecated, removed) if n != "0"}
        lines = [f"{value} of {kind}, since OpenMP {dots[since]}"]
        lines += [f"deprecated in {dots[deprecated]}"] if deprecated != "0" else []
        lines += [f"gone in {dots[removed]}"] if removed != "0" else []
        yield Term(name, "state" if kind == "state" else "enumerator", tuple(lines))


@cache
def terms() -> tuple[Term, ...]:
    """All words; a word may have several meanings."""
    screen = (Term(name, "word of a screen", (text,)) for name, text in SCREEN.items())
    return (*_verdicts(), *screen, *_causes(), *_interface(), *_enumerators())


def called(name: str) -> list[Term]:
    """The meanings of a word; ompt_ and ompt_callback_ may be left out."""
    plain = name.removeprefix("ompt_callback_")
    return [t for t in terms() if plain in (t.name, t.name.removeprefix("ompt_")) or name == t.name]


def search(words: list[str]) -> list[Term]:
    """The terms that contain every word."""
    wanted = [word.lower() for word in words]
    return [t for t in terms() if all(w in " ".join((t.name, *t.lines)).lower() for w in wanted)]
