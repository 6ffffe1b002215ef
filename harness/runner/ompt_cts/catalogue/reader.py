"""Reads the chapters of rules/ and reports every schema problem."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ompt_cts.catalogue.entries import (
    CALLBACK_CODE,
    CALLBACKS,
    FACT,
    FACT_KINDS,
    KINDS,
    LEVELS,
    OBSERVERS,
    PROFILES,
    Breach,
    Catalogue,
    Chapter,
    Rule,
    Tolerance,
    enumerator,
)

# The sections of the specification: rules/coverage/ has each section's title, and its number in
# every version.

WRITTEN_FOR = "5.2"  # rules and known deviations use the section numbers of this version

Sections = Mapping[str, Mapping[str, str]]  # number in WRITTEN_FOR: numbers by version


def read_sections(folder: Path) -> Sections:
    """The sections of the folder's files that WRITTEN_FOR has; none without files."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for item in (*data.get("section", {}).values(), *data.get("cited", ())):
            numbers = dict(zip(PROFILES, item["at"], strict=True))
            if number := numbers.pop(WRITTEN_FOR):
                found[number] = {**numbers, WRITTEN_FOR: number}
    return found


def clauses_of(text: str, since: str, known: Sections) -> dict[str, str]:
    """By version, from `since` on, the sections with these numbers in WRITTEN_FOR. ValueError for
    an unknown number, or if a version has none of them."""
    if since not in PROFILES:
        raise ValueError(f"unknown version '{since}'")
    found = {}
    for version in PROFILES[PROFILES.index(since) :]:
        for number in text.split(", "):
            if number not in known:
                raise ValueError(f"rules/coverage has no section {number} of {WRITTEN_FOR}")
        numbers = [known[number][version] for number in text.split(", ")]
        found[version] = ", ".join(filter(None, numbers))
        if not found[version]:
            raise ValueError(f"{version} has no such section: give `since`, or each version's")
    return found


# Other code uses ids as names: parts like OMP_TOOL and num_devices stay as they are.
ID = re.compile(r"[a-z][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*(\.[A-Za-z0-9_]+([-.][A-Za-z0-9_]+)*)?")

Keys = Mapping[str, type | tuple[type, ...]]

RULE_KEYS: Keys = {"statement": str, "clause": dict, "kind": str}
OPTIONAL_RULE_KEYS: Keys = {
    "level": (str, dict),
    "event": (str, list),
    "observed_by": (list, dict),
    "needs": list,
    **dict.fromkeys(("tolerates", "breach"), dict),
    **dict.fromkeys(("no_case", "no_test"), str),
}
USUAL: Mapping[str, object] = {
    "level": "mandatory",
    "event": "",
    "observed_by": ["trace"],
    "tolerates": {},
}
BREACH_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TOLERANCE_KEYS: Keys = {"statement": str, "clause": dict}
CHAPTER_KEYS: Keys = {"title": str, "order": int}
OPTIONAL_CHAPTER_KEYS: Keys = {"machines": list, "suites": list, "usual": dict}
# The keys of a chapter's `usual`.
CHAPTERS_USUAL = ("level", "event", "kind", "observed_by", "clause")


def resolve_levels(level: str | Mapping[str, str], clause: Mapping[str, str]) -> dict[str, str]:
    """A level holds from the version that names it until a later version names another."""
    if isinstance(level, str):
        return {version: level for version in PROFILES if version in clause}
    resolved: dict[str, str] = {}
    current = ""
    for version in PROFILES:
        current = level.get(version, current)
        if version in clause and current:
            resolved[version] = current
    return resolved


def gating(event: object) -> tuple[str, ...]:
    """The callbacks that a rule's key `event` names: none, one, or several in a list."""
    return tuple(map(str, event)) if isinstance(event, list) else (str(event),) if event else ()


def _keys(entry: Mapping[str, object], required: Keys, optional: Keys) -> list[str]:
    problems = [f"has no '{key}'" for key in required if key not in entry]
    known = {**required, **optional}
    for key, value in entry.items():
        if key not in known:
            problems.append(f"unknown key '{key}'")
        elif not isinstance(value, known[key]):
            problems.append(f"'{key}' has the wrong type")
    return problems


def _clause(clause: Mapping[str, object]) -> list[str]:
    problems = [f"unknown version '{v}' in clause" for v in clause if v not in PROFILES]
    problems += [
        f"clause of {v} is not a section number: '{text}'"
        for v, text in clause.items()
        if not isinstance(text, str) or not re.fullmatch(r"[0-9A-Z][0-9.–, ]*[0-9]|[0-9]", text)
    ]
    return problems if clause else ["clause names no version"]


def _resolved(said: Mapping[str, object], known: Sections) -> dict[str, object]:
    """The entry with its clauses by version: `clause` is such a table, or the numbers of 5.2, with which
    rules/coverage tells the others. ValueError where it does not."""
    clause, entry = said.get("clause"), dict(said)
    if isinstance(clause, str):
        since = str(entry.pop("since", PROFILES[0]))
        entry["clause"] = clauses_of(clause, since, known)
    return entry


