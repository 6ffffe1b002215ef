"""The files that the steps of a test leave beside its traces."""

import os
from pathlib import Path

from ompt_cts import stored
from ompt_cts.files import Json
from ompt_cts.steps.failures import SUFFIX

BROKEN_OFF = ".broken-off.json"
SUFFIXES = (".record.json", ".findings.json", ".observed.json", BROKEN_OFF, ".outcome.json", SUFFIX)


def files_of(base: str) -> list[str]:
    """The files of the steps of the test with this %t, in a fixed order."""
    folder, prefix = os.path.split(base)
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    return sorted(
        os.path.join(folder, name)
        for name in names
        if name.startswith(prefix) and name.endswith(SUFFIXES)
    )


def read_files(paths: list[str], suffix: str) -> list[tuple[str, Json]]:
    """The files of one kind with their names before the suffix; a broken one reads as empty."""
    found = []
    for path in paths:
        if path.endswith(suffix):
            try:
                data = stored.decode(Path(path).read_bytes())
            except (OSError, ValueError):
                data = {}
            found.append((path.removesuffix(suffix), data if isinstance(data, dict) else {}))
    return found
