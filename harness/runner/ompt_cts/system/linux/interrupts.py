"""Ctrl-C: one line while the program still loads, as later; it waits where it would be lost."""

import os
import signal
from types import FrameType

MOMENT = 5  # seconds that lit has to end after an interrupt


def leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"ompt-cts: interrupted\n")
    os._exit(128 + number)


def and_end(number: int, frame: FrameType | None) -> None:
    """Ends lit as its own handler does, and after a moment in any case: lit may wait forever for a
    worker that the same interrupt has ended while the worker held the lock of their queue."""
    signal.alarm(MOMENT)
    signal.default_int_handler(number, frame)


def while_loading() -> None:
    """From here until `loaded`, Ctrl-C ends the process with one line. That includes a Ctrl-C that
    came while `hold` kept it back."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def loaded() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def block() -> set[int]:
    """Interrupts from the keyboard and from the keeper wait from here on until `restore` gets the
    returned mask."""
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGUSR1)))


def restore(mask: set[int]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def hold() -> None:
    """Keeps Ctrl-C back for the Python that this process executes next."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
