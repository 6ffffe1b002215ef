"""The description of a collection of programs: corpus.toml. docs/corpus.md explains the keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.runtime.description import check_variables

FILE = "corpus.toml"


@dataclass(frozen=True)
class Flags:
    """More flags for the sources that a glob names."""

    match: list[str]
    compile: list[str] = field(default_factory=list)
    link: list[str] = field(default_factory=list)
    offload: bool = False

    def apply_to(self, path: str) -> bool:
        return matches(path, self.match)


@dataclass(frozen=True)
class Program:
    """One program to run: compiled by us from sources, or built by a command of the collection."""

    name: str
    sources: tuple[str, ...] = ()  # relative to the collection's folder
    # The working folder of `build` and `run`; a program of sources has a scratch folder.
    folder: str = ""
    compile: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    offload: bool = False
    build: str = ""
    run: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    timeout: Annotated[float, Meta(ge=0, le=1e9)] = 0.0  # seconds; 0: the command's limit
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Collection:
    root: Path
    name: str
    origin: str = ""
    scan: bool = True
    compile: list[str] = field(default_factory=list)
    link: list[str] = field(default_factory=list)
    ignore: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    flags: list[Flags] = field(default_factory=list)
    program: list[Program] = field(default_factory=list)

    def ignores(self, path: str) -> bool:
        return matches(path, self.ignore)


def matches(path: str, globs: list[str]) -> bool:
    return any(fnmatchcase(path, glob) for glob in globs)


def can_be_path(name: str) -> bool:
    """Whether the system allows this name for a file below a folder."""
    return "\0" not in name and not {"", ".", ".."} & {*name.split("/")}


def _check(collection: Collection, where: str) -> None:
    """UserError for values that no type refuses."""
    check_variables(collection.environment, where)
    if not can_be_path(collection.name) or "/" in collection.name:
        raise UserError(f"{where}: the name {collection.name!r} cannot be a file's name")
    for program in collection.program:
        check_variables(program.environment, f"{where}: {program.name}")
        if not can_be_path(program.name):
            raise UserError(f"{where}: the name {program.name!r} cannot be a file's name")
        if bool(program.sources) == bool(program.run):
            raise UserError(f"{where}: {program.name} needs either sources or run")


def load(root: Path, explicit: Path | None = None) -> Collection:
    """The collection in a folder, with its description if there is one."""
    if not root.is_dir():
        raise UserError(f"{root} does not exist or is no folder")
    path = explicit or root / FILE
    data = files.read_toml(path) if explicit or path.exists() else {}
    if "root" in data:
        raise UserError(f"{path}: unknown key 'root'")
    whole = root.resolve()
    collection = files.table({"name": whole.name, **data, "root": whole}, Collection, str(path))
    _check(collection, str(path))
    return collection
