"""Which findings are of one kind: those of one rule and one sort at one kind of event.

The kinds of facts (harness/validator/facts.def) tell which facts of a breach belong to its sort.
"""

import re
from typing import NamedTuple

from ompt_cts.files import Json

ENTITY = re.compile(r"[A-Z]+\d+|0x[0-9a-f]{4,}")
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


class Sort(NamedTuple):
    """Findings of one sort: of one rule, at one kind of event, or because none came."""

    rule: str
    event: str
    absent: bool


class Breach(NamedTuple):
    """A sort of finding with its breach and what tells of it: what a comparison of two runs counts as one kind."""

    sort: Sort
    form: str


def sort_of(finding: Json) -> Sort:
    """The sort of a finding; the two forms of a callback are one kind of event."""
    facts = finding.get("facts", {})
    if "pattern" in facts:  # the event that a note waits for
        event = facts["pattern"].split(" ")[0]
    else:
        event = finding["witness"][0]["event"] if finding["witness"] else ""
    absent = "pattern" in facts and facts.get("found", 0) == 0
    event = "probe" if event.startswith("probe") else event.removesuffix("_emi")
    return Sort(finding["rule"], event, absent)


def observed(text: str) -> Json:
    """What the harness saw itself, as a finding has it: how a program ended, or what it or a compiler
    said. Its numbers do not belong to the sort."""
    text = text.replace('"', "'")
    sort = f'observed text="{NUMBER.sub("#", text)}"'
    return {"breach": "observed", "facts": {"text": text}, "sort": sort}


def ended(rule: str, reason: str, **more: str) -> Json:
    """How a program ended, as known deviations are asked for it; `needs` where it is known."""
    return {"rule": rule, "message": reason, **observed(reason), **more}


def of(finding: Json) -> Breach:
    """The kind of a finding."""
    return Breach(sort_of(finding), finding["sort"])


def entities(finding: Json) -> set[str]:
    """The tasks, regions and other entities, and the addresses, that a finding speaks of."""
    return {v for v in finding["facts"].values() if isinstance(v, str) and ENTITY.fullmatch(v)}


def construct_of(test: str) -> str:
    """The construct that a test is about: its folder in the suites."""
    return test.rpartition("/")[0]
