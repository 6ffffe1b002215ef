"""SARIF: a result a cause, fit for the standard. OMPT_CTS_SARIF_SCHEMA names OASIS's own schema, to
validate against that as well."""

import json
import os
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
from ompt_cts.paths import ROOT
from ompt_cts.reports import report, sarif, specification
from ompt_cts.reports.sarif import Place
from ompt_cts.verdict import comparison

from tests import reporting as made
from tests.pages import sample
from tests.reporting import MANDATORY, OTHER, deviation, finding, one
from tests.sarif_subset import LOG

OFFICIAL = os.environ.get("OMPT_CTS_SARIF_SCHEMA", "")
TEST = "host/parallel/basic.c"  # there is such a test


def rendered(result: made.Json, known: str = sarif.SUPPRESSED, **more: Any) -> made.Json:
    """The log's only run, when the log has been found to be as the standard says."""
    log = json.loads(sarif.render(result, known, **more))
    schemas = [LOG, *([json.loads(Path(OFFICIAL).read_text())] if OFFICIAL else [])]
    for schema in schemas:
        kind = jsonschema.validators.validator_for(schema)
        kind(schema, format_checker=kind.FORMAT_CHECKER).validate(log)
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for entry in run["results"]:
        assert rules[entry["ruleIndex"]] == entry["ruleId"]
    assert len(set(rules)) == len(rules)
    return dict(run)


def at(location: str, test: str = TEST, **more: str) -> made.Json:
    found = finding(MANDATORY, **more)
    found["witness"][0]["location"] = location
    return report.build(made.context(), [one(test, {MANDATORY: 1}, found)])


class Results(unittest.TestCase):
    def test_a_regression_is_new_although_it_is_known(self) -> None:
        asked = made.session(deviation(MANDATORY, "*"))
        before = one(TEST, {MANDATORY: 1}, finding(MANDATORY, "T1 has 2"), asked=asked)
        after = one(TEST, {MANDATORY: 1}, finding(MANDATORY, "T1 is lost"), asked=asked)
        old, new = (report.build(made.context(), [one]) for one in (before, after))
        worse = comparison.compare(old, new).regressions
        results = rendered(new, regressions=worse)["results"]
        self.assertEqual(
            [("unchanged", True), ("new", False)],
            [(r["baselineState"], "suppressions" in r) for r in results],
        )
        self.assertIn("T1 is lost", results[1]["message"]["text"])
        self.assertNotIn("baselineState", rendered(new)["results"][0])

    def test_one_a_cause(self) -> None:
        run = rendered(sample())
        rules = [entry["ruleId"] for entry in run["results"]]
        self.assertEqual(sorted(rules), sorted([MANDATORY, OTHER, "crash", "timeout"]))
        told = [n["level"] for n in run["invocations"][0]["toolExecutionNotifications"]]
        self.assertEqual(told, ["error", "note"])  # a part without a verdict, and a remark
        self.assertFalse(run["invocations"][0]["executionSuccessful"])

    def test_many_findings(self) -> None:
        many = [one(f"{n}", {MANDATORY: 1}, finding(MANDATORY, f"of T{n}")) for n in range(50)]
        [result] = rendered(report.build(made.context(), many))["results"]
        self.assertIn("50 findings in 50 tests: 0, 1, 10,", result["message"]["text"])
        self.assertEqual(len(result["properties"]["tests"]), 50)

    def test_known(self) -> None:
        entry = deviation(OTHER, "a", cause="odd")
        asked = made.session(entry)
        result = report.build(
            made.context(entry), [one("a", {OTHER: 1}, finding(OTHER), asked=asked)]
        )
        [suppressed] = rendered(result)["results"]
        [suppression] = suppressed["suppressions"]
        self.assertIn("known deviation odd (expectations/llvm-19.toml): known", str(suppression))
        [shown] = rendered(result, sarif.OPEN)["results"]
        self.assertNotIn("suppressions", shown)
        self.assertEqual(rendered(result, sarif.LEFT_OUT)["results"], [])

    def test_help(self) -> None:
        [rule] = rendered(at("basic.c:3"))["tool"]["driver"]["rules"]
        self.assertRegex(
            rule["helpUri"], r"^https://www\.openmp\.org/spec-html/5\.2/openmps[eu]\d+\.html$"
        )

    def test_hostile(self) -> None:
        rendered(at("a b\n%:3 <x>", "a\x00b", message="\x1b]0;x\x07 \ud800 é"))

    def test_empty(self) -> None:
        self.assertEqual(rendered(report.build(made.context(), []))["results"], [])

    def test_the_subset_notices(self) -> None:
        log = json.loads(sarif.render(sample()))
        for change in (
            lambda run: run["results"][0].update(locations=[{"uri": "a.c"}]),
            lambda run: run["results"][0].update(level="fatal"),
            lambda run: run.pop("tool"),
            lambda run: run["tool"]["driver"]["rules"][0].update(helpUri="page.html"),
        ):
            other = json.loads(json.dumps(log))
            change(other["runs"][0])
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(other, LOG)


