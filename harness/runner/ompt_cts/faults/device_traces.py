"""Traces of devices with tracing, for the kill matrix: the default runtime has no such device.

The synthetic runtime plays the scenario `tracing.txt`, for both families of callbacks; a runtime of this
machine whose devices trace runs `suites/target/tracing`. Only the devices' output is broken:
buffers, records, the answers of the tracing interface."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.errors import UserError
from ompt_cts.faults import families
from ompt_cts.faults.kill_matrix import Recorded, recorded
from ompt_cts.paths import ROOT
from ompt_cts.progress import say
from ompt_cts.runtime import runtimes
from ompt_cts.steps.tools import checker_library, require_tool
from ompt_cts.suite import resolved, suite_run
from ompt_cts.suite.suite_run import Selection
from ompt_cts.verdict import outcome
from ompt_cts.verdict.outcome import Outcome

SCENARIO = ROOT / "harness" / "faults" / "scenarios" / "tracing.txt"
MATCHES = ("buffer_", "device_")  # all events of devices
OF_TRACING = re.compile(r"buffer_|device_(entry_point|.*record)")
SUITE = "target/tracing"


def of_tracing(line: str, text: str) -> bool:
    """Whether a line of `ompt-fault run` describes a fault in the output of a device, whose name
    contains the text; or the trace itself."""
    columns = line.split("\t")
    return columns[0] == "trace" or bool(OF_TRACING.match(columns[1]) and text in columns[1])


def play(family: str, text: str, build: Path, folder: Path) -> Recorded:
    """A trace of the scenario. UserError if it cannot be played."""
    name = f"tracing-{family}"
    trace, scenario = folder / name, folder / f"{name}.txt"
    files.write_text(scenario, text)
    shutil.rmtree(trace, ignore_errors=True)
    environment = os.environ | {
        "OMP_TOOL_LIBRARIES": str(checker_library(build)),
        "OMPT_CTS_TRACE": str(trace),
        "OMPT_CTS_PROBES": "none",
        "OMPT_CTS_TARGET": family,
    }
    command = [str(require_tool(build, "synth-omp")), str(scenario)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode or not trace.is_dir():
        raise UserError(f"{name} cannot be played: {done.stderr.strip()}")
    return Recorded(f"synthetic/{name}", trace)


def on_runtimes(build: Path, folder: Path, reuse: bool) -> list[Recorded]:
    """Traces of this machine's runtimes whose devices trace; none is no error."""
    found: list[Recorded] = []
    for runtime in runtimes.discover():
        if not runtime.available or not runtime.offload or not runtime.offload.traces:
            continue
        results = folder / runtime.name
        outcomes = outcome.collect(results) if reuse else run_suite(runtime, build, results)
        found += [
            Recorded(f"{runtime.name}/{trace.test}", trace.path) for trace in recorded(outcomes)
        ]
    return found


def run_suite(runtime: runtimes.Runtime, build: Path, results: Path) -> list[Outcome]:
    """The traces of the runtime's tests of tracing; none, with a message, if they cannot be judged."""
    say(f"recording {SUITE} on {runtime.name}")
    try:
        target = resolved.resolve(runtime, catalogue.DEFAULT_PROFILE, "", build)
    except UserError as problem:
        say(f"{runtime.name}: {problem}")
        return []
    suite_run.make_room(results, "faults", resume=False)
    selection = Selection([SUITE], params={"build": str(build)})
    return suite_run.run_once(selection, target, results, "recording")


def record(build: Path, folder: Path, reuse: bool) -> list[Recorded]:
    """Records all of them into the folder; with `reuse` takes the runtimes' last traces."""
    folder.mkdir(parents=True, exist_ok=True)
    both = families.by_family(SCENARIO.read_text(encoding="utf-8"))
    played = [play(family, text, build, folder) for family, text in both.items()]
    return played + on_runtimes(build, folder, reuse)
