# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/generated/deviations/*.md from expectations/*.toml: `python -m ompt_cts.reports.deviation_pages`.

A page has a section for each cause; entries of one cause share it. What a file takes over from its
base is named and not repeated.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from ompt_cts.paths import ROOT
from ompt_cts.verdict import conditions, expectations
from ompt_cts.verdict.expectations import Deviation

EXPECTATIONS = ROOT / "expectations"
REPRODUCERS = EXPECTATIONS / "reproducers"
PAGES = ROOT / "docs" / "generated" / "deviations"


def tracker(link: str) -> str:
    """A short name for a tracker's address: llvm/llvm-project#64734."""
    parts = link.removeprefix("https://github.com/").split("/")
    return f"[{parts[0]}/{parts[1]}#{parts[-1]}]({link})" if len(parts) == 4 else link


def listed(texts: list[str]) -> str:
    return ", ".join(f"`{text}`" for text in dict.fromkeys(texts))


def code(text: str) -> str:
    language = "fortran" if "!$omp" in text else "c"
    return f"```{language}\n{text.strip()}\n```"


def reproducer(text: str) -> list[str]:
    """A file in expectations/reproducers/ is shown whole, a program of the suites is named."""
    path = REPRODUCERS / text
    if path.is_file():
        where = f"expectations/reproducers/{text}"
        return ["", f"`{where}`:", "", code(path.read_text(encoding="utf-8"))]
    return [f"- reproducer: `./ompt-cts run --filter {text.removeprefix('suites/')}`"]


def sentence(text: str) -> str:
    name = "_" in text.split()[0]
    return (text if name else text[:1].upper() + text[1:]) + ("" if text.endswith(".") else ".")


def section(cause: str, entries: list[Deviation]) -> str:
    lines = [f"## {cause}", ""]
    by_reason: dict[str, list[Deviation]] = {}
    for entry in entries:
        by_reason.setdefault(entry.reason, []).append(entry)
    for reason, group in by_reason.items():
        first = group[0]
        facts = f"{listed([entry.rule for entry in group])} ({first.clause or 'no clause'})"
        tests = [test for entry in group for test in entry.tests]
        where = "every program" if tests == ["*"] * len(tests) else listed(tests)
        often = ", not in every run" if first.sometimes else ""
        when = conditions.told(first)
        often = f", {when}" if when else often
        lines += [sentence(reason), "", f"- {facts}: {where}{often}"]
        if first.source:
            lines.append(f"- where: {first.source}")
        elif first.attribution == "toolchain":
            lines.append("- where: the compiler's lowering")
        if len(by_reason) > 1:
            lines.append("")
    links = [entry.link for entry in entries if entry.link]
    lines += [f"- tracker: {tracker(link)}" for link in dict.fromkeys(links)]
    for text in dict.fromkeys(entry.reproducer for entry in entries if entry.reproducer):
        lines += reproducer(text)
    for text in dict.fromkeys(entry.unreproduced for entry in entries if entry.unreproduced):
        lines.append(f"- not reproduced by a program of its own: {text}")
    return "\n".join(lines).strip() + "\n"


def contents(causes: dict[str, list[Deviation]]) -> str:
    lines = ["| cause | rules | due to |", "|---|---|---|"]
    for cause, entries in causes.items():
        rules = listed([entry.rule for entry in entries])
        due = ", ".join(dict.fromkeys(entry.attribution for entry in entries))
        lines.append(f"| [{cause}](#{cause}) | {rules} | {due} |")
    return "\n".join(lines) + "\n"


def by_cause(entries: list[Deviation]) -> dict[str, list[Deviation]]:
    causes: dict[str, list[Deviation]] = {}
    for entry in entries:
        causes.setdefault(entry.cause or entry.rule.replace(".", "-"), []).append(entry)
    return causes


def inherited(path: Path, data: dict[str, Any]) -> str:
    """What the page says about the files that this one builds on."""
    gone = data.get("without", [])
    away = {item["cause"] for item in gone if "rules" not in item}
    lines = []
    for name, tests in expectations.bases(data, str(path)):
        base = path.with_name(f"{name}.toml")
        of = "" if tests == ("*",) else f", in {listed(list(tests))}"
        if "base" in tomllib.loads(base.read_text(encoding="utf-8")):
            lines += [f"What [{name}]({name}.md) has{of}, its own and from others.", ""]
            continue
        held = [
            f"[{cause}]({name}.md#{cause})"
            for cause in by_cause(expectations.own(base))
            if cause not in away
        ]
        lines += [f"From [{name}]({name}.md){of}: {', '.join(held)}.", ""]
    if gone:
        lines += ["Not so here:", ""]
        for item in gone:
            rules = f" ({listed(item['rules'])})" if "rules" in item else ""
            lines.append(f"- {item['cause']}{rules}: {item['reason']}")
        lines.append("")
    return "\n".join(lines)


def page(path: Path) -> str:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    title = data.get("title", path.stem)
    lines = [
        f"<!-- Made from expectations/{path.name} by ompt_cts.reports.deviation_pages. -->",
        f"# {title}: known deviations",
        "",
    ]
    if data.get("about"):
        lines += [data["about"].strip(), ""]
    if "base" in data:
        lines.append(inherited(path, data))
    own = by_cause(expectations.own(path))
    if own:
        lines.append(contents(own))
        lines += [section(cause, entries) for cause, entries in own.items()]
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for path in sorted(EXPECTATIONS.glob("*.toml")):
        (PAGES / f"{path.stem}.md").write_text(page(path), encoding="utf-8")


if __name__ == "__main__":
    main()
