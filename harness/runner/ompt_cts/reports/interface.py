"""Callbacks and entry points in a report: registration, occurrences, rules that hold,
deviations."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from ompt_cts import files
from ompt_cts.paths import ROOT
from ompt_cts.reports import reliance
from ompt_cts.reports.reliance import Standing
from ompt_cts.reports.report import Report
from ompt_cts.verdict.verdicts import RuleRow
from ompt_cts.verdict.words import Conformance

# A runtime with a part of OMPT: the callbacks that it promises and keeps, promises and breaks, and
# does not offer, in the order in which tool authors need the rest.
#
# The order is that of the questions in `reports/templates/reliance.toml`.


@dataclass(frozen=True)
class Step:
    """A question of tool authors, and the callbacks that answer it."""

    name: str
    question: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Growth:
    """Names of callbacks; `untried`: promised, but not dispatched in the run."""

    kept: tuple[str, ...]
    broken: tuple[str, ...]
    untried: tuple[str, ...]
    missing: tuple[str, ...]
    mandatory: tuple[str, ...]  # of the missing ones
    steps: tuple[Step, ...]


def of(report: Report) -> Growth | None:
    """None for a runtime that offers every callback that its profile requires, and for one without
    OMPT."""
    rows = callback_rows(report)
    offered = [row for row in rows if row.answer in OFFERED]
    missing = [row for row in rows if row.answer and row.answer not in OFFERED]
    mandatory = tuple(row.name for row in missing if row.required)
    if not offered and not missing or not mandatory:
        return None
    return Growth(
        kept=tuple(row.name for row in offered if row.word == "yes"),
        broken=tuple(row.name for row in offered if row.word in ("except", "no")),
        untried=tuple(row.name for row in offered if row.word == "untested"),
        missing=tuple(row.name for row in missing),
        mandatory=mandatory,
        steps=_steps(report, {row.name for row in missing}),
    )


def _steps(report: Report, missing: set[str]) -> tuple[Step, ...]:
    """The missing callbacks by question, each at the first question that needs it."""
    gated = [(row["id"], row["event"]) for row in report["rules"] if row["event"]]
    left, found = set(missing), []
    for ask in files.read_toml(reliance.QUESTIONS)["ask"]:
        events = {event for rule, event in gated if any(fnmatchcase(rule, g) for g in ask["rules"])}
        here = sorted(name for name in left if name in events or base(name) in events)
        left -= set(here)
        if here:
            found.append(Step(ask["name"], ask["question"], tuple(here)))
    return tuple(found)


ABI = ROOT / "harness" / "ompt_abi"
CALLBACK = re.compile(
    r"^OMPT_CALLBACK\( *(\d+), *(\w+), *(\d+), *(\d+), *(\d+), *\w+, *(\d), *(\d), *(\d), *(\d)\)",
    re.MULTILINE,
)
ENTRY_POINT = re.compile(r"^OMPT_ENTRY_POINT\((\w+), *(\w+), *(\d+)\)", re.MULTILINE)
VERSIONS = ("5.0", "5.1", "5.2", "6.0")
# The properties of a callback that matter to a tool's author, with the kinds of rules for each.
ASPECTS = {
    "times": ("lifecycle", "pairing", "order", "thread", "signal-safety"),
    "identifiers": ("identifier",),
    "arguments": ("argument", "record", "device", "abi", "entry-point", "state"),
    "frames": ("frame",),
}
# Sets of callbacks for kinds of tools. The first two are those of the report of 2016, whose
# idle event was dropped in 5.0.
SETS = {
    "blame shifting (report of 2016)": ("sync_region_wait", "mutex_released"),
    "tracing (report of 2016)": (
        *("dependences", "task_dependence", "work", "masked", "target_map", "sync_region"),
        *("lock_init", "lock_destroy", "mutex_acquire", "mutex_acquired", "nest_lock", "flush"),
    ),
    "added by 5.0: cancellation, reductions, chunks": ("cancel", "reduction", "dispatch"),
    "devices, with begin and end of operations (5.1)": (
        *("target_emi", "target_data_op_emi", "target_submit_emi", "target_map_emi"),
    ),
    "devices, their life and their code": (
        *("device_initialize", "device_finalize", "device_load", "device_unload"),
    ),
    "tools and errors": ("control_tool", "error"),
}
OFFERED = ("always", "sometimes", "sometimes_paired")


@dataclass(frozen=True)
class Callback:
    """A callback of a version; `required`: ompt_set_callback must answer always."""

    name: str
    code: int
    required: bool


@cache
def callbacks(profile: str) -> tuple[Callback, ...]:
    """The callbacks of a version, in the order of their codes."""
    number, column = int(profile.replace(".", "")), VERSIONS.index(profile)
    found = []
    for row in CALLBACK.findall((ABI / "callbacks.def").read_text(encoding="utf-8")):
        code, name, since, _, removed, *required = row
        if int(since) <= number and (removed == "0" or number < int(removed)):
            found.append(Callback(name, int(code), required[column] == "1"))
    return tuple(found)


@cache
def entry_points(profile: str) -> tuple[tuple[str, str], ...]:
    """Name and place (host, device) of each entry point of a version."""
    number = int(profile.replace(".", ""))
    text = (ABI / "entry_points.def").read_text(encoding="utf-8")
    return tuple(
        (n, place) for n, place, since in ENTRY_POINT.findall(text) if int(since) <= number
    )


@dataclass(frozen=True)
class Row:
    """A callback or entry point in the form of the page. `seen` and `tests` are None if they were
    not counted."""

    name: str
    required: bool
    answer: str  # of ompt_set_callback, or host, device
    seen: int | None
    tests: int | None
    standing: Standing
    words: str
    word: str  # yes, except, no or untested


def callback_rows(report: Report) -> list[Row]:
    """A row for each callback of the profile."""
    at = _broken_at(report)
    return [_callback_row(report, callback, at) for callback in callbacks(report["profile"])]


def base(event: str) -> str:
    """The common event of the two forms of a callback."""
    return event.removesuffix("_emi")


Broken = dict[str, dict[str, set[str]]]  # callback -> rule -> tests


def _broken_at(report: Report) -> Broken:
    """Rules without a gating callback, by the callback at whose event they were contradicted."""
    free = {row["id"] for row in report["rules"] if not row["event"]}
    found: Broken = {}
    for finding in report["findings"]:
        if finding["rule"] in free and finding["severity"] == "error" and finding["witness"]:
            event = found.setdefault(finding["witness"][0]["event"], {})
            event.setdefault(finding["rule"], set()).add(finding["test"])
    return found


def _only_in(row: RuleRow, tests: set[str]) -> RuleRow:
    """The rule as contradicted in these tests only."""
    there = [name for name in row["contradicted_in"] if name in tests]
    return {**row, "contradicted_in": there}


def _callback_row(report: Report, callback: Callback, at: Broken) -> Row:
    name = callback.name
    count = report["runtime"]["seen"].get(name, {"events": 0, "tests": 0})
    answer = report["runtime"]["registration"].get(name, "")
    gated = [row for row in report["rules"] if row["event"] in (name, base(name))]
    free = at.get(name, {})
    beside = [_only_in(row, free[row["id"]]) for row in report["rules"] if row["id"] in free]
    here = reliance.standing(report, [*gated, *beside])
    word, words = _said(report, answer, count["events"], [*gated, *beside], here)
    return Row(name, callback.required, answer, count["events"], count["tests"], here, words, word)


def _said(
    report: Report, answer: str, events: int, rules: list[RuleRow], here: Standing
) -> tuple[str, str]:
    if report["conformance"]["verdict"] == Conformance.NOT_SUPPORTED:
        return "no", "The runtime starts no tool."
    if answer in ("never", "error", "impossible"):
        return "no", f"The answer to its registration is {answer}: it is never dispatched."
    if not answer:
        return "untested", "This run did not register it."
    if not events:
        return "untested", "Offered, but nothing in this run caused it."
    words = {aspect.word for aspect in _aspects(report, rules).values()} - {"untested"}
    word = here.word if here.word == "yes" or words == {"no"} else "except"
    return word if words else "untested", sentence(report, rules)


def _aspects(report: Report, rules: list[RuleRow]) -> dict[str, Standing]:
    return {
        aspect: reliance.standing(report, (row for row in rules if row["kind"] in kinds))
        for aspect, kinds in ASPECTS.items()
    }


def sentence(report: Report, rules: Iterable[RuleRow]) -> str:
    """`Times and arguments can be trusted; identifiers cannot in 4 tests of teams.`"""
    good, rest = [], []
    for aspect, here in _aspects(report, list(rules)).items():
        if here.word == "yes":
            good.append(aspect)
        elif here.broken:
            where = here.where or f"in {here.bad} of {here.tests}"
            rest.append(f"{aspect} cannot, {where}: {reliance.named(here.causes)}")
    trusted = f"{' and '.join(_listed(good))} can be trusted" if good else ""
    if rest and not trusted:
        rest[0] = rest[0].replace(" cannot, ", " cannot be trusted, ", 1)
    text = "; ".join([trusted, *rest] if trusted else rest) or "nothing was exercised"
    return text[:1].upper() + text[1:] + "."


def _listed(words: list[str]) -> list[str]:
    """All but the last joined by commas."""
    return [", ".join(words[:-1]), words[-1]] if len(words) > 1 else words


def is_about(entry_point: str, rule: str, statement: str) -> bool:
    """Whether a rule is about the entry point: its identifier or its statement has the name."""
    stems = (entry_point.replace("_", "-"), entry_point.removeprefix("get_").replace("_", "-"))
    named = re.search(rf"\bompt_{entry_point}\b", statement)
    return rule.split(".")[0] in stems or named is not None


def entry_point_rows(report: Report) -> list[Row]:
    """A row for each entry point of the profile that a rule names."""
    rows = []
    for name, place in entry_points(report["profile"]):
        rules = [row for row in report["rules"] if is_about(name, row["id"], row["statement"])]
        here = reliance.standing(report, rules)
        if report["conformance"]["verdict"] == Conformance.NOT_SUPPORTED:
            word, words = "no", "The runtime starts no tool."
        elif _missing(report, re.compile(rf"\bompt_{name}\b")):
            word, words = "no", "The lookup function does not find it."
        elif here.word == "untested":
            word, words = "untested", "This run did not exercise it."
        elif here.word == "yes":
            word, words = "yes", f"{reliance.held(here).capitalize()}."
        else:
            word, text = reliance.in_words(report, here)
            words = f"Deviates: {reliance.named(here.causes)} ({text})."
        rows.append(Row(f"ompt_{name}", place == "host", place, None, None, here, words, word))
    return rows


def _missing(report: Report, name: re.Pattern[str]) -> bool:
    """Whether a finding says that the lookup function does not find it."""
    return any(
        finding["rule"] in ("lookup.all-host-names", "device-lookup.names")
        and finding["severity"] == "error"
        and name.search(" ".join(str(told) for told in finding["facts"].values()))
        for finding in report["findings"]
    )


@dataclass(frozen=True)
class Group:
    """A set of callbacks: the number of offered and of seen ones, and the state of their rules."""

    name: str
    members: tuple[str, ...]
    offered: tuple[str, ...]
    seen: tuple[str, ...]
    judged: int
    broken: tuple[str, ...]


def groups(report: Report, rows: list[Row]) -> list[Group]:
    """Mandatory and optional callbacks, then the sets for kinds of tools."""
    named = {
        f"mandatory in {report['profile']}": tuple(row.name for row in rows if row.required),
        f"optional in {report['profile']}": tuple(row.name for row in rows if not row.required),
        **SETS,
    }
    by_name = {row.name: row for row in rows}
    found = []
    for title, names in named.items():
        members = [by_name[name] for name in names if name in by_name]
        if members:
            found.append(_group(report, title, members))
    return found


def _group(report: Report, title: str, members: list[Row]) -> Group:
    events = {name for row in members for name in (row.name, base(row.name))}
    here = reliance.standing(report, (row for row in report["rules"] if row["event"] in events))
    return Group(
        title,
        tuple(row.name for row in members),
        tuple(row.name for row in members if row.answer in OFFERED),
        tuple(row.name for row in members if row.seen),
        here.judged,
        here.broken,
    )
