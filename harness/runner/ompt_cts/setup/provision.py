"""The packages that the suite needs from the system and from PyPI: one table, a check, an
installer.

Standard library only: this runs before anything is installed.
"""

import contextlib
import glob
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ompt_cts.errors import UserError
from ompt_cts.paths import RUNNER, is_installed
from ompt_cts.progress import Log, say
from ompt_cts.system import calls


class Package(NamedTuple):
    """A Debian package: `test` is one of its commands, or a pattern of one of its paths."""

    name: str
    why: str
    test: str
    required: bool = True
    builds: bool = False  # only for building the harness: an installed tree does not need it


PACKAGES = (
    Package("clang-19", "compiles the test programs for LLVM's runtime", "clang-19"),
    Package("clang-tools-19", "links offload images", "clang-linker-wrapper-19"),
    Package("libomp-19-dev", "LLVM's OpenMP runtime", "/usr/lib/llvm-19/lib/libomp.so"),
    Package("llvm-19-tools", "FileCheck", "FileCheck-19"),
    Package("g++", "builds the harness", "c++", builds=True),
    Package("g++-12", "test programs for GCC's runtime; builds the harness", "g++-12"),
    Package("cmake", "builds the harness", "cmake", builds=True),
    Package("ninja-build", "builds the harness", "ninja", builds=True),
    Package("pkg-config", "finds libraries for the build", "pkg-config", builds=True),
    Package(
        "libcli11-dev", "command lines of the C++ tools", "/usr/include/CLI/CLI.hpp", builds=True
    ),
    Package(
        "nlohmann-json3-dev", "JSON in the C++ tools", "/usr/include/nlohmann/json.hpp", builds=True
    ),
    Package("libfmt-dev", "text in the C++ tools", "/usr/include/fmt/format.h", builds=True),
    Package("libgtest-dev", "unit tests", "/usr/include/gtest/gtest.h", builds=True),
    Package("libgmock-dev", "unit tests", "/usr/include/gmock/gmock.h", builds=True),
    Package("libbenchmark-dev", "benchmarks", "/usr/include/benchmark/benchmark.h", builds=True),
    Package(
        "libdw-dev",
        "source lines of code addresses",
        "/usr/include/elfutils/libdwfl.h",
        builds=True,
    ),
    Package("python3-venv", "the runner's Python packages", "/usr/lib/python3*/ensurepip"),
    Package("flang-19", "Fortran test programs", "flang-new-19", required=False),
    Package("gfortran", "Fortran test programs", "gfortran", required=False),
    Package("babeltrace2", "an independent reader of our traces", "babeltrace2", required=False),
    Package(
        "libclang-rt-19-dev",
        "sanitizers and fuzzing of the harness",
        "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*.a",
        required=False,
        builds=True,
    ),
    Package("clang-14", "test programs for LLVM 13 to 16", "clang-14", required=False),
)


MODULES = ("lit", "rich", "jinja2", "jsonschema", "msgspec")  # the modules of requirements.txt


def is_there(package: Package) -> bool:
    if package.test.startswith("/"):
        return bool(glob.glob(package.test))
    return shutil.which(package.test) is not None


def missing() -> list[Package]:
    """The packages that this machine lacks. An installed tree without apt (a cluster, Spack) needs
    none of them: its runtimes and compilers come from elsewhere, and each command reports what it
    cannot do without them."""
    if is_installed() and not shutil.which("apt-get"):
        return []
    wanted = [p for p in PACKAGES if not (p.builds and is_installed())]
    return [p for p in wanted if not is_there(p)]


def install_command(packages: list[Package]) -> str:
    return "apt-get install -y --no-install-recommends " + " ".join(p.name for p in packages)


def can_install() -> bool:
    return calls.is_root() and shutil.which("apt-get") is not None


