"""Runtime descriptions: the TOML files that describe one runtime under test each.

`runtimes/template.toml` explains every key. This module reads and checks such a file;
`ompt_cts.runtime.runtimes` finds the candidates that exist on this machine.
"""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ompt_cts import files
from ompt_cts.errors import UserError

ON = "@"  # precedes a device's name in the names of runtimes and tests
OWN = ("name", "version", "tarball")  # a release's own, which {…} stands for in all other keys
LANGUAGES = ("c", "cxx", "fortran")
PROVISION_KINDS = {
    "compile": {"kind", "compiler", "source", "flags", "into"},
    "debian-install": {"kind", "packages"},
    "debian-packages": {"kind", "packages"},
    "debian-sysroot": {"kind", "architecture", "suite", "packages"},
    "debian-source": {"kind", "package", "sha256", "members", "source", "cmake", "target", "into"},
    "pypi": {"kind", "package", "version", "files", "into"},
}
FURTHER = {"members", "packages", "source", "cmake", "target"}


@dataclass(frozen=True)
class Flags:
    """Compile and link flags: those of every language, then those of one."""

    compile: list[str] = field(default_factory=list)
    link: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Offload:
    """The way of target regions to a device other than the initial one."""

    flags: list[str]
    triple: str
    library: list[str]
    traces: bool = False  # its devices have OMPT's tracing interface
    title: str = ""  # of the device, for people
    simulated: bool = False  # its driver is one of harness/devices


@dataclass(frozen=True)
class Target:
    """Another machine, on which programs run; they are compiled here."""

    machine: str  # its name in traces; cmake/machines/ has its compiler
    triple: str
    launcher: list[str]  # the words before a program and its arguments
    through_shell: bool = False  # like `ssh HOST`: passes no variables, and words to a shell
    emulated: bool = False
    slower: int = 1  # the factor on time limits
    flags: list[str] = field(default_factory=list)  # of every compiler, for both commands


@dataclass(frozen=True)
class Device:
    """A further device of a runtime; device tests run on each, except those with `by_name`."""

    offload: Offload
    environment: dict[str, str] = field(default_factory=dict)
    by_name: bool = False  # only --runtime NAME@DEVICE selects it
    provision: list[dict[str, Any]] = field(default_factory=list)  # its further provision steps


@dataclass(frozen=True)
class Description:
    """One description as written: paths are candidates, `{root}` and others not yet replaced."""

    name: str
    title: str
    family: str
    source: str
    library: list[str]
    compilers: dict[str, list[str]]
    ompt: bool = True
    root: list[str] = field(default_factory=lambda: [""])
    aliases: list[str] = field(default_factory=list)
    library_dirs: list[str] = field(default_factory=list)
    include_dirs: list[str] = field(default_factory=list)
    flags: dict[str, Flags] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    offload: Offload | None = None
    devices: dict[str, Device] = field(default_factory=dict)
    target: Target | None = None
    provision: list[dict[str, Any]] = field(default_factory=list)
    whole: str = ""  # with a further device: the runtime's own name
    device_provision: list[dict[str, Any]] = field(default_factory=list)  # of a further device
    notes: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)  # its name on the command line
    sha256: list[str] = field(default_factory=list)

    def provisions(self) -> dict[str, list[dict[str, Any]]]:
        """The steps that obtain the runtime and its further device, by folder in the cache."""
        steps = {self.whole or self.name: self.provision}
        steps |= {self.name: self.device_provision} if self.whole else {}
        return {name: found for name, found in steps.items() if found}


