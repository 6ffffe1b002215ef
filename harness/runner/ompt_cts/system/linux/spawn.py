"""Starts programs without the module subprocess, whose import takes longer than a test's own steps."""

import os
from collections.abc import Iterable, Mapping, Sequence

# Python ignores these; a program that we start has the defaults, as its user would start it.
IGNORED = (13, 25)  # SIGPIPE, SIGXFSZ
Streams = Mapping[int, int | None]  # the program's streams: our descriptor, or nothing
NOTHING: Streams = {0: None, 1: None, 2: None}


def start(
    command: Sequence[str],
    env: Mapping[str, str],
    streams: Streams,
    path: str = "",
    alone: bool = False,
    blocked: Iterable[int] | None = None,
) -> int:
    """Starts the program `path`, by default the first word, and returns its number; `alone` in a session
    of its own; `blocked` are its blocked signals, by default ours. OSError."""
    actions = [
        (os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0)
        if own is None
        else (os.POSIX_SPAWN_DUP2, own, number)
        for number, own in streams.items()
    ]
    return os.posix_spawnp(
        path or command[0],
        command,
        env,
        file_actions=actions,
        setsid=alone,
        setsigdef=IGNORED,
        **({} if blocked is None else {"setsigmask": blocked}),
    )


def output_of(command: Sequence[str], *streams: int) -> tuple[int, str]:
    """A program's exit code, as Python counts, and what it writes into these streams. OSError."""
    reading, writing = os.pipe()
    try:
        pid = start(command, os.environ, dict.fromkeys(streams, writing))
    finally:
        os.close(writing)
    with open(reading, "rb") as pipe:
        output = pipe.read().decode(errors="replace")
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), output
