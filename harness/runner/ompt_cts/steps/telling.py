"""Which line of a command's output says what went wrong."""

import re

# How a program ended, what a compiler refused or a linker did not find. That a linker has failed,
# as compilers say afterwards, tells nothing.
TELLS = re.compile(
    r"^(?!.*linker command failed)(the program: |the output |.*(\berror: |undefined|cannot find))"
)


def telling(lines: list[str]) -> str:
    """The first line that says what went wrong; empty if none does."""
    return next((line for line in lines if TELLS.match(line)), "")
