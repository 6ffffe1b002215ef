# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings are of one kind: the one place that tells what differs from run to run.

Numbers, addresses, entities and places of a message differ from one run of the same library to the
next; the rule, the event and the words do not.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

Json = dict[str, Any]

ENTITY = re.compile(r"\b[A-Z]+\d+\b|\b0x[0-9a-f]{4,}\b")
# The event that a note waits for, and that none came.
AWAITED = re.compile(r"(?<!\w)'(\w+)[ '][^']*|on this thread: (\w+)")
ABSENT = re.compile(r"never came|events(?: in the whole program)?, found 0")
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
    message = finding["message"]
    awaited = AWAITED.search(message)
    if awaited:
        event = awaited[1] or awaited[2]
    else:
        event = finding["witness"][0]["event"] if finding["witness"] else ""
    event = "probe" if event.startswith("probe") else event.removesuffix("_emi")
    return Sort(finding["rule"], event, bool(ABSENT.search(message)))


def form_of(message: str, event: str = "") -> str:
    """A message without what differs from one finding to the next."""
    text = ENTITY.sub("#", PLACE.sub("…", message)).replace(event or "\0", "…")
    return NUMBER.sub("#", text)


def of(finding: Json) -> Breach:
    """The kind of a finding."""
    sort = sort_of(finding)
    return Breach(sort, form_of(finding["message"], sort.event))


def construct_of(test: str) -> str:
    """The construct that a test is about: its folder in the suites."""
    return test.rpartition("/")[0]
