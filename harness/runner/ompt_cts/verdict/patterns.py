"""Patterns for findings: the breach of a rule and conditions on its facts.

    several flags&loop parallel=foreign number>2

A pattern is the id of a breach and conditions on its facts, in the grammar of cts_expect
(suites/include/cts.h): `=` and `!=` with alternatives between slashes, `<`, `<=`, `>`, `>=`, and for
flags `&` (has all of these) and `!&` (has none). A value with blanks or slashes is quoted; in a text, *
stands for anything and # for a number. For a task, a region or another entity a pattern says whether a
word names one: `known` (it does), `none`, `null`, `empty` (a word that the tool did not write, 0),
`foreign` (any other such word). The value of an event's field may be a `number`. `@name` as a value is
the value of another fact.

Every pattern of expectations/ must name the facts that distinguish faults (harness/validator/facts.def:
flags, enumerators, events, names, and whether a word names anything), so that no other fault hides
behind it; `=*` stands for any value, except of a word: a wrong word of one kind is another fault than
one of another kind. A pattern may omit facts that differ from run to run.
"""

import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ompt_cts import catalogue
from ompt_cts.catalogue.entries import ENTITIES, FACT_KINDS
from ompt_cts.verdict import breaches

Fact = int | str | list[str]

WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')
CONDITION = re.compile(r"(\w+)(!=|!&|<=|>=|=|<|>|&)(.+)", re.DOTALL)
NUMBER = re.compile(r"-?\d+|0x[0-9a-f]+")
ENTITY = re.compile(r"[A-Z]\d+")
FOREIGN = re.compile(r"(0x[0-9a-f]+)@0x[0-9a-f]+")
ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _number(text: str) -> int | None:
    return int(text, 0) if NUMBER.fullmatch(text) else None


def standing(value: str) -> str:
    """For the value of a fact: whether a word names an entity, or that a field's value is a
    number."""
    if word := FOREIGN.fullmatch(value):
        return "foreign" if int(word[1], 0) else "empty"
    if NUMBER.fullmatch(value):
        return "number"
    return "known" if ENTITY.fullmatch(value) else value


def _expression(text: str) -> str:
    stands = {"*": ".*", "#": r"(?:0x[0-9a-f]+|\d+)"}
    return "".join(stands.get(part, re.escape(part)) for part in re.split("([*#])", text))


def _equal(fact: Fact, text: str) -> bool:
    if text == "*":
        return True
    if isinstance(fact, list):
        return set(fact) == (set(text.split("|")) if text != "0" else set())
    if isinstance(fact, int) or (NUMBER.fullmatch(fact) and NUMBER.fullmatch(text)):
        return _number(text) == _number(str(fact))
    if "*" in text or "#" in text:
        return re.fullmatch(_expression(text), fact) is not None
    return text in (fact, standing(fact)) or (text == "nonnull" and fact not in ("null", "none"))


@dataclass(frozen=True)
class Condition:
    fact: str
    operator: str
    values: tuple[str, ...]

    def holds(self, facts: Mapping[str, Fact]) -> bool:
        if self.fact not in facts:
            return False
        fact = facts[self.fact]
        values = [str(facts.get(v[1:], "")) if v.startswith("@") else v for v in self.values]
        if self.operator in ("=", "!="):
            return any(_equal(fact, text) for text in values) == (self.operator == "=")
        if self.operator in ("&", "!&"):
            flags = {flag for text in values for flag in text.split("|")}
            has = set(fact) if isinstance(fact, list) else set()
            return flags <= has if self.operator == "&" else flags.isdisjoint(has)
        left, right = _number(str(fact)), _number(values[0])
        return left is not None and right is not None and ORDERS[self.operator](left, right)


@dataclass(frozen=True)
class Pattern:
    breach: str
    conditions: tuple[Condition, ...]

    @cached_property
    def facts(self) -> frozenset[str]:
        return frozenset(one.fact for one in self.conditions)

    def holds(self, breach: str, facts: Mapping[str, Fact]) -> bool:
        return breach == self.breach and all(one.holds(facts) for one in self.conditions)


@cache
def parse(text: str) -> Pattern | None:
    """The parsed pattern; None if the text is no pattern."""
    words = WORD.findall(text)
    if not words or CONDITION.fullmatch(words[0]):
        return None
    conditions = []
    for word in words[1:]:
        met = CONDITION.fullmatch(word)
        if not met:
            return None
        several = met[2] in ("=", "!=") and not met[3].startswith('"')
        values = met[3].split("/") if several else [met[3].strip('"')]
        conditions.append(Condition(met[1], met[2], tuple(values)))
    return Pattern(words[0], tuple(conditions))


def _breaches(rule: str) -> tuple[catalogue.Breach, ...]:
    entry = catalogue.load().get(rule)
    return (*(entry.breaches if entry else ()), *catalogue.shared_breaches())


@cache
def _words(rule: str) -> Mapping[str, set[str]]:
    """For each breach of a rule the facts that are words of entities."""
    return {
        one.id: {name for name, kind in one.facts if kind in ENTITIES} for one in _breaches(rule)
    }


@cache
def known(rule: str) -> Mapping[str, Mapping[str, bool]]:
    """The possible breaches of a rule, each with the names of its facts: true if a fact
    distinguishes faults."""
    found = {
        one.id: {name: FACT_KINDS[kind] for name, kind in one.facts} for one in _breaches(rule)
    }
    found["observed"] = found["observed"] | dict.fromkeys(breaches.BESIDE_TEXT, False)
    return found


def problem(text: str, rule: str) -> str:
    """The mistake in a pattern for findings of a rule; empty if there is none."""
    pattern = parse(text)
    if not pattern:
        return f"{text!r} is no pattern: a breach, and conditions on its facts"
    if pattern.breach not in known(rule):
        return f"{rule}: {text!r} begins with none of its breaches: {', '.join(known(rule))}"
    facts = known(rule)[pattern.breach]
    said = [one.fact for one in pattern.conditions]
    other = [v[1:] for one in pattern.conditions for v in one.values if v.startswith("@")]
    odd = [f"has no fact {name!r}" for name in said + other if name not in facts]
    odd += [
        f"tells of any {name}: say which, or {name}=*"
        for name, tells in facts.items()
        if tells and name not in said
    ]
    odd += [
        f"takes any word for {one.fact}: say known, none, null, empty or foreign"
        for one in pattern.conditions
        if "*" in one.values and one.fact in _words(rule)[pattern.breach]
    ]
    return f"{rule}: {text!r} {odd[0]}" if odd else ""


def holds(texts: Iterable[str], finding: Mapping[str, Any]) -> bool:
    """Whether one of the patterns matches a finding. A pattern that omits a distinguishing fact is
    for the breach of another rule."""
    sort = parse(finding["sort"])
    telling: frozenset[str] = sort.facts if sort else frozenset()
    breach, facts = finding["breach"], finding["facts"]
    return any(
        pattern.holds(breach, facts)
        for pattern in map(parse, texts)
        if pattern and telling <= pattern.facts
    )
