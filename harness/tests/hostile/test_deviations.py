"""Known deviations of LLVM 19 are known in foreign programs, too, with any probes."""

import unittest
from pathlib import Path

from support import CC, Hostile, compile_program


@unittest.skipUnless("19" in CC, f"the deviations are those of LLVM 19, which {CC} is not")
class Deviations(Hostile):
    def test_leagues_behind_leagues(self) -> None:
        program = compile_program("leagues", Path(self.shared.name))
        for probes in ("none", "light", "full"):
            with self.subTest(probes=probes):
                report = self.check(program, options=("--probes", probes))
                self.assertEqual(report["as_expected"]["new"], [])
                self.assertEqual(report["status"], 0, self.told)
