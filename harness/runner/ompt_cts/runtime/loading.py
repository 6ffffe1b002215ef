"""Lets the parts of a runtime find each other by any name that they may open.

Parts open each other by name: LLVM's device library opens `libomp.so` for OMPT. If no loader path
has that name, it continues without OMPT, and no device event ever comes. The program's run path
does not help: the object that calls dlopen has one of its own. Therefore every runtime has a folder
of links, `<build>/parts/<name>`, with each name that its parts may open. Programs get it as the
last entry of LD_LIBRARY_PATH (OMPT_CTS_PARTS, record_run.py), and nothing else does.
"""

import glob
import hashlib
import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.runtime.resolution import Runtime
from ompt_cts.steps.program import PARTS, with_parts

LARGEST = 2 << 30  # bytes; no known runtime has a tenth of them
SHARED = b"\3\0"  # the type in the head of an ELF file
SONAME = re.compile(r"\(SONAME\).*\[(.+)\]")
VERSION = re.compile(r"(?<=\.so)[.\d]+$")
LIBOMP = re.compile(r"lib(omp|omp5|iomp5)\.so[.\d]*")  # as LLVM's relatives open it
SEARCHED = re.compile(r"find library=(\S+) \[\d+\]; searching")
TRIED = re.compile(r"trying file=(.+)$")


def soname(library: str) -> str:
    """The name by which programs linked with the library load it; empty if it has none."""
    command = ["readelf", "-dW", library]
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    found = SONAME.search(done.stdout)
    return found[1] if found else ""


def interface(library: str) -> str:
    """A digest of everything that linking takes from the library: its soname, and its symbols with
    their versions and with the sizes of variables, which are copied into a program. Programs need
    not be linked again while it is the same."""
    command = ["nm", "-DPS", "--defined-only", "--with-symbol-versions", library]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = []
    for name, kind, *place in (line.split() for line in done.stdout.splitlines()):
        size = place[-1] if kind not in "TtWwi" else ""
        found.append(f"{name} {kind} {size}")
    text = "\n".join([soname(library), *sorted(found)]).encode()
    if found:
        return hashlib.sha256(text).hexdigest()
    with open(library, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def why_no_library(path: str) -> str:
    """Why no program can load a file as a library; looks at its head and size alone."""
    try:
        with open(path, "rb") as file:
            head, size = file.read(18), os.fstat(file.fileno()).st_size
    except OSError as error:
        return f"{path} cannot be read: {error.strerror}"
    if head[:4] != b"\x7fELF" or SHARED not in (head[16:18], head[:15:-1]):
        return f"{path} is no shared library"
    return f"{path} is larger than {LARGEST >> 30} GiB" if size > LARGEST else ""


def names_of(library: str) -> list[str]:
    """The file's own name, the soname, and both without the version after `.so`."""
    own = [os.path.basename(library), soname(library)]
    plain = [VERSION.sub("", name) for name in own]
    return list(dict.fromkeys(filter(None, own + plain)))


def links(runtime: Runtime) -> dict[str, str]:
    """Every name that a part may open, and the file for it."""
    found = {name: runtime.library_real for name in [*names_of(runtime.library), *runtime.aliases]}
    if runtime.offload:
        device = runtime.offload.library[0]
        stem = glob.escape(device.partition(".so")[0])
        for path in [device, *sorted(glob.glob(f"{stem}*.so*"))]:  # and its plugins
            if os.path.isfile(path):
                found.setdefault(os.path.basename(path), os.path.realpath(path))
        for name in names_of(device):
            found.setdefault(name, os.path.realpath(device))
    return found


def is_whole(folder: str, runtime: Runtime) -> bool:
    """Whether a program that is linked and loaded from this folder gets only this library."""
    name = soname(runtime.library) or os.path.basename(runtime.library)
    names = (name, VERSION.sub("", name))  # the names for the loader and for the linker
    return all(os.path.realpath(f"{folder}/{name}") == runtime.library_real for name in names)


def prepare(runtime: Runtime, build: Path) -> None:
    """Makes the folder and stores its path in the runtime."""
    folder = build / "parts" / runtime.name
    if any(mark in str(folder) for mark in ":;,"):
        what = "loader and linker split paths at ':', ';' and ','"
        raise UserError(f"{folder}: {what}: choose another build folder (OMPT_CTS_BUILD_DIR)")
    make_links(folder, links(runtime))
    runtime.parts = str(folder)
    for number, entry in enumerate(runtime.include_dirs):
        if os.path.exists(
            f"{entry}/stddef.h"
        ):  # a compiler's own headers must not reach another compiler
            own = build / "parts" / f"{runtime.name}.include"
            found = sorted(glob.glob(f"{glob.escape(entry)}/omp*.h"))
            make_links(own, {os.path.basename(path): path for path in found})
            runtime.include_dirs[number] = str(own)
    others = [entry for entry in runtime.library_dirs if entry != runtime.parts]
    beside = is_whole(os.path.dirname(runtime.library), runtime)
    runtime.library_dirs = [*others, runtime.parts] if beside else [runtime.parts, *others]


def make_links(folder: Path, wanted: dict[str, str]) -> None:
    """Makes the folder hold exactly these links, while other processes may read it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in {entry.name for entry in os.scandir(folder)} - wanted.keys():
        if not name.startswith("."):  # another process is about to rename it
            (folder / name).unlink(missing_ok=True)
    for name, path in wanted.items():
        link = folder / name
        if not link.is_symlink() or os.readlink(link) != path:
            temporary = folder / f".{name}.{os.getpid()}"
            temporary.symlink_to(path)
            temporary.replace(link)


def environment(runtime: Runtime, more: dict[str, str]) -> dict[str, str]:
    """The environment of a program on this runtime: the caller's variables, its own, and more."""
    return with_parts({**os.environ, **runtime.environment, **more, PARTS: runtime.parts})


# The loader's own log


def searches(log: str) -> list[tuple[str, str]]:
    """The log of LD_DEBUG=libs: each searched name with the found file, or nothing."""
    found: list[tuple[str, str]] = []
    for line in log.splitlines():
        if searched := SEARCHED.search(line):
            found.append((searched[1], ""))
        elif (tried := TRIED.search(line)) and found:
            found[-1] = (found[-1][0], tried[1])  # the last tried file is the found one
    return [(name, path if os.path.exists(path) else "") for name, path in found]


def astray(runtime: Runtime, searched: Iterable[tuple[str, str]]) -> str:
    """The first part that was opened by name and not found, or found elsewhere, in words."""
    wanted = links(runtime)
    for name, path in searched:
        meant = wanted.get(name, "")
        if meant and path and os.path.realpath(path) != meant:
            return f"it opens {name} by name, and the loader takes {path} instead of {meant}"
        if not path and (meant or LIBOMP.fullmatch(name)):
            return f"it opens {name} by name, and the loader finds no such file"
    return ""
