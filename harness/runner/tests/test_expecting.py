"""`ompt-cts dev expect`: a file of known deviations from a report, and what people wrote kept."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from ompt_cts import cli
from ompt_cts.reports import report
from ompt_cts.verdict import expectations, expecting
from ompt_cts.verdict.expectations import Deviation

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, finding, one

TEST = "host/parallel/basic.c"  # tests that there are
SECOND = "frames/if0.c"
FILE = f"""\
# written by a person
title = "A runtime"

[[deviation.odd."{OTHER}"]] # of one test
tests = ["{TEST}"]
reason = "why it is so"
attribution = "runtime" # said by its authors
"""


def built(*outcomes: made.Json, known: tuple[Deviation, ...] = ()) -> made.Json:
    return dict(report.build(made.context(*known), list(outcomes)))


class Mending(unittest.TestCase):
    def setUp(self) -> None:
        self.path = (
            Path(self.enterContext(tempfile.TemporaryDirectory(prefix="with blanks ")))
            / "some.toml"
        )

    def entries(self, text: str) -> list[Deviation]:
        self.path.write_text(text, encoding="utf-8")
        return expectations.own(self.path)

    def known(self) -> tuple[Deviation, ...]:
        return tuple(self.entries(FILE))

    def test_new_causes(self) -> None:
        found = [finding(MANDATORY, f'"T{n}" is 0x12{n}4 \\ é') for n in range(3)]
        result = expecting.mend("", built(one(TEST, {MANDATORY: 3}, *found)), "some", False)
        [entry] = self.entries(result.text)
        self.assertEqual((entry.rule, entry.tests), (MANDATORY, (TEST,)))
        self.assertEqual(entry.match, ("observed text=\"'T#' is # \\ é\"",))
        self.assertTrue(all(entry.says(one) for one in found))
        self.assertTrue(entry.covers_test("any/program"))
        self.assertEqual(result.unexplained, 1)

    def test_what_it_writes_is_then_known(self) -> None:
        outcome = one(TEST, {MANDATORY: 1}, finding(MANDATORY, "T4 is wrong"))
        text = expecting.mend("", built(outcome), "some", False).text
        asked = made.session(*self.entries(text))
        again = one(TEST, {MANDATORY: 1}, finding(MANDATORY, "T9 is wrong"), asked=asked)
        self.assertEqual(built(again)["as_expected"]["new"], [])
        second = expecting.mend(text, built(again, known=asked.deviations), "some", False)
        self.assertEqual(second.written, [])
        self.assertEqual(second.text, text)

    def test_a_second_call_for_the_same_report_writes_nothing(self) -> None:
        told = built(one(TEST, {MANDATORY: 1, OTHER: 1}, finding(MANDATORY), finding(OTHER)))
        text = expecting.mend("", told, "some", False).text
        self.assertEqual(expecting.mend(text, told, "some", False).text, text)
        explained = text.replace(expecting.UNEXPLAINED, "because ")
        self.assertEqual(expecting.mend(explained, told, "some", False).text, explained)

    def test_reasons_and_comments_stay(self) -> None:
        outcome = one(TEST, {MANDATORY: 1}, finding(MANDATORY))
        text = expecting.mend(FILE, built(outcome), "some", False).text
        self.assertTrue(text.startswith(FILE))
        self.assertEqual(len(self.entries(text)), 2)

    def test_single_entries_get_their_words(self) -> None:
        known = self.known()
        asked = made.session(*known)
        outcome = one(TEST, {OTHER: 1}, finding(OTHER, "region P7 shows 0xdead"), asked=asked)
        result = expecting.mend(FILE, built(outcome, known=known), "some", False)
        [entry] = self.entries(result.text)
        self.assertEqual(
            (entry.match, entry.reason), (('observed text="region P# shows #"',), "why it is so")
        )
        self.assertIn("# said by its authors", result.text)
        self.assertEqual(len(result.matched), 1)

    def test_stale(self) -> None:
        known = self.known()
        outcome = one(TEST, {OTHER: 1}, asked=made.session(*known))
        told = built(outcome, known=known)
        result = expecting.mend(FILE, told, "some", False)
        self.assertEqual((result.stale, result.text), ([f"odd: {OTHER}"], FILE))
        pruned = expecting.mend(FILE, told, "some", True)
        self.assertEqual(self.entries(pruned.text), [])
        self.assertTrue(pruned.text.startswith("# written by a person\n"))

    def test_conditions_of_new_entries(self) -> None:
        when = {"settings": ["OMP_A=1"]}
        told = built(one(TEST, {MANDATORY: 1}, finding(MANDATORY)))
        result = expecting.mend("", told, "some", False, when)
        [entry] = self.entries(result.text)
        self.assertEqual(entry.settings, ("OMP_A=1",))

    def test_what_was_not_tried_is_not_stale(self) -> None:
        known = self.known()
        told = built(one(SECOND, {MANDATORY: 1}), known=known)
        self.assertEqual(expecting.mend(FILE, told, "some", True).text, FILE)

    def test_too_many_ways_of_saying_it(self) -> None:
        words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"]
        self.assertEqual(expecting.forms(made.said(word) for word in words), [])
        self.assertEqual(expecting.globs(["a/b.c", "a/a.c"]), ["a/a.c", "a/b.c"])
        self.assertEqual(expecting.globs(f"a/{n}.c" for n in range(20)), ["a/*"])

    def test_command(self) -> None:
        told = self.path.with_name("report.json")
        report.write(
            report.build(made.context(), [one(TEST, {MANDATORY: 1}, finding(MANDATORY))]), told
        )
        words = ["dev", "expect", "--from", str(told), "--file", str(self.path)]
        for more, there in ((["--dry-run"], False), ([], True)):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                self.assertEqual(cli.main([*words, *more]), 0)
            self.assertIn(f"new {MANDATORY.replace('.', '-')}", out.getvalue())
            self.assertEqual(self.path.exists(), there)
        self.assertEqual(len(expectations.own(self.path)), 1)
        self.path.write_text("[[deviation]]\n")
        with contextlib.redirect_stderr(io.StringIO()) as err:
            self.assertEqual(cli.main(words), 2)
        self.assertEqual(err.getvalue().count("\n"), 1, err.getvalue())
