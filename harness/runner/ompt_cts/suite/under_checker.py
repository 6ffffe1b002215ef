"""Another project's lit, with the checker as a tool in every program of its tests.

  python -m ompt_cts.suite.under_checker CHECKER FOLDER [lit's arguments]

lit passes only a few variables of the environment to its tests, and OMP_TOOL_LIBRARIES is not among
them. This module puts the variables into each test's own environment, with a trace of its own in
FOLDER. Nothing in the project changes. A test that sets these variables itself, or is a tool, stays
unchanged.
"""

import re
import sys
from pathlib import Path
from typing import Any

UNSAFE = re.compile(r"[^\w.+-]+")


def trace_of(folder: str, test_name: str) -> Path:
    """The trace of a test's programs; `test_name` is lit's, "libomp :: parallel/x.c"."""
    suite, _, path = test_name.partition(" :: ")
    parts = [UNSAFE.sub("-", part) for part in (suite, *path.split("/"))]
    return Path(folder).joinpath(*parts)


def patch(checker: str, folder: str) -> None:
    import lit.formats

    original = lit.formats.ShTest.execute

    def execute(self: Any, test: Any, config: Any) -> Any:
        trace = trace_of(folder, test.getFullName())
        trace.parent.mkdir(parents=True, exist_ok=True)
        before = test.config.environment
        own = {"OMP_TOOL_LIBRARIES": checker, "OMPT_CTS_TRACE": str(trace)}
        test.config.environment = {**before, **own}
        try:
            return original(self, test, config)
        finally:
            test.config.environment = before

    lit.formats.ShTest.execute = execute


if __name__ == "__main__":
    import lit.main

    patch(*sys.argv[1:3])
    del sys.argv[1:3]
    lit.main.main()
