# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that a test's RUN lines start: where they are, and as what lit knows them."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.paths import RUNNER, tools_dir

FILECHECKS = ("FileCheck-19", "FileCheck")


def plain_python() -> list[str]:
    """The Python below the virtual environment, without site: it starts in 10 ms."""
    return [os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable), "-S", "-E"]


def script(name: str) -> str:
    return str(RUNNER / "ompt_cts" / "steps" / name)


def tool(build: Path, name: str) -> Path:
    return tools_dir(build) / name


def checker_library(build: Path) -> Path:
    return tool(build, "libompt-checker.so")


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
    raise UserError("FileCheck is missing: install llvm-19-tools")


def substitutions(build: Path, runtime_json: Path, profile: str) -> list[tuple[str, str]]:
    """What the % names of the RUN lines stand for."""
    checker = str(require_tool(build, "libompt-checker.so"))
    validate = str(require_tool(build, "ompt-validate"))
    view = str(require_tool(build, "ompt-view"))

    def step(name: str, *words: str) -> list[str]:
        return [*plain_python(), script(name), *words]

    subsets = [f"--checker={checker}", f"--validate={validate}", f"--view={view}"]
    commands = {
        "%cts-compile": step("compile.py", "--runtime-json", str(runtime_json)),
        "%cts-record": step("record.py", f"--checker={checker}"),
        "%cts-validate": ["sh", script("judge.sh"), validate, profile],
        "%cts-story": step("story.py"),
        "%cts-subsets": step("subsets.py", *subsets, f"--profile={profile}"),
        "%cts-view": [view],
        "%cts-checker": [checker],
        "%cts-profile": [profile],
        "%FileCheck": [filecheck()],
        "%python": plain_python(),
    }
    observe = f"{shlex.join(step('observe.py'))} %t"
    return [("%cts-observe", observe), *((name, shlex.join(c)) for name, c in commands.items())]


def features(runtime: dict[str, object], ompt: bool, device: bool) -> set[str]:
    """What REQUIRES, UNSUPPORTED and XFAIL lines can ask for."""
    found = {str(runtime["name"]), f"runtime-{runtime['family']}", os.uname().machine}
    compilers = runtime["compilers"]
    assert isinstance(compilers, dict)
    found |= {language for language in compilers if language != "c"}
    if "c" in compilers:
        version = str(compilers["c"].get("version", "")).lower()
        family = "clang" if "clang" in version else "icx" if "oneapi" in version else "gcc"
        found.add(family)
    if ompt:
        found.add("ompt")
    if device:
        found.add("offload")
    return found
