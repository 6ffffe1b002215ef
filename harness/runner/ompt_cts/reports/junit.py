"""JUnit XML from a report: a test case for each test, with the findings as the text of the failure.

A test case answers for the test's own rules; one more fails for the newly contradicted rules
without a failing test. JUnit has no expected failure: a test whose rules are broken only as known
deviations say is skipped, with them as the message, so that it is never taken for a pass; its
property `verdict` has the word.
"""

import re
from xml.etree import ElementTree

from ompt_cts.catalogue import ELSEWHERE
from ompt_cts.reports import phrases
from ompt_cts.reports.report import FindingRow, Report, TestRow
from ompt_cts.verdict.words import UNJUDGED, Verdict

FAILURES = (Verdict.FAIL, Verdict.XPASS, Verdict.FLAKY)
ERRORS = (Verdict.CRASH, Verdict.TIMEOUT, *UNJUDGED)
SKIPPED = (Verdict.UNSUPPORTED, Verdict.NOT_EXERCISED)
KNOWN = "known deviation"
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Text without the control characters that XML 1.0 cannot contain."""
    return FORBIDDEN.sub("?", text)


def finding_text(finding: FindingRow) -> str:
    lines = [f"{finding['rule']} ({finding['clause']}): {finding['message']}"]
    lines += [f"  because {text}" for text in finding["because"]]
    for event in finding["witness"]:
        place = f"thread {event['thread']} position {event['position']}"
        lines.append(f"  {place}: {event['event']} {event.get('location') or ''}".rstrip())
    lines.append(f"  again: {finding['replay']}")
    return "\n".join(lines)


def _element(report: Report, suite: str, name: str, seconds: float) -> ElementTree.Element:
    return ElementTree.Element(
        "testcase",
        classname=f"{report['runtime']['name']}.{suite or 'run'}",
        name=clean(name),
        time=f"{seconds:.3f}",
    )


def ends_well(test: TestRow) -> bool:
    """A known crash or hang is no error; conformance is another question."""
    return bool(test["expected"])


def _tell(case: ElementTree.Element, name: str, value: str) -> None:
    properties = case.find("properties")
    if properties is None:
        properties = ElementTree.SubElement(case, "properties")
    ElementTree.SubElement(properties, "property", name=name, value=clean(value))


def _waived_text(findings: list[FindingRow]) -> str:
    """The findings of the test's own rules, each with its known deviation."""
    own = [f for f in findings if f["severity"] == "error" and f["own"] and f["waived"]]
    return "\n\n".join(f"{f['cause'] or 'known'}: {f['waived']}\n{finding_text(f)}" for f in own)


def _case(report: Report, test: TestRow) -> ElementTree.Element:
    case = _element(report, test["suite"], test["name"], test["seconds"])
    findings = [report["findings"][index] for index in test["findings"]]
    errors = [f for f in findings if f["severity"] == "error" and f["own"] and not f["waived"]]
    text = "\n\n".join(map(finding_text, errors)) or test["output"]
    _tell(case, "verdict", test["verdict"])
    for cause in dict.fromkeys(f["cause"] for f in findings if f["own"] and f["waived"]):
        _tell(case, "known", cause)
    attributes = {"message": clean(test["reason"]), "type": test["verdict"]}
    if ends_well(test) or test["verdict"] in SKIPPED:
        reason = f"{KNOWN}: {test['expected']}" if test["expected"] else test["reason"]
        ElementTree.SubElement(case, "skipped", message=clean(reason), type=test["verdict"])
    elif test["verdict"] == Verdict.WAIVED:
        skipped = {"message": clean(f"{KNOWN}: {test['reason']}"), "type": test["verdict"]}
        ElementTree.SubElement(case, "skipped", skipped).text = clean(_waived_text(findings))
    elif test["verdict"] in FAILURES:
        ElementTree.SubElement(case, "failure", attributes).text = clean(text)
    elif test["verdict"] in ERRORS:
        ElementTree.SubElement(case, "error", attributes).text = clean(text)
    elif test["reason"]:
        ElementTree.SubElement(case, "system-out").text = clean(
            f"{test['verdict']}: {test['reason']}"
        )
    return case


def elsewhere(report: Report) -> list[FindingRow]:
    """A finding for each newly contradicted rule without a failing test."""
    new = [
        f
        for f in report["findings"]
        if f["severity"] == "error" and f["counted"] and not f["waived"]
    ]
    claimed = {finding["rule"] for finding in new if finding["own"]}
    first = {f["rule"]: f for f in reversed(new) if f["rule"] not in claimed}
    return [first[rule] for rule in sorted(first)]


def _elsewhere_case(report: Report) -> ElementTree.Element:
    case = _element(report, "", ELSEWHERE, 0.0)
    found = elsewhere(report)
    if found:
        rules = ", ".join(finding["rule"] for finding in found)
        message = f"contradicted in tests that are not about it: {rules}"
        text = "\n\n".join(f"{finding_text(f)}\n  in {f['test']}" for f in found)
        failure = {"message": clean(message), "type": str(Verdict.FAIL)}
        ElementTree.SubElement(case, "failure", failure).text = clean(text)
    return case


def render(report: Report) -> str:
    cases = [_case(report, test) for test in report["tests"]]
    cases.append(_elsewhere_case(report))
    suite = ElementTree.Element(
        "testsuite",
        name=f"OMPT-CTS {report['runtime']['name']} profile {report['profile']}",
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors=str(sum(case.find("error") is not None for case in cases)),
        skipped=str(sum(case.find("skipped") is not None for case in cases)),
        time=f"{sum(test['seconds'] for test in report['tests']):.3f}",
        timestamp=report["environment"]["started"].removesuffix("Z"),
    )
    properties = ElementTree.SubElement(suite, "properties")
    for name in ("version_string", "library", "sha256"):
        value = clean(str(report["runtime"][name]))
        ElementTree.SubElement(properties, "property", name=f"runtime.{name}", value=value)
    answers = {
        "conformance": phrases.conformance(report),
        "as_expected": phrases.as_expected(report),
    }
    for name, value in answers.items():
        ElementTree.SubElement(properties, "property", name=name, value=clean(value))
    suite.extend(cases)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
