"""Finds the known deviations of a runtime by the identity of its library, not by its name.

A library is that of a described runtime if its checksum is among those of runtimes/<name>.toml, or
if it is the library that the description finds on this machine: built there from the pinned source,
or another patch level of the same package. The second case is reported, because such a library was
never judged. So is a library that a program brings along: its build id, or both its exported names
and the version in it, show its release. The files of similar libraries are suggested and not applied.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from ompt_cts import catalogue
from ompt_cts.files import Json
from ompt_cts.runtime import fingerprints, runtimes
from ompt_cts.runtime.description import Description
from ompt_cts.verdict import callers, expectations
from ompt_cts.verdict.expectations import Deviation

RELEASE = re.compile(r"(?:llvm|clang|libomp|openmp|gcc|aocc|intel)\D{0,12}(\d+)")
DATED = re.compile(r"\b5\.0\.(\d{4})\d{4}$")  # as Intel's say it
GOMP = "gomp"  # expectations/gomp.toml
FAMILIES = {"llvm": ("LLVM OMP",), "intel": ("Intel(R) OMP", "Intel(R) OpenMP")}


class AppliedRow(TypedDict):
    """In a report: the applied files of known deviations, and how they were found."""

    runtime: str
    files: list[str]
    by: str  # checksum, place, release, name, option or none
    note: str


@dataclass(frozen=True)
class Applied:
    """The known deviations that apply, the runtime that they belong to, and how it was found."""

    deviations: tuple[Deviation, ...] = ()
    runtime: str = ""  # the described runtime; empty: none
    files: tuple[str, ...] = ()
    by: str = "none"
    note: str = ""  # a note for a person, in one line
    ompt: bool = True  # whether the description promises OMPT

    def row(self) -> AppliedRow:
        return AppliedRow(runtime=self.runtime, files=list(self.files), by=self.by, note=self.note)


@dataclass(frozen=True)
class Library:
    """The known facts about a runtime under test. Without a compiler any may have compiled its
    programs."""

    sha256: str = ""
    path: str = ""
    version_string: str = ""
    name: str = ""  # of the description that the user chose
    compiler: str = ""  # path of the C compiler
    callers: frozenset[str] = (
        frozenset()
    )  # the compilers of the code that calls it: callers.CLANG, callers.GCC


def kind_of(compiler: str) -> str:
    """The kind of compiler: gcc's code calls other entry points than clang's, so the same library
    has other deviations."""
    return "gcc" if "gcc" in os.path.basename(compiler) else "clang"


def _fits(what: Description, library: Library) -> bool:
    kinds = {kind_of(candidate) for candidate in what.compilers["c"]}
    return not library.compiler or kind_of(library.compiler) in kinds


def _preferred(found: list[Description], library: Library) -> Description | None:
    """One of several runtimes with the same library: the named one, else by compiler, else the base
    of others."""
    named = [what for what in found if what.name == library.name]
    fitting = named or [what for what in found if _fits(what, library)] or found
    return min(fitting, key=lambda what: len(expectations.bases_of(what.name)), default=None)


def by_checksum(known: Iterable[Description], library: Library) -> list[Description]:
    return [what for what in known if library.sha256 and library.sha256 in what.sha256]


def by_place(known: Iterable[Description], library: Library) -> list[Description]:
    """The runtimes whose library on this machine is this one."""
    resolved = ((what, runtimes.resolve(what)) for what in known)
    return [what for what, found in resolved if found.sha256 and found.sha256 == library.sha256]


def suggestion(known: Sequence[Description], library: Library) -> str:
    """The option for the file of a runtime of the same family and release, or of the release before it
    where runtimes are named and dated by years."""
    own = fingerprints.alike(library.path) if library.path else ""
    told = RELEASE.search(own or library.path.lower())
    families = {
        family
        for family, starts in FAMILIES.items()
        if library.version_string.startswith(starts) or f"/{family}" in library.path.lower()
    }
    number = re.compile(rf"\D{told[1]}$" if told else "$^")
    alike = [
        what
        for what in known
        if number.search(what.name)
        and (not families or what.family in families)
        and files_of(what.name)
    ]
    if what := _preferred(alike, library):
        return f"it looks like {what.name}: --expectations {what.name}"
    dated = DATED.search(library.version_string)
    earlier = [
        what.name
        for what in known
        if what.family in families
        and files_of(what.name)
        and dated
        and re.search(r"-\d{4}\b", what.name)
        and what.name.rpartition("-")[2][:4] <= dated[1]
    ]
    if not earlier:
        return ""
    return f"the described release before it is {max(earlier)}: --expectations {max(earlier)}"


def with_gcc(what: Description, library: Library) -> list[Path]:
    """The files of a described runtime, and GCC's if GCC's code calls it and the files do not
    include it: `gomp.toml` is about that code on every runtime of LLVM's code base."""
    files = files_of(what.name)
    if callers.GCC not in library.callers or not files or GOMP in expectations.bases_of(what.name):
        return files
    return [*files, expectations.default_path(GOMP)]


