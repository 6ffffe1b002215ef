"""The machines' case files (validator/tests/cases.h) for the lint: which rules have a good and a bad
trace, and which tolerances have a trace that shows them.

A case shows a tolerance by a line with words that no other tolerance of its rule has:

    tolerates: RULE words of the tolerance

The rule must not be found in the case, unless the rule is advisory, so that a finding is a remark, or
the tolerance itself names a remark, a finding or a deviation.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.catalogue import case_files
from ompt_cts.catalogue.entries import Catalogue, Rule

TOLERATES = re.compile(r"^tolerates:\s*(\S+)\s*(.*)$")
NOTED = re.compile(r"^!\d+ note .*\brule=")  # a program's claim about the rule is broken here
STILL_FOUND = re.compile(r"\b(remark|finding|deviation)\b")


@dataclass
class Cases:
    good: set[str] = field(default_factory=set)
    bad: set[str] = field(default_factory=set)
    noted: set[str] = field(default_factory=set)  # broken by what a program claims, not by events
    tolerated: set[tuple[str, str]] = field(default_factory=set)  # rule, tolerance
    wrong: list[str] = field(default_factory=list)


def rules_named(text: str, ids: set[str]) -> list[str]:
    """The rules after 'good' or 'bad': a title may follow, from the first plain word on."""
    rules = []
    for word in text.split():
        if word not in ids and not re.fullmatch(r"[a-z][\w-]*\.[\w.-]+", word):
            break
        rules.append(word)
    return rules


def heading_problems(kind: str, text: str, stem: str, catalogue: Catalogue) -> Iterator[str]:
    named = rules_named(text, catalogue.rule_ids())
    chapters = {rule.id: rule.chapter for rule in catalogue.rules}
    if kind == "good" and len(named) == len(text.split()):
        yield "a good case without a title"
    if kind == "bad":
        named = named[:1]
    if not named:
        yield f"a {kind} case that names no rule"
    elif chapters.get(named[0], stem) != stem:
        yield f"a case of {named[0]} stands in {chapters[named[0]]}.cases"
    for rule_id in named:
        if problem := catalogue.unknown(rule_id):
            yield f"{problem} in a {kind} case"


def rules_out(block: case_files.Block, rule: Rule, text: str) -> str:
    """The fault if the case finds what the rule's tolerance rules out, else empty."""
    said = STILL_FOUND.search(text) or "advisory" in rule.levels.values()
    found = set(block.said.split()[:1] if block.kind == "bad" else ())
    for _, line in block.lines:
        if line.startswith("also: "):
            found |= set(line.split()[1:])
    if rule.id in found and not said:
        return f"{rule.id} is found here, which its tolerance rules out: {text}"
    return ""


def tolerance(
    block: case_files.Block, rule_id: str, words: str, catalogue: Catalogue
) -> tuple[str, str]:
    """The tolerance that is meant, or the fault; one of the two is empty."""
    if problem := catalogue.unknown(rule_id):
        return "", f"{problem} in tolerates"
    rule = next(rule for rule in catalogue.rules if rule.id == rule_id)
    meant = [text for text in rule.tolerances if words and words in text]
    if len(meant) != 1:
        return "", f"'{words}' is in {len(meant)} tolerances of {rule_id}; expected one"
    problem = rules_out(block, rule, meant[0])
    return "" if problem else meant[0], problem


def read_cases(folder: Path, root: Path, catalogue: Catalogue) -> Cases:
    """All case files below the folder; each fault begins with file, from `root`, and line."""
    cases = Cases()
    ids = catalogue.rule_ids()
    for block in case_files.blocks(folder):
        if block.kind not in ("good", "bad"):
            continue
        where = block.path.relative_to(root)
        found = heading_problems(block.kind, block.said, block.path.stem, catalogue)
        cases.wrong += [f"{where}:{block.line}: {problem}" for problem in found]
        named = rules_named(block.said, ids)
        if block.kind == "good":
            cases.good |= set(named)
        else:
            noted = any(NOTED.match(line) for _, line in block.lines)
            (cases.noted if noted else cases.bad).update(named[:1])
        for number, line in block.lines:
            if not (said := TOLERATES.match(line)):
                continue
            meant, problem = tolerance(block, said[1], said[2].strip(), catalogue)
            if problem:
                cases.wrong.append(f"{where}:{number}: {problem}")
            else:
                cases.tolerated.add((said[1], meant))
    return cases


def tolerances_without(catalogue: Catalogue, judged: set[str], cases: Cases) -> Iterator[str]:
    """Tolerances of the rules in `judged` without a case and without a reason for that, and
    tolerances with such a reason although a case exists."""
    for rule in catalogue.rules:
        where = f"{rule.chapter}.toml: {rule.id}"
        for text in rule.tolerances if rule.id in judged else ():
            shown, excused = (
                (rule.id, text) in cases.tolerated,
                text in rule.tolerances_without_case,
            )
            if not shown and not excused:
                yield f"{where}: no case shows the tolerance: {text}"
            if shown and excused:
                yield f"{where}: a case shows what is said to have none: {text}"
