"""Errors of the user's input or machine, each reported in one line."""

import errno

EXIT_CANNOT_TELL = 2


class UserError(Exception):
    """A problem that the user can mend: one clear line, exit code 2, no traceback."""


def in_words(error: OSError) -> str:
    """Why the system refused a call: nobody thinks of the limit on the size of a file."""
    limit = " (the limit that ulimit -f shows)" if error.errno == errno.EFBIG else ""
    return f"{error.strerror}{limit}"
