"""The linter, on small trees with one fault each."""

import contextlib
import tempfile
import unittest
from pathlib import Path

from lint import Findings, lint
from test_catalogue import CHAPTER, RULE, TOLERANCE

RULE_ID = "parallel-begin.data-none"
CHECKER = "violated(rule::parallel_begin_data_none);"
CASES = f"== good {RULE_ID} the word is zero\nbegin\n== bad {RULE_ID} the word is not zero\nbegin\n"
GOOD_TREE = {
    "rules/host/parallel.toml": CHAPTER + RULE + TOLERANCE,
    "harness/validator/parallel.cpp": CHECKER,
    "harness/validator/parallel.cases": CASES,
    "suites/host/home.c": f"// RULES: {RULE_ID}\n",
}


class Tree(unittest.TestCase):
    @contextlib.contextmanager
    def tree(self, files: dict[str, str]):  # type: ignore[no-untyped-def]
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            yield Path(folder)

    def lint(self, changes: dict[str, str]) -> Findings:
        files = {name: text for name, text in (GOOD_TREE | changes).items() if text}
        with self.tree(files) as root:
            return lint(root)

    def assert_wrong(self, changes: dict[str, str], expected: str) -> None:
        wrong = self.lint(changes).wrong
        self.assertTrue(any(expected in line for line in wrong), wrong)

    def assert_clean(self, changes: dict[str, str]) -> None:
        findings = self.lint(changes)
        self.assertEqual((findings.wrong, findings.uncovered), ([], []))

    def assert_no_checker(self, changes: dict[str, str]) -> None:
        line = f"parallel.toml: {RULE_ID}: no checker names it"
        self.assertIn(line, self.lint(changes).uncovered)


class Catalogue(Tree):
    def test_a_good_tree_is_clean(self) -> None:
        self.assert_clean({})

    def test_schema_problems_are_reported(self) -> None:
        wrong = CHAPTER + RULE.replace('"trace"', '"eye"')
        self.assert_wrong({"rules/host/parallel.toml": wrong}, "unknown observer 'eye'")


class Checkers(Tree):
    def test_no_checker(self) -> None:
        for path, text in (
            ("harness/validator/parallel.cpp", ""),
            ("harness/validator/parallel.cpp", "rule::parallel_begin_data_none_at_all"),
            ("harness/validator/parallel.cpp", f"// {CHECKER}"),
            ("harness/validator/parallel.cpp", f"/* {CHECKER}\n{CHECKER} */"),
            ("harness/validator/parallel_test.cpp", CHECKER),
            ("harness/runner/tests/test_run.py", f"'{RULE_ID}'"),
            ("harness/faults/parallel.cpp", CHECKER),
            ("suites/a.c", f'// RULES: {RULE_ID}\nputs("{RULE_ID}");'),
        ):
            with self.subTest(path=path, text=text):
                self.assert_no_checker({"harness/validator/parallel.cpp": ""} | {path: text})

    def test_a_quoted_id_is_a_checker(self) -> None:
        self.assert_clean({"harness/validator/parallel.cpp": f'find("{RULE_ID}")'})

    def test_tables_and_the_runner_are_checkers(self) -> None:
        without = {"harness/validator/parallel.cpp": ""}
        self.assert_clean(without | {"harness/validator/parallel.def": CHECKER})
        self.assert_clean(without | {"harness/runner/run.py": f"check('{RULE_ID}')"})

    def test_notes_of_a_program_are_checkers(self) -> None:
        for name, call in (
            ("a.c", f'cts_expect("{RULE_ID}", "parallel_begin => x=1");'),
            ("a.c", f'cts_count_range(\n    "{RULE_ID}", 0, 1, "parallel_begin");'),
            ("a.cpp", f'cts_total("{RULE_ID}", 1, "parallel_begin");'),
            ("a.f90", f"call cts_count(&\n  '{RULE_ID}', 1, 'parallel_begin')"),
        ):
            with self.subTest(call=call):
                lead = "!" if name.endswith(".f90") else "//"
                for program in (f"{lead} RULES: {RULE_ID}\n{call}", call):
                    files = {f"suites/host/{name}": program, "suites/host/home.c": call}
                    self.assert_clean({"harness/validator/parallel.cpp": ""} | files)

    def test_the_event_of_a_note_gates_its_rule(self) -> None:
        for text, right in (
            ("work", False),
            ("work => count=1", False),
            ("work => task=$mine", True),  # it only names a word
            ("probe_task level=0", True),  # no callback
        ):
            with self.subTest(text=text):
                program = f'// RULES: {RULE_ID}\ncts_expect("{RULE_ID}", "{text}");'
                wrong = self.lint({"suites/host/a.c": program}).wrong
                self.assertEqual([line for line in wrong if "does not gate" in line] == [], right)


