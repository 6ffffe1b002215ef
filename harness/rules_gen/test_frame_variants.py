"""suites/frames/variants has each construct in every language, with and without optimization and
frame pointers (docs/sampling.md)."""

import unittest
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.steps import header

TOP = Path(__file__).resolve().parents[2]
CONSTRUCTS = ["final", "nested", "serialized", "target", "task", "taskloop", "teams", "undeferred"]
LANGUAGES = (".c", ".cpp", ".f90")
WAYS = {
    (level, pointer)
    for level in ("-O0", "-O2")
    for pointer in ("-fno-omit-frame-pointer", "-fomit-frame-pointer")
}


class FrameVariants(unittest.TestCase):
    def test_none_is_missing(self) -> None:
        folder = TOP / "suites/frames/variants"
        for construct in CONSTRUCTS:
            for language in LANGUAGES:
                with self.subTest(construct=construct, language=language):
                    builds = header.read(str(folder / (construct + language))).builds
                    self.assertEqual({tuple(flags) for _, *flags in builds}, WAYS)
                    page = (TOP / "docs/sampling.md").read_text(encoding="utf-8")
                    self.assertIn(f"`{construct}{language}`", page)
