"""Finds the changes between two reports: the gate of a continuous integration.

Two runs are compared by broken rules, waived or not. A regression is one of these: a breach of
another kind than in the old run (verdict/breaches.py defines kinds); a breach that no known
deviation of the nearest described runtime describes, although one described all others of its kind;
a known kind in another construct or in a test that was clean; a test that gave a verdict and now
gives none; a rule that held and is no longer exercised. This applies inside rules that were broken
before, and inside known deviations. Two changes are listed and are no regressions: a breach whose
known deviation was written between the two runs, and one that the nearest described runtime shows
only in some runs.

Where the two runs were asked for different tests, only those that both ran are compared, and a rule
only as far as these decide it: what the other run did not try is neither better nor worse. Where they
were judged by different profiles, only the rules that both have are compared. A report below version 5
names no breaches: with such a report findings are compared by rule and event.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.selecting import HOW, SELECTING, in_command
from ompt_cts.verdict import breaches, causes, expectations
from ompt_cts.verdict.breaches import Breach, construct_of
from ompt_cts.verdict.described import Described, errors
from ompt_cts.verdict.words import Verdict

ABSENT = "absent"
RAN = "judged"  # a test that gave any verdict
THREADS = ("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OMP_WAIT_POLICY", "OMP_DYNAMIC")
OFTEN, RARER = 20, 0.5  # events of one kind, and the share of them below which a drop is reported
KIND, FORM = "another kind", "in a form that no known deviation describes"
CONSTRUCT, TEST = "in another construct", "in a test that was clean"
DEVIATIONS = "known deviations"
BROKEN = (Verdict.FAIL, Verdict.WAIVED)
GAVE = (Verdict.PASS, Verdict.FAIL, Verdict.WAIVED, Verdict.XPASS)


@dataclass(frozen=True)
class Change:
    """A difference: a cause, a rule, or tests that end in another way."""

    kind: str  # cause, rule or test
    name: str
    old: str
    new: str
    reason: str = ""
    replay: str = ""
    rules: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    event: str = ""  # the event at which it shows, or which is absent


@dataclass
class Comparison:
    regressions: list[Change] = field(default_factory=list)
    fixes: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    selection: str = ""  # the difference between the selections of tests, in one line, or empty
    again: set[str] = field(default_factory=set)  # a second run decides

    def to_json(self) -> Json:
        return {
            "schema_version": 2,
            "regressions": [vars(change) for change in self.regressions],
            "fixes": [vars(change) for change in self.fixes],
            "others": [vars(change) for change in self.others],
            "notes": self.notes,
            "selection": self.selection,
            "again": pattern(self.again),
        }


def pattern(tests: Iterable[str]) -> str:
    """The tests as a regular expression for `run --filter`; empty for none."""
    names = [name.replace(".", "[.]").replace("+", "[+]") for name in sorted(tests)]
    return f"/({'|'.join(names)})$" if names else ""


def classify(kind: str, old: str, new: str) -> str:
    """regressions, fixes or others, for a rule that is exercised or not, or for the end of a
    test."""
    earlier, later = (
        None if word == ABSENT else 4 if word == RAN else Verdict(word).standing
        for word in (old, new)
    )
    if earlier is None:  # new in this report: it has no worse verdict than before
        return "others"
    if later is None or later == 2:
        return "regressions" if earlier >= 3 else "others"
    if later < earlier and later <= 1:
        return "regressions"
    if later > earlier and later >= 3 and (kind == "test" or earlier == 0):
        return "fixes"
    return "others"


def chosen(report: Json) -> str:
    """The tests that a report's command selects, in words; empty for all of the suites."""
    words = list(map(str, report["command"]))
    command = words[1] if len(words) > 1 else ""
    if command not in ("run", "merge", ""):
        return command  # programs outside the suites
    return " ".join(in_command(words, SELECTING))


def _tests(report: Json) -> set[str]:
    return {test["name"] for test in report["tests"]}


def differing(old: Json, new: Json) -> str:
    """The difference between the two runs' selections of tests, in one line, or empty."""
    choices = chosen(old), chosen(new)
    earlier, later = _tests(old), _tests(new)
    by_content = "--for=" in choices[0] and earlier != later  # the source file may have changed
    if choices[0] == choices[1] and not by_content:
        return ""
    told = [
        f"{len(tests)} tests ({choice or 'everything'})"
        for tests, choice in zip((earlier, later), choices, strict=True)
    ]
    common = len(earlier & later)
    return f"The old report covers {told[0]}, the new one {told[1]}; {common} are in both."


