"""Proves which library a program that is compiled for a runtime really loads.

compile.py compiles a small program, as it does every test program; the program prints its mappings.
Any other OpenMP runtime in the process is an error: so the loader's silent fallback shows.
"""

import os
import re
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from ompt_cts.paths import build_dir
from ompt_cts.runtime import loading, runtimes
from ompt_cts.steps import failures
from ompt_cts.steps.compile_plan import NOT_SUPPORTED
from ompt_cts.steps.program import launched
from ompt_cts.steps.tools import step

OPENMP = re.compile(r"/lib(i?omp5?|nvomp|gomp)(-[0-9a-f]+)?\.so[.\d]*$")
PROGRAM = Path(__file__).with_name("proof.c")
SECONDS = 60
LACKS = "lacking: "  # the beginning of a problem that a simpler program may not have


@dataclass
class Proof:
    """The results of the program; `device` is None if the description has no offload."""

    ok: bool
    problem: str = ""
    loaded: str = ""
    device: bool | None = None
    device_problem: str = ""
    lacks: str = ""  # calls of compiled code that the library lacks

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    def summary(self) -> str:
        if not self.ok:
            return f"[red]{self.problem}[/]"
        if self.lacks:
            return f"host; [yellow]{self.lacks}[/]"
        if self.device is None:
            return "[green]host[/]"
        return "[green]host, device[/]" if self.device else f"host; [red]{self.device_problem}[/]"


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


def compile_program(runtime: runtimes.Runtime, output: Path, extra: list[str]) -> str:
    """Compiles the program; returns the failure, or nothing."""
    command = step("compile.py", "--runtime-json", str(runtimes.json_path(runtime.name)), *extra)
    command += [str(PROGRAM), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    if done.returncode == NOT_SUPPORTED:
        return LACKS + last_line(done.stderr).removeprefix("cts-compile: error: ")
    why = failures.why(done.stderr.splitlines()) or last_line(done.stderr)
    problem = f"does not compile: {why}"
    if "omp.h" in problem:
        problem += "; --include FOLDER, or include_dirs in a description, names its folder"
    return problem


def run_program(runtime: runtimes.Runtime, program: Path, extra: dict[str, str]) -> tuple[str, str]:
    """The program's output, and the failure."""
    environment = loading.environment(runtime, extra)
    try:
        done = subprocess.run(
            launched([str(program)], environment),
            capture_output=True,
            text=True,
            env=environment,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "", f"does not end within {SECONDS} s"
    if done.returncode:
        why = last_line(done.stderr) or f"exit code {done.returncode}"
        return done.stdout, f"does not run: {why}"
    return done.stdout, ""


def loaded_runtimes(output: str) -> list[str]:
    """The real paths of the OpenMP host runtimes that a process had mapped."""
    mapped = [line.removeprefix("mapped ") for line in output.splitlines() if "mapped /" in line]
    return sorted({path for path in mapped if OPENMP.search(path)})


def judge(runtime: runtimes.Runtime, output: str) -> Proof:
    """Whether exactly the library of the description, and no other OpenMP runtime, was loaded."""
    loaded = sorted({line[7:] for line in output.splitlines() if line.startswith("mapped /")})
    wanted = [path for path in loaded if os.path.realpath(path) == runtime.library_real]
    others = [p for p in loaded_runtimes(output) if os.path.realpath(p) != runtime.library_real]
    if not wanted:
        instead = others[0] if others else "no OpenMP runtime"
        return Proof(False, f"loads {instead} instead of {runtime.library_real}")
    if others:
        return Proof(False, f"loads {others[0]} as well", wanted[0])
    if "members 2\niterations 10\n" not in output:
        return Proof(False, "gives a wrong result", wanted[0])
    return Proof(True, "", wanted[0])


def device_library_problem(runtime: runtimes.Runtime, output: str) -> str:
    """The problem with the device library: the loader may silently take that of another release."""
    assert runtime.offload
    wanted = os.path.realpath(runtime.offload.library[0])
    loaded = [line[7:] for line in output.splitlines() if line.startswith("mapped /")]
    if wanted in map(os.path.realpath, loaded):
        return ""
    stem = "/" + os.path.basename(wanted).partition(".so")[0] + ".so"
    instead = next((path for path in loaded if stem in path), "none")
    return f"loads {instead} instead of {wanted}"


def verify(runtime: runtimes.Runtime) -> Proof:
    """Proves which library an available runtime loads; its JSON must have been written."""
    folder = build_dir() / "proof"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / runtime.name
    problem, lacks = compile_program(runtime, program, []), ""
    simple: list[str] = []
    if problem.startswith(LACKS):
        simple, lacks = ["-DPROOF_SIMPLE"], problem.removeprefix(LACKS)
        problem = compile_program(runtime, program, simple)
    if problem:
        return Proof(False, problem)
    output, problem = run_program(runtime, program, {})
    if problem:
        return Proof(False, problem)
    result = judge(runtime, output)
    result.lacks = lacks
    if result.ok and runtime.offload:
        _verify_device(runtime, folder / f"{runtime.name}-device", result, simple)
    return result


def _verify_device(
    runtime: runtimes.Runtime, program: Path, result: Proof, flags: list[str]
) -> None:
    result.device = False
    problem = compile_program(runtime, program, ["--offload", "-DPROOF_OFFLOAD", *flags])
    if not problem:
        output, problem = run_program(runtime, program, {"OMP_TARGET_OFFLOAD": "MANDATORY"})
        if not problem:
            host = judge(runtime, output)
            problem = host.problem
            if host.ok and "device 1\n" not in output:
                problem = "target regions stay on the host"
            problem = problem or device_library_problem(runtime, output)
    result.device, result.device_problem = not problem, problem
