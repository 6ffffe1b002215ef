"""Rules that only samples judge are broken in a signal handler, in a real run:
harness/faults/online/handler.txt has a fault for each breakable one."""

import unittest
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.catalogue.reader import read

TOP = Path(__file__).resolve().parents[2]


def faults(table: Path) -> set[str]:
    """The rules that must find one."""
    rows = (line.split() for line in table.read_text(encoding="utf-8").splitlines())
    return {row[2] for row in rows if row and not row[0].startswith("#")}


class HandlerFaults(unittest.TestCase):
    def test_each_rule_that_only_samples_show_has_a_fault_in_a_handler(self) -> None:
        catalogue, problems = read(TOP / "rules")
        self.assertEqual(problems, [])
        sampled = {
            rule.id
            for rule in catalogue.rules
            if set(rule.observed_by) == {"sample"}
            and set(rule.levels.values()) != {"implementation-defined"}
        }
        self.assertGreater(len(sampled), 15)
        table = TOP / "harness/faults/online/handler.txt"
        self.assertEqual(sampled - faults(table), set())
