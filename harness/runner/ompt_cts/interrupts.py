"""Ctrl-C while the program still loads: one line, as later."""

import os
import signal
from types import FrameType


def leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"ompt-cts: interrupted\n")
    os._exit(128 + number)


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


def hold() -> None:
    """Keeps Ctrl-C back for the Python that this process executes next."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
