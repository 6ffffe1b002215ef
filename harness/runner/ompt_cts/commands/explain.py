# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tell what a rule says, where it comes from, and how it is checked."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape

from ompt_cts import catalogue
from ompt_cts.catalogue import Rule
from ompt_cts.reports import explanation, machines, report, terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="a rule's id, or the start of several")
    parser.add_argument("--no-example", action="store_true", help="without traces and diagrams")


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
    rows.append(("observed by", ", ".join(rule.observed_by)))
    if rule.unchecked:
        rows.append(("unchecked", rule.unchecked))
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


def run(args: argparse.Namespace) -> int:
    out = terminal.console()
    found = catalogue.find(args.rule)
    if len(found) > 1:
        for rule in found:
            out.print(f"[bold]{rule.id}[/]  {escape(rule.statement)}")
        return 0
    show(found[0], out, not args.no_example)
    return 0
