"""Finds users of OpenMP libraries: processes that open one, and programs with one linked in."""

import contextlib
import ctypes
import mmap
import os
from functools import cache

IN_OPEN = 0x20  # the system closes it only when it is no longer mapped
INSIDE = b"OMP_TOOL_LIBRARIES"  # every runtime with OMPT contains this name
NEEDED = (INSIDE, b"libomp.so", b"libiomp5.so", b"libgomp.so")


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


def hidden_code(file: str) -> bool:
    """Whether code was mapped from a file that has no name, and may be a runtime: libffi's is none."""
    return file.startswith("/memfd:") and not file.startswith("/memfd:libffi")


def openmp_inside(program: str, needed: bool = False) -> bool:
    """Whether a runtime with OMPT is linked into a program; with `needed` also whether the program
    names the library of one."""
    with contextlib.suppress(OSError, ValueError):
        status = os.stat(program)
        return _holds(program, needed, status.st_mtime_ns, status.st_size)
    return False


@cache
def _holds(program: str, needed: bool, *_: int) -> bool:
    with open(program, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        words = NEEDED if needed else (INSIDE,)
        return text[:4] == b"\x7fELF" and any(text.find(word) >= 0 for word in words)
