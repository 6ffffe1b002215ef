"""The evidence of one test: the files of its steps, before any verdict.

A step writes beside its trace: `X.record.json` (record.py), `X.findings.json` (ompt-validate),
`….observed.json` (observe.py); for a program that crashed or hung the test format writes
`X.broken-off.json`. A missing or incomplete file, or one about another runtime, can never become a
pass.

A test answers for its own rules: those that its header names, those that it observes, and its view.
Any other finding of its traces is foreign: it counts for the rule, and not for the test.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from ompt_cts import catalogue
from ompt_cts.catalogue import CRASH, HARMLESS, TIMEOUT, VIEW
from ompt_cts.files import Json
from ompt_cts.steps import asked, failures, said
from ompt_cts.steps.attribution import PROBES
from ompt_cts.verdict import breaches, expectations, showing
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.judging import Event, Fact
from ompt_cts.verdict.words import UNJUDGED, Verdict

# Findings of signal handlers count for any end of the program: each is recorded immediately.
IN_HANDLERS = "sigsafe."
# The needs of a crash or hang that make it a matter of the tools interface.
NEEDS = {
    "tool": "and not without a tool",
    PROBES: "and only if a callback calls entry points that it may call",
}


CONTRADICTS = "the harness's observation contradicts the rule"
LONGEST = 160


def what_was_said(output: list[str]) -> str:
    """The line of a command's output that best explains the failure, else its first one."""
    line = failures.why(output) or "".join(output[:1])
    found = re.search(r"\berror: .*", line)  # without the place, which differs between machines
    return (found[0] if found else line)[:LONGEST].strip()


class Finding(TypedDict):
    """A contradiction or a remark: the validator's output, and its state here."""

    rule: str
    severity: str  # error or remark
    breach: str
    facts: dict[str, Fact]
    sort: str  # the breach with the facts that findings of one sort share
    message: str  # for a person
    because: list[str]
    witness: list[Event]
    trace: str  # empty for an observation of the harness
    own: bool  # of a rule that the test answers for
    waived: str  # the reason of its known deviation, or empty
    cause: str  # that deviation's cause, or empty
    here: NotRequired[list[str]]  # its circumstances for verdict/showing.py, if there is a trace
    shown: NotRequired[list[str]]
    needs: NotRequired[str]
    occurrences: NotRequired[int]  # in its trace, this one included
    final: NotRequired[bool]  # it counts, although the trace has no end


@dataclass(frozen=True)
class Session:
    """The settings that every test of a run shares. An empty library: the loaded runtime is
    judged."""

    runtime: str
    profile: str
    library: str = ""
    sha256: str = ""
    ompt: bool = True
    ompt_reason: str = ""
    no_device: str = ""  # why no device can be used although the runtime has offload
    deviations: tuple[Deviation, ...] = ()
    results: str = ""  # the folder where outcomes are collected
    resume: bool = False  # tests with an outcome there are not run again
    simulated: bool = False  # the runtime's own device: verdict/both_ways.py
    whole_teams: bool = True  # programs get teams of the requested size, as a feature check says


def runtime_problem(session: Session, loaded: Json) -> str:
    """The difference between the runtime that a trace names and the requested one, in words."""
    if not session.library:
        return ""
    path, checksum = loaded.get("library") or "", loaded.get("sha256") or ""
    if not path:
        return "the trace does not say which runtime was loaded"
    if os.path.realpath(path) != os.path.realpath(session.library):
        return (
            f"the program loaded {path} instead of {session.library}: link it with that one, or put "
            f"{os.path.dirname(session.library)} first in LD_LIBRARY_PATH"
        )
    if session.sha256 and checksum != session.sha256:
        return f"{path} has changed since the run began: its checksum differs"
    return ""


def _because(trace: Json) -> str:
    return f": {trace['damage']}" if trace.get("damage") else ""


def trace_problem(trace: Json) -> str:
    if trace.get("dropped"):
        return f"the trace has lost {trace['dropped']} events{_because(trace)}"
    if not trace.get("complete"):
        return f"the trace is incomplete{_because(trace)}"
    return ""


def final(finding: Finding) -> bool:
    """Whether a finding of a program that cannot be judged as a whole counts: a killed program has
    broken a rule before its end, and one that does not survive a tool breaks a rule by its end."""
    return finding["rule"] == HARMLESS or finding.get("final", False)


