"""The gate: what counts as a regression between two reports, and the matrix of several."""

import contextlib
import io
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from typing import Any

from ompt_cts import catalogue, cli
from ompt_cts.commands import matrix
from ompt_cts.errors import UserError
from ompt_cts.reports import history, report, side_by_side
from ompt_cts.verdict import comparison
from ompt_cts.verdict.comparison import classify
from ompt_cts.verdict.words import Verdict

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, deviation, finding, one


def build(*outcomes: made.Json) -> made.Json:
    return report.build(made.context(), list(outcomes))


GOOD = build(one("a", {MANDATORY: 1}), one("b", {OTHER: 1}))
BAD = build(one("a", {MANDATORY: 1}, finding(MANDATORY)), one("b", {OTHER: 1}))
NO_OMPT = GOOD["conformance"] | {"verdict": "not-supported"}


class Classes(unittest.TestCase):
    def test_table(self) -> None:
        table = {
            ("rule", "not-exercised", "fail"): "regressions",  # and no finding reports it
            ("rule", "pass", "not-exercised"): "regressions",
            ("rule", "waived", "not-exercised"): "regressions",
            ("rule", "fail", "not-exercised"): "others",
            ("rule", "not-exercised", "pass"): "others",
            ("rule", "absent", "pass"): "others",
            ("test", "judged", "crash"): "regressions",
            ("test", "judged", "flaky"): "regressions",
            ("test", "judged", "unsupported"): "regressions",
            ("test", "judged", "absent"): "regressions",
            ("test", "unsupported", "timeout"): "regressions",
            ("test", "timeout", "crash"): "others",
            ("test", "crash", "absent"): "others",
            ("test", "crash", "flaky"): "others",
            ("test", "crash", "judged"): "fixes",
            ("test", "absent", "crash"): "others",
        }
        for (kind, old, new), expected in table.items():
            with self.subTest(f"{kind} {old} → {new}"):
                self.assertEqual(classify(kind, old, new), expected)


