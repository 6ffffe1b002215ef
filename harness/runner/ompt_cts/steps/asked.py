"""What was asked of the checker, and what each setting may do to a verdict.

A trace tells every setting that its process had (checker_tool/options.h), and the record of a run
every one that its command gave. A setting that leaves events out makes a verdict impossible, except in
a test that asks for the setting itself. A setting that only the trace tells of is the program's own
doing, or that of a script in between: nobody knows then what the record shows.
"""

from __future__ import annotations

TYPE_CHECKING = False  # without typing, which takes long
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Every variable of the checker, and what it may do to a verdict.
EFFECTS = {
    "OMPT_CTS_CALLBACKS": "leaves events out, but for `all`",
    "OMPT_CTS_TRACED": "leaves trace records of devices out, but for `all`",
    "OMPT_CTS_TRACE_BUFFERS": "loses trace records where it is 0, or bounds their number",
    "OMPT_CTS_MAX_TRACE": "none by itself: what is beyond the limit is counted as dropped",
    "OMPT_CTS_LIVE": "none: what has been judged may be given up",
    "OMPT_CTS_PROBES": "fewer questions; with `none` nobody is told conformant",
    "OMPT_CTS_TARGET": "none: each family of target callbacks tells everything",
    "OMPT_CTS_SAMPLE": "none: more questions",
    "OMPT_CTS_STACKS": "none: more evidence",
    "OMPT_CTS_PERTURB": "none: another order, which must be right as well",
}


def of(settings: Mapping[str, Any]) -> dict[str, str]:
    """The settings of the checker among variables of the environment, or lines of a trace's."""
    return {name: str(settings[name]) for name in EFFECTS if settings.get(name)}


def left_out(settings: Mapping[str, Any]) -> list[str]:
    """Those that leave events out, as NAME=VALUE."""
    found = of(settings)
    size = found.get("OMPT_CTS_TRACE_BUFFERS", "1")
    less = [
        name
        for name in ("OMPT_CTS_CALLBACKS", "OMPT_CTS_TRACED")
        if found.get(name, "all") != "all"
    ]
    if not (size.isdigit() and int(size)):
        less.append("OMPT_CTS_TRACE_BUFFERS")
    return [f"{name}={found[name]}" for name in less]


def problem(traced: Mapping[str, Any], given: Mapping[str, Any] | None, own: bool) -> str:
    """Why a trace whose environment is `traced` shows less than a verdict needs, or something else
    than its command asked for; empty where it does not. `given` are the settings of the command,
    None where no record tells of them; `own`: a test's trace, and its lines may ask for them."""
    less = left_out(traced) if not own or given is None else []
    if less:
        return f"not everything was recorded: {', '.join(less)}"
    found, wanted = of(traced), of(given or {})
    changed = [n for n in EFFECTS if given is not None and found.get(n) != wanted.get(n)]
    if changed:
        now = ", ".join(f"{name}={found.get(name, '')}" for name in changed)
        return f"the program was recorded in another way than was asked for: {now}"
    return ""