class Table:
    """A TOML table that is read key by key; a remaining key is misspelt."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise UserError(f"{where} must be a table")
        self.data = dict(data)
        self.where = where

    def _take(self, key: str, kind: type, default: Any) -> Any:
        if key not in self.data:
            if default is ...:
                raise UserError(f"{self.where}: the key {key!r} is missing")
            return default
        value = self.data.pop(key)
        if not isinstance(value, kind):
            raise UserError(f"{self.where}: {key} must be a {kind.__name__}")
        return value

    def text(self, key: str, default: Any = ...) -> str:
        return self._take(key, str, default)

    def flag(self, key: str, default: bool) -> bool:
        return self._take(key, bool, default)

    def texts(self, key: str, default: Any = ...) -> list[str]:
        """A list of strings; a single string is a list of one."""
        value = self.data.get(key)
        if isinstance(value, str):
            self.data[key] = [value]
        result = self._take(key, list, default)
        if not all(isinstance(item, str) for item in result):
            raise UserError(f"{self.where}: {key} must hold strings only")
        return list(result)

    def table(self, key: str) -> "Table":
        return Table(self.data.pop(key, {}), f"{self.where}: [{key}]")

    def done(self) -> None:
        if self.data:
            raise UserError(f"{self.where}: unknown key {next(iter(self.data))!r}")


def _flags(table: Table) -> dict[str, Flags]:
    result = {"all": Flags(table.texts("compile", []), table.texts("link", []))}
    for language in LANGUAGES:
        part = table.table(language)
        result[language] = Flags(part.texts("compile", []), part.texts("link", []))
        part.done()
    table.done()
    return result


def _offload(table: Table) -> Offload:
    offload = Offload(
        table.texts("flags"),
        table.text("triple"),
        table.texts("library"),
        table.flag("traces", False),
        table.text("title", ""),
        table.flag("simulated", False),
    )
    table.done()
    return offload


def _target(table: Table) -> Target:
    slower = table.data.pop("slower", 1)
    if type(slower) is not int or slower < 1:
        raise UserError(f"{table.where}: slower must be a whole number, 1 or more")
    target = Target(
        table.text("machine"),
        table.text("triple"),
        table.texts("launcher"),
        table.flag("through_shell", False),
        table.flag("emulated", False),
        slower,
        table.texts("flags", []),
    )
    _check_name(target.machine, f"{table.where}: a machine's name")
    table.done()
    return target


def variables(table: Table) -> dict[str, str]:
    """The variables of programs. Those that start a tool are the harness's: without the checker, the
    runtime would be blamed. The checker's own may be set; steps/asked.py looks at them."""
    for name in table.data:
        if name.startswith("OMP_TOOL"):
            raise UserError(f"{table.where}: the harness itself sets {name}")
    return {key: table.text(key) for key in list(table.data)}


def _devices(table: Table) -> dict[str, Device]:
    found = {}
    for name in list(table.data):
        _check_name(name, f"{table.where}: a device's name")
        device = table.table(name)
        if "title" not in device.data:
            raise UserError(f"{device.where}: the key 'title' is missing")
        environment, by_name = (
            variables(device.table("environment")),
            device.flag("by_name", False),
        )
        steps = _provision(device.data.pop("provision", []), device.where)
        found[name] = Device(_offload(device), environment, by_name, steps)
    return found


def _check_name(name: str, what: str, more: str = "") -> None:
    known = "-._" + more
    if name.startswith("."):  # it is a folder's name as well: `..` would be another folder
        raise UserError(f"{what} begins with a letter or a digit")
    if not name or not all(c.isalnum() or c in known for c in name):
        *others, last = (f"'{c}'" for c in known)
        raise UserError(f"{what} has letters, digits, {', '.join(others)} and {last} only")


def _provision(steps: Any, where: str) -> list[dict[str, Any]]:
    if not isinstance(steps, list):
        raise UserError(f"{where}: provision must be a list of tables: [[provision]]")
    for step in steps:
        known = PROVISION_KINDS.get(step.get("kind", "")) if isinstance(step, dict) else None
        if known is None:
            kinds = ", ".join(PROVISION_KINDS)
            raise UserError(f"{where}: [[provision]] needs a kind, one of {kinds}")
        odd = set(step) ^ known
        if odd:
            key = sorted(odd)[0]
            problem = "unknown key" if key in step else "missing key"
            raise UserError(f"{where}: [[provision]] {step['kind']}: {problem} {key!r}")
    return steps


