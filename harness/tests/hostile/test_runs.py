"""Simultaneous runs, interrupted runs, and their leftovers."""

import contextlib
import json
import os
import signal
import time
from typing import Any

from support import BUILD, Hostile

FEW = "host/work"
RESULTS = BUILD / "reports" / "llvm-19"


class Runs(Hostile):
    def words(self, report: str, *more: str) -> list[str]:
        return ["run", "--suite", FEW, "-j", "1", "--json", str(self.folder / report), *more]

    def verdicts(self, report: str) -> dict[str, str]:
        data: Any = json.loads((self.folder / report).read_text())
        return {test["name"]: test["verdict"] for test in data["tests"]}

    def test_two_at_once(self) -> None:
        both = [self.start(*self.words(f"{n}.json")) for n in (1, 2)]
        codes = set()
        for process in both:
            _, err = process.communicate(timeout=500)
            codes.add(process.returncode)
            self.assertNotIn("internal error", err)
        self.assertEqual(len(codes), 1, codes)
        self.assertGreater(len(self.verdicts("1.json")), 3)
        self.assertEqual(self.verdicts("1.json"), self.verdicts("2.json"))

    def wait_for_outcome(self, since: float) -> None:
        """Returns when a test of the run that began at this time has been judged."""
        while True:
            for path in (RESULTS / "outcomes" / "0").glob("*.json"):
                # The run removes the leftovers of the previous one.
                with contextlib.suppress(FileNotFoundError):
                    if path.stat().st_mtime >= since:
                        return
            time.sleep(0.05)

    def test_an_interrupt_reports_what_was_judged_and_the_rest_can_follow(self) -> None:
        since = time.time()
        process = self.start(*self.words("part.json"), start_new_session=True)
        self.wait_for_outcome(since)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=300)
        part = self.verdicts("part.json")
        if process.returncode != 130:  # it ended before the interrupt
            self.assertNotIn("interrupted", part)
            return
        self.assertEqual(part.pop("interrupted"), "harness-error", err)
        self.assertGreater(len(part), 0)
        status, out, err = self.call(*self.words("all.json", "--resume"))
        self.assertNotIn(status, (130,), out + err)
        whole = self.verdicts("all.json")
        self.assertNotIn("interrupted", whole)
        self.assertEqual(part, {name: whole[name] for name in part})
        status, _, err = self.call("run", "--suite", "host/flush", "--resume")
        self.assertEqual(status, 2)
        self.assertIn("there is no such run to resume", err)

    def test_a_filter_that_nothing_matches(self) -> None:
        for pattern, told in (("no-such-test", "no test matches"), ("(", "is not a regular expr")):
            status, out, err = self.call("run", "--filter", pattern)
            self.assertEqual((status, out), (2, ""), err)
            self.assertIn(told, err.splitlines()[-1])
            self.assertEqual(err.count("error: "), 1, err)
