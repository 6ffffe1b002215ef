"""The linter, on small trees with one fault each."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from lint import Findings, lint, main
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
        self.assert_no_checker({"harness/validator/parallel.cpp": ""})

    def test_a_quoted_id_is_a_checker(self) -> None:
        self.assert_clean({"harness/validator/parallel.cpp": f'find("{RULE_ID}")'})

    def test_a_longer_name_is_not(self) -> None:
        text = "rule::parallel_begin_data_none_at_all"
        self.assert_no_checker({"harness/validator/parallel.cpp": text})

    def test_a_comment_is_not(self) -> None:
        self.assert_no_checker({"harness/validator/parallel.cpp": f"// {CHECKER}"})
        self.assert_no_checker({"harness/validator/parallel.cpp": f"/* {CHECKER}\n{CHECKER} */"})

    def test_a_test_is_not(self) -> None:
        without = {"harness/validator/parallel.cpp": ""}
        self.assert_no_checker(without | {"harness/validator/parallel_test.cpp": CHECKER})
        test = {"harness/runner/tests/test_run.py": f"'{RULE_ID}'"}
        self.assert_no_checker(without | test)

    def test_tables_and_the_runner_are_checkers(self) -> None:
        without = {"harness/validator/parallel.cpp": ""}
        self.assert_clean(without | {"harness/validator/parallel.def": CHECKER})
        self.assert_clean(without | {"harness/runner/run.py": f"check('{RULE_ID}')"})

    def test_other_folders_are_not(self) -> None:
        without = {"harness/validator/parallel.cpp": ""}
        self.assert_no_checker(without | {"harness/faults/parallel.cpp": CHECKER})

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

    def test_other_words_of_a_program_are_not(self) -> None:
        program = f'// RULES: {RULE_ID}\nputs("{RULE_ID}");'
        self.assert_no_checker({"harness/validator/parallel.cpp": "", "suites/a.c": program})


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

    def test_a_good_case_has_a_title(self) -> None:
        self.assert_wrong(
            {"harness/validator/more/parallel.cases": f"== good {RULE_ID}\n"},
            "parallel.cases:1: a good case without a title",
        )

    def test_a_case_stands_with_its_chapter(self) -> None:
        self.assert_wrong(
            {"harness/validator/more.cases": f"== bad {RULE_ID}\n"},
            f"more.cases:1: a case of {RULE_ID} stands in parallel.cases",
        )

    def test_unknown_rules_in_cases(self) -> None:
        for line in (
            "== good no.such-rule",
            "== bad no.such-rule",
            f"== good {RULE_ID} no.such-rule",
        ):
            with self.subTest(line=line):
                self.assert_wrong(
                    {"harness/validator/more.cases": f"\n{line}\n"},
                    "more.cases:2: unknown rule 'no.such-rule'",
                )

    def test_a_case_must_name_a_rule(self) -> None:
        self.assert_wrong({"harness/validator/more.cases": "== bad\n"}, "a bad case that names no")


class Tolerances(Tree):
    """Each tolerance of a machine's rule has a case that shows it, or a reason."""

    def rules(self, *tolerances: str, more: str = "") -> dict[str, str]:
        told = (t if t.startswith('"') else f'"{t}" = true' for t in tolerances)
        rule = RULE + "".join(f"tolerates.{t}\n" for t in told) + more
        return {"rules/host/parallel.toml": CHAPTER + rule + TOLERANCE}

    def cases(self, line: str, bad: str = "") -> dict[str, str]:
        heading, begin, rest = CASES.split("\n", 2)
        text = f"{heading}\n{line}\n{begin}\n{rest}"
        return {"harness/validator/parallel.cases": text + bad}

    def test_shown(self) -> None:
        shown = self.cases(f"tolerates: {RULE_ID} used twice; {RULE_ID} thrice")
        self.assert_clean(self.rules("a word used twice", "used thrice") | shown)

    def test_not_shown(self) -> None:
        missing = f"parallel.toml: {RULE_ID}: no case shows the tolerance: a word used twice"
        self.assertEqual(self.lint(self.rules("a word used twice")).uncovered, [missing])

    def test_excused(self) -> None:
        excused = self.rules('"a word used twice".no_case = "Nobody sees it."')
        self.assert_clean(excused)
        shown = self.cases(f"tolerates: {RULE_ID} used twice")
        text = "a case shows what is said to have none: a word used twice"
        self.assertIn(text, self.lint(excused | shown).uncovered[0])

    def test_rules_that_no_machine_judges_need_none(self) -> None:
        program = f'// RULES: {RULE_ID}\ncts_total("{RULE_ID}", 1, "parallel_begin");'
        noted = {"harness/validator/parallel.cpp": "", "suites/host/home.c": program}
        self.assert_clean(self.rules("a word used twice") | noted)

    def test_words_that_mean_nothing(self) -> None:
        for words, problem in (
            (f"{RULE_ID} thrice", f"'thrice' is in 0 tolerances of {RULE_ID}; expected one"),
            (f"{RULE_ID} a", f"'a' is in 2 tolerances of {RULE_ID}; expected one"),
            ("no.such-rule twice", "unknown rule 'no.such-rule' in tolerates"),
        ):
            with self.subTest(words=words):
                lines = self.cases(f"tolerates: {words}")
                expected = f"parallel.cases:2: {problem}"
                self.assert_wrong(self.rules("a word", "an address") | lines, expected)

    def test_a_case_that_finds_the_rule_shows_a_remark_only(self) -> None:
        bad = f"== bad {RULE_ID} used twice\ntolerates: {RULE_ID} twice\nbegin\n"
        lines = {"harness/validator/parallel.cases": CASES + bad}
        self.assert_clean(self.rules("used twice: a remark") | lines | self.remark())
        self.assert_wrong(
            self.rules("used twice") | lines,
            f"parallel.cases:6: {RULE_ID} is found here, which its tolerance rules out: used twice",
        )
        also = self.cases(f"also: {RULE_ID}\ntolerates: {RULE_ID} twice")
        self.assert_wrong(self.rules("used twice") | also, "is found here")

    def remark(self) -> dict[str, str]:
        call = CHECKER.replace(");", ", as_remark());").replace("violated", "judge.violated")
        return {
            "harness/validator/parallel.cpp": call,
            "docs/readings.md": f"- `{RULE_ID}` — why.\n",
        }

    def test_each_tolerance_has_a_reading(self) -> None:
        own = {"docs/readings.md": f"- `{RULE_ID}` — why.\n"} | self.cases(
            f"tolerates: {RULE_ID} twice"
        )
        group = {"docs/readings.md": "- `reused`, `parallel-begin.*` — why.\n"}
        several = {"docs/readings.md": "- `parallel-begin.*` — why.\n"}
        self.assert_clean(self.rules("used twice") | own)
        self.assert_clean(self.rules("used twice") | own | several)
        self.assert_wrong(
            self.rules("used twice") | own | {"docs/readings.md": "- `x.y` — why.\n"},
            "docs/readings.md does not say why: used twice",
        )
        named = self.rules('"used twice".reading = "reused"') | own
        self.assert_clean(named | group)
        self.assert_wrong(named, "docs/readings.md has no reading 'reused'")

    def test_less_than_an_error_has_a_reading(self) -> None:
        files = self.rules()
        files["rules/host/parallel.toml"] = files["rules/host/parallel.toml"].replace(
            "mandatory", "advisory"
        )
        row = f"| rule | why |\n|---|---|\n| `{RULE_ID}` | advice |\n"
        self.assert_clean(files | {"docs/readings.md": row})
        self.assert_wrong(
            files | {"docs/readings.md": "None.\n"},
            "docs/readings.md does not say why it is no error",
        )

    def test_a_reading_is_about_something(self) -> None:
        self.assert_wrong(
            {"docs/readings.md": "- `parallel-begin.dat` — why.\n"},
            "docs/readings.md: no rule and no tolerance is 'parallel-begin.dat'",
        )


