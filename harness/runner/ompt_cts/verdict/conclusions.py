"""The two answers of a run: does the runtime conform, and is anything new?

Conformance depends only on the rules: a known deviation is a deviation. "As expected" is the gate's
question: whether anything goes beyond the known deviations.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from ompt_cts.catalogue import CRASH, TIMEOUT, VIEW
from ompt_cts.verdict import breaches
from ompt_cts.verdict.evidence import NEEDS, Finding
from ompt_cts.verdict.expectations import TOOLCHAIN, Deviation, broken_by
from ompt_cts.verdict.identity import Applied, AppliedRow
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.verdicts import BINDING, RuleRow, counted, names, plural, trusted
from ompt_cts.verdict.words import UNJUDGED, Conformance, Expected, Verdict

BROKEN = (Verdict.FAIL, Verdict.WAIVED)
# A crash or hang with one of these leaves no doubt: the program fails without a tool as well, or the
# influence of the tool has become a finding.
SETTLED = ("runtime", *NEEDS)


class Kept(TypedDict):
    """The number of kept and broken rules of one level, for the given code."""

    judged: int  # exercised rules
    broken: list[str]


class ConformanceAnswer(TypedDict):
    verdict: Conformance
    mandatory: Kept
    optional: Kept
    toolchain: NotRequired[list[str]]  # rules with known breaches of the compiler alone
    undecided: list[str]  # parts without a verdict, and why


class New(TypedDict):
    """A result that no known deviation describes."""

    kind: str  # rule, test or runtime
    name: str
    what: str
    tests: list[str]
    replay: str


class Mended(TypedDict):
    """A known deviation that no longer shows."""

    rule: str
    cause: str
    reason: str
    tests: list[str]


class ExpectedAnswer(TypedDict):
    verdict: Expected
    expectations: AppliedRow
    new: list[New]
    mended: list[Mended]
    undecided: list[str]


def no_ompt(outcomes: Sequence[Outcome]) -> str:
    """The reason if the runtime starts no tool, so that nothing can be judged; else empty."""
    if not outcomes or not all(o["no_ompt"] and o["verdict"] == "unsupported" for o in outcomes):
        return ""
    return "; ".join(sorted({outcome["reason"] for outcome in outcomes}))


def _kept(rows: list[RuleRow], level: str, apart: Sequence[str]) -> Kept:
    tried = [r for r in rows if r["level"] == level and r["verdict"] in (*BROKEN, Verdict.PASS)]
    broken = [row["id"] for row in tried if row["verdict"] in BROKEN and row["id"] not in apart]
    return Kept(judged=len(tried), broken=broken)


def _of_the_toolchain(
    rows: list[RuleRow], outcomes: Sequence[Outcome], known: Sequence["ExpectationRow"]
) -> list[str]:
    """The rules all of whose findings are known, and caused by the compiler's code."""
    caused = {(e["rule"], e["reason"]) for e in known if e["attribution"] == TOOLCHAIN}
    others = {
        finding["rule"]
        for outcome in outcomes
        for finding in outcome["findings"]
        if finding["severity"] == "error" and counted(outcome, finding)
        if (finding["rule"], finding["waived"]) not in caused
    }
    return [
        row["id"]
        for row in rows
        if row["level"] in BINDING and row["verdict"] == Verdict.WAIVED
        if row["id"] not in others
    ]


def exercised(rows: Iterable[RuleRow]) -> bool:
    """Whether anything was judged; without it neither answer can be the best one."""
    return any(row["exercised"] or row["failed"] or row["contradicted_in"] for row in rows)


