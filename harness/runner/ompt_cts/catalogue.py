# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rule catalogue as the runner needs it, read by the reader that the generator uses."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

PROFILES = ("5.0", "5.1", "5.2", "6.0")
DEFAULT_PROFILE = "5.2"

# Findings that no rule of the catalogue stands for; expectations may name them too.
VIEW = "view"  # the trace's view differs from what the test program's author expects
CRASH = "crash"
TIMEOUT = "timeout"
PSEUDO_RULES = (VIEW, CRASH, TIMEOUT)
# What only the run as a whole shows: a program that ends as it should only without a tool.
HARMLESS = "tool.harmless"
# Where lit and JUnit tell of the rules that only tests for other rules contradict.
ELSEWHERE = "contradicted-elsewhere"


@dataclass(frozen=True)
class Rule:
    """One rule; level and clauses by the OpenMP version, which lacks what it does not have."""

    id: str
    statement: str
    clauses: dict[str, str]
    levels: dict[str, str]
    event: str
    kind: str
    observed_by: tuple[str, ...]
    tolerances: tuple[str, ...]
    chapter: str
    unchecked: str
    no_test: str = ""  # why no test program can exercise it


def _reader() -> Any:
    name = "ompt_cts_rules_catalogue"
    if name not in sys.modules:
        path = ROOT / "harness" / "rules_gen" / "catalogue.py"
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None or not path.exists():
            raise UserError(f"{path} is missing: is this a complete checkout?")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@cache
def load(folder: Path = ROOT / "rules") -> dict[str, Rule]:
    """Every rule by its id, in the catalogue's order."""
    catalogue, problems = _reader().load(folder)
    if not catalogue.rules:
        raise UserError(f"no rules: {problems[0] if problems else folder}")
    titles = {chapter.stem: chapter.title for chapter in catalogue.chapters}
    return {
        rule.id: Rule(
            id=rule.id,
            statement=rule.statement,
            clauses=dict(rule.clause),
            levels=dict(rule.level),
            event=rule.event,
            kind=rule.kind,
            observed_by=rule.observed_by,
            tolerances=rule.tolerances,
            chapter=titles.get(rule.chapter, rule.chapter),
            unchecked=rule.unchecked,
            no_test=rule.no_test,
        )
        for rule in catalogue.rules
    }


def find(name: str) -> list[Rule]:
    """The rule of this id, or those whose ids begin so. UserError if there is none."""
    rules = load()
    if name in rules:
        return [rules[name]]
    several = [rule for rule in rules.values() if rule.id.startswith(name)]
    if several:
        return several
    import difflib

    close = difflib.get_close_matches(name, rules, 3, 0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else "see rules/ for the catalogue"
    raise UserError(f"there is no rule {name!r}: {hint}")


def check_profile(profile: str) -> str:
    if profile not in PROFILES:
        raise UserError(f"there is no profile {profile!r}; there are {', '.join(PROFILES)}")
    return profile
