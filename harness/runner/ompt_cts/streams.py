"""The standard streams of a command: some are closed, some lead to a full disk or to a reader that has
left. Standard library only."""

import os
import sys

from ompt_cts.errors import UserError


def open_closed() -> None:
    """Lets those that are closed lead to /dev/null: else the next file that is opened would take the
    place of one, and be written to as such."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest free number
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def write_out() -> None:
    """Writes what is kept of the standard output, while what goes wrong can still be said.
    BrokenPipeError where nobody reads it; UserError where it cannot be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"cannot write the standard output: {error.strerror}") from None


def settle() -> None:
    """Lets the standard output lead to /dev/null if it cannot be written, so that the end of Python
    has nothing to complain of."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
