# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Known deviations of a runtime: `expectations/<runtime>.toml`.

    [[deviation]]
    rule = "initial-task.end-parallel-data"    # or view, crash, timeout
    tests = ["parallel/*", "tasking/basic.c"]  # globs over test names
    profiles = ["5.1", "5.2"]                  # optional; without it every profile
    reason = "what the runtime does instead"
    clause = "19.5.2.11"
    link = "https://…"                         # or source = "file:line"; optional
    attribution = "runtime"                    # or "toolchain"
    sometimes = true                           # optional: does not show in every run
    match = "text"                             # optional: the finding's message contains this
    beside = "teams-begin.before-initial-tasks" # optional: the test breaks this rule as well

`corpus` reads expectations/corpus/<runtime>.toml as well; its tests are corpus/<collection>/<program>.

A finding that an entry describes is waived. An entry whose rule was exercised in its tests and
contradicted in none of them no longer holds: xpass.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ompt_cts.catalogue import PROFILES, PSEUDO_RULES
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

ATTRIBUTIONS = ("runtime", "toolchain")
TEXTS = ("rule", "reason", "clause", "link", "source", "attribution", "match", "beside")
REQUIRED = ("rule", "tests", "reason", "attribution")


@dataclass(frozen=True)
class Deviation:
    rule: str
    tests: tuple[str, ...]
    reason: str
    attribution: str
    profiles: tuple[str, ...] = PROFILES
    clause: str = ""
    link: str = ""
    source: str = ""
    match: str = ""
    beside: str = ""
    sometimes: bool = False

    def covers_test(self, test: str) -> bool:
        return any(
            fnmatchcase(test, glob) or fnmatchcase("suites/" + test, glob) for glob in self.tests
        )

    def waives(self, test: str, rule: str, message: str, broken: Collection[str] = ()) -> bool:
        """Whether this entry tells of a finding in a test in which the `broken` rules are broken."""
        if rule != self.rule or self.match not in message:
            return False
        return self.covers_test(test) and (not self.beside or self.beside in broken)

    def names_only(self, test: str) -> bool:
        """True where the entry is about this one test and no other."""
        return len(self.tests) == 1 and self.tests[0].removeprefix("suites/") == test


def default_path(runtime: str) -> Path:
    return ROOT / "expectations" / f"{runtime}.toml"


def corpus_path(runtime: str) -> Path:
    """Deviations that only programs outside the suites have shown."""
    return ROOT / "expectations" / "corpus" / f"{runtime}.toml"


def _entry(data: Any, where: str) -> Deviation:
    if not isinstance(data, dict):
        raise UserError(f"{where}: a deviation is a table: [[deviation]]")
    known = {*TEXTS, "tests", "profiles", "sometimes"}
    for key in REQUIRED:
        if key not in data:
            raise UserError(f"{where}: the key {key!r} is missing")
    for key, value in data.items():
        if key not in known:
            raise UserError(f"{where}: unknown key {key!r}")
        if key in TEXTS and not isinstance(value, str):
            raise UserError(f"{where}: {key} must be a string")
        if key in ("tests", "profiles") and not (
            isinstance(value, list) and value and all(isinstance(item, str) for item in value)
        ):
            raise UserError(f"{where}: {key} must be a list of strings")
    if data["attribution"] not in ATTRIBUTIONS:
        raise UserError(f"{where}: attribution is {' or '.join(ATTRIBUTIONS)}")
    odd = set(data.get("profiles", ())) - set(PROFILES)
    if odd:
        raise UserError(f"{where}: unknown profile {sorted(odd)[0]!r}")
    lists = {key: tuple(data[key]) for key in ("tests", "profiles") if key in data}
    return Deviation(**{**data, **lists})


def load(path: Path, profile: str, rules: set[str] | None = None) -> list[Deviation]:
    """The deviations that the file lists for a profile; `rules` are the ids that exist."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not valid TOML: {error}") from None
    odd = set(data) - {"deviation"}
    if odd:
        raise UserError(f"{path}: unknown key {sorted(odd)[0]!r}")
    entries = []
    for number, item in enumerate(data.get("deviation", []), start=1):
        entry = _entry(item, f"{path}: deviation {number}")
        for name in filter(None, (entry.rule, entry.beside)):
            if rules is not None and name not in rules and name not in PSEUDO_RULES:
                raise UserError(f"{path}: deviation {number}: there is no rule {name!r}")
        if profile in entry.profiles:
            entries.append(entry)
    return entries


def for_runtime(
    runtime: str, profile: str, explicit: str = "", rules: set[str] | None = None
) -> list[Deviation]:
    """Those of the file given, or of the runtime's own file if there is one; "none" is no file."""
    if explicit == "none":
        return []
    path = Path(explicit) if explicit else default_path(runtime)
    return load(path, profile, rules) if explicit or path.exists() else []


def find(
    entries: list[Deviation], test: str, rule: str, message: str, broken: Collection[str] = ()
) -> Deviation | None:
    return next((entry for entry in entries if entry.waives(test, rule, message, broken)), None)
