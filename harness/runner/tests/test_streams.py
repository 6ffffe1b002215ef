"""Standard streams that are closed, full, or never read: never a traceback, never an exit code that
looks like a verdict."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from ompt_cts.paths import ROOT, RUNNER, build_dir

RULE = "single.count-1"
COMMANDS = {  # one with rich's output, one with plain lines, one of the launcher alone
    "explain": [sys.executable, "-m", "ompt_cts", "explain", RULE],
    "a command's --help": [str(ROOT / "ompt-cts"), "check", "--help"],
    "--help": [sys.executable, "-m", "ompt_cts", "--help"],
    "new-test": [sys.executable, str(RUNNER / "ompt_cts" / "launch.py"), "dev", "new-test", RULE],
}


def call(command: list[str], redirection: str, *passed: int) -> tuple[int, str]:
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
                status, said = call(command, redirection, *passed)
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
        self.assertEqual(call(command, "2>/dev/full")[0], 2)

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
                    status, said = call(command, ">/dev/full")
                    self.assertEqual(status, 2, said)
                    self.assertIn("cannot write", said)
