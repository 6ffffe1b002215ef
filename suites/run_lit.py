"""ctest's way to lit: takes the first lit that there is, and hands its arguments on.

    run_lit.py BUILD [argument…]

BUILD is the build folder, whose own environment (./ompt-cts setup makes it) comes first; then lit as
a module of this Python, lit on PATH, and the one that Debian's llvm-*-tools bring. Without lit the
test fails and says what to install.
"""

import glob
import importlib.util
import os
import shutil
import subprocess
import sys

MODULE = ["-c", "import lit.main; lit.main.main()"]
ON_PATH = ("lit", "llvm-lit", "llvm-lit-19")
OF_DEBIAN = "/usr/lib/llvm-*/build/utils/lit/lit.py"
MISSING = "lit is missing: pip install lit, apt-get install llvm-19-tools, or ./ompt-cts setup"


def find(build: str) -> list[str]:
    """The command that is lit; empty if there is none."""
    own = os.path.join(build, "venv", "bin", "python3")
    if os.access(own, os.X_OK):
        return [own, *MODULE]
    if importlib.util.find_spec("lit"):
        return [sys.executable, *MODULE]
    for name in ON_PATH:
        if path := shutil.which(name):
            return [path]
    return [sys.executable, max(found)] if (found := glob.glob(OF_DEBIAN)) else []


def main(words: list[str]) -> int:
    build, *arguments = words
    command = find(build)
    if not command:
        print(f"run_lit.py: {MISSING}", file=sys.stderr)
        return 1
    return subprocess.run([*command, *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
