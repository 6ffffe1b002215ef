"""The rule catalogue, for the generator of the C++ table, the lint and the runner.

Needs only Python's standard library: the build uses it before anything else exists.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ompt_cts.catalogue import reader
from ompt_cts.catalogue.entries import PROFILES, Breach, Rule
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

DEFAULT_PROFILE = "5.2"

# Findings without a rule of the catalogue; expectations may name them too.
VIEW = "view"  # the trace's view differs from the CHECK lines of the test program
CRASH = "crash"
TIMEOUT = "timeout"
PSEUDO_RULES = (VIEW, CRASH, TIMEOUT)
# Only the whole run shows this: a program that ends correctly only without a tool.
HARMLESS = "tool.harmless"
# The test of lit and JUnit for rules that only tests for other rules contradict.
ELSEWHERE = "contradicted-elsewhere"


_read = cache(reader.read)


@cache
def load(folder: Path = ROOT / "rules") -> dict[str, Rule]:
    """Every rule by its id, in the catalogue's order. UserError if there is none."""
    catalogue, problems = _read(folder)
    if not catalogue.rules:
        raise UserError(f"no rules: {problems[0] if problems else folder}")
    return {rule.id: rule for rule in catalogue.rules}


@cache
def shared_breaches() -> tuple[Breach, ...]:
    """The breaches that several rules share."""
    catalogue, _ = _read(ROOT / "rules")
    return tuple(breach for chapter in catalogue.chapters for breach in chapter.breaches)


def find(name: str) -> list[Rule]:
    """The rule with this id, or the rules whose ids begin with it. UserError if there is none."""
    rules = load()
    if name in rules:
        return [rules[name]]
    several = [rule for rule in rules.values() if rule.id.startswith(name)]
    if several:
        return several
    raise UserError(unknown(name, rules))


def unknown(name: str, names: Iterable[str], kind: str = "rule") -> str:
    """The message for a name that is none of `names`, with the closest of them."""
    import difflib

    close = difflib.get_close_matches(name, names, 3, 0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else "`ompt-cts explain` lists the topics"
    return f"there is no {kind} {name!r}: {hint}"


def check_profile(profile: str) -> str:
    if profile not in PROFILES:
        raise UserError(f"there is no profile {profile!r}; there are {', '.join(PROFILES)}")
    return profile
