"""The standard streams of a command: some may be closed, or lead to a full disk or to a reader that
has left. Standard library only."""

import io
import os
import sys

from ompt_cts.errors import UserError, in_words


class Messages(io.FileIO):
    """Loses messages that nobody can read: they must not change a command's answer."""

    def write(self, data: "bytes | memoryview", /) -> int:  # type: ignore[override]
        try:
            return super().write(data)
        except OSError:
            return len(data)


def open_closed() -> None:
    """Opens closed standard streams on /dev/null: otherwise the next opened file would take the
    place of one and receive its output. The standard error may be unwritable."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest free number
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))
    raw = io.BufferedWriter(Messages(sys.stderr.fileno(), "w", closefd=False))
    sys.stderr = io.TextIOWrapper(raw, sys.stderr.encoding, "backslashreplace", line_buffering=True)


def write_out() -> None:
    """Flushes the standard output while an error can still be reported. BrokenPipeError without a
    reader; UserError if it cannot be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"cannot write the standard output: {in_words(error)}") from None


def settle() -> None:
    """Redirects an unwritable standard output to /dev/null, so that Python reports no error at
    exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
