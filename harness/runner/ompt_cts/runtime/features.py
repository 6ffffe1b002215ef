"""Finds the features of the compiler under test: the names for REQUIRES lines.

A feature check is a C or Fortran file in suites/include/features/, named for its feature; the names
of Fortran features end in `_fortran` (docs/features.md). A file with a main program must compile,
link and exit with 0. A file without one is compiled twice, with and without CTS_WITHOUT: the
feature exists if the construct makes compiled code call the runtime, apart from routines that
programs call themselves. The answers stay in the build folder until a check, the compiler or the
runtime changes.
"""

import hashlib
import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ompt_cts.files import Json
from ompt_cts.paths import SUITES
from ompt_cts.steps import tools
from ompt_cts.steps.program import PARTS, launched, with_parts

FOLDERS = (SUITES / "include" / "features",)
SECONDS = 60
LANGUAGES = {".c": "c", ".f90": "fortran"}
PROGRAM = re.compile(r"\bmain\s*\(|^\s*program\b", re.MULTILINE | re.IGNORECASE)
# Routines that programs call, and symbols of Fortran's own library: no calls of the runtime.
ROUTINE = re.compile(r"_?omp_\w+_?|_Fortran\w*|_gfortran\w*")


def checks(folders: tuple[Path, ...] = FOLDERS) -> list[Path]:
    found = [path for folder in folders for path in folder.iterdir() if path.suffix in LANGUAGES]
    return sorted(found, key=feature)


def feature(check: Path) -> str:
    """The name of the feature in REQUIRES lines."""
    return check.stem + ("_fortran" if LANGUAGES[check.suffix] == "fortran" else "")


def _key(runtime_json: Path, files: list[Path]) -> str:
    digest = hashlib.sha256(runtime_json.read_bytes())
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for compiler in json.loads(runtime_json.read_text())["compilers"].values():
        digest.update(str(os.stat(compiler["real"]).st_mtime_ns).encode())
    return digest.hexdigest()


def _succeeds(command: list[str], environment: dict[str, str]) -> bool:
    """Runs a command as tests run, without OpenMP's variables of the user's environment."""
    user = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "KMP_", "GOMP_"))}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=with_parts({**user, **environment, "OMP_TOOL": "disabled"}),
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def runs(source: Path, runtime: Json, runtime_json: Path, folder: Path) -> bool:
    """Compiles as %cts-compile does and runs the program."""
    program = folder / feature(source)
    command = tools.step("compile.py", "--no-cache")
    command += ["-cpp"] if source.suffix == ".f90" else []
    command += ["--runtime-json", str(runtime_json), str(source), "-o", str(program)]
    seen = runtime["environment"] | {PARTS: runtime["parts"]}
    return _succeeds(command, {}) and _succeeds(launched([str(program)], seen), seen)


def runtime_calls(source: Path, runtime: Json, output: Path, extra: list[str]) -> set[str] | None:
    """The undefined symbols of the object file that the runtime defines; None if it does not compile."""
    language = LANGUAGES[source.suffix]
    if language not in runtime["compilers"]:
        return None
    compiler = runtime["compilers"][language]["path"]
    command = [compiler, "-c", str(source), "-o", str(output), *extra]
    for part in ("all", language):
        command += runtime["flags"].get(part, {}).get("compile", [])
    if language == "fortran":
        command.append("-cpp")
    else:
        command += [word for folder in runtime["include_dirs"] for word in ("-isystem", folder)]
    if not _succeeds(command, {}):
        return None
    done = subprocess.run(["nm", "-u", str(output)], capture_output=True, text=True, check=False)
    names = {
        line.split()[-1].partition("@")[0] for line in done.stdout.splitlines() if line.strip()
    }
    return {name for name in names if not ROUTINE.fullmatch(name)}


def is_visible(source: Path, runtime: Json, folder: Path) -> bool:
    using = runtime_calls(source, runtime, folder / f"{feature(source)}.o", [])
    plain = runtime_calls(
        source, runtime, folder / f"{feature(source)}-without.o", ["-DCTS_WITHOUT"]
    )
    return using is not None and plain is not None and bool(using - plain)


def find(runtime_json: Path, build: Path, folders: tuple[Path, ...] = FOLDERS) -> set[str]:
    """The features of the runtime's compiler."""
    files = checks(folders)
    runtime = json.loads(runtime_json.read_text())
    path = build / f"features-{runtime['name']}.json"
    key = _key(runtime_json, files)
    try:
        kept = json.loads(path.read_text())
        if kept["key"] == key:
            return set(kept["features"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(name)

        def has(source: Path) -> bool:
            if PROGRAM.search(source.read_text(encoding="utf-8")):
                return runs(source, runtime, runtime_json, folder)
            return is_visible(source, runtime, folder)

        found = [
            feature(source)
            for source, there in zip(files, pool.map(has, files), strict=True)
            if there
        ]
    path.write_text(json.dumps({"key": key, "features": found}))
    return set(found)
