"""One self-contained HTML page from a report; the template is reports/templates/report.html.j2."""

import functools
import os
import re
import shlex
from collections import Counter
from pathlib import Path

from ompt_cts.files import Json
from ompt_cts.paths import ROOT
from ompt_cts.reports import coverage, html_page, interface, phrases, reliance
from ompt_cts.reports.report import AS_LOADED, FindingRow, Report
from ompt_cts.verdict import breaches
from ompt_cts.verdict.words import Conformance, Verdict

FORMS = 12  # shown forms of a cause besides its witness; report.json has every finding
PAGE = re.compile(r"expectations/(corpus/)?[\w-][\w.-]*\.toml")


def in_order(present: Json) -> list[Verdict]:
    """The existing verdicts, the gravest first."""
    return [verdict for verdict in Verdict if verdict in present]


def flat(environment: Json) -> list[tuple[str, str]]:
    """The environment as rows of text."""
    rows = []
    for key, value in environment.items():
        if isinstance(value, dict):
            for name, inner in value.items():
                if isinstance(inner, dict):
                    inner = " ".join(str(part) for part in inner.values())
                elif isinstance(inner, list):
                    inner = shlex.join(map(str, inner))
                rows.append((f"{key}: {name}", str(inner)))
        else:
            rows.append((key, str(value)))
    return rows


def _name(report: Report) -> str:
    """The name of the runtime, or else its version string."""
    runtime = report["runtime"]
    if not runtime["title"] and runtime["name"] == AS_LOADED and runtime["version_string"]:
        return f"{runtime['version_string']}, as loaded"
    return runtime["title"] or runtime["name"]


def _causes(report: Report, where: Path | None) -> list[Json]:
    """Each cause with its witness, its exhibits, and its other forms."""
    found = []
    for row, exhibit in zip(report["causes"], report["exhibits"], strict=True):
        first = report["findings"][row["witness"]]
        page = (exhibit["deviation"] or {}).get("page", "")
        found.append(
            {
                "row": row,
                "exhibit": exhibit,
                "first": first,
                "others": _others(report, row["name"], row["rules"], set(row["tests"]), first),
                "page": _relative(page, where),
            }
        )
    return found


def _others(
    report: Report, cause: str, rules: list[str], tests: set[str], first: FindingRow
) -> list[FindingRow]:
    seen = {breaches.of(first): first}
    for finding in report["findings"]:
        if finding["severity"] != "error" or not finding["counted"]:
            continue
        own = finding["cause"] == cause if finding["cause"] else finding["rule"] in rules
        if own and finding["test"] in tests:
            seen.setdefault(breaches.of(finding), finding)
            if len(seen) > FORMS:
                break
    return list(seen.values())[1:]


def _relative(page: str, where: Path | None) -> str:
    """The address of a file of the checkout, for a report inside the checkout. Other texts of a
    foreign report are no address."""
    if not PAGE.fullmatch(page) or not where or not where.absolute().is_relative_to(ROOT):
        return ""
    return os.path.relpath(ROOT / page, where.absolute().parent)


def _remarks(report: Report) -> list[tuple[FindingRow, str]]:
    """A remark of each rule, and the number of tests with such remarks."""
    found = [f for f in report["findings"] if f["severity"] != "error"]
    first = {finding["rule"]: finding for finding in reversed(found)}
    tests = Counter(rule for rule, _ in {(f["rule"], f["test"]) for f in found})
    return [(first[rule], phrases.number(report, tests[rule])) for rule in sorted(first)]


def render(report: Report, where: Path | None = None) -> str:
    """The page of a report; `where` is the file of the page, for links into the checkout."""
    callbacks = interface.callback_rows(report)
    uncovered = coverage.uncovered(report)
    chapters = coverage.chapters(report)
    errors = [f for f in report["findings"] if f["severity"] == "error"]
    return html_page.render(
        "report.html.j2",
        "report.js",
        r=report,
        name=_name(report),
        answer=phrases.ANSWERS[Conformance(report["conformance"]["verdict"])],
        part=phrases.selected(report),
        number=functools.partial(phrases.number, report),
        conformance=phrases.capital(phrases.why(report)),
        expected=phrases.as_expected(report).removeprefix("as expected: "),
        known=phrases.known_deviations(report["as_expected"]["expectations"]),
        answers=[
            {
                **vars(answer),
                "causes": reliance.named(answer.standing.causes),
                "brief": answer.text.partition(";")[0],
            }
            for answer in reliance.answers(report)
        ],
        uncovered=[{**vars(row), "count": len(row.rules)} for row in uncovered],
        callbacks=callbacks,
        grows=interface.of(report),
        entry_points=interface.entry_point_rows(report),
        groups=interface.groups(report, callbacks),
        chapters=chapters,
        largest=max((chapter.rules for chapter in chapters), default=1),
        parts=coverage.PARTS,
        causes=_causes(report, where),
        remarks=_remarks(report),
        uncounted=[finding for finding in errors if not finding["counted"]],
        rule_verdicts=in_order(report["summary"]["rules"]),
        test_verdicts=in_order(report["summary"]["tests"]),
        levels=sorted({row["level"] for row in report["rules"]}),
        tests=sorted(report["tests"], key=lambda t: (-Verdict(t["verdict"]).severity, t["name"])),
        environment=flat(report["environment"]),
        command=shlex.join(report["command"]),
    )
