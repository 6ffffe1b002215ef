"""The result of a failed step: one line of the file that OMPT_CTS_FAILED names, for the verdict.

A line has step, exit status and message, separated by tabs; judge.sh and compare.sh write the same.
A verdict reads only these lines: the output of a program, a compiler or a test decides nothing.

Every test imports this module at its start: it imports nothing slow.
"""

import os
import re

VARIABLE, SUFFIX = "OMPT_CTS_FAILED", ".failed"
COMPILE, RECORD, JUDGE, VIEW = "compile", "record", "judge", "view"
DIFFERS = 1  # FileCheck's status if a view differs; all others are mistakes in its lines
LONGEST = 300
# The end of a program, a refusal of a compiler, or a missing symbol of a linker. The compiler's
# later line about a failed linker says nothing.
TELLS = re.compile(
    r"^(?!.*linker command failed)(the program: |the output |.*(\berror: |undefined|cannot find))"
)

Failure = tuple[str, int, str]  # step, exit status, message


def tell(step: str, status: int, message: str, where: str = "") -> None:
    """Adds a result to the file `where`, or to that of the environment, if there is one."""
    path = where or os.environ.get(VARIABLE, "")
    if path:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{step}\t{status}\t{' '.join(message.split())[:LONGEST]}\n")


def first(path: str) -> Failure | None:
    """The first step that failed; None if none did."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            step, status, message = file.readline().rstrip("\n").split("\t")
            return step, int(status), message
    except (OSError, ValueError):
        return None


def why(lines: list[str]) -> str:
    """The first line with the cause; empty if there is none."""
    return next((line for line in lines if TELLS.match(line)), "")