@contextlib.contextmanager
def system_packages(install: bool, log: Log, beside: bool) -> Iterator[None]:
    """Installs missing packages, or prints the command for it; a missing optional package is no error.
    `beside`: the body builds, and runs as soon as the packages for building are there, beside the
    installation of the others, which the end waits for. Else all are there before the body runs."""
    absent = missing()
    required = [p for p in absent if p.required]
    if absent and install and can_install():
        say(f"installing {len(absent)} system packages: {' '.join(p.name for p in absent)}")
        other_log = Log(log.path.with_name("packages.log"), quiet=True)
        early = [p for p in required if p.builds or "ensurepip" in p.test]
        first = early if beside else absent
        others = [p for p in absent if p not in first]
        apt_install(first, log)
        with ThreadPoolExecutor(1) as thread:
            rest = thread.submit(apt_install, others, other_log, update=not first)
            try:
                yield
            except BaseException:
                other_log.stopped = True
                raise
            other_log.quiet = False
            rest.result()
        log.run(["sync"], "sync", check=False)
        if still := [p for p in missing() if p.required]:
            names = " ".join(p.name for p in still)
            raise UserError(f"apt installed {names}, but {still[0].test} is still missing")
        return
    if required:
        root = calls.is_root()
        sudo = "" if root or not shutil.which("sudo") else "sudo "
        who = "" if root or sudo else " as root"
        raise UserError(
            f"{len(required)} required packages are missing; install them{who} with:\n"
            f"  {sudo}apt-get update && {sudo}{install_command(absent)}\nneeded for:\n"
            + "\n".join(
                f"  {p.name:20} {p.why}{'' if p.required else ' (optional)'}" for p in absent
            )
        )
    yield


def apt_install(packages: list[Package], log: Log, update: bool = True) -> None:
    """Without dpkg's wait for the disk at each file, which takes half of the time."""
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    options = ["-o", "DPkg::Lock::Timeout=600"]
    if packages and update:
        log.run(["apt-get", *options, "update"], "apt-get update", env=environment, check=False)
    for check in (True, False):
        if group := [p for p in packages if p.required == check]:
            command = install_command(group).split()
            command[1:1] = [*options, "-o", "DPkg::Options::=--force-unsafe-io"]
            title = f"apt-get install of {len(group)} packages"
            log.run(command, title, env=environment, check=check)


def requirements(every: bool) -> list[Path]:
    """The lists of Python packages for `run`, or for every command."""
    return [RUNNER / "requirements.txt", *[RUNNER / "requirements-all.txt"] * every]


def has_packages() -> bool:
    """Whether this Python has the packages itself, from a wheel or a distribution. A checkout uses
    the versions that requirements.txt pins."""
    return is_installed() and all(importlib.util.find_spec(name) for name in MODULES)


def venv_python(build: Path) -> Path:
    """The Python that has the runner's packages."""
    return Path(sys.executable) if has_packages() else build / "venv" / "bin" / "python3"


def venv_key(every: bool) -> str:
    text = b"".join(path.read_bytes() for path in requirements(every))
    return hashlib.sha256(text + sys.version.encode()).hexdigest()


def venv_is_ready(build: Path, every: bool = False) -> bool:
    if has_packages():
        return True
    try:
        stamp = (build / "venv" / ".stamp").read_text()
    except OSError:
        return False
    known = [venv_key(True), *[venv_key(False)] * (not every)]
    return stamp in known and venv_python(build).exists()


def make_venv(build: Path, install: bool, log: Log, every: bool = False) -> None:
    """Makes build/venv with the runner's pinned Python packages, again whenever the pins change."""
    if venv_is_ready(build, every):
        return
    every = every or (build / "venv").exists()  # whoever changes the pins develops
    lists = requirements(every)
    if not install:
        raise UserError(
            f"the Python packages in {' and '.join(map(str, lists))} are not installed in "
            f"{build / 'venv'}; run ./ompt-cts setup without --no-install"
        )
    if not venv_is_ready(build):
        say("making the Python environment in " + str(build / "venv"))
        shutil.rmtree(build / "venv", ignore_errors=True)
        python = getattr(sys, "_base_executable", sys.executable)
        log.run([python, "-P", "-m", "venv", str(build / "venv")], "python3 -m venv")
    pip = [str(venv_python(build)), "-P", "-m", "pip", "install", "--disable-pip-version-check"]
    pip += [] if every else ["--no-compile"]  # most modules are never used
    log.run([*pip, *(word for path in lists for word in ("-r", str(path)))], "pip install")
    (build / "venv" / ".stamp").write_text(venv_key(every))


def first_line(command: list[str]) -> str:
    """The first line of a program's output, or nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[0] if lines else ""
