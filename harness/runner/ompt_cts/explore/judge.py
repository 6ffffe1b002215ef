"""Runs one generated program under the checker and judges it by the rules, its notes and its view."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from ompt_cts.catalogue import VIEW
from ompt_cts.corpus.runner import CRASH, NOT_JUDGED, Stop, check_attribution, disturbed, judged
from ompt_cts.errors import UserError
from ompt_cts.explore.grammar import FORTRAN, Grammar
from ompt_cts.explore.tree import Here, Node, Program, inside, tags, team_size, times
from ompt_cts.files import Json
from ompt_cts.steps import record_run, tools
from ompt_cts.steps.said import facts
from ompt_cts.suite.resolved import Resolved
from ompt_cts.verdict import breaches, expectations, outcome
from ompt_cts.verdict.breaches import NUMBER
from ompt_cts.verdict.words import UNJUDGED, Verdict

# The required canonical view of a program: a second oracle beside the rules.
#
# A view is counted as paths: the number of lines nested in lines of these names, outermost first.
# Members, numbers, places and everything that the specification leaves to the runtime are left out.

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


# The ends of programs without a judged trace, beside the statuses of corpus/runner.py.
WRONG = "wrong"  # wrong results, also without a tool: a fault of the runtime
UNCLEAR = "unclear"  # it ended badly, too rarely to attribute its end
FINALIZED = "finalized"  # the construct that ends the tool before the program
VIEW_SECONDS = 60
STEERING = ("OMP_", "OMPT_CTS_", "KMP_", "LIBOMP", "GOMP_")
OTHER = "wrong: status of the other process"  # suites/include/generated.h
SAID = re.compile(r"^(wrong: .*|Assertion failure at .*|.*[Aa]ssertion .*failed.*)$", re.MULTILINE)


class Ended(Stop):
    """A program that also ends badly without a tool, with the known cause of that if there is one."""

    def __init__(self, status: str, reason: str, cause: str) -> None:
        super().__init__(status, reason)
        self.cause = cause


@dataclass(frozen=True)
class Bench:
    """The means to run and judge the programs of a campaign."""

    target: Resolved
    grammar: Grammar
    build: Path
    variables: dict[str, str]  # of our own environment, without OpenMP's settings
    timeout: float

    @property
    def features(self) -> frozenset[str]:
        return frozenset(self.target.features)

    @property
    def able(self) -> frozenset[str]:
        """The features, and the languages that there are compilers for; Fortran only by the compiler
        that the features were asked of."""
        compilers = self.target.runtime["compilers"]
        gcc = "gfortran" in compilers.get(FORTRAN, {}).get("path", "")
        foreign = {FORTRAN} if gcc != ("gcc" in self.features) else set()
        return (self.features | {*compilers, self.target.profile}) - foreign

    def environment(self, program: Program) -> dict[str, str]:
        checker = str(tools.checker_library(self.build))
        own = {k: v.replace("{checker}", checker) for k, v in program.settings.environment.items()}
        return self.variables | self.target.environment | own


def record(program: Program, command: list[str], bench: Bench, trace: Path) -> tuple[Json, str]:
    """The end of the run, and the program's output."""
    options = {
        "checker": str(tools.checker_for(bench.build, bench.target.runtime)),
        "timeout": str(bench.timeout),
        "probes": program.settings.probes,
        "target": "emi",
    } | program.settings.record
    if program.settings.perturb:
        options["perturb"] = program.settings.perturb
    found, started = record_run.record(options, str(trace), command, bench.environment(program))
    return found, started.output.decode(errors="replace")


def complaint(output: str) -> str:
    """The last wrong result or failed assertion that a program told, if any: a process of its own
    told the ones before, and a divided one tells at last that the other has ended badly."""
    lines = [str(line) for line in SAID.findall(output)]
    return next((line for line in reversed(lines) if OTHER not in line), (lines or [""])[-1])


def said(recorded: Json, output: str) -> str:
    """The first end of a program, without details that differ between programs."""
    told, reason = complaint(output), str(recorded.get("with_probes", recorded)["reason"])
    text = f"{reason}: {told}" if told else reason
    return NUMBER.sub("#", text) if "wrong: " in text else text


def view_of(trace: Path, build: Path) -> str:
    """The canonical view. UserError if there is none."""
    command = [str(tools.require_tool(build, "ompt-view")), "--regions", str(trace)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=VIEW_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"ompt-view: no view within {VIEW_SECONDS} s") from None
    if done.returncode:
        raise UserError(f"ompt-view: {done.stderr.strip()[:200]}")
    return done.stdout


def judge(program: Program, command: list[str], bench: Bench, trace: Path) -> outcome.Outcome:
    """The outcome of a program. Stop if nothing can be judged; UserError."""
    session, name = bench.target.session(), f"corpus/explore/{program.name}"
    recorded, output = record(program, command, bench, trace)
    if recorded["state"] == "exit":
        recorded["said"] = complaint(output)
    try:
        check_attribution(recorded)
    except Stop as stop:
        wrong = recorded["state"] == "exit" and recorded["attribution"] == "runtime"
        status = UNCLEAR if stop.status == NOT_JUDGED else WRONG if wrong else stop.status
        ended = breaches.ended(CRASH, stop.reason, facts(recorded), needs="runtime")
        known = (
            expectations.find(session.deviations, name, ended) if status in (CRASH, WRONG) else None
        )
        cause = known.cause if known and known.needs else ""  # one of tools is none here
        raise Ended(status, said(recorded, output), cause) from None
    found, begun = judged(recorded, trace, session, bench.build)
    if program.top[-1].construct.name == FINALIZED:
        found.get("environment", {}).pop("ended_early", None)  # the program asked for that end
    result = outcome.judge_one(session, name, str(trace), recorded, found, begun)
    if result["verdict"] in UNJUDGED:
        raise Stop(NOT_JUDGED, result["reason"])
    if result["verdict"] in (Verdict.CRASH, Verdict.TIMEOUT):
        told = f"{said(recorded, output)} with a tool, not without"
        return disturbed(session, dict(result), str(result["verdict"]), told)  # type: ignore[return-value]
    if session.whole_teams:
        view = view_of(trace, bench.build)
        for text in differences(program, bench.grammar, bench.features, view)[:1]:
            outcome.observe(session, result, VIEW, f"the view has {text}")
    return result


def clear(trace: Path) -> None:
    """Removes a recording completely."""
    for path in trace.parent.glob(trace.name + "*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
