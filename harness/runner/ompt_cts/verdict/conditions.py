"""The conditions of a known deviation on a run: the variables of its programs' environment."""

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase

from ompt_cts.verdict import showing
from ompt_cts.verdict.entry import Entry

# Variables of the environment for a runtime, without those for tools.
SETTINGS = re.compile(r"(OMP|KMP|LIBOMP|LIBOMPTARGET|GOMP)_(?!TOOL)")


def _set(variables: Mapping[str, str], text: str) -> bool:
    """Whether a variable is set; `NAME=VALUE`, both with * and ?, also tests the value."""
    name, equals, value = text.partition("=")
    return any(
        fnmatchcase(one, name) and (not equals or fnmatchcase(told, value))
        for one, told in variables.items()
    )


def holds(entry: Entry, variables: Mapping[str, str]) -> bool:
    """Whether an entry applies to programs with these variables, apart from its profile."""
    if isinstance(entry.settings, tuple):
        return all(_set(variables, one) for one in entry.settings)
    return not entry.settings or any(SETTINGS.match(name) for name in variables)


def check(settings: object) -> None:
    """The checked value of the key `settings`. ValueError says what it must be."""
    texts = settings if isinstance(settings, list) else []
    if isinstance(settings, bool) or (texts and all(isinstance(t, str) and t for t in texts)):
        return
    raise ValueError("must be true, false or a list of NAME or NAME=VALUE")


def told(entry: Entry) -> str:
    """An entry's conditions in words; empty if it has none."""
    words = []
    if isinstance(entry.settings, tuple):
        words.append(f"with {' and '.join(entry.settings)} set")
    elif entry.settings:
        words.append("if the environment changes the runtime's settings")
    words += showing.told(entry)
    return ", ".join(words)
