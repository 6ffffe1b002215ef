"""Does the device library of a runtime reach its tools interface?

A program with a target region runs under the checker, and the loader tells what it searches. If the
runtime promised device events, none came, and a part of it was asked for by name and not found,
then the installation is to blame and not the runtime. Where the loader found everything, silence
is the runtime's own, and its rules fail.
"""

import os
from pathlib import Path

from ompt_cts.runtime import loading
from ompt_cts.runtime.runtimes import Runtime
from ompt_cts.steps import trace

DEVICE = ("device_", "target")  # how the names of device events begin
LOADER_TELLS = "LD_DEBUG_OUTPUT"


def loader_log(folder: Path) -> dict[str, str]:
    """The variables with which glibc writes what it searches to <folder>/loader.<pid>."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("loader.*"):
        path.unlink()
    return {"LD_DEBUG": "libs", LOADER_TELLS: str(folder / "loader")}


def missing_part(runtime: Runtime, recorded: Path, log: Path) -> str:
    """Why no device event can come, in one line; empty if one came, none was promised, or the
    loader found every part."""
    assert runtime.offload
    answers = trace.info(recorded)["environment"]
    device = tuple(f"registered_{name}" for name in DEVICE)
    promised = any(n.startswith(device) and answer == "always" for n, answer in answers.items())
    if not promised or any(e["event"].startswith(DEVICE) for e in trace.events(recorded)):
        return ""
    texts = [path.read_text(errors="replace") for path in sorted(log.glob("loader.*"))]
    why = loading.astray(runtime, loading.searches("".join(texts)))
    library = os.path.basename(runtime.offload.library[0])
    return f"{library} never connects to the tools interface: {why}" if why else ""
