"""A foreign lit suite runs with the checker in each test's environment, and with it only there."""

import json
import os
import subprocess
import sys
import unittest
from argparse import Namespace
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from ompt_cts.commands.checking import suite as lit_suite
from ompt_cts.paths import RUNNER
from ompt_cts.suite import under_checker

CONFIG = """
import lit.formats
config.name = "theirs"
config.suffixes = [".txt"]
config.test_format = lit.formats.ShTest()
config.test_source_root = config.test_exec_root = {folder!r}
"""
TOLD = "# RUN: sh -c 'test $OMP_TOOL_LIBRARIES = /the/checker.so && touch $OMPT_CTS_TRACE'\n"
OWN = "# RUN: env OMP_TOOL_LIBRARIES=theirs sh -c 'test $OMP_TOOL_LIBRARIES = theirs'\n"


class UnderCheckerTest(unittest.TestCase):
    def test_each_test_has_a_trace_of_its_own(self) -> None:
        with TemporaryDirectory() as folder:
            suite, traces = Path(folder, "suite"), Path(folder, "traces")
            (suite / "in a folder").mkdir(parents=True)
            (suite / "lit.cfg").write_text(CONFIG.format(folder=str(suite)))
            (suite / "one.txt").write_text(TOLD)
            (suite / "in a folder" / "two.txt").write_text(TOLD)
            (suite / "three.txt").write_text(OWN)
            result = Path(folder, "result.json")
            command = [sys.executable, "-m", "ompt_cts.suite.under_checker", "/the/checker.so"]
            subprocess.run(
                [*command, str(traces), "-q", str(suite), "--output", str(result)],
                env={**os.environ, "PYTHONPATH": str(RUNNER)},
                capture_output=True,
                check=False,
            )
            codes = {t["name"]: t["code"] for t in json.loads(result.read_text())["tests"]}
            made = {p.relative_to(traces).as_posix() for p in traces.rglob("*") if p.is_file()}
        self.assertEqual(set(codes.values()), {"PASS"}, codes)
        self.assertEqual(made, {"theirs/one.txt", "theirs/in-a-folder/two.txt"})

    def test_what_fails_only_with_the_tool(self) -> None:
        with TemporaryDirectory() as folder, redirect_stderr(StringIO()):
            suite = Path(folder, "suite")
            suite.mkdir()
            (suite / "lit.cfg").write_text(CONFIG.format(folder=str(suite)))
            (suite / "harmed.txt").write_text("# RUN: test ! -e %S/tool\n")
            (suite / "bad.txt").write_text("# RUN: false\n")
            (suite / "good.txt").write_text("# RUN: true\n")
            (suite / "tool").touch()
            args = Namespace(param=[], jobs=1)
            with_tool = lit_suite.lit(
                [str(suite)], args, lit_suite.PLAIN, Path(folder, "with.json"), ""
            )
            (suite / "tool").unlink()
            named = lit_suite.only_with_tool([str(suite)], args, with_tool, Path(folder))
        self.assertEqual(named, ["theirs :: harmed.txt"])

    def test_a_test_s_name_stays_below_the_folder(self) -> None:
        path = under_checker.trace_of("/traces", "lib omp :: a/b c.c")
        self.assertEqual(path, Path("/traces/lib-omp/a/b-c.c"))
