"""Runs a program that crashed or hung again, so that its end can be attributed.

The runs go to DIR.again and give only their endings. If only probes cause the end, or the cause is
unknown, a run without probes that ended well is judged: it takes the name DIR, and the recording
with probes stays as DIR.with-probes.
"""

import os
import time
from collections.abc import Callable

from ompt_cts.steps import asked, attribution, trace_folders

NULL_TOOL = "libnull-tool.so"  # beside the checker

Record = dict[str, object]


def null_tool(checker: str) -> str:
    return os.path.join(os.path.dirname(checker), NULL_TOOL)


def way_environment(env: dict[str, str], checker: str, tool: str) -> dict[str, str]:
    """The program's environment without a tool, or with one that does nothing or only writes words,
    in place of the checker."""
    env = dict(env)
    if tool == attribution.NO_TOOL:
        env["OMP_TOOL"] = "disabled"
        env.pop("OMP_TOOL_LIBRARIES", None)
    elif tool in (attribution.NOTHING, attribution.WORDS):
        env["OMPT_CTS_WORDS"] = "1" if tool == attribution.WORDS else "0"
        env["OMP_TOOL_LIBRARIES"] = env["OMP_TOOL_LIBRARIES"].replace(checker, null_tool(checker))
    return env


RunOnce = Callable[[dict[str, str], str], Record]
Environment = Callable[[dict[str, str], str], dict[str, str]]
KEPT = ".silent"  # the recording that may be judged in its place
ENDING = (
    "state",
    "reason",
    "signal",
    "said",
    "fault",
)  # of a record: what verdicts read of its end
RECORD_ONLY = {"probes": "none", "sample": "0"}


class Again:
    """Runs the program in the requested way; keeps the last good run without probes.

    run_once(environment, trace) runs the program and gives state, reason and seconds;
    environment(options, trace) gives the program's environment for a recording.
    """

    def __init__(
        self,
        trace: str,
        options: dict[str, str],
        run_once: RunOnce,
        first: Record,
        environment: Environment,
    ) -> None:
        self.options, self.run_once, self.first = options, run_once, first
        self.environment = environment
        self.scratch, self.kept = f"{trace}.again", trace + KEPT
        self.silent: Record = {}
        self.said = first.get("said", "")
        self.ends: dict[str, dict[str, Record]] = {}  # of each tool's bad runs, by their reasons

    def __call__(self, tool: str, probes: str) -> tuple[str, bool]:
        recorded_only = tool == attribution.CHECKER and probes == "none"
        trace = self.kept if recorded_only and not self.silent else self.scratch
        trace_folders.make_room(trace)
        options = self.options | (RECORD_ONLY if recorded_only else {})
        env = self.environment(options, trace)
        result = self.run_once(way_environment(env, self.options["checker"], tool), trace)
        if trace == self.kept and result["state"] == "ok":
            self.silent = result | {"settings": asked.of(env)}
        if result["reason"] == self.first["reason"]:
            self.said = self.said or result.get("said", "")
        hung = result["state"] == "timeout"
        if hung and self.first["state"] != "timeout":
            return "", hung  # it ran beyond the place of the crash
        if result["reason"]:
            self.ends.setdefault(tool, {})[str(result["reason"])] = result
        return str(result["reason"]), hung

    def least(self) -> Record:
        """The end of the first run, or one by a tool that needs less, if that ends only otherwise:
        then the first run had a further cause."""
        for tool in (attribution.NOTHING, attribution.WORDS):
            if ends := self.ends.get(tool):
                other = ends.get(str(self.first["reason"])) or next(iter(ends.values()))
                if other["reason"] != self.first["reason"]:
                    return {key: other.get(key) for key in ENDING}
                break
        return {"said": self.said}

    def clean(self) -> None:
        """Removes the recordings of the runs."""
        for trace in (self.scratch, self.kept):
            trace_folders.make_room(trace)
            trace_folders.release(trace)


def attribute(
    trace: str,
    options: dict[str, str],
    run_once: RunOnce,
    first: Record,
    seconds: float,
    environment: Environment,
) -> Record:
    """The record with the attribution: that of the first run, or of the run to judge in its place.
    No run begins after `seconds`."""
    run = Again(trace, options, run_once, first, environment)
    env = environment(options, trace)
    probes = env.get("OMPT_CTS_PROBES") or "light"
    if probes == "none" and env.get("OMPT_CTS_SAMPLE", "0") != "0":
        probes = "samples"  # which ask as well
    deadline = time.monotonic() + seconds
    slowed = first["state"] == "timeout" and asked.perturbed(asked.of(env))
    inquiry = attribution.Inquiry(run, str(first["reason"]), probes, deadline, slowed)
    if not os.path.exists(null_tool(options["checker"])):
        inquiry.ways = [way for way in inquiry.ways if way not in (inquiry.nothing, inquiry.words)]
    answer = inquiry.answer()
    least = run.least() if answer["attribution"] == attribution.TOOL else {"said": run.said}
    result = first = first | least
    instead = answer["attribution"] in (attribution.PROBES, attribution.UNCLEAR)
    if instead and run.silent and probes != "none":
        aside = f"{trace}.with-probes"
        trace_folders.make_room(aside)
        trace_folders.move(trace, aside, trace_folders.made(trace))
        trace_folders.move(run.kept, trace, trace_folders.made(run.kept))
        ended = {key: first[key] for key in ENDING if first.get(key)}
        result = run.silent | {"with_probes": ended | {"probes": probes}}
        trace_folders.release(aside)
    run.clean()
    return result | answer
