"""SARIF 2.1.0 from a report: a result for each cause, and for each test that ends badly.

A cause is one defect, with all rules that it breaks in all traces; its result stands at the line
that its shortest witness names. A fingerprint without lines, traces and numbers identifies a result
from run to run. Remarks and tests that could not be judged are notifications of the run, not
results.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from ompt_cts.files import Json
from ompt_cts.paths import ROOT, SUITES
from ompt_cts.reports import comment, phrases, specification
from ompt_cts.reports.report import FindingRow, Report
from ompt_cts.steps import header
from ompt_cts.verdict import breaches
from ompt_cts.verdict.causes import CauseRow
from ompt_cts.verdict.comparison import Change
from ompt_cts.verdict.verdicts import plural
from ompt_cts.verdict.words import UNJUDGED

# The places of findings in sources, as paths below the root of the checkout.

LINE = re.compile(r"(?P<file>.+?):(?P<line>[1-9]\d{0,8})(?!\d)")


class Place(NamedTuple):
    """A line of a source: its path below `root`, with slashes."""

    path: str
    line: int
    root: str = "SRCROOT"  # the checkout's; PROGRAM: that of a program outside it


def _below(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else ""


@cache
def _sources() -> dict[str, list[str]]:
    """The files of the suites, by the last part of their names."""
    found: dict[str, list[str]] = {}
    for path in sorted(SUITES.rglob("*.*")):
        found.setdefault(path.name, []).append(_below(path, ROOT))
    return found


def _in_suites(name: str, test: str) -> str:
    """The file of this name that a test's trace means: in the test's own folder, or the only
    one."""
    found = _sources().get(name, [])
    own = f"suites/{os.path.dirname(test)}/{name}"
    return own if own in found else found[0] if len(found) == 1 else ""


def place_of(location: str, test: str) -> Place | None:
    """The source line of an event's location in a test's trace, if it is one. The trace has the
    paths that the compiler got, often only the last part."""
    met = LINE.match(location)
    if not met:
        return None
    named, line = Path(met["file"]), int(met["line"])
    inside = _below(named, ROOT)
    if not inside and (SUITES / header.source_name(test)).is_file():
        inside = _in_suites(named.name, test)
    if inside:
        return Place(inside, line)
    here = _below(named, Path.cwd())
    outside = named.name if named.is_absolute() else named.as_posix()
    return Place(here or outside, line, "PROGRAM")


def of_witness(finding: Json) -> list[Place]:
    """The lines that a finding's witness names, each once, in the order of the events."""
    found = (place_of(e.get("location") or "", finding["test"]) for e in finding["witness"])
    return list(dict.fromkeys(one for one in found if one))


def of_test(test: str) -> Place | None:
    """The source of a test, for findings without a line."""
    path = SUITES / header.source_name(test)
    return Place(_below(path, ROOT), 1) if test and path.is_file() else None


def first_places(findings: Iterable[Json]) -> list[Place]:
    """The lines of the first finding with any; else the source of the first test."""
    tests = []
    for finding in findings:
        places = of_witness(finding)
        if places:
            return places
        tests.append(finding["test"])
    own = (of_test(test) for test in tests)
    return [one for one in own if one][:1]


SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "omptCtsCause/v1"
SHOWN = 10  # tests that a message names
SUPPRESSED, OPEN, LEFT_OUT = KNOWN = ("suppressed", "open", "left-out")
ROOTS = {
    "SRCROOT": "the root of the checkout of OMPT-CTS",
    "PROGRAM": "the folder of the judged program's sources",
}
ENDS = {
    "crash": "A test program crashes only with a tool.",
    "timeout": "A test program does not end with a tool, but ends without one.",
    "flaky": "Repeats of a test give different verdicts.",
    "view": "The view of a test's trace differs from the test's CHECK lines.",
    "runtime": "A runtime whose description promises OMPT starts no tool.",
}


def _location(place: Place) -> Json:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.path), "uriBaseId": place.root},
            "region": {"startLine": place.line},
        }
    }


