"""The subsystem view's states in a fixed order, with a colour and a letter each. The colours of
other views follow from their values."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple


class State(NamedTuple):
    text: str
    letter: str
    colour: tuple[int, int, int]


STATES = (
    State("Work-distribution: Distribute", "D", (0x9A, 0x60, 0xC8)),
    State("Work-distribution: Dynamic for chunk", "d", (0x2C, 0x7F, 0xB8)),
    State("Work-distribution: Dynamic for initialization", "i", (0x9E, 0xCA, 0xE1)),
    State("Work-distribution: Static for chunk", "s", (0x08, 0x51, 0x9C)),
    State("Work-distribution: Single", "1", (0x6A, 0x3D, 0x9A)),
    State("Work-distribution: Section", "S", (0x41, 0x8F, 0xDE)),
    State("Task: Allocation", "a", (0xFD, 0xAE, 0x6B)),
    State("Task: Check deps", "c", (0xE6, 0x55, 0x0D)),
    State("Task: Duplicating", "u", (0xFD, 0x8D, 0x3C)),
    State("Task: Releasing deps", "r", (0xA6, 0x36, 0x03)),
    State("Task: Running task", "T", (0x31, 0xA3, 0x54)),
    State("Task: Running task if0", "t", (0x74, 0xC4, 0x76)),
    State("Task: Taskgroup", "g", (0xD9, 0xF0, 0xA3)),
    State("Task: Taskwait", "w", (0xFE, 0xE3, 0x91)),
    State("Task: Taskwait deps", "W", (0xFE, 0xC4, 0x4F)),
    State("Task: Taskyield", "y", (0x99, 0x34, 0x04)),
    State("Critical: Acquiring", "q", (0xFB, 0x6A, 0x4A)),
    State("Critical: Section", "C", (0xCB, 0x18, 0x1D)),
    State("Critical: Releasing", "l", (0x67, 0x00, 0x0D)),
    State("Barrier: Fork", "f", (0xD9, 0xD9, 0xD9)),
    State("Barrier: Join", "j", (0x96, 0x96, 0x96)),
    State("Barrier: Plain", "b", (0x63, 0x63, 0x63)),
    State("Runtime: Attached", ".", (0xC7, 0xE9, 0xC0)),
    State("Runtime: Fork call", "F", (0x80, 0x73, 0xAC)),
    State("Runtime: Init", "I", (0xB2, 0xAB, 0xD2)),
    State("Runtime: User microtask", "m", (0x00, 0x6D, 0x2C)),
    State("Runtime: Worker main Loop", "o", (0xF0, 0xF0, 0xF0)),
)
BY_TEXT = {state.text: state for state in STATES}
MANY_TASKS = 30
IDLE = {"Progressing": (0x31, 0xA3, 0x54), "Stalled": (0xD9, 0x53, 0x4F)}


def of(value: str) -> tuple[int, int, int]:
    """Red, green and blue of a value of any view: a value has the same colour in every run."""
    if value in BY_TEXT:
        return BY_TEXT[value].colour
    if value in IDLE:
        return IDLE[value]
    digest = hashlib.sha256(value.encode("utf-8", "replace")).digest()
    red, green, blue = (80 + byte % 150 for byte in digest[:3])
    return red, green, blue


def as_hex(value: str, scale: "Scale | None" = None) -> str:
    """A value's colour in the form of HTML and SVG; on a scale, that of a task's number."""
    return hex_of(scale.colour(scale.place(int(value))) if scale else of(value))


def hex_of(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


class Scale:
    """Ranges of task numbers, each with a colour from dark to bright: for more tasks than a legend
    has lines."""

    RANGES = 24
    STOPS = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most
        self.wide = -(-(most - least + 1) // self.RANGES)

    def place(self, task: int) -> int:
        return (task - self.least) // self.wide

    def text(self, place: int) -> str:
        first = self.least + place * self.wide
        last = min(first + self.wide - 1, self.most)
        return f"task {first}" if last == first else f"tasks {first} to {last}"

    def colour(self, place: int) -> tuple[int, int, int]:
        at = place * (len(self.STOPS) - 1) / (self.RANGES - 1)
        lower = min(int(at), len(self.STOPS) - 2)
        pairs = zip(self.STOPS[lower], self.STOPS[lower + 1], strict=True)
        red, green, blue = (round(a + (b - a) * (at - lower)) for a, b in pairs)
        return red, green, blue


def scale_of(tasks: Iterable[str]) -> Scale | None:
    """A scale for the tasks in a picture; None if each can have a colour and a line of its own."""
    numbers = {int(task) for task in tasks}
    return Scale(min(numbers), max(numbers)) if len(numbers) > MANY_TASKS else None
