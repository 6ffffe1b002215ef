"""Show the code that made threads wait: `ompt-blame` with the same options."""

import subprocess

from ompt_cts.paths import build_dir
from ompt_cts.steps import tools


def run(words: list[str]) -> int:
    tool = tools.require_tool(build_dir(), "ompt-blame")
    return subprocess.run([str(tool), *words], check=False).returncode
