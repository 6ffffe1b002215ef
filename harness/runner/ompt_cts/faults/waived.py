"""`ompt-cts selftest --faults --waived`: finds the faults that known deviations hide.

The programs of `harness/faults/programs` have no notes, like a user's program. Their traces are
broken as those of the suites, and judged as `check` judges a program: with the runtime's known
deviations. A fault that a rule finds without anything new is hidden, by the entries that waive the
findings which the true trace lacks.
"""

import argparse
import json
import os
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import exp, lgamma, log
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.faults import kill_matrix
from ompt_cts.faults.kill_matrix import Recorded
from ompt_cts.files import Json
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.progress import say
from ompt_cts.runtime import runtimes
from ompt_cts.steps import tools
from ompt_cts.verdict import identity, judging, outcome
from ompt_cts.verdict.evidence import Finding, Session
from ompt_cts.verdict.expectations import Deviation, broken_by, find

# The number of survivors that the kill matrix may show.
#
# The goal applies literally to a matrix of all faults. It cannot apply to a sample: the drawn
# faults, and what a moment of a real run shows of them, are chance, and every third sample of a
# matrix that reaches the goal would fall short of it. So a sample fails if it refutes the goal: if
# a matrix that reaches the goal would show so many survivors in fewer than one sample of a hundred.

# The goal of the harness: the share of non-equivalent faults that some test must kill.
GOAL = 0.99
DOUBT = 0.01


def probability(survivors: int, faults: int) -> float:
    """The probability of exactly so many survivors among so many faults, each of which survives
    with the probability that the goal allows."""
    ways = lgamma(faults + 1) - lgamma(survivors + 1) - lgamma(faults - survivors + 1)
    return exp(ways + survivors * log(1 - GOAL) + (faults - survivors) * log(GOAL))


def allowed(faults: int, sample: int) -> int:
    """The largest number of survivors among so many non-equivalent faults, one in `sample` of all,
    that does not fail."""
    number = int(faults * (1 - GOAL) + 1e-9)
    if sample > 1:
        # The probability of more survivors.
        more = 1 - sum(probability(n, faults) for n in range(number + 1))
        while more >= DOUBT and number < faults:
            number += 1
            more -= probability(number, faults)
    return number


PROGRAMS = ROOT / "harness" / "faults" / "programs"
SETTINGS = {"OMP_CANCELLATION": "true", "OMP_NUM_THREADS": "3", "OMPT_CTS_PROBES": "sampled"}
SECONDS = 60


@dataclass
class Hidden:
    """The results of all faults in all programs."""

    found: int = 0  # by some rule
    hidden: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by entry
    number: int = 0  # of those that are hidden
    more: Counter[str] = field(
        default_factory=Counter
    )  # by entry: faults that say the same more often

    def share(self) -> float:
        return self.number / self.found if self.found else 0.0


def record(folder: Path, runtime: runtimes.Runtime, reuse: bool) -> list[Recorded]:
    """The programs' traces. UserError if one does not compile or leaves none."""
    traces = []
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(PROGRAMS.glob("*.c")):
        trace = folder / source.stem / "trace"
        if not (reuse and trace.is_dir()):
            record_one(source, trace, runtime)
        traces.append(Recorded(f"corpus/{source.stem}", trace))
    return traces


def record_one(source: Path, trace: Path, runtime: runtimes.Runtime) -> None:
    files_of = trace.parent
    shutil.rmtree(files_of, ignore_errors=True)
    files_of.mkdir()
    program = files_of / source.stem
    compiler = runtime.compilers["c"].path
    library = os.path.dirname(runtime.library_real)
    command = [compiler, "-O1", "-g", "-fopenmp", f"-Wl,-rpath,{library}", str(source)]
    if subprocess.run([*command, "-lm", "-o", str(program)], check=False).returncode:
        raise UserError(f"{source.name} does not compile")
    checker = str(tools.require_tool(build_dir(), "libompt-checker.so"))
    told = {"OMP_TOOL_LIBRARIES": checker, "OMPT_CTS_TRACE": str(trace), **SETTINGS}
    try:
        done = subprocess.run(
            [str(program)],
            env={**os.environ, **told},
            stdout=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"{source.name} still ran after {SECONDS} s") from None
    if done.returncode or not trace.is_dir():
        raise UserError(f"{source.name} ended with status {done.returncode}, or left no trace")