def _nothing_judged(rows: list[RuleRow], outcomes: Sequence[Outcome]) -> list[str]:
    """The reasons that make every verdict impossible."""
    libraries = {o["runtime"]["library"] for o in outcomes if o["runtime"].get("library")}
    sums = {str(o["environment"].get("runtime_sha256", "")) for o in outcomes} - {""}
    if len(libraries) > 1 or len(sums) > 1:
        alike = (
            f", of which {len(sums)} were there one after the other" if len(libraries) == 1 else ""
        )
        return [f"the traces are of different runtimes: {names(libraries)}{alike}"]
    if not exercised(rows):
        judged = any(outcome["exercised"] for outcome in outcomes if not trusted(outcome))
        return [
            "no record of a program could be judged as a whole"
            if judged
            else "no rule was exercised"
        ]
    told = {name for o in outcomes for trace in o["traces"] for name in trace.get("seen", {})}
    promised = {name for o in outcomes for name in o["runtime"].get("registration", {})}
    if not libraries and any(o["traces"] for o in outcomes):
        return ["no trace names its runtime"]
    if told and promised and told.isdisjoint(promised) and not any(o["rules"] for o in outcomes):
        return ["the runtime has dispatched no callback"]
    return []


def _ended(outcomes: Iterable[Outcome], verdict: Verdict) -> list[str]:
    """The tests whose ends leave something open."""
    return [o["name"] for o in outcomes if o["verdict"] == verdict and not settled(o)]


def _kind(outcomes: Iterable[Outcome]) -> str:
    """A test names its rules, a program outside the suites answers for all."""
    return "test" if any(o["rules"] for o in outcomes) else "program"


def settled(outcome: Outcome) -> bool:
    return outcome["attribution"] in SETTLED


# Findings of a test without a rule in the catalogue.
BESIDE_RULES = {
    VIEW: "has a view that is not the required one",
    CRASH: "crashes if entry points are called",
}


def conformance(
    rows: list[RuleRow], outcomes: Sequence[Outcome], known: Sequence["ExpectationRow"] = ()
) -> ConformanceAnswer:
    """The verdict on the runtime. A known deviation is a deviation. Only if the compiler is known
    to cause it, it does not count against the runtime, and is listed apart."""
    apart = _of_the_toolchain(rows, outcomes, known)
    mandatory, optional = (_kept(rows, level, apart) for level in BINDING)
    undecided = _nothing_judged(rows, outcomes)
    one = _kind(outcomes)
    for verdict in (*UNJUDGED, Verdict.TIMEOUT, Verdict.CRASH, Verdict.FLAKY):
        tests = _ended(outcomes, verdict)
        if tests:
            every = sum(outcome["verdict"] == verdict for outcome in outcomes)
            ended = f"{plural(len(tests), one)} ended as {verdict}"
            if every > len(tests):  # the others are settled
                ended = (
                    f"{len(tests)} of {every} {one}s that ended as {verdict} cannot be attributed"
                )
            undecided.append(f"{ended}: {names(tests)}")
    for rule, text in BESIDE_RULES.items():
        tests = [o["name"] for o in outcomes if trusted(o) and _contradicts(o, rule)]
        if tests:
            undecided.append(f"{plural(len(tests), one)}: {text}: {names(tests)}")
    slow = _slow_where_asked(outcomes)
    asked = {o["environment"].get("probes") for o in outcomes if trusted(o) and o["traces"]}
    if asked == {"none"} and not slow:
        undecided.append("no entry point was called (--probes none)")
    undecided += slow
    verdict = Conformance.UNDECIDED if undecided else Conformance.CONFORMANT
    if mandatory["broken"] or optional["broken"]:
        verdict = Conformance.NONCONFORMANT
    elif no_ompt(outcomes):
        verdict, undecided = Conformance.NOT_SUPPORTED, []
    return ConformanceAnswer(
        verdict=verdict,
        mandatory=mandatory,
        optional=optional,
        toolchain=apart,
        undecided=undecided,
    )


def _slow_where_asked(outcomes: Sequence[Outcome]) -> list[str]:
    """What stays open because a program takes too long if entry points are called: they may hang, or
    may be too many for its time."""
    tests = [
        outcome["name"]
        for outcome in outcomes
        if any(f["rule"] == TIMEOUT and not f["waived"] for f in outcome["findings"])
    ]
    ended = "must be killed if entry points are called, which may hang"
    return [f"{plural(len(tests), _kind(outcomes))} {ended}: {names(tests)}"] if tests else []


