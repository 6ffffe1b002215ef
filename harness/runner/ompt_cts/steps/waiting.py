"""Waiting for processes that need not be children."""

import os
import select


def wait_for_end(pid: int, seconds: float, also: int = -1) -> bool:
    """Returns when the process has ended, or after so many seconds, or when the descriptor `also` can
    be read: false."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        if also >= 0:
            poll.register(also, select.POLLIN)
        return any(descriptor == watch for descriptor, _ in poll.poll(seconds * 1000))
    finally:
        os.close(watch)
