"""report.json against its schema, and every form that derives from it."""

import copy
import json
import re
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
from ompt_cts import stored
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.reports import form, report
from ompt_cts.verdict import outcome

from tests import pages
from tests import reporting as made
from tests.pages import sample
from tests.reporting import MANDATORY, OTHER, deviation, finding, one, recorded

SCHEMA = form.schema()


class Schema(unittest.TestCase):
    def test_the_schema_is_one(self) -> None:
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_reports_fit(self) -> None:
        for result in (sample(), report.build(made.context(), [])):
            packed = stored.pack(result)
            jsonschema.validate(packed, SCHEMA)
            jsonschema.validate(json.loads(stored.text(packed)), SCHEMA)

    def test_the_tables_and_sorts_are_the_schemas(self) -> None:
        parts = SCHEMA["$defs"]
        self.assertEqual(set(stored.SORT), set(parts["Sort"]["properties"]))
        told = {*report.Report.__required_keys__, *stored.TABLES}
        self.assertEqual(told, set(parts["Report"]["required"]))

    def test_the_schema_notices(self) -> None:
        for change in (
            lambda r: r.pop("conformance"),
            lambda r: r.update(exit_code=3),
            lambda r: r["rules"][0].update(verdict="fine"),
            lambda r: r["tests"][0].update(colour="red"),
            lambda r: r["findings"][0].pop(),
            lambda r: r["events"][0].append("3"),
            lambda r: r["sorts"][0].pop("clause"),
            lambda r: r["rules"][0].update(tests="0-"),
            lambda r: r["rules"][0]["clauses"].update({"4.5": "2.1"}),
            lambda r: r["summary"]["tests"].update(fine=1),
            lambda r: r["causes"][0].update(findings=-1),
            lambda r: r["texts"].append([0]),
        ):
            result = copy.deepcopy(stored.pack(sample()))
            change(result)
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(result, SCHEMA)


class Building(unittest.TestCase):
    def test_deterministic(self) -> None:
        first, second = sample(), sample()
        for result in (first, second):
            del result["environment"]["started"], result["environment"]["seconds"]
        self.assertEqual(json.dumps(first), json.dumps(second))

    def test_no_process_of_a_single_test(self) -> None:
        first = one("a", {MANDATORY: 1})
        first["environment"] = {"host": "h", "process": "77", "command": "/b/a"}
        result = report.build(made.context(), [first])
        self.assertEqual(result["environment"]["trace"], {"host": "h"})

    def test_order_of_outcomes_does_not_matter(self) -> None:
        outcomes = [one(name, {MANDATORY: 1}, finding(MANDATORY)) for name in ("b", "a", "c")]
        first = report.build(made.context(), outcomes)
        second = report.build(made.context(), outcomes[::-1])
        for key in ("rules", "tests", "findings"):
            self.assertEqual(first[key], second[key])
        self.assertEqual([test["name"] for test in first["tests"]], ["a", "b", "c"])

    def test_findings_are_cross_referenced(self) -> None:
        result = sample()
        for test in result["tests"]:
            for index in test["findings"]:
                self.assertEqual(result["findings"][index]["test"], test["name"])

    def test_replays(self) -> None:
        result = sample()
        test = next(t for t in result["tests"] if t["name"] == "tasking/f.c")
        self.assertIn("--runtime llvm-19", test["replay"])
        pattern = re.search(r"--filter '?([^']*)'?$", test["replay"])
        assert pattern
        self.assertTrue(re.search(pattern[1], "OMPT-CTS :: suites/tasking/f.c"))
        self.assertEqual(
            result["findings"][test["findings"][0]]["replay"], "./ompt-cts check /t --profile 5.2"
        )

    def test_many_findings_of_one_rule_are_cut(self) -> None:
        flood = [finding(MANDATORY, f"number {n}") for n in range(100)]
        result = report.build(made.context(), [one("a", {MANDATORY: 100}, *flood)])
        self.assertEqual(len(result["findings"]), report.FINDINGS)
        row = next(row for row in result["rules"] if row["id"] == MANDATORY)
        self.assertEqual(row["failed"], 100)

    def test_what_is_known_leaves_room_for_what_is_new(self) -> None:
        known = deviation(MANDATORY, "a", match=('observed text="*number #*"',))
        flood = [finding(MANDATORY, f"number {n}") for n in range(100)]
        new = finding(MANDATORY, "another way")
        asked = made.session(known)
        outcomes = [one("a", {MANDATORY: 101}, *flood, new, asked=asked)]
        found = report.build(made.context(), outcomes)["findings"]
        self.assertEqual(len(found), report.FINDINGS + 1)
        self.assertEqual(found[-1]["message"], "another way")

    def test_different_runtimes_in_one_report(self) -> None:
        first, second = one("a", {MANDATORY: 1}), one("b", {MANDATORY: 1})
        second["runtime"] = second["runtime"] | {"library": "/elsewhere/libomp.so"}
        self.assertEqual(report.build(made.context(), [first, second])["exit_code"], 2)

    def test_exit_codes(self) -> None:
        good = report.build(made.context(), [one("a", {MANDATORY: 1})])
        self.assertEqual((good["conformance"]["verdict"], good["exit_code"]), ("conformant", 0))
        self.assertEqual(sample()["exit_code"], 1)
        self.assertEqual(report.build(made.context(), [])["exit_code"], 2)

    def test_known_deviations_are_expected_and_do_not_conform(self) -> None:
        known = one("a", {OTHER: 1}, finding(OTHER), asked=made.session(deviation(OTHER, "a")))
        result = report.build(made.context(), [known])
        self.assertEqual([report.exit_code(result, strict) for strict in (False, True)], [0, 1])
        self.assertEqual(result["conformance"]["mandatory"]["broken"], [OTHER])
        self.assertEqual(result["causes"][0]["new"], 0)


