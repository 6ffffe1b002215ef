"""The words of verdicts, and a finding of the harness in one line."""

import unittest

import lit.Test
from ompt_cts.verdict import evidence, words
from ompt_cts.verdict.words import Verdict


class Words(unittest.TestCase):
    def test_every_verdict_on_a_test_has_a_code_of_lits(self) -> None:
        for verdict in set(words.OF_TESTS) - {Verdict.FLAKY}:
            self.assertIsInstance(getattr(lit.Test, verdict.lit), lit.Test.ResultCode)

    def test_the_gravest(self) -> None:
        self.assertIs(words.gravest(["pass", "crash", "fail"]), Verdict.CRASH)
        self.assertEqual(len({verdict.severity for verdict in Verdict}), len(Verdict))

    def test_every_word_has_its_colour(self) -> None:
        self.assertEqual(words.colour("nonconformant"), "red")
        self.assertEqual(words.colour("as-expected"), "green")
        self.assertEqual(words.colour("never heard of"), "")


class Contradictions(unittest.TestCase):
    """A finding of the harness's own, in one line."""

    def said(self, *lines: str) -> str:
        return evidence.what_was_said(list(lines))

    def test_how_the_program_ended_says_more_than_its_story(self) -> None:
        story = "told: a.start a.init main.end"
        self.assertEqual(
            self.said(story, "the program: ended by signal 11", "wanted: x"),
            "the program: ended by signal 11",
        )
        self.assertEqual(self.said(story, "wanted: a long expression"), story)

    def test_of_a_compiler_the_error_without_the_place(self) -> None:
        error = "error: use of undeclared identifier 'ompt_device_t'"
        self.assertEqual(self.said("In file included from /x:", f"/x/y.c:3:9: {error}"), error)

    def test_nothing_printed_and_too_much(self) -> None:
        self.assertEqual(self.said(), "")
        self.assertLess(len(self.said("told: " + "a.b " * 1000)), 170)
