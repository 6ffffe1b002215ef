# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Show a saved trace."""

from __future__ import annotations

import argparse
import os
import subprocess

from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.steps import tools

VIEWS = {
    "regions": "nested as the program is nested, the same for every interleaving (default)",
    "threads": "each thread's events in order",
    "counts": "how many events of each kind",
    "text": "every event, in the form that the unit tests use",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trace", metavar="TRACE", help="a trace: a folder")
    group = parser.add_mutually_exclusive_group()
    for name, help_text in VIEWS.items():
        group.add_argument(
            f"--{name}", dest="view", action="store_const", const=name, help=help_text
        )
    parser.set_defaults(view="regions")


def run(args: argparse.Namespace) -> int:
    if not os.path.isdir(args.trace):
        raise UserError(f"{args.trace} is not a trace: there is no such folder")
    viewer = tools.require_tool(build_dir(), "ompt-view")
    return subprocess.run([str(viewer), f"--{args.view}", args.trace], check=False).returncode
