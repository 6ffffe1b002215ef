"""Clauses that are cited."""

import tempfile
import unittest
from pathlib import Path

import runner_path  # noqa: F401
from clauses import cited_by_deviations, cited_by_rules, exists, numbers, sections
from ompt_cts.catalogue.reader import read as read_catalogue
from test_catalogue import CHAPTER, RULE

SECTIONS = """
[section."parallel construct"]
at = ["2.6", "2.6", "10.1", "12.1"]

[section."Event callbacks"]
at = ["4.4.4", "4.4.4", "19.4.4", "33"]
"""
CITED = 'cited = [{ title = "untied clause", at = ["", "", "12.1", "14.4"] }]'


class Clauses(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        coverage = self.root / "rules" / "coverage"
        coverage.mkdir(parents=True)
        (coverage / "constructs.toml").write_text(SECTIONS)
        (coverage / "cited.toml").write_text(CITED)
        self.known = sections(coverage)

    def deviations(self, clause: str) -> list[str]:
        (self.root / "one.toml").write_text(f'[[deviation.c."a.b"]]\nclause = "{clause}"\n')
        return list(cited_by_deviations(self.root, self.known))

    def test_numbers(self) -> None:
        found = list(numbers("2.12.3–5, 19.2.4 Table 19.2"))
        self.assertEqual(found, ["2.12.3", "2.12.4", "2.12.5", "19.2.4"])

    def test_sections_chapters_and_what_one_stands_for(self) -> None:
        known = self.known["5.2"]
        for number in ("10.1", "10", "12.1", "19.4.4.11"):
            self.assertTrue(exists(number, known), number)
        for number in ("10.2", "10.1.1", "19.6.2.1", "1"):
            self.assertFalse(exists(number, known), number)

    def test_a_deviation(self) -> None:
        self.assertEqual(self.deviations("10.1, 19.4.4.4"), [])
        self.assertEqual(self.deviations("14.4 of 6.0"), [])
        self.assertIn("one.toml: deviation c a.b: 14.4", self.deviations("14.4")[0])

    def test_a_rule(self) -> None:
        (self.root / "rules" / "parallel.toml").write_text(CHAPTER + RULE)
        catalogue, _ = read_catalogue(self.root / "rules")
        self.assertEqual(list(cited_by_rules(catalogue, self.known)), [])
        known = {version: set() for version in self.known}
        self.assertTrue(list(cited_by_rules(catalogue, known)))
