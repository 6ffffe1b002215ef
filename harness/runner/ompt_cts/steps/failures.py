"""The result of a step that failed: one line of the file that OMPT_CTS_FAILED names, for the verdict.

Step, exit status and message, with tabs between them; judge.sh and compare.sh write the same. A verdict
reads these lines only: the text that a program, a compiler or a test prints decides nothing.

Part of every test's start: imports nothing that takes long.
"""

import os
import re

VARIABLE, SUFFIX = "OMPT_CTS_FAILED", ".failed"
COMPILE, RECORD, JUDGE, VIEW = "compile", "record", "judge", "view"
DIFFERS = 1  # FileCheck's status where a view is another one; all others are mistakes of its lines
LONGEST = 300
# How a program ended, what a compiler refused or a linker did not find. That a linker has failed,
# as compilers say afterwards, tells nothing.
TELLS = re.compile(
    r"^(?!.*linker command failed)(the program: |the output |.*(\berror: |undefined|cannot find))"
)

Failure = tuple[str, int, str]  # step, exit status, message


def tell(step: str, status: int, message: str, where: str = "") -> None:
    """Adds a result to the file `where`, or to that of the environment; without one it is not kept."""
    path = where or os.environ.get(VARIABLE, "")
    if path:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{step}\t{status}\t{' '.join(message.split())[:LONGEST]}\n")


def first(path: str) -> Failure | None:
    """The first step that failed; None where none did."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            step, status, message = file.readline().rstrip("\n").split("\t")
            return step, int(status), message
    except (OSError, ValueError):
        return None


def why(lines: list[str]) -> str:
    """The first line that says what went wrong; empty if none does."""
    return next((line for line in lines if TELLS.match(line)), "")
