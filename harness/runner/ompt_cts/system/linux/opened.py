"""Finds the processes that open an OpenMP library."""

import ctypes
import os

IN_OPEN = 0x20  # the system closes it only when it is no longer mapped


class Opened:
    """Libraries that are watched for opening by any process. `descriptor` is readable after an
    opening; it is -1 if the system watches no more files."""

    def __init__(self) -> None:
        self.libc = ctypes.CDLL(None)
        self.descriptor = int(self.libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        self.watched: set[str] = set()

    def watch(self, path: str) -> None:
        if self.descriptor >= 0 and path not in self.watched:
            self.watched.add(path)
            self.libc.inotify_add_watch(self.descriptor, os.fsencode(path), IN_OPEN)

    def any(self) -> bool:
        """Whether a library was opened since the last call."""
        try:
            return self.descriptor >= 0 and bool(os.read(self.descriptor, 1 << 16))
        except BlockingIOError:
            return False

    def close(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = -1
