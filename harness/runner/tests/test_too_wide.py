# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Entries of expectations/ that waive more than they tell of."""

import json
import tempfile
import unittest
from pathlib import Path

from ompt_cts.verdict import too_wide

from tests.reporting import MANDATORY, OTHER, deviation


class Exchanging(unittest.TestCase):
    def complaints(self, message: str, *match: str) -> list[str]:
        entry = deviation(OTHER, "*", match=match)
        return list(too_wide.too_wide([entry], [(OTHER, "a.c", message)]))

    def test_subjects(self) -> None:
        message = "enter_frame of T4 is empty inside task_create"
        [text] = self.complaints(message, "of # is empty inside task_create")
        self.assertIn("'enter_frame'", text)
        self.assertEqual(
            self.complaints(message, "enter_frame of # is empty inside task_create"), []
        )

    def test_kinds(self) -> None:
        [text] = self.complaints("T4 ends inside loop_static", "# ends inside")
        self.assertIn("'loop_static'", text)

    def test_numbers(self) -> None:
        [text] = self.complaints("T4 has 2 members", "T4 has")
        self.assertIn("'2'", text)
        self.assertEqual(self.complaints("T4 has 2 members", "has # members"), [])

    def test_names_of_entities_and_places_are_nothing(self) -> None:
        self.assertEqual(self.complaints("T4 runs on thread 3 (a.c:12)", "runs on"), [])

    def test_no_entry_is_too_wide(self) -> None:
        self.assertEqual(list(too_wide.all_problems()), [])


ENTRY = """[[deviation]]
rule = "{}"
tests = ["*"]
match = {}
reason = "why"
"""


class Files(unittest.TestCase):
    def path(self, rule: str, *match: str, more: str = "") -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "x.toml"
        path.write_text(ENTRY.format(rule, json.dumps(match)) + more)
        return path

    def test_a_text_that_nothing_has(self) -> None:
        seen = [(OTHER, "a.c", "T4 ends, but T5 has not ended"), (MANDATORY, "a.c", "it is late")]
        path = self.path(OTHER, ", but # has not ended", "it is late", "executes T")
        found = list(too_wide.never_met(path, seen))
        self.assertEqual(["'it is late'" in found[0], "'executes T'" in found[1]], [True, True])
        self.assertEqual(len(found), 2)

    def test_a_crash_of_which_only_the_signal_is_known(self) -> None:
        for rule in ("crash", "tool.harmless"):
            [text] = too_wide.nameless_crashes(self.path(rule, "ended by SIGABRT"))
            self.assertIn("name the assertion", text)
        for good in (
            self.path("crash", "Assertion failure at kmp.cpp(#)"),
            self.path("crash", "ended by SIGABRT", more='needs = "tool"\n'),
        ):
            self.assertEqual(list(too_wide.nameless_crashes(good)), [])
