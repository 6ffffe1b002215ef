"""What a program would load, without starting it."""

import contextlib
import glob
import os
import struct
import subprocess

from ompt_cts.runtime import proof

PT_INTERP = 3
ENTRY = 56  # bytes of a 64-bit ELF's program header
WHY_NONE = "the program may execute nothing of OpenMP, or the runtime may have no OMPT"


def loader_of(program: str) -> str:
    """The dynamic loader that a 64-bit ELF program names; empty for any other file: a script, or one
    that is linked statically."""
    try:
        with open(program, "rb") as file:
            head = file.read(64)
            if len(head) < 64 or head[:6] != b"\x7fELF\x02\x01":
                return ""
            (table,) = struct.unpack_from("<Q", head, 32)
            (count,) = struct.unpack_from("<H", head, 56)
            file.seek(table)
            entries = file.read(ENTRY * count)
            for at in range(0, len(entries) - ENTRY + 1, ENTRY):
                if struct.unpack_from("<I", entries, at)[0] == PT_INTERP:
                    offset, size = (struct.unpack_from("<Q", entries, at + n)[0] for n in (8, 32))
                    file.seek(offset)
                    return os.fsdecode(file.read(min(size, 4096)).rstrip(b"\0"))
    except (OSError, ValueError, OverflowError):
        pass
    return ""


def listing(program: str) -> list[list[str]]:
    """The words of each line that the loader says of the program's libraries. The loader is asked, as
    a program that is linked statically would run."""
    loader = loader_of(program)
    if not loader:
        return []
    try:
        done = subprocess.run(
            [loader, "--list", program], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [line.split() for line in done.stdout.splitlines()]


def openmp_libraries(program: str, asked_for: str = "") -> list[str]:
    """The OpenMP libraries that a program and what it starts may load, as far as anybody knows: its
    own, the one asked for, and those of the loader's cache and of LD_LIBRARY_PATH."""
    found = [word for line in listing(program) for word in line] + [asked_for]
    for folder in filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":")):
        found += glob.glob(f"{glob.escape(folder)}/lib*omp*.so*")
    with contextlib.suppress(OSError):
        cached = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, check=False).stdout
        found += [line.rpartition(" => ")[2] for line in os.fsdecode(cached).splitlines()]
    return sorted({os.path.realpath(path) for path in found if proof.OPENMP.search(path)})


def why_no_openmp(program: str) -> str:
    """Libraries that are missing, or the OpenMP runtime that the loader finds, for people."""
    lines = listing(program)
    missing = [line[0] for line in lines if line[1:] == ["=>", "not", "found"]]
    if missing:
        return f"the program cannot be loaded: {', '.join(missing)} is not found"
    found = [word for line in lines for word in line if proof.OPENMP.search(word)]
    if found:
        return f"{os.path.realpath(found[0])} did not start the tool: {WHY_NONE}"
    return "the program is not linked with an OpenMP runtime that we know"
