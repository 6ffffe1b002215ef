"""`ompt-cts selftest --faults`: records the suites' traces, tries the faults, shows the matrix;
also in parts, which `ompt-cts report` merges."""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypedDict

from msgspec import Meta

from ompt_cts import catalogue, files
from ompt_cts.errors import UserError
from ompt_cts.faults import device_traces, kill_matrix, waived
from ompt_cts.faults.fault_classes import Classes
from ompt_cts.files import Json
from ompt_cts.numbers_of_options import natural, positive
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.progress import say
from ompt_cts.reports import origin
from ompt_cts.runtime import runtimes
from ompt_cts.suite import resolved, shards, suite_run
from ompt_cts.suite.suite_run import Meter, Selection
from ompt_cts.verdict import outcome
from ompt_cts.verdict.outcome import Outcome

# Parts of the kill matrix: the file of `selftest --faults --shard I/N`, in the form of
# suite/shards.py.


class Asked(TypedDict):
    """The options that decide which faults are tried (fault_run.py)."""

    runtime: str
    seed: int
    sample: Annotated[int, Meta(ge=1)]
    once: bool
    fault: str
    suite: list[str]


@dataclass(frozen=True)
class FaultPart:
    """The output of ompt-fault for the traces of one part; `asked` must be the same in all."""

    shard: shards.Shard
    asked: Asked
    printed: list[tuple[str, list[str]]]  # test and lines, a pair for each trace
    tests: list[str]  # also those without a trace
    whole: shards.Whole
    # The same for faults of devices, which the first part tries.
    tracing: list[tuple[str, list[str]]] = field(default_factory=list)
    made_by: Json = field(default_factory=origin.made_by)

    def names(self) -> list[str]:
        return self.tests

    def differs(self, other: "FaultPart") -> str:
        if self.shard.count != other.shard.count:
            return "number of shards"
        if self.made_by != other.made_by:
            return "harness"
        if self.whole != other.whole:
            return "tests of the whole run"
        return next((what for what, its in other.asked.items() if self.asked.get(what) != its), "")


def are(paths: list[Path]) -> bool:
    """Whether the first of these files is a part of a kill matrix."""
    return "printed" in shards.load(paths[0])


def read(path: Path) -> FaultPart:
    data = shards.load(path)
    if "printed" not in data:
        raise UserError(f"{path} is a shard of a run, not of a kill matrix")
    return shards.made(path, data, FaultPart)


Printed = list[tuple[str, list[str]]]
SHOWN = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the kill matrix")
    group.add_argument(
        "--faults",
        action="store_true",
        help="break the suites' traces and count the faults that rules find",
    )
    group.add_argument(
        "--waived",
        action="store_true",
        help="break the traces of programs outside the suites, and count the faults that known deviations hide",
    )
    group.add_argument(
        "--runtime",
        default=runtimes.DEFAULT,
        metavar="NAME",
        help="record on this runtime (default %(default)s); the findings of a runtime that breaks rules"
        " may hide faults",
    )
    group.add_argument("--json", metavar="FILE", help="write the matrix to this file")
    group.add_argument(
        "--one-in",
        dest="sample",
        type=positive,
        default=1,
        metavar="N",
        help="try one fault in N, in every test",
    )
    group.add_argument(
        "--seed",
        type=natural,
        default=1,
        metavar="S",
        help="draw another sample with --one-in (default 1)",
    )
    group.add_argument(
        "--reuse", action="store_true", help="do not record again: take the last traces"
    )
    group.add_argument(
        "--once",
        action="store_true",
        help="try a fault only until one test kills it: the same verdicts, sooner, but the matrix does"
        " not name redundant tests",
    )
    group.add_argument(
        "--suite", action="append", default=[], metavar="NAME", help="only this suite"
    )
    group.add_argument(
        "--fault", default="", metavar="TEXT", help="only faults whose name contains TEXT"
    )
    shards.add_arguments(group.add_argument, "build/reports/faults/shards")


