"""Finds OpenMP runtimes inside files."""

import contextlib
import mmap
import os
import stat
from collections.abc import Iterable
from functools import cache

from ompt_cts.system.mapped import DEVICES, GONE

INSIDE = b"OMP_TOOL_LIBRARIES"  # every runtime with OMPT contains this name
LARGEST = 4 << 30
SMALLEST = 1 << 18  # bytes of code: the known runtimes with OMPT have a million and more
NEEDED = (INSIDE, b"libomp.so", b"libiomp5.so", b"libgomp.so")


def hidden_code(file: str) -> bool:
    """Whether code was mapped from a file that cannot be looked into, and may be a runtime: it has no
    name, is gone, or is another one by now."""
    return file.startswith(("/memfd:", "//toolong", "//enomem")) or file.endswith(GONE)


def lost_runtime(file: str, size: int) -> bool:
    """Whether a file that is gone had enough code for a runtime. A runtime for devices removes the
    files of its images, which are small, as soon as it has loaded them."""
    return not file.startswith(DEVICES) and file.endswith(GONE) and size >= SMALLEST


def openmp_inside(program: str, needed: bool = False) -> bool:
    """Whether a runtime with OMPT is linked into a program; with `needed` also whether the program
    names the library of one."""
    with contextlib.suppress(OSError, ValueError):
        status = os.stat(program)
        return _holds(program, needed, status.st_mtime_ns, status.st_size)
    return False


@cache
def _holds(program: str, needed: bool, *_: int) -> bool:
    return bool(words_in(program, NEEDED if needed else (INSIDE,), b"\x7fELF"))


def words_in(path: str, words: Iterable[bytes], begin: bytes = b"") -> set[bytes]:
    """Those of the words that a file with this beginning holds. OSError; ValueError if it is empty, too
    large for a program, or no regular file, which may have no end."""
    facts = os.stat(path)
    if not stat.S_ISREG(facts.st_mode) or facts.st_size > LARGEST:
        raise ValueError(f"{path} is no file of code")
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        if text[: len(begin)] != begin:
            return set()
        return {word for word in words if text.find(word) >= 0}