class Seen:
    """The places of each kind of breach in a report."""

    def __init__(self, report: Json) -> None:
        self.findings = errors(report)
        self.alike = {f["like"].partition(": ")[0] for f in self.findings if f.get("like")}
        self.unknown = {breaches.of(f) for f in self.findings if not f.get("like")}
        self.tests: dict[Breach, set[str]] = {}
        for finding in self.findings:
            self.tests.setdefault(breaches.of(finding), set()).add(finding["test"])
        self.constructs = {
            kind: {construct_of(test) for test in tests} for kind, tests in self.tests.items()
        }
        self.trusted = {t["name"] for t in report["tests"] if Verdict(t["verdict"]).trusted}

    def lacks(self, finding: Json, alike: Collection[str]) -> str:
        """The difference between the finding and all findings here, or empty. `alike`: the
        described runtimes with the other run's findings as known deviations."""
        kind, test = breaches.of(finding), finding["test"]
        if kind not in self.tests:
            return KIND
        if alike == self.alike and not finding.get("like") and kind not in self.unknown:
            return FORM
        if construct_of(test) not in self.constructs[kind]:
            return CONSTRUCT
        return TEST if test not in self.tests[kind] and test in self.trusted else ""


def _grouped(found: list[tuple[Json, str]], profile: str, better: bool) -> list[Change]:
    """Findings by cause, the worst first, each cause with its difference from the other run."""
    plain = [finding | {"cause": "", "waived": "", "like": ""} for finding, _ in found]
    why = {id(one): word for one, (_, word) in zip(plain, found, strict=True)}
    changes = []
    for row in causes.group(plain, catalogue.load(), causes.Known({}), profile):
        members = [f for f in plain if f["rule"] in row["rules"] and f["test"] in row["tests"]]
        words = Counter(why[id(member)] for member in members)
        word = next(word for word in (KIND, FORM, CONSTRUCT, TEST) if words[word])
        told: tuple[str, ...] = ("broken", "clean") if better else ("clean", word)
        rules, tests = tuple(row["rules"]), tuple(row["tests"])
        event = breaches.sort_of(plain[row["witness"]]).event
        told = (*told, row["title"], row["replay"])
        changes.append(Change("cause", row["name"], *told, rules, tests, event))
    return changes


def _written(old: Json, new: Json) -> set[tuple[str, str]]:
    """Rule and reason of the known deviations that were written between the two runs."""
    files = [set(r["as_expected"]["expectations"]["files"]) for r in (old, new)]
    if not files[0] & files[1]:
        return set()  # one run had no known deviations: nothing was written
    rows = [{(row["rule"], row["reason"]) for row in r["expectations"]} for r in (old, new)]
    return rows[1] - rows[0]


def _compare_findings(
    result: Comparison, old: Json, new: Json, again: Json | None, common: set[str]
) -> None:
    before, after = Seen(old), Seen(new)
    repeated = Seen(again) if again else None
    described = Described(expectations.described(new["profile"]))
    nearest = old["as_expected"]["expectations"]["runtime"] or described.nearest(before.findings)
    written = _written(old, new)
    worse: list[tuple[Json, str]] = []
    known: list[tuple[Json, str]] = []
    for finding in after.findings:
        why = before.lacks(finding, after.alike) if finding["test"] in common else ""
        if not why:
            continue
        accepted = finding["waived"] and (finding["rule"], finding["waived"]) in written
        moving = described.moves(nearest, finding)
        if why in (TEST, FORM) and not (accepted or moving):
            moving = repeated is not None and repeated.lacks(finding, after.alike) == why
            result.again.add(finding["test"])
        (known if accepted or moving else worse).append((finding, why))
    better = [
        (finding, why)
        for finding in before.findings
        if finding["test"] in common & after.trusted and (why := after.lacks(finding, before.alike))
        if not described.moves(nearest, finding)
    ]
    result.regressions += _grouped(worse, new["profile"], better=False)
    result.fixes += _grouped(better, new["profile"], better=True)
    result.others += _grouped(known, new["profile"], better=False)


