# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gate: what counts as a regression between two reports, and the matrix of several."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from ompt_cts import cli
from ompt_cts.commands import matrix
from ompt_cts.errors import UserError
from ompt_cts.reports import report
from ompt_cts.verdict import comparison
from ompt_cts.verdict.comparison import Change, classify

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
            ("rule", "pass", "fail"): "regressions",
            ("rule", "waived", "fail"): "regressions",
            ("rule", "not-exercised", "fail"): "regressions",
            ("rule", "pass", "not-exercised"): "regressions",
            ("rule", "pass", "waived"): "others",
            ("rule", "waived", "pass"): "fixes",
            ("rule", "fail", "pass"): "fixes",
            ("rule", "fail", "waived"): "fixes",
            ("rule", "fail", "not-exercised"): "others",
            ("rule", "not-exercised", "pass"): "fixes",
            ("rule", "absent", "fail"): "regressions",
            ("rule", "absent", "pass"): "others",
            ("test", "pass", "crash"): "regressions",
            ("test", "pass", "flaky"): "regressions",
            ("test", "pass", "unsupported"): "regressions",
            ("test", "pass", "absent"): "regressions",
            ("test", "fail", "absent"): "others",
            ("test", "unsupported", "timeout"): "regressions",
            ("test", "fail", "crash"): "others",
            ("test", "flaky", "fail"): "regressions",
            ("test", "fail", "flaky"): "others",
            ("test", "crash", "pass"): "fixes",
            ("test", "absent", "fail"): "others",
        }
        for (kind, old, new), expected in table.items():
            with self.subTest(f"{kind} {old} → {new}"):
                self.assertEqual(classify(Change(kind, "x", old, new)), expected)


class Reports(unittest.TestCase):
    def test_regression_names_the_finding(self) -> None:
        result = comparison.compare(GOOD, BAD)
        changes = {change.name: change for change in result.regressions}
        self.assertEqual(set(changes), {MANDATORY, "a"})
        self.assertEqual(changes[MANDATORY].reason, "it is wrong")
        self.assertIn("validate", changes[MANDATORY].replay)

    def test_fix(self) -> None:
        result = comparison.compare(BAD, GOOD)
        self.assertEqual(result.regressions, [])
        self.assertEqual({change.name for change in result.fixes}, {MANDATORY, "a"})

    def test_equal(self) -> None:
        result = comparison.compare(GOOD, GOOD)
        self.assertEqual(result, comparison.Comparison())

    def test_profiles_must_agree(self) -> None:
        with self.assertRaises(UserError):
            comparison.compare(GOOD, GOOD | {"profile": "5.0"})


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
        self.assertIn(f"regressed rule {MANDATORY}: pass → fail it is wrong", text)

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
        data = matrix.tabulate([GOOD, BAD])
        names = [column["name"] for column in data["runtimes"]]
        self.assertEqual(names, ["llvm-19", "llvm-19 #2"])

    def test_a_runtime_without_ompt_makes_no_row_differ(self) -> None:
        data = matrix.tabulate([GOOD, GOOD | {"conformance": NO_OMPT, "rules": []}])
        row = next(row for row in data["rules"] if row["id"] == MANDATORY)
        self.assertFalse(matrix.differs(row, data["runtimes"]))
        row["verdicts"]["llvm-19 #2"] = "waived"
        self.assertFalse(matrix.differs(row, data["runtimes"]))
        data["runtimes"][1]["conformance"] = NO_OMPT | {"verdict": "undecided"}
        self.assertTrue(matrix.differs(row, data["runtimes"]))

    def test_what_was_not_tested_does_not_differ(self) -> None:
        data = matrix.tabulate([GOOD, BAD])
        row = next(row for row in data["rules"] if row["id"] == MANDATORY)
        row["verdicts"]["llvm-19 #2"] = "not-exercised"
        self.assertFalse(matrix.differs(row, data["runtimes"]))
        self.assertNotIn(MANDATORY, matrix.markdown(data, every=False))
        self.assertIn(MANDATORY, matrix.markdown(data, every=True))
        row["verdicts"]["llvm-19 #2"] = "waived"
        self.assertIn(f"| `{MANDATORY}` | pass | waived |", matrix.markdown(data, every=False))

    def test_waived_is_shown_as_such(self) -> None:
        asked = made.session(deviation(OTHER, "*"))
        data = matrix.tabulate([build(one("a", {OTHER: 1}, finding(OTHER), asked=asked))])
        row = next(row for row in data["rules"] if row["id"] == OTHER)
        self.assertEqual(row["verdicts"], {"llvm-19": "waived"})


if __name__ == "__main__":
    unittest.main()