def _sentence(statement: str) -> list[str]:
    return [] if re.fullmatch(r"[A-Z`].*\.", statement) else ["statement is not a sentence"]


def _tolerance_problem(text: str, more: object) -> str:
    """A tolerance is true, or { no_case, reading }: no_case if no short trace can show it, reading
    if the reason is not in the reading about the rule."""
    said = more if isinstance(more, dict) else {"": more is True}
    keys = set(said) <= {"no_case", "reading"} and all(isinstance(v, str) for v in said.values())
    fine = said and all(said.values()) and (keys or more is True)
    return "" if text and fine else f"tolerates {text!r} is not true, or {{ no_case, reading }}"


def _said_of(tolerates: dict[str, Any], key: str) -> dict[str, str]:
    """The values of the key in the tolerances, by their texts."""
    return {text: t[key] for text, t in tolerates.items() if isinstance(t, dict) and key in t}


def _rule_values(entry: Mapping[str, object]) -> list[str]:
    problems: list[str] = []
    clause, level = entry["clause"], entry["level"]
    assert isinstance(clause, dict)
    problems += _clause(clause)
    problems += _sentence(str(entry["statement"]))
    levels = list(level.items()) if isinstance(level, dict) else [("", level)]
    for version, value in levels:
        if version and version not in clause:
            problems.append(f"level names {version}, clause does not")
        if value not in LEVELS:
            problems.append(f"unknown level '{value}'")
    if isinstance(level, dict) and set(resolve_levels(level, clause)) != set(clause):
        problems.append("level does not cover every version of clause")
    events = gating(entry["event"])
    problems += [f"unknown event '{e}'" for e in events if e not in CALLBACK_CODE]
    if len(set(events)) != len(events):
        problems.append("event names a callback twice")
    if entry["kind"] not in KINDS:
        problems.append(f"unknown kind '{entry['kind']}'")
    observed_by, tolerates = entry["observed_by"], entry["tolerates"]
    assert isinstance(observed_by, list | dict) and isinstance(tolerates, dict)
    if not observed_by:
        problems.append("observed_by is empty")
    told = observed_by if isinstance(observed_by, dict) else {}
    said = re.fullmatch(r"Only the program .+\.", str(told.get("note")))
    if (told or observed_by == ["note"]) and not (said and len(told) == 1):
        problems.append("observed_by does not say why the program alone knows")
    problems += [f"unknown observer '{o}'" for o in observed_by if o not in OBSERVERS]
    if len(set(map(str, observed_by))) != len(observed_by):
        problems.append("observed_by names an observer twice")
    problems += filter(None, (_tolerance_problem(*told) for told in tolerates.items()))
    needs = entry.get("needs", [])
    assert isinstance(needs, list)
    problems += [f"needs an unknown callback '{n}'" for n in needs if n not in CALLBACK_CODE]
    if needs != sorted(set(needs) & set(CALLBACKS), key=CALLBACKS.index):
        problems.append("needs does not name each callback once, by rising code")
    return problems


def _breaches(table: object) -> tuple[tuple[Breach, ...], list[str]]:
    """The breaches of one rule, or of several rules of a chapter, with their problems."""
    found: list[Breach] = []
    problems = []
    for name, says in table.items() if isinstance(table, dict) else []:
        breach = Breach(name, says if isinstance(says, str) else "")
        where = f"breach {name}"
        if not BREACH_ID.fullmatch(name) or not breach.says:
            problems.append(f"{where}: malformed id, or no sentence")
        kinds = {name: kind for name, kind in breach.facts}
        problems += [
            f"{where}: there is no kind of fact '{k}'"
            for k in kinds.values()
            if k not in FACT_KINDS
        ]
        if breach.id.replace("-", "_") in {*kinds, "rule", "row", "class", "union", "default"}:
            problems.append(f"{where}: the type cannot have this name")
        if re.search(r"[{}]", FACT.sub("", breach.says)):
            problems.append(f"{where}: a brace is no {{name:kind}}")
        found.append(breach)
    return tuple(found), problems


def _named(
    document: Mapping[str, object], kind: str, path: Path, problems: list[str]
) -> list[tuple[str, dict[str, Any]]]:
    """The tables of a kind with their ids; a problem for each that is written differently."""
    tables = document.get(kind, {})
    named = tables if isinstance(tables, dict) else {}
    if named is not tables or not all(isinstance(said, dict) for said in named.values()):
        problems.append(f'{path.name}: write [{kind}."ID"]')
        return []
    return list(named.items())