def _compare_counts(
    result: Comparison, old: Json, new: Json, again: Json | None, common: set[str]
) -> None:
    """Findings that were known in a test and occur there more often: a regression if a second run
    of the new library counts as many. Without a second run they are listed, because races change
    such numbers."""
    if _circumstances(old) | {DEVIATIONS: ""} != _circumstances(new) | {DEVIATIONS: ""}:
        return
    earlier, later, repeated = (
        {test["name"]: test.get("failed", {}) for test in report["tests"]}
        for report in (old, new, again or {"tests": []})
    )
    worse: dict[tuple[str, bool], list[str]] = {}
    for name in sorted(common):
        for rule, number in later[name].items():
            if 0 < earlier[name].get(rule, 0) < number:
                steady = repeated.get(name, {}).get(rule, 0) == number
                if steady or not again:
                    worse.setdefault((rule, steady), []).append(name)
                result.again.add(name)
    for (rule, steady), tests in worse.items():
        times = [f"{sum(of[t][rule] for t in tests)} times" for of in (earlier, later)]
        change = Change("rule", rule, *times, tests=tuple(tests))
        (result.regressions if steady else result.others).append(change)


def _compare_tests(result: Comparison, old: Json, new: Json) -> int:
    """The ends of tests, with equal changes together; the number of tests in only one report
    because of the selections."""
    earlier, later = ({t["name"]: t for t in report["tests"]} for report in (old, new))
    alike: dict[tuple[str, str, str], list[str]] = {}
    apart = 0
    for name in dict.fromkeys([*earlier, *later]):
        rows = earlier.get(name), later.get(name)
        ends = [
            RAN if row and row["verdict"] in GAVE else row["verdict"] if row else ABSENT
            for row in rows
        ]
        if ends[0] == ends[1]:
            continue
        if result.selection and ABSENT in ends:
            apart += 1
            continue
        reason = rows[1]["reason"] if rows[1] else ""
        alike.setdefault((*ends, reason), []).append(name)
    for (before, after, reason), names in alike.items():
        replay = later[names[0]]["replay"] if names[0] in later else ""
        change = Change("test", names[0], before, after, reason, replay, (), tuple(names))
        getattr(result, classify("test", before, after)).append(change)
    return apart


def _compare_rules(
    result: Comparison, old: Json, new: Json, again: Json | None, common: set[str]
) -> int:
    """Rules that are exercised or no longer exercised; the findings report broken rules, if there
    are any. Also the number of rules that other tests decide."""
    repeated = {r["id"]: r["verdict"] for r in again["rules"]} if again else {}
    earlier, later = ({r["id"]: r for r in report["rules"]} for report in (old, new))
    listed = {finding["rule"] for finding in errors(new)}
    apart = 0
    for name in dict.fromkeys([*earlier, *later]):
        rows = earlier.get(name), later.get(name)
        ends = [row["verdict"] if row else ABSENT for row in rows]
        if ends[0] == ends[1] or (ends[1] in BROKEN and name in listed):
            continue
        if ends[0] in BROKEN and ends[1] == Verdict.PASS:
            continue  # the vanished causes report it
        if result.selection and not _decided(rows, common):
            apart += 1
            continue
        sort = classify("rule", *ends)
        if sort == "regressions" and ends[1] == Verdict.NOT_EXERCISED:
            result.again |= set(rows[0]["tests"]) & common if rows[0] else set()
            sort = "others" if repeated.get(name) == ends[0] else sort
        getattr(result, sort).append(Change("rule", name, *ends))
    return apart


def _decided(rows: Iterable[Json | None], common: set[str]) -> bool:
    """Whether the common tests show a rule's change."""
    return all(
        row is not None
        and Verdict(row["verdict"]).standing != 2
        and (row["verdict"] not in BROKEN or not common.isdisjoint(row["contradicted_in"]))
        for row in rows
    )


