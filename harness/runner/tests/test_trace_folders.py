"""Making room for a recording where another was: an interrupted removal can be done again."""

import errno
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts import cli
from ompt_cts.errors import in_words
from ompt_cts.steps import trace_folders
from ompt_cts.steps.trace_folders import InTheWay, make_room


class FullDisks(unittest.TestCase):
    def test_the_file_is_named_and_nothing_is_left(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/t.record.json"
            os.symlink("/dev/full", f"{path}.{os.getpid()}")
            with self.assertRaises(OSError) as caught:
                trace_folders.write_json(path, {"state": "ok"})
            self.assertEqual((caught.exception.filename, os.listdir(folder)), (path, []))

    def test_a_full_disk_is_named_where_the_error_names_no_file(self) -> None:
        real = os.statvfs
        with mock.patch.dict("os.environ", {"TMPDIR": "/dev/shm"}):
            full = mock.Mock(f_bavail=0)
            answer = lambda path: full if str(path) == "/dev/shm" else real(path)  # noqa: E731
            with mock.patch.object(os, "statvfs", side_effect=answer):
                self.assertEqual(cli.without_room(), "the disk of /dev/shm")

    def test_the_limit_on_the_size_of_a_file_is_named(self) -> None:
        self.assertIn("ulimit -f", in_words(OSError(errno.EFBIG, "File too large")))
        self.assertEqual(in_words(OSError(errno.ENOSPC, "no space")), "no space")
        with tempfile.TemporaryDirectory() as folder:
            words = ["sh", "-c", 'ulimit -f 1; exec "$@"', "-", sys.executable, "-c"]
            code = "import pathlib, sys; from ompt_cts import files; files.write_bytes(pathlib.Path(sys.argv[1]), bytes(9999))"
            done = subprocess.run([*words, code, f"{folder}/x"], capture_output=True, text=True)
            self.assertIn("(the limit that ulimit -f shows)", done.stderr)
            self.assertEqual(os.listdir(folder), [])


class MakingRoom(unittest.TestCase):
    def setUp(self) -> None:
        self.trace = Path(self.enterContext(tempfile.TemporaryDirectory())) / "t.trace"
        (self.trace / "info").mkdir(parents=True)
        (self.trace / "info" / "manifest").write_bytes(b"MT-CTS02")
        for name in ("info/maps", "info/process", "metadata", "thread_000000"):
            (self.trace / name).touch()

    def test_what_a_recording_left_is_removed(self) -> None:
        make_room(str(self.trace))
        self.assertFalse(self.trace.exists())

    def test_a_recording_that_had_no_room_for_its_manifest_is_removed(self) -> None:
        (self.trace / "info" / "manifest").write_bytes(b"")
        with self.assertRaises(InTheWay):
            make_room(str(self.trace))
        Path(f"{self.trace}.record.json").write_text('{"traces": ["t.trace"]}')
        make_room(str(self.trace))
        self.assertFalse(self.trace.exists())

    def test_a_removal_that_was_interrupted_anywhere_can_be_done_again(self) -> None:
        real = os.unlink
        for after in range(6):
            with self.subTest(files_removed=after):
                self.setUp()
                calls = []

                def unlink(path: str, after: int = after, calls: list[str] = calls) -> None:
                    if len(calls) == after:
                        raise KeyboardInterrupt
                    calls.append(path)
                    real(path)

                with mock.patch.object(trace_folders.os, "unlink", unlink):
                    try:
                        make_room(str(self.trace))
                    except (KeyboardInterrupt, FileNotFoundError):
                        pass
                make_room(str(self.trace))
                self.assertFalse(self.trace.exists())

    def test_a_users_files_stay(self) -> None:
        """Whatever an old record or claim says, and whatever begins like a name of ours."""
        for made in ("record.json", "claim", "manifest"):
            self.setUp()
            if made != "manifest":
                (self.trace / "info/manifest").unlink()
                told = '{"traces": ["t.trace"], "before": []}'
                Path(f"{self.trace}.{made}").write_text(told)
            mine = {self.trace / name for name in ("info/notes.txt", "thread_notes.txt")}
            mine |= {self.trace / "metadata"} if made != "manifest" else set()
            for path in mine:
                path.write_text("mine")
            with self.subTest(made), self.assertRaises(InTheWay):
                make_room(str(self.trace))
            self.assertTrue(all(path.exists() for path in mine), made)

    def test_a_users_file_beside_a_trace_stays(self) -> None:
        for suffix, key in trace_folders.KEYS.items():
            path = Path(f"{self.trace}{suffix}")
            for text in ("mine", '{"mine": 1}', f'["{key}"]'):
                path.write_text(text)
                with self.assertRaisesRegex(InTheWay, suffix):
                    make_room(str(self.trace))
                self.assertEqual(path.read_text(), text)
            path.unlink()

    def test_what_is_somebody_elses_stays(self) -> None:
        (self.trace / "info" / "manifest").unlink()
        with self.assertRaises(InTheWay):
            make_room(str(self.trace))
        self.assertTrue((self.trace / "metadata").exists())
