"""The command line: every problem is one line and exit code 2; help needs nothing installed."""

import contextlib
import io
import os
import re
import sys
import tempfile
import types
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from ompt_cts import cli, commands, launch
from ompt_cts.commands import selftest
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, RUNNER


class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        self.build = Path(self.enterContext(tempfile.TemporaryDirectory()))
        changes = {"OMPT_CTS_BUILD_DIR": str(self.build), "OMPT_CTS_DEBUG": ""}
        for patch in (
            mock.patch.dict(os.environ, changes),
            mock.patch.dict(commands.COMMANDS, {"fake": commands.Command("for this test")}),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def fake(self, run: Callable[[object], int]) -> None:
        module = types.ModuleType("ompt_cts.commands.fake", "A command for this test.")
        module.add_arguments = lambda parser: parser.add_argument("--number", type=int)  # type: ignore
        module.run = run  # type: ignore[attr-defined]
        patch = mock.patch.dict(sys.modules, {module.__name__: module})
        patch.start()
        self.addCleanup(patch.stop)

    def main(self, *words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main(list(words))
        return code, out.getvalue(), err.getvalue()

    def assert_refused(self, message: str, *words: str) -> None:
        code, out, err = self.main(*words)
        self.assertEqual((code, out), (2, ""))
        self.assertIn(message, err)
        self.assertEqual(len(err.splitlines()), 1, err)

    def test_it_runs_the_command_and_gives_its_code(self) -> None:
        self.fake(lambda args: args.number)  # type: ignore[attr-defined]
        self.assertEqual(self.main("fake", "--number", "1"), (1, "", ""))

    def test_an_empty_value_is_no_default(self) -> None:
        """`run --library "$LIB"` with an unset variable must not judge the default runtime."""
        for name in ("--library", "--runtime", "--expectations", "--filter"):
            for words in ((name, ""), (f"{name}=",)):
                self.assert_refused(f"{name}: its value is empty", "run", *words)

    def test_bad_input(self) -> None:
        self.fake(lambda args: 0)
        self.assert_refused("there is no command 'rnu': did you mean run?", "rnu")
        self.assert_refused("there is no command '--what'", "--what")
        self.assert_refused(
            "invalid int value: 'x' (see ompt-cts fake --help)", "fake", "--number=x"
        )
        self.assert_refused("unrecognized arguments: --nope", "fake", "--nope")

    def test_the_users_problems(self) -> None:
        def refuse(args: object) -> int:
            raise UserError("no such trace")

        self.fake(refuse)
        self.assert_refused("ompt-cts: error: no such trace", "fake")

    def test_no_more_memory(self) -> None:
        self.fake(mock.Mock(side_effect=MemoryError))
        self.assert_refused("no more memory (ulimit -v)", "fake")

    def test_our_own_mistakes_leave_a_traceback_in_a_file(self) -> None:
        self.fake(lambda args: 1 // 0)
        self.assert_refused("internal error: ZeroDivisionError", "fake")
        self.assertIn("Traceback", (self.build / "crash.log").read_text())

    def test_interruption(self) -> None:
        def interrupt(args: object) -> int:
            raise KeyboardInterrupt

        self.fake(interrupt)
        self.assertEqual(self.main("fake")[0], 130)

    def test_help_and_version(self) -> None:
        code, out, _ = self.main("--help")
        self.assertEqual(code, 0)
        for name in commands.COMMANDS:
            self.assertIn(f"\n  {name} ", out)
        self.assertTrue(self.main("--version")[1].startswith("ompt-cts "))
        self.assertEqual(self.main()[0], 2)

    def test_every_command_that_there_is_shows_its_help(self) -> None:
        folder = Path(cli.__file__).parent / "commands"
        for name, command in commands.COMMANDS.items():
            if not command.hands_over and (folder / (name.replace("-", "_") + ".py")).exists():
                out = io.StringIO()
                with contextlib.redirect_stdout(out), self.assertRaises(SystemExit) as caught:
                    cli.main([name, "--help"])
                self.assertEqual(caught.exception.code, 0, name)
                self.assertIn(f"usage: ompt-cts {name}", out.getvalue())

    def test_the_help_of_check_tells_every_exit_code(self) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), self.assertRaises(SystemExit):
            cli.main(["check", "--help"])
        for told in (
            "0 as expected",
            "1 something is new",
            "2 no verdict",
            "by a signal",
            "130",
            "143",
        ):
            self.assertIn(told, out.getvalue())

    def test_a_filter_of_selftest_that_nothing_matches(self) -> None:
        listed = mock.Mock(stdout="Total Tests: 0")
        (self.build / "CTestTestfile.cmake").touch()
        with mock.patch.object(selftest.subprocess, "run", return_value=listed) as started:
            code, _, err = self.main("selftest", "--no-python", "--filter", "no-such-test")
        self.assertEqual((code, started.call_count), (2, 1))
        self.assertIn("no test's name matches --filter 'no-such-test'", err)


class Needs(unittest.TestCase):
    def test_what_a_command_line_needs(self) -> None:
        for words, level in (
            ("", commands.NOTHING),
            ("--help", commands.NOTHING),
            ("rnu", commands.NOTHING),
            ("run --help", commands.PYTHON),
            ("run", commands.TOOLS),
            ("check -- ./app --help", commands.TOOLS),
            ("runtimes", commands.PYTHON),
            ("selftest", commands.TOOLS),
        ):
            self.assertEqual(cli.needs(words.split()), level, words)

    def test_a_command_builds_the_programs_that_it_starts(self) -> None:
        """`tool` started synth-omp, which `run` does not build."""
        told = re.search(r"target\(tools DEPENDS ([^)]*)\)", (ROOT / "CMakeLists.txt").read_text())
        assert told
        for name, command in commands.COMMANDS.items():
            module = RUNNER / f"{commands.module_name(name).replace('.', '/')}.py"
            started = re.findall(
                r'require_tool\(build_dir\(\), "(?:lib)?([\w-]+)', module.read_text()
            )
            built = told[1].split() if command.target == "tools" else [command.target]
            self.assertLessEqual(set(started), set(built), name)

    def test_the_launchers_own_option(self) -> None:
        with mock.patch.dict(os.environ, {"OMPT_CTS_NO_INSTALL": ""}):
            self.assertEqual(launch.split_options(["run", "-j2"]), (["run", "-j2"], True))
            self.assertEqual(launch.split_options(["--no-install", "run"]), (["run"], False))
            words = ["check", "--", "./app", "--no-install"]
            self.assertEqual(launch.split_options(words), (words, True))
            os.environ["OMPT_CTS_NO_INSTALL"] = "1"
            self.assertEqual(launch.split_options(["run"]), (["run"], False))
