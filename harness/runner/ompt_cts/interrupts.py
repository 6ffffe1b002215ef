"""Ctrl-C while the program is still being loaded: one line, as later."""

import os
import signal
from types import FrameType


def leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"ompt-cts: interrupted\n")
    os._exit(128 + number)


def while_loading() -> None:
    """From here on until `loaded` Ctrl-C ends the process with one line, also one that came while
    `hold` kept it back."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def loaded() -> None:
    """From here on Ctrl-C is a KeyboardInterrupt."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def hold() -> None:
    """Keeps Ctrl-C back, for the Python that this process becomes next."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
