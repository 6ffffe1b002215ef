"""Recognizes the release of an OpenMP library by the contents of its file: its build id, the names that it exports,
and the versions that it says. `ompt-cts dev fingerprints` writes what is known of each release."""

import mmap
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ompt_cts.files import Json, read_json
from ompt_cts.paths import RUNTIMES

TABLE = RUNTIMES / "fingerprints.json"
FAMILY = "llvm"  # its releases are distinguished by names, those of others only by build ids
MARKERS = 8  # names of a release that are written down
ENOUGH = 0.75  # of them; a build may leave some out
NAMES = re.compile(rb"\A(__kmpc_(?!atomic_)|omp_|ompx_|kmp_|kmpc_)")  # those of every machine
VERSIONS = re.compile(rb"(\bclang version |llvm-project-|llvm-toolchain-)(\d+)\.\d")
COMPILER = b"clang version "
DYNSYM, NOTE = 11, 7  # types of sections
BUILD_ID = 3  # the type of a GNU note


@dataclass(frozen=True)
class Fingerprint:
    build_id: str = ""
    exports: frozenset[str] = frozenset()
    # Major numbers that the file gives of its source or compiler, and those of its source alone.
    versions: frozenset[int] = frozenset()
    sources: frozenset[int] = frozenset()


@dataclass
class Known:
    """The table: for each release the names that came with it, and build ids with their runtimes."""

    names: dict[int, list[str]] = field(default_factory=dict)
    build_ids: dict[str, str] = field(default_factory=dict)

    def json(self) -> Json:
        names = {str(release): found for release, found in sorted(self.names.items())}
        return {FAMILY: names, "build_ids": dict(sorted(self.build_ids.items()))}


def of_file(path: str) -> Fingerprint:
    """Empty for what cannot be read or is no 64-bit ELF file."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            if data[:6] != b"\x7fELF\x02\x01":
                return Fingerprint()
            return _of_elf(data)
    except (OSError, ValueError, struct.error, IndexError, OverflowError):
        return Fingerprint()


def _of_elf(data: mmap.mmap) -> Fingerprint:
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, table + n * size) for n in range(count)]
    build_id, exports = "", set()
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind == NOTE:
            name, held, note = struct.unpack_from("<III", data, offset)
            if note == BUILD_ID and data[offset + 12 : offset + 15] == b"GNU":
                at = offset + 12 + (name + 3) // 4 * 4
                build_id = data[at : at + held].hex()
        elif kind == DYNSYM:
            texts = sections[link][4]
            for at in range(offset, offset + length, 24):
                name, _, _, section, value = struct.unpack_from("<IBBHQ", data, at)
                end = data.find(b"\0", texts + name)
                text = data[texts + name : end]
                if section and value and NAMES.match(text):
                    exports.add(text.decode("ascii", "replace"))
    told = [(found[1] != COMPILER, int(found[2])) for found in VERSIONS.finditer(data)]
    versions, sources = frozenset(v for _, v in told), frozenset(v for source, v in told if source)
    return Fingerprint(build_id, frozenset(exports), versions, sources)


@cache
def known(path: Path = TABLE) -> Known:
    data = read_json(path)
    names = {int(release): found for release, found in data[FAMILY].items()}
    return Known(names, data["build_ids"])


def release_of(exports: frozenset[str], table: Known) -> int:
    """The latest release whose names are exported; 0 if there is none."""
    there = {
        release: sum(name in exports for name in names) / max(1, len(names))
        for release, names in table.names.items()
    }
    return max((release for release, share in there.items() if share >= ENOUGH), default=0)


def recognized(path: str) -> tuple[str, str]:
    """The name of the described runtime whose release a library is, and what tells so; both empty if it
    is not known for certain."""
    table, file = known(), of_file(path)
    if name := table.build_ids.get(file.build_id):
        return name, "its build id"
    release, said = release_of(file.exports, table), max(file.versions, default=0)
    later = range(release + 1, said + 1)  # no names came with them: they export the same
    sure = said == release or said in file.sources  # a later compiler may have built it
    if release and said >= release and sure and all(table.names.get(one) == [] for one in later):
        return f"{FAMILY}-{said}", "the names that it exports and the version that it says"
    return "", ""


def alike(path: str) -> str:
    """The runtime whose names a library exports: for people, as that alone is no proof."""
    release = release_of(of_file(path).exports, known())
    return f"{FAMILY}-{release}" if release else ""


def made(libraries: Mapping[str, str]) -> Known:
    """The table of these runtimes: name and library of each."""
    found = {name: of_file(path) for name, path in libraries.items()}
    releases = {
        int(number): one.exports
        for name, one in found.items()
        if one.exports and (number := name.removeprefix(f"{FAMILY}-")).isdigit()
    }
    table = Known()
    order = sorted(releases)
    for place, release in enumerate(order):
        kept = frozenset.intersection(*(releases[one] for one in order[place:]))
        before = frozenset[str]().union(*(releases[one] for one in order[:place]))
        table.names[release] = sorted(kept - before)[:MARKERS]
    table.build_ids = {one.build_id: name for name, one in found.items() if one.build_id}
    return table