def files_of(name: str) -> list[Path]:
    """The files of a described runtime: for the suites, and for programs outside them."""
    paths = (expectations.default_path(name), expectations.corpus_path(name))
    return [path for path in paths if path.exists()]


def with_corpus(path: Path) -> list[Path]:
    """A file that the user names, with its file about programs outside the suites, if it has
    one."""
    own = path.parent / "corpus" / path.name
    return [path, *([own] if own.exists() else [])]


def check(explicit: str) -> None:
    """Checks that the file of --expectations can be read and is right. UserError."""
    for path in with_corpus(Path(explicit)) if explicit not in ("", "none") else ():
        expectations.load(path, catalogue.DEFAULT_PROFILE, set(catalogue.load()))


def shown(path: Path) -> str:
    root = expectations.ROOT
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def identify(library: Library, known: list[Description]) -> tuple[Description | None, str, str]:
    """The described runtime of a library, how it was found, and a note."""
    found = by_checksum(known, library)
    what = _preferred(found, library)
    if what:
        others = [other.name for other in found if other.name != what.name and files_of(other.name)]
        if library.compiler or library.name or not others:
            return what, "checksum", ""
        twin = f"{others[0]} has the same library: --runtime {others[0]} if its compiler made this"
        return what, "checksum", twin
    what = _preferred(by_place(known, library), library)
    if what and what.sha256:
        return what, "place", f"not the known build of {what.name}: its checksum differs"
    if what:
        return what, "place", ""
    name, how = ("", "") if library.name else fingerprints.recognized(library.path)
    what = next((one for one in known if one.name == name), None)
    if what:
        return what, "release", f"it is {name} by {how}, and not a build that is known"
    return None, "none", suggestion(known, library)


def find(
    library: Library, profile: str, explicit: str = "", environment: Mapping[str, str] | None = None
) -> Applied:
    """The known deviations of a runtime in a profile. `explicit` is the value of --expectations: a
    file, `none`, or nothing; `environment` is that of the programs, by default this process's.
    UserError for a file that cannot be read or is wrong."""
    if explicit == "none":
        return Applied(note="--expectations none")
    what, by, note = identify(library, runtimes.described())
    here = os.environ if environment is None else environment
    if explicit:
        return _read(with_corpus(Path(explicit)), "", "option", "", profile, here)
    if not what and library.name and files_of(library.name):
        return _read(files_of(library.name), library.name, "name", "", profile, here)
    if not what:
        return Applied(note=note)
    applied = _read(with_gcc(what, library), what.name, by, note, profile, here)
    return replace(applied, ompt=what.ompt)


def _read(
    paths: list[Path], runtime: str, by: str, note: str, profile: str, here: Mapping[str, str]
) -> Applied:
    rules = set(catalogue.load())
    entries = [e for path in paths for e in expectations.load(path, profile, rules, here)]
    return Applied(tuple(entries), runtime, tuple(map(shown, paths)), by if paths else "none", note)


def merged(found: Sequence[Applied]) -> Applied:
    """The applied deviations of several traces, mostly of one runtime, as one."""
    first = found[0] if found else Applied()
    if all(one.files == first.files for one in found):
        return first
    entries = dict.fromkeys(entry for one in found for entry in one.deviations)
    files = dict.fromkeys(path for one in found for path in one.files)
    return replace(first, deviations=tuple(entries), runtime="", files=tuple(files))


def of_loaded(
    loaded: Json, name: str, profile: str, explicit: str, code: frozenset[str] = frozenset()
) -> Applied:
    """The same for the runtime that a trace names; `name` is the user's name for it, if any, `code`
    the compilers of the calling code (callers.of_trace)."""
    library = Library(
        sha256=loaded.get("sha256") or "",
        path=loaded.get("library") or "",
        version_string=loaded.get("version_string") or "",
        name=name,
        compiler=next(iter(code)) if len(code) == 1 else "",
        callers=code,
    )
    return find(library, profile, explicit)


def of_resolved(
    data: Json, profile: str, explicit: str = "", environment: Mapping[str, str] | None = None
) -> Applied:
    """The same for a runtime in the form of runtimes.write_json: named, or given by its library."""
    library = Library(
        sha256=data.get("sha256", ""),
        path=data.get("library_real", ""),
        name=data.get("name", ""),
        compiler=data.get("compilers", {}).get("c", {}).get("real", ""),
    )
    return find(library, profile, explicit, environment)
