"""The types of what the steps write about one program: how it ended, and what its trace holds. Such
files come from strangers too (records beside a trace, shards, bundles): every key that anybody uses is here.
"""

from typing import NotRequired, Required, TypedDict

Fact = int | str | list[str]


class Event(TypedDict):
    """An event of a finding's witness."""

    event: str
    thread: int
    position: int
    location: NotRequired[str | None]
    fields: dict[str, str]


class Loaded(TypedDict, total=False):
    """The runtime that a trace names."""

    library: str
    sha256: str
    version_string: str
    omp_version: int | None
    registration: dict[str, str]


class Described(TypedDict, total=False):
    """What the trace says of its process: these decide, the others are shown."""

    probes: str
    runtime_sha256: str
    second_runtime: str
    ended_early: str


class Traced(TypedDict, total=False):
    """One trace, as the validator saw it."""

    path: Required[str]
    events: int
    threads: int
    dropped: int
    complete: bool
    damage: str
    beginning: bool
    seen: dict[str, int]
    shown: list[str]


class Ending(TypedDict, total=False):
    """The end of one run (steps/again.py)."""

    state: Required[str]
    reason: str
    exit: int | None
    signal: int
    said: str
    fault: str
    probes: str


class Record(Ending, total=False):
    """The run of a program, or one process of it (docs/check.md)."""

    command: Required[list[str]]
    reason: Required[str]
    seconds: float
    tool: bool
    trace: str
    traces: list[str]
    settings: dict[str, str]
    attribution: str
    attribution_reason: str
    with_probes: Ending
    expected_signal: int


class Recording(Record, total=False):
    processes: list[Record]


class Observed(TypedDict):
    """What a test saw of its program from outside (steps/observe.py)."""

    rules: list[str]
    ok: bool
    command: list[str]
    output: str
