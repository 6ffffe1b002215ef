"""The conditions of a known deviation: releases, compilers, devices, settings, a day.

An unknown fact about a run meets no condition: a program from an unknown compiler meets no
condition about compilers.
"""

import datetime
import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from ompt_cts.verdict import showing
from ompt_cts.verdict.entry import Entry

NO_DEVICE = "none"
NUMBER = re.compile(r"\d+(?:\.\d+)*")
BOUND = re.compile(r"(<=|>=|==|!=|<|>|)(\d+(?:\.\d+)*)")
COMPILER = re.compile(r"([A-Za-z][\w+-]*)(?:\s+(.*))?")
ORDERS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "": operator.eq,
    "!=": operator.ne,
}
# Variables of the environment for a runtime, without those for tools.
SETTINGS = re.compile(r"(OMP|KMP|LIBOMP|LIBOMPTARGET|GOMP)_(?!TOOL)")


@dataclass(frozen=True)
class Circumstances:
    """The known facts about a run. Empty is unknown, except for the variables of its programs."""

    version: str = ""  # the runtime's, as in the title of its description
    compilers: tuple[str, ...] = ()  # name and version string of each
    device: str = ""  # the target of target regions, or `none`
    variables: Mapping[str, str] = field(default_factory=dict)
    today: datetime.date = datetime.date.min


def _parts(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


def bounds(text: str) -> list[tuple[str, tuple[int, ...]]]:
    """`>=19.1 <20` as operators and numbers. ValueError for anything else."""
    found = []
    for word in re.sub(r"([<>=!])\s+", r"\1", text).replace(",", " ").split():
        met = BOUND.fullmatch(word)
        if not met:
            raise ValueError(f"{word!r} is no bound such as >=19.1")
        found.append((met[1], _parts(met[2])))
    if not found:
        raise ValueError("there is no bound such as >=19.1")
    return found


def within(version: str, text: str) -> bool:
    """Whether a version is within all bounds. A bound is compared as far as it is precise: 19.1.7
    is 19, and neither above nor below it."""
    if not version:
        return False
    given = _parts(version)
    return all(ORDERS[how](given[: len(bound)], bound) for how, bound in bounds(text))


def named(text: str) -> tuple[str, str]:
    """`clang >=19 <21` as a compiler's name and the bounds of its version, which may be empty.
    ValueError."""
    met = COMPILER.fullmatch(text.strip())
    if not met:
        raise ValueError(f"{text!r} is no compiler such as clang >=19")
    if met[2]:
        bounds(met[2])
    return met[1], met[2] or ""


def _compiled(compilers: tuple[str, ...], text: str) -> bool:
    """Whether one of the run's compilers has the name as a word, and a version within the
    bounds."""
    name, limits = named(text)
    word = re.compile(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])")
    for compiler in filter(word.search, compilers):
        dotted = [one for one in NUMBER.findall(compiler) if "." in one]
        if not limits or (dotted and within(dotted[0], limits)):
            return True
    return False


def _set(variables: Mapping[str, str], text: str) -> bool:
    """Whether a variable is set; `NAME=VALUE`, both with * and ?, also tests the value."""
    name, equals, value = text.partition("=")
    return any(
        fnmatchcase(one, name) and (not equals or fnmatchcase(told, value))
        for one, told in variables.items()
    )


def expired(entry: Entry, today: datetime.date) -> bool:
    return bool(entry.expires) and today.isoformat() > entry.expires


def holds(entry: Entry, here: Circumstances) -> bool:
    """Whether an entry applies to a run, apart from its profile."""
    settings = entry.settings
    if isinstance(settings, tuple):
        met = all(_set(here.variables, one) for one in settings)
    else:
        met = not settings or any(SETTINGS.match(name) for name in here.variables)
    return (
        met
        and not expired(entry, here.today)
        and (not entry.version or within(here.version, entry.version))
        and (not entry.compiler or any(_compiled(here.compilers, one) for one in entry.compiler))
        and (not entry.device or bool(here.device and fnmatchcase(here.device, entry.device)))
    )


def check(key: str, value: object) -> None:
    """The checked value of one of these keys. ValueError says what it must be."""
    if key == "expires" and type(value) is not datetime.date:  # a time of day is a date to Python
        raise ValueError("must be a day: 2027-01-31")
    if key == "version":
        bounds(value) if isinstance(value, str) else _wrong("a text such as >=19.1 <20")
    if key == "compiler":
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not texts:
            _wrong("a text such as clang >=19, or a list of such")
        for text in texts:
            named(text) if isinstance(text, str) else _wrong("a list of texts")
    if key == "device" and not (isinstance(value, str) and value):
        _wrong(f"a device's triple, with * and ?, or {NO_DEVICE}")
    if key == "settings" and not isinstance(value, bool):
        texts = value if isinstance(value, list) else []
        if not texts or not all(isinstance(text, str) and text for text in texts):
            _wrong("true, false or a list of NAME or NAME=VALUE")


def _wrong(what: str) -> None:
    raise ValueError(f"must be {what}")


def told(entry: Entry) -> str:
    """An entry's conditions in words; empty if it has none."""
    words = []
    if entry.version:
        words.append(f"in releases {entry.version}")
    if entry.compiler:
        words.append(f"with {' or '.join(entry.compiler)}")
    if entry.device:
        none = entry.device == NO_DEVICE
        words.append("without a device" if none else f"on devices {entry.device}")
    if isinstance(entry.settings, tuple):
        words.append(f"with {' and '.join(entry.settings)} set")
    elif entry.settings:
        words.append("if the environment changes the runtime's settings")
    if entry.expires:
        words.append(f"until {entry.expires}")
    words += showing.told(entry)
    return ", ".join(words)
