"""All files of expectations/ side by side: the files with each cause, and the files in which it is
mended."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import files
from ompt_cts.reports.deviations import EXPECTATIONS, by_cause
from ompt_cts.verdict import expectations
from ompt_cts.verdict.expectations import Deviation


@dataclass
class Known:
    """One file of expectations/. `name` is the runtime's, with -corpus for deviations that only
    programs outside the suites have shown."""

    name: str
    title: str
    about: str
    own: dict[str, list[Deviation]]  # by cause, the entries of the file
    all: dict[str, list[Deviation]]  # also those of its bases
    without: dict[str, dict[str, Any]] = field(default_factory=dict)  # by cause
    bases: list[str] = field(default_factory=list)


@cache
def load() -> dict[str, Known]:
    """Every file by its name, in the order of the names."""
    paths = {path.stem: path for path in sorted(EXPECTATIONS.glob("*.toml"))}
    for path in sorted((EXPECTATIONS / "corpus").glob("*.toml")):
        paths[f"{path.stem}-corpus"] = path
    return {name: _read(name, path) for name, path in sorted(paths.items())}


def _read(name: str, path: Path) -> Known:
    data = files.read_toml(path)
    return Known(
        name,
        data.get(
            "title", f"{path.stem}: programs outside the suites" if path.stem != name else name
        ),
        data.get("about", ""),
        by_cause(expectations.own(path)),
        by_cause(expectations.read(path)),
        expectations.without(data),
        # A base lies beside the file: the base of a corpus file is another corpus file.
        [
            f"{base}{name.removeprefix(path.stem)}"
            for base, _ in expectations.bases(data, str(path))
        ],
    )


def has(known: Known, entries: list[Deviation]) -> bool:
    """Whether a file has one of these entries, for any tests."""
    mine = {(e.rule, e.reason) for e in known.all.get(cause_of(entries), [])}
    return any((entry.rule, entry.reason) in mine for entry in entries)


def cause_of(entries: list[Deviation]) -> str:
    return next(iter(by_cause(entries[:1])))


def mended(cause: str) -> Iterator[tuple[Known, str]]:
    """The files that no longer have all entries of a cause, each with its reason."""
    for known in load().values():
        if item := known.without.get(cause):
            only = f" ({', '.join(item['rules'])})" if "rules" in item else ""
            yield known, item["reason"] + only


def breakers(rule: str) -> Iterator[tuple[Known, str, Known, Deviation]]:
    """The known breakers of a rule: the file, the cause, the file with its text, the entry."""
    for known in load().values():
        for cause, entries in known.all.items():
            entry = next((e for e in entries if e.rule == rule), None)
            if entry:
                yield known, cause, origin(known, cause, entry), entry


def origin(known: Known, cause: str, entry: Deviation) -> Known:
    """The file with the text of an entry: this one, or one of its bases."""
    if any(e.rule == entry.rule and e.reason == entry.reason for e in known.own.get(cause, [])):
        return known
    for base in known.bases:
        other = load()[base]
        if has(other, [entry]):
            return origin(other, cause, entry)
    return known
