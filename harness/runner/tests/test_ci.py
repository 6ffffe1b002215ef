# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The step that the CI templates share, with a command that only writes what it is told."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from ompt_cts.paths import ROOT
from ompt_cts.verdict import comparison

from tests.test_compare import BAD, GOOD

GATE = ROOT / "reports" / "ci" / "gate.sh"
COMMAND = """#!/bin/sh
echo "$@" >> "$CALLS"
if [ "$1" = run ]; then
  while [ "$1" != --json ]; do shift; done
  [ "$RUN" = none ] && exit 2
  echo report > "$2"
  exit "$RUN"
fi
exit "$COMPARE"
"""


class Gate(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory(prefix="a place with blanks ")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.command = self.folder / "ompt-cts"
        self.command.write_text(COMMAND)
        self.command.chmod(0o755)

    def gate(self, base: bool, run: str = "0", compared: str = "0") -> tuple[int, list[str]]:
        calls = self.folder / "calls"
        calls.unlink(missing_ok=True)
        report = self.folder / "base.json"
        report.unlink(missing_ok=True)
        if base:
            report.touch()
        told = {"OMPT_CTS": str(self.command), "CALLS": str(calls), "RUN": run, "COMPARE": compared}
        words = [str(GATE), str(self.folder / "out"), str(report), "--runtime", "x"]
        done = subprocess.run(words, env={**os.environ, **told}, capture_output=True, check=False)
        return done.returncode, calls.read_text().splitlines()

    def test_who_decides(self) -> None:
        for base, run, compared, status in (
            (True, "0", "0", 0),
            (True, "0", "1", 1),
            (True, "1", "0", 0),  # known on the base branch as well
            (True, "2", "0", 2),
            (False, "0", "0", 0),
            (False, "1", "0", 1),
        ):
            with self.subTest(base=base, run=run, compared=compared):
                self.assertEqual(self.gate(base, run, compared)[0], status)

    def test_what_is_called(self) -> None:
        _, calls = self.gate(True)
        self.assertTrue(calls[0].startswith("run --runtime x --json "), calls)
        self.assertTrue(calls[1].startswith("compare "), calls)

    def test_no_report(self) -> None:
        self.assertEqual(self.gate(True, "none")[0], 2)
        self.assertIn("no report", (self.folder / "out" / "comment.md").read_text())


class Comment(unittest.TestCase):
    def test_what_got_worse(self) -> None:
        text = comparison.markdown(comparison.compare(GOOD, BAD), BAD)
        self.assertIn("### OMPT conformance: 2 got worse", text)
        self.assertIn("| worse | before | now | |", text)
        self.assertIn("To see it again: `./ompt-cts ", text)

    def test_nothing(self) -> None:
        text = comparison.markdown(comparison.compare(GOOD, GOOD), GOOD)
        self.assertIn("nothing got worse", text)
        self.assertNotIn("|", text)

    def test_a_reason_does_not_end_its_cell(self) -> None:
        self.assertEqual(comparison.cell("a | b\nc"), "a \\| b c")


if __name__ == "__main__":
    unittest.main()
