"""The required canonical view of a program: a second oracle beside the rules.

A view is counted as paths: the number of lines nested in lines of these names, outermost first.
Members, numbers, places and everything that the specification leaves to the runtime are left out.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from ompt_cts.explore.grammar import Grammar
from ompt_cts.explore.tree import Here, Node, Program, inside, tags, team_size, times

Paths = Counter[tuple[str, ...]]
# Places where the runtime is free, and lines that not every construct must show.
SHOWN = {"parallel", "implicit-task", "single", "sections", "loop", "masked", "task", "taskgroup"}
SHOWN |= {"critical", "ordered", "error", "initial-task", "taskloop", "league"}
INITIAL = ("initial-task",)
# Without this feature it is GCC's code: some loops have no call of the runtime, sections are loops, and
# single has no end or no event. Rules judge that; the view leaves it out.
STATIC = "visible_static_loop"
LINE = re.compile(r"( *)([\w-]+)(.*)")


class Undetermined(Exception):
    """The runtime chooses the program's view."""


def paths_of(view: str, hidden: Collection[str] = ()) -> Paths:
    """The paths of a view that ompt-view --regions has printed, without lines of `hidden` names."""
    found: Paths = Counter()
    stack: list[tuple[int, tuple[str, ...] | None]] = []
    for line in view.splitlines():
        met = LINE.match(line)
        if not met:
            continue
        depth, name = len(met[1]), "loop" if met[2].startswith("loop") else met[2]
        while stack and stack[-1][0] >= depth:
            stack.pop()
        above = stack[-1][1] if stack else ()
        path: tuple[str, ...] | None
        if above is None or (name == "task" and "taskwait" in met[3]):
            path = None
        elif name in SHOWN and name not in hidden:
            path = (*above, name)
            found[path] += 1
        else:
            path = above
        stack.append((depth, path))
    return found


class Model:
    """Predicts the paths of one program."""

    def __init__(self, program: Program, grammar: Grammar, features: frozenset[str]) -> None:
        self.program, self.grammar, self.features = program, grammar, features
        self.paths: Paths = Counter()
        self.loose: set[tuple[str, ...]] = set()  # paths that the runtime may omit
        self.hidden: set[str] = set() if STATIC in features else {"loop", "sections", "single"}

    def predict(self) -> None:
        """Undetermined if the paths are unknown."""
        if any("all" in n.construct.loose for n in self.program.walk()):
            raise Undetermined
        self.add(self.program.top, Here(), INITIAL)

    def fixed(self, paths: Paths) -> Paths:
        """The paths without a choice of the runtime."""

        def is_fixed(path: tuple[str, ...]) -> bool:
            return not any(path[:length] in self.loose for length in range(1, len(path) + 1))

        # A program's thread that meets no construct need not become an OpenMP thread.
        return Counter({p: n for p, n in paths.items() if n and p != INITIAL and is_fixed(p)})

    def add(self, nodes: Iterable[Node], here: Here, path: tuple[str, ...]) -> None:
        for node in nodes:
            self.node(node, here, path)

    def node(self, node: Node, here: Here, path: tuple[str, ...]) -> None:
        construct = node.construct
        given = tags(node, self.grammar.clauses)
        size = team_size(node, here, given, self.program.settings) if construct.makes_team else None
        seen = construct.visible in ("", *self.features)
        if not seen and construct.visible != STATIC or self.hidden.intersection(construct.loose):
            raise Undetermined
        its = path = INITIAL if construct.root else path
        self.loose.update((*path, name) for name in construct.loose)
        if construct.loose:
            return
        for name, what in construct.view:
            if name not in self.hidden:
                its = (*its, name)
                self.count(its, what, node, here, size)
            elif name == "single" and not path[-1].endswith("-task"):
                raise Undetermined  # without an end: what comes after path[-1] lies inside, too
        inner = inside(node, here, self.program.settings, self.grammar.clauses)
        for block in node.blocks:
            self.add(block, inner, its)

    def count(
        self, path: tuple[str, ...], what: str, node: Node, here: Here, size: int | None
    ) -> None:
        number = times(what, node, here, size)
        if number is None or number.predicted is None:
            raise Undetermined
        self.paths[path] += number.predicted


def differences(
    program: Program, grammar: Grammar, features: frozenset[str], view: str
) -> list[str]:
    """The surplus and missing lines of a program's view, briefly, the outermost first; empty if the
    view is the runtime's choice."""
    model = Model(program, grammar, features)
    try:
        model.predict()
    except Undetermined:
        return []
    seen, right = model.fixed(paths_of(view, model.hidden)), model.fixed(model.paths)
    told = []
    for path in sorted({*seen, *right}, key=lambda path: (len(path), path)):
        if seen[path] != right[path]:
            word = "too few" if seen[path] < right[path] else "too many"
            where = f" in {path[-2]}" if len(path) > 1 else ""
            told.append(f"{word} lines {path[-1]}{where}: {seen[path]} of {right[path]}")
    return told
