"""Programs in a session and process group of their own, which are ended as one."""

import contextlib
import os
import signal
import subprocess
from typing import Any


def start(command: list[str], **options: Any) -> "subprocess.Popen[Any]":
    """subprocess.Popen in a group of its own, whose number is that of the process."""
    return subprocess.Popen(command, start_new_session=True, **options)


def interrupt(group: int) -> None:
    """As the keyboard would."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGINT)


def kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
