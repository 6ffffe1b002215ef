# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Waiting for processes that need not be children."""

from __future__ import annotations

import os
import select


def wait_for_end(pid: int, seconds: float) -> bool:
    """Returns when the process has ended, or after so many seconds: false."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        return bool(poll.poll(seconds * 1000))
    finally:
        os.close(watch)
