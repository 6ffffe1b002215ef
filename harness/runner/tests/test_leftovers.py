import os
import tempfile
import unittest
from pathlib import Path

from ompt_cts.system import leftovers

DEAD = 2**30  # above every process id


class Leftovers(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def make(self, pid: int, user: int, text: str = "") -> Path:
        path = self.folder / f"{leftovers.PREFIX}{pid}_{user}"
        path.write_text(text)
        return path

    def test_only_empty_ones_of_the_dead_go(self) -> None:
        gone = [self.make(DEAD, os.getuid()), self.make(DEAD + 2, os.getuid(), "\0" * 1024)]
        kept = [
            self.make(os.getpid(), os.getuid()),
            self.make(DEAD + 1, os.getuid(), "a registration"),
            self.make(DEAD, os.getuid() + 1),
        ]
        leftovers.forget_the_dead(str(self.folder))
        self.assertFalse(any(path.exists() for path in gone))
        self.assertTrue(all(path.exists() for path in kept))

    def test_one_process(self) -> None:
        path = self.make(DEAD, os.getuid(), "a registration")
        leftovers.forget_process(DEAD, str(self.folder))
        self.assertFalse(path.exists())
        leftovers.forget_process(DEAD, str(self.folder))

    def test_no_such_folder(self) -> None:
        leftovers.forget_the_dead(str(self.folder / "none"))
        leftovers.forget_process(DEAD, str(self.folder / "none"))
