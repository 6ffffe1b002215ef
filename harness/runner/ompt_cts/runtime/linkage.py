"""Finds the libraries that a program would load, without starting it."""

import contextlib
import glob
import os
import struct
import subprocess

from ompt_cts.runtime import proof, runtimes
from ompt_cts.steps.inside import openmp_inside
from ompt_cts.system import calls

PT_INTERP = 3
ENTRY = 56  # bytes of a 64-bit ELF's program header


def why_not_here(program: str, runtime: str = "") -> str:
    """Why the checker cannot be loaded into an ELF program: it is of another machine than the runtime's
    library, or, without one, than this machine."""
    heads = []
    for path in (program, runtime or calls.OWN_PROGRAM):
        with open(path, "rb") as file:
            heads.append(file.read(20))
    head, own = heads
    if head[:4] != b"\x7fELF" or (head[4:6], head[18:]) == (own[4:6], own[18:]):
        return ""
    if head[4:5] != own[4:5]:
        return "it is a 32-bit program, and records hold 64-bit words"
    if head[5:6] != own[5:6]:
        return "it is a big-endian program, and records are little-endian"
    if runtime:
        return "it is of another machine than the runtime"
    return "it is of another machine: --runtime names a runtime of that machine (docs/machines.md)"


def loader_of(program: str) -> str | None:
    """The dynamic loader that a 64-bit ELF program names; empty for a statically linked program,
    None for any other file, for instance a script."""
    try:
        with open(program, "rb") as file:
            head = file.read(64)
            if len(head) < 64 or head[:6] != b"\x7fELF\x02\x01":
                return None
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
        return None
    return ""


def listing(program: str) -> list[list[str]]:
    """The words of each line of the loader's list of the program's libraries, missing ones
    included. The loader is started like a statically linked program."""
    loader = loader_of(program)
    if not loader:
        return []
    try:
        done = subprocess.run(
            [loader, program],
            env=os.environ | {"LD_TRACE_LOADED_OBJECTS": "1"},
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [line.split() for line in done.stdout.splitlines()]


def openmp_libraries(program: str, asked_for: str = "") -> list[str]:
    """The OpenMP libraries that a program and its children may load, as far as known: its own, the
    requested one, and those of the loader's cache and of LD_LIBRARY_PATH."""
    found = [word for line in listing(program) for word in line] + [asked_for]
    for folder in filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":")):
        found += glob.glob(f"{glob.escape(folder)}/lib*omp*.so*")
    with contextlib.suppress(OSError):
        cached = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, check=False).stdout
        found += [line.rpartition(" => ")[2] for line in os.fsdecode(cached).splitlines()]
    return sorted({os.path.realpath(path) for path in found if proof.OPENMP.search(path)})


def missing(program: str) -> list[str]:
    """The libraries that the loader does not find for the program."""
    return [line[0] for line in listing(program) if line[1:] == ["=>", "not", "found"]]


def why_silent(library: str) -> str:
    """Why a loaded runtime has not started the tool, for people."""
    if openmp_inside(library) or not os.access(library, os.R_OK):
        return (
            f"{library} was loaded and has not started our tool: the program ended before its first "
            "OpenMP construct, ran without our environment or with OMP_TOOL=disabled, or has a tool "
            "of its own"
        )
    why = f"{library} has no OMPT"
    if "gomp" in os.path.basename(library):
        default = runtimes.resolve(runtimes.find_description(runtimes.DEFAULT)).library_real
        instead = default or "PATH/libomp.so"
        return f"{why}; to use LLVM's in its place: LD_PRELOAD={instead} ompt-cts check -- …"
    return f"{why}: use a runtime that was built with OMPT"


def why_no_openmp(program: str) -> str:
    """Why a program loads no OpenMP runtime: missing libraries or the loader's choice, for people."""
    lacking = missing(program)
    if lacking:
        return (
            f"the program cannot be loaded: {', '.join(lacking)} is not found; "
            "LD_LIBRARY_PATH may name its folder"
        )
    found = [word for line in listing(program) for word in line if proof.OPENMP.search(word)]
    if found:
        return why_silent(os.path.realpath(found[0]))
    if loader_of(program) == "":
        return (
            "the program is linked statically: no tool can be loaded into it; link it with the "
            "shared OpenMP runtime"
        )
    return (
        "no OpenMP runtime that we know was loaded: the program uses none, or ended before it "
        "loaded one"
    )
