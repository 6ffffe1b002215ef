"""suites/frames/variants has each construct in every language, with and without optimization and
frame pointers (docs/sampling.md)."""

import re
import unittest
from pathlib import Path

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
                    text = (folder / (construct + language)).read_text(encoding="utf-8")
                    compiled = set(re.findall(r"BUILD: \w+ (-O\d) (-f\S+)", text))
                    self.assertEqual(compiled, WAYS)
                    page = (TOP / "docs/sampling.md").read_text(encoding="utf-8")
                    self.assertIn(f"`{construct}{language}`", page)


if __name__ == "__main__":
    unittest.main()
