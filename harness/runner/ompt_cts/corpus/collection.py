"""The description of a collection of programs: corpus.toml. docs/corpus.md explains the keys."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.runtime.description import Table, variables

FILE = "corpus.toml"


@dataclass(frozen=True)
class Flags:
    """More flags for the sources that a glob names."""

    match: list[str]
    compile: list[str]
    link: list[str]
    offload: bool

    def apply_to(self, path: str) -> bool:
        return matches(path, self.match)


@dataclass(frozen=True)
class Program:
    """One program to run: compiled by us from sources, or built by a command of the collection."""

    name: str
    sources: tuple[str, ...] = ()  # relative to the collection's folder
    folder: str = (
        ""  # the working folder of `build` and `run`; a program of sources has a scratch folder
    )
    compile: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    offload: bool = False
    build: str = ""
    run: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    timeout: float = 0.0
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
    programs: list[Program] = field(default_factory=list)

    def ignores(self, path: str) -> bool:
        return matches(path, self.ignore)


def matches(path: str, globs: list[str]) -> bool:
    return any(fnmatchcase(path, glob) for glob in globs)


def _tables(value: Any, where: str, key: str) -> list[Table]:
    if not isinstance(value, list):
        raise UserError(f"{where}: {key} must be a list of tables: [[{key}]]")
    return [Table(item, f"{where}: [[{key}]] {n}") for n, item in enumerate(value, start=1)]


def _flags(table: Table) -> Flags:
    result = Flags(
        match=table.texts("match"),
        compile=table.texts("compile", []),
        link=table.texts("link", []),
        offload=table.flag("offload", False),
    )
    table.done()
    return result


def can_be_path(name: str) -> bool:
    """Whether the system allows this name for a file below a folder."""
    return "\0" not in name and not {"", ".", ".."} & {*name.split("/")}


def _seconds(table: Table) -> float:
    """The program's own time limit; 0 if it has none."""
    given = table.data.pop("timeout", 0)
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given < math.inf:
        raise UserError(f"{table.where}: timeout must be a number of seconds")
    return float(given)


def _program(table: Table) -> Program:
    program = Program(
        name=table.text("name"),
        sources=tuple(table.texts("sources", [])),
        folder=table.text("folder", ""),
        compile=tuple(table.texts("compile", [])),
        link=tuple(table.texts("link", [])),
        offload=table.flag("offload", False),
        build=table.text("build", ""),
        run=tuple(table.texts("run", [])),
        arguments=tuple(table.texts("arguments", [])),
        timeout=_seconds(table),
        environment=variables(table.table("environment")),
    )
    table.done()
    if not can_be_path(program.name):
        raise UserError(f"{table.where}: the name {program.name!r} cannot be a file's name")
    if bool(program.sources) == bool(program.run):
        raise UserError(f"{table.where}: {program.name} needs either sources or run")
    return program


def parse(data: dict[str, Any], root: Path, where: str) -> Collection:
    table = Table(data, where)
    collection = Collection(
        root=root,
        name=table.text("name", root.name),
        origin=table.text("origin", ""),
        scan=table.flag("scan", True),
        compile=table.texts("compile", []),
        link=table.texts("link", []),
        ignore=table.texts("ignore", []),
        environment=variables(table.table("environment")),
        flags=[_flags(t) for t in _tables(table.data.pop("flags", []), where, "flags")],
        programs=[_program(t) for t in _tables(table.data.pop("program", []), where, "program")],
    )
    table.done()
    if not can_be_path(collection.name) or "/" in collection.name:
        raise UserError(f"{where}: the name {collection.name!r} cannot be a file's name")
    return collection


def load(root: Path, explicit: Path | None = None) -> Collection:
    """The collection in a folder, with its description if there is one."""
    if not root.is_dir():
        raise UserError(f"{root} does not exist or is no folder")
    path = explicit or root / FILE
    if not explicit and not path.exists():
        return parse({}, root.resolve(), str(path))
    return parse(files.read_toml(path), root.resolve(), str(path))
