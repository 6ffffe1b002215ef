"""The conditions of a known deviation on the circumstances of a finding, besides its sort.

  shown = ["cancel_loop"]           circumstances that the trace has shown at some time
  here = ["worker", "!nested"]      that hold, or do not hold, on the thread at the finding's event
  event = ["work work_type=loop_*"] the event at which it shows is one of these
  needs = "tool"                    of a crash or hang: its attribution
  most = "parallel_begin"           the trace shows it at most as often as events of this kind; or a number

harness/validator/circumstances.def lists the circumstances. All given ones must be met; one of both
meets `a|b`, and `event <- other` requires that the finding also names an event of the other kind,
which the first contradicts. The harness's own findings have no event. If it observed a program of
which a whole trace was judged (its view, or a crash that only probes cause), the finding has what
these traces have shown; else it meets none.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.steps import attribution
from ompt_cts.verdict.entry import Entry

KEYS = ("shown", "here", "event", "needs", "most")
NEEDS = (attribution.RUNTIME, attribution.TOOL, attribution.PROBES)
ROW = re.compile(r"^CTS_CIRCUMSTANCE\((\w+), \"(.*)\"\)", re.MULTILINE)
EVENT = re.compile(
    r"^CTS_(?:CALLBACK|EVENT)\((?:\d+, )?(\w+),((?:\s+\w+\([\w, ]*\)|\s)*)\)$", re.MULTILINE
)
FIELD = re.compile(r"(\w+)\)")
WITH = " <- "
CONDITION = re.compile(r"(\w+)(=|!=|&)(.+)")


@cache
def circumstances() -> dict[str, str]:
    """Each circumstance with its meaning."""
    table = ROOT / "harness" / "validator" / "circumstances.def"
    return dict(ROW.findall(table.read_text(encoding="utf-8")))


@cache
def events() -> dict[str, set[str]]:
    """The fields of each event of a trace."""
    table = (ROOT / "harness" / "trace" / "events.def").read_text(encoding="utf-8")
    return {name: set(FIELD.findall(fields)) for name, fields in EVENT.findall(table)}


def check(key: str, value: object) -> None:
    """The checked value of one of KEYS. ValueError says what it must be."""
    if key == "needs":
        if value not in NEEDS:
            raise ValueError(f"must be {', '.join(NEEDS[:-1])} or {NEEDS[-1]}")
        return
    if key == "most":
        if not (isinstance(value, str) and value) and (type(value) is not int or value < 1):
            raise ValueError("must be a number above 0, or the name of an event")
        if isinstance(value, str) and value not in events():
            raise ValueError(f"there is no event {value!r}")
        return
    texts = value if isinstance(value, list) else []
    if not texts or not all(isinstance(text, str) and text for text in texts):
        raise ValueError("must be a list of texts")
    for text in texts:
        if key == "event":
            for pattern in text.split(WITH):
                _check_event(pattern)
            continue
        for name in text.split("|"):
            if name.removeprefix("!") not in circumstances():
                raise ValueError(f"there is no circumstance {name!r}")


def _split(pattern: str) -> tuple[str, list[tuple[str, str, str]]]:
    """`work work_type=loop_*` as the event's name and conditions. ValueError."""
    name, *words = pattern.split() or [""]
    found = [CONDITION.fullmatch(word) for word in words]
    if not all(found):
        raise ValueError(f"{pattern!r} is no event with conditions such as endpoint=end")
    return name, [(met[1], met[2], met[3]) for met in found if met]


def _check_event(pattern: str) -> None:
    """ValueError if no event of a trace can meet the pattern."""
    name, conditions = _split(pattern)
    fields = [fields for event, fields in events().items() if fnmatchcase(event, name)]
    if not fields:
        raise ValueError(f"there is no event {name!r}")
    for field, _, value in conditions:
        for one in (field, *(v[1:] for v in value.split(",") if v[0] == "@")):
            if not any(one in known for known in fields):
                raise ValueError(f"no event {name!r} has a field {one!r}")


def is_event(pattern: str, event: Mapping[str, Any]) -> bool:
    """Whether the pattern describes an event of a witness: FIELD=VALUE, FIELD!=VALUE with * and ?
    and alternatives after a comma, @FIELD for that field's value; FIELD&FLAG for a set of flags."""
    name, conditions = _split(pattern)
    if not fnmatchcase(event["event"], name):
        return False
    for field, how, value in conditions:
        found = str(event["fields"].get(field, ""))
        if how == "&":
            met = value in found.split("|")
        else:
            values = [
                str(event["fields"].get(v[1:])) if v[0] == "@" else v for v in value.split(",")
            ]
            met = any(fnmatchcase(found, one) for one in values) == (how == "=")
        if not met:
            return False
    return True


def _is_witness(text: str, witness: list[Json]) -> bool:
    first, *others = text.split(WITH)
    return is_event(first, witness[0]) and all(
        any(is_event(other, event) for event in witness[1:]) for other in others
    )


def _hold(conditions: Collection[str], names: Collection[str]) -> bool:
    return all(
        any((one.removeprefix("!") in names) != one.startswith("!") for one in text.split("|"))
        for text in conditions
    )


def met(entry: Entry, finding: Mapping[str, Any]) -> bool:
    """Whether the circumstances of the finding meet the entry's conditions."""
    if entry.needs and finding.get("needs") != entry.needs:
        return False
    if (entry.here and "here" not in finding) or (entry.shown and "shown" not in finding):
        return False
    witness = finding.get("witness") or []
    return (
        _hold(entry.shown, finding.get("shown", ()))
        and _hold(entry.here, finding.get("here", ()))
        and (not entry.event or any(_is_witness(one, witness) for one in entry.event if witness))
    )


def of_traces(traces: Iterable[Mapping[str, Any]]) -> Json:
    """What judged traces have shown, as part of a finding of the harness; empty without a trace."""
    shown = [trace.get("shown", []) for trace in traces]
    return {"shown": sorted({name for names in shown for name in names})} if shown else {}


def limit(entry: Entry, trace: Mapping[str, Any]) -> int | None:
    """The most occurrences of the entry's finding in one trace; None: no limit, also if the events
    that bound it are unknown."""
    number = entry.most if isinstance(entry.most, int) else trace.get("seen", {}).get(entry.most)
    return int(number) if number else None


def told(entry: Entry) -> list[str]:
    """The entry's conditions in words."""
    words = []
    if entry.shown:
        words.append(f"if the trace shows {' and '.join(entry.shown)}")
    if entry.here:
        words.append(f"at an event with {' and '.join(entry.here)}")
    if entry.event:
        words.append(f"at {' or '.join(entry.event)}")
    if entry.most:
        each = (
            f"for each {entry.most}" if isinstance(entry.most, str) else f"up to {entry.most} times"
        )
        words.append(f"{each} of a trace")
    if entry.needs:
        words.append(f"if it needs {entry.needs}")
    return words
