# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Write every page under docs/generated/ anew that is made from files of the repository.

The matrix is not among them: it is made from reports (`ompt-cts matrix`). ctest says when a page is
older than what it is made from."""

from __future__ import annotations

import argparse
import subprocess
import sys

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, build_dir, is_installed
from ompt_cts.reports import deviation_pages

RULES = "harness/rules_gen"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser  # there is nothing to choose


def makers() -> list[list[str]]:
    """The programs that make pages, each with its arguments, from the repository's root."""
    return [
        [f"{RULES}/generate.py", "--rules", "rules", "--out-md", "docs/generated/rules"],
        [f"{RULES}/lint.py", "--warn", "--write-page"],
        [f"{RULES}/coverage.py", "--write"],
        ["harness/validator/pages/machine_pages.py", str(build_dir() / "bin" / "machine-diagrams")],
    ]


def run(args: argparse.Namespace) -> int:
    del args
    if is_installed():
        raise UserError("regenerate needs a checkout; this is an installed copy")
    for script, *arguments in makers():
        done = subprocess.run([sys.executable, script, *arguments], cwd=ROOT, check=False)
        if done.returncode:
            raise UserError(f"{script} failed: see above")
        print(f"{script}: done")
    deviation_pages.main()
    return 0
