"""Findings by cause: one defect that breaks several rules in hundreds of traces is one entry.

A finding that a known deviation of the runtime explains has the cause of the deviation. The cause
of other findings is guessed from their common properties, and the entry says so: two sorts of
finding have one cause if they show at the same events in nearly all traces with either of them and
name the same entity, or miss the same event. A known cause of any runtime is offered beside it
("looks like") if it breaks the same rules in the same sorts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any, TypedDict

from ompt_cts.catalogue import VIEW, Rule
from ompt_cts.files import Json
from ompt_cts.verdict import breaches
from ompt_cts.verdict.breaches import Breach, Sort, sort_of
from ompt_cts.verdict.expectations import Deviation

TOGETHER = 0.75  # share of the traces of each of two sorts of finding with both
OFTEN = 0.25  # share of the most frequent form, or cause, above which an absence comes first
ALIKE = 0.5  # share of a cause's findings that a known cause of another runtime must describe
# The harm of a broken rule to a tool: the events from which a tool builds its picture
# count most, then the values that it reads there.
LEVELS = {"mandatory": 3.0, "optional": 2.0}
KINDS = {
    **dict.fromkeys(
        ("lifecycle", "pairing", "order", "thread", "identifier", "signal-safety"), 3.0
    ),
    **dict.fromkeys(("argument", "record", "device", "entry-point", "abi"), 2.0),
    **dict.fromkeys(("state", "frame"), 1.5),
}


@dataclass
class Cause:
    """Presumably one defect; `findings` are indices into the report's list."""

    name: str
    known: bool
    looks_like: str = ""  # "llvm-19: team-size-at-end"
    findings: list[int] = field(default_factory=list)


def trace_of(finding: Json) -> tuple[str, str]:
    return finding["test"], finding["replay"]


# Known causes of runtimes


class Known:
    """The deviations of described runtimes, for looking up similar findings."""

    def __init__(self, runtimes: Mapping[str, Iterable[Deviation]]) -> None:
        self.by_rule: dict[str, list[tuple[str, Deviation]]] = defaultdict(list)
        for runtime, deviations in runtimes.items():
            for entry in deviations:
                if entry.cause:
                    self.by_rule[entry.rule].append((runtime, entry))

    def resembling(self, findings: Sequence[Json]) -> str:
        """The known cause that describes most of the findings, if it describes enough of them; of
        several the first, so that a report is the same each time."""
        counts: Counter[str] = Counter()
        for finding in findings:
            counts.update(dict.fromkeys(self._telling_of(finding)).keys())
        for name, count in counts.most_common(1):
            if count >= ALIKE * len(findings):
                return name
        return ""

    def _telling_of(self, finding: Json) -> Iterator[str]:
        """Causes with the same rule and sorts, in the same tests; a cause without patterns only if
        it lists the test. One that counts only beside another finding is never looked up alone."""
        for runtime, entry in self.by_rule.get(finding["rule"], ()):
            told = entry.match or "*" not in entry.tests
            if (
                told
                and not entry.beside
                and entry.says(finding)
                and entry.covers_test(finding["test"])
            ):
                yield f"{runtime}: {entry.cause}"


# Common properties of findings


class Meetings:
    """The number of traces in which findings of two sorts stand at one event and name one
    entity."""

    def __init__(self, sorts: Mapping[Sort, Sequence[Json]], chapters: Mapping[str, str]) -> None:
        self.traces = {sort: {trace_of(f) for f in found} for sort, found in sorts.items()}
        self.chapters = chapters
        at: dict[tuple[Any, ...], dict[Sort, set[str]]] = defaultdict(dict)
        for sort, found in sorts.items():
            for finding in found:
                entities = breaches.entities(finding)
                for event in finding["witness"]:
                    place = (trace_of(finding), event["thread"], event["position"])
                    at[place].setdefault(sort, set()).update(entities)
        self.met: dict[tuple[Sort, Sort], set[Any]] = defaultdict(set)
        for place, present in at.items():
            self._meet(place[0], sorted(present.items()))

    def _meet(self, trace: Any, present: list[tuple[Sort, set[str]]]) -> None:
        for index, (one, entities) in enumerate(present):
            for other, others in present[index + 1 :]:
                chapter = self.chapters.get(one.rule)
                related = chapter is not None and chapter == self.chapters.get(other.rule)
                if related or entities & others:
                    self.met[one, other].add(trace)

    def pairs(self) -> Iterator[tuple[Sort, Sort]]:
        for (one, other), traces in self.met.items():
            most = max(len(self.traces[one]), len(self.traces[other]))
            if len(traces) >= TOGETHER * most:
                yield one, other


