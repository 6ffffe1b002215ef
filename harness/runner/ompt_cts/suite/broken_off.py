"""Judges the recordings of programs that crashed or hung; the test's further steps do not.

The absence of an event in such a recording proves nothing. The findings of signal handlers may
explain the end.
"""

import contextlib
import subprocess

from ompt_cts.steps.tools import Tools
from ompt_cts.verdict import left

SECONDS = 120.0


def judge(base: str, tools: Tools) -> None:
    """Writes X.broken-off.json for each recording X of the test with this %t that a crash or the
    time limit ended. A recording that cannot be judged leaves nothing."""
    for trace, record in left.read_files(left.files_of(base), ".record.json"):
        aside = "with_probes" in record  # another run of the program is judged as usual
        ended = record["with_probes"] if aside else record
        if ended.get("state") not in ("crash", "timeout"):
            continue
        command = [tools.validate, "--profile", tools.profile]
        command += ["--json", f"{trace}{left.BROKEN_OFF}"]
        command.append(f"{trace}.with-probes" if aside else trace)
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
