"""A project's settings for all its runs: ompt-cts.toml, or the table [tool.ompt-cts] of pyproject.toml.

    library = "build/lib/libomp.so"      # paths are relative to the file
    cc = "clang"
    profile = "6.0"
    expectations = "ompt/known.toml"

Each key is an option of the commands that have it. The nearest file counts, in the working directory
or above it. The command line overrides the file; the command names the file that it has read.
"""

import os
from collections.abc import Collection
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.progress import say

FILE, PYPROJECT = "ompt-cts.toml", "pyproject.toml"
OF_LIBRARY = ("library", "cc", "cxx", "fc", "cflags", "ldflags", "include", "offload-flags")
KEYS = ("runtime", *OF_LIBRARY, "profile", "expectations")
PATHS = ("runtime", "library", "include", "expectations")  # if such a file exists


def _table(path: Path) -> dict[str, object] | None:
    """The file's settings; None if it has none. UserError if it cannot be read."""
    if not os.path.exists(path):
        return None
    data = files.read_toml(path)
    if path.name == FILE:
        return data
    tools = data.get("tool")
    found = tools.get("ompt-cts") if isinstance(tools, dict) else None
    if not isinstance(found, dict | None):
        raise UserError(f"{path}: tool.ompt-cts is no table")
    return found


def settings(folder: Path) -> tuple[Path | None, dict[str, str]]:
    """The nearest file with settings, from a folder upward, and its settings. UserError for a key
    that is not in KEYS, or a value that is not text."""
    for place in (folder, *folder.parents):
        for name in (FILE, PYPROJECT):
            path = place / name
            if (table := _table(path)) is None:
                continue
            for key, value in table.items():
                if key not in KEYS or not isinstance(value, str):
                    raise UserError(
                        f"{path}: {key}: the keys are {', '.join(KEYS)}, all of them texts"
                    )
            found = {key: str(value) for key, value in table.items()}
            if "runtime" in found and "library" in found:
                raise UserError(f"{path}: runtime and library exclude each other")
            for key in PATHS:
                if key in found and (place / found[key]).exists():
                    found[key] = str(place / found[key])
            return path, found
    return None, {}


def words(options: Collection[str], typed: Collection[str], folder: Path) -> list[str]:
    """The settings as words of a command line, for options that the command has and the user has
    not typed. A typed runtime or library also replaces the file's settings of the library."""
    path, found = settings(folder)
    given = {word.partition("=")[0].removeprefix("--") for word in typed if word.startswith("--")}
    if given & {"runtime", "library"}:
        given |= {"runtime", *OF_LIBRARY}
    taken = {k: v for k, v in found.items() if f"--{k}" in options and k not in given}
    if taken:
        say(f"{path}: {', '.join(f'{key} {value}' for key, value in taken.items())}")
    return [f"--{key}={value}" for key, value in taken.items()]
