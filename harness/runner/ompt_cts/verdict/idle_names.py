"""Tests that name a rule and exercise it on no runtime: such a name proves nothing.

`lint.py` checks that each rule is named; only runs show that a test does what its header says. One
runtime alone cannot show it: the runtime may lack the callback, or its compiler may not call it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ompt_cts import catalogue
from ompt_cts.verdict.words import Verdict

JUDGED = (Verdict.PASS, Verdict.FAIL, Verdict.WAIVED)


def idle(reports: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Test -> the rules that it names and exercised in none of the reports in which it was judged,
    without rules that the profile does not have or that no test can exercise."""
    known = catalogue.load()
    spared = {rule.id for rule in known.values() if rule.no_test}
    found: dict[str, set[str]] = {}
    for report in reports:
        rules = {row["id"] for row in report["rules"]} - spared
        for test in report["tests"]:
            if test["verdict"] in JUDGED:
                here = rules.intersection(test["unexercised"])
                found[test["name"]] = found.get(test["name"], here) & here
    return {name: sorted(rules) for name, rules in sorted(found.items()) if rules}
