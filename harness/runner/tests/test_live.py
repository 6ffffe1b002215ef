"""A recording gets its judge when it is large enough; its size is in the manifest."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

from ompt_cts.steps import live, trace_folders

TRUE = "/bin/true"


class Judges(unittest.TestCase):
    def setUp(self) -> None:
        self.trace = Path(self.enterContext(tempfile.TemporaryDirectory())) / "t"

    def write(self, trace: Path, size: int) -> None:
        (trace / trace_folders.INFO).mkdir(parents=True, exist_ok=True)
        header = trace_folders.MAGIC["manifest"].ljust(live.USED, b"\0")
        manifest = header + size.to_bytes(8, sys.byteorder)
        (trace / trace_folders.INFO / "manifest").write_bytes(manifest)

    def judged(self, least: int) -> list[str]:
        judges = live.Judges(TRUE, str(self.trace), "5.2", True, least)
        self.addCleanup(judges.finish)
        judges.look()
        return sorted(os.path.basename(path) for path in judges.pids.values())

    def test_a_small_trace_is_judged_after_its_end(self) -> None:
        child = self.trace.with_name("t.77")
        child.mkdir()  # without a manifest yet
        pipe = self.trace.with_name("t.78") / trace_folders.INFO
        pipe.mkdir(parents=True)
        os.mkfifo(pipe / "manifest")  # made by the program: nobody ever writes into it
        self.assertEqual(self.judged(0), [])
        self.write(self.trace, 999)
        self.write(child, 1000)
        self.assertEqual(self.judged(1000), ["t.77"])
        self.assertEqual(self.judged(0), ["t", "t.77"])
