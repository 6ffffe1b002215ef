import os
import secrets
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

    def test_only_the_images_that_a_trace_names_go(self) -> None:
        images = [Path(f"/tmp/tmpfile_{secrets.token_hex(3)}") for _ in range(3)]
        for path in images:
            path.touch()
            self.addCleanup(path.unlink, missing_ok=True)
        numbers = [images[0].stat().st_ino, images[1].stat().st_ino + 1]
        maps = self.folder / "maps"
        named = zip(numbers, images[:2], strict=True)
        maps.write_text("".join(f"1-2 r-xp 0 0:0 {number} {path}\n" for number, path in named))
        leftovers.forget_images(str(maps))
        self.assertEqual([path.exists() for path in images], [False, True, True])
        leftovers.forget_images(str(self.folder / "none"))

    def test_one_process(self) -> None:
        path = self.make(DEAD, os.getuid(), "a registration")
        leftovers.forget_process(DEAD, str(self.folder))
        self.assertFalse(path.exists())
        leftovers.forget_process(DEAD, str(self.folder))

    def test_no_such_folder(self) -> None:
        leftovers.forget_the_dead(str(self.folder / "none"))
        leftovers.forget_process(DEAD, str(self.folder / "none"))