class Kinds(unittest.TestCase):
    """A rule that is broken already hides nothing, and neither does a waiver."""

    BEFORE = (
        one("work/a", {MANDATORY: 1}, finding(MANDATORY, "T1 has 2")),
        one("work/b", {MANDATORY: 1}),
        one("locks/c", {MANDATORY: 1}),
    )

    def regressions(self, *after: made.Json, again: made.Json | None = None) -> list[str]:
        result = comparison.compare(build(*self.BEFORE), build(*after), again)
        return [f"{change.new}: {change.reason}" for change in result.regressions]

    def broken(self, test: str, message: str, **more: Any) -> made.Json:
        return one(test, {MANDATORY: 1}, finding(MANDATORY, message), **more)

    def test_other_numbers_are_no_other_kind(self) -> None:
        self.assertEqual(self.regressions(self.broken("work/a", "T7 has 30"), *self.BEFORE[1:]), [])

    def test_another_kind(self) -> None:
        told = self.regressions(self.broken("work/a", "T7 is lost"), *self.BEFORE[1:])
        self.assertEqual(told, ["another kind: T7 is lost"])

    def test_another_kind_inside_a_waiver(self) -> None:
        asked = made.session(deviation(MANDATORY, "*"))
        after = self.broken("work/a", "T7 is lost", asked=asked)
        self.assertEqual(self.regressions(after, *self.BEFORE[1:]), ["another kind: T7 is lost"])

    def test_another_construct(self) -> None:
        told = self.regressions(*self.BEFORE[:2], self.broken("locks/c", "T1 has 2"))
        self.assertEqual(told, ["in another construct: T1 has 2"])

    def test_a_test_that_was_clean(self) -> None:
        after = self.BEFORE[0], self.broken("work/b", "T1 has 2"), self.BEFORE[2]
        told = ["in a test that was clean: T1 has 2"]
        self.assertEqual(self.regressions(*after), told)
        self.assertEqual(self.regressions(*after, again=build(*self.BEFORE)), [])
        self.assertEqual(self.regressions(*after, again=build(*after)), told)

    def test_more_often(self) -> None:
        """A known kind that shows more often in its test: where a second run counts as many."""
        after = build(self.often(50), *self.BEFORE[1:])
        result = comparison.compare(build(self.often(43), *self.BEFORE[1:]), after)
        self.assertEqual([c.new for c in result.others], ["50 times"])
        self.assertEqual((result.regressions, result.again), ([], {"work/a"}))
        for number, told in ((50, ["50 times"]), (44, [])):
            again = build(self.often(number), *self.BEFORE[1:])
            result = comparison.compare(build(self.often(43), *self.BEFORE[1:]), after, again)
            self.assertEqual([c.new for c in result.regressions], told)
            self.assertEqual(result.others, [])

    def often(self, number: int) -> made.Json:
        found = made.judged({MANDATORY: 99}, finding(MANDATORY, "T1 has 2"))
        found["rules"][0]["failed"] = number
        return made.of("work/a", found)

    def test_waivers_are_not_compared(self) -> None:
        """The same runs, each with and without known deviations."""
        asked = made.session(deviation(MANDATORY, "*"))
        waived = build(self.broken("work/a", "T1 has 2", asked=asked), *self.BEFORE[1:])
        for old, new in ((waived, build(*self.BEFORE)), (build(*self.BEFORE), waived)):
            result = comparison.compare(old, new)
            self.assertEqual((result.regressions, result.fixes), ([], []))

    def test_what_was_written_down_in_between(self) -> None:
        known = deviation(MANDATORY, "*", match=('observed text="*is lost*"',))
        other = deviation(OTHER, "*")
        before = report.build(made.context(other), list(self.BEFORE))
        lost = self.broken("work/a", "T7 is lost", asked=made.session(known, other))
        after = report.build(made.context(known, other), [lost, *self.BEFORE[1:]])
        result = comparison.compare(before, after)
        self.assertEqual(([], 1), (result.regressions, len(result.others)))

    def test_an_event_that_comes_less_often_is_told(self) -> None:
        old, new = build(*self.BEFORE), build(*self.BEFORE)
        old["runtime"]["seen"] = {"thread_begin": {"events": 452, "tests": 9}}
        for number, told in ((179, True), (404, False), (0, True)):
            new["runtime"]["seen"] = {"thread_begin": {"events": number, "tests": 9}}
            notes = "".join(comparison.compare(old, new).notes)
            self.assertEqual("thread_begin 452" in notes, told, number)

    def test_how_the_runs_differ(self) -> None:
        new = build(*self.BEFORE)
        new["command"] = ["./ompt-cts", "run", "--probes", "none"]
        new["as_expected"]["expectations"]["files"] = []
        notes = comparison.compare(build(*self.BEFORE), new).notes
        self.assertIn("known deviations: expectations/llvm-19.toml → none applied", notes)
        self.assertIn("probes and repeats: as each test says → --probes=none", notes)


class Reports(unittest.TestCase):
    def test_regression_names_the_finding(self) -> None:
        result = comparison.compare(GOOD, BAD)
        changes = {change.name: change for change in result.regressions}
        self.assertEqual(set(changes), {MANDATORY})
        self.assertEqual(changes[MANDATORY].tests, ("a",))
        self.assertEqual(changes[MANDATORY].reason, "it is wrong")
        self.assertIn("check", changes[MANDATORY].replay)

    def test_fix(self) -> None:
        result = comparison.compare(BAD, GOOD)
        self.assertEqual(result.regressions, [])
        self.assertEqual({change.name for change in result.fixes}, {MANDATORY})

    def test_equal(self) -> None:
        result = comparison.compare(GOOD, GOOD)
        self.assertEqual(result, comparison.Comparison())

    def test_what_cannot_be_compared(self) -> None:
        """Nothing in common, a test twice, or a second run of something else."""
        empty = GOOD | {"tests": [], "rules": [], "findings": []}
        twice = GOOD | {"tests": GOOD["tests"] * 2}
        library = GOOD | {"runtime": GOOD["runtime"] | {"sha256": "0" * 64}}
        asked = GOOD | {"command": ["./ompt-cts", "run", "--probes", "none"]}
        for reports in (
            (empty, BAD),
            (GOOD, empty),
            (twice, BAD),
            (GOOD, BAD, library),
            (GOOD, BAD, asked),
        ):
            with self.assertRaises(UserError):
                comparison.compare(*reports)

    def test_a_report_without_breaches(self) -> None:
        """Findings of version 4 of reports are compared by rule and event."""
        bare = {"breach": "", "sort": "", "facts": {}}
        old = BAD | {"findings": [found | bare for found in BAD["findings"]]}
        result = comparison.compare(old, BAD)
        self.assertEqual((result.regressions, result.fixes), ([], []))
        self.assertIn("by rule and event", result.notes[0])
        other = build(one("a", {OTHER: 1}, finding(OTHER)), one("b", {OTHER: 1}))
        self.assertEqual([c.name for c in comparison.compare(old, other).regressions], [OTHER])

    def test_other_profiles(self) -> None:
        """The rules of both profiles are compared, and the difference is reported."""
        rules = catalogue.load().values()
        only = next(r.id for r in rules if "6.0" in r.clauses and "5.2" not in r.clauses)
        context = replace(made.context(), profile="6.0")
        for rule, told in ((MANDATORY, [MANDATORY]), (only, [])):
            asked = replace(made.session(), profile="6.0")
            judged = made.judged({MANDATORY: 1, rule: 1}, finding(rule)) | {"profile": "6.0"}
            new = report.build(context, [made.of("a", judged, asked), one("b", {OTHER: 1})])
            result = comparison.compare(GOOD, new)
            self.assertEqual([change.name for change in result.regressions], told)
            self.assertIn("profile: 5.2 → 6.0", result.notes)