def _fingerprint(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "replace")).hexdigest()


def _result(rule: str, text: str, spots: list[Place], *sort: str) -> Json:
    result: Json = {
        "ruleId": rule,
        "level": "error",
        "kind": "fail",
        "message": {"text": text},
        "partialFingerprints": {FINGERPRINT: _fingerprint(rule, *sort)},
    }
    if spots:
        result["locations"] = [_location(spots[0])]
    if spots[1:]:
        result["relatedLocations"] = [{"id": n, **_location(p)} for n, p in enumerate(spots[1:], 1)]
    return result


def _listed(tests: list[str]) -> str:
    more = f", and {len(tests) - SHOWN} more" if len(tests) > SHOWN else ""
    return ", ".join(tests[:SHOWN]) + more


def _of_cause(report: Report, cause: CauseRow) -> Json:
    witness = report["findings"][cause["witness"]]
    others = (f for f in report["findings"] if f["rule"] in cause["rules"])
    same = (f for f in others if f["test"] in cause["tests"])
    shows = f"{plural(cause['findings'], 'finding')} in {phrases.number(report, cause['tests'])}"
    lines = [cause["title"]]
    if cause["title"] != witness["message"]:
        lines.append(f"Seen in {witness['test']}: {witness['message']}")
    lines += [*witness["because"], f"{shows}: {_listed(cause['tests'])}"]
    lines.append(f"Rules: {', '.join(cause['rules'])}")
    if cause["looks_like"]:
        lines.append(f"It looks like a known deviation of {cause['looks_like']}")
    lines.append(f"To see it again: {cause['replay']}")
    sort = breaches.sort_of(witness)
    spots = first_places([witness, *same])
    known = [cause["name"]] if cause["known"] else [sort.event, str(sort.absent)]
    result = _result(cause["rules"][0], "\n".join(lines), spots, *known)
    result["properties"] = {
        "cause": cause["name"],
        "known": cause["known"],
        "rules": cause["rules"],
        "tests": cause["tests"],
        "replay": cause["replay"],
    }
    return result


def _suppression(report: Report, cause: CauseRow) -> Json:
    files = " and ".join(report["as_expected"]["expectations"]["files"])
    where = f" ({files})" if files else ""
    text = f"known deviation {cause['name']}{where}: {cause['title']}"
    return {"kind": "external", "status": "accepted", "justification": text}


def _ends(report: Report) -> Iterable[Json]:
    """Tests with an unknown bad end, and a runtime without OMPT."""
    verdicts = {test["name"]: test["verdict"] for test in report["tests"]}
    for new in report["as_expected"]["new"]:
        if new["kind"] == "rule":
            continue  # a cause reports it
        word = str(verdicts.get(new["name"], "runtime"))
        rule = word if word in ENDS else "view"
        spot = of_test(new["name"])
        yield _result(rule, f"{new['name']}: {new['what']}", [spot] if spot else [], new["name"])


def _told_apart(results: list[Json]) -> list[Json]:
    """Gives the second of two guessed causes of one sort a fingerprint of its own."""
    met: dict[str, int] = {}
    for result in results:
        print_ = result["partialFingerprints"][FINGERPRINT]
        met[print_] = met.get(print_, 0) + 1
        if met[print_] > 1:
            result["partialFingerprints"][FINGERPRINT] = _fingerprint(print_, str(met[print_]))
    return results


def _regressions(report: Report, regressions: Iterable[Change]) -> Iterable[Json]:
    """The regressions of a comparison, by cause; they are new, whatever is known of the runtime."""
    for change in regressions:
        rule = change.rules[0] if change.rules else change.name
        found = [
            f
            for f in report["findings"]
            if f["rule"] in change.rules and f["test"] in change.tests and f["severity"] == "error"
        ]
        lines = [
            f"Regression: {comment.what(report, change)}",
            f"Tests: {_listed(list(change.tests))}",
        ]
        spots = first_places(found) if found else []
        sort = min((f["sort"] for f in found), default="")
        yield _result(rule, "\n".join(lines), spots, "regression", change.event, sort)


