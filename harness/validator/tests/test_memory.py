# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A runtime that creates tasks and never ends one: the validator says that its memory is used up.

test_memory.py OMPT_VALIDATE OMPT_VIEW"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

TASKS = 300_000
MEBIBYTES = 64


def main() -> int:
    validate, view = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="cts-memory-") as folder:
        text, trace = Path(folder) / "tasks.txt", Path(folder) / "trace"
        with text.open("w") as out:
            for task in range(TASKS):
                print(f"1 task_create new_task=+T{task} flags=explicit", file=out)
        subprocess.run([view, "--from-text", text, "--out", trace], timeout=120, check=True)
        done = subprocess.run(
            [validate, f"--memory={MEBIBYTES}", trace],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    if done.returncode == 2 and "memory" in done.stderr and done.stderr.count("\n") == 1:
        return 0
    print(f"status {done.returncode}: {done.stderr}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
