"""Run the test programs on a runtime and give a verdict for each rule.

exit codes: 0 as expected: every finding is a known deviation; 1 something is new; 2 no verdict (a test
could not be judged, or something is missing). With --strict: 0 conformant, 1 nonconformant or no OMPT,
2 undecided. 130: interrupted; the report has the tests judged before"""

import argparse
import json
import os
import re
import shutil
import time
from dataclasses import replace
from pathlib import Path

from ompt_cts import catalogue, selecting
from ompt_cts.errors import UserError
from ompt_cts.numbers_of_options import natural, positive
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import origin, outputs, phrases, report, terminal
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header, tools
from ompt_cts.suite import chosen, resolved, shards, suite_run
from ompt_cts.suite.resolved import Resolved
from ompt_cts.verdict import stability, verdicts
from ompt_cts.verdict.outcome import Outcome

INTERRUPTED = 130
LOOK = 0.5  # seconds between two looks at a watched library


def add_arguments(parser: argparse.ArgumentParser) -> None:
    runtimes.add_arguments(parser)
    outputs.add_profile(parser)
    parser.add_argument(
        "--suite",
        action="append",
        default=[],
        metavar="NAME",
        help="only this suite or folder, such as tasking or host/parallel; repeatable",
    )
    parser.add_argument("--filter", metavar="REGEX", help="only tests whose path matches")
    chosen.add_arguments(parser)
    parser.add_argument(
        "--repeat",
        type=positive,
        default=1,
        metavar="N",
        help="run everything N times; verdicts that differ are flaky",
    )
    shards.add_arguments(parser.add_argument, "build/reports/<runtime>/shards")
    parser.add_argument(
        "--watch",
        action="store_true",
        help="run again whenever the runtime's library changes, until interrupted",
    )
    parser.add_argument(
        "-j", "--jobs", type=positive, default=0, metavar="N", help="run N tests at once"
    )
    outputs.add_expectations(parser)
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue an interrupted run of the same tests; judged tests do not run again",
    )
    parser.add_argument(
        "--probes", choices=tools.PROBES, help="how often callbacks call entry points"
    )
    parser.add_argument(
        "--perturb",
        type=natural,
        metavar="SEED",
        help="delay threads in callbacks, by the random numbers of SEED; with --repeat SEED, SEED+1, …",
    )
    parser.add_argument(
        "--stability",
        action="store_true",
        help="run everything under load, perturbed, with other numbers of threads and of tests at "
        "once, and list the settings that changed a verdict",
    )
    parser.add_argument(
        "--second-pass",
        type=positive,
        metavar="SECONDS",
        help="then run all suites except frames again with every probe, and start no test after "
        "this time",
    )
    outputs.add_strict(parser)
    outputs.add_arguments(parser, "build/reports/<runtime>/report.json")