def _mended(steps: list[dict[str, Any]], mends: str, further: Any, where: str) -> Any:
    """The steps, of which those that unpack sources apply the mends and build further targets."""
    if not isinstance(further, list) or not all(isinstance(one, dict) for one in further):
        raise UserError(f"{where}: mended must be a list of tables: [[mended]]")
    for one in further:
        if odd := set(one) ^ FURTHER:
            problem = "unknown key" if odd & set(one) else "missing key"
            raise UserError(f"{where}: [[mended]]: {problem} {min(odd)!r}")
    if not mends:
        if further:
            raise UserError(f"{where}: [[mended]] needs the key 'mends'")
        return steps
    changed = {"mends": mends} | ({"further": further} if further else {})
    return [step | changed if step["kind"] == "debian-source" else step for step in steps]


def parse(data: dict[str, Any], source: str) -> Description:
    """The checked description; one clear message names the first mistake."""
    table = Table(data, source)
    compilers = table.table("compilers")
    offload, target = table.table("offload"), table.table("target")
    mends = table.text("mends", "")
    provision = _provision(table.data.pop("provision", []), source)
    provision = _mended(provision, mends, table.data.pop("mended", []), source)
    description = Description(
        name=table.text("name"),
        title=table.text("title"),
        family=table.text("family"),
        source=source,
        library=table.texts("library"),
        compilers={key: compilers.texts(key, []) for key in LANGUAGES},
        ompt=table.flag("ompt", True),
        root=table.texts("root", [""]),
        aliases=table.texts("aliases", []),
        library_dirs=table.texts("library_dirs", []),
        include_dirs=table.texts("include_dirs", []),
        flags=_flags(table.table("flags")),
        environment=variables(table.table("environment")),
        offload=_offload(offload) if offload.data else None,
        devices=_devices(table.table("devices")),
        target=_target(target) if target.data else None,
        provision=provision,
        notes=table.texts("notes", []),
        sha256=table.texts("sha256", []),
    )
    compilers.done()
    table.done()
    _check_name(description.name, f"{source}: a name", ON)
    for alias in description.aliases:
        if not alias or "/" in alias:
            raise UserError(f"{source}: aliases are file names: {alias!r} is none")
    if not description.library:
        raise UserError(f"{source}: library names no candidate")
    return description


def on_device(what: Description, name: str) -> Description:
    """The same runtime with the named further device in place of the first one. UserError if there
    is no such device."""
    if name not in what.devices:
        known = ", ".join(what.devices) or "none"
        raise UserError(f"{what.name} has no further device {name!r}; it has {known}")
    device = what.devices[name]
    return replace(
        what,
        name=f"{what.name}{ON}{name}",
        whole=what.name,
        offload=device.offload,
        devices={},
        environment=what.environment | device.environment,
        device_provision=device.provision,
        arguments=["--runtime", f"{what.name}{ON}{name}"],
    )


def _filled(value: Any, own: dict[str, str]) -> Any:
    """A value of a base, with a release's own keys filled in."""
    if isinstance(value, dict):
        return {key: _filled(inner, own) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, own) for inner in value]
    for key, text in own.items() if isinstance(value, str) else ():
        value = value.replace(f"{{{key}}}", text)
    return value


def _read(path: Path, above: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The keys of a description's file and of its bases, as written."""
    data = files.read_toml(path)
    bases = data.pop("base", [])
    taken: dict[str, Any] = {}
    for base in bases if isinstance(bases, list) else [bases]:
        if not isinstance(base, str) or not re.fullmatch(r"((machines|devices)/)?[\w.+-]+", base):
            raise UserError(f"{path}: base {base!r} is no runtime's name")
        below = path.parent / f"{base}.toml"
        if below in (path, *above):
            raise UserError(f"{path}: the base {base} has itself as a base")
        taken |= _read(below, (path, *above))
    return taken | data


def read(path: Path) -> dict[str, Any]:
    """The contents of a description's file, with the values of its bases."""
    data = _read(path)
    own = {key: data[key] for key in OWN if isinstance(data.get(key), str)}
    for key in OWN[1:]:
        data.pop(key, None)
    filled: dict[str, Any] = _filled(data, own)
    return filled


def load(path: Path) -> Description:
    return parse(read(path), str(path))
