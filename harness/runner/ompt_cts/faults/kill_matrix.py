"""The kill matrix: breaks saved traces of the suites in one place at a time, and lets the validator
judge them.

A fault is a mistake that a runtime might make, in every program:
`work/distribute/end:dropped@first`. It is killed if the faulty trace of at least one test breaks a
rule that the true trace does not break. A fault that survives every test is either equivalent
(harness/faults/equivalent.toml says why) or a survivor: a rule or a test is missing.
"""

import subprocess
import tempfile
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.faults.fault_classes import Classes
from ompt_cts.files import Json
from ompt_cts.system import calls
from ompt_cts.verdict.outcome import Outcome

OUTCOMES = {"K": "killed", "S": "survived", "R": "refused", "C": "crashed", "H": "hung"}
EXAMPLES = 5
# With --once, a trace ignores the kills of the traces just before it: so the pool stays busy,
# and the tried faults depend on the order alone.
UNDER_WAY = 16
# In a trace with more bytes than this a trial takes up to a second. With --once, equivalent faults are
# tried there only if no smaller trace offers it.
LARGE = 1_000_000


@dataclass(frozen=True)
class Recorded:
    """A trace of one test."""

    test: str
    path: Path

    def size(self) -> int:
        """The bytes of its files."""
        return sum(file.stat().st_size for file in self.path.rglob("*") if file.is_file())


@dataclass
class Fault:
    id: str
    outcomes: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    killers: dict[str, None] = field(default_factory=dict)  # tests that kill it, in their order
    survivors: list[str] = field(default_factory=list)  # some tests that let it live

    def add(self, test: str, outcome: str, rules: list[str]) -> None:
        self.outcomes[outcome] += 1
        self.rules.update(rule.partition("@")[0] for rule in rules)
        if outcome == "killed":
            self.killers[test] = None
        elif len(self.survivors) < EXAMPLES:
            self.survivors.append(test)

    def verdict(self) -> str:
        for outcome in ("killed", "hung", "crashed", "refused"):
            if self.outcomes[outcome]:
                return outcome
        return "survived"


@dataclass
class Matrix:
    faults: dict[str, Fault] = field(default_factory=dict)
    traces: list[Json] = field(default_factory=list)
    tried: int = 0

    def read(self, test: str, lines: Iterable[str]) -> None:
        """Adds the output of `ompt-fault run` for one trace."""
        for line in lines:
            columns = line.rstrip("\n").split("\t")
            if columns[0] == "trace":
                self.traces.append({"test": test, "state": columns[2], "baseline": columns[4]})
                continue
            mark, name, rules = columns
            fault = self.faults.setdefault(name, Fault(name))
            fault.add(test, OUTCOMES[mark], rules.split(",") if rules and mark == "K" else [])
            self.tried += 1


def tool(build: Path) -> Path:
    path = build / "bin" / "ompt-fault"
    if not path.exists():
        raise UserError(f"{path} is not built: run ./ompt-cts setup")
    return path


def recorded(outcomes: Iterable[Outcome]) -> list[Recorded]:
    """The complete traces of a run of the suites."""
    found = []
    for outcome in outcomes:
        if not outcome["verdict"].trusted:
            continue
        for trace in outcome["traces"]:
            path = Path(trace["path"])
            if trace.get("complete") and path.is_dir():
                found.append(Recorded(outcome["name"], path))
    return found


def run_one(
    build: Path, trace: Recorded, options: list[str], without: Collection[str] = ()
) -> list[str]:
    """The output of `ompt-fault run` for the trace; the faults of `without` are not tried."""
    command = [str(tool(build)), "run", str(trace.path), *options]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as left_out:
        if without:
            left_out.writelines(f"{fault}\n" for fault in without)
            left_out.flush()
            command += ["--without", left_out.name]
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False
        )
    if done.returncode:
        raise UserError(f"ompt-fault failed on {trace.path}: {done.stderr.strip()}")
    return done.stdout.splitlines()


Printed = Iterator[tuple[Recorded, list[str]]]


def results(build: Path, traces: list[Recorded], options: list[str], once: bool = False) -> Printed:
    """The output of ompt-fault for each trace. With `once` small traces come first, and a fault
    that a rule about it has killed is not tried in later ones: not all its tests are known."""
    with ThreadPoolExecutor(calls.processors()) as pool:
        if once:
            yield from results_once(pool, build, traces, options)
        else:
            printed = pool.map(lambda trace: run_one(build, trace, options), traces)
            yield from zip(traces, printed, strict=True)