class Files(unittest.TestCase):
    def test_an_edited_report(self) -> None:
        """Each answer is drawn again from the tests: one edit leaves a place that says otherwise."""
        known = one("a", {OTHER: 1}, finding(OTHER), asked=made.session(deviation(OTHER, "a")))
        new = one("b", {OTHER: 1, MANDATORY: 1}, finding(MANDATORY))
        hung = outcome.judge_one(made.session(), "c", "/t", recorded("timeout"), {})
        outcomes = [known, new, hung, one("d", {OTHER: 2})]
        whole = report.build(made.context(deviation(OTHER, "a")), outcomes)
        good = report.build(made.context(), [one("a", {OTHER: 1})])

        def rule(r: Json, name: str = MANDATORY) -> Json:
            return next(row for row in r["rules"] if row["id"] == name)

        def finding_of(r: Json, rule: str = MANDATORY) -> Json:
            return next(row for row in r["findings"] if row["rule"] == rule)

        edits: list[tuple[Json, Callable[[Json], Any]]] = [
            (whole, lambda r: r["tests"][1].update(verdict="pass")),
            (whole, lambda r: r["tests"][2].update(verdict="pass")),
            (whole, lambda r: r["tests"][3].update(verdict="fail")),
            (whole, lambda r: r["tests"][3].update(verdict="waived")),
            (whole, lambda r: r["tests"][3].update(verdict="harness-error")),
            (whole, lambda r: r["tests"][3].update(rules=[OTHER])),
            (whole, lambda r: rule(r).update(verdict="pass")),
            (whole, lambda r: rule(r).update(verdict="waived")),
            (whole, lambda r: rule(r, OTHER).update(verdict="pass")),
            (whole, lambda r: rule(r).update(contradicted_in=[])),
            (whole, lambda r: r["rules"].remove(rule(r))),
            (whole, lambda r: finding_of(r).update(waived="known")),
            (whole, lambda r: finding_of(r).update(waived="because")),
            (whole, lambda r: finding_of(r, OTHER).update(waived="")),
            (whole, lambda r: finding_of(r).update(severity="remark")),
            (whole, lambda r: finding_of(r).update(counted=False)),
            (whole, lambda r: r["expectations"].clear()),
            (whole, lambda r: r["expectations"][0].update(state="mended")),
            (whole, lambda r: r["summary"]["tests"].update({"pass": 2})),
            (whole, lambda r: r["summary"]["rules"].pop("fail")),
            (whole, lambda r: r["conformance"].update(verdict="conformant")),
            (whole, lambda r: r["conformance"].update(verdict="undecided", undecided=["why"])),
            (whole, lambda r: r["conformance"]["mandatory"]["broken"].remove(OTHER)),
            (whole, lambda r: r["conformance"]["mandatory"].update(judged=1)),
            (whole, lambda r: r["conformance"].update(toolchain=[OTHER])),
            (whole, lambda r: r["as_expected"]["new"].pop()),
            (whole, lambda r: r["as_expected"].update(verdict="as-expected")),
            (good, lambda r: r["conformance"].update(undecided=["it hung"])),
            (good, lambda r: r["as_expected"].update(undecided=["it hung"])),
            (good, lambda r: r["as_expected"].update(verdict="undecided")),
            (good, lambda r: r["tests"][0].update(verdict="crash")),
            (good, lambda r: rule(r, OTHER).update(verdict="not-exercised", exercised=0)),
            (good, lambda r: rule(r, OTHER).update(failed=1)),
            (good, lambda r: r.update(exit_code=1)),
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "report.json")
            for number, (base, edit) in enumerate(edits):
                edited = copy.deepcopy(base)
                edit(edited)
                report.write(edited, path)  # type: ignore[arg-type]
                with self.subTest(number), self.assertRaisesRegex(UserError, r"report.json: \$\."):
                    report.load(path)

    def test_a_picture_has_its_states(self) -> None:
        packed = stored.pack(pages.whole())
        picture = {"states": ["a"], "lanes": [{"thread": 1, "spans": [[0, 1, 0.0, 0]]}]}
        packed["exhibits"] = [one | {"around": picture} for one in packed["exhibits"][:1]]
        around = stored.unpack(packed)["exhibits"][0]["around"]
        self.assertEqual(around["states"][around["lanes"][0]["spans"][0][2]], "a")
        picture["states"].clear()
        with self.assertRaisesRegex(ValueError, r"exhibits\[0\].around names state 0"):
            stored.unpack(packed)

    def test_a_report_of_the_version_before(self) -> None:
        """Version 4 has neither breaches nor facts."""
        result = pages.whole()
        told = stored.pack(result) | {"schema_version": 4}
        del told["facts"]
        told["sorts"] = [
            {key: value for key, value in sort.items() if key not in ("breach", "sort")}
            for sort in told["sorts"]
        ]
        told["findings"] = [row[:-1] for row in told["findings"]]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.json"
            path.write_text(json.dumps(told))
            for finding in result["findings"]:
                finding |= {"breach": "", "sort": "", "facts": {}}
            self.assertEqual(report.load(path), json.loads(json.dumps(result)))
            for key in ("sorts", "findings"):
                path.write_text(json.dumps(told | {key: [[3]]}))
                with self.assertRaises(UserError):
                    report.load(path)

    def test_texts_with_numbers_share_a_pattern(self) -> None:
        given = ["thread 7 at 0x1f of 9", "thread 8 at 0x20 of 9", "plain", "has # and 7", "12"]
        texts = stored.Texts()
        self.assertEqual([texts.number(one) for one in (*given, *given)], [0, 1, 2, 3, 4] * 2)
        tables = {"texts": texts.values, "patterns": texts.patterns.values}
        self.assertEqual(tables["patterns"], ["thread # at # of #", "#"])
        self.assertEqual(texts.values[1], [0, "8", "0x20", "9"])
        self.assertEqual(stored.filled(tables), given)
        for odd in ([0, "8"], [2, "8"]):
            with self.assertRaises(ValueError):
                stored.filled(tables | {"texts": [odd]})
        with self.assertRaisesRegex(ValueError, "more than"):
            stored.filled({"patterns": ["#" + "x" * 2**20], "texts": [[0, "1"]] * 300})

    def test_round_trip_and_foreign_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "deep" / "report.json"
            result = sample()
            report.write(result, path)
            self.assertEqual(report.load(path), json.loads(json.dumps(result)))
            for text in ("", "[]", "{}", '{"schema_version": 2, "rules": [], "tests": []}'):
                path.write_text(text)
                with self.assertRaises(UserError) as caught:
                    report.load(path)
                self.assertNotIn("\n", str(caught.exception))
            self.assertIn("is a report of version 2, this program reads 5", str(caught.exception))
            with self.assertRaises(UserError):
                report.load(Path(folder) / "absent.json")


