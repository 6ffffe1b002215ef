"""The settings of the checker, and the effect of each setting on a verdict.

A trace has every setting of its process (checker_tool/options.h), and the record of a run every
setting of its command. A setting that leaves events out makes a verdict impossible, except in a
test that requests the setting itself. A setting that only the trace has comes from the program or
from a script: the meaning of the record is then unknown.
"""

from __future__ import annotations

TYPE_CHECKING = False  # without typing, which takes long
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Every variable of the checker, with its effect on a verdict.
EFFECTS = {
    "OMPT_CTS_CALLBACKS": "leaves events out, except for `all`",
    "OMPT_CTS_TRACED": "leaves trace records of devices out, except for `all`",
    "OMPT_CTS_TRACE_BUFFERS": "loses trace records if it is 0, or bounds their number",
    "OMPT_CTS_MAX_TRACE": "none by itself: events beyond the limit are counted as dropped",
    "OMPT_CTS_LIVE": "none: judged events may be discarded",
    "OMPT_CTS_PROBES": "fewer probes; with `none` no runtime is called conformant",
    "OMPT_CTS_TARGET": "none: each family of target callbacks reports everything",
    "OMPT_CTS_SAMPLE": "none: more probes",
    "OMPT_CTS_STACKS": "none: more evidence",
    "OMPT_CTS_PERTURB": "none: another order, which must also be right",
    "OMPT_CTS_CHECKSUM": "names the runtime: only a suite's run gives it to its programs",
}

ENDED_EARLY = (
    "the runtime ended the tool before the program's end, as in omp_pause_resource_all: nothing of"
    " OpenMP was recorded after it"
)


def of(settings: Mapping[str, Any]) -> dict[str, str]:
    """The settings of the checker among variables of the environment, or lines of a trace's."""
    return {name: str(settings[name]) for name in EFFECTS if settings.get(name)}


def perturbed(settings: Mapping[str, Any]) -> bool:
    """Whether the checker delays threads (perturbation.h): a program may be too slow because of it."""
    return settings.get("OMPT_CTS_PERTURB", "0") != "0"


def left_out(settings: Mapping[str, Any]) -> list[str]:
    """The settings that leave events out, as NAME=VALUE."""
    found = of(settings)
    size = found.get("OMPT_CTS_TRACE_BUFFERS", "1")
    less = [
        name
        for name in ("OMPT_CTS_CALLBACKS", "OMPT_CTS_TRACED")
        if found.get(name, "all") != "all"
    ]
    if not (size.isascii() and size.isdigit() and int(size)):
        less.append("OMPT_CTS_TRACE_BUFFERS")
    return [f"{name}={found[name]}" for name in less]


def problem(traced: Mapping[str, Any], given: Mapping[str, Any] | None, own: bool) -> str:
    """Why a trace with the settings `traced` shows less than a verdict needs, or has other settings
    than its command; else empty. `given` are the settings of the command, None without a record;
    `own`: the trace of a test, whose lines may request settings."""
    less = left_out(traced) if not own or given is None else []
    if less:
        return f"not everything was recorded: {', '.join(less)}"
    found, wanted = of(traced), of(given or {})
    changed = [n for n in EFFECTS if given is not None and found.get(n) != wanted.get(n)]
    if changed:
        now = ", ".join(f"{name}={found.get(name, '')}" for name in changed)
        return f"the program was recorded with other settings than requested: {now}"
    return ""