def _rows(rules: list[Json], column: str) -> dict[str, int]:
    return {row["id"]: int(row.get(column, 0)) for row in rules if row.get(column)}


def _add(total: dict[str, int], more: dict[str, int]) -> None:
    for key, value in more.items():
        total[key] = total.get(key, 0) + value


@dataclass(frozen=True)
class Problem:
    """Why a test's traces cannot be trusted."""

    verdict: Verdict  # timeout, crash, harness-error or unfinished
    reason: str
    attribution: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)  # of a crash or hang (breaches.ended)


class Evidence:
    """The facts about one test: the combined files of its steps, and the known findings among
    them."""

    def __init__(self, session: Session, name: str, own: Collection[str] | None) -> None:
        """`own` are the rules that the test answers for; None: all."""
        self.session = session
        self.name = name
        self.own = None if own is None else {*own, VIEW, HARMLESS}
        self.unharmed = 0  # runs with a tool that ended well
        self.exercised: dict[str, int] = {}
        self.failed: dict[str, int] = {}
        self.findings: list[Finding] = []
        self.weighed = 0  # so many findings have been compared with the known deviations
        self.traces: list[Json] = []
        self.beginnings: list[Json] = []  # of crashed or hung programs
        self.observed = False  # by the harness: perhaps something without a rule in the profile
        self.problems: list[Problem] = []
        self.slowed = False  # a perturbed program took too long, and nobody knows why
        self.seconds = 0.0
        self.runtime: Json = {}
        self.environment: Json = {}

    def answers_for(self, rule: str) -> bool:
        return self.own is None or rule in self.own

    def error(self, reason: str, unfinished: bool = False) -> None:
        """`unfinished`: only the end is missing; a test of a suite has to have one."""
        ends = unfinished and self.own is None
        self.problems.append(Problem(UNJUDGED[ends], reason))

    def add_record(self, base: str, record: Json) -> None:
        if not record:
            self.error(f"{base}.record.json cannot be read")
            return
        self.seconds += float(record.get("seconds", 0))
        program = os.path.basename("".join(record["command"][:1]))
        attribution = record.get("attribution") or "unclear"
        # An end without an attribution proves nothing, even if another run ended well.
        ended = record.get("with_probes", record) if attribution == "unclear" else record
        if ended["state"] == "unfinished":
            reason = f"{program} {ended['reason']}"
            self.error(reason, unfinished=True)
        elif ended["state"] != "ok":
            verdict = Verdict.TIMEOUT if ended["state"] == "timeout" else Verdict.CRASH
            reason = f"{program} {said.ending(ended)}"
            facts = said.facts(ended)
            self.problems.append(Problem(verdict, reason, attribution, facts))
            perturbed = asked.perturbed(record.get("settings", {}))
            self.slowed |= perturbed and (verdict, attribution) == (Verdict.TIMEOUT, "unclear")
            if attribution in NEEDS:
                because = [why] if (why := record.get("attribution_reason")) else []
                message = f"{reason}, {NEEDS[attribution]}"
                told = breaches.observed(message, **facts)
                self.add_finding(HARMLESS, message, because, said=told)
                self.findings[-1]["needs"] = attribution
        elif attribution == PROBES:
            self.add_disturbance(record)
        elif record.get("tool"):
            self.unharmed += 1
        made = [os.path.basename(path) for path in record.get("traces", [])]
        if record.get("tool") and os.path.basename(record.get("trace", base)) not in made:
            self.error("no trace was written: the tool did not start")

    def add_findings(self, base: str, judged: Json, record: Json) -> None:
        """Adds the judgement of the trace `base`, and the record of its run."""
        if not judged:
            self.error(f"{base}.findings.json cannot be read")
            return
        trace, loaded = dict(judged.get("trace", {})), judged.get("runtime", {})
        problem = runtime_problem(self.session, loaded)
        if not problem and judged.get("profile", self.session.profile) != self.session.profile:
            problem = f"judged with profile {judged['profile']} instead of {self.session.profile}"
        incomplete = trace_problem(trace)
        tolerated = bool(incomplete and record.get("expected_signal") and not trace.get("dropped"))
        problem = problem or ("" if tolerated else incomplete)
        settings = judged.get("environment", {})
        problem = problem or asked.problem(settings, record.get("settings"), self.own is not None)
        if not problem and (second := settings.get("second_runtime")):
            problem = f"the process has a second OpenMP runtime, which was not recorded: {second}"
        beginning = problem == incomplete and bool(trace.get("beginning"))
        if not problem and self.own is None and settings.get("ended_early"):
            problem, beginning = asked.ENDED_EARLY, True
        if problem:
            self.error(problem, unfinished=beginning)
        trace["path"] = base
        if tolerated:  # it has all that a program that must be killed leaves
            trace["complete"] = True
        self.traces.append(trace)
        self.runtime = self.runtime or loaded
        self.environment = self.environment or judged.get("environment", {})
        rules = judged.get("rules", [])
        if not tolerated:  # a killed program's missing events prove nothing, its wrong events do
            _add(self.exercised, _rows(rules, "exercised"))
        _add(self.failed, _rows(rules, "failed"))
        # A trace of a program that crashed or hung proves nothing: the memory may be damaged.
        ended = record.get("state", "ok") in ("ok", "unfinished")
        final = ended and beginning
        for found in judged.get("findings", []):
            self.add_found(found, base, trace)
            self.findings[-1]["final"] = final

    def add_found(self, found: Json, base: str, trace: Json) -> None:
        """Adds a finding of the validator."""
        rule, because, witness = found["rule"], found.get("because", []), found.get("witness", [])
        self.add_finding(rule, found["message"], because, found["severity"], witness, base, found)
        here, shown = found.get("here", []), trace.get("shown", [])
        self.findings[-1].update(here=here, shown=shown, occurrences=found.get("occurrences", 1))

    def add_broken_off(self, base: str, judged: Json) -> None:
        """Adds the findings of the recording of a program that crashed or hung."""
        self.beginnings.append(judged.get("trace", {}))
        for found in judged.get("findings", []):
            if found["rule"].startswith(IN_HANDLERS):
                _add(self.failed, {found["rule"]: 1})
                self.add_found(found, base, judged.get("trace", {}))

    def add_disturbance(self, record: Json) -> None:
        """Adds a failure that only the checker's probes cause: a finding if the runtime crashed, a
        remark if the program took too long, possibly because of the checker. The run without probes
        is judged."""
        first = record.get("with_probes", {})
        severity = "error" if first.get("state") == "crash" else "remark"
        rule = HARMLESS if severity == "error" else TIMEOUT
        because = [str(record.get("attribution_reason"))]
        message = said.where_asked(first)
        facts = breaches.observed(message, **said.facts_asked(first))
        self.add_finding(rule, message, because, severity, said=facts)
        self.findings[-1].update(own=True, needs=PROBES)

    def add_observed(self, observed: Json) -> None:
        self.observed = True
        for rule in observed.get("rules", []):
            # A rule that the version does not have does not count.
            if (entry := catalogue.load().get(rule)) and self.session.profile not in entry.clauses:
                continue
            if self.own is not None:
                self.own.add(rule)
            _add(self.exercised, {rule: 1})
            if not observed.get("ok"):
                _add(self.failed, {rule: 1})
                command = " ".join(observed.get("command", []))
                lines = observed["output"].splitlines()
                because = [f"the harness ran: {command}", *lines[:20]]
                line = what_was_said(lines)
                message = f"{CONTRADICTS} ({line})" if line else CONTRADICTS
                self.add_finding(rule, message, because, said=breaches.observed(line))

    def add_finding(
        self,
        rule: str,
        message: str,
        because: list[str],
        severity: str = "error",
        witness: list[Json] | None = None,
        trace: str = "",
        said: Json | None = None,
    ) -> None:
        said = said or breaches.observed(message)
        self.findings.append(
            Finding(
                rule=rule,
                severity=severity,
                breach=said.get("breach", ""),
                facts=said.get("facts", {}),
                sort=said.get("sort", ""),
                message=message,
                because=because,
                witness=witness or [],
                trace=trace,
                own=self.answers_for(rule),
                waived="",
                cause="",
            )
        )

    def count_unharmed(self) -> None:
        """Every run that ended well exercises one rule, whatever the test is about."""
        if self.unharmed:
            _add(self.exercised, {HARMLESS: self.unharmed})

    def waive(self) -> None:
        if self.weighed == len(self.findings):
            return
        self.weighed = len(self.findings)
        broken = expectations.broken_by(self.findings)
        traces = {trace["path"]: trace for trace in self.traces}
        seen: Counter[tuple[Deviation, str]] = Counter()
        for finding in self.findings:
            finding["own"] = self.answers_for(finding["rule"])
            # A hang because of probes is a remark, and may be known as well.
            if finding["severity"] == "error" or finding["rule"] == TIMEOUT:
                entry = self.known(finding, broken)
                most = showing.limit(entry, traces.get(finding["trace"], {})) if entry else None
                if entry and most is not None:
                    seen[entry, finding["trace"]] += finding.get("occurrences", 1)
                    entry = entry if seen[entry, finding["trace"]] <= most else None
                finding["waived"] = entry.reason if entry else ""
                finding["cause"] = entry.cause if entry else ""

    def known(self, finding: Finding, broken: set[str]) -> Deviation | None:
        entries = self.session.deviations
        broken = self.known_rules() if finding["rule"] == TIMEOUT else broken
        entry = expectations.find(entries, self.name, finding, broken)
        if finding["rule"] == HARMLESS and not entry:
            ended = {**finding, "rule": CRASH}
            entry = expectations.find(entries, self.name, ended, broken)
            entry = entry or self.known_end(self.gravest())
        return entry

    def gravest(self) -> Problem | None:
        """A timeout explains a crash, and both explain a missing or incomplete trace."""
        for verdict in (Verdict.TIMEOUT, Verdict.CRASH, *UNJUDGED):
            for problem in self.problems:
                if problem.verdict is verdict:
                    return problem
        return None

    def own_errors(self) -> list[Finding]:
        """The contradictions of the test's own rules, known or not."""
        self.waive()
        return [f for f in self.findings if f["own"] and f["severity"] == "error"]

    def unexpected(self) -> list[Finding]:
        """The contradictions of its own rules that no known deviation explains."""
        return [finding for finding in self.own_errors() if not finding["waived"]]

    def xpass(self) -> str:
        """A known deviation of this test alone, and of one of its rules, that no longer shows."""
        for entry in self.session.deviations:
            if entry.sometimes or not entry.names_only(self.name):
                continue
            rule = entry.rule
            kept = self.exercised.get(rule) and not self.failed.get(rule) and self.answers_for(rule)
            if kept:
                return f"{rule} was expected to fail: {entry.reason}"
        return ""

    def known_end(self, problem: Problem | None) -> Deviation | None:
        """The known deviation for the crash or hang of this program."""
        if problem is None or problem.verdict in UNJUDGED:
            return None
        rule, needs = str(problem.verdict), problem.attribution
        ended = breaches.ended(rule, problem.reason, problem.facts, needs=needs)
        ended |= showing.of_traces([*self.traces, *self.beginnings])
        return expectations.find(self.session.deviations, self.name, ended, self.known_rules())

    def known_rules(self) -> set[str]:
        """The rules that the test breaks only in known ways: only these excuse an end."""
        broken = expectations.broken_by(self.findings)

        def is_new(finding: Finding) -> bool:
            return not expectations.find(self.session.deviations, self.name, finding, broken)

        return broken - expectations.broken_by(filter(is_new, self.findings))


def weigh(
    session: Session,
    name: str,
    own: Collection[str] | None,
    records: list[tuple[str, Json]],
    findings: list[tuple[str, Json]],
    observed: list[Json],
    broken_off: Iterable[tuple[str, Json]] = (),
) -> Evidence:
    test = Evidence(session, name, own)
    of_trace = dict(records)
    mains = sorted(of_trace, key=len, reverse=True)  # also the records DIR.<pid> of children
    for trace, record in records:
        test.add_record(trace, record)
    for trace, judged in findings:
        main = next((base for base in mains if f"{trace}.".startswith(f"{base}.")), "")
        test.add_findings(trace, judged, of_trace.get(main, {}))
    for finding in test.findings:
        if finding.get("needs") == PROBES and not test.problems:
            finding.update(showing.of_traces(test.traces))  # type: ignore[typeddict-item]
    for data in observed:
        test.add_observed(data)
    for trace, judged in broken_off:
        test.add_broken_off(trace, judged)
    return test
