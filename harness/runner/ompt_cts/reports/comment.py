"""A comparison of two reports as a comment on a change, with the most important facts first."""

import re

from ompt_cts.reports import phrases
from ompt_cts.reports.report import Report
from ompt_cts.verdict.comparison import Change, Comparison

# Texts of unknown origin in GitHub's Markdown, without any markup of their own.

MARKUP = re.compile(r"[\\`*_\[\]|~$]")
# The beginnings of a tag, an entity, a mention, the number of an issue, or an address.
ENTITIES = re.compile(r"[&<>@#]|:(?=//)|(?<=www)\.")


def one_line(text: str) -> str:
    """The text without line ends, control characters and direction marks."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def text(raw: str) -> str:
    """Running text, in a table's cell or outside: no markup, no mention, no link, no HTML."""
    shown = MARKUP.sub(r"\\\g<0>", one_line(raw))
    return ENTITIES.sub(lambda met: f"&#{ord(met[0])};", shown)


def code(raw: str, in_table: bool = False) -> str:
    """Code, in a fence of more backticks than the longest run of them in the text."""
    words = one_line(raw)
    if in_table:  # a | ends a cell even inside code
        words = words.replace("|", "¦")
    runs = re.findall("`+", words)
    fence = "`" * (1 + max(map(len, runs), default=0))
    gap = " " if not words or words[0] == "`" or words[-1] == "`" else ""
    return f"{fence}{gap}{words}{gap}{fence}"


ROWS = 10  # of a table
CELL = 240  # characters of a text


def parts(report: Report, change: Change) -> tuple[str, str]:
    """A change in words: the difference and its place; then the observation, which may be empty."""
    where = phrases.tests(report, list(change.tests))
    if change.kind != "cause":
        where = "" if change.kind == "test" else where
        return " ".join(filter(None, (f"{change.old} → {change.new}", where))), change.reason
    difference = change.new if change.old == "clean" else "gone"
    at = f"at {change.event}: " if change.event else ""
    return f"{difference} {where}", f"{at}{change.reason}"


def what(report: Report, change: Change) -> str:
    return ", ".join(filter(None, parts(report, change)))


def _table(title: str, report: Report, changes: list[Change]) -> list[str]:
    if not changes:
        return []
    lines = ["", f"| {title} | |", "|---|---|"]
    for change in changes[:ROWS]:
        shown = what(report, change)
        shown = shown if len(shown) <= CELL else f"{shown[:CELL]}…"
        lines.append(f"| {code(change.name, in_table=True)} | {text(shown)} |")
    if len(changes) > ROWS:
        lines.append(f"| … and {len(changes) - ROWS} more | |")
    return lines


def markdown(result: Comparison, new: Report) -> str:
    runtime, conformance = new["runtime"], new["conformance"]["verdict"]
    count = len(result.regressions)
    worse = "nothing got worse" if not count else f"{count} got worse"
    among = " in what both ran" if result.selection else ""
    lines = [f"### OMPT conformance: {worse}{among}", ""]
    if result.selection:
        lines += [f"**The selections differ.** {text(result.selection)}", ""]
    lines.append(f"{text(runtime['name'])} is {conformance} with profile {new['profile']}.")
    lines += [f"- {text(note)}" for note in result.notes]
    lines += [*_table("worse", new, result.regressions), *_table("better", new, result.fixes)]
    first = next((c.tests[0] for c in result.regressions if c.tests), "")  # traces stay in CI
    again = next((test["replay"] for test in new["tests"] if test["name"] == first), "")
    return (
        "\n".join([*lines, "", f"To see it again: {code(again)}" if again else ""]).rstrip() + "\n"
    )
