"""Explain a word of the screens: a rule, a cause, a callback, an entry point, an enumerator, a state or
a verdict. Without a word it lists the topics; a word that it does not know is searched for."""

import argparse
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from ompt_cts import catalogue
from ompt_cts.catalogue import Rule
from ompt_cts.errors import UserError
from ompt_cts.reports import explanation, glossary, machines, report, terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="the id of a rule or its beginning, a term, or text to find",
    )
    parser.add_argument("--no-example", action="store_true", help="leave out traces and diagrams")


def levels(rule: Rule) -> str:
    if len(set(rule.levels.values())) == 1:
        return next(iter(rule.levels.values()))
    return ", ".join(f"{version} {level}" for version, level in rule.levels.items())


def show(rule: Rule, out: Console, example: bool) -> None:
    out.print(f"[bold]{rule.id}[/]  [dim]{escape(rule.chapter_title)}[/]")
    out.print(f"  {escape(rule.statement)}")
    sections = ", ".join(f"OpenMP {v}: {section}" for v, section in rule.clauses.items())
    rows = [("clauses", sections), ("level", levels(rule)), ("kind", rule.kind)]
    if rule.events:
        rows.append(("gated by", f"the answer to registering {' or '.join(rule.events)}"))
    rows.append(("observed by", f"{', '.join(rule.observed_by)}. {rule.only_noted}".strip()))
    if rule.no_test:
        rows.append(("no test", rule.no_test))
    for text in rule.tolerances:
        place = explanation.shows_tolerance(rule, text)
        rows.append(("not flagged", f"{text} ({place})" if place else text))
    for name, text in rows:
        out.print(f"  [cyan]{name:12}[/] {escape(text)}")
    for name in explanation.tests(rule.id):
        out.print(f"  [cyan]{'test':12}[/] {escape(name)}")
    if not example:
        return
    for title, diagram in machines.of_rule(rule):
        out.print(f"  [cyan]{'machine':12}[/] {title}")
        out.print(escape(indent(diagram)))
    for path, block in explanation.cases(rule.id):
        out.print(f"  [cyan]{'breaks it':12}[/] {report.shown(str(path))}")
        out.print(escape(indent(block)))


def indent(text: str) -> str:
    return "\n".join("    " + line for line in text.splitlines())


def topics(out: Console) -> None:
    """The topics, with an example of each sort."""
    out.print("ompt-cts explain WORD explains:")
    by_topic: dict[str, list[glossary.Term]] = {}
    for term in glossary.terms():
        by_topic.setdefault(term.topic, []).append(term)
    rules = catalogue.load()
    out.print(f"  [cyan]{'rule':16}[/] {len(rules):4}  {', '.join(list(rules)[:2])}, …")
    for topic, terms in by_topic.items():
        shown = ", ".join(term.name for term in terms[:4])
        out.print(f"  [cyan]{topic:16}[/] {len(terms):4}  {escape(shown)}, …")
    out.print("It searches all of them for any other words: ompt-cts explain wait id")


def show_terms(terms: Sequence[glossary.Term], out: Console) -> None:
    for term in terms:
        out.print(f"[bold]{escape(term.name)}[/]  [dim]{term.topic}[/]")
        for line in term.lines:
            out.print(f"  {escape(line)}")


def show_found(words: list[str], out: Console) -> None:
    """Rules and terms that contain all words. UserError if there are none."""
    wanted = [word.lower() for word in words]
    rules = [
        rule
        for rule in catalogue.load().values()
        if all(word in f"{rule.id} {rule.statement}".lower() for word in wanted)
    ]
    terms = glossary.search(words)
    if not rules and not terms:
        names = [*catalogue.load(), *(term.name for term in glossary.terms())]
        raise UserError(catalogue.unknown(" ".join(words), names, "rule or term"))
    for rule in rules:
        out.print(f"[bold]{rule.id}[/]  {escape(rule.statement)}")
    for term in terms:
        shown = terminal.cut(" ".join(term.lines), len(term.name + term.topic) + 4)
        out.print(f"[bold]{escape(term.name)}[/]  [dim]{term.topic}[/] {escape(shown)}")


def run(args: argparse.Namespace) -> int:
    out = terminal.console()
    if not args.words:
        topics(out)
        return 0
    name = "-".join(args.words)
    terms = glossary.called(args.words[0] if len(args.words) == 1 else name)
    show_terms(terms, out)
    rules = catalogue.load()
    found = [rules[name]] if name in rules else []
    if not found and not terms:
        found = [rule for rule in rules.values() if rule.id.startswith(name)]
    if len(found) > 1:
        for rule in found:
            out.print(f"[bold]{rule.id}[/]  {escape(rule.statement)}")
    elif found:
        show(found[0], out, not args.no_example)
    elif not terms:
        show_found(args.words, out)
    return 0
