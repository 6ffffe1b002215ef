"""Checks once whether a runtime starts a tool at all, before any test runs.

A small program first proves that it loads the runtime's own library. Then it runs under the checker
tool. A trace proves OMPT; no trace, although the tool is named and enabled, proves that there is
none. The answer stays in the build folder until library or checker change.
"""

import dataclasses
import json
import os
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from ompt_cts import files
from ompt_cts.runtime import loading, proof, runtimes
from ompt_cts.runtime.runtimes import Runtime
from ompt_cts.steps import trace
from ompt_cts.steps.program import PARTS
from ompt_cts.steps.tools import checker_library, require_tool, step

# Checks whether the device library of a runtime reaches the runtime's tools interface.
#
# A program with a target region runs under the checker, and the loader logs its searches. If the
# runtime promised device events, none came, and the loader did not find a part that was opened by
# name, then the installation is wrong and not the runtime. If the loader found everything, the
# runtime itself is silent, and its rules fail.

DEVICE = ("device_", "target")  # the beginnings of the names of device events
LOADER_TELLS = "LD_DEBUG_OUTPUT"


def loader_log(folder: Path) -> dict[str, str]:
    """The variables with which glibc logs its searches to <folder>/loader.<pid>."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("loader.*"):
        path.unlink()
    return {"LD_DEBUG": "libs", LOADER_TELLS: str(folder / "loader")}


def missing_part(runtime: Runtime, recorded: Path, log: Path) -> str:
    """Why no device event can come, in one line; empty if one came, none was promised, or the
    loader found every part."""
    assert runtime.offload
    answers = trace.info(recorded, brief=True)["environment"]
    device = tuple(f"registered_{name}" for name in DEVICE)
    promised = any(n.startswith(device) and answer == "always" for n, answer in answers.items())
    if not promised or any(e["event"].startswith(DEVICE) for e in trace.events(recorded)):
        return ""
    texts = [path.read_text(errors="replace") for path in sorted(log.glob("loader.*"))]
    why = loading.astray(runtime, loading.searches("".join(texts)))
    library = os.path.basename(runtime.offload.library[0])
    return f"{library} never connects to the tools interface: {why}" if why else ""


SECONDS = 20
CANNOT_TELL = 2  # ompt-validate's exit status


@dataclass(frozen=True)
class Activation:
    """The answer of the program; `problem` says why there is none."""

    ompt: bool
    reason: str = ""
    device: bool = False
    device_problem: str = ""
    problem: str = ""
    lacks: str = ""  # calls of compiled code that the library lacks


def notes(answer: Activation) -> list[str]:
    """Notes for a person before the tests run: the skipped tests, and why."""
    told = []
    if answer.device_problem:
        told.append(f"device tests are unsupported: {answer.device_problem}")
    if answer.lacks:
        told.append(f"some tests are unsupported: {answer.lacks}")
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
    """Runs one of our programs under the checker tool; returns its trace and the failure."""
    trace = program.with_name(program.name + ".trace")
    command = step("record.py", f"--checker={checker_of(runtime, build)}")
    command += [f"--timeout={SECONDS}", str(trace), str(program)]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_TOOL", "OMPT_CTS_"))}
    environment = clean | runtime.environment | {PARTS: runtime.parts} | more
    with tempfile.TemporaryDirectory(dir=program.parent) as files:  # device libraries leave files
        environment["TMPDIR"] = files
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    failed = (
        f"the program that tests for OMPT failed under the checker: {proof.last_line(done.stderr)}"
    )
    return trace, failed if done.returncode else ""


def no_verdict(trace: Path, build: Path) -> str:
    """Why the validator cannot judge a trace, in one line: the trace is of another interface."""
    command = [str(require_tool(build, "ompt-validate")), "--quiet", str(trace)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return proof.last_line(done.stderr) if done.returncode == CANNOT_TELL else ""


def record_host(runtime: runtimes.Runtime, build: Path) -> Activation:
    """Whether the program that proof.verify has built leaves a trace."""
    trace, problem = record(runtime, build, build / "proof" / runtime.name, {})
    if trace.is_dir():
        return Activation(True, problem=no_verdict(trace, build))
    library = os.path.basename(runtime.library_real)
    silent = "" if problem else f"{library} does not start a tool (OMP_TOOL=enabled)"
    return Activation(False, silent, problem=problem)


def record_device(runtime: runtimes.Runtime, build: Path) -> str:
    """Why the offload program that proof.verify has built can have no device event."""
    program = build / "proof" / f"{runtime.name}-device"
    log = build / "proof" / f"{runtime.name}-device.loader"
    trace, problem = record(runtime, build, program, loader_log(log))
    if problem or not trace.is_dir():  # the device tests show the fault
        return ""
    return missing_part(runtime, trace, log)


def ask(runtime: runtimes.Runtime, build: Path) -> Activation:
    """The answer for an available runtime whose JSON has been written."""
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
    if not answer.problem and not answer.device_problem:  # the user may mend problems meanwhile
        files.write_text(path, json.dumps({"key": key, "answer": asdict(answer)}))
    return answer