def joined(sorts: Iterable[Sort], pairs: Iterable[tuple[Sort, Sort]]) -> list[list[Sort]]:
    """The sorts in groups: the sorts of a pair are in one group."""
    group = {sort: [sort] for sort in sorts}
    for one, other in pairs:
        if group[one] is not group[other]:
            group[one].extend(group[other])
            for sort in group[other]:
                group[sort] = group[one]
    return list({id(members): members for members in group.values()}.values())


def _same_rule(found: Mapping[Sort, Sequence[Json]]) -> Iterator[tuple[Sort, Sort]]:
    """One rule that is broken at two kinds of event, by the same breach or in the same tests."""
    for one in found:
        for other in found:
            if one < other and one.rule == other.rule:
                tests = [{f["test"] for f in found[sort]} for sort in (one, other)]
                within = tests[0] <= tests[1] or tests[1] <= tests[0]
                if within or kinds(found[one]) & kinds(found[other]):
                    yield one, other


def _same_absence(sorts: Iterable[Sort]) -> Iterator[tuple[Sort, Sort]]:
    """Several rules that miss the same event."""
    missing: dict[str, Sort] = {}
    for sort in sorts:
        if sort.absent and missing.setdefault(sort.event, sort) != sort:
            yield missing[sort.event], sort


def kinds(findings: Iterable[Json]) -> set[str]:
    """The breaches of some findings."""
    return {finding["breach"] for finding in findings}


def _guess(report: Sequence[Json], open_ones: list[int], rules: Mapping[str, Rule]) -> list[Cause]:
    by_sort: dict[Sort, list[int]] = defaultdict(list)
    for index in open_ones:
        by_sort[sort_of(report[index])].append(index)
    chapters = {name: rule.chapter for name, rule in rules.items()}
    found = {sort: [report[index] for index in indices] for sort, indices in by_sort.items()}
    alike = [*_same_rule(found), *_same_absence(found), *Meetings(found, chapters).pairs()]
    causes = []
    for members in joined(by_sort, alike):
        indices = sorted(index for sort in members for index in by_sort[sort])
        rule = max(Counter(report[i]["rule"] for i in indices).items(), key=lambda item: item[1])[0]
        causes.append(Cause(rule, False, findings=indices))
    return causes


def _merged(causes: Iterable[Cause], findings: Sequence[Json]) -> list[Cause]:
    """Joins causes that look like the same known one and show in a common test."""
    result: list[Cause] = []
    for cause in causes:
        tests = {findings[index]["test"] for index in cause.findings}
        for other in result:
            same = cause.looks_like and cause.looks_like == other.looks_like
            if same and not tests.isdisjoint(findings[index]["test"] for index in other.findings):
                other.findings = sorted([*other.findings, *cause.findings])
                break
        else:
            result.append(cause)
    return result


# The rows of a report


class CauseRow(TypedDict):
    """One cause in a report."""

    name: str  # the deviation's, or the rule that is broken most
    known: bool  # a deviation of this runtime names it; otherwise it is guessed
    looks_like: str  # a known cause of another runtime, or empty
    title: str
    severity: float
    rules: list[str]
    clauses: list[str]
    findings: int
    new: int  # findings that are not waived
    tests: list[str]
    witness: int  # the shortest finding in the most frequent form
    replay: str


