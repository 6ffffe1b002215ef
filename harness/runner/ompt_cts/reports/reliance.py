"""The groups of rules on which a tool may rely, as sentences for tool authors.

`reports/templates/reliance.toml` has the questions of the first screen; reports/interface.py asks
the same of each callback and entry point.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ompt_cts import files
from ompt_cts.paths import ROOT
from ompt_cts.reports import phrases
from ompt_cts.reports.report import Report
from ompt_cts.verdict.verdicts import BINDING, RuleRow, plural
from ompt_cts.verdict.words import Conformance, Verdict

QUESTIONS = ROOT / "reports" / "templates" / "reliance.toml"
BROKEN = (Verdict.FAIL, Verdict.WAIVED)
JUDGED = (*BROKEN, Verdict.PASS)
EVERYWHERE = 0.5  # share of tests that break a rule above which no place is named
MOST = 0.5  # share of rules that must be exercised for a positive answer
FOLDERS = 3  # named folders
UNTOLD = ("host", "interface", "suites")  # folders whose names do not name a construct


@dataclass(frozen=True)
class Standing:
    """The state of a group of rules in a report."""

    rules: int  # rules that bind the runtime
    judged: int  # those that were exercised
    broken: tuple[str, ...]  # rules
    tests: str  # the number of tests or programs that exercise one of them
    bad: int  # tests that break one
    where: str  # "in teams"; empty: everywhere, or nowhere
    causes: tuple[str, ...]  # names, the cause that breaks most of these tests first

    @property
    def word(self) -> str:
        """yes, except, no or untested."""
        if not self.judged:
            return "untested"
        if not self.broken:
            return "yes"
        return "except" if self.where else "no"


def standing(report: Report, rules: Iterable[RuleRow]) -> Standing:
    """The state of the rules that bind the runtime."""
    binding = [row for row in rules if row["level"] in BINDING]
    judged = [row for row in binding if row["verdict"] in JUDGED]
    broken = [row for row in judged if row["verdict"] in BROKEN]
    tests = {name for row in judged for name in row["tests"]}
    bad = {name for row in broken for name in row["contradicted_in"]}
    ids = {row["id"] for row in broken}
    breaks = {
        cause["name"]: len(bad.intersection(cause["tests"]))
        for cause in report["causes"]
        if ids.intersection(cause["rules"])
    }
    causes = sorted(filter(breaks.get, breaks), key=breaks.__getitem__, reverse=True)
    where = _where(report, bad) if len(bad) < EVERYWHERE * len(tests) else ""
    every = phrases.number(report, tests)
    counts = len(binding), len(judged), tuple(sorted(ids)), every, len(bad)
    return Standing(*counts, where, tuple(causes))


def _where(report: Report, tests: Collection[str]) -> str:
    """The folders of some tests, those with most of them first: the common part of their names."""
    if not tests:
        return ""
    folders = Counter(_topic(name) for name in tests)
    named = [name for name, _ in folders.most_common(FOLDERS)]
    more = len(folders) - len(named)
    text = ", ".join(named) + (f" and {more} more" if more else "")
    return f"in {phrases.number(report, tests)}" + (f" of {text}" if text else "")


def _topic(test: str) -> str:
    parts = [part for part in test.split("/")[:-1] if part not in UNTOLD]
    return "/".join(parts) or ""


@dataclass(frozen=True)
class Answer:
    """A row of the first screen's table."""

    name: str
    question: str
    word: str  # yes, except, no or untested
    text: str
    standing: Standing


def answers(report: Report) -> list[Answer]:
    """The answers on what a tool may rely on, in the order of the questions."""
    found = []
    for ask in files.read_toml(QUESTIONS)["ask"]:
        rows = [
            row for row in report["rules"] if any(fnmatchcase(row["id"], g) for g in ask["rules"])
        ]
        here = standing(report, rows)
        word, text = in_words(report, here)
        found.append(Answer(ask["name"], ask["question"], word, text, here))
    return found


def in_words(report: Report, here: Standing) -> tuple[str, str]:
    """The word and its sentence."""
    if report["conformance"]["verdict"] == Conformance.NOT_SUPPORTED:
        return "no", "the runtime starts no tool"
    if here.word == "untested":
        return "untested", "nothing in this run exercised it"
    if here.word in ("yes", "except") and here.judged < MOST * here.rules:
        bad = f", and {len(here.broken)} broken {here.where}" if here.broken else ""
        return (
            "untested",
            f"of {plural(here.rules, 'rule')} only {here.judged} could be exercised{bad}",
        )
    if here.word == "yes":
        return "yes", f"{held(here)} in {here.tests}"
    broken = f"{len(here.broken)} of {plural(here.judged, 'rule')}"
    if here.word == "except":
        return "except", f"{here.where}; {broken}"
    return "no", f"broken in {here.bad} of {here.tests}; {broken}"


def held(here: Standing) -> str:
    """`1 rule holds`"""
    return f"{plural(here.judged, 'rule')} hold{'s' if here.judged == 1 else ''}"


def named(causes: Iterable[str], most: int = 2) -> str:
    """Causes as words: `league of one, cancelled loop has no end and 2 more`."""
    names = [name if "." in name else name.replace("-", " ") for name in causes]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
