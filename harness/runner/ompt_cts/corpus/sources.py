"""Finds the programs of a collection: every source that uses OpenMP and has a main program."""

import contextlib
import os
import re
import stat
from pathlib import Path

from ompt_cts.corpus.collection import Collection, Program
from ompt_cts.errors import UserError
from ompt_cts.steps.compile_plan import SUFFIXES

LARGEST = 8 << 20  # bytes of a source
C_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
C_OPENMP = re.compile(
    r"""^\s*\#\s*pragma\s+omp\b|_Pragma\s*\(\s*"\s*omp\b|<omp\.h>|"omp\.h\"""", re.MULTILINE
)
# Pragmas that a macro makes: which, only the preprocessor knows. Such a program is compiled and run.
C_MACRO = re.compile(r"\b_Pragma\s*\(\s*[^\s\"]")
INCLUDE = re.compile(r"""^\s*#?\s*include\s*["'<]([^"'>]+)""", re.MULTILINE | re.IGNORECASE)
C_MAIN = re.compile(r"\bmain\s*\(")
FORTRAN_OPENMP = re.compile(
    r"^\s*(?:\#\s*define\b.*)?[!c*]\$omp\b|^\s*use\s*(,\s*intrinsic\s*::)?\s*omp_lib\b|omp_lib\.h",
    re.MULTILINE | re.IGNORECASE,
)
FORTRAN_MAIN = re.compile(r"^\s*program\s+\w+", re.MULTILINE | re.IGNORECASE)


def uses_openmp(text: str, language: str) -> bool:
    return bool((FORTRAN_OPENMP if language == "fortran" else C_OPENMP).search(text))


class Headers:
    """The headers of a collection, found by their names as `-I` may lead to them."""

    def __init__(self, collection: Collection) -> None:
        self.by_name: dict[str, list[Path]] = {}
        for folder, folders, names in os.walk(collection.root):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                self.by_name.setdefault(name, []).append(Path(folder, name))
        self.known: dict[tuple[str, str], bool] = {}

    def make_pragmas(self, text: str, language: str) -> bool:
        """Whether a source, or a header that it includes, has directives of OpenMP or makes pragmas by
        a macro."""
        if uses_openmp(text, language) or (language != "fortran" and C_MACRO.search(text)):
            return True
        return any(self._makes(os.path.basename(name), language) for name in INCLUDE.findall(text))

    def _makes(self, name: str, language: str) -> bool:
        key = name, language
        if key not in self.known:
            self.known[key] = False  # one that includes itself
            for path in filter(is_source, self.by_name.get(name, ())):
                with contextlib.suppress(OSError):  # the compiler will say so
                    text = path.read_text(encoding="utf-8", errors="replace")
                    self.known[key] |= self.make_pragmas(text, language)
        return self.known[key]


def has_main(text: str, language: str) -> bool:
    if language == "fortran":
        return bool(FORTRAN_MAIN.search(text))
    return bool(C_MAIN.search(C_COMMENT.sub(" ", text)))


def paths(collection: Collection) -> list[str]:
    """The sources in the folder, relative to it, without hidden folders and irregular files."""
    found = []
    for folder, folders, files in os.walk(collection.root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            relative = str(path.relative_to(collection.root))
            if path.suffix in SUFFIXES and is_source(path) and not collection.ignores(relative):
                found.append(relative)
    return found


def is_source(path: Path) -> bool:
    """Whether it is a regular file of a plausible size, and no link, pipe or device."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST


class Found:
    """The sources of a folder."""

    def __init__(self) -> None:
        self.programs: list[Program] = []
        self.no_openmp: list[str] = []
        self.no_main: list[str] = []


def of_source(collection: Collection, path: str) -> Program:
    extra = [flags for flags in collection.flags if flags.apply_to(path)]
    return Program(
        name=path,
        sources=(path,),
        compile=tuple(word for flags in extra for word in flags.compile),
        link=tuple(word for flags in extra for word in flags.link),
        offload=any(flags.offload for flags in extra),
    )


def find(collection: Collection) -> Found:
    found = Found()
    found.programs += collection.program
    claimed = {source for program in collection.program for source in program.sources}
    for source in sorted(claimed):
        if not (collection.root / source).is_file():
            raise UserError(f"{collection.name}: the source {source} does not exist")
    headers = Headers(collection)
    for path in paths(collection) if collection.scan else []:
        if path in claimed:
            continue
        language = SUFFIXES[Path(path).suffix]
        try:
            text = (collection.root / path).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise UserError(f"cannot read {collection.root / path}: {error.strerror}") from None
        if not headers.make_pragmas(text, language):
            found.no_openmp.append(path)
        elif not has_main(text, language):
            found.no_main.append(path)
        else:
            found.programs.append(of_source(collection, path))
    names = [program.name for program in found.programs]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{collection.name}: two programs have the name {name}")
    return found