class Command(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.good, self.bad = (Path(self.folder.name) / f"{n}.json" for n in ("good", "bad"))
        report.write(GOOD, self.good)
        report.write(BAD, self.bad)

    def call(self, *words: str) -> tuple[int, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = cli.main(list(words))
        return status, out.getvalue() + err.getvalue()

    def test_exit_codes(self) -> None:
        self.assertEqual(self.call("compare", str(self.good), str(self.good))[0], 0)
        self.assertEqual(self.call("compare", str(self.bad), str(self.good))[0], 0)
        status, text = self.call("compare", str(self.good), str(self.bad))
        self.assertEqual(status, 1)
        self.assertIn(
            f"regressed cause {MANDATORY}: another kind in a\n  at implicit_task: it is wrong", text
        )

    def test_a_new_report_without_a_verdict(self) -> None:
        """What was not judged has not regressed, and has not held either."""
        path = Path(self.folder.name) / "undecided.json"
        answer = {
            **GOOD["as_expected"],
            "verdict": "undecided",
            "undecided": ["no rule was exercised"],
        }
        report.write({**GOOD, "exit_code": 2, "as_expected": answer}, path)  # type: ignore[typeddict-item]
        status, text = self.call("compare", str(self.good), str(path))
        self.assertEqual(status, 2)
        self.assertIn("has no verdict", text)
        self.assertEqual(self.call("compare", str(path), str(self.good))[0], 0)

    def test_bad_input(self) -> None:
        for words in (
            ("compare", str(self.good), "/no/such.json"),
            ("compare", str(self.good)),
            ("matrix", "/no/such.json"),
            ("report", self.folder.name),
        ):
            status, text = self.call(*words)
            with self.subTest(words):
                self.assertEqual((status, text.count("\n")), (2, 1), text)
                self.assertTrue(text.startswith("ompt-cts: error: "))

    def test_matrix(self) -> None:
        path = Path(self.folder.name) / "m.md"
        status, text = self.call("matrix", str(self.good), str(self.bad), "--markdown", str(path))
        self.assertEqual(status, 1)
        self.assertRegex(text, rf"{MANDATORY} +mandatory +pass +fail")
        self.assertRegex(text, r"nonconformant +1 of 3 .* 1 new")
        strict = self.call("matrix", "--strict", str(self.good), str(self.good))
        self.assertEqual(strict[0], 0)
        self.assertIn(f"| `{MANDATORY}` | pass | fail |", path.read_text())


class Matrix(unittest.TestCase):
    def test_same_runtime_twice_has_two_columns(self) -> None:
        data = side_by_side.tabulate([GOOD, BAD])
        names = [column["name"] for column in data["runtimes"]]
        self.assertEqual(names, ["llvm-19", "llvm-19 #2"])

    def test_a_runtime_without_ompt_makes_no_row_differ(self) -> None:
        data = side_by_side.tabulate([GOOD, GOOD | {"conformance": NO_OMPT, "rules": []}])
        row = next(row for row in data["rules"] if row["id"] == MANDATORY)
        self.assertFalse(matrix.differs(row, data["runtimes"]))
        row["verdicts"]["llvm-19 #2"] = "waived"
        self.assertFalse(matrix.differs(row, data["runtimes"]))
        data["runtimes"][1]["conformance"] = NO_OMPT | {"verdict": "undecided"}
        self.assertTrue(matrix.differs(row, data["runtimes"]))

    def test_what_was_not_tested_does_not_differ(self) -> None:
        data = side_by_side.tabulate([GOOD, BAD])
        row = next(row for row in data["rules"] if row["id"] == MANDATORY)
        row["verdicts"]["llvm-19 #2"] = "not-exercised"
        self.assertFalse(matrix.differs(row, data["runtimes"]))
        self.assertNotIn(MANDATORY, matrix.markdown(data, every=False))
        self.assertIn(MANDATORY, matrix.markdown(data, every=True))
        row["verdicts"]["llvm-19 #2"] = "waived"
        self.assertIn(f"| `{MANDATORY}` | pass | waived |", matrix.markdown(data, every=False))

    def test_the_history_tells_of_another_kind_inside_a_broken_rule(self) -> None:
        first, then = (
            build(one("a", {MANDATORY: 1}, finding(MANDATORY, text)))
            for text in ("is 1", "is lost")
        )
        for old, new, told in ((first, then, (MANDATORY,)), (first, first, ())):
            data = side_by_side.tabulate([old, new])
            step = history.step(data, *(column["name"] for column in data["runtimes"]))
            self.assertEqual((step.broken, step.otherwise), ((), told))

    def test_what_only_a_synthetic_runtime_exercises_is_counted_apart(self) -> None:
        for verdict, told in (("not-supported", True), ("pass", False)):
            rules = [
                row | {"verdict": verdict} if row["id"] == "map.flags" else row
                for row in GOOD["rules"]
            ]
            data = side_by_side.tabulate([GOOD | {"rules": rules}])
            named = matrix.markdown(data, every=False).partition("| profile")[0]
            self.assertEqual("`map.flags`" in named, told)
        known = [rule for rules in side_by_side.causes().values() for rule in rules]
        self.assertEqual(set(known) - set(catalogue.load()), set())

    def test_waived_is_shown_as_such(self) -> None:
        asked = made.session(deviation(OTHER, "*"))
        data = side_by_side.tabulate([build(one("a", {OTHER: 1}, finding(OTHER), asked=asked))])
        row = next(row for row in data["rules"] if row["id"] == OTHER)
        self.assertEqual(row["verdicts"], {"llvm-19": "waived"})


# Names of rules that a test put to the test on no runtime.
RULE, SECOND, SPARED = "work.pair", "loop.count", "map.arrays"


def judged_tests(*tests: tuple[str, Verdict, list[str]], without: str = "") -> dict[str, Any]:
    return {
        "rules": [{"id": rule} for rule in (RULE, SECOND, SPARED) if rule != without],
        "tests": [
            {"name": name, "verdict": verdict, "unexercised": idle} for name, verdict, idle in tests
        ],
    }


class HomesTest(unittest.TestCase):
    def test_idle_wherever_it_was_judged(self) -> None:
        first = judged_tests(("a.c", Verdict.PASS, [RULE, SECOND]), ("b.c", Verdict.PASS, []))
        second = judged_tests(("a.c", Verdict.WAIVED, [RULE]), ("b.c", Verdict.PASS, [RULE]))
        self.assertEqual(side_by_side.idle([first, second]), {"a.c": [RULE]})

    def test_what_could_not_be_judged_says_nothing(self) -> None:
        skipped = judged_tests(("a.c", Verdict.UNSUPPORTED, [RULE]), ("b.c", Verdict.CRASH, [RULE]))
        self.assertEqual(side_by_side.idle([skipped]), {})
        judged = judged_tests(("a.c", Verdict.PASS, []))
        self.assertEqual(side_by_side.idle([skipped, judged]), {})

    def test_rules_that_no_test_can_exercise(self) -> None:
        self.assertEqual(side_by_side.idle([judged_tests(("a.c", Verdict.PASS, [SPARED]))]), {})

    def test_rules_of_another_profile(self) -> None:
        here = judged_tests(("a.c", Verdict.PASS, [RULE]), without=RULE)
        self.assertEqual(side_by_side.idle([here]), {})
