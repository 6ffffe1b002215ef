"""The reproducers in the entries of expectations/."""

import unittest

from ompt_cts.suite import reproducers
from ompt_cts.verdict import expectations

from tests.reporting import OTHER, deviation


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
