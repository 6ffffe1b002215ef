"""Locks of open files between processes; the end of the process or of the file releases a lock."""

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def at_once(file: Any) -> None:
    """BlockingIOError if another process has the lock."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def wait_for(file: Any, waiting: Callable[[], object] = bool) -> None:
    """Takes the lock; calls `waiting` first if another process has it."""
    try:
        at_once(file)
    except BlockingIOError:
        waiting()
        fcntl.flock(file, fcntl.LOCK_EX)


@contextlib.contextmanager
def folder(path: Path) -> Iterator[None]:
    """Locks a folder that exists."""
    file = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        wait_for(file)
        yield
    finally:
        os.close(file)
