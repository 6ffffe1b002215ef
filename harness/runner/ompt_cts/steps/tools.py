"""The programs that a test's RUN lines start: their paths and lit's names for them."""

import platform
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ompt_cts.errors import UserError
from ompt_cts.paths import RUNNER, SUITES, tools_dir
from ompt_cts.setup.build import ensure_recorder as build_checker

PROBES = ("none", "sampled", "light", "full")  # how often callbacks call entry points
FILECHECKS = ("FileCheck-19", "FileCheck")


def script(name: str) -> str:
    return str(RUNNER / "ompt_cts" / "steps" / name)


def step(name: str, *words: str) -> list[str]:
    """The command of a step that is a program of its own, which needs no package."""
    return [sys.executable, "-S", script(name), *words]


def tool(build: Path, name: str) -> Path:
    return tools_dir(build) / name


CHECKER = "libompt-checker.so"


def checker_library(build: Path, machine: str = "") -> Path:
    """The checker; for another machine it is built if need be. UserError if there is none."""
    return build_checker(build, machine) / CHECKER if machine else require_tool(build, CHECKER)


def checker_for(build: Path, runtime: Mapping[str, Any]) -> Path:
    """The checker for programs of a resolved runtime; without one, for those of this machine."""
    return checker_library(build, (runtime.get("target") or {}).get("machine", ""))


def require_tool(build: Path, name: str) -> Path:
    path = tool(build, name)
    if not path.exists():
        raise UserError(f"{path} is missing: run ./ompt-cts setup, or cmake --build {build}")
    return path


def filecheck() -> str:
    for name in (*FILECHECKS, "/usr/lib/llvm-19/bin/FileCheck"):
        path = shutil.which(name)
        if path:
            return path
    raise UserError("FileCheck is missing: it is part of LLVM and of Debian's llvm-19-tools")


def compares(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for FileCheck, without options that make it accept every view."""
    return {name: value for name, value in environment.items() if name != "FILECHECK_OPTS"}


@dataclass(frozen=True)
class Tools:
    """The programs of a test's steps, and their arguments."""

    checker: str
    validate: str
    view: str
    filecheck: str
    runtime_json: str
    profile: str
    cache: str  # the folder of compiled programs


def find(build: Path, runtime_json: Path, profile: str, runtime: Mapping[str, Any]) -> Tools:
    """The tools of a build folder, and the checker for a resolved runtime. UserError if one is missing."""
    return Tools(
        checker=str(checker_for(build, runtime)),
        validate=str(require_tool(build, "ompt-validate")),
        view=str(require_tool(build, "ompt-view")),
        filecheck=filecheck(),
        runtime_json=str(runtime_json),
        profile=profile,
        cache=str(build / "compile-cache"),
    )


def substitutions(tools: Tools) -> list[tuple[str, str]]:
    """The substitutions of the RUN lines."""
    subsets = [f"--checker={tools.checker}", f"--validate={tools.validate}", f"--view={tools.view}"]
    compiler = step("compile.py", "--runtime-json", tools.runtime_json)
    small = str(SUITES / "include" / "tools" / "tool.c")
    commands = {
        "%cts-compile": compiler,
        "%cts-tool": [*compiler, "--no-openmp", "-shared", "-fPIC", small],
        "%cts-record": step("record.py", f"--checker={tools.checker}"),
        "%cts-validate": ["sh", script("judge.sh"), tools.validate, tools.profile],
        "%cts-story": step("story.py"),
        "%cts-subsets": step("subsets.py", *subsets, f"--profile={tools.profile}"),
        "%cts-view": [tools.view],
        "%cts-checker": [tools.checker],
        "%cts-profile": [tools.profile],
        "%FileCheck": ["sh", script("compare.sh"), tools.filecheck],
        "%python": [sys.executable],
    }
    observe = f"{shlex.join(step('observe.py'))} %t"
    return [("%cts-observe", observe), *((name, shlex.join(c)) for name, c in commands.items())]


FAMILIES = (("clang", "clang"), ("oneapi", "icx"), ("nvc", "nvc"))  # by the version's words
DEVICE = ("offload", "device-tracing")  # the features of devices


def device_features(traces: bool) -> set[str]:
    return set(DEVICE if traces else DEVICE[:1])


def features(runtime: dict[str, object], ompt: bool, device: bool) -> set[str]:
    """The features for REQUIRES, UNSUPPORTED and XFAIL lines."""
    target = runtime.get("target") or {}
    assert isinstance(target, dict)
    machine = target.get("machine") or platform.machine()
    found = {str(runtime["name"]), f"runtime-{runtime['family']}", machine}
    found |= {"emulated"} if target.get("emulated") else set()
    compilers = runtime["compilers"]
    assert isinstance(compilers, dict)
    found |= {language for language in compilers if language != "c"}
    if "c" in compilers:
        version = str(compilers["c"].get("version", "")).lower()
        found.add(next((name for word, name in FAMILIES if word in version), "gcc"))
    if ompt:
        found.add("ompt")
    if device:
        offload = runtime["offload"]
        assert isinstance(offload, dict)
        found |= device_features(bool(offload.get("traces")))
    return found