def _contradicts(outcome: Outcome, rule: str) -> bool:
    """Whether a finding without a rule is left open: of no cause that breaks a rule there as well,
    for then the broken rule decides, and its consequence in the view says nothing more."""
    errors = [f for f in outcome["findings"] if f["severity"] == "error"]
    decided = {f["cause"] for f in errors if f["rule"] not in BESIDE_RULES} - {""}
    return any(f["rule"] == rule and f["cause"] not in decided for f in errors)


def _new_rule(row: RuleRow, outcomes: Sequence[Outcome]) -> New:
    found = [
        (outcome["name"], finding["message"])
        for outcome in outcomes
        for finding in outcome["findings"]
        if finding["rule"] == row["id"] and finding["severity"] == "error" and not finding["waived"]
        if counted(outcome, finding)
    ]
    what = found[0][1] if found else "contradicted, but no finding is listed"
    tests = sorted({name for name, _ in found}) or row["tests"]
    return New(kind="rule", name=row["id"], what=what, tests=tests, replay="")


def _new_test(outcome: Outcome) -> bool:
    """A test that no longer ends well, beyond the findings of rules."""
    if outcome["verdict"] in (Verdict.CRASH, Verdict.TIMEOUT):
        return not outcome["expected"] and outcome["attribution"] not in NEEDS
    if outcome["verdict"] == Verdict.FLAKY:
        return outcome.get("worst") not in UNJUDGED
    found = (f for f in outcome["findings"] if f["severity"] == "error" and not f["waived"])
    return any(f["rule"] in BESIDE_RULES for f in found)


def as_expected(
    rows: list[RuleRow],
    outcomes: Sequence[Outcome],
    expectations: list["ExpectationRow"],
    known: Applied,
    runtime: str = "",
) -> ExpectedAnswer:
    """The new results. `expectations` has the state of each of the `known` deviations."""
    new = [_new_rule(row, outcomes) for row in rows if row["verdict"] == Verdict.FAIL]
    for outcome in filter(_new_test, outcomes):
        what = f"{outcome['verdict']}: {outcome['reason']}"
        tests = [outcome["name"]]
        new.append(New(kind="test", name=outcome["name"], what=what, tests=tests, replay=""))
    mended = [
        Mended(rule=e["rule"], cause=e["cause"], reason=e["reason"], tests=e["tests"])
        for e in expectations
        if e["state"] == "mended"
    ]
    undecided = nothing = _nothing_judged(rows, outcomes)
    errors = [o for o in outcomes if o.get("worst", o["verdict"]) == Verdict.HARNESS_ERROR]
    if unfinished := [o for o in outcomes if o["verdict"] == Verdict.UNFINISHED]:
        undecided = [*undecided, _held_so_far(unfinished)]
    if errors:
        listed = names(o["name"] for o in errors)
        text = f"{plural(len(errors), _kind(outcomes))} could not be judged: {listed}"
        undecided = [*undecided, text + _why(errors)]
    undecided = [*undecided, *_slow_where_asked(outcomes)]
    missing = no_ompt(outcomes)
    if missing:
        what = f"OMPT is not supported: {missing.removeprefix('not-supported: ')}"
        gone = New(kind="runtime", name=runtime, what=what, tests=[], replay="")
        described = known.ompt and known.runtime  # the description promises OMPT
        new, undecided, nothing = ([gone], [], []) if described else ([], [what], [what])
    verdict = Expected.UNDECIDED if undecided else Expected.AS_EXPECTED
    if new and not nothing:
        verdict = Expected.NEW
    return ExpectedAnswer(
        verdict=verdict, expectations=known.row(), new=new, mended=mended, undecided=undecided
    )


def _why(outcomes: Sequence[Outcome]) -> str:
    """Their reason in brackets, or the first of several."""
    reasons = [o["reason"] for o in outcomes if o["reason"]]
    if not reasons:
        return ""
    alike = len(set(reasons)) == 1 and len(reasons) == len(outcomes)
    return f" ({'' if alike else 'the first: '}{reasons[0]})"