def compare(old: Json, new: Json, again: Json | None = None) -> Comparison:
    """The changes. `again` is a second run of the new report's tests, or of some: results that
    change from run to run, of a known kind in a test that was clean, are then no regressions.
    UserError for reports without a common test, with a test twice, and for a second run of another
    library or with other settings."""
    for one in filter(None, (old, new, again)):
        if len(_tests(one)) != len(one["tests"]):
            raise UserError("a report has a test twice: its verdicts cannot be compared")
    if again and _judged(again) != _judged(new):
        raise UserError("the second run is of another library, or has other settings")
    old, new = within(old, new["profile"]), within(new, old["profile"])
    by_rule = any(not f["breach"] for r in (old, new, again) if r for f in r["findings"])
    if by_rule:
        old, new, again = _by_rule(old), _by_rule(new), again and _by_rule(again)
    result = Comparison(selection=differing(old, new))
    common = _tests(old) & _tests(new)
    if not common:
        raise UserError(f"the reports have no test in common. {result.selection}".rstrip(". "))
    result.notes = _notes(old, new)
    if by_rule:
        result.notes.append("findings are compared by rule and event: a report names no breaches")
    if not result.selection:
        result.notes += _rarer(old, new)
    _compare_findings(result, old, new, again, common)
    _compare_counts(result, old, new, again, common)
    for number, one, many in (
        (_compare_rules(result, old, new, again, common), "rule differs", "rules differ"),
        (_compare_tests(result, old, new), "test is", "tests are"),
    ):
        why = "because of the other tests" if "differ" in one else "in one of the reports alone"
        if number:
            result.notes.append(f"{number} {one if number == 1 else many} {why}: not compared")
    return result


def _by_rule(report: Json) -> Json:
    """The report as if its version named no breaches."""
    nameless = {"breach": "", "facts": {}, "sort": ""}
    return report | {"findings": [finding | nameless for finding in report["findings"]]}


def within(report: Json, profile: str) -> Json:
    """The report without the rules that only its own profile has, or has at another level than
    `profile`, the profile of the other report."""
    mine = report["profile"]
    rules = catalogue.load().values()
    apart = {rule.id for rule in rules if rule.levels.get(mine) != rule.levels.get(profile)}
    if not apart:
        return report
    return report | {
        "rules": [row for row in report["rules"] if row["id"] not in apart],
        "findings": [f for f in report["findings"] if f["rule"] not in apart],
        "tests": [t for t in report["tests"] if not t["rules"] or not apart.issuperset(t["rules"])],
    }


def _rarer(old: Json, new: Json) -> list[str]:
    """Events that came much less often than before, although no rule may require each of them."""
    told = []
    for event, row in old["runtime"]["seen"].items():
        now = new["runtime"]["seen"].get(event, {"events": 0})["events"]
        answered = event in old["runtime"]["registration"]  # a callback, not a sample or probe
        if answered and row["events"] >= OFTEN and now < RARER * row["events"]:
            told.append(f"{event} {row['events']} → {now}")
    return [f"events that came much less often: {', '.join(told)}"] if told else []


def _circumstances(report: Json) -> dict[str, str]:
    """The conditions that a run's findings depend on besides the runtime, in words."""
    applied, command = report["as_expected"]["expectations"], report["command"]
    variables = report["environment"].get("variables", {})
    options = in_command(command, HOW)
    compilers = report["environment"].get("compilers", {})
    return {
        "profile": report["profile"],
        DEVIATIONS: " and ".join(applied["files"]) or "none applied",
        "compilers": ", ".join(dict.fromkeys(one["version"] for one in compilers.values())),
        "probes and repeats": " ".join(options) or "as each test says",
        "threads": " ".join(f"{k}={v}" for k, v in variables.items() if k in THREADS)
        or "as each test says",
        "processors": str(report["environment"].get("cores", "")),
    }


def _judged(report: Json) -> tuple[str, dict[str, str]]:
    return report["runtime"]["sha256"], _circumstances(report)


def _notes(old: Json, new: Json) -> list[str]:
    """Other differences: the runtime, its verdict, the suite, and the settings."""
    notes = []
    for field_name in ("name", "version_string", "library", "sha256"):
        before, after = old["runtime"][field_name], new["runtime"][field_name]
        if before != after:
            notes.append(f"runtime {field_name}: {before} → {after}")
    before, after = (r["conformance"]["verdict"] for r in (old, new))
    if before != after:
        notes.append(f"conformance: {before} → {after}")
    if old["suite"] != new["suite"]:
        before, after = (f"{r['suite']['version']} {r['suite']['commit']}" for r in (old, new))
        notes.append(f"suite: {before} → {after}")
    earlier, later = _circumstances(old), _circumstances(new)
    notes += [
        f"{key}: {earlier[key]} → {later[key]}" for key in earlier if earlier[key] != later[key]
    ]
    return notes
