# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One self-contained HTML page from a report; the template is reports/templates/report.html.j2."""

from __future__ import annotations

import re
import shlex
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ompt_cts.paths import ROOT
from ompt_cts.reports import phrases
from ompt_cts.reports.report import Report
from ompt_cts.verdict.words import Verdict

Json = dict[str, Any]

TEMPLATES = ROOT / "reports" / "templates"
FINDINGS = 25  # of one rule; the JSON has them all


def marked(text: str) -> Markup:
    """Words between backticks as code; everything else as it is."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def in_order(present: Json) -> list[Verdict]:
    """The verdicts that there are, the gravest first."""
    return [verdict for verdict in Verdict if verdict in present]


def groups(report: Report) -> list[Json]:
    """Findings by rule: what fails first, then what is waived, then remarks."""
    rows = {row["id"]: row for row in report["rules"]}
    by_rule: dict[str, list[Any]] = {}
    for finding in report["findings"]:
        by_rule.setdefault(finding["rule"], []).append(finding)
    result = []
    for rule, findings in by_rule.items():
        findings = sorted(findings, key=lambda f: (f["severity"] != "error", bool(f["waived"])))
        first = findings[0]
        error = first["severity"] == "error"
        verdict = ("waived" if first["waived"] else "fail") if error else "remark"
        row = rows.get(rule, {})
        result.append(
            {
                "rule": rule,
                "verdict": verdict,
                "clause": first["clause"],
                "level": row.get("level", ""),
                "statement": row.get("statement", ""),
                "findings": findings,
                "tests": len({finding["test"] for finding in findings}),
            }
        )
    order = ("fail", "waived", "remark")
    return sorted(result, key=lambda group: (order.index(group["verdict"]), group["rule"]))


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


def render(report: Report) -> str:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["marked"] = marked
    findings = report["findings"]
    errors = [finding for finding in findings if finding["severity"] == "error"]
    return environment.get_template("report.html.j2").render(
        r=report,
        conformance=phrases.conformance(report),
        expected=phrases.as_expected(report),
        known=phrases.known_deviations(report["as_expected"]["expectations"]),
        style=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8").strip()),
        script=Markup((TEMPLATES / "report.js").read_text(encoding="utf-8").strip()),
        groups=groups(report),
        limit=FINDINGS,
        error_count=sum(not finding["waived"] for finding in errors),
        waived_count=sum(bool(finding["waived"]) for finding in errors),
        remark_count=len(findings) - len(errors),
        rule_verdicts=in_order(report["summary"]["rules"]),
        test_verdicts=in_order(report["summary"]["tests"]),
        levels=sorted({row["level"] for row in report["rules"]}),
        chapters=list(dict.fromkeys(row["chapter"] for row in report["rules"])),
        tests=sorted(report["tests"], key=lambda t: (-Verdict(t["verdict"]).severity, t["name"])),
        environment=flat(report["environment"]),
        command=shlex.join(report["command"]),
    )
