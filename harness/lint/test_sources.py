"""The lint of the sources reports real faults, and none in this repository."""

import tempfile
import unittest
from pathlib import Path

import sources

ROOT = Path(__file__).parents[2]


class SourcesTest(unittest.TestCase):
    def found(self, **files: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                path = root / "harness" / name.replace("__", "/").replace("_dot_", ".")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return sources.problems(root)

    def test_downward_is_right(self) -> None:
        self.assertEqual(
            self.found(validator__a_dot_h='#include "trace/b.h"\n', trace__b_dot_h=""), []
        )

    def test_upward(self) -> None:
        [problem] = self.found(trace__b_dot_cpp='#include "validator/a.h"\n')
        self.assertEqual(problem, "trace/b includes validator/a: trace may not include validator")

    def test_circle_through_a_source_file(self) -> None:
        [problem] = self.found(
            trace__a_dot_h='#include "trace/b.h"\n',
            trace__b_dot_h="",
            trace__b_dot_cpp='#include "trace/b.h"\n#include "trace/a.h"\n',
        )
        self.assertEqual(problem, "these include each other: trace/a, trace/b")

    def test_vendor(self) -> None:
        [problem] = self.found(validator__a_dot_h="\n// as LLVM does\n")
        self.assertEqual(problem, "harness/validator/a.h:2: names LLVM")

    def test_unfinished_merge(self) -> None:
        [problem] = self.found(page_dot_md="a\n<<<<<<< HEAD\nb\n=======\n")
        self.assertEqual(problem, "harness/page.md: holds a merge that nobody finished")

    def test_this_repository(self) -> None:
        self.assertEqual(sources.problems(ROOT), [])
