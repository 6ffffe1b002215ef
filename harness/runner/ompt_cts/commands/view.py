# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Show a saved trace: `ompt-view` with the same options, regions where it is told no view."""

from __future__ import annotations

import subprocess

from ompt_cts.paths import build_dir
from ompt_cts.steps import tools

DEFAULT = "--regions"
# What stands for itself: a view, or what makes a trace.
CHOSEN = {
    *("--text", "--threads", "--counts", DEFAULT, "--timeline", "--json", "--info"),
    *("--from-text", "--help", "-h"),
}


def run(words: list[str]) -> int:
    names = {word.partition("=")[0] for word in words}
    view = [] if names & CHOSEN else [DEFAULT]
    viewer = tools.require_tool(build_dir(), "ompt-view")
    return subprocess.run([str(viewer), *view, *words], check=False).returncode
