"""Configures and builds the C++ half with CMake and Ninja, only when a source has changed.

The stamp beside the build holds a digest over the contents of every source of the build, a faster
one over their sizes and times, and the built targets. Standard library only.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, is_installed
from ompt_cts.progress import Log, say
from ompt_cts.setup.provision import venv_python
from ompt_cts.system import calls

PRESET = "default"
ALL = "all"
TOOLS = "tools"  # what `run` needs
SOURCES = ("CMakeLists.txt", "CMakePresets.json", "cmake", "harness", "rules", "benchmarks")
LISTS_ONLY = ("suites", "reports", "docs")  # folders where only their build files matter
SKIPPED = {"runner", "__pycache__", "build", ".git"}
BUILD_FILES = ("CMakeLists.txt", ".cmake")


def _walk(folder: str, lists_only: bool) -> Iterator[os.DirEntry[str]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name not in SKIPPED:
                yield from _walk(entry.path, lists_only)
        elif not entry.name.startswith(".") and (
            not lists_only or entry.name.endswith(BUILD_FILES)
        ):
            yield entry


def sources(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Every input file of the build, with its status, in a fixed order."""
    for name in (*SOURCES, *LISTS_ONLY):
        path = os.path.join(root, name)
        if os.path.isdir(path):
            for entry in _walk(path, name in LISTS_ONLY):
                yield entry.path, entry.stat()
        elif os.path.exists(path):
            yield path, os.stat(path)


def quick_key(root: Path) -> str:
    digest = hashlib.sha256()
    for path, status in sources(root):
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def content_key(root: Path) -> str:
    digest = hashlib.sha256()
    for path, _ in sources(root):
        digest.update(os.path.relpath(path, root).encode() + b"\0")
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


def _stamp(build: Path) -> Path:
    return build / ".ompt-cts-build.json"


def _read_stamp(build: Path) -> dict[str, str]:
    try:
        stamp = json.loads(_stamp(build).read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _targets(stamp: dict[str, str]) -> set[str]:
    return set(stamp.get("targets", "").split())


def _covers(stamp: dict[str, str], target: str) -> bool:
    return bool({target, ALL} & _targets(stamp))


def is_ready(build: Path, target: str = ALL, root: Path = ROOT) -> bool:
    if is_installed():
        return True
    stamp = _read_stamp(build)
    configured = (build / "build.ninja").exists()
    return configured and _covers(stamp, target) and stamp.get("quick") == quick_key(root)


def ensure(build: Path, log: Log, target: str = ALL, root: Path = ROOT) -> None:
    """Brings a CMake target up to date; does nothing when no source has changed since it was built."""
    if is_ready(build, target, root):
        return
    quick, content = quick_key(root), content_key(root)
    stamp = _read_stamp(build)
    configured = (build / "build.ninja").exists()
    unchanged = configured and stamp.get("content") == content
    built = {target} | (_targets(stamp) if unchanged else set())
    presets = presets_key(root)
    # The first run waits for the packages that it needs alone, and these are not for tests.
    cache = build / "CMakeCache.txt"
    without = cache.exists() and "CTS_TESTS:BOOL=OFF" in cache.read_text()
    tests = "OFF" if target == TOOLS and (without or not configured) else "ON"
    if not (unchanged and _covers(stamp, target)):
        if not (root / "CMakeLists.txt").exists():
            raise UserError(f"{root} has no CMakeLists.txt: is this a complete checkout?")
        say(f"building the harness in {build}")
        if not configured or stamp.get("presets") != presets or without != (tests == "OFF"):
            configure = ["cmake", "--preset", PRESET, "-S", str(root), "-B", str(build)]
            configure += [f"-DPython3_EXECUTABLE={venv_python(build)}"]
            configure += [f"-DCTS_{what}={tests}" for what in ("TESTS", "BENCHMARKS")]
            log.run(configure, "cmake", cwd=root)
        jobs = str(calls.processors())
        command = ["cmake", "--build", str(build), "--parallel", jobs, "--target", target]
        log.run(command, "build", cwd=root)
    told = {"quick": quick, "content": content, "presets": presets}
    text = json.dumps({**told, "targets": " ".join(sorted(built))})
    temporary = _stamp(build).with_suffix(f".{os.getpid()}")
    temporary.write_text(text)
    temporary.replace(_stamp(build))


def ensure_recorder(build: Path, machine: str, root: Path = ROOT) -> Path:
    """Brings the checker for another machine up to date, and gives the folder where it lies. UserError
    if this tree, or this machine, cannot build it."""
    toolchain = root / "cmake" / "machines" / f"{machine}.cmake"
    if is_installed() or not toolchain.exists():
        why = "an installed tree builds no" if is_installed() else f"{toolchain} is not there: no"
        raise UserError(f"{why} checker for {machine}")
    folder = build / "machines" / machine
    log = Log(build / f"checker-{machine}.log")
    if not (folder / "build.ninja").exists():
        configure = ["cmake", "-S", str(root), "-B", str(folder), "-G", "Ninja", "-DCTS_TESTS=OFF"]
        log.run([*configure, f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"], f"cmake for {machine}")
    command = ["cmake", "--build", str(folder), "--target", "ompt-checker", "null-tool"]
    log.run(command, f"the checker for {machine}")
    return folder / "bin"


def presets_key(root: Path) -> str:
    presets = root / "CMakePresets.json"
    return hashlib.sha256(presets.read_bytes() if presets.exists() else b"").hexdigest()
