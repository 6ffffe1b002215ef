# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings are of one kind: the one place that tells what differs from run to run.

The kinds of facts (harness/validator/facts.def) tell which facts of a breach differ from one run of the
same library to the next. Numbers, addresses, entities and places differ in a finding that has a sentence
alone.
"""

import re
from typing import Any, NamedTuple

Json = dict[str, Any]

ENTITY = re.compile(r"\b[A-Z]+\d+\b|\b0x[0-9a-f]{4,}\b")
PLACE = re.compile(r"(?<!\w)'[^']*'|\S+:\d+")
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


class Sort(NamedTuple):
    """Findings of one sort: of one rule, at one kind of event, or because none came."""

    rule: str
    event: str
    absent: bool


class Breach(NamedTuple):
    """A sort of finding with its words: what a comparison of two runs counts as one kind."""

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


def form_of(message: str, event: str = "") -> str:
    """A message without what differs from one finding to the next."""
    text = ENTITY.sub("#", PLACE.sub("…", message)).replace(event or "\0", "…")
    return NUMBER.sub("#", text)


def of(finding: Json) -> Breach:
    """The kind of a finding."""
    sort = sort_of(finding)
    if finding.get("breach"):
        return Breach(sort, finding["sort"])
    return Breach(sort, form_of(finding["message"], sort.event))


def entities(finding: Json) -> set[str]:
    """The tasks, regions and other entities, and the addresses, that a finding speaks of."""
    if not finding.get("breach"):
        return set(ENTITY.findall(finding["message"]))
    return {v for v in finding["facts"].values() if isinstance(v, str) and ENTITY.fullmatch(v)}


def construct_of(test: str) -> str:
    """The construct that a test is about: its folder in the suites."""
    return test.rpartition("/")[0]