class Chapters(Tree):
    """A topic has one stem in every tree, or its chapter lists its other places."""

    MACHINES = "harness/validator/machines"

    def with_machine(self, name: str, text: str, header: str = "") -> dict[str, str]:
        return {
            f"{self.MACHINES}/machines.def": f"CTS_MACHINE(Type, {name})\n",
            f"{self.MACHINES}/{name}.cpp": text,
            "rules/host/parallel.toml": CHAPTER + header + RULE + TOLERANCE,
            "suites/host/home.c": "",
            "suites/host/parallel/home.c": GOOD_TREE["suites/host/home.c"],
        }

    def test_the_same_stem(self) -> None:
        self.assert_clean(self.with_machine("parallel", CHECKER))

    def test_the_same_room(self) -> None:
        files = self.with_machine("parallel", CHECKER)
        files["rules/tasking/parallel.toml"] = files.pop("rules/host/parallel.toml")
        files |= {"rules/host/parallel.toml": "", "suites/host/parallel/home.c": ""}
        files["suites/tasking/parallel/home.c"] = GOOD_TREE["suites/host/home.c"]
        self.assert_clean(files)
        files[f"{self.MACHINES}/host/parallel.cpp"] = CHECKER
        self.assert_wrong(files, "parallel.toml: host/parallel is not in the room tasking")

    def test_another_stem_is_listed(self) -> None:
        other = self.with_machine("other", CHECKER, 'machines = ["other"]\n')
        self.assert_clean(other)
        self.assert_wrong(
            self.with_machine("other", CHECKER), "machines: no chapter bears the name of other"
        )

    def test_a_listed_machine_judges_its_rules(self) -> None:
        elsewhere = RULE.replace("data-none", "context") + '[chapter]\ntitle = "X"\norder = 2\n'
        files = self.with_machine("other", "violated(rule::parallel_begin_context);")
        files["rules/host/parallel.toml"] = CHAPTER + 'machines = ["other"]\n' + RULE
        files["rules/host/other.toml"] = elsewhere
        self.assert_wrong(files, "parallel.toml: other judges none of its rules")
        files["rules/host/parallel.toml"] = CHAPTER + 'machines = ["none"]\n' + RULE
        self.assert_wrong(files, "parallel.toml: there is no machine none")

    def test_a_folder_of_programs(self) -> None:
        files = self.with_machine("parallel", CHECKER)
        files["suites/host/odd/home.c"] = GOOD_TREE["suites/host/home.c"]
        self.assert_wrong(files, "suites/host/odd: no chapter bears its name or lists it")
        files["rules/host/parallel.toml"] = CHAPTER + 'suites = ["host/odd"]\n' + RULE + TOLERANCE
        self.assert_clean(files)
        files["rules/host/parallel.toml"] = CHAPTER + 'suites = ["host/no"]\n' + RULE + TOLERANCE
        self.assert_wrong(files, "parallel.toml: there are no programs in suites/host/no")


class Command(Tree):
    def code(self, changes: dict[str, str], *options: str) -> tuple[int, str]:
        files = {name: text for name, text in (GOOD_TREE | changes).items() if text}
        output = io.StringIO()
        with (
            self.tree(files) as root,
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            return main(["--root", str(root), *options]), output.getvalue()

    def test_clean(self) -> None:
        self.assertEqual(self.code({}), (0, ""))

    def test_a_gap_fails_unless_it_is_only_warned_of(self) -> None:
        gap = {"harness/validator/parallel.cpp": ""}
        line = f"parallel.toml: {RULE_ID}: no checker names it\n"
        self.assertEqual(self.code(gap), (1, line))
        self.assertEqual(self.code(gap, "--warn"), (0, "warning: " + line))

    def test_a_wrong_name_fails_with_warn_too(self) -> None:
        self.assertEqual(self.code({"suites/a.c": "// RULES: x.y\n"}, "--warn")[0], 1)