def findings_of(session: Session, test: str, judged: Json) -> list[Finding]:
    found = outcome.judge_one(session, test, test, {}, judged)["findings"]
    return [one for one in found if one["severity"] == "error"]


def kind_of(finding: Finding) -> tuple[str, str]:
    return finding["rule"], finding["sort"]


def name_of(entry: Deviation) -> str:
    return f"{entry.cause or entry.rule}: {entry.rule} in {', '.join(entry.tests)}"


def waiver(entries: list[Deviation], test: str, finding: Finding, broken: set[str]) -> str:
    entry = find(entries, test, finding, broken)
    return name_of(entry) if entry else "none"


def tries(trace: Recorded, options: list[str]) -> Iterator[tuple[str, str, Json]]:
    """Each fault whose verdict says more than that on the true trace: outcome, name, verdict."""
    for line in kill_matrix.run_one(build_dir(), trace, [*options, "--verdicts"]):
        columns = line.split("\t")
        if columns[0] in kill_matrix.OUTCOMES and len(columns) > 3:
            yield columns[0], columns[1], json.loads(columns[3])


def weigh(traces: list[Recorded], session: Session, options: list[str]) -> Hidden:
    result = Hidden()
    entries = list(session.deviations)
    for trace in traces:
        true = judging.validate(str(trace.path), session.profile, build_dir())
        before = {kind_of(one) for one in findings_of(session, trace.test, true)}
        for mark, fault, judged in tries(trace, options):
            found = findings_of(session, trace.test, judged)
            broken = broken_by(found)
            hidden = not any(not one["waived"] for one in found)
            new = [one for one in found if kind_of(one) not in before]
            names = {waiver(entries, trace.test, one, broken) for one in new if one["waived"]}
            if mark == "K":
                result.found += 1
                result.number += hidden
                for name in (names or {"nothing but the count is new"}) if hidden else ():
                    result.hidden[name].append(f"{fault} in {trace.test}")
            elif hidden:
                result.more[kill_matrix.group_of(fault)] += 1
    return result


def show(result: Hidden) -> None:
    print(
        f"{result.found} faults in programs that note nothing are found; known deviations hide"
        f" {result.number} of them ({100 * result.share():.2f} %)"
    )
    for name, faults in sorted(result.hidden.items(), key=lambda row: -len(row[1])):
        print(f"  {len(faults)} by {name}\n     e.g. {faults[0]}")
    print(f"{result.more.total()} more say only more often what is known:")
    for name, number in result.more.most_common(20):
        print(f"  {number} {name}")


def run(args: argparse.Namespace) -> int:
    """0 if known deviations hide no more of the found faults than may survive in the kill matrix,
    else 1."""
    runtime = runtimes.named(args.runtime)
    say(f"recording {PROGRAMS.relative_to(ROOT)} on {runtime.name}")
    traces = record(build_dir() / "reports" / "faults" / "waived", runtime, args.reuse)
    library = identity.Library(sha256=runtime.sha256, path=runtime.library_real)
    known = identity.find(library, catalogue.DEFAULT_PROFILE, environment=SETTINGS)
    session = Session("", catalogue.DEFAULT_PROFILE, deviations=known.deviations)
    options = ["--profile", catalogue.DEFAULT_PROFILE, "--seed", str(args.seed)]
    options += ["--sample", str(args.sample), "--match", args.fault]
    result = weigh(traces, session, options)
    show(result)
    return int(not result.found or result.number > allowed(result.found, args.sample))
