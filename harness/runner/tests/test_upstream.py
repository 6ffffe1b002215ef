"""Issue texts: each is complete, self-contained and shows the lines of its issue."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.suite import reproducers, upstream
from ompt_cts.verdict import expectations

from tests.reporting import OTHER, deviation

RUNTIME = "llvm-19"


class UpstreamTest(unittest.TestCase):
    def test_at_least_the_twenty_worst_causes_have_a_text(self) -> None:
        self.assertGreaterEqual(len(upstream.load(RUNTIME)), 20)

    def test_every_program_stands_alone(self) -> None:
        for cause, text in upstream.load(RUNTIME).items():
            with self.subTest(cause=cause):
                self.assertNotIn("cts.h", text.program)
                self.assertNotIn("--offload", upstream.commands(text))
                self.assertIn("main", text.program)

    def test_every_text_has_all_its_parts(self) -> None:
        parts = ("# [OpenMP]", "says", "Reproducer", "expected", "Where", "Suggested change")
        for cause, text in upstream.load(RUNTIME).items():
            issue = upstream.markdown(text, "", "")
            for part in parts:
                with self.subTest(cause=cause, part=part):
                    self.assertRegex(
                        issue, rf"(?m)^#+ .*{part.removeprefix('# ')}".replace("[", r"\[")
                    )

    def test_what_happens_is_the_lines_that_it_is_about(self) -> None:
        text = upstream.load(RUNTIME)["team-size-at-end"]
        mine = "thread 1: implicit_task end parallel=NULL actual_parallelism=2 index=0 flags=0x2"
        issue = upstream.markdown(text, f"thread 1: finalize\n{mine}\n", "a runtime")
        happens = issue.partition("## What happens")[2].partition("## What is expected")[0]
        self.assertIn(mine, happens)
        self.assertNotIn("finalize", happens)
        self.assertIn("Seen with a runtime.", issue)

    def test_a_runtime_that_does_right_proves_nothing(self) -> None:
        texts = upstream.load(RUNTIME)
        right = "thread 1: implicit_task end parallel=NULL actual_parallelism=0 index=0 flags=0x2\n"
        self.assertEqual(len(upstream.unproven(texts["team-size-at-end"], right)), 1)
        text = texts["helper-team-masked"]
        begin, end = "thread 2: masked begin parallel=3\n", "thread 2: masked end parallel=3\n"
        self.assertEqual(upstream.unproven(text, begin), [])
        self.assertEqual(len(upstream.unproven(text, begin + end)), 1)
        for cause, text in texts.items():
            with self.subTest(cause=cause):
                self.assertNotEqual(upstream.unproven(text, ""), [])
                self.assertTrue(text.mend or text.change)

    def test_a_place_is_named_once(self) -> None:
        self.assertEqual(
            len(upstream.places(upstream.load(RUNTIME)["chunk-without-iterations"].entries)), 1
        )

    def test_mistakes_in_the_data_are_said(self) -> None:
        cases = {
            "no known deviation": "[nobody]\ntitle = 'x'\n",
            "unknown key 'tilte'": "[team-size-at-end]\ntilte = 'x'\n",
            "needs a program": "[index-of-the-next-team]\ntitle = 'x'\nexpected = ''\nlook = []\nshows = []\n",
        }
        for message, data in cases.items():
            with self.subTest(message=message), TemporaryDirectory() as folder:
                Path(folder, f"{RUNTIME}.toml").write_text(data)
                with (
                    mock.patch.object(upstream, "FOLDER", Path(folder)),
                    self.assertRaisesRegex(UserError, message),
                ):
                    upstream.load.__wrapped__(RUNTIME)


# The reproducers in the entries of expectations/.
class Named(unittest.TestCase):
    def test_every_reproducer_is_a_file(self) -> None:
        for path in sorted(expectations.EXPECTATIONS.glob("*.toml")):
            for entry in expectations.own(path):
                if entry.reproducer:
                    self.assertTrue(reproducers.file_of(entry.reproducer), (path.name, entry))

    def test_every_entry_has_one_or_says_why_not(self) -> None:
        for path in sorted(expectations.EXPECTATIONS.glob("*.toml")):
            entries = expectations.own(path)
            files = reproducers.by_cause(expectations.read(path))
            for table in reproducers.as_listed(entries):
                named = files[reproducers.cause_of(table[0])]
                self.assertTrue(named or reproducers.needs_none(table), (path.name, table[0]))

    def test_every_file_is_named(self) -> None:
        named = {
            reproducers.file_of(entry.reproducer)
            for path in expectations.EXPECTATIONS.rglob("*.toml")
            if path.parent.name in ("expectations", "corpus")
            for entry in expectations.own(path)
        }
        there = [path for path in reproducers.FOLDER.rglob("*") if path.is_file()]
        self.assertEqual([path for path in there if path not in named], [])


class Shared(unittest.TestCase):
    def test_entries_of_a_cause_share_theirs(self) -> None:
        file = "llvm-19/league-of-one.c"
        entries = [deviation(OTHER, "a.c", cause="x", reproducer=file), deviation(OTHER, cause="x")]
        [paths] = reproducers.by_cause(entries).values()
        self.assertEqual([path.name for path in paths], ["league-of-one.c"])

    def test_the_rules_of_one_entry_stay_together(self) -> None:
        entries = [deviation(rule, "a.c", cause="x") for rule in (OTHER, "crash")]
        self.assertEqual(reproducers.as_listed(entries), [entries])
