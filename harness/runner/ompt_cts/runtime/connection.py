"""Checks whether the device library of a runtime reaches the runtime's tools interface.

A program with a target region runs under the checker, and the loader logs its searches. If the
runtime promised device events, none came, and the loader did not find a part that was opened by
name, then the installation is wrong and not the runtime. If the loader found everything, the
runtime itself is silent, and its rules fail.
"""

import os
from pathlib import Path

from ompt_cts.runtime import loading
from ompt_cts.runtime.runtimes import Runtime
from ompt_cts.steps import trace

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
