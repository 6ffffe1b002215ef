"""The command line: every problem is one line and exit code 2; help needs nothing installed."""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import types
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from ompt_cts import catalogue, cli, commands, launch, project
from ompt_cts.commands import selftest
from ompt_cts.commands.dev import new_test
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, RUNNER, build_dir
from ompt_cts.steps import header


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


# A project's settings in a file, and the commands' completion and manual pages.
OPTIONS = {"--runtime", "--library", "--profile", "--expectations"}


class Settings(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.below = self.folder / "a" / "b"
        self.below.mkdir(parents=True)

    def words(self, *typed: str) -> list[str]:
        with contextlib.redirect_stderr(io.StringIO()):
            return project.words(OPTIONS, typed, self.below)

    def test_the_nearest_file_counts_and_paths_are_relative_to_it(self) -> None:
        known = self.folder / "known.toml"
        known.touch()
        text = '[tool.ompt-cts]\nexpectations = "known.toml"\ncc = "gcc"\n'
        (self.folder / "pyproject.toml").write_text(text)
        self.assertEqual([f"--expectations={known}"], self.words())
        (self.below.parent / "pyproject.toml").write_text("[project]\n")
        self.assertEqual([f"--expectations={known}"], self.words())
        (self.below / "ompt-cts.toml").write_text('profile = "6.0"\n')
        self.assertEqual(["--profile=6.0"], self.words())

    def test_the_command_line_goes_before_the_file(self) -> None:
        (self.below / "ompt-cts.toml").write_text('runtime = "llvm-22"\nprofile = "6.0"\n')
        self.assertEqual(["--runtime=llvm-22"], self.words("--profile", "5.2"))
        self.assertEqual(["--profile=6.0"], self.words("--library=/x.so"))

    def test_mistakes(self) -> None:
        for text in ("profil = '6.0'", "profile = 6.0", "=", "runtime = 'a'\nlibrary = 'b'"):
            (self.below / "ompt-cts.toml").write_text(text)
            with self.subTest(text), self.assertRaises(UserError):
                self.words()
        (self.below / "ompt-cts.toml").unlink()
        (self.below / "pyproject.toml").write_text("[tool]\nompt-cts = 1\n")
        with self.assertRaises(UserError):
            self.words()
        (self.below / "pyproject.toml").write_text("tool = 1\n")  # another's mistake
        self.assertEqual([], self.words())

    def test_files_of_strangers(self) -> None:
        """The file of a folder that somebody else has made; a pipe is not waited for."""
        path = self.below / "ompt-cts.toml"
        for text in ("a=" + "[" * 5000, "a=" + "{b=" * 5000, ".".join("a" * 20_000) + "=1"):
            path.write_text(text)
            with self.subTest(text[:20]), self.assertRaises(UserError):
                self.words()
        path.unlink()
        path.symlink_to("/dev/zero")
        with self.assertRaisesRegex(UserError, "too large"):
            self.words()
        path.unlink()
        os.mkfifo(path)
        self.assertEqual([], self.words())


class Shell(unittest.TestCase):
    def test_every_command_is_known(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.redirect_stdout(io.StringIO()) as told:
                self.assertEqual(0, cli.main(["dev", "shell", folder]))
            bash, _, man = told.getvalue().split()
            self.assertEqual(0, subprocess.run(["bash", "-n", bash], check=False).returncode)
            texts = [Path(path).read_text(encoding="utf-8") for path in (bash, man)]
        for text in texts:
            for name in commands.COMMANDS:
                self.assertIn(name.removeprefix("dev "), text.replace("\\-", "-"))
            self.assertIn("--expectations", text.replace("\\-", "-"))


# Standard streams that are closed, full, or never read: never a traceback, never an exit code that
# looks like a verdict.

# new-test: a skeleton for every rule, and possible mistakes of a user.
RULE = "single.count-1"


class NewTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def command(self, *words: str) -> tuple[int, str]:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = cli.main(["dev", "new-test", *words])
        return code, output.getvalue()

    def test_every_rule_has_a_program(self) -> None:
        for rule in catalogue.load().values():
            with self.subTest(rule=rule.id):
                text = new_test.program(rule)
                path = self.folder / "a.c"
                path.write_text(text, encoding="utf-8")
                self.assertEqual(header.read(str(path)).rules, (rule.id,))
                self.assertEqual(text.count("{"), text.count("}"))
                self.assertLessEqual(max(map(len, text.splitlines())), new_test.WIDTH)

    def test_the_construct_is_the_rules(self) -> None:
        rules = catalogue.load()
        for name, construct in (
            (RULE, "omp single"),
            ("nest-lock.owned", "omp_set_nest_lock"),
            ("cancel.activated", "ENV: OMP_CANCELLATION=true"),
            ("target.pair", "REQUIRES: offload"),
            ("teams.end-null", "omp teams"),
            ("enum-states.start", "omp parallel"),
        ):
            with self.subTest(rule=name):
                self.assertIn(construct, new_test.program(rules[name]))

    def test_the_tables_name_what_there_is(self) -> None:
        rules = catalogue.load().values()
        self.assertLessEqual(set(new_test.BY_EVENT), {rule.event for rule in rules})
        for start in new_test.BY_NAME:
            self.assertTrue(any(rule.id.startswith(start) for rule in rules), start)

    def test_printed_or_written(self) -> None:
        code, printed = self.command(RULE)
        self.assertEqual(code, 0)
        path = self.folder / "single_count.c"
        code, said = self.command(RULE, str(path))
        self.assertEqual((code, path.read_text(encoding="utf-8")), (0, printed))
        self.assertRegex(said, r"single_count\.c: written\. To run it: \./ompt-cts dev lit -v /")

    def test_mistakes(self) -> None:
        (self.folder / "there.c").touch()
        for words, problem in (
            (["single."], "single. is no rule, but the beginning of several"),
            (["no.such-rule"], "there is no rule 'no.such-rule'"),
            ([RULE, f"{self.folder}/there.c"], "already exists"),
            ([RULE, f"{self.folder}/a.f90"], "new-test writes C and C++"),
            ([RULE, f"{self.folder}/none/a.c"], "is no folder"),
        ):
            with self.subTest(words=words):
                code, said = self.command(*words)
                self.assertEqual((code, len(said.splitlines())), (2, 1), said)
                self.assertTrue(re.search(re.escape(problem), said), said)


SHOWN = "single.count-1"
COMMANDS = {  # one with rich's output, one with plain lines, one of the launcher alone
    "explain": [sys.executable, "-m", "ompt_cts", "explain", SHOWN],
    "a command's --help": [str(ROOT / "ompt-cts"), "check", "--help"],
    "--help": [sys.executable, "-m", "ompt_cts", "--help"],
    "new-test": [sys.executable, str(RUNNER / "ompt_cts" / "launch.py"), "dev", "new-test", SHOWN],
}


def redirected(command: list[str], redirection: str, *passed: int) -> tuple[int, str]:
    """Exit code, and the text on standard error; `passed` are descriptors."""
    shell = ["bash", "-c", f'"$@" {redirection}', "bash", *command]
    environment = os.environ | {"PYTHONPATH": str(RUNNER)}
    done = subprocess.run(
        shell,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        pass_fds=passed,
    )
    return done.returncode, done.stderr


class Streams(unittest.TestCase):
    def each(self, redirection: str, code: int, *passed: int) -> None:
        for name, command in COMMANDS.items():
            with self.subTest(name):
                status, said = redirected(command, redirection, *passed)
                self.assertEqual(status, code, said)
                self.assertNotIn("Traceback", said)
                self.assertNotIn("Exception ignored", said)
                self.assertLessEqual(len(said.splitlines()), 1)

    def test_closed(self) -> None:
        for redirection in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(redirection):
                self.each(redirection, 0)

    def test_a_full_disk(self) -> None:
        if not Path("/dev/full").exists():
            self.skipTest("there is no /dev/full")
        self.each(">/dev/full", 2)
        command = [sys.executable, "-m", "ompt_cts", "explain", "no-such-rule"]
        self.assertEqual(redirected(command, "2>/dev/full")[0], 2)

    def test_a_reader_that_has_left(self) -> None:
        read, write = os.pipe()
        os.close(read)
        self.each(f">&{write}", 141, write)
        os.close(write)

    def test_the_tools_themselves(self) -> None:
        tools = build_dir() / "bin"
        if not (tools / "ompt-view").exists():
            self.skipTest("the tools are not built")
        with tempfile.TemporaryDirectory() as folder:
            text, trace = Path(folder) / "text", Path(folder) / "trace"
            text.write_text("0 stream_begin tid=1 main=1\n")
            made = [str(tools / "ompt-view"), "--from-text", str(text), "--out", str(trace)]
            subprocess.run(made, check=True)
            for words in (
                ["ompt-view", "--text"],
                ["ompt-view", "--info"],
                ["ompt-blame"],
                ["ompt-validate", "--json=-"],
                ["ompt-validate", "--quiet", "--json=/dev/full"],
            ):
                with self.subTest(words):
                    command = [str(tools / words[0]), *words[1:], str(trace)]
                    status, said = redirected(command, ">/dev/full")
                    self.assertEqual(status, 2, said)
                    self.assertIn("cannot write", said)
