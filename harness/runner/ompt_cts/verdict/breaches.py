"""The kind of a finding: its rule, its sort and the kind of its event.

The kinds of facts (harness/validator/facts.def) determine which facts of a breach belong to its
sort.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ompt_cts.files import Json

ENTITY = re.compile(r"[A-Z]+\d+|0x[0-9a-f]{4,}")
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


class Sort(NamedTuple):
    """Findings of one sort: of one rule, at one kind of event, or at the absence of one."""

    rule: str
    event: str
    absent: bool


class Breach(NamedTuple):
    """A sort of finding with its breach and facts: the unit of a comparison of two runs."""

    sort: Sort
    form: str


def sort_of(finding: Json) -> Sort:
    """The sort of a finding; the two forms of a callback are one kind of event."""
    facts = finding.get("facts", {})
    if "pattern" in facts:  # the event that a note expects
        event = facts["pattern"].split(" ")[0]
    else:
        event = finding["witness"][0]["event"] if finding["witness"] else ""
    absent = "pattern" in facts and facts.get("found", 0) == 0
    event = "probe" if event.startswith("probe") else event.removesuffix("_emi")
    return Sort(finding["rule"], event, absent)


# Facts of `observed` besides its text, if they are known: the signal and the failed assertion that
# ended a program, the address beside a null pointer that it accessed, and the probes without which
# the program does not end so.
BESIDE_TEXT = ("signal", "assertion", "fault", "asked")


def observed(text: str, **facts: str) -> Json:
    """An observation of the harness in the form of a finding: the end of a program, or its or a
    compiler's output. Its numbers do not belong to the sort."""
    text = text.replace('"', "'")
    sort = f'observed text="{NUMBER.sub("#", text)}"'
    return {"breach": "observed", "facts": {"text": text, **facts}, "sort": sort}


def ended(rule: str, reason: str, facts: Mapping[str, str] | None = None, **more: str) -> Json:
    """The end of a program in the form for known deviations; `needs` if it is known."""
    return {"rule": rule, "message": reason, **observed(reason, **(facts or {})), **more}


def of(finding: Json) -> Breach:
    """The kind of a finding."""
    return Breach(sort_of(finding), finding["sort"])


def entities(finding: Json) -> set[str]:
    """The tasks, regions and other entities, and the addresses, that a finding names."""
    return {v for v in finding["facts"].values() if isinstance(v, str) and ENTITY.fullmatch(v)}


def construct_of(test: str) -> str:
    """The construct of a test: its folder in the suites."""
    return test.rpartition("/")[0]
