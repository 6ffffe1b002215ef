"""The rules that no real runtime exercises, and what would: reports/templates/untried.toml."""

from collections.abc import Iterable
from functools import cache

from ompt_cts import files
from ompt_cts.files import Json
from ompt_cts.paths import ROOT

TABLE = ROOT / "reports" / "templates" / "untried.toml"


@cache
def causes() -> dict[str, list[str]]:
    """What is missing, and the rules that need it. Each rule passes and fails on the synthetic
    runtime (harness/faults/cases_test.py)."""
    return {row["needs"]: row["rules"] for row in files.read_toml(TABLE)["untried"]}


def among(rules: Iterable[str]) -> Json:
    """Rules that no runtime at hand exercises: `synthetic`, those that only the synthetic runtime
    exercises, by cause; `others`, those that a runtime elsewhere does."""
    wanted = list(rules)
    by_cause = {needs: [r for r in known if r in wanted] for needs, known in causes().items()}
    synthetic = [{"needs": needs, "rules": known} for needs, known in by_cause.items() if known]
    told = {rule for row in synthetic for rule in row["rules"]}
    return {"synthetic": synthetic, "others": [rule for rule in wanted if rule not in told]}
