"""Known deviations that a run does not show."""

import unittest

from ompt_cts.verdict import conclusions, expectations, outcome

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, deviation, finding, one


class Unexpected(unittest.TestCase):
    """An expectation that no longer holds."""

    suite: frozenset[str] = frozenset()

    def states(self, entry: expectations.Deviation, *outcomes: made.Json) -> list[str]:
        return [
            row["state"]
            for row in conclusions.expectation_rows([entry], list(outcomes), self.suite)
        ]

    def test_one_test_alone(self) -> None:
        asked = made.session(deviation(OTHER, "a"))
        found = one("a", {OTHER: 1}, asked=asked)
        self.assertEqual(found["verdict"], "xpass")
        self.assertIn("known", found["reason"])

    def test_a_glob_is_judged_over_the_run(self) -> None:
        entry = deviation(OTHER, "*")
        asked = made.session(entry)
        good = one("a", {OTHER: 1}, asked=asked)
        bad = one("b", {OTHER: 1}, finding(OTHER), asked=asked)
        self.assertEqual(good["verdict"], "pass")
        self.assertEqual(self.states(entry, good, bad), ["used"])
        self.suite = frozenset({"a"})
        self.assertEqual(self.states(entry, good), ["mended"])

    def test_a_program_that_nobody_has_listed_mends_nothing(self) -> None:
        entry = deviation(OTHER, "corpus/*")
        self.suite = frozenset({"a"})
        self.assertEqual(self.states(entry, one("corpus/x", {OTHER: 1})), ["unused"])

    def test_a_part_of_the_run_mends_nothing(self) -> None:
        entry = deviation(OTHER, "*")
        good = one("a", {OTHER: 1}, asked=made.session(entry))
        self.suite = frozenset({"a", "b"})
        self.assertEqual(self.states(entry, good), ["unused"])

    def test_not_exercised_is_no_news(self) -> None:
        entry = deviation(OTHER, "*")
        self.assertEqual(self.states(entry, one("a", {MANDATORY: 1})), ["unused"])

    def test_what_programs_outside_show_is_owed_by_no_run(self) -> None:
        for path in sorted((expectations.EXPECTATIONS / "corpus").glob("*.toml")):
            self.assertTrue(all(entry.sometimes for entry in expectations.own(path)), path.name)

    def test_sometimes(self) -> None:
        entry = deviation(OTHER, "a", sometimes=True)
        found = one("a", {OTHER: 1}, asked=made.session(entry))
        self.assertEqual(found["verdict"], "pass")
        self.assertEqual(self.states(entry, found), ["unused"])

    def test_expected_crash_stays_a_crash(self) -> None:
        entry = deviation("crash", "a")
        judged = made.judged({MANDATORY: 1})
        found = outcome.judge_one(made.session(entry), "a", "/t", made.recorded("crash"), judged)
        self.assertEqual((found["verdict"], found["expected"]), ("crash", "known"))
        self.assertEqual(self.states(entry, found), ["used"])
