"""A timeline as a Perfetto trace (protobuf): a track for each thread, in it one for each view.

The few messages that we need are written by hand; a test reads them with Perfetto's own schema.
"""

from collections.abc import Iterator

from ompt_cts.timeline.model import APPROXIMATE, SUBSYSTEM, TITLES, VIEWS, Thread, Timeline

PROCESS = 1
SEQUENCE = 1  # all packets are of one writer
BEGIN, END, INSTANT = 1, 2, 3  # TrackEvent.Type
VARINT, BYTES = 0, 2


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a message: a number, a text, or a message."""
    if isinstance(value, int):
        return varint(number << 3 | VARINT) + varint(value)
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return varint(number << 3 | BYTES) + varint(len(data)) + data


def packet(*parts: bytes) -> bytes:
    """TracePacket, as Trace has them."""
    return field(1, b"".join((*parts, field(10, SEQUENCE))))


def _track(uuid: int, name: str, *more: bytes) -> bytes:
    return packet(field(60, b"".join((field(1, uuid), field(2, name), *more))))


def _annotation(name: str, value: str) -> bytes:
    return field(4, field(10, name) + field(6, value))


def _event(at: int, kind: int, track: int, name: str = "", *more: bytes) -> bytes:
    parts = [field(9, kind), field(11, track)]
    parts += [field(23, name)] if name else []
    return packet(field(8, at), field(11, b"".join((*parts, *more))))


def _uuid(thread: Thread, view: str = "") -> int:
    return (thread.number + 1) * 10 + (VIEWS.index(view) + 1 if view else 0)


def _of_thread(timeline: Timeline, thread: Thread) -> Iterator[bytes]:
    number = thread.number + 1
    who = field(1, PROCESS) + field(2, number) + field(5, f"thread {thread.number}")
    yield _track(_uuid(thread), f"thread {thread.number}", field(4, who), field(5, PROCESS))
    for view in VIEWS:
        yield _track(_uuid(thread, view), TITLES[view], field(5, _uuid(thread)))
        for span in thread.spans(view):
            more = [_annotation("approximation", APPROXIMATE)] if span.approximate else []
            yield _event(span.begin, BEGIN, _uuid(thread, view), span.value, *more)
            yield _event(span.end, END, _uuid(thread, view))
    for instant in thread.instants:
        task = _annotation("task", str(instant.task))
        yield _event(instant.at, INSTANT, _uuid(thread, SUBSYSTEM), instant.value, task)


def render(timeline: Timeline) -> bytes:
    """The bytes of a .pftrace file, for ui.perfetto.dev or its trace processor."""
    process = field(1, PROCESS) + field(6, timeline.title)
    parts = [_track(PROCESS, timeline.title, field(3, process))]
    for thread in timeline.threads:
        parts += _of_thread(timeline, thread)
    return b"".join(parts)
