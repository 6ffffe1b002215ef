"""The smallest programs that show the findings of a campaign."""

import copy
import hashlib
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from ompt_cts import files
from ompt_cts.corpus.runner import Stop
from ompt_cts.explore import write
from ompt_cts.explore.campaign import BATCH, Campaign, kinds_of
from ompt_cts.explore.grammar import Grammar
from ompt_cts.explore.judge import clear
from ompt_cts.explore.tree import LIBRARY, ONE, Here, Node, Program, inside, may_stand, with_threads
from ompt_cts.files import Json

# Shrinks a program that still shows the same finding: constructs, clauses, iterations, threads.
#
# Each step removes something, the largest things first, and asks whether the rest still shows the
# finding. One call of a compiler answers many such questions.

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


ROUNDS = 60
TRIES = 3  # of a program that shows it sometimes
# Statements that only check: without them a program conforms as before.
CHECK = re.compile(r"(same|add|cts_\w+)\(.*\);|sum\d+ \+= \w+;|return status\(\);")


@dataclass(frozen=True)
class Question:
    """Whether programs show one kind of thing."""

    campaign: Campaign
    kind: str
    options: list[str]
    bare: int = 0  # as of write.Writer

    def shows(self, programs: list[Program]) -> Iterator[bool]:
        """The answer for each program, in their order."""
        rest = iter(programs)
        while some := list(islice(rest, BATCH)):
            yield from self.some([replace(p, name=f"{p.name}_{n}") for n, p in enumerate(some)])

    def some(self, programs: list[Program]) -> Iterator[bool]:
        """Bisects to find programs that no compiler accepts: these do not show it."""
        try:
            with self.campaign.built(programs, self.options, self.bare) as (commands, trace):
                for program, command in zip(programs, commands, strict=True):
                    yield any(self.once(program, command, trace) for _ in range(TRIES))
        except Stop:
            half = len(programs) // 2
            if half:
                yield from self.some(programs[:half])
            yield from self.some(programs[half:]) if half else (False,)

    def trimmed(self, program: Program, texts: dict[str, str]) -> dict[str, str]:
        """The texts without the checks and braces that the finding does not need."""
        for name, text in texts.items():
            if name == write.SUBROUTINES:
                continue
            tried: set[str] = set()
            while less := next((t for t in shorter(text) if t not in tried), None):
                tried.add(less)
                if self.text_shows(program, texts | {name: less}):
                    text = less
            texts = texts | {name: text}
        return texts

    def text_shows(self, program: Program, texts: dict[str, str]) -> bool:
        with tempfile.TemporaryDirectory(prefix="ompt-cts-explore-") as name:
            folder, library = Path(name), program.form == LIBRARY
            try:
                command = [str(self.campaign.compile(texts, library, folder, self.options))]
            except Stop:
                return False
            return any(self.once(program, command, folder / "trace") for _ in range(TRIES))

    def once(self, program: Program, command: list[str], trace: Path) -> bool:
        row = self.campaign.judged(program, command, trace)
        clear(trace)
        return self.kind in kinds_of(row)


def shorter(text: str) -> Iterator[str]:
    """C texts without one statement that checks, or without the braces of a block of its own."""
    lines = text.split("\n")
    bare = [line.strip() for line in lines]
    for number, line in enumerate(bare[1:], 1):
        gone: set[int] = set()
        if CHECK.fullmatch(line):
            gone = {number - bare[number - 1].startswith("if ("), number}
        elif line in ("{}", "{") and bare[number - 1].endswith(("{", "}", ";")):
            end = lines[number].replace("{", "}")
            gone = {number, lines.index(end, number)} if line == "{" else {number}
        if gone:
            yield write.laid_out("\n".join(t for n, t in enumerate(lines) if n not in gone))


def reduce_one(
    campaign: Campaign, program: Program, kind: str, options: list[str]
) -> dict[str, str]:
    """The sources of the smallest program that shows this kind; none if the finding does not
    recur."""
    asked = Question(campaign, kind, options)
    if not any(asked.shows([program])):
        return {}
    grammar, features = campaign.bench.grammar, campaign.bench.features
    small = reduced(program, grammar, asked.shows, ROUNDS)
    levels = (write.SILENT, write.UNCOUNTED)
    bare = next((n for n in levels if any(replace(asked, bare=n).shows([small]))), 0)
    settings = small.settings
    its = " ".join(f"{k}={v}" for k, v in settings.environment.items())
    its += f" {' '.join(options)} --probes={settings.probes} --perturb={settings.perturb}"
    told = [kind, f"{its} {settings.record}"]
    texts = asked.trimmed(small, write.alone(small, grammar, features, bare))
    comment = {name: "!" if name == write.SUBROUTINES else "//" for name in texts}
    return {
        name: "".join(f"{comment[name]} {line}\n" for line in told) + text
        for name, text in texts.items()
    }


def reduce_all(
    campaign: Campaign, rows: list[Json], wanted: re.Pattern[str]
) -> Iterator[tuple[str, str]]:
    """The smallest program for each new and requested kind: kind and folder, as they are written, or
    why there is none."""
    firsts: dict[str, str] = {}
    for row in rows:
        for kind in sorted(kinds_of(row)) if row["status"] not in ("pass", "waived") else ():
            if wanted.search(kind):
                firsts.setdefault(kind, row["name"])
    for kind, name in firsts.items():
        stem = hashlib.sha256(kind.encode()).hexdigest()[:12]
        number = int(name.rpartition("_")[2])
        programs, options = campaign.programs(number // BATCH)
        program = programs[number % BATCH]
        folder = campaign.folder / "reduced" / stem
        if not folder.exists():
            for its, text in reduce_one(campaign, program, kind, options).items():
                files.write_text(folder / its, text)
        yield kind, str(folder) if folder.exists() else "it does not show again"
