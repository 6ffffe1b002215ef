# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Did a run get smaller teams than its program asked for?

A thread limit, dynamic adjustment or a runtime that runs serially may make any team smaller. What a
test expects of teams of the size that it asks for then says nothing about the runtime.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.steps import trace


def in_events(events: Iterable[trace.Event]) -> str:
    """The first team that is smaller than requested, in words; empty if there is none."""
    requested: dict[int, int] = {}
    for event in events:
        fields = event["fields"]
        region = (fields.get("parallel") or {}).get("id", 0)
        if event["event"] == "parallel_begin":
            requested[region] = int(fields["requested_parallelism"])
        elif event["event"] == "implicit_task" and fields["endpoint"] == "begin":
            asked, given = requested.get(region, 0), int(fields["actual_parallelism"])
            if 0 < given < asked:
                return f"a team or league of {given} was made where {asked} were asked for"
    return ""


def smaller_team(traces: Iterable[str]) -> str:
    """The same for the traces of a run; what cannot be read tells nothing."""
    for path in traces:
        if not (Path(path) / "metadata").exists():
            continue
        try:
            found = in_events(trace.events(path))
        except UserError:
            continue
        if found:
            return found
    return ""
