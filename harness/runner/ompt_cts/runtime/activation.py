"""Asks a runtime once whether it starts a tool at all, before any test is run.

A small program proves first that the runtime's own library is what gets loaded. Then it runs under
the checker tool: a trace means that OMPT is there; none, though the tool is named and enabled,
means that it is not. The answer is kept in the build folder until library or checker change.
"""

import dataclasses
import json
import os
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.runtime import connection, proof, runtimes
from ompt_cts.steps.program import PARTS
from ompt_cts.steps.tools import checker_library, plain_python, require_tool, script

SECONDS = 20
CANNOT_TELL = 2  # ompt-validate's exit status


@dataclass(frozen=True)
class Activation:
    """What the program showed; `problem` says why nothing can be told."""

    ompt: bool
    reason: str = ""
    device: bool = False
    device_problem: str = ""
    problem: str = ""
    lacks: str = ""  # what the compiler's code calls and the library has not got


def notes(answer: Activation) -> list[str]:
    """What a person should know before the tests run: which of them are held back, and why."""
    told = []
    if answer.device_problem:
        told.append(f"device tests are unsupported: {answer.device_problem}")
    if answer.lacks:
        told.append(f"tests that need it are unsupported: {answer.lacks}")
    return told


def _key(runtime: runtimes.Runtime, build: Path) -> list[object]:
    written = runtimes.json_path(runtime.name, build).read_text()
    files = [str(checker_of(runtime, build)), *(runtime.offload.library if runtime.offload else [])]
    stats = [os.stat(path) for path in files]
    return [written, *([status.st_size, status.st_mtime_ns] for status in stats)]


def checker_of(runtime: runtimes.Runtime, build: Path) -> Path:
    return checker_library(build, runtime.target.machine if runtime.target else "")


def record(
    runtime: runtimes.Runtime, build: Path, program: Path, more: dict[str, str]
) -> tuple[Path, str]:
    """Runs a program of ours under the checker tool; gives its trace, and what went wrong."""
    trace = program.with_name(program.name + ".trace")
    command = [*plain_python(), script("record.py"), f"--checker={checker_of(runtime, build)}"]
    command += [f"--timeout={SECONDS}", str(trace), str(program)]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_TOOL", "OMPT_CTS_"))}
    environment = clean | runtime.environment | {PARTS: runtime.parts} | more
    with tempfile.TemporaryDirectory(dir=program.parent) as files:  # device libraries leave some
        environment["TMPDIR"] = files
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    failed = f"the program that asks for OMPT, under the checker: {proof.last_line(done.stderr)}"
    return trace, failed if done.returncode else ""


def no_verdict(trace: Path, build: Path) -> str:
    """Why the validator can tell nothing of a trace, in one line: it is that of another interface."""
    command = [str(require_tool(build, "ompt-validate")), "--quiet", str(trace)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return proof.last_line(done.stderr) if done.returncode == CANNOT_TELL else ""


def record_host(runtime: runtimes.Runtime, build: Path) -> Activation:
    """Does the program that proof.verify has built leave a trace?"""
    trace, problem = record(runtime, build, build / "proof" / runtime.name, {})
    if trace.is_dir():
        return Activation(True, problem=no_verdict(trace, build))
    library = os.path.basename(runtime.library_real)
    silent = "" if problem else f"{library} does not start a tool (OMP_TOOL=enabled)"
    return Activation(False, silent, problem=problem)


def record_device(runtime: runtimes.Runtime, build: Path) -> str:
    """Why no device event can come from the program that proof.verify has built for offload."""
    program = build / "proof" / f"{runtime.name}-device"
    log = build / "proof" / f"{runtime.name}-device.loader"
    trace, problem = record(runtime, build, program, connection.loader_log(log))
    if problem or not trace.is_dir():  # what is wrong with it, its tests show
        return ""
    return connection.missing_part(runtime, trace, log)


def ask(runtime: runtimes.Runtime, build: Path) -> Activation:
    """The answer for an available runtime whose JSON has been written."""
    checker = checker_of(runtime, build)
    if not checker.exists():
        raise UserError(f"{checker} is missing: run ./ompt-cts setup")
    path = build / f"activation-{runtime.name}.json"
    key = _key(runtime, build)
    try:
        kept = json.loads(path.read_text())
        if kept["key"] == key:
            return Activation(**kept["answer"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    verified = proof.verify(runtime)
    if not verified.ok:
        return Activation(False, problem=verified.problem)
    answer = record_host(runtime, build)
    problem = verified.device_problem
    if answer.ompt and verified.device:
        problem = record_device(runtime, build)
    device = bool(verified.device) and not problem
    answer = dataclasses.replace(
        answer, device=device, device_problem=problem, lacks=verified.lacks
    )
    if not answer.problem and not answer.device_problem:  # problems may be mended meanwhile
        files.write_text(path, json.dumps({"key": key, "answer": asdict(answer)}))
    return answer
