"""The step that the CI templates share, with a command that only writes the given text."""

import os
import re
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, RUNNER
from ompt_cts.reports import comment, report, summary
from ompt_cts.selecting import SELECTING
from ompt_cts.verdict import comparison

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, finding, one
from tests.test_compare import BAD, GOOD, build

GATE = ROOT / "reports" / "ci" / "gate.sh"
COMMAND = """#!/bin/sh
echo "$@" >> "$CALLS"
if [ "$1" = run ]; then
  while [ "$1" != --json ]; do shift; done
  [ "$RUN" = none ] && exit 2
  echo report > "$2"
  exit "$RUN"
fi
while [ $# -gt 0 ]; do
  [ "$1" = --again ] && exit 0
  [ "$1" = compare ] && cat "$2" >> "$CALLS"
  [ "$1" = --json ] && [ "$COMPARE" = 3 ] && printf '{\\n "again": "/(a[.]c)$"\\n}\\n' > "$2" && COMPARE=1
  shift
done
exit "$COMPARE"
"""


class Gate(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(
            self.enterContext(tempfile.TemporaryDirectory(prefix="a place with blanks "))
        )
        self.command = self.folder / "ompt-cts"
        self.command.write_text(COMMAND)
        self.command.chmod(0o755)

    def gate(self, base: bool, run: str = "0", compared: str = "0") -> tuple[int, list[str]]:
        report = self.folder / "base.json"
        report.touch()
        return self.with_base(str(report) if base else "", run, compared)

    def with_base(self, base: str, run: str = "0", compared: str = "0") -> tuple[int, list[str]]:
        calls = self.folder / "calls"
        calls.write_text("")
        told = {"OMPT_CTS": str(self.command), "CALLS": str(calls), "RUN": run, "COMPARE": compared}
        words = [str(GATE), str(self.folder / "out"), base, "--runtime", "x"]
        done = subprocess.run(words, env={**os.environ, **told}, capture_output=True, check=False)
        return done.returncode, calls.read_text().splitlines()

    def test_where_the_base_is(self) -> None:
        out, pipe = self.folder / "out", self.folder / "pipe"
        out.mkdir()
        (out / "report.json").write_text("the base")
        os.mkfifo(pipe)
        for base, text in ((out / "report.json", "the base"), (pipe, "through a pipe")):
            if base == pipe:
                threading.Thread(target=pipe.write_text, args=(text,)).start()
            self.assertIn(text, self.with_base(str(base))[1])
        endless = self.folder / "endless"
        endless.touch()
        os.truncate(endless, files.LARGEST + 1)
        for unreadable in (str(self.folder), "no/such.json", str(endless)):
            self.assertEqual(self.with_base(unreadable), (2, []))
        self.assertEqual(self.with_base("")[0], 0)
        self.assertIn("no report of the base branch", (out / "comment.md").read_text())

    def test_who_decides(self) -> None:
        for base, run, compared, status in (
            (True, "0", "0", 0),
            (True, "0", "1", 1),
            (True, "1", "0", 0),  # known on the base branch as well
            (True, "2", "0", 2),
            (False, "0", "0", 0),
            (False, "1", "0", 1),
        ):
            with self.subTest(base=base, run=run, compared=compared):
                self.assertEqual(self.gate(base, run, compared)[0], status)

    def test_what_is_called(self) -> None:
        _, calls = self.gate(True)
        self.assertTrue(calls[0].startswith("run --runtime x --json "), calls)
        self.assertTrue(calls[1].startswith("compare "), calls)

    def test_what_may_move_is_run_once_more(self) -> None:
        status, calls = self.gate(True, compared="3")
        self.assertEqual(status, 0)
        self.assertIn("--filter /(a[.]c)$", calls[2])
        self.assertIn("--again", calls[3])

    def test_a_run_that_is_killed_has_no_verdict(self) -> None:
        """Neither the killed run's half of a report nor the report of an earlier job gives a verdict."""
        self.assertEqual(self.gate(True, "137")[0], 2)
        (self.folder / "out" / "report.json").write_text("of an earlier job")
        self.assertEqual(self.gate(True, "none")[0], 2)
        self.assertFalse((self.folder / "out" / "report.json").exists())

    def test_no_report(self) -> None:
        self.assertEqual(self.gate(True, "none")[0], 2)
        self.assertIn("no report", (self.folder / "out" / "comment.md").read_text())


class Comment(unittest.TestCase):
    def test_what_got_worse(self) -> None:
        text = comment.markdown(comparison.compare(GOOD, BAD), BAD)
        self.assertIn("### OMPT conformance: 1 got worse", text)
        self.assertIn("| worse | |", text)
        self.assertIn("To see it again: `./ompt-cts ", text)

    def test_nothing(self) -> None:
        text = comment.markdown(comparison.compare(GOOD, GOOD), GOOD)
        self.assertIn("nothing got worse", text)
        self.assertNotIn("|", text)

    def test_other_selections(self) -> None:
        """A pull request's run of one folder against the base branch's of everything."""
        everything = GOOD | {"command": ["./ompt-cts", "run"]}
        some = build(one("a", {MANDATORY: 1}))
        some["command"] = ["./ompt-cts", "run", "--suite=tasking", "--filter", "a|x"]
        result = comparison.compare(everything, some)
        text = comment.markdown(result, some)
        self.assertEqual((result.regressions, result.fixes, result.others), ([], [], []))
        self.assertIn("nothing got worse in what both ran", text)
        self.assertIn(
            "**The selections differ.** The old report covers 2 tests (everything), the", text
        )
        self.assertIn("1 tests (--suite=tasking --filter=a\\|x); 1 are in both.", text)
        self.assertIn("- 1 rule differs because of the other tests: not compared", text)
        self.assertNotIn("not-exercised", text)

    def test_every_option_that_selects_tests(self) -> None:
        """A source of `--for` that names other callbacks now selects other tests. Another order of the options selects the same tests."""
        some = build(one("a", {MANDATORY: 1}))
        everything = ["./ompt-cts", "run"]
        chosen = [["--suite", "tasking"], ["--filter=a"], ["--quick"], ["--shard", "1/2"]]
        chosen += [["--event", "flush"], ["--for=kmp.cpp"]]
        self.assertEqual({words[0].partition("=")[0] for words in chosen}, set(SELECTING))
        pairs = [(everything, [*everything, *words]) for words in chosen]
        for before, after in [*pairs, (pairs[-1][1], pairs[-1][1])]:
            with self.subTest(before, after=after):
                old, new = GOOD | {"command": before}, some | {"command": after}
                self.assertEqual(comparison.compare(old, new).regressions, [])
        orders = [[*everything, *words] for words in (chosen[1] + chosen[0], chosen[0] + chosen[1])]
        reports = [GOOD | {"command": words} for words in orders]
        self.assertEqual(comparison.differing(*reports), "")

    def test_what_got_worse_in_another_selection(self) -> None:
        some = build(one("a", {MANDATORY: 1}, finding(MANDATORY)))
        some["command"] = ["./ompt-cts", "run", "--filter", "a"]
        result = comparison.compare(GOOD, some)
        self.assertEqual({change.name for change in result.regressions}, {MANDATORY})
        elsewhere = build(one("a", {MANDATORY: 1}), one("z", {MANDATORY: 1}, finding(MANDATORY)))
        elsewhere["command"] = some["command"]
        self.assertEqual(comparison.compare(GOOD, elsewhere).regressions, [])

    def test_no_common_test(self) -> None:
        other = build(one("z", {MANDATORY: 1}))
        other["command"] = ["./ompt-cts", "run", "--filter", "z"]
        with self.assertRaises(UserError):
            comparison.compare(GOOD, other)

    def test_a_test_that_is_gone_from_the_same_selection(self) -> None:
        gone = build(one("a", {MANDATORY: 1}))
        names = {change.name for change in comparison.compare(GOOD, gone).regressions}
        self.assertEqual(names, {"b", OTHER})


HOSTILE = "a | b\n`c` <img src=x> @octocat #1 [x](http://e.org) www.e.org ~~d~~ $e$ \u202e"


class Escaped(unittest.TestCase):
    def test_text(self) -> None:
        shown = comment.text(HOSTILE)
        self.assertEqual(
            shown,
            "a \\| b \\`c\\` &#60;img src=x&#62; &#64;octocat &#35;1 \\[x\\](http&#58;//e.org) "
            "www&#46;e.org \\~\\~d\\~\\~ \\$e\\$",
        )

    def test_code(self) -> None:
        self.assertEqual(comment.code("a``b`"), "``` a``b` ```")
        self.assertEqual(comment.code("a|b", in_table=True), "`a¦b`")


class Summary(unittest.TestCase):
    def test_first_screen(self) -> None:
        text = summary.render(BAD)
        self.assertIn("- ❌ conformance: nonconformant with profile 5.2: 1 of 3 mandatory", text)
        self.assertIn("- ❌ as expected: 1 new", text)
        self.assertIn(f"| **new** | `{MANDATORY}` | 1 | it is wrong |", text)
        self.assertIn(f"- `{MANDATORY}` in a: it is wrong", text)

    def test_hostile(self) -> None:
        result = build(one("a", {MANDATORY: 1}, finding(MANDATORY, HOSTILE)))
        text = summary.render(result)
        self.assertNotIn("<img", text)
        self.assertNotIn("@octocat", text)
        self.assertTrue(
            all(line.count(" | ") == 4 for line in text.splitlines() if "**new**" in line)
        )

    def test_nothing_judged(self) -> None:
        self.assertIn("❔", summary.render(report.build(made.context(), [])))


class ReFrame(unittest.TestCase):
    """A ReFrame check passes its environment to the command. No variable of the check may mean something else to the command."""

    def test_names_are_its_own(self) -> None:
        own = variables(ROOT / "reports" / "clusters" / "reframe_ompt_cts.py")
        ours = set().union(*map(variables, (RUNNER / "ompt_cts").rglob("*.py")))
        self.assertEqual(own & ours, {"OMPT_CTS_BUILD_DIR"})  # which it sets


def variables(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    return set(re.findall(r"""["'](OMPT_CTS_[A-Z_]+)["']""", text))