class Programs(Tree):
    def test_unknown_rule_in_the_header(self) -> None:
        for name, line in (("a.c", "// RULES:"), ("a.f90", "! RULES:"), ("a.c", " * RULES:")):
            with self.subTest(line=line):
                text = f"{line} {RULE_ID}\n{line} no.such-rule\n"
                self.assert_wrong(
                    {f"suites/{name}": text}, f"{name}:2: unknown rule 'no.such-rule'"
                )

    def test_known_rules_on_several_lines(self) -> None:
        self.assert_clean({"suites/a.c": f"// RULES: {RULE_ID}\n/* RULES: {RULE_ID} */\n"})

    def test_a_tolerance_is_no_rule(self) -> None:
        text = "// RULES: parallel-end.workers-may-lag\n"
        self.assert_wrong({"suites/a.c": text}, "is a tolerance, not a rule in RULES")

    def test_unknown_rule_in_a_note(self) -> None:
        text = '\n  cts_count("no.such-rule", 1, "work");'
        self.assert_wrong({"suites/a.c": text}, "a.c:2: unknown rule 'no.such-rule' in cts_count")

    def test_notes_of_an_included_file(self) -> None:
        program, note = '// A.\n#include "b.h"\n', 'cts_count("%s", 1, "parallel_begin");'
        self.assert_clean({"suites/a.c": program, "suites/b.h": note % RULE_ID})
        wrong = {"suites/a.c": program, "suites/b.h": note % "no.such-rule"}
        self.assert_wrong(wrong, "a.c:2: unknown rule 'no.such-rule' in cts_count")

    def test_headers(self) -> None:
        for text, problem in (
            ("// ENV: X=1\nint main;\n", "RULES is missing: the test would judge nothing"),
            ("// FLAG: -O2\n", "unknown word FLAG in the header"),
            ("// RUN: true\n// ENV: X=1\n", "ENV means nothing beside RUN lines"),
            ("// VIEW: --regions\n", "VIEW without CHECK lines"),
        ):
            with self.subTest(text=text):
                rules = "" if "RULES" in problem else f"// RULES: {RULE_ID}\n"
                self.assert_wrong({"suites/host/a.c": rules + text}, f"a.c: {problem}")

    def test_names(self) -> None:
        for name in ("host/a-b.c", "entry-points/a.c", "host/aB.c"):
            with self.subTest(name=name):
                text = f"// RULES: {RULE_ID}\n"
                self.assert_wrong({f"suites/{name}": text}, "are snake_case")

    def test_good_headers(self) -> None:
        rules = f"// RULES: {RULE_ID}\n"
        view = "// VIEW: --regions\n\nint main;\n// CHECK: parallel\n// CHECK-NEXT: task\n"
        script = "// RUN: true\n// DEFINE: %{x} = y\n"
        for text in (view, script, "// A sentence. NOTE: it is no word of the header.\n"):
            with self.subTest(text=text):
                self.assert_clean({"suites/host/a.c": rules + text})
        self.assert_clean({"suites/host/a.c": '#include "b.h"\n', "suites/host/b.h": rules})
        self.assert_clean({"suites/include/x.c": "int x;\n", "suites/host/Inputs/y.c": "int y;\n"})

    def test_a_rule_without_a_home(self) -> None:
        line = f"parallel.toml: {RULE_ID}: no test program is about it"
        self.assertEqual(self.lint({"suites/host/home.c": ""}).uncovered, [line])

    def test_but_not_where_no_test_can_exercise_it(self) -> None:
        rules = CHAPTER + RULE + 'no_test = "No device traces."\n'
        self.assert_clean({"rules/host/parallel.toml": rules, "suites/host/home.c": ""})

    def test_a_note_judges_rules_that_the_header_names(self) -> None:
        for line, place in (
            (f'cts_total("{RULE_ID}", 1, "work");', "cts_total"),
            (f"// RUN: %cts-observe {RULE_ID} -- true", "%cts-observe"),
        ):
            with self.subTest(place=place):
                text = f"// RULES: parallel-begin.codeptr\n{line}\n"
                message = f"a.c:2: {place} is about {RULE_ID}, which RULES does not name"
                self.assert_wrong({"suites/a.c": text}, message)