class Fingerprints(unittest.TestCase):
    def prints(self, result: made.Json) -> list[str]:
        return [r["partialFingerprints"][sarif.FINGERPRINT] for r in rendered(result)["results"]]

    def test_the_same_in_another_run(self) -> None:
        first = self.prints(at("basic.c:3", message="of T4 is 0x1234"))
        other = self.prints(at("basic.c:99", "host/other.c", message="of T9 is 0x9999"))
        self.assertEqual(first, other)

    def test_different_causes_differ(self) -> None:
        prints = self.prints(sample())
        self.assertEqual(len(set(prints)), len(prints))


class Places(unittest.TestCase):
    def test_paths(self) -> None:
        inside = str(ROOT / "suites" / TEST)
        for location, test, expected in (
            (f"{inside}:12", TEST, Place(f"suites/{TEST}", 12)),
            (f"{inside}:12 main", "elsewhere", Place(f"suites/{TEST}", 12)),
            ("basic.c:12", TEST, Place(f"suites/{TEST}", 12)),
            ("cts.h:12", TEST, Place("suites/include/cts.h", 12)),
            ("basic.c:12", "corpus/x", Place("basic.c", 12, "PROGRAM")),
            ("/usr/include/odd.h:1", TEST, Place("odd.h", 1, "PROGRAM")),
            ("C:\\a.c:7", "x", Place("C:\\a.c", 7, "PROGRAM")),
            ("libomp.so+0x12", TEST, None),
            ("", TEST, None),
            ("basic.c:0", TEST, None),
        ):
            with self.subTest(location):
                self.assertEqual(sarif.place_of(location, test), expected)

    def test_below_the_working_folder(self) -> None:
        with mock.patch.object(Path, "cwd", return_value=Path("/home/u/app")):
            found = sarif.place_of("/home/u/app/src/x.c:3", "x")
        self.assertEqual(found, Place("src/x.c", 3, "PROGRAM"))

    def test_what_has_no_line_stands_at_the_test(self) -> None:
        [result] = rendered(at(""))["results"]
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], f"suites/{TEST}")

    def test_clauses(self) -> None:
        self.assertTrue(specification.first("5.2", "19.5.2.11").endswith("/5.2/openmpsu232.html"))
        self.assertTrue(specification.first("5.1", "4.5.2.11").endswith("#subsubsection.4.5.2.11"))
        self.assertTrue(specification.first("6.0", "33.4, 33.5").endswith("-6-0.pdf#section.33.4"))
        self.assertTrue(specification.first("5.0", "4.5.2.5–9").endswith("/5.0/openmpse41.html"))
        self.assertEqual(specification.first("5.2", "B.3"), "")
        self.assertEqual(specification.first("5.2", ""), "")
