"""The places of files. The environment can move only the build folder and the cache.

The tree is a checkout, or a copy that `cmake --install` has installed, with the built tools in its
own `bin` and without their sources. An installed tree is only read.
"""

import hashlib
import json
import os
import shlex
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RUNNER = ROOT / "harness" / "runner"
RUNTIMES = ROOT / "runtimes"
SUITES = ROOT / "suites"
GIVEN = "OMPT_CTS_PYTHON_GIVEN"  # the user's PYTHON*, for the user's programs alone, as JSON
INSTALLED_TOOLS = ROOT / "bin"  # a checkout has no such folder


def is_installed() -> bool:
    return INSTALLED_TOOLS.is_dir()


def users(environment: dict[str, str]) -> dict[str, str]:
    """An environment made from ours, with the user's own PYTHON* for a program of the user's."""
    given = environment.get(GIVEN)
    if given is None:
        return environment
    kept = {n: v for n, v in environment.items() if not n.startswith("PYTHON") and n != GIVEN}
    return kept | json.loads(given)


def launcher() -> str:
    """How a user calls `ompt-cts` from the working directory: `./ompt-cts` at the root of the
    checkout, `ompt-cts` if that on PATH belongs to this tree, else its whole path."""
    own = ROOT / "ompt-cts"
    if Path.cwd() == ROOT:
        return "./ompt-cts"
    on_path = shutil.which("ompt-cts")
    if not on_path:
        return str(own)
    found = Path(on_path).resolve()
    of_a_wheel = ROOT.is_relative_to(found.parent.parent / "lib")  # there it is a script of pip
    return "ompt-cts" if found == own or of_a_wheel else str(own)


def typed_here(command: str) -> str:
    """A command of a report (`./ompt-cts …`, at the root of the checkout) as the user must type it
    in the working directory."""
    words = shlex.split(command)
    if not words or words[0] != "./ompt-cts" or Path.cwd() == ROOT:
        return command
    if words[1] in ("check", "validate"):  # in a report, with a trace; validate is its old name
        words[2] = str(ROOT / words[2])
    return shlex.join([launcher(), *words[1:]])


def build_dir() -> Path:
    """The folder for everything that is made: OMPT_CTS_BUILD_DIR, or `build/` in the checkout, or,
    for an installed tree, a folder of its own in the user's cache."""
    own = os.environ.get("OMPT_CTS_BUILD_DIR")
    if own:
        return Path(own).absolute()
    if is_installed():
        return cache_dir() / f"build-{hashlib.sha256(os.fsencode(ROOT)).hexdigest()[:8]}"
    return ROOT / "build"


def tools_dir(build: Path) -> Path:
    """The folder of the programs and libraries of the C++ half."""
    return INSTALLED_TOOLS if is_installed() else build / "bin"


def devices_dir() -> Path:
    """The folder of the simulated devices' drivers, with a folder for each interface."""
    return (ROOT if is_installed() else build_dir()) / "devices"


def cache_dir() -> Path:
    """The per-user cache that survives a removed build folder: OMPT_CTS_CACHE or XDG's."""
    own = os.environ.get("OMPT_CTS_CACHE")
    if own:
        return Path(own).absolute()
    xdg = os.environ.get("XDG_CACHE_HOME")
    return (Path(xdg) if xdg else Path.home() / ".cache").absolute() / "ompt-cts"


def runtimes_cache() -> Path:
    """The folder of the runtimes that we obtained, with a folder for each."""
    return cache_dir() / "runtimes"
