"""SARIF: a result a cause, fit for the standard. OMPT_CTS_SARIF_SCHEMA names OASIS's own schema, to
validate against that as well."""

import json
import os
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
from ompt_cts import catalogue
from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.reports import report, sarif, specification
from ompt_cts.reports.sarif import Place
from ompt_cts.verdict import comparison

from tests import reporting as made
from tests.pages import sample
from tests.reporting import MANDATORY, OTHER, deviation, finding, one

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


# Addresses of the specification's public text, against pages whose titles have been read.
READ = {
    "1.4.6": "openmpsu14",
    "1.5.1": "openmpsu15",
    "3.4": "openmpse17",
    "4.4.1": "openmpsu28",
    "5.5.3": "openmpsu47",
    "5.5.8": "openmpsu52",
    "11.6": "openmpse67",
    "12.5": "openmpse73",
    "12.9": "openmpse77",
    "19": "openmpch19",
    "19.1": "openmpse121",
    "19.5": "openmpse125",
}


class Addresses(unittest.TestCase):
    def test_pages_that_were_read(self) -> None:
        for section, page in READ.items():
            with self.subTest(section):
                found = specification.address("5.2", section)
                self.assertEqual(found, f"https://www.openmp.org/spec-html/5.2/{page}.html")
        for section, page in (("4.6", "openmpse42"), ("6.19", "openmpse67"), ("4", "openmpch4")):
            self.assertTrue(specification.address("5.0", section).endswith(f"/5.0/{page}.html"))

    def test_deeper_sections_stand_on_the_page_of_their_subsection(self) -> None:
        self.assertEqual(
            specification.address("5.2", "19.5.2.11"), specification.address("5.2", "19.5.2")
        )

    def test_every_clause_of_the_catalogue_leads_somewhere(self) -> None:
        for rule in catalogue.load().values():
            for version, clause in rule.clauses.items():
                with self.subTest(rule=rule.id, clause=clause):
                    found = specification.parts(version, clause)
                    self.assertEqual("".join(text for text, _ in found), clause)
                    links = [link for _, link in found if link]
                    self.assertTrue(links)
                    if version == "5.2":
                        self.assertTrue(all(link.endswith(".html") for link in links), links)

    def test_ranges_and_tables(self) -> None:
        self.assertEqual(
            [text for text, link in specification.parts("5.2", "19.4.4.29–30, Table 19.2") if link],
            ["19.4.4.29"],
        )
        self.assertEqual(specification.address("4.5", "2.6"), "")


# The part of SARIF 2.1.0 that we write, as a JSON Schema: every property that we may write and none
# else, with the types and the words that the standard gives it (the section stands after each).

TEXT: Json = {"type": "string", "minLength": 1}
COUNT: Json = {"type": "integer", "minimum": 1}
INDEX: Json = {"type": "integer", "minimum": 0}


def an_object(required: str, **properties: Json) -> Json:
    return {
        "type": "object",
        "required": required.split(),
        "properties": properties,
        "additionalProperties": False,
    }


def a_list(items: Json, **more: Any) -> Json:
    return {"type": "array", "items": items, **more}


def a_map(values: Json) -> Json:
    return {"type": "object", "additionalProperties": values}


RELATIVE: Json = {"type": "string", "format": "uri-reference", "pattern": r"^[^/:\\ ][^:\\ ]*$"}
PROPERTIES: Json = {"type": "object"}  # 3.8
MESSAGE = an_object("text", text=TEXT)  # 3.11
MULTIFORMAT = an_object("text", text=TEXT, markdown=TEXT)  # 3.12
ARTIFACT = an_object("uri uriBaseId", uri=RELATIVE, uriBaseId=TEXT)  # 3.4
PHYSICAL = an_object(  # 3.29, 3.30
    "artifactLocation region",
    artifactLocation=ARTIFACT,
    region=an_object("startLine", startLine=COUNT),
)
LOCATION = an_object("physicalLocation", id=INDEX, physicalLocation=PHYSICAL)  # 3.28
LEVEL: Json = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
SUPPRESSION = an_object(  # 3.35
    "kind",
    kind={"enum": ["inSource", "external"]},
    status={"enum": ["accepted", "underReview", "rejected"]},
    justification=TEXT,
)
RESULT = an_object(  # 3.27
    "ruleId ruleIndex level kind message partialFingerprints",
    ruleId=TEXT,
    ruleIndex=INDEX,
    level=LEVEL,
    baselineState={"enum": ["new", "unchanged", "updated", "absent"]},
    kind={"enum": ["fail"]},  # 3.27.10: only with this kind may there be a level but none
    message=MESSAGE,
    locations=a_list(LOCATION),
    relatedLocations=a_list(LOCATION, uniqueItems=True),
    partialFingerprints=a_map(TEXT),
    suppressions=a_list(SUPPRESSION, uniqueItems=True),
    properties=PROPERTIES,
)
DESCRIPTOR = an_object(  # 3.49
    "id shortDescription",
    id=TEXT,
    shortDescription=MULTIFORMAT,
    helpUri={"type": "string", "format": "uri", "pattern": "^https://"},
    help=MULTIFORMAT,
    properties=PROPERTIES,
)
NOTIFICATION = an_object(
    "message", level=LEVEL, message=MESSAGE, locations=a_list(LOCATION)
)  # 3.58
INVOCATION = an_object(  # 3.20
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    startTimeUtc={"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},  # 3.9
    toolExecutionNotifications=a_list(NOTIFICATION),
)
DRIVER = an_object(  # 3.19
    "name",
    name=TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules=a_list(DESCRIPTOR, uniqueItems=True),
)
RUN = an_object(  # 3.14
    "tool results",
    tool=an_object("driver", driver=DRIVER),
    automationDetails=an_object("id", id=TEXT),
    originalUriBaseIds=a_map(an_object("description", description=MESSAGE)),
    invocations=a_list(INVOCATION),
    results=a_list(RESULT),
    properties=PROPERTIES,
)
LOG = an_object(  # 3.13
    "$schema version runs",
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=a_list(RUN, minItems=1),
)
