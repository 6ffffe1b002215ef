"""The catalogue's schema: each error in a rule's text has a line that reports it."""

import re
import tempfile
import unittest
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.catalogue.entries import Catalogue, enumerator
from ompt_cts.catalogue.reader import read, resolve_levels

CHAPTER = '[chapter]\ntitle = "Parallel regions"\norder = 1\n'
RULE = """
[rule."parallel-begin.data-none"]
statement = "The word is zero."
clause = { "5.0" = "4.4.4.4", "5.2" = "19.4.4.4" }
level = "mandatory"
event = "parallel_begin"
kind = "identifier"
observed_by = ["trace"]
"""
TOLERANCE = """
[tolerance."parallel-end.workers-may-lag"]
statement = "Workers may lag."
clause = { "5.0" = "2.6" }
"""


def load_text(text: str) -> tuple[Catalogue, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "parallel.toml").write_text(text, encoding="utf-8")
        return read(Path(folder))


class Load(unittest.TestCase):
    def assert_problem(self, text: str, expected: str) -> None:
        problems = load_text(text)[1]
        self.assertTrue(any(expected in line for line in problems), problems)

    def assert_problem_after(self, old: str, new: str, expected: str) -> None:
        self.assertIn(old, RULE)
        self.assert_problem(CHAPTER + RULE.replace(old, new), expected)

    def test_a_good_file_has_no_problem(self) -> None:
        catalogue, problems = load_text(CHAPTER + RULE + TOLERANCE)
        self.assertEqual(problems, [])
        self.assertEqual([rule.id for rule in catalogue.rules], ["parallel-begin.data-none"])
        self.assertEqual(catalogue.rules[0].chapter, "parallel")
        self.assertEqual(catalogue.rules[0].levels, {"5.0": "mandatory", "5.2": "mandatory"})
        self.assertEqual(len(catalogue.tolerances), 1)

    def test_the_usual_need_not_be_said(self) -> None:
        said = ("level", "event", "observed_by")
        short = "".join(x for x in RULE.splitlines(True) if not x.startswith(said))
        catalogue, problems = load_text(CHAPTER + short)
        self.assertEqual(problems, [])
        rule = catalogue.rules[0]
        self.assertEqual((rule.events, rule.observed_by, rule.tolerances), ((), ("trace",), ()))
        self.assertEqual(rule.levels, {"5.0": "mandatory", "5.2": "mandatory"})

    def test_what_is_usual_in_a_chapter_need_not_be_said_there(self) -> None:
        short = "".join(
            x for x in RULE.splitlines(True) if not x.startswith(("event", "kind", "clause"))
        )
        usual = 'usual = { event = "parallel_end", kind = "thread", clause = { "5.1" = "2.6" } }\n'
        catalogue, problems = load_text(CHAPTER + usual + short + RULE.replace("none", "some"))
        self.assertEqual(problems, [])
        told = [(rule.events, rule.kind, min(rule.clauses)) for rule in catalogue.rules]
        own = (("parallel_begin",), "identifier", "5.0")
        self.assertEqual(told, [(("parallel_end",), "thread", "5.1"), own])
        self.assert_problem(CHAPTER + "usual = { id = 1 }\n", "chapter: usual has no 'id'")

    def test_a_wrong_entry_is_left_out_and_the_rest_stays(self) -> None:
        wrong = RULE.replace('kind = "identifier"', "")
        good = RULE.replace("data-none", "context")
        catalogue, problems = load_text(CHAPTER + wrong + good)
        self.assertEqual([rule.id for rule in catalogue.rules], ["parallel-begin.context"])
        self.assertEqual(problems, ["parallel.toml: parallel-begin.data-none: has no 'kind'"])

    def test_a_clause_by_its_number_of_5_2(self) -> None:
        """rules/coverage gives the numbers of other versions."""
        sections = """[section."Two"]
at = ["4.1", "4.1", "19.1", "32.1"]
[section."New"]
at = ["", "4.2", "19.2", "32.2"]
"""

        def read_with(clause: str) -> tuple[Catalogue, list[str]]:
            with tempfile.TemporaryDirectory() as name:
                (Path(name) / "coverage").mkdir()
                (Path(name) / "coverage" / "one.toml").write_text(sections, encoding="utf-8")
                rule = re.sub("clause = .*", clause, RULE)
                (Path(name) / "parallel.toml").write_text(CHAPTER + rule, encoding="utf-8")
                return read(Path(name))

        catalogue, problems = read_with('clause = "19.1, 19.2"\nsince = "5.1"')
        self.assertEqual(problems, [])
        expected = {"5.1": "4.1, 4.2", "5.2": "19.1, 19.2", "6.0": "32.1, 32.2"}
        self.assertEqual(catalogue.rules[0].clauses, expected)
        self.assertIn("no section 19.3 of 5.2", read_with('clause = "19.3"')[1][0])
        self.assertIn("5.0 has no such section", read_with('clause = "19.2"')[1][0])
        self.assertIn("version '4.5'", read_with('clause = "19.1"\nsince = "4.5"')[1][0])

    def test_each_part_of_a_rule(self) -> None:
        level = '{ "5.0" = "optional", "6.0" = "mandatory" }'
        for old, new, expected in (
            ('["trace"]', '"trace"', "'observed_by' has the wrong type"),
            ("The word is zero.", "word is zero", "not a sentence"),
            ('"5.2"', '"5.3"', "unknown version '5.3'"),
            ("4.4.4.4", "4.4.4.4?", "not a section number"),
            ('{ "5.0" = "4.4.4.4", "5.2" = "19.4.4.4" }', "{}", "clause names no version"),
            ('"mandatory"', '"must"', "unknown level 'must'"),
            ('"mandatory"', level, "level names 6.0, clause does not"),
            ('"mandatory"', '{ "5.2" = "mandatory" }', "does not cover every version"),
            ('"parallel_begin"', '"parallel"', "unknown event 'parallel'"),
            ('"identifier"', '"id"', "unknown kind 'id'"),
            ("parallel-begin.data-none", "Parallel begin", "malformed id"),
        ):
            with self.subTest(expected=expected):
                self.assert_problem_after(old, new, expected)

    def test_each_part_of_a_file(self) -> None:
        same = "same id as parallel-begin.data-none"
        for text, expected in (
            ("id =", "not TOML"),
            (RULE, "chapter: has no 'title'"),
            (CHAPTER + "[[rules]]\nid = 1\n", "unknown table 'rules'"),
            (CHAPTER + RULE + "clauses = 1\n", "unknown key 'clauses'"),
            (CHAPTER + RULE + RULE, "not TOML"),
            ("[[rule]]\n" + CHAPTER, 'write [rule."ID"]'),
            ("rule.one = 1\n" + CHAPTER, 'write [rule."ID"]'),
            # Two identifiers that become one name in C++, and a tolerance with a rule's.
            (CHAPTER + RULE + RULE.replace("data-none", "data.none"), same),
            (CHAPTER + RULE + TOLERANCE.replace("end.workers-may-lag", "begin.data-none"), same),
        ):
            with self.subTest(expected=expected):
                self.assert_problem(text, expected)

    def test_several_events(self) -> None:
        two = '["parallel_begin", "parallel_end"]'
        catalogue, problems = load_text(CHAPTER + RULE.replace('"parallel_begin"', two))
        self.assertEqual(problems, [])
        self.assertEqual(catalogue.rules[0].events, ("parallel_begin", "parallel_end"))
        self.assertEqual(catalogue.rules[0].event, "parallel_begin")
        self.assert_problem_after('"parallel_begin"', '["work", "work"]', "names a callback twice")

    def test_needs(self) -> None:
        for needs, problem in (
            ('["parallel"]', "needs an unknown callback 'parallel'"),
            ('["task_schedule", "task_create"]', "by rising code"),
            ('["task_create", "task_create"]', "by rising code"),
        ):
            self.assert_problem(CHAPTER + RULE + f"needs = {needs}\n", problem)
        catalogue, problems = load_text(CHAPTER + RULE + 'needs = ["task_create"]\n')
        self.assertEqual((problems, catalogue.rules[0].needs), ([], ("task_create",)))

    def test_observers(self) -> None:
        self.assert_problem_after('["trace"]', "[]", "observed_by is empty")
        self.assert_problem_after('["trace"]', '["eye"]', "unknown observer 'eye'")
        self.assert_problem_after('["trace"]', '["trace", "trace"]', "an observer twice")
        for said in ('["note"]', '{ note = "" }', '{ trace = "Only the program knows it." }'):
            self.assert_problem_after('["trace"]', said, "why the program alone knows")
        sentence = "Only the program knows it."
        catalogue, problems = load_text(
            CHAPTER + RULE.replace('["trace"]', f'{{ note = "{sentence}" }}')
        )
        self.assertEqual((problems, catalogue.rules[0].only_noted), ([], sentence))

    def test_a_tolerance_without_a_case_says_why(self) -> None:
        excused = 'tolerates."a" = true\ntolerates."b".no_case = "Why."\n'
        catalogue, problems = load_text(CHAPTER + RULE + excused)
        self.assertEqual(problems, [])
        self.assertEqual(catalogue.rules[0].tolerances, ("a", "b"))
        self.assertEqual(catalogue.rules[0].tolerances_without_case, {"b": "Why."})
        for wrong in (
            "b = {}",
            'b.text = "c"',
            'b.reading = ""',
            "b = 1",
            "b = false",
            '"" = true',
        ):
            said = f"tolerates.{wrong}"
            self.assert_problem(CHAPTER + RULE + said, "is not true, or { no_case, reading }")

    def test_a_tolerance_names_its_reading(self) -> None:
        named = 'tolerates."a" = true\ntolerates."b".reading = "c"\n'
        catalogue, problems = load_text(CHAPTER + RULE + named)
        self.assertEqual(problems, [])
        self.assertEqual(catalogue.rules[0].tolerances, ("a", "b"))
        self.assertEqual(catalogue.rules[0].readings, {"b": "c"})

    def test_no_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(len(read(Path(folder))[1]), 1)


class Names(unittest.TestCase):
    def test_enumerator(self) -> None:
        self.assertEqual(enumerator("start-tool.bad-OMP_TOOL"), "start_tool_bad_omp_tool")
        self.assertEqual(enumerator("loop.type-5.0"), "loop_type_5_0")


class Levels(unittest.TestCase):
    def test_a_level_holds_until_the_next(self) -> None:
        clause = {"5.0": "1", "5.1": "1", "5.2": "1", "6.0": "1"}
        level = {"5.0": "advisory", "5.2": "mandatory"}
        expected = ["advisory", "advisory", "mandatory", "mandatory"]
        self.assertEqual(list(resolve_levels(level, clause).values()), expected)

    def test_no_level_where_no_clause(self) -> None:
        self.assertEqual(resolve_levels("optional", {"6.0": "1"}), {"6.0": "optional"})
        level = {"5.0": "advisory"}
        self.assertEqual(resolve_levels(level, {"5.0": "1"}), {"5.0": "advisory"})
