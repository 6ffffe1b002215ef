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
from ompt_cts.catalogue.entries import Catalogue, Rule

HEADING = re.compile(r"^==\s*(\w+)\b(.*)$")
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


@dataclass
class Block:
    """What the lint reads of one case."""

    line: int
    kind: str
    text: str  # of its heading
    also: set[str] = field(default_factory=set)
    tolerates: list[tuple[int, str, str]] = field(default_factory=list)  # line, rule, words
    noted: bool = False

    def problem(self, rule: Rule, text: str) -> str:
        said = STILL_FOUND.search(text) or "advisory" in rule.levels.values()
        found = self.also | set(self.text.split()[:1] if self.kind == "bad" else ())
        if rule.id in found and not said:
            return f"{rule.id} is found here, which its tolerance rules out: {text}"
        return ""


def tolerance(block: Block, rule_id: str, words: str, catalogue: Catalogue) -> tuple[str, str]:
    """The tolerance that is meant, or the fault; one of the two is empty."""
    if problem := catalogue.unknown(rule_id):
        return "", f"{problem} in tolerates"
    rule = next(rule for rule in catalogue.rules if rule.id == rule_id)
    meant = [text for text in rule.tolerances if words and words in text]
    if len(meant) != 1:
        return "", f"'{words}' is in {len(meant)} tolerances of {rule_id}; expected one"
    problem = block.problem(rule, meant[0])
    return "" if problem else meant[0], problem


def blocks(path: Path) -> Iterator[Block]:
    found: list[Block] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if heading := HEADING.match(line):
            found.append(Block(number, heading[1], heading[2]))
        elif found and NOTED.match(line):
            found[-1].noted = True
        elif found and line.startswith("also: "):
            found[-1].also |= set(line.split()[1:])
        elif found and (said := TOLERATES.match(line)):
            found[-1].tolerates.append((number, said[1], said[2].strip()))
    return (block for block in found if block.kind in ("good", "bad"))


def read_cases(folder: Path, root: Path, catalogue: Catalogue) -> Cases:
    """All case files below the folder; each fault begins with file, from `root`, and line."""
    cases = Cases()
    ids = catalogue.rule_ids()
    for path in sorted(folder.rglob("*.cases")):
        where = path.relative_to(root)
        for block in blocks(path):
            found = heading_problems(block.kind, block.text, path.stem, catalogue)
            cases.wrong += [f"{where}:{block.line}: {problem}" for problem in found]
            named = rules_named(block.text, ids)
            if block.kind == "good":
                cases.good |= set(named)
            else:
                (cases.noted if block.noted else cases.bad).update(named[:1])
            for number, rule_id, words in block.tolerates:
                meant, problem = tolerance(block, rule_id, words, catalogue)
                if problem:
                    cases.wrong.append(f"{where}:{number}: {problem}")
                else:
                    cases.tolerated.add((rule_id, meant))
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