class Cases(Tree):
    def test_missing_cases(self) -> None:
        for cases, expected in (
            (f"== good {RULE_ID} zero\n", "no bad case"),
            (f"== bad {RULE_ID}\n", "no good case"),
            ("begin\n", "no good and no bad case"),
            (
                f'== good {RULE_ID} zero\n== bad {RULE_ID}\n!1 note rule="{RULE_ID}"\n',
                "no bad case",
            ),
        ):
            with self.subTest(cases=cases):
                uncovered = self.lint({"harness/validator/parallel.cases": cases}).uncovered
                self.assertEqual(uncovered, [f"parallel.toml: {RULE_ID}: {expected}"])

    def test_what_a_machine_only_counts_no_case_can_break(self) -> None:
        files = {
            "harness/validator/parallel.cpp": "judge.held(rule::parallel_begin_data_none);",
            "harness/validator/parallel.cases": f"== good {RULE_ID} zero\n",
        }
        uncovered = [f"parallel.toml: {RULE_ID}: no bad case"]
        self.assertEqual(self.lint(files).uncovered, uncovered)
        said = CHAPTER + RULE + 'no_case = "parallel-begin.context is broken."\n'
        self.assert_clean(files | {"rules/host/parallel.toml": said})
        either = RULE.replace('level = "mandatory"', 'level = "implementation-defined"')
        self.assertEqual(
            self.lint(files | {"rules/host/parallel.toml": CHAPTER + either}).uncovered, []
        )

    def test_harness_rules_need_none(self) -> None:
        rules = CHAPTER + RULE.replace('"trace"', '"harness"')
        no_cases = {"harness/validator/parallel.cases": ""}
        self.assert_clean({"rules/host/parallel.toml": rules} | no_cases)

    def test_a_good_case_may_exercise_several_rules(self) -> None:
        second = RULE.replace("data-none", "context")
        self.assert_clean(
            {
                "rules/host/parallel.toml": CHAPTER + RULE + second,
                "harness/validator/parallel.cpp": CHECKER + "rule::parallel_begin_context",
                "harness/validator/parallel.cases": (
                    f"== good {RULE_ID} parallel-begin.context both\n"
                    f"== bad {RULE_ID}\n== bad parallel-begin.context\n"
                ),
                "suites/host/home.c": f"// RULES: {RULE_ID} parallel-begin.context\n",
            }
        )

    def test_the_second_name_of_a_bad_case_is_no_bad_case(self) -> None:
        cases = f"== good {RULE_ID} zero\n== bad parallel-end.paired {RULE_ID}\n"
        findings = self.lint({"harness/validator/parallel.cases": cases})
        self.assertEqual(findings.uncovered, [f"parallel.toml: {RULE_ID}: no bad case"])

    def test_a_title_is_no_rule(self) -> None:
        self.assert_clean(
            {"harness/validator/more/parallel.cases": f"== good {RULE_ID} two regions\n"}
        )
        self.assert_clean(
            {"harness/validator/more/parallel.cases": f"== good {RULE_ID} (two) a.b\n"}
        )

    def test_headings(self) -> None:
        unknown = "cases:2: unknown rule 'no.such-rule'"
        for line, expected in (
            ("\n== good no.such-rule", unknown),
            ("\n== bad no.such-rule", unknown),
            (f"\n== good {RULE_ID} no.such-rule", unknown),
            ("== bad", "a bad case that names no"),
            (f"== good {RULE_ID}", "cases:1: a good case without a title"),
            (f"== bad {RULE_ID}", f"more.cases:1: a case of {RULE_ID} stands in parallel.cases"),
        ):
            with self.subTest(line=line):
                self.assert_wrong({"harness/validator/more.cases": f"{line}\n"}, expected)
