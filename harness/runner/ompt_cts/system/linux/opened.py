"""Finds the processes that open an OpenMP library, or start one."""

import ctypes
import os
import re

IN_OPEN, IN_CREATE = 0x20, 0x100  # the system closes it only when it is no longer mapped
# LLVM's and Intel's runtimes make a file here when they start, also in a forked process.
STARTS, START = "/dev/shm", re.compile(rb"__KMP_REGISTERED_LIB_(\d+)_")


class Opened:
    """Libraries that are watched for opening by any process. `descriptor` is readable after an
    opening; it is -1 if the system watches no more files."""

    def __init__(self) -> None:
        self.libc = ctypes.CDLL(None)
        self.descriptor, self._starts = (
            int(self.libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)) for _ in range(2)
        )
        self.watched: set[str] = set()
        self._begun: set[int] = set()
        self.libc.inotify_add_watch(self._starts, os.fsencode(STARTS), IN_CREATE)

    def watch(self, path: str) -> None:
        if self.descriptor >= 0 and path not in self.watched:
            self.watched.add(path)
            self.libc.inotify_add_watch(self.descriptor, os.fsencode(path), IN_OPEN)

    def any(self) -> bool:
        """Whether a library was opened since the last call."""
        return bool(_read(self.descriptor))

    def begun(self) -> set[int]:
        """The processes, ours or not, that have started a runtime, by their own numbers."""
        while text := _read(self._starts):
            self._begun |= {int(start[1]) for start in START.finditer(text)}
        return self._begun

    def close(self) -> None:
        for descriptor in {self.descriptor, self._starts} - {-1}:
            os.close(descriptor)
        self.descriptor = self._starts = -1


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16) if descriptor >= 0 else b""
    except BlockingIOError:
        return b""
