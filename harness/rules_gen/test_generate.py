"""The generated C++. rules_test.cpp tests the compiled result."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path

import runner_path  # noqa: F401
from generate import chapter_header, cpp_source, main, write_if_changed
from ompt_cts.catalogue.entries import Catalogue
from ompt_cts.catalogue.reader import read
from test_catalogue import CHAPTER, RULE, load_text

OTHER = RULE.replace("parallel-begin.data-none", "task-create.data-none")


def catalogue_of(text: str) -> Catalogue:
    catalogue, problems = load_text(text)
    assert not problems, problems
    return catalogue


class Cpp(unittest.TestCase):
    def test_a_chapter_has_its_rules_and_the_types_of_their_breaches(self) -> None:
        breach = """breach.not-empty = "{task} of {named:task} has flags {flags:task_flag} on {thread:thread_number} in {work}, {task}"
"""
        catalogue = catalogue_of(CHAPTER + RULE + breach)
        text = chapter_header(catalogue, catalogue.chapters[0])
        self.assertIn("inline constexpr Rule parallel_begin_data_none{0};", text)
        self.assertIn("namespace cts::breach::parallel_begin_data_none {\nstruct not_empty {", text)
        members = re.findall(r"^  (fact::\S+) (\w+);", text, re.MULTILINE)
        kinds = {name: kind.split("::")[-1] for kind, name in members}
        self.assertEqual(
            kinds,
            {
                "task": "task_fact",
                "named": "task_fact",
                "flags": "task_flag>",
                "thread": "thread_number_fact",
                "work": "work>",
            },
        )
        self.assertIn('"{task} of {named} has flags {flags} on {thread} in {work}, {task}"', text)

    def test_a_new_rule_moves_no_rule_of_another_chapter(self) -> None:
        def second(rules: str) -> str:
            with tempfile.TemporaryDirectory() as name:
                for stem, order, text in (("parallel", 1, rules), ("tasks", 2, OTHER)):
                    chapter = re.sub("order = [0-9]+", f"order = {order}", CHAPTER)
                    (Path(name) / f"{stem}.toml").write_text(chapter + text, encoding="utf-8")
                catalogue, problems = read(Path(name))
            assert not problems, problems
            return chapter_header(catalogue, catalogue.chapters[1])

        more = RULE.replace("parallel-begin.data-none", "parallel-begin.more")
        self.assertEqual(second(RULE), second(RULE + more))

    def test_breaches_that_mean_nothing(self) -> None:
        def problems(says: str, name: str = "one") -> str:
            text = f'breach.{name} = "{says}"\n'
            return " ".join(load_text(CHAPTER + RULE + text)[1])

        self.assertIn("no kind of fact 'tsak'", problems("{named:tsak} ends"))
        self.assertIn("a brace", problems("{named:task ends"))
        self.assertIn("malformed id", problems("it ends", "No-Id"))

    def test_row(self) -> None:
        text = cpp_source(catalogue_of(CHAPTER + RULE), "rules/rules.h")
        self.assertIn("{Level::mandatory, Level::none, Level::mandatory, Level::none}", text)
        self.assertIn("0x8, Kind::identifier, 0x0}", text)

    def test_rules_are_found_in_byte_order(self) -> None:
        # '-' sorts before '.', and 'O' before 'd'
        ids = ["start-tool.bad-OMP_TOOL", "start-tool.bad-data", "start-tool.x", "start.x"]
        rules = "".join(RULE.replace("parallel-begin.data-none", rule_id) for rule_id in ids)
        text = cpp_source(catalogue_of(CHAPTER + rules), "rules/rules.h")
        table = text[text.index("by_id[]") :]
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
        self.assertEqual(names, ["parallel.h", "parallel.toml", "rules.cpp", "rules.h"])

    def test_nothing_is_written_from_a_wrong_catalogue(self) -> None:
        code, names = self.run_main(CHAPTER + RULE + RULE)
        self.assertEqual(code, 1)
        self.assertEqual(names, ["parallel.toml"])
