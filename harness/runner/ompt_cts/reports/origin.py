# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a report comes from: the suite's commit and the machine's processor."""

from __future__ import annotations

import platform
import subprocess
from functools import cache
from pathlib import Path

from ompt_cts.paths import ROOT, is_installed


@cache
def commit() -> str:
    if is_installed():  # perhaps inside somebody else's checkout
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
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
