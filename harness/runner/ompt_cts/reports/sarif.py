# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SARIF 2.1.0 from a report: a rule per rule with findings, a result per finding.

Known deviations are suppressed results; the run's properties hold the two answers.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ompt_cts.reports import phrases
from ompt_cts.reports.report import FindingRow, Report

Json = dict[str, Any]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LOCATION = re.compile(r"(?P<file>[^\s:]+):(?P<line>[1-9]\d*)\b")


def _location(text: str) -> Json:
    match = LOCATION.match(text)
    if not match:
        return {}
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": match["file"]},
            "region": {"startLine": int(match["line"])},
        }
    }


def _result(finding: FindingRow) -> Json:
    located = (_location(str(event.get("location") or "")) for event in finding["witness"])
    locations = [location for location in located if location]
    text = "\n".join([finding["message"], *finding["because"]])
    result: Json = {
        "ruleId": finding["rule"],
        "level": "error" if finding["severity"] == "error" else "note",
        "message": {"text": text},
        "properties": {
            "test": finding["test"],
            "cause": finding["cause"],
            "replay": finding["replay"],
        },
    }
    if locations:
        result["locations"] = locations[:1]
        result["relatedLocations"] = locations[1:]
    if finding["waived"]:
        result["suppressions"] = [{"kind": "external", "justification": finding["waived"]}]
    return result


def render(report: Report) -> str:
    found = {finding["rule"] for finding in report["findings"]}
    rules = [
        {
            "id": row["id"],
            "shortDescription": {"text": row["statement"] or row["id"]},
            "properties": {"level": row["level"], "clauses": row["clauses"]},
        }
        for row in report["rules"]
        if row["id"] in found
    ]
    driver = {"name": "OMPT-CTS", "semanticVersion": report["suite"]["version"], "rules": rules}
    results = [_result(finding) for finding in report["findings"]]
    answers = {
        "conformance": phrases.conformance(report),
        "asExpected": phrases.as_expected(report),
    }
    run = {"tool": {"driver": driver}, "results": results, "properties": answers}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"
