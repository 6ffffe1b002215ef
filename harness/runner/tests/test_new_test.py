"""new-test: a skeleton for every rule, and possible mistakes of a user."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path

from ompt_cts import catalogue, cli
from ompt_cts.commands.dev import new_test
from ompt_cts.steps import header

RULE = "single.count-1"


class NewTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def command(self, *words: str) -> tuple[int, str]:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = cli.main(["dev", "new-test", *words])
        return code, output.getvalue()

    def test_every_rule_has_a_program(self) -> None:
        for rule in catalogue.load().values():
            with self.subTest(rule=rule.id):
                text = new_test.program(rule)
                path = self.folder / "a.c"
                path.write_text(text, encoding="utf-8")
                self.assertEqual(header.read(str(path)).rules, (rule.id,))
                self.assertEqual(text.count("{"), text.count("}"))
                self.assertLessEqual(max(map(len, text.splitlines())), new_test.WIDTH)

    def test_the_construct_is_the_rules(self) -> None:
        rules = catalogue.load()
        for name, construct in (
            (RULE, "omp single"),
            ("nest-lock.owned", "omp_set_nest_lock"),
            ("cancel.activated", "ENV: OMP_CANCELLATION=true"),
            ("target.pair", "REQUIRES: offload"),
            ("teams.end-null", "omp teams"),
            ("enum-states.start", "omp parallel"),
        ):
            with self.subTest(rule=name):
                self.assertIn(construct, new_test.program(rules[name]))

    def test_the_tables_name_what_there_is(self) -> None:
        rules = catalogue.load().values()
        self.assertLessEqual(set(new_test.BY_EVENT), {rule.event for rule in rules})
        for start in new_test.BY_NAME:
            self.assertTrue(any(rule.id.startswith(start) for rule in rules), start)

    def test_printed_or_written(self) -> None:
        code, printed = self.command(RULE)
        self.assertEqual(code, 0)
        path = self.folder / "single_count.c"
        code, said = self.command(RULE, str(path))
        self.assertEqual((code, path.read_text(encoding="utf-8")), (0, printed))
        self.assertRegex(said, r"single_count\.c: written\. To run it: \./ompt-cts dev lit -v /")

    def test_mistakes(self) -> None:
        (self.folder / "there.c").touch()
        for words, problem in (
            (["single."], "single. is no rule, but the beginning of several"),
            (["no.such-rule"], "there is no rule 'no.such-rule'"),
            ([RULE, f"{self.folder}/there.c"], "already exists"),
            ([RULE, f"{self.folder}/a.f90"], "new-test writes C and C++"),
            ([RULE, f"{self.folder}/none/a.c"], "is no folder"),
        ):
            with self.subTest(words=words):
                code, said = self.command(*words)
                self.assertEqual((code, len(said.splitlines())), (2, 1), said)
                self.assertTrue(re.search(re.escape(problem), said), said)
