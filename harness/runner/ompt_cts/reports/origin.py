"""The origin of a report: the contents of the harness, its commit, and the machine's processor."""

import hashlib
import os
import platform
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import __version__
from ompt_cts.paths import ROOT, is_installed
from ompt_cts.system import calls

DECIDES = ("rules", "suites", "expectations", "runtimes")  # verdicts depend on these
# Tests see these; those that name folders differ from machine to machine.
SETTINGS = ("OMP_", "KMP_", "GOMP_", "LIBOMP", "CTS_STORM", "OMPT_CTS_SIMULATED_")
OWN = "CALLBACKS MAX_TRACE PERTURB PROBES SAMPLE STACKS TARGET TRACED"
SETTINGS += tuple(f"OMPT_CTS_{name}" for name in OWN.split())


def made_by() -> dict[str, Any]:
    """The values that must agree for two outcomes of one run: the harness's version and commit, the
    contents of the folders that decide, and the user's settings."""
    return {"commit": commit(), **contents(DECIDES)}


def contents(folders: Iterable[str]) -> dict[str, Any]:
    """The harness's version, the contents of folders of the checkout, and the user's settings."""
    set_here = {name: os.environ[name] for name in sorted(os.environ) if name.startswith(SETTINGS)}
    return {
        "version": __version__,
        **{name: _digest(ROOT / name) for name in folders},
        "settings": set_here,
    }


@cache
def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(folder)}\0{content}\n".encode())
    return digest.hexdigest()


@cache
def commit() -> str:
    if is_installed():  # perhaps inside another project's checkout
        return "unknown"
    try:
        done = subprocess.run(
            ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
            + ["describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return done.stdout.strip() or "unknown"


@cache
def processor() -> str:
    return calls.processor_name() or platform.processor() or platform.machine()
