"""Statements of the specification and the rules that check them."""

import tempfile
import unittest
from pathlib import Path

import runner_path  # noqa: F401
from coverage import page, problems, read
from ompt_cts.catalogue.reader import read as read_catalogue
from test_catalogue import CHAPTER, RULE

RULE_ID = "parallel-begin.data-none"
SECTION = """
title = "Constructs"
[section."parallel construct"]
at = ["2.6", "", "10.1", ""]
"The data is none." = ["parallel-begin.data-none"]
"It may wait." = "permission"
"""


class Coverage(unittest.TestCase):
    def found(self, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            rules = Path(folder) / "rules"
            (rules / "coverage").mkdir(parents=True)
            (rules / "parallel.toml").write_text(CHAPTER + RULE)
            (rules / "coverage" / "constructs.toml").write_text(text)
            catalogue, _ = read_catalogue(rules)
            sections = read(rules / "coverage")
            self.page = page(sections, catalogue)
            return list(problems(sections, catalogue))

    def test_good(self) -> None:
        self.assertEqual(self.found(SECTION), [])
        self.assertIn("2 statements; 1 of them have no rule", self.page)
        self.assertIn("| It may wait. | no rule: permission | x |  | x |  |", self.page)

    def test_neither_rules_nor_reason(self) -> None:
        found = self.found(SECTION.replace(' = "permission"', ' = ""'))
        self.assertTrue(any("give it rules, or say why there is none" in text for text in found))

    def test_unknown_rule(self) -> None:
        found = self.found(SECTION.replace(RULE_ID, "no.such"))
        self.assertTrue(any("there is no rule 'no.such'" in text for text in found))

    def test_rule_that_nothing_names(self) -> None:
        text = SECTION.replace(f'["{RULE_ID}"]', '"nothing"')
        self.assertIn(f"no statement of 5.2 names {RULE_ID}", " ".join(self.found(text)))
