"""The command line of every lint: LINT.py [ROOT]."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path


def tell(problems: Callable[[Path], Iterable[str]]) -> None:
    """Ends the script: one line per problem below ROOT, by default this checkout; status 1 if there is
    any."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]
    found = list(problems(root))
    print("\n".join(found))
    sys.exit(1 if found else 0)
