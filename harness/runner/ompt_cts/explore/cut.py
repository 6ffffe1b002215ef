"""Shrinks a program that still shows the same finding: constructs, clauses, iterations, threads.

Each step removes something, the largest things first, and asks whether the rest still shows the
finding. One call of a compiler answers many such questions.
"""

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace

from ompt_cts.explore.grammar import Grammar
from ompt_cts.explore.tree import ONE, Here, Node, Program, inside, may_stand, with_threads

Shows = Callable[[list[Program]], Iterator[bool]]


def places(program: Program) -> Iterator[list[Node]]:
    """Every list of constructs, the outermost first."""
    lists = [program.top]
    while lists:
        nodes = lists.pop(0)
        yield nodes
        lists += [block for node in nodes for block in node.blocks]


def stands(program: Program, grammar: Grammar) -> bool:
    """Whether every construct is allowed in its place: an enclosing construct may be gone."""

    def fits(nodes: list[Node], here: Here) -> bool:
        return all(
            may_stand(node.construct, here)
            and all(
                fits(block, inside(node, here, program.settings, grammar.clauses))
                for block in node.blocks
            )
            for node in nodes
        )

    return bool(program.top) and fits(program.top, Here())


def smaller(program: Program, grammar: Grammar) -> Iterator[Program]:
    """Programs with one element less, or a plainer one, the most promising first."""
    whole = replace(program.settings, divided=False)
    if program.form != ONE or program.settings.divided:
        yield replace(copy.deepcopy(program), form=ONE, settings=whole)
    lists = list(places(program))
    for number, nodes in enumerate(lists):
        for index in range(len(nodes)):
            for what in ("gone", "opened"):
                if what == "opened" and not nodes[index].blocks:
                    continue
                other = copy.deepcopy(program)
                its = list(places(other))[number]
                its[index : index + 1] = (
                    [child for block in its[index].blocks for child in block]
                    if what == "opened"
                    else []
                )
                yield other
    every = list(program.walk())
    for number, node in enumerate(every):
        plain = grammar.constructs["parallel" if node.construct.makes_team else "task"]
        if node.construct.fresh and plain is not node.construct:
            other = copy.deepcopy(program)
            cut = list(other.walk())[number]
            cut.construct, cut.blocks = plain, [[child for block in cut.blocks for child in block]]
            cut.clauses = tuple(c for c in cut.clauses if any(c in some for some in plain.clauses))
            yield other
        for index in range(int(node.construct.always), len(node.clauses)):
            other = copy.deepcopy(program)
            cut = list(other.walk())[number]
            cut.clauses = cut.clauses[:index] + cut.clauses[index + 1 :]
            yield other
        for index in range(len(node.blocks) if len(node.blocks) > 1 else 0):
            other = copy.deepcopy(program)
            del list(other.walk())[number].blocks[index]
            yield other
        for count in {1, node.count // 2} if node.count > 1 and not node.construct.sections else ():
            other = copy.deepcopy(program)
            list(other.walk())[number].count = max(1, count)
            yield other
    for threads in range(1, program.settings.threads):
        yield with_threads(program, threads)


def reduced(program: Program, grammar: Grammar, shows: Shows, rounds: int) -> Program:
    """The smallest program found in this many rounds. `shows` tells for each program whether it
    shows the finding, and is asked only up to the first that does."""
    for _ in range(rounds):
        others = [other for other in smaller(program, grammar) if stands(other, grammar)]
        better = next((o for o, its in zip(others, shows(others), strict=False) if its), None)
        if better is None:
            break
        program = better
    return program
