"""Waiting for output, and for processes that need not be children."""

import os
import select
from typing import IO


def wait_for_end(pid: int, seconds: float, *also: int) -> bool:
    """Returns when the process has ended; false after `seconds`, or when one of the descriptors
    `also` becomes readable. Negative descriptors are ignored."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        for descriptor in also:
            if descriptor >= 0:
                poll.register(descriptor, select.POLLIN)
        return any(descriptor == watch for descriptor, _ in poll.poll(seconds * 1000))
    finally:
        os.close(watch)


def has_output(pipe: IO[bytes], seconds: float) -> bool:
    """Waits until a pipe can be read; false after `seconds`."""
    return bool(select.select([pipe], [], [], seconds)[0])