def _held_so_far(unfinished: Sequence[Outcome]) -> str:
    """The programs whose records have no end, and the rules that these records keep."""
    broken = {rule for outcome in unfinished for rule in outcome["failed"]}
    held = {rule for o in unfinished for rule, number in o["exercised"].items() if number} - broken
    listed = names(outcome["name"] for outcome in unfinished)
    whose = "its record has" if len(unfinished) == 1 else "their records have"
    told = f"judged as far as recorded, because {whose} no end: {listed}{_why(unfinished)}"
    return f"{told}; {plural(len(held), 'rule')} held up to there"


class ExpectationRow(TypedDict):
    """The state of one known deviation."""

    rule: str
    cause: str
    tests: list[str]
    reason: str
    clause: str
    link: str
    attribution: str
    state: str  # used, mended or unused
    seen_in: list[str]


class _Seen:
    """An outcome, with what counts of its exercised rules and its waived findings by rule."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.exercised = outcome["exercised"] if trusted(outcome) else {}
        self.broken = broken_by(outcome["findings"])
        self.waived: dict[str, list[Finding]] = defaultdict(list)
        for finding in outcome["findings"]:
            if finding["waived"]:
                self.waived[finding["rule"]].append(finding)

    def shows(self, entry: Deviation) -> bool:
        """Whether the outcome shows what the entry describes."""
        name = self.outcome["name"]
        if self.outcome["expected"] and self.outcome["verdict"] == entry.rule:
            reason, facts = self.outcome["reason"], self.outcome.get("ending", {})
            needs = self.outcome["attribution"]
            return entry.waives(name, breaches.ended(entry.rule, reason, facts, needs=needs))
        return any(entry.waives(name, f, self.broken) for f in self.waived.get(entry.rule, ()))


def expectation_rows(
    deviations: Sequence[Deviation], outcomes: Sequence[Outcome], suite: frozenset[str]
) -> list[ExpectationRow]:
    """A row for each known deviation. `suite` are all existing tests: an entry is mended if every
    test in which it may show was run, and its rule was kept wherever it was exercised. Entries that
    cover none of the outcomes are left out."""
    ran = {outcome["name"] for outcome in outcomes}
    telling: dict[str, list[_Seen]] = defaultdict(list)  # that may show an entry of the rule
    exercising: dict[str, set[str]] = defaultdict(set)
    for seen in map(_Seen, outcomes):
        for rule in {*seen.waived, str(seen.outcome["verdict"])}:
            telling[rule].append(seen)
        for rule in filter(seen.exercised.get, seen.exercised):
            exercising[rule].add(seen.outcome["name"])
    covered: dict[tuple[object, ...], set[str]] = {}
    rows = []
    for entry in deviations:
        if entry.scope not in covered:
            covered[entry.scope] = set(filter(entry.covers_test, ran | suite))
        tests = covered[entry.scope]
        if not tests.isdisjoint(ran):
            listed = tests & suite  # none: it may show in programs that nobody has listed
            kept = bool(listed) and ran.issuperset(listed)
            kept = kept and not tests.isdisjoint(exercising[entry.rule])
            here = [seen for seen in telling[entry.rule] if seen.outcome["name"] in tests]
            rows.append(_expectation_row(entry, here, kept))
    return rows


def _expectation_row(entry: Deviation, outcomes: Sequence[_Seen], kept: bool) -> ExpectationRow:
    """`outcomes` are those that may show the entry; `kept`: every test that it covers was run, and
    its rule was exercised in one."""
    seen = sorted({o.outcome["name"] for o in outcomes if o.shows(entry)})
    mended = kept and not entry.sometimes
    return ExpectationRow(
        rule=entry.rule,
        cause=entry.cause,
        tests=list(entry.tests),
        reason=entry.reason,
        clause=entry.cited,
        link=entry.link or entry.source,
        attribution=entry.attribution,
        state="used" if seen else "mended" if mended else "unused",
        seen_in=seen,
    )
