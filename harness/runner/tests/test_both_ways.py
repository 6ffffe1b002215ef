"""Effects that a simulated driver could cause itself count only if they show with every kind of
driver."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from ompt_cts import catalogue
from ompt_cts.verdict import both_ways
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.expectations import Deviation

TEST = "target/a.c"
LATE = {
    "rule": "record.times",
    "severity": "error",
    "message": "a record begins at 7 and ends at 5",
    "sort": "ends-before",
    "witness": [],
}
OTHER = {
    "rule": "target.pair",
    "severity": "error",
    "message": "a region ends twice",
    "sort": "twice",
    "witness": [],
}
NOBODY = Session("a", "5.2")
KNOWN = Session("a", "5.2", deviations=(Deviation("record.times", ("*",), "it is known", ""),))


def judged(*findings: dict[str, str], driver: int = 5) -> dict[str, Any]:
    return {
        "trace": {"complete": True, "seen": {"driver_call": driver}},
        "findings": [dict(f) for f in findings],
        "rules": [{"id": f["rule"], "exercised": 3, "failed": 1} for f in findings],
    }


class BothWays(unittest.TestCase):
    def settled(self, first: dict[str, Any], second: dict[str, Any]) -> list[str]:
        both_ways.settle(NOBODY, TEST, first, second)
        return [finding["severity"] for finding in first["findings"]]

    def test_only_later_is_a_remark(self) -> None:
        first = judged(LATE, OTHER)
        self.assertEqual(self.settled(first, judged()), ["remark", "error"])
        self.assertIn("the driver's fault", first["findings"][0]["message"])
        self.assertEqual([row["failed"] for row in first["rules"]], [0, 1])

    def test_both_ways_is_an_error(self) -> None:
        second = judged(LATE | {"message": "a record begins at 9 and ends at 8"})
        self.assertEqual(self.settled(judged(LATE), second), ["error"])

    def test_no_second_run_decides_nothing(self) -> None:
        self.assertEqual(self.settled(judged(LATE), {}), ["error"])
        cut_off = judged()
        cut_off["trace"]["complete"] = False
        self.assertEqual(self.settled(judged(LATE), cut_off), ["error"])

    def test_without_a_simulated_driver_nothing_is_settled(self) -> None:
        self.assertEqual(self.settled(judged(LATE, driver=0), judged()), ["error"])
        self.assertEqual(self.settled(judged(LATE), judged(driver=0)), ["error"])

    def test_in_doubt(self) -> None:
        self.assertFalse(both_ways.suspected(NOBODY, TEST, judged(OTHER)))
        self.assertTrue(both_ways.suspected(NOBODY, TEST, judged(LATE)))
        self.assertFalse(both_ways.suspected(KNOWN, TEST, judged(LATE)))

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            base = f"{folder}/a.c.tmp"
            path = Path(f"{base}.trace{both_ways.SUFFIX}")
            path.write_text(json.dumps(judged(LATE)))
            self.assertTrue(both_ways.in_doubt(NOBODY, TEST, base))
            second = Path(f"{folder}/a.c.at-once.tmp.trace{both_ways.SUFFIX}")
            self.assertEqual(str(second), both_ways.at_once(str(path)))
            second.write_text(json.dumps(judged()))
            both_ways.settle_files(NOBODY, TEST, base)
            found = json.loads(path.read_text())["findings"]
            self.assertEqual([finding["severity"] for finding in found], ["remark"])

    def test_the_rules_exist(self) -> None:
        self.assertLessEqual(both_ways.RULES, set(catalogue.load()))