def group(
    findings: Sequence[Json], rules: Mapping[str, Rule], known: Known, profile: str
) -> list[CauseRow]:
    """The causes of a report's error findings, in the order of the report: new ones before known
    ones, absences before wrong events, then the most severe.

    A finding's own `cause` is that of the runtime's deviations; findings that count for nothing (of
    a crashed test) have no cause. If no finding has one, the causes of the most similar described
    runtime are separated from the rest.
    """
    by_name: dict[tuple[str, str], Cause] = {}
    open_ones = []
    counted = [n for n, f in enumerate(findings) if f["severity"] == "error" and f["counted"]]
    alike = not any(findings[index].get("cause") for index in counted)
    for index in counted:
        name, like = findings[index].get("cause", ""), ""
        if alike:
            like = findings[index].get("like", "")
            name = like.partition(": ")[2]
        if name:
            by_name.setdefault((name, like), Cause(name, not like, like)).findings.append(index)
        else:
            open_ones.append(index)
    guessed = _guess(findings, open_ones, rules)
    if not any(like for _, like in by_name):
        for cause in guessed:
            cause.looks_like = known.resembling([findings[index] for index in cause.findings])
    causes = [*by_name.values(), *_merged(guessed, findings)]
    rows = [_row(cause, findings, rules, profile) for cause in causes]
    widest = max((len(row["tests"]) for row in rows if _standing(row) == 0), default=0)
    return sorted(rows, key=lambda row: _rank(row, findings[row["witness"]], widest))


def _standing(row: CauseRow) -> int:
    """0: unknown; 1: unknown, but a different view, which some rule should explain; 2: known of
    another runtime; 3: known of this one."""
    if not row["new"]:
        return 3
    return 2 if row["looks_like"] else int(row["rules"] == [VIEW])


def _rank(row: CauseRow, witness: Json, widest: int) -> tuple[int, bool, float, str]:
    """The sort key. An absence in few tests, beside the unknown cause in most of them, is a
    consequence: all the more if it was counted among the events of the current task, which other
    events tell. Among unknown causes the one in the most tests is nearest to the defect."""
    of_current = "=current" in str(witness["facts"].get("pattern", ""))
    enough = widest if of_current else OFTEN * widest
    absent = sort_of(witness).absent and len(row["tests"]) >= enough
    often = 1 if _standing(row) else len(row["tests"])
    return _standing(row), not absent, -row["severity"] * often, row["name"]


def _telling(cause: Cause, findings: Sequence[Json]) -> list[int]:
    """The findings of a cause in its most frequent form, or in the form of an absence if that is
    frequent as well."""
    forms: dict[Breach, list[int]] = defaultdict(list)
    for index in cause.findings:
        forms[breaches.of(findings[index])].append(index)
    numbers = {form: len({findings[i]["test"] for i in found}) for form, found in forms.items()}
    absent = [form for form in forms if form.sort.absent]
    first = max(absent or forms, key=lambda form: numbers[form])
    if absent and numbers[first] < OFTEN * max(numbers.values()):
        first = max(forms, key=lambda form: numbers[form])
    return forms[first]


def _row(
    cause: Cause, findings: Sequence[Json], rules: Mapping[str, Rule], profile: str
) -> CauseRow:
    found = [findings[index] for index in cause.findings]
    tests = sorted({finding["test"] for finding in found})
    numbers = Counter(finding["rule"] for finding in found)
    weights = {name: _weight(rules.get(name), profile) for name in numbers}
    gravest = sorted(numbers, key=lambda name: (-weights[name], -numbers[name], name))
    telling = _telling(cause, findings)
    shortest = min(telling, key=lambda i: (_length(findings[i]), findings[i]["test"]))
    waived = [finding for finding in found if finding["waived"]]
    title = findings[shortest]["message"]
    if cause.known and waived:
        title = Counter(finding["waived"] for finding in waived).most_common(1)[0][0]
    return {
        "name": cause.name,
        "known": cause.known,
        "looks_like": cause.looks_like,
        "title": title,
        "severity": round(max(weights.values()) * (1 + log2(1 + len(tests)) / 10), 2),
        "rules": gravest,
        "clauses": list(
            dict.fromkeys(
                rules[name].clauses[profile]
                for name in gravest
                if name in rules and rules[name].clauses.get(profile)
            )
        ),
        "findings": len(found),
        "new": len(found) - len(waived),
        "tests": tests,
        "witness": shortest,
        "replay": findings[shortest]["replay"],
    }


def _weight(rule: Rule | None, profile: str) -> float:
    if rule is None:
        return 1.0
    return LEVELS.get(rule.levels.get(profile, ""), 0.5) * KINDS.get(rule.kind, 1.0)


def _length(finding: Json) -> int:
    """The amount of text for a person."""
    return 10 * len(finding["witness"]) + len(finding["message"])
