# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks a runtime once whether it starts a tool at all, before any test is run.

A probe program proves first that the runtime's own library is what gets loaded. Then it runs under
the checker tool: a trace means that OMPT is there; none, though the tool is named and enabled,
means that it is not. The answer is kept in the build folder until library or checker change.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.runtime import probe, runtimes
from ompt_cts.steps.tools import checker_library, plain_python, script

SECONDS = 20


@dataclass(frozen=True)
class Activation:
    """What the probe showed; `problem` says why nothing can be told."""

    ompt: bool
    reason: str = ""
    device: bool = False
    device_problem: str = ""
    problem: str = ""


def from_json(data: dict[str, object]) -> runtimes.Runtime:
    """The runtime that a runtime-<name>.json tells of."""
    names = {field.name for field in dataclasses.fields(runtimes.Runtime)}
    return runtimes.Runtime(**{key: value for key, value in data.items() if key in names})  # type: ignore[arg-type]


def _key(runtime: runtimes.Runtime, build: Path) -> list[object]:
    status = os.stat(checker_library(build))
    written = runtimes.json_path(runtime.name, build).read_text()
    return [written, status.st_size, status.st_mtime_ns]


def record_probe(runtime: runtimes.Runtime, build: Path) -> Activation:
    """Runs the probe program, which probe.verify has built, under the checker tool."""
    program, trace = build / "probe" / runtime.name, build / "probe" / f"{runtime.name}.trace"
    command = [*plain_python(), script("record.py"), f"--checker={checker_library(build)}"]
    command += [f"--timeout={SECONDS}", str(trace), str(program)]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_TOOL", "OMPT_CTS_"))}
    environment = clean | runtime.environment
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if trace.is_dir():
        return Activation(True)
    if done.returncode:
        return Activation(
            False, problem=f"the probe under the checker: {probe.last_line(done.stderr)}"
        )
    library = os.path.basename(runtime.library_real)
    return Activation(False, f"{library} does not start a tool (OMP_TOOL=enabled)")


def ask(runtime: runtimes.Runtime, build: Path) -> Activation:
    """The answer for an available runtime whose JSON has been written."""
    if not checker_library(build).exists():
        raise UserError(f"{checker_library(build)} is missing: run ./ompt-cts setup")
    path = build / f"activation-{runtime.name}.json"
    key = _key(runtime, build)
    try:
        kept = json.loads(path.read_text())
        if kept["key"] == key:
            return Activation(**kept["answer"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    verified = probe.verify(runtime)
    if not verified.ok:
        return Activation(False, problem=verified.problem)
    answer = dataclasses.replace(
        record_probe(runtime, build),
        device=bool(verified.device),
        device_problem=verified.device_problem,
    )
    if not answer.problem:
        path.write_text(json.dumps({"key": key, "answer": asdict(answer)}))
    return answer
