"""The slow half of %cts-compile: runs the compilers and finds the files that they read."""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from hashlib import sha256

from ompt_cts.steps import compile_plan, failures
from ompt_cts.steps.compile_plan import NOT_SUPPORTED, Failure, Job, Plan

USAGE = """\
usage: compile.py --runtime-json FILE [options] SRC… -o OUT [compiler flags]

  --offload     add the runtime's offload flags
  --no-openmp   leave the runtime's flags out (a tool, or a program without OpenMP)
  --lang LANG   c, cxx or fortran for every source, instead of what the suffix says
  --objects DIR keep object files of C and C++ there, and take them from there for any runtime
                with this compiler and these flags; keep no program
  --no-cache    compile even when nothing has changed
  --print       show the commands"""
SYSTEM = ("/usr/include/", "/usr/lib/", "/usr/local/include/")
# The messages of GNU ld, gold and lld, and of spirv-link for device code.
UNDEFINED = re.compile(
    r"(?:undefined (?:reference to|symbol:)|Unresolved external reference to) [`'\"]?([\w.@$]+\b)"
)
# The message of a compiler without target regions for this device, as gfortran beside clang.
NO_TARGETS = re.compile(r"unrecognized command-line option '(-fopenmp-targets=[^']*)'")
RUNTIMES_OWN = re.compile(r"_{0,2}(kmpc|kmp|tgt|GOMP|omp|ompx)_")
FORTRAN_INCLUDE = re.compile(
    rb"""^\s*#?\s*include\s*['"]([^'"]+)['"]""", re.IGNORECASE | re.MULTILINE
)


def build(plan: Plan, job: Job, base: Mapping[str, str], files: dict[str, str]) -> bytes:
    """Compiles and links in an environment made from `base`; returns the program, and enters the
    digests of its input files into `files`, also before it fails."""
    environment = {**base, **plan.runtime["environment"]}
    with tempfile.TemporaryDirectory(prefix="cts-compile-", dir=base.get("TMPDIR")) as folder:
        objects = []
        for number, (source, lang, command) in enumerate(plan.units):
            made, deps = f"{folder}/{number}.o", f"{folder}/{number}.d"
            if job.objects and lang != "fortran":
                made = os.path.join(job.objects, plan.object_of(source, command))
                if os.path.exists(made):
                    objects.append(made)
                    continue
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
                    files[path] = compile_plan.digest(path)
        program = f"{folder}/program"
        for word in plan.link:
            if os.path.isabs(word) and os.path.isfile(word) and not word.startswith("/usr/"):
                files[word] = compile_plan.digest(word)
        link_program(plan, job, environment, objects, program)
        with open(program, "rb") as file:
            return file.read()


linkers: dict[str, list[str]] = {}  # by the driver's words and environment


def link_program(
    plan: Plan, job: Job, environment: Mapping[str, str], objects: list[str], program: str
) -> None:
    """Links as the driver does. Starting clang takes a quarter of compiling a small program, so it
    is asked once for the linker's command. After a failure the driver itself says why."""
    at = plan.link.index("{objects}")
    link = [*plan.link[:at], *objects, *plan.link[at + 1 :], "-o", program]
    if len(objects) == 1 and os.path.basename(link[0]).startswith("clang") and not job.print:
        files = {objects[0]: "{object}", program: "{program}"}
        own = ("TMPDIR=", "OMPT_CTS_")  # each test's; no compiler's options
        settings = sorted("=".join(one) for one in environment.items())
        key = repr([plan.link, [one for one in settings if not one.startswith(own)]])
        if key not in linkers:
            linkers[key] = [files.get(word, word) for word in linker(link, environment)]
        made = [dict(zip(files.values(), files, strict=True)).get(w, w) for w in linkers[key]]
        if (
            set(files) <= set(made)
            and not subprocess.run(
                made, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
            ).returncode
        ):
            return
    run(link, environment, job, plan.runtime["name"])


def linker(link: list[str], environment: Mapping[str, str]) -> list[str]:
    """The one command that clang starts for these words; empty if there are more, or none."""
    told = subprocess.run(
        [*link, "-###"], env=environment, capture_output=True, text=True, check=False
    )
    commands = [line for line in told.stderr.splitlines() if line.startswith(' "')]
    return shlex.split(commands[0]) if len(commands) == 1 and not told.returncode else []


def run(command: list[str], environment: dict[str, str], job: Job, runtime: str = "") -> None:
    """Runs a command. A program that only lacks symbols of the runtime is not supported."""
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
        what = f"{runtime} lacks {', '.join(missing)}, which the compiled code calls"
        raise Failure(what, NOT_SUPPORTED)
    unknown = NO_TARGETS.search(done.stderr) if done.returncode else None
    if unknown:
        what = f"{os.path.basename(command[0])} does not know {unknown[1]}"
        raise Failure(what, NOT_SUPPORTED)
    sys.stderr.write(done.stderr)
    if not done.returncode:
        return
    print(f"cts-compile: failed: {shlex.join(command)}", file=sys.stderr)
    why = failures.why(done.stderr.splitlines())
    raise Failure(why or "the compiler failed", max(done.returncode, 1))


def missing_calls(errors: str) -> list[str]:
    """The undefined symbols of a link, if an OpenMP runtime should define all of them."""
    found = sorted(set(UNDEFINED.findall(errors)))
    return found if all(RUNTIMES_OWN.match(name) for name in found) else []


def dependency_flags(lang: str, deps: str, folder: str, compiler: str) -> list[str]:
    if lang != "fortran":
        return ["-MMD", "-MF", deps]
    name = os.path.basename(compiler)
    if "gfortran" in name:
        return ["-J", folder]
    return ["-module" if name in ("ifx", "nvfortran") else "-module-dir", folder]


def read_deps(path: str) -> list[str]:
    """The prerequisites of a Makefile rule as compilers write it. Names with a line break cannot be
    written so, and come in pieces."""
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


def compile_program(
    words: list[str], base: Mapping[str, str] = os.environ, cache: str = ""
) -> None:
    """Puts the program of this command line into its place, from the cache if nothing has changed.
    Failure or OSError if there is none; what the compilers say goes to standard error. The cache also
    knows which programs a runtime does not support."""
    job = compile_plan.parse(words)
    plan = compile_plan.plan_for(job)
    folder = cache or compile_plan.cache_folder(job.runtime)
    entry = os.path.join(folder, plan.key.hexdigest())
    if job.objects:
        compile_plan.put(job.output, build(plan, job, base, {}), 0o755)
        return
    program = None if job.no_cache or job.print else compile_plan.cached(entry, plan.runtime)
    if program is None:
        files: dict[str, str] = {}
        os.makedirs(folder, exist_ok=True)
        try:
            program = build(plan, job, base, files)
        except Failure as failure:
            if failure.code == NOT_SUPPORTED:
                found = compile_plan.libraries(plan.runtime)
                record = {"lacks": str(failure), "files": files, "libraries": found}
                compile_plan.put(entry + ".json", json.dumps(record).encode())
            raise
        name = sha256(program).hexdigest()[:16]
        compile_plan.put(f"{entry}.{name}", program, 0o755)
        record = {"program": name, "files": files, "output": job.output}
        compile_plan.put(entry + ".json", json.dumps(record).encode())
    compile_plan.put(job.output, program, 0o755)


def main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if words else 2
    try:
        compile_program(words)
    except Failure as failure:
        print(f"cts-compile: error: {failure}", file=sys.stderr)
        failures.tell(failures.COMPILE, failure.code, str(failure))
        return failure.code
    return 0