class Stored(unittest.TestCase):
    """Common parts of many findings are in the file once, without a loss."""

    def test_nothing_is_lost(self) -> None:
        result = json.loads(json.dumps(sample()))
        self.assertEqual(stored.unpack(json.loads(stored.text(stored.pack(result)))), result)

    def test_what_repeats_costs_little(self) -> None:
        rules = [row["id"] for row in sample()["rules"]][:50]
        found = [finding(rule, "a long message " * 20) for rule in rules]
        outcomes = [one(f"t{n}", dict.fromkeys(rules, 1), *found) for n in range(50)]
        result = report.build(made.context(), outcomes)
        self.assertLess(len(report.text(result)) * 5, len(report.expanded(result)))

    def test_ranges(self) -> None:
        for listed, text in (([], ""), ([3], "3"), ([0, 1, 2, 5, 7, 8], "0-2 5 7-8")):
            self.assertEqual((stored.ranges(listed), stored.numbers(text, 9)), (text, listed))
        for text in ("9", "3-1", "-1", "1-", "x", "0-99999999999"):
            with self.subTest(text), self.assertRaises(ValueError):
                stored.numbers(text, 9)

    def test_references_to_nothing(self) -> None:
        for change in (
            lambda p: p["findings"][0].__setitem__(0, 99),
            lambda p: p["findings"][0].__setitem__(1, 99),
            lambda p: p["findings"][0].__setitem__(2, 999),
            lambda p: p["findings"][0][4].append(999),
            lambda p: p["events"][0].__setitem__(0, 99),
            lambda p: p["events"][0].append("a field too many"),
            lambda p: p["rules"][0].update(tests="99"),
            lambda p: p["causes"][0].update(witness=99),
        ):
            packed = json.loads(stored.text(stored.pack(sample())))
            change(packed)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "r.json"
                path.write_text(json.dumps(packed))
                with self.assertRaises(UserError) as caught:
                    report.load(path)
                self.assertIn("$.", str(caught.exception))

    def test_places_in_the_checkout_are_relative(self) -> None:
        place = f"{ROOT}/suites/tasking/f.c:3"
        found = finding(MANDATORY, f"it began at {place}")
        found["witness"][0]["location"] = place
        result = report.build(made.context(), [one("tasking/f.c", {MANDATORY: 1}, found)])
        self.assertFalse(str(ROOT) in report.text(result))
        self.assertEqual(result["findings"][0]["message"], "it began at suites/tasking/f.c:3")
