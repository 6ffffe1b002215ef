# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Entries of expectations/ that waive more than they tell of."""

import unittest

from ompt_cts.verdict import too_wide

from tests.reporting import OTHER, deviation


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
        found = [
            text for path in too_wide.SEEN.glob("*.txt") for text in too_wide.problems(path.stem)
        ]
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
