# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated C++. rules_test.cpp tests what the compiler sees of it."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import runner_path  # noqa: F401
from generate import (
    cpp_header,
    cpp_source,
    main,
    write_if_changed,
)
from ompt_cts.catalogue.entries import Catalogue
from test_catalogue import CHAPTER, RULE, load_text


def catalogue_of(text: str) -> Catalogue:
    catalogue, problems = load_text(text)
    assert not problems, problems
    return catalogue


class Cpp(unittest.TestCase):
    def test_header_has_each_rule_and_their_number(self) -> None:
        text = cpp_header(catalogue_of(CHAPTER + RULE))
        self.assertIn("\n  parallel_begin_data_none,\n", text)
        self.assertIn("rule_count = 1;", text)

    def test_row(self) -> None:
        rule = RULE.replace('["trace"]', '["trace", "note"]')
        text = cpp_source(catalogue_of(CHAPTER + rule), "rules/rules.h")
        self.assertIn('{"4.4.4.4", "", "19.4.4.4", ""}', text)
        self.assertIn("{Level::mandatory, Level::none, Level::mandatory, Level::none}", text)
        self.assertIn('0x8, Kind::identifier, 5, 0x0, {}, "parallel", ""}', text)

    def test_texts_are_quoted(self) -> None:
        rule = RULE.replace("tolerances = []", "tolerances = ['a \"b\" \\c']")
        text = cpp_source(catalogue_of(CHAPTER + rule), "rules/rules.h")
        self.assertIn(r'"a \"b\" \\c"', text)
        self.assertIn("tolerances_of_parallel_begin_data_none,", text)

    def test_rules_are_found_in_byte_order(self) -> None:
        # '-' sorts before '.', and 'O' before 'd'
        ids = [
            "start-tool.bad-OMP_TOOL",
            "start-tool.bad-data",
            "start-tool.x",
            "start.x",
        ]
        rules = "".join(RULE.replace("parallel-begin.data-none", rule_id) for rule_id in ids)
        text = cpp_source(catalogue_of(CHAPTER + rules), "rules/rules.h")
        table = text[text.index("by_id[rule_count]") :]
        self.assertEqual(sorted(map(table.index, ids)), [table.index(i) for i in ids])


class Files(unittest.TestCase):
    def test_an_equal_file_is_left_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "deep" / "file"
            write_if_changed(path, "one")
            first = path.stat().st_mtime_ns
            write_if_changed(path, "one")
            self.assertEqual(path.stat().st_mtime_ns, first)
            write_if_changed(path, "two")
            self.assertEqual(path.read_text(), "two")

    def run_main(self, text: str) -> tuple[int, list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "parallel.toml").write_text(text, encoding="utf-8")
            cpp = [str(root / "rules.h"), str(root / "rules.cpp")]
            arguments = ["--rules", folder, "--out-cpp", *cpp]
            with contextlib.redirect_stderr(io.StringIO()):
                code = main(arguments)
            return code, sorted(path.name for path in root.iterdir())

    def test_all_files_are_written(self) -> None:
        code, names = self.run_main(CHAPTER + RULE)
        self.assertEqual(code, 0)
        self.assertEqual(names, ["parallel.toml", "rules.cpp", "rules.h"])

    def test_nothing_is_written_from_a_wrong_catalogue(self) -> None:
        code, names = self.run_main(CHAPTER + RULE + RULE)
        self.assertEqual(code, 1)
        self.assertEqual(names, ["parallel.toml"])


if __name__ == "__main__":
    unittest.main()