def _load_file(path: Path, catalogue: Catalogue, known: Sections) -> list[str]:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        return [f"{path.name}: not TOML: {error}"]
    stem = path.stem
    problems = [
        f"{path.name}: unknown table '{name}'"
        for name in document
        if name not in ("chapter", "rule", "breach", "tolerance")
    ]
    chapter = document.get("chapter", {})
    wrong = _keys(chapter, CHAPTER_KEYS, OPTIONAL_CHAPTER_KEYS)
    problems += [f"{path.name}: chapter: {text}" for text in wrong]
    usual = {**USUAL, **chapter.get("usual", {})} if not wrong else USUAL
    strange = [key for key in usual if key not in (*USUAL, *CHAPTERS_USUAL)]
    problems += [f"{path.name}: chapter: usual has no '{key}'" for key in strange]
    if not wrong:
        machines, suites = chapter.get("machines", [stem]), chapter.get("suites", [])
        shared, wrong = _breaches(document.get("breach"))
        problems += [f"{path.name}: {text}" for text in wrong]
        names = (chapter["title"], chapter["order"], tuple(machines), tuple(suites))
        catalogue.chapters.append(Chapter(stem, path.parent.name, *names, shared))

    for name, said in _named(document, "rule", path, problems):
        where = f"{path.name}: {name}"
        try:
            entry = _resolved({**usual, **said}, known)
        except ValueError as wrong:
            problems.append(f"{where}: {wrong}")
            continue
        breaches, faulty = _breaches(entry.get("breach"))
        wrong = _keys(entry, RULE_KEYS, OPTIONAL_RULE_KEYS) or _rule_values(entry) + faulty
        problems += [f"{where}: {text}" for text in wrong]
        if wrong:
            continue
        catalogue.rules.append(
            Rule(
                id=name,
                statement=entry["statement"],
                clauses=entry["clause"],
                levels=resolve_levels(entry["level"], entry["clause"]),
                events=gating(entry["event"]),
                kind=entry["kind"],
                observed_by=tuple(entry["observed_by"]),
                only_noted=entry["observed_by"]["note"]
                if isinstance(entry["observed_by"], dict)
                else "",
                tolerances=tuple(entry["tolerates"]),
                tolerances_without_case=_said_of(entry["tolerates"], "no_case"),
                readings=_said_of(entry["tolerates"], "reading"),
                chapter=stem,
                chapter_title=chapter.get("title", stem),
                needs=tuple(entry.get("needs", ())),
                no_case=entry.get("no_case", ""),
                no_test=entry.get("no_test", ""),
                breaches=breaches,
            )
        )
    for name, said in _named(document, "tolerance", path, problems):
        where = f"{path.name}: {name}"
        try:
            entry = _resolved(said, known)
        except ValueError as wrong:
            problems.append(f"{where}: {wrong}")
            continue
        wrong = _keys(entry, TOLERANCE_KEYS, {})
        wrong = wrong or _clause(entry["clause"]) + _sentence(entry["statement"])
        problems += [f"{where}: {text}" for text in wrong]
        if not wrong:
            told = (entry["statement"], entry["clause"])
            catalogue.tolerances.append(Tolerance(name, *told, stem))
    return problems


def _identity_problems(catalogue: Catalogue) -> list[str]:
    """Problems of ids, which must be unique, also after their mapping to C++ names."""
    problems: list[str] = []
    seen: dict[str, str] = {}
    entries: list[Rule | Tolerance] = [*catalogue.rules, *catalogue.tolerances]
    for entry in entries:
        where = f"{entry.chapter}.toml: {entry.id}"
        if not ID.fullmatch(entry.id):
            problems.append(f"{where}: malformed id")
        name = enumerator(entry.id)
        if name in seen:
            problems.append(f"{where}: same id as {seen[name]}")
        seen.setdefault(name, f"{entry.id} in {entry.chapter}.toml")
    names = {breach.id for rule in catalogue.rules for breach in rule.breaches}
    for chapter in catalogue.chapters:
        for breach in chapter.breaches:
            if breach.id in names:
                problems.append(f"{chapter.stem}.toml: breach {breach.id}: another has this id")
            names.add(breach.id)
    return problems


def read(directory: Path) -> tuple[Catalogue, list[str]]:
    """The catalogue in chapter order, and one line per schema problem.

    An entry with a problem is left out; the rest stays usable.
    """
    catalogue = Catalogue()
    problems: list[str] = []
    paths = sorted(
        (path for path in directory.rglob("*.toml") if path.parent.name != "coverage"),
        key=lambda path: path.stem,
    )
    if not paths:
        problems.append(f"{directory}: no rule files")
    known = read_sections(directory / "coverage")
    for path in paths:
        problems += _load_file(path, catalogue, known)
    problems += _identity_problems(catalogue)
    catalogue.chapters.sort(key=lambda chapter: (chapter.order, chapter.stem))
    position = {chapter.stem: i for i, chapter in enumerate(catalogue.chapters)}
    catalogue.rules.sort(key=lambda rule: position.get(rule.chapter, len(position)))
    catalogue.tolerances.sort(key=lambda entry: position.get(entry.chapter, len(position)))
    return catalogue, problems
