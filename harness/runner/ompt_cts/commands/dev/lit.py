"""Run test programs with the lit that `setup` has installed: `ompt-cts dev lit -v suites/tasking`.

The words are lit's; lit.cfg.py lists its --param."""

import os
import subprocess
import sys

from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.suite.suite_run import LIT


def run(words: list[str]) -> int:
    build = build_dir()
    if build.exists() and not os.access(build, os.W_OK | os.X_OK):
        raise UserError(f"no permission to write {build} (OMPT_CTS_BUILD_DIR names another folder)")
    where = ["--param", f"build={build}", "--param", "kept=1"]
    return subprocess.run([sys.executable, "-P", "-c", LIT, *where, *words], check=False).returncode
