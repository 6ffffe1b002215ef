"""Whatever leaves something out of a recording keeps its verdict from being one."""

import re
import unittest

from ompt_cts import catalogue
from ompt_cts.paths import ROOT
from ompt_cts.steps import asked
from ompt_cts.verdict import conclusions, outcome, verdicts
from ompt_cts.verdict.words import Verdict

from tests import reporting as made
from tests.reporting import MANDATORY

LESS = {
    "OMPT_CTS_CALLBACKS": ("thread_begin", "-work"),
    "OMPT_CTS_TRACED": ("none", "target_emi", "-target_emi"),
    "OMPT_CTS_TRACE_BUFFERS": ("0", "512*1", "00"),
}
OTHER = {
    **dict.fromkeys(asked.EFFECTS, "1"),
    "OMPT_CTS_CALLBACKS": "all",
    "OMPT_CTS_TRACED": "all",
    "OMPT_CTS_TRACE_BUFFERS": "512",
}


def trace(**settings: str) -> made.Json:
    judged = made.judged({MANDATORY: 1})
    judged["environment"] |= settings
    return judged


def check(given: made.Json | None, **settings: str) -> outcome.Outcome:
    record = made.recorded(**({} if given is None else {"settings": given}))
    return outcome.judge_one(made.session(), "a", "/t", record, trace(**settings))


def suite_test(given: made.Json, **settings: str) -> outcome.Outcome:
    records = [("/t", made.recorded(settings=given))]
    found = [("/t", trace(**settings))]
    weighed = outcome.weigh(made.session(), "a", [MANDATORY], records, found, [])
    return outcome.conclude(weighed, [MANDATORY], outcome.Script(), 1)


class Asked(unittest.TestCase):
    def test_every_setting_of_the_checker_is_in_the_table(self) -> None:
        text = (ROOT / "harness/checker_tool/options.h").read_text()
        known = set(re.findall(r"OMPT_CTS_[A-Z_]+[A-Z]", text)) - {"OMPT_CTS_TRACE"}
        told = text.partition("asked_of_the_checker[] = {")[2].partition("}")[0]
        self.assertEqual(known, set(asked.EFFECTS))
        self.assertEqual(set(re.findall(r'"(\w+)"', told)), set(asked.EFFECTS))

    def test_what_leaves_events_out(self) -> None:
        for name, values in LESS.items():
            for value in values:
                for given in (None, {}, {name: value}):
                    found = check(given, **{name: value})
                    self.assertEqual(found["verdict"], "harness-error", (name, value, given))
                    self.assertIn(f"{name}={value}", found["reason"])

    def test_what_leaves_nothing_out(self) -> None:
        for name, value in OTHER.items():
            for given in (None, {name: value}):
                self.assertEqual(check(given, **{name: value})["verdict"], "pass", name)

    def test_a_test_may_ask_for_less(self) -> None:
        less = {"OMPT_CTS_CALLBACKS": "thread_begin"}
        self.assertEqual(suite_test(less, **less)["verdict"], "pass")
        self.assertEqual(suite_test({}, **less)["verdict"], "harness-error")

    def test_a_program_that_changes_its_settings(self) -> None:
        for name, value in OTHER.items():
            for found in (check({name: value}), check({}, **{name: value})):
                self.assertEqual(found["verdict"], "harness-error", name)
                self.assertIn(f"with other settings than requested: {name}=", found["reason"])

    def test_nothing_was_asked(self) -> None:
        for probes, verdict in (("none", "undecided"), ("light", "conformant")):
            one = check(None, probes=probes)
            rows = verdicts.rule_rows([one], catalogue.load(), "5.2")
            self.assertEqual(one["verdict"], Verdict.PASS)
            self.assertEqual(conclusions.conformance(rows, [one])["verdict"], verdict)
