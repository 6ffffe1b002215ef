"""The slow half of %cts-compile: runs the compilers and finds out which files they read."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from hashlib import sha256
from typing import TYPE_CHECKING

if __package__:
    from ompt_cts.steps.telling import telling
else:  # started as a script
    from telling import telling  # type: ignore[import-not-found,no-redef]

if TYPE_CHECKING:
    from ompt_cts.steps.compile_plan import Job, Plan

SYSTEM = ("/usr/include/", "/usr/lib/", "/usr/local/include/")
# As GNU ld, gold and lld say it, and spirv-link of a device's code.
UNDEFINED = re.compile(
    r"(?:undefined (?:reference to|symbol:)|Unresolved external reference to) [`'\"]?([\w.@$]+\b)"
)
# Of a compiler that has no target regions for this device, as gfortran beside clang.
NO_TARGETS = re.compile(r"unrecognized command-line option '(-fopenmp-targets=[^']*)'")
RUNTIMES_OWN = re.compile(r"_{0,2}(kmpc|kmp|tgt|GOMP|omp|ompx)_")
FORTRAN_INCLUDE = re.compile(
    rb"""^\s*#?\s*include\s*['"]([^'"]+)['"]""", re.IGNORECASE | re.MULTILINE
)


class Lacking(Exception):
    """The runtime has not got what the compiler's code calls; says what."""


class Refused(Exception):
    """The compiler or the linker ended with `status`; says why, in its own words."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def build(plan: Plan, job: Job) -> tuple[bytes, dict[str, str]]:
    """Compiles and links; gives the program and the digest of every file it was made from."""
    files: dict[str, str] = {}
    environment = {**os.environ, **plan.runtime["environment"]}
    with tempfile.TemporaryDirectory(prefix="cts-compile-") as folder:
        objects = []
        for number, (source, lang, command) in enumerate(plan.units):
            made, deps = f"{folder}/{number}.o", f"{folder}/{number}.d"
            run(
                [*command, *dependency_flags(lang, deps, folder, command[0])]
                + ["-c", source, "-o", made],
                environment,
                job,
            )
            objects.append(made)
            found = read_deps(deps) if lang != "fortran" else fortran_includes(source, plan)
            for path in [source, *found]:
                if not path.startswith(SYSTEM) and (path == source or os.path.isfile(path)):
                    files[path] = digest(path)
        program = f"{folder}/program"
        at = plan.link.index("{objects}")
        link = [*plan.link[:at], *objects, *plan.link[at + 1 :], "-o", program]
        run(link, environment, job, plan.runtime["name"])
        for word in plan.link:
            if os.path.isabs(word) and os.path.isfile(word) and not word.startswith("/usr/"):
                files[word] = digest(word)
        with open(program, "rb") as file:
            return file.read(), files


def run(command: list[str], environment: dict[str, str], job: Job, runtime: str = "") -> None:
    """Runs a command. A program that only lacks what the runtime should have is not supported."""
    if job.print:
        print(shlex.join(command))
    done = subprocess.run(
        command,
        env=environment | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    missing = missing_calls(done.stderr) if done.returncode and runtime else []
    if missing:
        raise Lacking(f"{runtime} lacks {', '.join(missing)}, which the compiled code calls")
    unknown = NO_TARGETS.search(done.stderr) if done.returncode else None
    if unknown:
        raise Lacking(f"{os.path.basename(command[0])} does not know {unknown[1]}")
    sys.stderr.write(done.stderr)
    if not done.returncode:
        return
    print(f"cts-compile: failed: {shlex.join(command)}", file=sys.stderr)
    raise Refused(max(done.returncode, 1), telling(done.stderr.splitlines()))


def missing_calls(errors: str) -> list[str]:
    """The symbols that a link is short of, if all of them are an OpenMP runtime's to define."""
    found = sorted(set(UNDEFINED.findall(errors)))
    return found if all(RUNTIMES_OWN.match(name) for name in found) else []


def dependency_flags(lang: str, deps: str, folder: str, compiler: str) -> list[str]:
    if lang != "fortran":
        return ["-MMD", "-MF", deps]
    if "gfortran" in compiler:
        return ["-J", folder]
    return ["-module-dir", folder]


def read_deps(path: str) -> list[str]:
    """The files of a Makefile rule as compilers write it, the target left out. A name with a line
    break cannot be written so, and comes in pieces."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read().replace("\\\n", " ")
    names = re.findall(r"(?:\\.|[^\s\\])+", text.partition(": ")[2])
    return [os.path.abspath(re.sub(r"\\(.)|\$(?=\$)", r"\1", name)) for name in names]


def fortran_includes(source: str, plan: Plan) -> list[str]:
    """Files that INCLUDE and #include name, beside the source or in suites/include."""
    found: list[str] = []
    queue = [source]
    folders = [os.path.dirname(source), plan.include]
    while queue:
        with open(queue.pop(), "rb") as file:
            names = FORTRAN_INCLUDE.findall(file.read())
        for name in names:
            for folder in folders:
                path = os.path.normpath(os.path.join(folder, os.fsdecode(name)))
                if os.path.isfile(path) and path not in found:
                    found.append(path)
                    queue.append(path)
    return found


def digest(path: str) -> str:
    with open(path, "rb") as file:
        return sha256(file.read()).hexdigest()
