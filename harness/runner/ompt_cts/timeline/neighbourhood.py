"""The subsystem view around one event, such as the witness of a finding, as plain data, small
enough for a report. The page draws it."""

from pathlib import Path
from typing import TypedDict

from ompt_cts.timeline.model import SUBSYSTEM, Thread, read

THREADS = 8  # shown, including the event's own
SPANS = 60  # of a thread, the nearest to the event
PIXELS = 1000  # the finest kept detail
LEAST = 0.15  # the least width of a stretch, in percent of the picture


class Lane(TypedDict):
    """One thread: `[begin, end, state, approximate]`, times in nanoseconds since the window's
    begin, the state by its number. Equal begin and end: only the moment is known."""

    thread: int
    spans: list[list[int]]


class Neighbourhood(TypedDict):
    """The activities of the threads around an event of `thread` at `at`, in a window of
    `length`."""

    thread: int
    at: int
    length: int
    states: list[str]
    lanes: list[Lane]


def around(trace: Path, thread: int, position: int) -> Neighbourhood:
    """The neighbourhood of the event at a position of a thread. UserError if the trace lacks the
    event."""
    timeline = read(trace, PIXELS, [f"--around={thread}:{position}"])
    begin, end, at = timeline.begin, timeline.end, timeline.at
    states: dict[str, int] = {}

    def span(first: int, last: int, value: str, rough: bool) -> list[int]:
        number = states.setdefault(value, len(states))
        return [first - begin, last - begin, number, int(rough)]

    def lane(one: Thread) -> Lane:
        shown = [(s.begin, s.end, s.value, s.approximate) for s in one.spans(SUBSYSTEM)]
        shown += [(i.at, i.at, i.value, False) for i in one.instants]
        near = sorted(shown, key=lambda s: max(s[0] - at, at - s[1], 0))[:SPANS]
        return Lane(thread=one.number, spans=[span(*s) for s in sorted(near)])

    near = sorted(timeline.threads, key=lambda one: (one.number != thread, one.number))[:THREADS]
    lanes = [lane(one) for one in sorted(near, key=lambda one: one.number)]
    return Neighbourhood(
        thread=thread, at=at - begin, length=end - begin, states=list(states), lanes=lanes
    )


def boxes(lane: Lane, length: int) -> list[tuple[float, float, int, int, bool]]:
    """The stretches of a lane for a page: begin and width in percent of the window, state, whether
    it is approximate, and whether it is a moment. Each is wide enough to be visible."""
    found = []
    for begin, end, state, rough in lane["spans"]:
        wide = max(100 * (end - begin) / length, LEAST)
        found.append((round(100 * begin / length, 2), round(wide, 2), state, rough, begin == end))
    return found


def at_witness(given: Neighbourhood) -> list[str]:
    """The state of the event's thread at the event, if it was in any."""
    own = (lane for lane in given["lanes"] if lane["thread"] == given["thread"])
    met = [span for lane in own for span in lane["spans"] if span[0] <= given["at"] < span[1]]
    return [given["states"][span[2]] for span in met[-1:]]