def record(args: argparse.Namespace, results: Path) -> list[Outcome]:
    """The outcomes of the suites on the chosen runtime; their traces stay in lit's folders."""
    if args.reuse:
        found = outcome.collect(results)
        if not found:
            raise UserError(f"--reuse: no traces were recorded in {results}")
        return found
    runtime = runtimes.named(args.runtime)
    target = resolved.resolve(runtime, catalogue.DEFAULT_PROFILE, "", build_dir())
    say(f"recording the suites on {runtime.name}")
    suite_run.make_room(results, "faults", resume=False)
    return suite_run.run_once(selection_of(args), target, results, "recording")


def selection_of(args: argparse.Namespace) -> Selection:
    selection = Selection(list(args.suite), params={"build": str(build_dir())})
    selection.shard = shards.parse(args.shard) if args.shard else None
    return selection


def try_faults(args: argparse.Namespace, traces: list[kill_matrix.Recorded]) -> Printed:
    """The output of ompt-fault, by test."""
    options = ["--profile", catalogue.DEFAULT_PROFILE, "--seed", str(args.seed)]
    options += ["--sample", str(args.sample)]
    if args.fault:
        options += ["--match", args.fault]
    printed: Printed = []
    with Meter("faults") as meter:
        for done, (trace, lines) in enumerate(
            kill_matrix.results(build_dir(), traces, options, args.once), 1
        ):
            printed.append((trace.test, lines))
            meter.step(done, len(traces), trace.test, "PASS")
    return printed


def try_device_faults(args: argparse.Namespace, folder: Path) -> Printed:
    """The same for the buffers and records of devices: every fault, whatever the sample."""
    build = build_dir()
    traces = device_traces.record(build, folder / "tracing", args.reuse)
    options = ["--profile", catalogue.DEFAULT_PROFILE, "--seed", str(args.seed)]
    printed: Printed = []
    for match in device_traces.MATCHES:
        for trace, lines in kill_matrix.results(build, traces, [*options, "--match", match]):
            mine = [line for line in lines if device_traces.of_tracing(line, args.fault)]
            printed.append((trace.test, mine))
    return printed


def show(result: Json, title: str) -> None:
    summary = result["summary"]
    print(
        f"{title}: {summary['faults']} faults in {summary['traces']} traces, tried {summary['tried']} times:"
        f" {summary['killed']} killed, {summary['equivalent']} equivalent,"
        f" {summary['survived']} survived, {summary['refused']} refused,"
        f" {summary['crashed']} crashed and {summary['hung']} hung the validator"
    )
    print(
        f"{100 * summary['killed_share']:.2f} % of those that are not equivalent are killed;"
        f" {summary['named']} of {summary['killed']} by a rule that is about them"
    )
    if result["groups"]:
        print("\nsurvivors by event, field and kind of fault:")
    for row in result["groups"][:SHOWN]:
        verdicts = ", ".join(f"{n} {v}" for v, n in row["verdicts"].items())
        print(f"  {row['group']}  {verdicts} of {row['of']}  (e.g. {row['example']} {row['test']})")
    if len(result["groups"]) > SHOWN:
        print(f"  and {len(result['groups']) - SHOWN} more")
    for fault in result["faults"]:
        if fault["doubtful"]:
            print(f"doubtful: {fault['id']} is said to conform, but {fault['doubtful'][0]} fails")


def try_in_real_runs(runtime: runtimes.Runtime) -> bool:
    """Tries the faults between a runtime and the checker, each of which a rule must find."""
    online = ROOT / "harness" / "faults" / "online"
    command = [sys.executable, str(online / "anchors_test.py"), "--bin", str(build_dir() / "bin")]
    command += ["--suites", str(ROOT / "suites"), "--compiler", runtime.compilers["c"].path]
    for table in ("anchors.txt", "handler.txt"):
        command += ["--table", str(online / table)]
    library = {"LD_LIBRARY_PATH": os.path.dirname(runtime.library_real)}
    return subprocess.run(command, env={**os.environ, **library}, check=False).returncode == 0


