# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a simulated driver could itself cause counts only if it shows however the driver works."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from ompt_cts.verdict import both_ways

LATE = {
    "rule": "record.times",
    "severity": "error",
    "message": "a record begins at 7 and ends at 5",
}
OTHER = {"rule": "target.pair", "severity": "error", "message": "a region ends twice"}


def never(_rule: str, _message: str) -> bool:
    return False


class BothWays(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.base = str(Path(temporary.name) / "a.c.tmp")
        self.at_once = str(Path(temporary.name) / "a.c.at-once.tmp")

    def write(self, base: str, *findings: dict[str, str]) -> None:
        rules = [{"id": f["rule"], "exercised": 3, "failed": 1} for f in findings]
        data = {"findings": [dict(f) for f in findings], "rules": rules}
        Path(base + ".trace.findings.json").write_text(json.dumps(data))

    def settled(self) -> dict[str, Any]:
        both_ways.settle(self.base, self.at_once, never)
        found: dict[str, Any] = json.loads(Path(self.base + ".trace.findings.json").read_text())
        return found

    def test_only_later_is_a_remark(self) -> None:
        self.write(self.base, LATE, OTHER)
        self.write(self.at_once)
        self.assertTrue(both_ways.in_doubt(self.base, never))
        found = self.settled()
        self.assertEqual([f["severity"] for f in found["findings"]], ["remark", "error"])
        self.assertIn("the driver's doing", found["findings"][0]["message"])
        self.assertEqual([row["failed"] for row in found["rules"]], [0, 1])

    def test_both_ways_is_an_error(self) -> None:
        self.write(self.base, LATE)
        self.write(self.at_once, LATE | {"message": "a record begins at 9 and ends at 8"})
        self.assertEqual([f["severity"] for f in self.settled()["findings"]], ["error"])

    def test_no_second_run_decides_nothing(self) -> None:
        self.write(self.base, LATE)
        self.assertEqual([f["severity"] for f in self.settled()["findings"]], ["error"])

    def test_not_in_doubt(self) -> None:
        self.write(self.base, OTHER)
        self.assertFalse(both_ways.in_doubt(self.base, never))
        self.write(self.base, LATE)
        self.assertFalse(both_ways.in_doubt(self.base, lambda _rule, _message: True))

    def test_the_rules_exist(self) -> None:
        from ompt_cts import catalogue

        self.assertLessEqual(both_ways.RULES, set(catalogue.load()))


if __name__ == "__main__":
    unittest.main()
