# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are. The environment can move the build folder and the cache, nothing else."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RUNNER = ROOT / "harness" / "runner"
RUNTIMES = ROOT / "runtimes"
SUITES = ROOT / "suites"


def build_dir() -> Path:
    """The build folder: `build/` in the checkout, or OMPT_CTS_BUILD_DIR."""
    return Path(os.environ.get("OMPT_CTS_BUILD_DIR") or ROOT / "build").absolute()


def cache_dir() -> Path:
    """The per-user cache that survives a removed build folder: OMPT_CTS_CACHE or XDG's."""
    own = os.environ.get("OMPT_CTS_CACHE")
    if own:
        return Path(own).absolute()
    xdg = os.environ.get("XDG_CACHE_HOME")
    return (Path(xdg) if xdg else Path.home() / ".cache").absolute() / "ompt-cts"


def runtimes_cache() -> Path:
    """Where runtimes that we obtained ourselves lie, a folder each."""
    return cache_dir() / "runtimes"