def judge(printed: Printed, tracing: Printed, asked: Json, json_path: str) -> int:
    """Shows the matrix, and that of the faults of devices; returns whether enough faults of both
    were killed."""
    result = matrix_of(printed, asked)
    statuses = [judged(result, "the suites")]
    if asked["sample"] == 1:
        alive = unbroken(result["rules_without_kill"])
        print(
            f"\n{len(alive)} mandatory rules of hosts are broken by none of the faults: {' '.join(alive)}"
        )
    if asked["sample"] == 1 and not asked["once"]:
        print(f"\n{len(result['rules_without_kill'])} rules kill nothing")
        print(f"{len(result['tests_without_loss'])} tests could be left out without losing a kill")
    if tracing:
        result["tracing"] = matrix_of(tracing, {**asked, "sample": 1, "once": False})
        statuses.append(judged(result["tracing"], "\nbuffers and records of devices"))
    if json_path:
        files.write_text(Path(json_path), json.dumps(result, indent=1) + "\n")
    return max(statuses)


def unbroken(rules: list[str]) -> list[str]:
    """Those of these rules that are mandatory, not about devices, and named by no fault of a real
    run and no written mutant of a real runtime either."""
    folder = ROOT / "harness" / "faults"
    tables = [*(folder / "online").glob("*.txt"), folder / "written_mutants.txt"]
    lines = [line for table in tables for line in table.read_text(encoding="utf-8").splitlines()]
    broken = {word for line in lines if "scenarios/" not in line for word in line.split()}
    known = catalogue.load()
    return [
        rule
        for rule in rules
        if known[rule].levels.get(catalogue.DEFAULT_PROFILE) == "mandatory"
        and known[rule].chapter not in ("data_ops", "devices", "target", "tracing")
        and rule not in broken
    ]


def matrix_of(printed: Printed, asked: Json) -> Json:
    matrix = kill_matrix.Matrix()
    for test, lines in printed:
        matrix.read(test, lines)
    rules = catalogue.load()
    context = {name: asked[name] for name in ("runtime", "seed", "sample", "once")}
    return kill_matrix.report(matrix, Classes(rules), list(rules), context)


def judged(result: Json, title: str) -> int:
    show(result, title)
    summary = result["summary"]
    alive = summary["survived"] + summary["refused"]
    faults = summary["killed"] + alive
    if not faults:
        print("no fault was tried that a rule must find")
        return 1
    allowed = waived.allowed(faults, result["sample"])
    if alive > allowed:
        print(f"too few are killed: {alive} of {faults} survive, at most {allowed} may")
    return 1 if summary["crashed"] or summary["hung"] or alive > allowed else 0


def run(args: argparse.Namespace) -> int:
    if args.waived:
        return waived.run(args)
    shard = shards.parse(args.shard) if args.shard else None
    folder = build_dir() / "reports" / "faults"
    parts = Path(args.shards).absolute() if args.shards else folder / "shards"
    results = folder / "outcomes"
    if shard:  # a result lost while it runs again is missing, not old
        shard.path(parts).unlink(missing_ok=True)
        results = folder / f"outcomes-{shard.number}-of-{shard.count}"
    outcomes = record(args, results)
    traces = kill_matrix.recorded(outcomes)
    if not traces:
        raise UserError("no test left a complete trace")
    printed = try_faults(args, traces)
    first = not args.suite and (not shard or shard.number == 1)
    tracing = try_device_faults(args, folder) if first else []
    asked = {name: getattr(args, name) for name in Asked.__annotations__}
    if shard:
        names = [outcome["name"] for outcome in outcomes]
        whole = shards.whole_of(suite_run.whole_run(selection_of(args), results))
        part = FaultPart(shard, asked, printed, names, whole, tracing)
        say(f"shard {shard}: {shards.write(part, parts)}")
    status = judge(printed, tracing, asked, args.json)
    if shard:
        return 0  # a part alone kills less: tests of other parts kill its survivors
    whole = not args.suite and not args.fault
    return status or int(whole and not try_in_real_runs(runtimes.named(args.runtime)))


def merge(paths: list[Path], json_path: str) -> int:
    """The matrix of one whole run."""
    parts = shards.complete([read(path) for path in paths])
    printed = [(test, lines) for part in parts for test, lines in part.printed]
    tracing = [(test, lines) for part in parts for test, lines in part.tracing]
    return judge(sorted(printed), tracing, parts[0].asked, json_path)
