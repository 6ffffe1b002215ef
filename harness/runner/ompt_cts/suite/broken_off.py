"""Judges what was recorded of programs that crashed or hung: the test's further steps do not.

What such a program did not do proves nothing. What its signal handlers found may be why it ended.
"""

import contextlib
import subprocess

from ompt_cts.steps.tools import Tools
from ompt_cts.verdict import evidence

SECONDS = 120.0


def judge(base: str, tools: Tools) -> None:
    """Leaves X.broken-off.json for each recording X of the test with this %t that a crash or the
    time limit ended. One that cannot be judged leaves nothing."""
    for trace, record in evidence.read_files(evidence.left_files(base), ".record.json"):
        aside = "with_probes" in record  # another run of it is judged as usual
        ended = record["with_probes"] if aside else record
        if ended.get("state") not in ("crash", "timeout"):
            continue
        command = [tools.validate, "--profile", tools.profile]
        command += ["--json", f"{trace}{evidence.BROKEN_OFF}"]
        command.append(f"{trace}.with-probes" if aside else trace)
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
