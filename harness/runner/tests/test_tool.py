"""The command that tests tools: the end of a play, and its failures."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts import cli
from ompt_cts.commands import tool

PLAYER = """#!/bin/sh
case "$1" in
  *ordinary.txt) echo hello ;;
  *many-threads.txt) exit 0 ;;
  *states.txt) echo hello; echo 'x > 0 failed'; kill -SEGV $$ ;;
  *foreign-letters.txt)
    sh -c 'echo $$ > "$0"; exec tail -f /dev/null' "$0.left" &
    while [ ! -s "$0.left" ]; do :; done ;;
  *unreadable.txt) while :; do :; done ;;
esac
: > "$SYNTH_OMP_END"
"""


class ToolTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.player = folder / "player"
        self.player.write_text(PLAYER)
        self.player.chmod(0o755)
        self.library = folder / "libtool.so"
        self.library.write_bytes(b"\x7fELF ompt_start_tool")

    def call(self, *words: str) -> tuple[int, str]:
        out = io.StringIO()
        with (
            mock.patch.object(tool.tools, "require_tool", return_value=self.player),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out),
        ):
            return cli.main(["tool", *words]), out.getvalue()

    def test_crashes_and_hangs_are_told(self) -> None:
        status, text = self.call(str(self.library), "--timeout", "1")
        self.assertEqual(status, 1)
        self.assertRegex(text, r"ordinary +survives +hello")
        self.assertRegex(text, r"states +crashes: SIGSEGV +x > 0 failed")
        self.assertRegex(text, r"unreadable +hangs")
        self.assertRegex(text, r"many-threads +ends the program before its end")
        self.assertIn("1 of the others are conforming runs", text)

    def test_a_play_leaves_no_process(self) -> None:
        self.call(str(self.library), "--timeout", "1")
        left = Path(f"{self.player}.left").read_text().strip()
        with contextlib.suppress(FileNotFoundError):  # or its parent has not asked for its end yet
            self.assertIn(") Z", Path(f"/proc/{left}/stat").read_text())

    def test_what_is_played_first_a_tool_must_survive(self) -> None:
        kinds = [kind for _, kind, _ in tool.scenarios(["here"])]
        self.assertEqual(kinds[0], tool.ORDINARY)
        self.assertLess(kinds.index(tool.RECORDED), kinds.index(tool.FAULTY))
        self.assertIn(tool.ODD, kinds)

    def test_the_player_reads_every_line(self) -> None:
        """It knows no preludes, and what the player refuses is no fault of the tool."""
        for name, _, what in tool.scenarios([]):
            text = what if isinstance(what, str) else what.read_text(errors="replace")
            for line in text.splitlines():
                self.assertFalse(line.startswith(("@use ", "== ")), name)
        self.player.write_text("#!/bin/sh\necho synth-omp: line 1: no; exit 1\n")
        status, text = self.call(str(self.library))
        self.assertEqual((status, text.count("\n")), (2, 1), text)

    def test_one_that_declines_is_not_judged(self) -> None:
        self.player.write_text("#!/bin/sh\nexit 3\n")
        status, text = self.call(str(self.library))
        self.assertEqual((status, text.count("\n")), (2, 1))
        self.assertIn("declines", text)

    def test_what_is_no_tool(self) -> None:
        self.library.write_bytes(b"\x7fELF")
        pipe = self.library.parent / "pipe"
        os.mkfifo(pipe)
        for path in (str(self.library), "/no/such.so", str(pipe)):
            status, text = self.call(path)
            self.assertEqual((status, text.count("\n")), (2, 1), text)
