"""Writes or updates an expectations file from a report: by cause, and keeping everything that
people have written.

The file is changed as text, table by table: comments, order and reasons stay.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.steps import header
from ompt_cts.verdict import expectations
from ompt_cts.verdict.expectations import Deviation

TABLE = re.compile(r"^(\[\[deviation\b.*\]\]|\[without\])[ \t]*(?:#.*)?$", re.MULTILINE)
FORMS = 6  # the most patterns of an entry; more would describe nothing
TESTS = 12  # the most tests that are named one by one; more are named by their folders
UNEXPLAINED = "unexplained: "  # a reason that a person must write


@dataclass
class Mended:
    """A file's new text, and the changes, a line each."""

    text: str
    written: list[str] = field(default_factory=list)
    matched: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    unexplained: int = 0


def quoted(value: str | list[str]) -> str:
    """A TOML string, or a list of them: JSON and TOML have the same escapes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"[{', '.join(map(quoted, value))}]"


def forms(findings: Iterable[Json]) -> list[str]:
    """The sorts of the findings as patterns. Empty if they have too little in common."""
    given = list(findings)
    found = list(dict.fromkeys(f["sort"] for f in given))
    if not found or len(found) > FORMS:
        return []
    trial = Deviation("", ("*",), "", "runtime", match=tuple(found))
    return found if all(map(trial.says, given)) else []


def globs(tests: Iterable[str]) -> list[str]:
    """The tests by name, or many tests by their folders."""
    names = sorted(set(tests))
    if len(names) <= TESTS:
        return names
    folders = sorted({name.rpartition("/")[0] for name in names})
    return [f"{folder}/*" for folder in folders] if len(folders) <= TESTS else ["*"]


def _open(report: Json, cause: Json) -> list[Json]:
    """The findings of a cause without a known deviation."""
    rules, tests = set(cause["rules"]), set(cause["tests"])
    return [
        finding
        for finding in report["findings"]
        if finding["rule"] in rules
        and finding["test"] in tests
        and finding["severity"] == "error"
        and finding["counted"]
        and not finding["waived"]
    ]


def _name(cause: Json, runtime: str) -> str:
    """The name of a cause; a cause that the runtime's own file has keeps its name."""
    owner, _, known = cause["looks_like"].partition(": ")
    return known if known and owner == runtime else cause["name"].replace(".", "-")


def _table(name: str, rule: str, found: list[Json], reason: str, when: Json) -> str:
    suite = header.tests()
    names = [f["test"] if f["test"] in suite else f"corpus/{f['test']}" for f in found]
    lines = [f"[[deviation.{quoted(name)}.{quoted(rule)}]]"]
    lines.append(f"tests = {quoted(globs(n.replace('corpus/corpus/', 'corpus/') for n in names))}")
    if match := forms(found):
        lines.append(f"match = {quoted(match)}")
    lines.append(f"reason = {quoted(reason)}")
    for key, value in when.items():
        lines.append(f"{key} = {quoted(value)}")
    return "\n".join(lines) + "\n"


def _split(text: str) -> tuple[str, list[str]]:
    """The text before the first table, and each table with the text after it. UserError if these
    are not the tables of TOML."""
    begins = [met.start() for met in TABLE.finditer(text)]
    parts = [text[b:e] for b, e in pairwise([*begins, len(text)])]
    data = tomllib.loads(text)
    if len(parts) != len(list(expectations.tables(data, "it"))) + ("without" in data):
        raise UserError("the file's tables cannot be separated: write each [[…]] on its own line")
    return (text[: begins[0]] if begins else text), parts


def _item(part: str) -> dict[str, Any]:
    """The entry that a table's text gives; empty if the table is none of a deviation."""
    return next((item for _, item in expectations.tables(tomllib.loads(part), "")), {})


def _says(part: str, table: str) -> bool:
    """Whether an entry says all that a new one would, with its own reason."""
    own = _item(part)
    return all(own.get(key) == value for key, value in _item(table).items() if key != "reason")


def _with_match(part: str, report: Json, done: list[str]) -> str:
    """An entry about one test alone without a `match`, with the sorts of its findings added: so it
    also applies to other programs that show the same."""
    item = _item(part)
    tests = item.get("tests", [])
    if not item or "match" in item or len(tests) != 1 or set("*?[") & set(tests[0]):
        return part
    rules = [item["rule"]] if "rule" in item else item.get("rules", [])
    found = [
        f
        for f in report["findings"]
        if f["rule"] in rules
        and f["test"] == tests[0].removeprefix("suites/")
        and f["waived"] == item.get("reason")
    ]
    match = forms(found)
    line = re.search(r"^tests\s*=\s*\[[^\]]*\][ \t]*(?:#.*)?\n", part, re.MULTILINE)
    if not match or not line:
        return part
    done.append(f"{', '.join(rules)} in {tests[0]}: {' / '.join(match)}")
    return part[: line.end()] + f"match = {quoted(match)}\n" + part[line.end() :]


def _stale(part: str, rows: list[Json]) -> str:
    """The subject of an entry that no longer shows in any of its tests, all of which were run."""
    item = _item(part)
    if not item:
        return ""
    rules = [item["rule"]] if "rule" in item else item.get("rules", [])
    own = [
        row
        for row in rows
        if row["rule"] in rules
        and row["tests"] == item.get("tests")
        and row["reason"] == item.get("reason")
    ]
    if len(own) < len(rules) or not own or any(row["state"] != "mended" for row in own):
        return ""
    return f"{item.get('cause') or item['reason']}: {', '.join(rules)}"


def mend(text: str, report: Json, runtime: str, prune: bool, when: Json | None = None) -> Mended:
    """The file's text after the report: new causes added under the conditions `when`, a match added
    to single entries. Stale entries are listed, and removed with `prune`. UserError if the text is
    no expectations file."""
    head, parts = _split(text)
    result = Mended("")
    kept = []
    for part in parts:
        about = _stale(part, report["expectations"])
        if about:
            (result.removed if prune else result.stale).append(about)
            if prune:
                continue
        kept.append(_with_match(part, report, result.matched))
    for cause in report["causes"]:
        by_rule: dict[str, list[Json]] = {}
        for finding in _open(report, cause):
            by_rule.setdefault(finding["rule"], []).append(finding)
        name = _name(cause, runtime)
        for rule, found in by_rule.items():
            reason = f"{UNEXPLAINED}{found[0]['message']}"
            table = _table(name, rule, found, reason, when or {})
            if any(_says(part, table) for part in kept):  # of an earlier call for the same report
                continue
            if kept and not kept[-1].endswith("\n\n"):
                kept[-1] = kept[-1].rstrip("\n") + "\n\n"
            kept.append(table)
            result.written.append(f"{name}: {rule} in {len({f['test'] for f in found})} tests")
    head = head if not kept or head.endswith("\n\n") or not head else head.rstrip("\n") + "\n\n"
    result.text = head + "".join(kept)
    result.unexplained = result.text.count(f'reason = "{UNEXPLAINED}')
    return result


def check(path: Path) -> None:
    """Checks that the present file can be read. UserError."""
    expectations.own(path)
