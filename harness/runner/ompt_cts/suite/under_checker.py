"""Another project's lit, with the checker as a tool in every program that its tests run.

    python -m ompt_cts.suite.under_checker CHECKER FOLDER [lit's arguments]

lit hands its tests a few variables of the environment only, and OMP_TOOL_LIBRARIES is not among them:
they are put into each test's own environment, with a trace of its own in FOLDER. Nothing of the
project is changed. A test that sets these variables itself, or is a tool, is left as it is.
"""

import re
import sys
from pathlib import Path
from typing import Any

UNSAFE = re.compile(r"[^\w.+-]+")


def trace_of(folder: str, test_name: str) -> Path:
    """Where a test's programs are recorded; `test_name` is lit's, "libomp :: parallel/x.c"."""
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