def check_filter(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise UserError(f"--filter {pattern!r} is not a regular expression: {error}") from None
    return pattern


def chosen_words(args: argparse.Namespace) -> list[str]:
    """The options that must agree in all parts of a run: the tests and how they run."""
    words = []
    for option in (*selecting.SELECTING, *selecting.HOW):
        value = getattr(args, "source" if option == "--for" else option[2:].replace("-", "_"))
        if option not in ("--shard", "--repeat") and value is not None and value is not False:
            values = value if isinstance(value, list) else [value]
            words += [option if one is True else f"{option}={one}" for one in values]
    return words


def run(args: argparse.Namespace) -> int:
    if args.watch and (args.shard or args.resume or args.stability):
        raise UserError("--watch excludes --shard, --resume and --stability")
    while True:
        judged = stamp_of(args) if args.watch else ()
        status = run_once(args)
        if not args.watch or status == INTERRUPTED:
            return status
        try:
            wait_for_change(args, judged)
        except KeyboardInterrupt:
            return status


def stamp_of(args: argparse.Namespace) -> tuple[int, ...]:
    """A value that changes with the runtime's library; None while the library is missing, as while it is linked."""
    try:
        runtime = runtimes.from_arguments(args)
        status = os.stat(runtime.library_real) if runtime else None
    except (OSError, UserError):
        return ()
    return (status.st_ino, status.st_size, status.st_mtime_ns) if status else ()


def wait_for_change(args: argparse.Namespace, judged: tuple[int, ...]) -> None:
    """Returns when the library differs from `judged` and is no longer being written."""
    say("waiting for the library to change")
    before = judged
    while (now := stamp_of(args)) in ((), judged) or now != before:
        before = now
        time.sleep(LOOK)


def selection_of(args: argparse.Namespace, build: Path) -> tuple[suite_run.Selection, str]:
    """The tests that the options choose, and a line about the choice; UserError."""
    selection = suite_run.Selection(args.suite, check_filter(args.filter or ""), args.jobs)
    selection.shard = shards.parse(args.shard) if args.shard else None
    selection.tests, told = chosen.tests(args)
    if told and args.strict:
        raise UserError("a choice of tests shows no conformance: omit --strict")
    selection.folders()
    selection.params = {"build": str(build)}
    if args.probes:
        selection.params["probes"] = args.probes
    return selection, told


def plan_of(args: argparse.Namespace) -> tuple[list[stability.Pass], int]:
    """The passes over the tests, and how many of them repeat the first; UserError."""
    if args.stability and (args.repeat > 1 or args.perturb is not None):
        raise UserError("--stability has passes of its own: omit --repeat and --perturb")
    if args.stability and args.second_pass:
        raise UserError("--stability has passes of its own: omit --second-pass")
    plan = stability.passes() if args.stability else stability.plain(args.repeat, args.perturb)
    more = stability.second(args.second_pass, args.suite) if args.second_pass else []
    return plan + more, len(plan)


def run_once(args: argparse.Namespace) -> int:
    build = build_dir()
    profile = catalogue.check_profile(args.profile)
    runtime = runtimes.from_arguments(args)
    assert runtime is not None  # the default names one
    selection, told = selection_of(args, build)
    shard = selection.shard
    results = build / "reports" / runtime.name
    suite_run.lock_of(results).close()  # an unwritable folder is reported before anything runs
    target = resolved.resolve(runtime, profile, args.expectations, build)
    plan, repeats = plan_of(args)
    context = report.Context(
        profile=profile,
        runtime=target.runtime,
        known=target.known,
        repeat=repeats,
        strict=args.strict,
    )
    folder = results
    parts = Path(args.shards).absolute() if args.shards else folder / "shards"
    if shard:  # a result lost while it runs again is missing, not old
        folder = folder / "shards" / f"{shard.number}-of-{shard.count}"
        shard.path(parts).unlink(missing_ok=True)
    with suite_run.alone(folder):
        for note in [*filter(None, [told]), *target.notes()]:
            say(note)
        early = None
        if is_first(args, selection, folder):
            few = replace(selection, tests=chosen.quick_list(first=True))
            early = show_early(few, target, context, folder)
        runs = run_passes(selection, target, plan, folder, args.resume, early)
        interrupted = any(entry["name"] == suite_run.INTERRUPTED for entry in runs[-1])
        outcomes = verdicts.combine_repeats(runs[:repeats])
        for asked in runs[repeats:]:
            outcomes = verdicts.with_second(outcomes, asked)
        table = stability.moved(plan, runs) if args.stability and not interrupted else []
        if shard and not interrupted:
            whole = shards.whole_of(suite_run.whole_run(selection, folder / "outcomes" / "0"))
            ground = chosen_words(args), target.expectations, *shards.told(context)
            part = shards.Part(shard, *ground, outcomes, whole)
            part.lit = str(build / "lit" / runtime.name)
            part.passes, part.moved = (len(plan), table) if args.stability else (0, [])
            say(f"shard {shard}: {shards.write(part, parts)}")
        result = report.build(context, outcomes)
        path = outputs.emit(result, args, folder / "report.json")
        terminal.show(result, path)
        if args.stability and not interrupted:
            stability.show(table, len(plan), folder)
    return INTERRUPTED if interrupted else int(result["exit_code"])


def is_first(args: argparse.Namespace, selection: suite_run.Selection, folder: Path) -> bool:
    """Whether all tests of a runtime run, and for the first time."""
    part = selection.suites or selection.filter or selection.tests or selection.shard
    return not (part or args.resume or args.stability or (folder / "report.json").exists())


def show_early(
    selection: suite_run.Selection, target: Resolved, context: report.Context, folder: Path
) -> Path:
    """The tests of --quick and one line about them, long before the other programs are compiled.
    Returns the folder of their outcomes."""
    results = folder / "first"
    suite_run.make_room(results, "", resume=False)
    outcomes = suite_run.run_once(selection, target, results, f"{target.name} first")
    if any(entry["name"] == suite_run.INTERRUPTED for entry in outcomes):
        raise KeyboardInterrupt
    told = phrases.as_expected(report.build(context, outcomes))
    say(f"{verdicts.plural(len(outcomes), 'test')} of --quick: {told}; the others follow")
    return results


def run_passes(
    selection: suite_run.Selection,
    target: Resolved,
    plan: list[stability.Pass],
    folder: Path,
    resume: bool,
    early: Path | None = None,
) -> list[list[Outcome]]:
    """The outcomes of each pass, up to an interrupted one. The outcomes in the folder `early` are
    those of the first pass, if it runs its tests in the same way."""
    runs: list[list[Outcome]] = []
    if not resume:
        shutil.rmtree(folder / "outcomes", ignore_errors=True)
    for number, one in enumerate(plan):
        this = replace(
            selection,
            jobs=one.jobs or selection.jobs,
            suites=list(one.suites) or selection.suites,
            seconds=one.seconds,
            params=selection.params | stability.parameters(one),
        )
        if one.suites and this.shard:  # lit would divide the tests of some suites in another way
            programs = dict.fromkeys(header.source_name(test["name"]) for test in runs[0])
            within = tuple(name.removeprefix("suites/") for name in one.suites)
            this.tests, this.shard = [name for name in programs if name.startswith(within)], None
            if not this.tests:
                continue
        results = folder / "outcomes" / str(number)
        again = resume and (number == 0 or results.exists())
        loader = [os.environ.get(name) for name in ("LD_PRELOAD", "LD_LIBRARY_PATH")]
        told = [target.runtime, target.profile, target.expectations, loader]
        stamp = json.dumps(
            [origin.commit(), *told, this.suites, this.tests, this.filter, this.params]
        )
        suite_run.make_room(results, stamp, again)
        if early and number == 0 and not any(stability.parameters(one).values()):
            for path in early.glob("*.json"):
                path.replace(results / path.name)
            again = True
        if again:
            this.params["resume"] = "1"
        with stability.load(one):
            title = f"{target.name} {one.title}".rstrip()
            runs.append(suite_run.run_once(this, target, results, title))
        if any(entry["name"] == suite_run.INTERRUPTED for entry in runs[-1]):
            break
    return runs
