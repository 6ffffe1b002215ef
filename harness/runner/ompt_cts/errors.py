"""What goes wrong because of the user's input or machine, told in one line."""

EXIT_CANNOT_TELL = 2


class UserError(Exception):
    """A problem the user can do something about: one clear line, exit code 2, no traceback."""
