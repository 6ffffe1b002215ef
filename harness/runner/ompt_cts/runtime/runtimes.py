"""Finds the runtimes of this machine and resolves each to absolute paths and checksums.

All of LLVM's releases give the same version string, and a dangling link makes the loader silently
take another libomp. Therefore the identity of a runtime is the real path and the SHA-256 of its
library. This module finds them, writes them to `<build>/runtime-<name>.json`, and every trace is
compared with them.
"""

import argparse
import glob
import hashlib
import json
import os
import platform
import re
import shutil
from dataclasses import replace
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.paths import RUNTIMES, build_dir, devices_dir, runtimes_cache
from ompt_cts.runtime import description as descriptions
from ompt_cts.runtime import given, gpus, loading
from ompt_cts.runtime.description import LANGUAGES, Description, Flags, Offload, Target
from ompt_cts.runtime.resolution import Compiler, Runtime
from ompt_cts.setup.provision import first_line
from ompt_cts.steps import program

DEFAULT = "llvm-19"
SYSTEM_LLVM = "/usr/lib/llvm-*"
KEPT_ENTRY_POINT = 19  # clang's code needs __kmpc_dispatch_deinit from this release on


def sha256_of(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def substitute(text: str, root: str) -> str:
    """Replaces {root}, {cache}, {devices}, {path}, {machine}, {multiarch}; a leading ~ is the home
    folder."""
    machine = platform.machine()
    values = {"root": root.rstrip("/"), "machine": machine, "multiarch": f"{machine}-linux-gnu"}
    values["cache"] = str(runtimes_cache())
    values["devices"] = str(devices_dir())
    values["path"] = os.environ.get("PATH", os.defpath)
    known = "|".join(values)
    return os.path.expanduser(re.sub("{(" + known + ")}", lambda m: values[m[1]], text))


def find_dangling(path: str) -> str:
    """The dangling link of a path in words; empty if the path exists or is fully absent."""
    seen = 0
    while os.path.islink(path) and seen < 40:
        target = os.path.join(os.path.dirname(path), os.readlink(path))
        if not os.path.lexists(target):
            return f"{path} is a dangling link to {os.path.normpath(target)}"
        path, seen = target, seen + 1
    return f"{path} is a link to itself" if seen == 40 else ""


def pick(patterns: list[str], root: str) -> tuple[str, str]:
    """The first existing file among candidates (with * and ?), and a dangling one before it."""
    dangling = ""
    for pattern in patterns:
        wanted = substitute(pattern, root)
        for path in sorted(glob.glob(wanted)) or [wanted]:
            dangling = dangling or find_dangling(path)
            if os.path.isfile(path):
                return os.path.abspath(path), dangling
    return "", dangling


def find_compiler(candidates: list[str]) -> Compiler | None:
    for candidate in candidates:
        path = shutil.which(os.path.expanduser(candidate))
        if path:
            path = os.path.abspath(path)
            return Compiler(path, os.path.realpath(path), "")
    return None


def _resolve_library(what: Description, runtime: Runtime) -> str:
    """Finds root and library; stores the reason of a failure in the runtime."""
    dangling = ""
    for root in what.root:
        root = substitute(root, "")
        path, broken = pick(what.library, root)
        dangling = dangling or broken
        if path:
            runtime.reason = loading.why_no_library(path)
            if runtime.reason:
                return ""
            runtime.library, runtime.library_real = path, os.path.realpath(path)
            runtime.sha256, runtime.interface = sha256_of(path), loading.interface(path)
            return root
    wanted = substitute(what.library[0], substitute(what.root[0], ""))
    what_it_is = "is a folder" if os.path.isdir(wanted) else "is not there"
    runtime.reason = dangling or f"{wanted} {what_it_is}"
    if what.provision:
        runtime.reason += f"; ompt-cts runtimes --provision {what.name} obtains it"
    return ""


def resolve(what: Description) -> Runtime:
    """Finds the parts of a description on this machine. Never raises for missing parts."""
    on = f", {what.offload.title}" if what.offload and what.offload.title else ""
    runtime = Runtime(what.name, what.title + on, what.family, what.source, what.ompt)
    runtime.flags, runtime.environment = what.flags, dict(what.environment)
    runtime.notes, runtime.provision = list(what.notes), bool(what.provision)
    runtime.aliases = list(what.aliases)
    runtime.arguments = what.arguments or ["--runtime", what.name]
    runtime.target = what.target
    root = _resolve_library(what, runtime)
    for language in LANGUAGES:
        compiler = find_compiler([substitute(c, root) for c in what.compilers[language]])
        if compiler:
            runtime.compilers[language] = compiler
    if not runtime.library:
        return runtime
    runtime.environment = {k: substitute(v, root) for k, v in what.environment.items()}
    if what.target:
        _resolve_target(what.target, runtime, root)
    folders = [substitute(d, root) for d in what.library_dirs]
    runtime.library_dirs = unique([os.path.dirname(runtime.library), *folders])
    patterns = [substitute(d, root) for d in what.include_dirs]
    runtime.include_dirs = [d for p in patterns for d in sorted(glob.glob(p))[-1:]]
    _resolve_offload(what, runtime, root)
    if "c" not in runtime.compilers:
        wanted = " or ".join(what.compilers["c"]) or "a C compiler"
        runtime.reason = f"{wanted} is not installed"
        return runtime
    if runtime.target and not shutil.which(runtime.target.launcher[0]):
        runtime.reason = f"{runtime.target.launcher[0]} is not installed"
        return runtime
    runtime.available = True
    devices = {} if what.target else what.devices
    for device in (name for name, one in devices.items() if not one.by_name):
        runtime.on_devices.append(resolve(descriptions.on_device(what, device)))
    return runtime


def unique(items: list[str]) -> list[str]:
    return list(dict.fromkeys(items))


def _resolve_target(target: Target, runtime: Runtime, root: str) -> None:
    """The settings of compilers and programs for another machine."""
    launcher = [substitute(word, root) for word in target.launcher]
    flags = [substitute(flag, root) for flag in target.flags]
    runtime.target = replace(target, launcher=launcher, flags=flags)
    both = runtime.flags.get("all", Flags())
    own = Flags([*flags, *both.compile], [*flags, *both.link])
    runtime.flags = {**runtime.flags, "all": own}
    runtime.environment |= program.launched_by(
        launcher, target.through_shell, target.emulated, target.slower
    )


def _resolve_offload(what: Description, runtime: Runtime, root: str) -> None:
    if not what.offload or what.target:
        runtime.offload_reason = "the description has no offload"
        if what.target:
            runtime.offload_reason = "target regions are not tried on another machine"
        return
    library, dangling = pick(what.offload.library, root)
    if what.device_provision and not (runtimes_cache() / what.name / ".provisioned").is_file():
        runtime.offload_reason = (
            f"what it needs is not there; ompt-cts runtimes --provision {what.name} obtains it"
        )
    elif library:
        flags = [substitute(gpus.fill(f), root) for f in what.offload.flags]
        triple = substitute(what.offload.triple, root)
        runtime.offload = replace(what.offload, flags=flags, triple=triple, library=[library])
        runtime.library_dirs = unique([*runtime.library_dirs, os.path.dirname(library)])
    else:
        wanted = substitute(what.offload.library[0], root)
        runtime.offload_reason = dangling or f"{wanted} is not there"


# Discovery


def described() -> list[Description]:
    """The descriptions of the checkout, then those of OMPT_CTS_RUNTIMES."""
    paths = sorted(p for p in RUNTIMES.glob("*.toml") if p.name != "template.toml")
    for entry in filter(None, os.environ.get("OMPT_CTS_RUNTIMES", "").split(os.pathsep)):
        path = Path(entry)
        if path.is_dir():
            paths += sorted(p for p in path.glob("*.toml") if p.name != "template.toml")
        elif path.exists():
            paths.append(path)
        else:
            raise UserError(f"OMPT_CTS_RUNTIMES names {entry}, which is not there")
    found = [load_description(path) for path in paths]
    return list({d.name: d for d in found}.values())  # a later description replaces an earlier one


def load_description(path: Path) -> Description:
    """The description in a file. A description outside the checkout is named by its file."""
    loaded = descriptions.load(path)
    own = path.absolute().parent == RUNTIMES
    return loaded if own else replace(loaded, arguments=["--runtime", str(path.absolute())])


def installed_llvm(known: set[str], pattern: str = SYSTEM_LLVM) -> list[Description]:
    """A description for each LLVM of the system with a libomp and without a description."""
    found = []
    for folder in sorted(glob.glob(pattern)):
        version = folder.rpartition("-")[2]
        library = f"{folder}/lib/libomp.so.5"
        if f"llvm-{version}" in known or not version.isdigit():
            continue
        if not os.path.lexists(library):
            library = f"{folder}/lib/libomp.so"
            if not os.path.lexists(library):
                continue
        fallback = KEPT_ENTRY_POINT if int(version) >= KEPT_ENTRY_POINT else 14
        found.append(
            Description(
                name=f"llvm-{version}",
                title=f"LLVM {version} of this system",
                family="llvm",
                source="found in " + folder,
                library=[library],
                compilers={
                    "c": [f"{folder}/bin/clang", f"clang-{version}", f"clang-{fallback}"],
                    "cxx": [f"{folder}/bin/clang++", f"clang++-{version}", f"clang++-{fallback}"],
                    "fortran": [],
                },
                include_dirs=[f"{folder}/lib/clang/*/include"],
                flags={"all": Flags(["-fopenmp=libomp"], ["-fopenmp=libomp"])},
                offload=Offload(
                    ["-fopenmp-targets={machine}-pc-linux-gnu"],
                    "{machine}-pc-linux-gnu",
                    [f"{folder}/lib/libomptarget.so"],
                ),
            )
        )
    return found


def all_descriptions() -> list[Description]:
    known = described()
    return known + installed_llvm({d.name for d in known}) + given.from_environment()


def discover() -> list[Runtime]:
    """Every known runtime, available or not, without the versions of compilers."""
    return [resolve(d) for d in all_descriptions()]


def find_description(name: str) -> Description:
    """A description by its name, or by the path of its file."""
    if name.endswith(".toml"):
        return load_description(Path(name))
    known = all_descriptions()
    for description in known:
        if description.name == name:
            return description
    whole, on, device = name.rpartition(descriptions.ON)
    if on:
        return descriptions.on_device(find_description(whole), device)
    names = ", ".join(d.name for d in known)
    raise UserError(f"there is no runtime {name!r}; known are {names}")


def require(runtime: Runtime) -> Runtime:
    if not runtime.available:
        raise UserError(f"the runtime {runtime.name} is not available: {runtime.reason}")
    return runtime


def named(name: str) -> Runtime:
    """The runtime of a name, or of a description's file. UserError if it is not on this machine."""
    return require(resolve(find_description(name)))


# The command line's options for a runtime


def add_arguments(parser: argparse.ArgumentParser, default: str | None = DEFAULT) -> None:
    """--runtime, and --library with its companions, for every command that needs a runtime."""
    chosen = os.environ.get("OMPT_CTS_RUNTIME") or default
    said = f" (default {chosen})" if chosen else ""
    group = parser.add_argument_group("runtime under test")
    group.add_argument(
        "--runtime",
        metavar="NAME",
        help=f"a runtime that `ompt-cts runtimes` lists, or a description file{said}",
    )
    group.set_defaults(default_runtime=chosen)
    for name, text in given.HELP.items():
        kind = "FLAGS" if name.endswith("flags") else "PATH" if name == "library" else name.upper()
        group.add_argument(given.option(name), metavar=kind, help=text)


def from_arguments(args: argparse.Namespace) -> Runtime | None:
    """The runtime that the arguments name, resolved and available; None if they name none."""
    values = {name: getattr(args, name) or "" for name in given.HELP}
    if values["library"]:
        if args.runtime:
            raise UserError("--runtime and --library exclude each other")
        return require(resolve(given.from_values(values, "command line")))
    companions = [name for name in given.HELP if values[name]]
    if companions:
        raise UserError(f"{given.option(companions[0])} needs --library as well")
    name = args.runtime or args.default_runtime
    return named(name) if name else None


# The file for compile.py and lit


def json_path(name: str, build: Path | None = None) -> Path:
    return (build or build_dir()) / f"runtime-{name}.json"


def add_versions(runtime: Runtime, previous: Path) -> None:
    """Stores the versions of the compilers, from the earlier file if they are unchanged."""
    try:
        written = previous.stat().st_mtime
        old = json.loads(previous.read_text())["compilers"]
    except (OSError, ValueError, KeyError):
        written, old = 0.0, {}
    for language, compiler in runtime.compilers.items():
        known = old.get(language, {})
        if known.get("real") == compiler.real and os.stat(compiler.real).st_mtime < written:
            compiler.version = known.get("version", "")
        compiler.version = compiler.version or first_line([compiler.path, "--version"])


def write_json(runtime: Runtime, build: Path | None = None) -> Path:
    """Writes <build>/runtime-<name>.json, only when something in it has changed."""
    path = json_path(runtime.name, build)
    loading.prepare(runtime, build or build_dir())
    add_versions(runtime, path)
    text = json.dumps(runtime.to_json(), indent=1) + "\n"
    try:
        if path.read_text() == text:
            return path
    except OSError:
        pass
    files.write_text(path, text)
    return path
