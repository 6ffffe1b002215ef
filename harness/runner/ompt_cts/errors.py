"""Errors of the user's input or machine, each reported in one line."""

EXIT_CANNOT_TELL = 2


class UserError(Exception):
    """A problem that the user can mend: one clear line, exit code 2, no traceback."""
