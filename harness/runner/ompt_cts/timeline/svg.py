"""A timeline as one SVG picture, without script, style sheet or external parts."""

from collections.abc import Sequence
from html import escape

from ompt_cts.files import plain
from ompt_cts.timeline import colours, model
from ompt_cts.timeline.model import (
    APPROXIMATE,
    SUBSYSTEM,
    TASK,
    TITLES,
    VIEWS,
    Span,
    Thread,
    Timeline,
)

ROW, GAP, MARGIN, HEAD = 16, 6, 74, 20  # pixels
LEGEND_ROW, LEGEND_COLUMN, CHARACTER = 16, 300, 6.6
SHOWN_LABELS = 24  # of a legend
STRIPES = (
    '<pattern id="rough" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="3" height="6" fill="#fff" fill-opacity=".45"/>'
    "</pattern>"
)


def text(raw: str) -> str:
    """A text of unknown origin, escaped for XML."""
    return escape(plain(raw).replace("\ufffe", "?").replace("\uffff", "?"), quote=True)


def _ink(colour: str) -> str:
    red, green, blue = bytes.fromhex(colour[1:])
    return "#000" if red * 299 + green * 587 + blue * 114 > 140000 else "#fff"


class _Picture:
    def __init__(self, timeline: Timeline, width: int) -> None:
        self.timeline, self.begin = timeline, timeline.begin
        self.end = max(timeline.end, self.begin + 1)
        self.width = width
        tasks = {span.value for thread in timeline.threads for span in thread.spans(TASK)}
        self.scale = colours.scale_of(tasks)
        self.parts: list[str] = []
        self.y = HEAD
        self.seen: dict[str, set[str]] = {}

    def x(self, at: int) -> float:
        inside = min(max(at, self.begin), self.end) - self.begin
        return MARGIN + inside * (self.width - MARGIN - 4) / (self.end - self.begin)

    def box(self, view: str, span: Span) -> None:
        begin, end, value, rough, count = span
        left, right = self.x(begin), self.x(end)
        colour = colours.as_hex(value, self.scale if view == TASK else None)
        wide = max(right - left, 0.4)
        shown = f"task {value}" if view == TASK else value
        many = f"mostly, of {count} in " if count > 1 else ""
        title = f"{text(shown)}, {many}{model.duration(end - begin)}" + (
            f"; {APPROXIMATE}" if rough else ""
        )
        self.seen.setdefault(view, set()).add(value)
        place = f'x="{left:.1f}" y="{self.y}" width="{wide:.1f}" height="{ROW}"'
        inner = ""
        room = int((wide - 4) / CHARACTER)
        short = shown.partition(": ")[2] or shown
        if room >= min(len(short), 3):
            label = short if len(short) <= room else short[: room - 1] + "…"
            inner = f'<text x="{left + 3:.1f}" y="{self.y + 12}" fill="{_ink(colour)}">{text(label)}</text>'
        stripes = f'<rect {place} fill="url(#rough)"/>' if rough else ""
        rect = f'<rect {place} fill="{colour}"/>'
        self.parts.append(f"<g><title>{title}</title>{rect}{stripes}{inner}</g>")

    def thread(self, thread: Thread, view: str) -> None:
        name = f"thread {thread.number}"
        self.parts.append(f'<text x="2" y="{self.y + 12}" class="n">{name}</text>')
        for span in thread.spans(view):
            self.box(view, span)
        for instant in thread.instants if view == SUBSYSTEM else ():
            x = self.x(instant.at)
            self.seen.setdefault(view, set()).add(instant.value)
            title = text(instant.value) + (f", {instant.count} times" if instant.count > 1 else "")
            self.parts.append(
                f'<path d="M{x:.1f} {self.y - 2}l3 5h-6z" fill="{colours.as_hex(instant.value)}" '
                f'stroke="#000" stroke-width=".4"><title>{title}</title></path>'
            )
        self.y += ROW + 2

    def view(self, view: str, threads: Sequence[Thread]) -> None:
        self.parts.append(f'<text x="2" y="{self.y + 11}" class="t">{TITLES[view]}</text>')
        self.y += ROW
        for thread in threads:
            self.thread(thread, view)
        if view != TASK:
            self.legend(self.values(view))
        elif scale := self.scale:
            places = sorted({scale.place(int(value)) for value in self.seen.get(TASK, ())})
            self.legend([(scale.text(p), colours.hex_of(scale.colour(p))) for p in places])
        self.y += GAP

    def values(self, view: str) -> list[tuple[str, str]]:
        """The values that a view shows, each with its colour, in the table's order; of many labels
        the first."""
        order = {state.text: number for number, state in enumerate(colours.STATES)}
        values = sorted(self.seen.get(view, ()), key=lambda v: (order.get(v, 0), v))[:SHOWN_LABELS]
        return [(value, colours.as_hex(value)) for value in values]

    def legend(self, values: list[tuple[str, str]]) -> None:
        """The meanings of the colours of a view."""
        columns = max(1, (self.width - MARGIN) // LEGEND_COLUMN)
        for number, (value, colour) in enumerate(values):
            x = MARGIN + number % columns * LEGEND_COLUMN
            y = self.y + number // columns * LEGEND_ROW
            self.parts.append(
                f'<rect x="{x}" y="{y + 3}" width="10" height="10" fill="{colour}" '
                f'stroke="#888" stroke-width=".5"/>'
                f'<text x="{x + 15}" y="{y + 12}" class="l">{text(value)}</text>'
            )
        self.y += -(-len(values) // columns) * LEGEND_ROW

    def close(self, name: str) -> str:
        head = f"{model.duration(self.end - self.begin)} from {model.duration(self.begin)}"
        if self.timeline.damage:
            head += f"; not all of it: {self.timeline.damage}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.y}" '
            f'viewBox="0 0 {self.width} {self.y}" role="img" font-family="sans-serif" '
            f'font-size="11"><title>{text(name)}</title><desc>{text(head)}</desc>'
            f"<defs>{STRIPES}</defs>"
            "<style>text{pointer-events:none}.n,.l,.h{fill:#333}.t{fill:#000;font-weight:bold}</style>"
            f'<rect width="100%" height="100%" fill="#fff"/>'
            f'<text x="2" y="13" class="h">{text(name)}: {text(head)}</text>'
            f"{''.join(self.parts)}</svg>\n"
        )


def render(timeline: Timeline, views: Sequence[str] = VIEWS, width: int = 1200) -> str:
    """The views, one below the other."""
    picture = _Picture(timeline, width)
    for view in views:
        picture.view(view, timeline.threads)
    return picture.close(timeline.title)
