"""A project's settings in a file, and the commands' completion and manual pages."""

import contextlib
import io
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from ompt_cts import cli, commands, project
from ompt_cts.errors import UserError

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