def _results(report: Report, known: str, regressions: Iterable[Change] | None = None) -> list[Json]:
    results: list[Json] = []
    for cause in report["causes"]:
        result = _of_cause(report, cause)
        if not cause["new"]:
            if known == LEFT_OUT:
                continue
            if known == SUPPRESSED:
                result["suppressions"] = [_suppression(report, cause)]
        results.append(result)
    results += _ends(report)
    if regressions is not None:
        worse = list(_regressions(report, regressions))
        for state, some in (("unchanged", results), ("new", worse)):
            for result in some:
                result["baselineState"] = state
        results += worse
    return _told_apart(results)


def _descriptors(report: Report, results: list[Json]) -> list[Json]:
    rows = {row["id"]: row for row in report["rules"]}
    found = []
    for name in dict.fromkeys(result["ruleId"] for result in results):
        row = rows.get(name)
        text = row["statement"] if row and row["statement"] else ENDS.get(name, name)
        entry: Json = {"id": name, "shortDescription": {"text": text}}
        if row:
            number = row["clauses"].get(report["profile"], "")
            entry["properties"] = {"level": row["level"], "clauses": row["clauses"]}
            if uri := specification.first(report["profile"], number):
                entry["helpUri"] = uri
                clause = f"OpenMP {report['profile']}, {number}"
                entry["help"] = {
                    "text": f"{text} ({clause})",
                    "markdown": f"{text} ([{clause}]({uri}))",
                }
        found.append(entry)
    return found


def _notification(level: str, text: str, test: str) -> Json:
    spot = of_test(test)
    told: Json = {"level": level, "message": {"text": text}}
    if spot:
        told["locations"] = [_location(spot)]
    return told


def _notifications(report: Report) -> list[Json]:
    told = [
        _notification("error", f"{test['name']}: {test['verdict']}: {test['reason']}", test["name"])
        for test in report["tests"]
        if test["verdict"] in UNJUDGED
    ]
    remarks: dict[str, list[FindingRow]] = {}
    for finding in report["findings"]:
        if finding["severity"] != "error":
            remarks.setdefault(finding["rule"], []).append(finding)
    for rule, found in sorted(remarks.items()):
        tests = sorted({finding["test"] for finding in found})
        text = f"{rule}: a remark in {phrases.number(report, tests)}: {found[0]['message']}"
        told.append(_notification("note", text, found[0]["test"]))
    return told


def render(
    report: Report, known: str = SUPPRESSED, regressions: Iterable[Change] | None = None
) -> str:
    """The report as a SARIF log. `known` decides what becomes of causes that are known deviations:
    suppressed results, ordinary results, or none. `regressions` against another report are results
    of their own, and all results say whether they are new."""
    results = _results(report, known, regressions)
    rules = _descriptors(report, results)
    numbers = {rule["id"]: index for index, rule in enumerate(rules)}
    for result in results:
        result["ruleIndex"] = numbers[result["ruleId"]]
    runtime = report["runtime"]
    told = _notifications(report)
    run = {
        "tool": {
            "driver": {
                "name": "OMPT-CTS",
                "semanticVersion": report["suite"]["version"],
                "rules": rules,
            }
        },
        "automationDetails": {"id": f"ompt-cts/{runtime['name']}/{report['profile']}/"},
        "originalUriBaseIds": {
            name: {"description": {"text": text}} for name, text in ROOTS.items()
        },
        "invocations": [
            {
                "executionSuccessful": not any(n["level"] == "error" for n in told),
                "startTimeUtc": report["environment"]["started"],
                "toolExecutionNotifications": told,
            }
        ],
        "results": results,
        "properties": {
            "runtime": {name: runtime[name] for name in ("name", "version_string", "sha256")},
            "suite": report["suite"],
            "conformance": phrases.conformance(report),
            "asExpected": phrases.as_expected(report),
        },
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1) + "\n"
