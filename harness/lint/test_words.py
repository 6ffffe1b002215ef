"""The lint of words complains of what it should, and of nothing in this repository."""

import tempfile
import unittest
from pathlib import Path

import words

ROOT = Path(__file__).parents[2]


class WordsTest(unittest.TestCase):
    def found(self, line: str, name: str = "docs/a.md") -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"\n{line}\n", encoding="utf-8")
            return words.problems(Path(folder))

    def test_spelling(self) -> None:
        for line, word in (
            ("A serialised region", "serialised"),
            ("// Finalisation", "Finalisation"),
            ("synchronising threads", "synchronising"),
            ("who recognises it", "recognises"),
            ("uninitialised", "initialised"),
        ):
            with self.subTest(line=line):
                self.assertEqual(self.found(line), [f"docs/a.md:2: write -ize, not '{word}'"])
        [problem] = self.found("its behaviour", "harness/a.cpp")
        self.assertEqual(problem, "harness/a.cpp:2: write behavior, not 'behaviour'")

    def test_what_is_spelled_so(self) -> None:
        for line in (
            "raise, otherwise, advise, precise",
            "an initial value is",
            "the promised rise",
        ):
            with self.subTest(line=line):
                self.assertEqual(self.found(line), [])

    def test_sentences_turned_round(self) -> None:
        for line in (
            'Message("{} came {} times, due are {}", a, b, c)',
            '"an image at offset {}; -1 is due"',
            "the program is behind loop",
            '"found are 3"',
            '"right is {}"',
        ):
            with self.subTest(line=line):
                self.assertTrue(self.found(line, "harness/a.cpp"))

    def test_natural_order(self) -> None:
        for line in ('"expected {}, found {}"', "NULL is due there", "what differs is due to it"):
            with self.subTest(line=line):
                self.assertEqual(self.found(line), [])

    def test_this_repository(self) -> None:
        self.assertEqual(words.problems(ROOT), [])


if __name__ == "__main__":
    unittest.main()