def results_once(
    pool: ThreadPoolExecutor, build: Path, traces: list[Recorded], options: list[str]
) -> Printed:
    classes = Classes(catalogue.load())
    killed: set[str] = set()  # by a rule that is about the fault
    conforming: set[str] = set()  # and tried
    under_way: deque[tuple[Recorded, Future[list[str]]]] = deque()

    def take() -> tuple[Recorded, list[str]]:
        trace, future = under_way.popleft()
        printed = future.result()
        for mark, fault, rules in (line.split("\t")[:3] for line in printed):
            broken = (rule.partition("@")[0] for rule in rules.split(","))
            if mark == "K" and any(classes.names(rule, fault) for rule in broken):
                killed.add(fault)
            elif mark == "S" and classes.equivalent(fault):
                conforming.add(fault)
        return trace, printed

    for size, trace in sorted(((trace.size(), trace) for trace in traces), key=in_order):
        if len(under_way) == UNDER_WAY:
            yield take()
        without = killed | conforming if size > LARGE else frozenset(killed)
        under_way.append((trace, pool.submit(run_one, build, trace, options, without)))
    while under_way:
        yield take()


def in_order(sized: tuple[int, Recorded]) -> tuple[int, str, Path]:
    size, trace = sized
    return size, trace.test, trace.path


def classify(fault: Fault, classes: Classes) -> Json:
    verdict, reason = fault.verdict(), ""
    equivalent = classes.equivalent(fault.id)
    if equivalent and verdict == "survived":
        verdict, reason = "equivalent", equivalent.reason
    named = [rule for rule in fault.rules if classes.names(rule, fault.id)]
    return {
        "id": fault.id,
        "verdict": verdict,
        "reason": reason,
        "named": bool(named),
        # Rules that find an equivalent fault: the reason or the finding is wrong.
        "doubtful": [r for r in fault.rules if equivalent and not equivalent.unless.fullmatch(r)],
        "instances": sum(fault.outcomes.values()),
        "killed": fault.outcomes["killed"],
        "rules": dict(fault.rules.most_common()),
        "tests": list(fault.killers)[:EXAMPLES],
        "killers": list(fault.killers),  # for faults/quick.py
        "alive_in": fault.survivors,
    }


def needed_tests(matrix: Matrix) -> set[str]:
    """The tests each of which kills a fault that no other test kills, and a small set of tests that
    kills all other faults."""
    open_faults = [set(f.killers) for f in matrix.faults.values() if f.killers]
    needed: set[str] = set()
    while open_faults := [killers for killers in open_faults if not killers & needed]:
        single = {next(iter(killers)) for killers in open_faults if len(killers) == 1}
        if not single:
            counts = Counter(test for killers in open_faults for test in killers)
            single = {max(counts, key=lambda test: (counts[test], test))}
        needed |= single
    return needed


def report(matrix: Matrix, classes: Classes, rules: Iterable[str], context: Json) -> Json:
    faults = sorted((classify(f, classes) for f in matrix.faults.values()), key=lambda f: f["id"])
    verdicts = Counter(f["verdict"] for f in faults)
    kills: Counter[str] = Counter()
    for fault in matrix.faults.values():
        kills.update(fault.rules)
    tests = {trace["test"] for trace in matrix.traces}
    relevant = len(faults) - verdicts["equivalent"]
    return {
        "schema_version": 1,
        **context,
        "summary": {
            "traces": len(matrix.traces),
            "tried": matrix.tried,
            "faults": len(faults),
            **{v: verdicts[v] for v in (*OUTCOMES.values(), "equivalent")},
            "named": sum(f["named"] for f in faults),
            "killed_share": round(verdicts["killed"] / relevant, 4) if relevant else 0.0,
        },
        "faults": faults,
        "groups": groups(faults),
        "rules_without_kill": sorted(set(rules) - set(kills)),
        "tests_without_loss": sorted(tests - needed_tests(matrix)),
    }


def group_of(fault: str) -> str:
    """Event, field and kind of fault, without variant and selection."""
    subject, _, what = fault.rpartition("@")[0].rpartition(":")
    event, dot, name = subject.rpartition(".")
    event = event if dot else name
    return f"{event.partition('/')[0]}{dot}{name if dot else ''}:{what}"


def groups(faults: list[Json]) -> list[Json]:
    """Survivors by event, field and kind of fault, the largest group first."""
    found: dict[str, list[Json]] = defaultdict(list)
    totals: Counter[str] = Counter()
    for fault in faults:
        group = group_of(fault["id"])
        totals[group] += 1
        if fault["verdict"] not in ("killed", "equivalent"):
            found[group].append(fault)
    rows = [
        {
            "group": group,
            "survivors": len(members),
            "of": totals[group],
            "verdicts": dict(Counter(f["verdict"] for f in members)),
            "example": members[0]["id"],
            "test": (members[0]["alive_in"] or [""])[0],
        }
        for group, members in found.items()
    ]
    return sorted(rows, key=lambda row: (-row["survivors"], row["group"]))
