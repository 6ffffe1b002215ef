"""The linter on the tolerances of rules and the places of a topic, and its command line."""

import contextlib
import io

from lint import main
from test_catalogue import CHAPTER, RULE, TOLERANCE
from test_lint import CASES, CHECKER, GOOD_TREE, RULE_ID, Tree


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
