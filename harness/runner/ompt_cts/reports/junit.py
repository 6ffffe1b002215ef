# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JUnit XML from a report: a test case per test, with the findings as the failure's text."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

Json = dict[str, Any]

FAILURES = ("fail", "xpass", "flaky")
ERRORS = ("crash", "timeout", "harness-error")
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """XML 1.0 has no way to write most control characters."""
    return FORBIDDEN.sub("?", text)


def finding_text(finding: Json) -> str:
    lines = [f"{finding['rule']} ({finding['clause']}): {finding['message']}"]
    lines += [f"  because {text}" for text in finding["because"]]
    for event in finding["witness"]:
        place = f"thread {event['thread']} position {event['position']}"
        lines.append(f"  {place}: {event['event']} {event.get('location') or ''}".rstrip())
    lines.append(f"  again: {finding['replay']}")
    return "\n".join(lines)


def _case(report: Json, test: Json) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=f"{report['runtime']['name']}.{test['suite'] or 'run'}",
        name=clean(test["name"]),
        time=f"{test['seconds']:.3f}",
    )
    findings = [report["findings"][index] for index in test["findings"]]
    errors = [f for f in findings if f["severity"] == "error" and not f["waived"]]
    text = "\n\n".join(map(finding_text, errors)) or test["output"]
    attributes = {"message": clean(test["reason"]), "type": test["verdict"]}
    if test["verdict"] in FAILURES:
        ElementTree.SubElement(case, "failure", attributes).text = clean(text)
    elif test["verdict"] in ERRORS:
        ElementTree.SubElement(case, "error", attributes).text = clean(text)
    elif test["verdict"] == "unsupported":
        ElementTree.SubElement(case, "skipped", message=clean(test["reason"]))
    elif test["reason"]:
        ElementTree.SubElement(case, "system-out").text = clean(
            f"{test['verdict']}: {test['reason']}"
        )
    return case


def render(report: Json) -> str:
    verdicts = [test["verdict"] for test in report["tests"]]
    suite = ElementTree.Element(
        "testsuite",
        name=f"OMPT-CTS {report['runtime']['name']} profile {report['profile']}",
        tests=str(len(verdicts)),
        failures=str(sum(verdict in FAILURES for verdict in verdicts)),
        errors=str(sum(verdict in ERRORS for verdict in verdicts)),
        skipped=str(verdicts.count("unsupported")),
        time=f"{sum(test['seconds'] for test in report['tests']):.3f}",
        timestamp=report["environment"]["started"].removesuffix("Z"),
    )
    properties = ElementTree.SubElement(suite, "properties")
    for name in ("version_string", "library", "sha256"):
        value = clean(str(report["runtime"][name]))
        ElementTree.SubElement(properties, "property", name=f"runtime.{name}", value=value)
    ElementTree.SubElement(properties, "property", name="overall", value=report["overall"])
    suite.extend(_case(report, test) for test in report["tests"])
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
