"""Runs the tests of the suites with lit in this process, for the scripts that measure them. Importing this
makes the runner's package importable."""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "harness" / "runner"))
import lit.main
import lit.run
from ompt_cts import catalogue
from ompt_cts.paths import build_dir
from ompt_cts.runtime import runtimes
from ompt_cts.suite import resolved


def run(runtime: str, execute: Callable[[lit.run.Run], None]) -> None:
    """Calls `execute` in the place of lit's own loop over the tests, on the runtime with this name.
    UserError if it is not on this machine."""
    lit.run.Run.execute = execute
    found = runtimes.require(runtimes.resolve(runtimes.find_description(runtime)))
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "resolved.json"
        resolved.write(resolved.resolve(found, catalogue.DEFAULT_PROFILE, "", build_dir()), told)
        os.chdir(ROOT)
        sys.argv[1:] = ["suites", "--param", f"resolved={told}", "--param", "kept=1"]
        lit.main.main()
