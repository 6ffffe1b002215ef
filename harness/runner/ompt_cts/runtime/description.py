"""Runtime descriptions: the TOML files that describe one runtime under test each.

`runtimes/template.toml` explains every key. This module reads and checks such a file;
`ompt_cts.runtime.runtimes` finds the candidates that exist on this machine.
"""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ompt_cts import files
from ompt_cts.errors import UserError

ON = "@"  # precedes a device's name in the names of runtimes and tests
OWN = ("name", "version", "tarball")  # a release's own, which {…} stands for in all other keys
LANGUAGES = ("c", "cxx", "fortran")
OF_DEVICE = ("environment", "by_name", "provision")  # a further device's keys besides the way to it
GIVEN_HERE = ("source", "whole", "device_provision", "arguments")  # of a Description, in no file
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
    slower: Annotated[int, Meta(ge=1)] = 1  # the factor on time limits
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
    compilers: dict[str, list[str]] = field(default_factory=dict)
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
    mends: str = ""  # the release whose mends its sources get
    mended: list[dict[str, Any]] = field(default_factory=list)  # further targets of these sources

    def provisions(self) -> dict[str, list[dict[str, Any]]]:
        """The steps that obtain the runtime and its further device, by folder in the cache."""
        steps = {self.whole or self.name: self.provision}
        steps |= {self.name: self.device_provision} if self.whole else {}
        return {name: found for name, found in steps.items() if found}


def check_variables(given: dict[str, str], where: str) -> None:
    """The variables that start a tool are the harness's: without the checker, the runtime would be
    blamed. The checker's own may be set; steps/asked.py looks at them."""
    if named := [name for name in given if name.startswith("OMP_TOOL")]:
        raise UserError(f"{where}: the harness itself sets {named[0]}")


def _part(data: dict[str, Any], key: str) -> dict[str, Any]:
    """An inner table; empty for anything else, which the types refuse."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _device(written: Any) -> Any:
    """A further device's table in the form of Device: what is not its own is the way to it."""
    if not isinstance(written, dict):
        return written
    own = {key: value for key, value in written.items() if key in OF_DEVICE}
    offload = {key: value for key, value in written.items() if key not in OF_DEVICE}
    return {"offload": offload, **own}


def _check_name(name: str, what: str, more: str = "") -> None:
    known = "-._" + more
    if name.startswith("."):  # it is a folder's name as well: `..` would be another folder
        raise UserError(f"{what} begins with a letter or a digit")
    if not name or not all(c.isalnum() or c in known for c in name):
        *others, last = (f"'{c}'" for c in known)
        raise UserError(f"{what} has letters, digits, {', '.join(others)} and {last} only")


def _check_steps(steps: list[dict[str, Any]], where: str) -> None:
    for step in steps:
        known = PROVISION_KINDS.get(str(step.get("kind")))
        if known is None:
            kinds = ", ".join(PROVISION_KINDS)
            raise UserError(f"{where}: [[provision]] needs a kind, one of {kinds}")
        odd = set(step) ^ known
        if odd:
            key = sorted(odd)[0]
            problem = "unknown key" if key in step else "missing key"
            raise UserError(f"{where}: [[provision]] {step['kind']}: {problem} {key!r}")


def _mended(what: Description) -> list[dict[str, Any]]:
    """The steps, of which those that unpack sources apply the mends and build further targets."""
    for one in what.mended:
        if odd := set(one) ^ FURTHER:
            problem = "unknown key" if odd & set(one) else "missing key"
            raise UserError(f"{what.source}: [[mended]]: {problem} {min(odd)!r}")
    if what.mended and not what.mends:
        raise UserError(f"{what.source}: [[mended]] needs the key 'mends'")
    changed: dict[str, Any] = {"mends": what.mends} if what.mends else {}
    changed |= {"further": what.mended} if what.mended else {}
    return [step | changed if step["kind"] == "debian-source" else step for step in what.provision]


def parse(data: dict[str, Any], source: str) -> Description:
    """The checked description; one clear message names the first mistake."""
    odd = [key for key in data if key in GIVEN_HERE]
    odd += [key for key in _part(data, "compilers") if key not in LANGUAGES]
    if odd:
        raise UserError(f"{source}: unknown key {odd[0]!r}")
    written = {**data, "source": source}
    if flags := _part(data, "flags"):
        every = {key: value for key, value in flags.items() if key not in LANGUAGES}
        written["flags"] = {key: flags.get(key, {}) for key in LANGUAGES} | {"all": every}
    if devices := _part(data, "devices"):
        written["devices"] = {name: _device(device) for name, device in devices.items()}
    what = files.table(written, Description, source)
    _check(what)
    return replace(
        what,
        compilers={key: what.compilers.get(key, []) for key in LANGUAGES},
        flags={key: what.flags.get(key, Flags()) for key in ("all", *LANGUAGES)},
        provision=_mended(what),
    )


def _check(what: Description) -> None:
    """UserError for values that no type refuses."""
    source = what.source
    _check_name(what.name, f"{source}: a name", ON)
    _check_steps(what.provision, source)
    check_variables(what.environment, source)
    for name, device in what.devices.items():
        _check_name(name, f"{source}: a device's name")
        if not device.offload.title:
            raise UserError(f"{source}: the device {name} has no title")
        check_variables(device.environment, f"{source}: {name}")
        _check_steps(device.provision, f"{source}: {name}")
    if what.target:
        _check_name(what.target.machine, f"{source}: a machine's name")
    for alias in what.aliases:
        if not alias or "/" in alias:
            raise UserError(f"{source}: aliases are file names: {alias!r} is none")
    if not what.library:
        raise UserError(f"{source}: library names no candidate")


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
