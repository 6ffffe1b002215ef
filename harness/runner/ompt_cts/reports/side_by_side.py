"""Reports of several runtimes as one table: rule, callback and answer by runtime."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import catalogue, files
from ompt_cts.files import Json
from ompt_cts.paths import ROOT, RUNTIMES, build_dir
from ompt_cts.reports import interface, reliance
from ompt_cts.reports.report import Report
from ompt_cts.runtime import description
from ompt_cts.verdict import breaches
from ompt_cts.verdict.described import errors
from ompt_cts.verdict.words import Conformance, Verdict

# Tests that name a rule and exercise it on no runtime: such a name proves nothing.
#
# `lint.py` checks that each rule is named; only runs show that a test does what its header says.
# One runtime alone cannot show it: the runtime may lack the callback, or its compiler may not call
# it.

JUDGED = (Verdict.PASS, Verdict.FAIL, Verdict.WAIVED)


def idle(reports: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Test -> the rules that it names and exercised in none of the reports in which it was judged,
    without rules that the profile does not have or that no test can exercise."""
    known = catalogue.load()
    spared = {rule.id for rule in known.values() if rule.no_test}
    found: dict[str, set[str]] = {}
    for report in reports:
        rules = {row["id"] for row in report["rules"]} - spared
        for test in report["tests"]:
            if test["verdict"] in JUDGED:
                here = rules.intersection(test["unexercised"])
                found[test["name"]] = found.get(test["name"], here) & here
    return {name: sorted(rules) for name, rules in sorted(found.items()) if rules}


# The rules that no real runtime exercises, and what would: reports/templates/untried.toml.

TABLE = ROOT / "reports" / "templates" / "untried.toml"


@cache
def causes() -> dict[str, list[str]]:
    """What is missing, and the rules that need it. Each rule passes and fails on the synthetic
    runtime (harness/faults/cases_test.py)."""
    return {row["needs"]: row["rules"] for row in files.read_toml(TABLE)["untried"]}


def among(rules: Iterable[str]) -> Json:
    """Rules that no runtime at hand exercises: `synthetic`, those that only the synthetic runtime
    exercises, by cause; `others`, those that a runtime elsewhere does."""
    wanted = list(rules)
    by_cause = {needs: [r for r in known if r in wanted] for needs, known in causes().items()}
    synthetic = [{"needs": needs, "rules": known} for needs, known in by_cause.items() if known]
    told = {rule for row in synthetic for rule in row["rules"]}
    return {"synthetic": synthetic, "others": [rule for rule in wanted if rule not in told]}


NOTHING = {"", Verdict.NOT_EXERCISED}
UNTRIED = NOTHING | {Verdict.NOT_SUPPORTED}


def latest(name: str) -> Path:
    return build_dir() / "reports" / name / "report.json"


def tabulate(reports: list[Report]) -> Json:
    """rule × runtime as data. Conforming runtimes come first, the others in the order of the
    reports."""
    reports = sorted(
        reports, key=lambda one: one["conformance"]["verdict"] != Conformance.CONFORMANT
    )
    columns: list[Json] = []
    named: dict[str, Report] = {}
    cells: dict[str, dict[str, str]] = {}
    statements: dict[str, Json] = {}
    kinds: dict[str, dict[str, set[str]]] = {}
    for entry in reports:
        name = entry["runtime"]["name"]
        if any(column["name"] == name for column in columns):
            name = f"{name} #{len(columns) + 1}"
        columns.append(column_of(entry, name))
        named[name] = entry
        for finding in errors(entry):
            of_rule = kinds.setdefault(finding["rule"], {})
            of_rule.setdefault(name, set()).add(breaches.of(finding).form)
        for row in entry["rules"]:
            cells.setdefault(row["id"], {})[name] = row["verdict"]
            told = {key: row[key] for key in ("level", "statement", "chapter")}
            statements.setdefault(row["id"], told)
    rules = [
        {
            "id": rule,
            **statements[rule],
            "state": state([verdict for verdict in cells[rule].values() if verdict not in NOTHING]),
            "verdicts": cells[rule],
            "kinds": {name: sorted(forms) for name, forms in kinds.get(rule, {}).items()},
        }
        for rule in cells
    ]
    return {
        "schema_version": 4,
        "profile": reports[0]["profile"],
        "runtimes": columns,
        "rules": rules,
        "untried": among(r for r in cells if UNTRIED.issuperset(cells[r].values())),
        "callbacks": callbacks_of(named),
        "answers": answers_of(named),
        "idle": idle(reports),
    }


def state(words: Sequence[str]) -> str:
    """The state of a row for the filter: broken, differs, both or neither."""
    bad = {Verdict.FAIL, Verdict.WAIVED, "no"}.intersection(words)
    return " ".join([*(["broken"] if bad else []), *(["differs"] if len(set(words)) > 1 else [])])


def callbacks_of(named: dict[str, Report]) -> list[Json]:
    """The table callback × runtime: whether the callback can be trusted, for a tool author."""
    profile = next(iter(named.values()))["profile"]
    rows = {name: {r.name: r for r in interface.callback_rows(e)} for name, e in named.items()}
    found = []
    for callback in interface.callbacks(profile):
        here = {name: rows[name][callback.name] for name in named}
        cells = {
            name: {"answer": r.answer, "seen": r.seen, "word": r.word, "words": r.words}
            for name, r in here.items()
        }
        words = [r.word for r in here.values() if r.word != "untested"]
        of = {"name": callback.name, "required": callback.required, "state": state(words)}
        found.append({**of, "of": cells})
    return found


def answers_of(named: dict[str, Report]) -> list[Json]:
    """The table question × runtime: what a tool may rely on."""
    rows = {name: reliance.answers(entry) for name, entry in named.items()}
    found = []
    for number, answer in enumerate(next(iter(rows.values()))):
        of = {n: {"word": rows[n][number].word, "text": rows[n][number].text} for n in named}
        found.append({"name": answer.name, "question": answer.question, "of": of})
    return found


def family_of(name: str) -> str:
    """The code base of a described runtime; otherwise the report's own name, so that several
    reports of one runtime form a history as well."""
    for path in RUNTIMES.glob("*.toml"):
        if path.stem == name:
            family = str(description.read(path).get("family", ""))
            return family if name.startswith(family) else name
    return name


def column_of(entry: Report, name: str) -> Json:
    """The column of a runtime in the matrix: its identity and its state."""
    return {
        "name": name,
        "title": entry["runtime"]["title"],
        "family": family_of(entry["runtime"]["name"]),
        "started": entry["environment"]["started"],
        "version_string": entry["runtime"]["version_string"],
        "library": entry["runtime"]["library"],
        "sha256": entry["runtime"]["sha256"],
        "conformance": entry["conformance"],
        "as_expected": entry["as_expected"]["verdict"],
        "new": len(entry["as_expected"]["new"]),
        "mended": len(entry["as_expected"]["mended"]),
        "causes": len(entry["causes"]),
        "tests": entry["summary"]["tests"],
        "rules": entry["summary"]["rules"],
    }
