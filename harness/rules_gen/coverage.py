"""Checks rules/coverage/*.toml, which lists each section's statements and the rules that check them.

    python3 harness/rules_gen/coverage.py           prints faults, exit status 1
    python3 harness/rules_gen/coverage.py --page    prints all of it as a page

A fault is: a statement without rules and without a reason; a rule that does not exist, or that a
version of the statement lacks; a rule of a version whose statements do not name it and whose sections
do not include its clause. A rule that no statement names is listed in the section of its clause, in
its own words. Sections cited by rules and known deviations must exist (clauses.py).
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clauses
import runner_path  # noqa: F401
from ompt_cts.catalogue.entries import PROFILES, Catalogue, Rule
from ompt_cts.catalogue.reader import read as read_catalogue

STATEMENT_KEYS = {"rules", "none", "since", "until"}


@dataclass(frozen=True)
class Statement:
    says: str
    rules: tuple[str, ...]
    none: str = ""
    since: str = PROFILES[0]
    until: str = PROFILES[-1]

    def in_version(self, version: str) -> bool:
        return self.since <= version <= self.until


@dataclass(frozen=True)
class Section:
    chapter: str
    title: str
    at: dict[str, str]
    statements: tuple[Statement, ...]

    def of(self, version: str) -> list[Statement]:
        """The statements of the version."""
        return [s for s in self.statements if self.at[version] and s.in_version(version)]


def _statement(says: str, check: Any, where: str) -> Statement:
    """A statement with its rules, the reason why it has none, or a table with more than that."""
    key = "none" if isinstance(check, str) else "rules"
    table = check if isinstance(check, dict) else {key: check}
    if odd := set(table) - STATEMENT_KEYS:
        raise ValueError(f"{where}: unknown key {min(odd)!r}")
    return Statement(**{"says": says, **table, "rules": tuple(table.get("rules", ()))})


def read(folder: Path) -> list[Section]:
    sections = []
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for title, told in data.get("section", {}).items():
            at = dict(zip(PROFILES, told.pop("at"), strict=True))
            statements = tuple(_statement(*row, f"{path.name}: {title}") for row in told.items())
            sections.append(Section(data["title"], title, at, statements))
    return sections


def problems(sections: list[Section], catalogue: Catalogue) -> Iterator[str]:
    rules = {rule.id: rule for rule in catalogue.rules}
    for section in sections:
        for statement in section.statements:
            for problem in statement_problems(section, statement, rules):
                yield f"rules/coverage: {section.title}: {statement.says!r}: {problem}"
    for version in PROFILES:
        named = {r for s in sections for st in s.of(version) for r in st.rules}
        placed = {r.id for s in sections for r in unnamed(s, sections, catalogue, version)}
        for rule in catalogue.rules:
            if version in rule.clauses and rule.id not in named | placed:
                yield f"rules/coverage: no statement of {version} names {rule.id}"


def statement_problems(
    section: Section, statement: Statement, rules: dict[str, Rule]
) -> Iterator[str]:
    if bool(statement.rules) == bool(statement.none):
        yield "give it rules, or say why there is none"
    versions = [v for v in PROFILES if section.at[v] and statement.in_version(v)]
    known = [rules[name] for name in statement.rules if name in rules]
    yield from (f"there is no rule {name!r}" for name in statement.rules if name not in rules)
    for rule in known:
        if not any(version in rule.clauses for version in versions):
            yield f"{rule.id} is no rule of {', '.join(versions)}"
    for version in versions if statement.rules else ():
        if not any(version in rule.clauses for rule in known):
            yield f"none of its rules is one of {version}"


def unnamed(
    section: Section, sections: list[Section], catalogue: Catalogue, version: str
) -> list[Rule]:
    """The rules of the section, by its number, that no statement names; each is its own
    statement."""
    named = {r for s in sections for st in s.of(version) for r in st.rules}
    return [
        rule
        for rule in catalogue.rules
        if rule.id not in named
        and section.at[version]
        and section.at[version] in rule.clauses.get(version, "").split(", ")
    ]


def shown(rule: Rule, versions: list[str]) -> str:
    """The rule's name, with the versions of the statement that have it, if some do not."""
    has = [version for version in versions if version in rule.clauses]
    note = f" ({', '.join(has)})" if has != versions else ""
    return f"`{rule.id}`{note}" if has else ""


def row(says: str, versions: list[str], by: str) -> str:
    marks = " | ".join("x" if version in versions else "" for version in PROFILES)
    return f"| {says} | {by} | {marks} |"


def page(sections: list[Section], catalogue: Catalogue) -> str:
    """All statements as Markdown: their checks, and the versions that have them."""
    rules = {rule.id: rule for rule in catalogue.rules}
    alone = {
        v: [(s, r) for s in sections for r in unnamed(s, sections, catalogue, v)] for v in PROFILES
    }
    body: list[str] = []
    chapter = ""
    total = without = 0
    for section in sections:
        if section.chapter != chapter:
            chapter = section.chapter
            body += [f"## {chapter}", ""]
        numbers = ", ".join(f"{v}: {section.at[v]}" for v in PROFILES if section.at[v])
        body += [f"### {section.title}", f"OpenMP {numbers}", ""]
        body += [
            f"| it says | checked by | {' | '.join(PROFILES)} |",
            "|---" * (2 + len(PROFILES)) + "|",
        ]
        for statement in section.statements:
            versions = [v for v in PROFILES if section.at[v] and statement.in_version(v)]
            total += 1
            without += bool(statement.none)
            by = ", ".join(
                filter(None, (shown(rules[r], versions) for r in statement.rules if r in rules))
            )
            body.append(row(statement.says, versions, by or f"no rule: {statement.none}"))
        own: dict[str, list[str]] = {}
        for version in PROFILES:
            for where, rule in alone[version]:
                if where is section:
                    own.setdefault(rule.id, []).append(version)
        total += len(own)
        body += [row(rules[r].statement, has, shown(rules[r], has)) for r, has in own.items()]
        body.append("")
    head = [
        "# What each section says, and what checks it",
        "",
        f"{total} statements; {without} of them have no rule, each with the reason.",
        "",
    ]
    return "\n".join([*head, *body]).rstrip() + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--page", action="store_true", help="print the page")
    options = parser.parse_args(arguments)
    catalogue, _ = read_catalogue(options.root / "rules")
    sections = read(options.root / "rules" / "coverage")
    found = list(problems(sections, catalogue))
    known = clauses.sections(options.root / "rules" / "coverage")
    found += clauses.cited_by_rules(catalogue, known)
    found += clauses.cited_by_deviations(options.root / "expectations", known)
    for line in found:
        print(line, file=sys.stderr)
    if options.page and not found:
        print(page(sections, catalogue), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
