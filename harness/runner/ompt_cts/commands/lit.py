# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run test programs by the lit that `setup` has installed: `ompt-cts lit -v suites/tasking`.

The words are lit's; lit.cfg.py says which --param it knows."""

from __future__ import annotations

import subprocess
import sys

from ompt_cts.paths import build_dir
from ompt_cts.suite.suite_run import LIT


def run(words: list[str]) -> int:
    where = ["--param", f"build={build_dir()}"]
    return subprocess.run([sys.executable, "-c", LIT, *where, *words], check=False).returncode
