"""The checker takes no names from elsewhere but those that foreign_names.txt lists.

test_names.py LIBRARY
"""

import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).resolve().parent / "foreign_names.txt"


def main(library: str) -> int:
    lines = [line.strip() for line in LIST.read_text(encoding="utf-8").splitlines()]
    allowed = {line for line in lines if line and not line.startswith("#")}
    command = ["nm", "--dynamic", "--undefined-only", "--format=posix", library]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = {line.split()[0].partition("@")[0] for line in shown.splitlines()}
    for name in sorted(names - allowed):
        print(f"{library} takes {name} from whoever defines it first: {LIST.name} says why not to")
    return 0 if names <= allowed else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
