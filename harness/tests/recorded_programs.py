"""Common parts of tests that compile programs with OpenMP and run them under the checker.

Needs OMPT_CTS_BIN (folder of the checker and the tools), OMPT_CTS_CC (a compiler with OpenMP) and
OMPT_CTS_INCLUDE (folder of cts.h) in the environment; ctest sets them.
"""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

BIN = Path(os.environ["OMPT_CTS_BIN"])
CC = os.environ["OMPT_CTS_CC"]
FLAGS = os.environ.get("OMPT_CTS_CFLAGS", "").split()
INCLUDE = os.environ["OMPT_CTS_INCLUDE"]
CHECKER = BIN / "libompt-checker.so"
VIEW = BIN / "ompt-view"


def openmp() -> list[str]:
    """Flags for a program that finds the compiler's own runtime."""
    runtime = subprocess.run(
        [CC, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return ["-fopenmp", f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"]


def compile_program(source: Path, program: Path, options: Sequence[str]) -> Path:
    """Compiles and links one source; CalledProcessError if the compiler refuses it."""
    command = [CC, "-O1", "-g", *FLAGS, f"-I{INCLUDE}", str(source), *options]
    subprocess.run([*command, "-pthread", "-ldl", "-o", str(program)], check=True)
    return program


def environment(trace: str | Path, **options: str) -> dict[str, str]:
    """For a program with events in this trace, without probes. Waiting threads sleep: if they spin,
    the machine's load determines the time of a region."""
    return {
        **os.environ,
        "OMP_TOOL_LIBRARIES": str(CHECKER),
        "OMPT_CTS_TRACE": str(trace),
        "OMPT_CTS_PROBES": "none",
        "OMP_WAIT_POLICY": "passive",
        **options,
    }
