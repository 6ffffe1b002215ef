"""The coverage of the catalogue by a run, chapter by chapter, and the reasons for the rest."""

from collections import Counter
from dataclasses import dataclass

from ompt_cts import catalogue
from ompt_cts.reports.report import Report, TestRow
from ompt_cts.verdict.verdicts import RuleRow
from ompt_cts.verdict.words import Conformance, Verdict

# The parts of a chapter's bar in order: word and text.
PARTS = {
    Verdict.PASS: "hold",
    Verdict.WAIVED: "broken, known",
    Verdict.FAIL: "broken, new",
    Verdict.NOT_SUPPORTED: "not offered",
    Verdict.NOT_EXERCISED: "not exercised",
}
NEEDS = "not-supported: "


@dataclass(frozen=True)
class Chapter:
    """The rules of one chapter of the catalogue, by verdict, with every verdict."""

    title: str
    rules: int
    numbers: dict[Verdict, int]

    def text(self) -> str:
        """`20 hold, 3 broken, known`."""
        told = (f"{number} {PARTS[word]}" for word, number in self.numbers.items() if number)
        return "; ".join(told)


def chapters(report: Report) -> list[Chapter]:
    """The chapters of the rules, in the catalogue's order."""
    found: dict[str, Counter[str]] = {}
    for row in report["rules"]:
        found.setdefault(row["chapter"] or "Rules that the catalogue does not have", Counter())[
            row["verdict"]
        ] += 1
    return [
        Chapter(title, sum(counts.values()), {word: counts[word] for word in PARTS})
        for title, counts in found.items()
    ]


@dataclass(frozen=True)
class Uncovered:
    """Rules without a verdict in the run, and the reason."""

    why: str
    rules: tuple[str, ...]


def uncovered(report: Report) -> list[Uncovered]:
    """The rules that were not exercised, by reason, the most rules first."""
    tests = {test["name"]: test for test in report["tests"]}
    known = catalogue.load()
    found: dict[str, list[str]] = {}
    for row in report["rules"]:
        if row["verdict"] == Verdict.NOT_SUPPORTED:
            why = "the runtime does not offer the callback, which is optional"
        elif row["verdict"] == Verdict.NOT_EXERCISED:
            rule = known.get(row["id"])
            why = _why(report, row, tests)
            if rule and rule.no_test and not row["homes"]:
                why = "no program can exercise it on the described runtimes"
        else:
            continue
        found.setdefault(why, []).append(row["id"])
    rows = [Uncovered(why, tuple(rules)) for why, rules in found.items()]
    return sorted(rows, key=lambda row: (-len(row.rules), row.why))


def _why(report: Report, row: RuleRow, tests: dict[str, TestRow]) -> str:
    if report["conformance"]["verdict"] == Conformance.NOT_SUPPORTED:
        return "the runtime starts no tool"
    homes = [tests[name] for name in row["homes"] if name in tests]
    if not any(test["rules"] for test in tests.values()):  # programs outside the suites
        return "no program that ran exercises it"
    if not homes:
        return "no test of this run is about it"
    reasons = Counter(_reason(test) for test in homes)
    return min(reasons, key=lambda reason: (-reasons[reason], reason))


def _reason(test: TestRow) -> str:
    if test["verdict"] == Verdict.UNSUPPORTED:
        return f"its tests cannot run here: {test['reason'].removeprefix(NEEDS) or 'unsupported'}"
    if not Verdict(test["verdict"]).trusted:
        return f"its tests ended as {test['verdict']}"
    return "its tests ran and did not exercise it"
