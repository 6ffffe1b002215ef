"""The exhibits of a cause: the source lines of its witness, and the activities of the threads
around it, as a picture and as a list of events.

They are taken while trace and source exist, because a report is read elsewhere. Unreadable parts
are left out: an exhibit helps a reader and never decides a verdict.
"""

import json
import re
import subprocess
import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.steps import tools
from ompt_cts.timeline import neighbourhood
from ompt_cts.timeline.neighbourhood import Neighbourhood
from ompt_cts.verdict import expectations, identity
from ompt_cts.verdict.expectations import Deviation

REPRODUCERS = ROOT / "expectations" / "reproducers"
PLACE = re.compile(r"(?P<file>[^\s:]+):(?P<line>[1-9]\d{0,8})\b")
# Only sources are shown: debug information may name any file, and strangers read reports.
SOURCES = (
    *(".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc"),
    *(".f", ".for", ".f77", ".f90", ".f95", ".f03", ".f08"),
)
LINES = 3  # source lines before and after the witness
AROUND = 4  # events of a thread before and after each witness
WITNESSES = 3  # events of a witness that are shown with their surroundings
MOST_EVENTS = 50_000  # the largest trace that is searched
MOST_BYTES = 1_000  # of an event; most have 20 to 40
LONG = 200  # characters of a line
# The checker's own events; shown only as a witness.
ASIDE = re.compile(
    r"probe|note$|set_callback|get_callback|lookup|enumerate|stream|start_tool|tool_|process_exit"
)


class SourceLines(TypedDict):
    """Some lines of a source file; `at` is the line of the witness."""

    file: str
    at: int
    first: int
    lines: list[str]


class Moment(TypedDict):
    """One event of a timeline; `gap` is true if events before it were left out."""

    time: int  # nanoseconds since the first moment
    thread: int
    text: str
    witness: bool
    gap: bool


class KnownDeviation(TypedDict):
    """The entry of expectations/ for a cause, and the page made from it."""

    reasons: list[str]
    clauses: list[str]
    places: list[str]  # in the runtime's source
    links: list[str]  # to trackers
    reproducers: list[str]  # programs, or instructions
    page: str


class Exhibit(TypedDict):
    """The exhibits of a cause; any part may be empty."""

    source: SourceLines | None
    timeline: list[Moment]
    around: Neighbourhood | None
    deviation: KnownDeviation | None


def source_lines(witness: list[Json]) -> SourceLines | None:
    """The lines around the first place in the source that the witness names."""
    for event in witness:
        match = PLACE.match(event["location"])
        if match:
            found = _read(match["file"], int(match["line"]))
            if found:
                return found
    return None


def _read(name: str, at: int) -> SourceLines | None:
    path = Path(name) if Path(name).is_absolute() else ROOT / name
    if path.suffix.lower() not in SOURCES:
        return None
    try:
        if not path.is_file() or path.stat().st_size > 1 << 24:
            return None
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    if at > len(lines):
        return None
    first = max(1, at - LINES)
    shown = [line[:LONG] for line in lines[first - 1 : at + LINES]]
    return SourceLines(file=name, at=at, first=first, lines=shown)


def timeline(trace: str, witness: list[Json]) -> list[Moment]:
    """The events of the threads around the first witnesses, in the order of time."""
    wanted = {(event["thread"], event["position"]) for event in witness[:WITNESSES]}
    if not wanted or not Path(trace).is_dir():
        return []
    try:
        frequency, events = _events(trace)
    except (OSError, UserError, ValueError, KeyError, subprocess.SubprocessError):
        return []
    places = [n for n, event in enumerate(events) if event[:2] in wanted]
    chosen = sorted({near for place in places for near in _near(events, place)})
    moments = []
    last = chosen[0] - 1 if chosen else 0
    for number in chosen:
        thread, position, time, _, text = events[number]
        moments.append(
            Moment(
                time=round((time - events[chosen[0]][2]) * 1e9 / frequency),
                thread=thread,
                text=textwrap.shorten(text, LONG, placeholder=" …"),
                witness=(thread, position) in wanted,
                gap=_gap(events[last + 1 : number]),
            )
        )
        last = number
    return moments


