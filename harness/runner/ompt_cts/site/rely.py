"""The page *What a tool can rely on*: each callback and entry point on each described runtime, from
known deviations.

A cell counts the causes of known deviations of the rules that the callback gates, or that are about
the entry point, mandatory or optional in one of OpenMP's versions. The page comes with its table as JSON, and with advice for
tools.
"""

import html
import json
from functools import cache
from typing import Any

from ompt_cts import catalogue, files
from ompt_cts.paths import ROOT, RUNTIMES
from ompt_cts.reports import history, interface, known
from ompt_cts.reports.known import Known
from ompt_cts.runtime import description
from ompt_cts.site.cause_pages import cause_page, runtime_page
from ompt_cts.site.markdown import WITHOUT_CONTENTS, relative
from ompt_cts.verdict.verdicts import BINDING, plural

PAGE, DATA = "rely.md", "rely.json"
LIVES = ROOT / "docs" / "site" / "rely.toml"


@cache
def columns() -> list[Known]:
    """The described runtimes that have OMPT, by family, the newest release first."""
    found: list[tuple[str, tuple[int, ...], Known]] = []
    for name, file in known.load().items():
        path = RUNTIMES / f"{name}.toml"
        if path.exists():
            data = description.read(path)
            found.append((data.get("family", name), history.release(data["title"]), file))
    newest = sorted(found, key=lambda one: one[1], reverse=True)
    return [file for _, _, file in sorted(newest, key=lambda one: one[0])]


def in_version(version: str) -> list[str]:
    """The callbacks of a version by their codes, then the entry points that a rule is about."""
    points = [name for name, _ in interface.entry_points(version) if rules_of(name)]
    return [callback.name for callback in interface.callbacks(version)] + points


def versions(name: str) -> list[str]:
    """OpenMP's versions that have the callback or entry point."""
    return [v for v in catalogue.PROFILES if name in in_version(v)]


@cache
def names() -> list[str]:
    """Every callback of any version in the order of their codes, and then the entry points."""
    codes = {c.name: c.code for v in catalogue.PROFILES for c in interface.callbacks(v)}
    every = dict.fromkeys(name for v in catalogue.PROFILES for name in in_version(v))
    return sorted(every, key=lambda name: codes.get(name, len(every)))


@cache
def rules_of(name: str) -> frozenset[str]:
    """The rules that bind a runtime that offers the callback or entry point. The state of a thread
    is what ompt_get_state gives, and a sampling tool asks in a signal handler."""
    return frozenset(
        rule.id
        for rule in catalogue.load().values()
        if set(rule.levels.values()) & set(BINDING)
        and (
            {name, interface.base(name)} & set(rule.events)
            or interface.is_about(name, rule.id, rule.statement)
            or (name == "get_state" and rule.chapter == "states")
        )
    )


def causes(name: str, file: Known) -> dict[str, Known]:
    """The known causes that break one of its rules, each with the file of its text."""
    rules = rules_of(name)
    return {
        cause: known.origin(file, cause, entries[0])
        for cause, entries in file.all.items()
        if any(entry.rule in rules for entry in entries)
    }


def lives() -> dict[str, str]:
    """The hand-written advice for tools for each callback and entry point with deviations."""
    told: dict[str, str] = files.read_toml(LIVES)["lives"]
    return told


def data() -> dict[str, Any]:
    """The table for machines."""
    return {
        "schema_version": 2,
        "runtimes": [{"name": file.name, "title": file.title} for file in columns()],
        "interface": [
            {
                "name": name,
                "versions": versions(name),
                "rules": sorted(rules_of(name)),
                "work_around": lives().get(name, ""),
                "causes": {file.name: list(causes(name, file)) for file in columns()},
            }
            for name in names()
        ],
    }


def row(name: str) -> str:
    """A callback or entry point as a row of the table."""
    cells, clean, broken = [], [], []
    for file in columns():
        number = len(causes(name, file))
        (broken if number else clean).append(file.name)
        text = (
            f'<a href="#{name}" title="{plural(number, "cause")}">✗ {number}</a>' if number else "✓"
        )
        cells.append(f"<td>{text}</td>")
    told = {"version": versions(name), "broken": broken, "holds": clean}
    attributes = " ".join(f'data-{key}="{" ".join(words)}"' for key, words in told.items())
    head = f'<th scope="row"><a href="#{name}"><code>{name}</code></a></th>'
    return f"<tr {attributes}>{head}{''.join(cells)}</tr>"


def section(name: str) -> list[str]:
    """The section of a row: the rules that hold, those that do not, and since when."""
    where: dict[str, tuple[Known, list[Known]]] = {}
    for file in columns():
        for cause, origin in causes(name, file).items():
            where.setdefault(cause, (origin, []))[1].append(file)
    of = f"{plural(len(rules_of(name)), 'rule')}; in OpenMP {', '.join(versions(name))}"
    lines = ["", f"### {name} {{: #{name} }}", "", f"{of}."]
    if not where:
        return [*lines, "No described runtime is known to break one of them."]
    lines += [f"**Advice for tools:** {lives()[name]}", ""]
    for cause, (origin, having) in where.items():
        reason = (
            origin.own[cause][0].reason if cause in origin.own else having[0].all[cause][0].reason
        )
        link = relative(cause_page(origin.name, cause), PAGE)
        ran = (
            "every runtime" if len(having) == len(columns()) else ", ".join(f.name for f in having)
        )
        gone = dict.fromkeys(other.title for other, _ in known.mended(cause))
        mended = f"; not in {', '.join(gone)}" if gone else ""
        lines.append(f"- [{cause}]({link}): {reason} ({ran}{mended})")
    return lines


def page() -> str:
    """The page; the table's filters are docs/site/filter.js."""
    heads = "".join(
        f'<th scope="col" class="turned"><a href="{relative(runtime_page(f.name), PAGE).removesuffix(".md")}.html">'
        f"{html.escape(f.name)}</a></th>"
        for f in columns()
    )
    lines = [*WITHOUT_CONTENTS, "# What a tool can rely on", ""]
    lines += [
        "✓: no rule of the callback or entry point is known to be broken. ✗ 2: two causes of known "
        "deviations break some of them; a link leads to what they are, where, and since when. A cause "
        "does not make it useless: read which rule, and how a tool lives with it. States, wait "
        "identifiers and signal handlers are at [get_state](#get_state). "
        f"The same [as JSON]({DATA}).",
        "",
        '<div class="wide"><table class="filtered" data-filters="version broken holds"><thead><tr>'
        f'<th scope="col">callback or entry point</th>{heads}</tr></thead><tbody>',
        *map(row, names()),
        "</tbody></table></div>",
        "",
        "## One by one",
    ]
    for name in names():
        lines += section(name)
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    return {PAGE: page(), DATA: json.dumps(data(), indent=1, ensure_ascii=False) + "\n"}
