"""A timeline for the terminal: a line for each thread and view, a letter for the longest state of
each column."""

from collections import defaultdict
from string import ascii_lowercase, ascii_uppercase

from rich.text import Text

from ompt_cts.files import plain
from ompt_cts.timeline import colours
from ompt_cts.timeline.model import SUBSYSTEM, TASK, TITLES, VIEWS, Timeline, duration

LETTERS = ascii_uppercase + ascii_lowercase


def _row(spans: list[tuple[int, int, str]], first: int, wide: int, width: int) -> list[str]:
    """The state that lasts longest in each column."""
    shown: list[dict[str, int]] = [defaultdict(int) for _ in range(width)]
    for begin, end, value in ((b - first, e - first, v) for b, e, v in spans):
        for column in range(max(0, begin // wide), min(width - 1, (end - 1) // wide) + 1):
            inside = min(end, (column + 1) * wide) - max(begin, column * wide)
            shown[column][value] += max(inside, 1)
    return [max(one, key=lambda v: (one[v], v)) if one else "" for one in shown]


def _letters(view: str, shown: set[str], scale: colours.Scale | None) -> dict[str, str]:
    values = sorted(shown, key=_by_number)
    if scale:
        return {value: LETTERS[scale.place(int(value))] for value in values}
    if view == SUBSYSTEM:
        return {value: colours.BY_TEXT[value].letter for value in values}
    if view == "idle":
        return {"Progressing": "=", "Stalled": "-"}
    return {value: LETTERS[n] if n < len(LETTERS) else "*" for n, value in enumerate(values)}


def _by_number(value: str) -> tuple[int, str]:
    return (int(value) if value.isdigit() else 0, value)


def render(timeline: Timeline, width: int = 100, views: tuple[str, ...] = VIEWS) -> Text:
    first, last = timeline.begin, timeline.end
    wide = max(1, -(-(last - first) // width))
    out = Text(f"{width} columns of {duration(wide)}, from {duration(first)}\n")
    for view in views:
        rows = [
            _row([(s.begin, s.end, s.value) for s in thread.spans(view)], first, wide, width)
            for thread in timeline.threads
        ]
        shown = {value for row in rows for value in row if value}
        scale = colours.scale_of(shown) if view == TASK else None
        letters = _letters(view, shown, scale)
        out.append(f"{TITLES[view]}\n", style="bold")
        for thread, row in zip(timeline.threads, rows, strict=True):
            out.append(f"{thread.number:>5} |")
            for value in row:
                style = colours.as_hex(value, scale) if value else ""
                out.append(letters.get(value, " "), style=style)
            out.append("\n")
        meant = {
            letters[value]: scale.text(scale.place(int(value))) if scale else value
            for value in sorted(letters, key=_by_number)
        }
        for letter, text in meant.items():
            out.append(f"        {letter} {plain(text)}\n", style="dim")
    if timeline.approximate:
        out.append(
            "a loop or sections as a whole, as ovni approximates it: no single chunk is reported\n"
        )
    if timeline.damage:
        out.append(f"not all of the trace: {plain(timeline.damage)}\n")
    return out