def around(trace: str, witness: list[Json]) -> Neighbourhood | None:
    """The subsystem view around the event at which the finding shows."""
    if not witness or not Path(trace).is_dir():
        return None
    try:
        if not _small(trace):
            return None
        return neighbourhood.around(Path(trace), witness[0]["thread"], witness[0]["position"])
    except (OSError, UserError, ValueError, KeyError, subprocess.SubprocessError):
        return None


Event = tuple[int, int, int, str, str]  # thread, position, time, name, text


@lru_cache(maxsize=4)  # several causes of one program
def _events(trace: str) -> tuple[int, list[Event]]:
    """The trace's events in the order of time, with the text of `ompt-view --text` for each."""
    info = _small(trace)
    if not info:
        return 1, []
    viewer = tools.require_tool(build_dir(), "ompt-view")
    rows = [json.loads(line) for line in _viewed(viewer, "--json", trace).splitlines()]
    texts = _viewed(viewer, "--text", "--brief", trace).split("\n")
    events = [
        (row["thread"], row["position"], row["time"], row["event"], text.partition(" ")[2])
        for row, text in zip(rows, texts, strict=False)
    ]
    return info["clock"]["frequency"], events


@lru_cache(maxsize=4)
def _small(trace: str) -> Json:
    """The output of `ompt-view --info` for a trace that is searched; empty for another. The tool reads
    the whole trace, so a large one is not asked for."""
    if sum(stream.stat().st_size for stream in Path(trace).rglob("*")) > MOST_EVENTS * MOST_BYTES:
        return {}
    viewer = tools.require_tool(build_dir(), "ompt-view")
    info: Json = json.loads(_viewed(viewer, "--info", trace))
    return {} if info["events"] > MOST_EVENTS or info["damage"] else info


def _viewed(viewer: Path, *words: str) -> str:
    done = subprocess.run([str(viewer), *words], capture_output=True, timeout=60, check=True)
    return done.stdout.decode("utf-8", "replace")


def _near(events: list[Event], place: int) -> list[int]:
    """The witness, the neighbouring events of its thread, and the events of other threads
    meanwhile."""
    thread = events[place][0]
    found = [place]
    for step in (-1, 1):
        number, own = place + step, 0
        while 0 <= number < len(events) and own < AROUND and abs(number - place) < 40 * AROUND:
            if not ASIDE.match(events[number][3]):
                found.append(number)
                own += 1 if events[number][0] == thread else 0
                if len(found) > 6 * AROUND:
                    break
            number += step
    return found


def _gap(left_out: list[Event]) -> bool:
    return any(not ASIDE.match(event[3]) for event in left_out)


# The known deviation of a cause


def deviation(
    cause: str, known: Sequence[Deviation], applied: Sequence[str]
) -> KnownDeviation | None:
    """The entries of a cause; None if none has the cause."""
    entries = [entry for entry in known if entry.cause == cause]
    if not entries:
        return None
    return KnownDeviation(
        reasons=_each(entry.reason for entry in entries),
        clauses=_each(entry.cited for entry in entries),
        places=_each(entry.source for entry in entries),
        links=_each(entry.link for entry in entries),
        reproducers=[_program(text) for text in _each(entry.reproducer for entry in entries)],
        page=_page(cause, [ROOT / name for name in applied]),
    )


def _each(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text))


def _program(text: str) -> str:
    """A reproducer's text: that of its file, or its own."""
    path = REPRODUCERS / text
    if "\n" not in text and path.is_file():
        return f"// expectations/reproducers/{text}\n{path.read_text(encoding='utf-8')}"
    return text


def _page(cause: str, paths: Sequence[Path]) -> str:
    """The first file, or its first base, that lists the cause itself; a path outside the checkout is whole."""
    for path in paths:
        if not path.is_file():
            continue
        if any(entry.cause == cause for entry in expectations.own(path)):
            return identity.shown(path)
        bases = expectations.bases(expectations.parsed(path), str(path))
        below = [path.with_name(f"{name}.toml") for name, _ in bases]
        found = _page(cause, below)
        if found:
            return found
    return ""
