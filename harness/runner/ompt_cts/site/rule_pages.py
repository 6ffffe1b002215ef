"""A page for each rule: its statement, clauses, importance, bad traces, and the runtimes that break it."""

import html
import re
from functools import cache

from ompt_cts import catalogue, files
from ompt_cts.catalogue import Rule, readings
from ompt_cts.catalogue.readings import Reading
from ompt_cts.paths import ROOT
from ompt_cts.reports import explanation, known
from ompt_cts.site.cause_pages import cause_page
from ompt_cts.site.markdown import WITHOUT_CONTENTS, cell, code, relative, rule_page
from ompt_cts.verdict.verdicts import plural

MARKS = "`@use` stands for events at the beginning of many traces, `!` marks the event that breaks the rule."


@cache
def kinds() -> dict[str, str]:
    """The damage to a tool by a broken rule of each kind."""
    told: dict[str, str] = files.read_toml(ROOT / "docs" / "site" / "kinds.toml")["why"]
    return told


@cache
def entries() -> list[Reading]:
    return readings.read(ROOT / "docs" / "readings.md")


def versions(rule: Rule) -> str:
    lines = ["| OpenMP | clause | level |", "|---|---|---|"]
    for version in catalogue.PROFILES:
        if version in rule.clauses:
            lines.append(f"| {version} | {rule.clauses[version]} | {rule.levels[version]} |")
        else:
            lines.append(f"| {version} | has no such rule | |")
    return "\n".join(lines)


def judged(rule: Rule) -> str:
    how = f"Seen by: {', '.join(rule.observed_by)}. {rule.only_noted}".strip()
    if rule.events:
        names = " or ".join(f"`{name}`" for name in rule.events)
        return (
            f"{how} The rule binds as far as the runtime's answer to registering {names} promises."
        )
    return how


def broken_by(rule: Rule, page: str) -> list[str]:
    rows = []
    for known_file, cause, origin, entry in known.breakers(rule.id):
        there = relative(cause_page(origin.name, cause), page)
        rows.append(f"| {cell(known_file.title)} | [{cause}]({there}) | {cell(entry.reason)} |")
    if not rows:
        return ["No described runtime is known to break this rule."]
    return ["| runtime | cause | what it does |", "|---|---|---|", *rows]


def text(rule: Rule) -> str:
    page = rule_page(rule.id)
    lines = [f"# {rule.id}", "", f"*{rule.chapter_title}*", "", rule.statement, ""]
    lines += [versions(rule), "", judged(rule), ""]
    lines += ["## Why it matters", "", kinds()[rule.kind], ""]
    if rule.tolerances:
        lines += ["## What is not flagged", "", *(f"- {t}" for t in rule.tolerances), ""]
    about = (rule.id, *rule.readings.values())
    read = [entry.text for entry in entries() if any(map(entry.about, about))]
    if read:
        lines += ["## Our reading of the text", "", *(f"- {text}" for text in read), ""]
    lines += ["## What breaks it", ""]
    blocks = explanation.cases(rule.id)
    if blocks:
        lines += [
            f"The shortest traces that break the rule, from the validator's own tests. {MARKS}",
            "",
        ]
        for _, block in blocks[:2]:
            lines += [code(block), ""]
    else:
        lines += ["No short trace shows a violation; the test programs below do.", ""]
    lines += ["## Who breaks it", "", *broken_by(rule, page), ""]
    programs = explanation.tests(rule.id)
    lines += ["## Tests", ""]
    lines += [f"- `suites/{name}`" for name in programs] or [rule.no_test or "none", ""]
    lines += ["", code(f"ompt-cts explain {rule.id}\nompt-cts dev new-test {rule.id}", "sh")]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    return {rule_page(rule.id): text(rule) for rule in catalogue.load().values()}


def row(rule: Rule) -> str:
    """The row of a rule in the table of all rules; docs/site/filter.js filters by its data."""
    who = sorted({entry[0].name for entry in known.breakers(rule.id)})
    told = {
        "chapter": [rule.chapter_title.replace(" ", "-")],
        "level": sorted(set(rule.levels.values())),
        "kind": [rule.kind],
        "event": rule.events,
        "version": rule.clauses,
        "broken": who,
    }
    attributes = " ".join(f'data-{k}="{html.escape(" ".join(v))}"' for k, v in told.items())
    name = relative(rule_page(rule.id), "rules.md").removesuffix(".md") + ".html"
    link = f'<a href="{name}"><code>{rule.id}</code></a>'
    says = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(rule.statement))
    number = f"<summary>{plural(len(who), 'runtime')}</summary>"
    breakers = f"<details>{number}{', '.join(who)}</details>" if who else ""
    cells = (says, ", ".join(told["level"]), rule.kind, breakers)
    classes = (' class="text"', "", "", "")
    shown = "".join(f"<td{c}>{text}</td>" for c, text in zip(classes, cells, strict=True))
    return f'<tr id="{rule.id}" {attributes}><th scope="row">{link}</th>{shown}</tr>'


def index() -> str:
    """All rules in one table, with the runtimes that are known to break them."""
    heads = ("rule", "statement", "level", "kind", "known to break it")
    titles = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return "\n".join(
        [
            *WITHOUT_CONTENTS,
            "# All rules",
            "",
            '<div class="wide"><table class="filtered" data-filters="chapter level kind event version broken">',
            f"<thead><tr>{titles}</tr></thead><tbody>",
            *map(row, catalogue.load().values()),
            "</tbody></table></div>\n",
        ]
    )
