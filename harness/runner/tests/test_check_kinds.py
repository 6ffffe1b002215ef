"""`check` distinguishes by the contents whether it was given a program, traces, a folder or a lit
suite."""

import json
import os
import re
import subprocess
import sys
import unittest
from argparse import Namespace
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from ompt_cts import cli, commands
from ompt_cts.commands import check
from ompt_cts.commands.checking import suite as lit_suite
from ompt_cts.paths import RUNNER
from ompt_cts.suite import under_checker

from tests import fake_tools
from tests.test_commands import GOOD, Commands


class Kinds(Commands):
    def setUp(self) -> None:
        super().setUp()
        for name in ("programs", "suite/sub", "collection", "rest"):
            (self.root / name).mkdir(parents=True)
        fake_tools.write_trace(self.root / "trace", GOOD)
        (self.root / "programs" / "a.c").write_text("int main(void) {}\n")
        (self.root / "suite" / "lit.site.cfg.py").touch()
        (self.root / "suite" / "sub" / "test.c").touch()
        (self.root / "suite" / "corpus").mkdir()
        (self.root / "suite" / "corpus" / "corpus.toml").touch()
        (self.root / "rest" / "thread_000000").write_bytes(b"\xc1\x1f\xfc\xc1" + bytes(8))
        (self.root / "app").write_text("#!/bin/sh\n")
        (self.root / "app").chmod(0o755)

    def kind(self, name: str) -> str:
        return check.kind_of(str(self.root / name))

    def test_what_is_there_tells(self) -> None:
        for name, kind in (
            ("trace", check.TRACE),
            ("rest", check.TRACE),  # the rest of one
            ("programs", check.FOLDER),
            ("suite", check.SUITE),
            ("suite/sub", check.SUITE),
            ("suite/sub/test.c", check.SUITE),
            ("suite/corpus", check.FOLDER),
            ("app", check.PROGRAM),
            ("programs/a.c", check.PROGRAM),  # the user learns that it cannot be executed
        ):
            with self.subTest(name):
                self.assertEqual(self.kind(name), kind)

    def test_a_trace_in_the_folder_of_a_suite_is_a_trace(self) -> None:
        fake_tools.write_trace(self.root / "suite" / "t", GOOD)
        self.assertEqual(self.kind("suite/t"), check.TRACE)

    def test_a_program_of_the_path(self) -> None:
        self.assertEqual(check.kind_of("true"), check.PROGRAM)

    def test_what_cannot_be_meant(self) -> None:
        at = {path.name: str(path) for path in self.root.iterdir()}
        for words, told in (
            ([], "needs a program, traces, a folder or a lit suite"),
            (["/no/such"], "/no/such does not exist"),
            ([""], "an empty name"),
            ([f"{at['rest']}/thread_000000"], "is a part of a trace"),
            (
                [at["trace"], at["programs"]],
                r"is a trace, .* is a folder of programs: give one kind",
            ),
            ([at["trace"], "--", at["app"]], "and a program after --: give only one"),
            (["--as", "trace", "--", at["app"]], "--as trace: the words after -- are a program"),
            ([at["programs"], at["collection"]], "one folder of programs at a time"),
            ([at["programs"], "--timeout", "0"], "--timeout 0 is for a program"),
            ([f"{at['programs']}/a.c"], "cannot be executed"),
        ):
            with self.subTest(words):
                self.assertRegex(self.refused("check", *words), told)

    def test_each_option_is_refused_where_it_would_do_nothing(self) -> None:
        trace, programs = str(self.root / "trace"), str(self.root / "programs")
        for what, option in (
            (trace, "--live"),
            (trace, "--trace=x"),
            (trace, "--timeout=5"),
            (trace, "--shard=1/2"),
            (trace, "--param=a=b"),
            (programs, "--report=x"),
            (programs, "--strict"),
            (programs, "--sarif=x"),
            (programs, "--sample=5"),
        ):
            with self.subTest(option):
                name = re.escape(option.partition("=")[0])
                self.assertRegex(
                    self.refused("check", option, what), f"{name} is not for a .*{what}"
                )

    def test_after_the_dashes_stands_a_program(self) -> None:
        with mock.patch("ompt_cts.commands.checking.program.run", return_value=0) as run:
            cli.main(["check", "--timeout", "5", "--", "trace", "--live"])
            cli.main(["check", str(self.root / "app"), "trace"])
        [(words, args), (others, defaults)] = [call.args for call in run.call_args_list]
        self.assertEqual(words, ["trace", "--live"])
        self.assertEqual((args.timeout, args.live), (5.0, False))
        self.assertEqual(others, [str(self.root / "app"), "trace"])
        self.assertEqual((defaults.timeout, defaults.probes), (86_400.0, "sampled"))


class OldNames(Commands):
    def test_they_say_the_new_one_and_do_it(self) -> None:
        trace = str(fake_tools.write_trace(self.root / "t", GOOD))
        status, out, err = self.call("validate", trace)
        self.assertEqual(status, 0, out + err)
        self.assertIn("the name of `validate` is now `check`", err.splitlines()[0])
        self.assertNotIn("is called", self.call("check", trace)[2])

    def test_each_leads_to_a_command_that_there_is(self) -> None:
        for old in cli.RENAMED:
            name, words = cli.split([old, "--help"])
            self.assertIn(name, commands.COMMANDS)
            self.assertEqual(words[-1], "--help")
            self.assertEqual(cli.needs([old]), cli.needs(name.split()))
            self.assertEqual(cli.split(["help", old]), (name, words))

    def test_a_file_with_an_old_name_is_a_file(self) -> None:
        (self.root / "merge").write_text("{}")
        self.assertIn("merge is not a report", self.refused("report", "merge"))


# A foreign lit suite runs with the checker in each test's environment, and with it only there.
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
