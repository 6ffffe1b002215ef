"""Draws programs from the grammar: the same seed draws the same programs, whatever was drawn
before."""

import random
from dataclasses import dataclass

from ompt_cts.explore.grammar import ENDING, FORTRAN, SAMPLED, STARTING, Clause, Construct, Grammar
from ompt_cts.explore.tree import Here, Node, Program, Settings, inside, may_stand

DEEPEST = 6  # nesting of constructs
MOST_CONSTRUCTS = 24
MOST_TIMES = 120  # estimated executions of a block
MOST_WORK = 600  # executed blocks in total
SWARM = 0.6  # share of the constructs, and of the clauses, that a program may use
ENDED = STARTED = 0.1  # shares of the programs that end by a construct, and begin by one
PERTURBED = 0.7  # share of the programs whose interleavings a seed decides: such a find shows again
TEAM = 3  # the assumed size of a team of unknown size
SCHEDULES = ("static", "static,2", "dynamic", "dynamic,2", "guided", "auto", "guided,3")
ORDERS = (",turns", ",priorities", ",turns")  # of perturbed threads; delays alone repeat nothing
STARTS = ("OMP_TOOL_LIBRARIES=gone.so:{checker}", "OMP_TOOL_LIBRARIES={checker}:gone.so")
STARTS += ("OMP_TOOL_VERBOSE_INIT=stderr", "OMP_TOOL_VERBOSE_INIT=disabled")
PROBES = ("none", "light", "light", "sampled", "full")


def settings(rng: random.Random) -> Settings:
    """The settings of a program's run: those that change its behavior, and those that must not."""
    threads = rng.choice((1, 2, 2, 3, 3, 4))
    levels = rng.choice((1, 2, 2, 3, 8))
    environment = {
        "OMP_DYNAMIC": "false",
        "OMP_NUM_THREADS": str(threads),
        "OMP_MAX_ACTIVE_LEVELS": str(levels),
        "OMP_CANCELLATION": rng.choice(("true", "true", "false")),
        "OMP_SCHEDULE": rng.choice(SCHEDULES),
        "OMP_WAIT_POLICY": rng.choice(("passive", "passive", "active")),
    }
    if rng.random() < 0.2:
        environment["OMP_PROC_BIND"] = rng.choice(("true", "close", "spread", "primary"))
    if rng.random() < 0.15:
        environment["KMP_BLOCKTIME"] = "0"  # a thread that waits sleeps at once
    perturb = f"{rng.randrange(1, 1 << 31)}{rng.choice(ORDERS)}" if rng.random() < PERTURBED else ""
    record = {}
    if rng.random() < 0.08:
        record["sample"] = rng.choice(("500", "2000"))
    if rng.random() < 0.08:
        record["stacks"] = "all"
    if rng.random() < 0.2:
        record["target"] = "classic"
    probes, divided = rng.choice(PROBES), rng.random() < 0.03
    return Settings(environment, threads, levels, probes, record, perturb, divided)


def start(rng: random.Random) -> dict[str, str]:
    """How the tool is found, in one program of ten by a list of libraries, or told in a log."""
    name, given, value = (rng.choice(STARTS) if rng.random() < STARTED else "").partition("=")
    return {name: value} if given else {}


@dataclass
class Artist:
    """Draws one program."""

    rng: random.Random
    grammar: Grammar
    features: frozenset[str]
    settings: Settings
    language: str
    numbers: int = 0
    work: float = 0.0  # executed blocks so far

    def __post_init__(self) -> None:
        name = self.rng.choice(sorted(self.grammar.profiles))
        profile = self.grammar.profiles[name]
        if name == SAMPLED:
            self.settings.record["sample"] = "2000"
        self.weights = {
            name: construct.weight * profile.get(construct.group, 1)
            for name, construct in self.grammar.constructs.items()
            if construct.feature in ("", *self.features)
            and construct.language in ("", self.language, *({FORTRAN} & self.features))
            and (
                name == "parallel"
                or (profile.get(construct.group, 0) and not construct.share)
                or self.rng.random() < (construct.share or SWARM)
            )
        }
        texts = {
            text for row in self.grammar.constructs.values() for one in row.clauses for text in one
        }
        self.clauses = set()
        for text in sorted(texts):
            told = self.grammar.clauses.get(text, Clause())
            usable = self.rng.random() < (told.share or SWARM)
            if usable and told.feature in ("", *self.features):
                self.clauses.add(text)

    def chosen_clauses(self, construct: Construct) -> tuple[str, ...]:
        found = []
        for number, texts in enumerate(construct.clauses):
            usable = [text for text in texts if text in self.clauses]
            must = number == 0 and construct.always
            if must and not usable:
                usable = list(texts[:1])
            if usable and (must or self.rng.random() < 0.45):
                found.append(self.rng.choice(usable))
        return tuple(found)

    def node(self, here: Here, depth: int) -> Node | None:
        rows = self.grammar.constructs
        names = [
            name
            for name in self.weights
            if may_stand(rows[name], here) and not (rows[name].holds and depth >= DEEPEST)
            if rows[name].weight
        ]
        if not names or self.work > MOST_WORK or self.numbers >= MOST_CONSTRUCTS:
            return None
        weights = [self.weights[name] for name in names]
        return self.made(rows[self.rng.choices(names, weights=weights)[0]], here, depth)

    def made(self, construct: Construct, here: Here, depth: int) -> Node | None:
        self.numbers += 1
        node = Node(construct, self.numbers, self.chosen_clauses(construct))
        node.count = self.rng.choice((1, 2, 2, 3, 4, 5, 7))
        node.begin = self.rng.randrange(max(1, len(construct.begin)))
        if construct.holds:
            its = inside(node, here, self.settings, self.grammar.clauses)
            if estimate(its) > MOST_TIMES:
                self.numbers -= 1
                return None
            number = self.rng.randrange(1, 4) if construct.sections else 1
            node.blocks = [[] for _ in range(number)]
            for children in node.blocks:
                self.work += estimate(its)
                self.fill(children, its, depth + 1)
        return node

    def fill(self, children: list[Node], here: Here, depth: int) -> None:
        for _ in range(self.rng.choice((0, 1, 1, 2, 2, 3) if depth > 1 else (1, 2, 2, 3))):
            node = self.node(here, depth)
            if node:
                children.append(node)


def estimate(here: Here) -> int:
    """The approximate number of times that a place is reached."""
    if here.times is None:
        return 2 * TEAM
    if here.times.predicted is not None:
        return here.times.predicted
    return here.times.factor * 2 * TEAM * TEAM


def program(
    seed: int, number: int, grammar: Grammar, features: frozenset[str], language: str
) -> Program:
    """Program `number` of a campaign with this seed."""
    rng = random.Random(f"{seed}/{number}")
    artist = Artist(rng, grammar, features, settings(rng), language)
    top: list[Node] = []
    while not top:
        artist.fill(top, Here(), 1)
    endings = [row for row in grammar.constructs.values() if row.group == ENDING]
    if endings and rng.random() < ENDED:
        top += filter(None, [artist.made(rng.choice(endings), Here(), 1)])
    starts = [row for row in grammar.constructs.values() if row.group == STARTING]
    starts = [row for row in starts if row.feature in ("", *features)]
    if starts and rng.random() < STARTED:
        shares = [row.share or 1 for row in starts]
        top[:0] = filter(None, [artist.made(rng.choices(starts, shares)[0], Here(), 1)])
    artist.settings.environment.update(start(rng))
    return Program(f"{seed}_{number}", top, artist.settings, language)
