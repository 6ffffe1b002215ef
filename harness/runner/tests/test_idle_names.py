"""Names of rules that a test put to the test on no runtime."""

import unittest
from typing import Any

from ompt_cts.reports import side_by_side
from ompt_cts.verdict.words import Verdict

RULE, OTHER, SPARED = "work.pair", "loop.count", "map.arrays"


def report(*tests: tuple[str, Verdict, list[str]], without: str = "") -> dict[str, Any]:
    return {
        "rules": [{"id": rule} for rule in (RULE, OTHER, SPARED) if rule != without],
        "tests": [
            {"name": name, "verdict": verdict, "unexercised": idle} for name, verdict, idle in tests
        ],
    }


class HomesTest(unittest.TestCase):
    def test_idle_wherever_it_was_judged(self) -> None:
        first = report(("a.c", Verdict.PASS, [RULE, OTHER]), ("b.c", Verdict.PASS, []))
        second = report(("a.c", Verdict.WAIVED, [RULE]), ("b.c", Verdict.PASS, [RULE]))
        self.assertEqual(side_by_side.idle([first, second]), {"a.c": [RULE]})

    def test_what_could_not_be_judged_says_nothing(self) -> None:
        skipped = report(("a.c", Verdict.UNSUPPORTED, [RULE]), ("b.c", Verdict.CRASH, [RULE]))
        self.assertEqual(side_by_side.idle([skipped]), {})
        judged = report(("a.c", Verdict.PASS, []))
        self.assertEqual(side_by_side.idle([skipped, judged]), {})

    def test_rules_that_no_test_can_exercise(self) -> None:
        self.assertEqual(side_by_side.idle([report(("a.c", Verdict.PASS, [SPARED]))]), {})

    def test_rules_of_another_profile(self) -> None:
        here = report(("a.c", Verdict.PASS, [RULE]), without=RULE)
        self.assertEqual(side_by_side.idle([here]), {})
