# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest
from typing import Any

from ompt_cts.steps import trace
from ompt_cts.verdict import shortfall


def event(name: str, **fields: Any) -> trace.Event:
    return {"thread": 0, "position": 0, "time": 0, "event": name, "fields": fields}


def region(asked: int, given: int, endpoint: str = "begin") -> list[trace.Event]:
    word = {"id": 3}
    return [
        event("parallel_begin", parallel=word, requested_parallelism=asked),
        event("implicit_task", endpoint=endpoint, parallel=word, actual_parallelism=given),
    ]


class Shortfall(unittest.TestCase):
    def test_a_smaller_team(self) -> None:
        found = shortfall.in_events(region(4, 1))
        self.assertIn("of 1 was made where 4 were asked for", found)

    def test_whole_teams(self) -> None:
        self.assertEqual(shortfall.in_events(region(4, 4)), "")

    def test_what_asks_for_no_size(self) -> None:
        self.assertEqual(shortfall.in_events(region(0, 1)), "")

    def test_ends_say_nothing(self) -> None:
        self.assertEqual(shortfall.in_events(region(4, 0, "end")), "")

    def test_an_initial_task_has_no_region(self) -> None:
        begin = event("implicit_task", endpoint="begin", parallel=None, actual_parallelism=1)
        self.assertEqual(shortfall.in_events([begin]), "")

    def test_no_trace(self) -> None:
        self.assertEqual(shortfall.smaller_team(["/no/such/trace"]), "")
