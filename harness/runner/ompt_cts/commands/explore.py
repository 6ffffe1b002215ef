"""Draw random OpenMP programs, run each under the checker tool, and judge the runtime's events.

Programs are drawn from a grammar of constructs; the same seed draws the same programs. Each notes
its expected events, ends with a checksum, and has a predicted view (docs/explore.md). A campaign
has a folder: the same command continues an interrupted campaign, and each new finding stays there
with its program.

A program that ends badly without a tool as well, or too rarely to attribute its end, is listed and
changes no exit code.

exit codes: 0 nothing new, 1 something is new, 2 no verdict, or a program could not be judged; 130:
interrupted"""

import argparse
import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.commands.run import INTERRUPTED, check_filter
from ompt_cts.corpus.runner import NOT_JUDGED
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError
from ompt_cts.explore import campaign, grammar, judge, small
from ompt_cts.files import Json
from ompt_cts.numbers_of_options import natural, positive
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.runtime import runtimes
from ompt_cts.steps import tools
from ompt_cts.suite import resolved, shards
from ompt_cts.suite.suite_run import Meter
from ompt_cts.system import calls, leftovers
from ompt_cts.verdict.breaches import NUMBER

# Programs that end otherwise on another runtime, or with another number of threads.
#
# Each ends well with the predicted view, or with another one, or badly. The prediction (explore/judge.py)
# is of the program alone, so a difference is the runtime's.


def end_of(row: Json) -> str:
    """How the program ended, without numbers of a runtime's lines; `as predicted` also where the
    runtime chooses the view."""
    if "causes" not in row:
        return f"{row['status']}: {NUMBER.sub('#', row['reason'])}"
    return f"another view, {row['view']}" if row["view"] else "as predicted"


def differences(variants: Mapping[str, Sequence[Json]]) -> Counter[tuple[str, str]]:
    """The different ends of the programs that all variants have run: for each text, with the name
    of its first program, the number of programs."""
    ends = {name: {row["name"]: end_of(row) for row in rows} for name, rows in variants.items()}
    found: dict[str, list[str]] = {}
    for program in sorted(set.intersection(*(set(those) for those in ends.values()))):
        its = {name: those[program] for name, those in ends.items()}
        if len(set(its.values())) > 1:
            words: dict[str, list[str]] = {}
            for name, end in its.items():
                words.setdefault(end, []).append(name)
            text = "; ".join(f"{end} ({', '.join(names)})" for end, names in words.items())
            found.setdefault(text, []).append(program)
    return Counter({(text, programs[0]): len(programs) for text, programs in found.items()})


DEFAULT_PROGRAMS = 1000
LISTED = 20
SETTING = "OMP_SCHEDULE=static"  # every program has settings of its own: so has what is known


def add_arguments(parser: argparse.ArgumentParser) -> None:
    runtimes.add_arguments(parser)
    outputs.add_profile(parser)
    parser.add_argument(
        "--seed", type=natural, default=1, help="another SEED draws other programs (default 1)"
    )
    parser.add_argument(
        "--programs",
        type=positive,
        metavar="N",
        help=f"draw N programs (default {DEFAULT_PROGRAMS})",
    )
    parser.add_argument("--minutes", type=positive, metavar="M", help="draw programs for M minutes")
    parser.add_argument(
        "--devices", action="store_true", help="draw constructs for devices as well"
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="GROUP",
        help="draw no construct of this group of the grammar: teams, cancel, mutex, …; repeatable",
    )
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="NAME",
        help="run the same programs on this runtime as well, and list those with another end; repeatable",
    )
    parser.add_argument(
        "--threads",
        type=positive,
        action="append",
        default=[],
        metavar="N",
        help="run each program with OMP_NUM_THREADS=N, in place of a drawn number; repeatable: the runs are "
        "compared",
    )
    parser.add_argument(
        "--folder",
        metavar="DIR",
        help="the campaign's folder (default build/explore/<runtime>/<seed>); the same command continues "
        "the campaign in it",
    )
    parser.add_argument(
        "--shard", metavar="I/N", help="only part I of N; parts may share the folder"
    )
    parser.add_argument(
        "--merge",
        nargs="+",
        default=[],
        metavar="DIR",
        help="run nothing: report on the campaigns of these folders together",
    )
    parser.add_argument(
        "--reduce",
        metavar="REGEX",
        help="draw nothing: shorten each program whose new finding has a kind that matches (`.`: every "
        "program with one), into <folder>/reduced",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=positive,
        default=1,
        metavar="N",
        help="run N batches of programs at once (default 1)",
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        default=20,
        metavar="S",
        help="kill a program after S seconds (default 20)",
    )
    outputs.add_expectations(parser)
    outputs.add_arguments(parser, "<folder>/report.json")


def benches_of(args: argparse.Namespace) -> list[judge.Bench]:
    """The means for each runtime: the given one, and those beside it."""
    first = runtimes.from_arguments(args)
    assert first is not None  # the default names one
    for tool in ("ompt-validate", "ompt-view", "libompt-checker.so"):
        tools.require_tool(build_dir(), tool)
    others = [runtimes.find_description(name) for name in args.beside]
    every = [first, *(runtimes.require(runtimes.resolve(other)) for other in others)]
    return [bench_of(args, runtime) for runtime in every]


def bench_of(args: argparse.Namespace, runtime: runtimes.Runtime) -> judge.Bench:
    build = build_dir()
    profile = catalogue.check_profile(args.profile)
    target = resolved.resolve(runtime, profile, args.expectations, build)
    if not target.answer.ompt:
        raise UserError(f"the runtime {runtime.name} cannot be judged: {target.answer.reason}")
    target = target.with_setting(SETTING)
    variables = {k: v for k, v in os.environ.items() if not k.startswith(judge.STEERING)}
    return judge.Bench(target, grammar.load(), build, variables, args.timeout)


def explore(every: list[campaign.Campaign], args: argparse.Namespace) -> bool:
    """Runs the rest of the campaigns; returns whether they were completed."""
    shard = shards.parse(args.shard) if args.shard else None
    programs = args.programs or (0 if args.minutes else DEFAULT_PROGRAMS)
    until = time.monotonic() + 60 * args.minutes if args.minutes else None
    batches: Iterable[int] = range(-(-programs // campaign.BATCH)) if programs else count()
    names = " + ".join(dict.fromkeys(one.bench.target.name for one in every))
    title = f"{names}, seed {every[0].seed}"
    done, runs, before = 0, 0, calls.seconds_used()
    known = len(list(campaign.left(every, batches, shard))) if programs else 0
    with Meter(title) as meter:
        try:
            left = campaign.left(every, batches, shard)
            for number, times in campaign.run(every, left, args.jobs, until):
                done, runs = done + 1, runs + times
                meter.step(done, known or done + 1, str(number), "PASS")
        except KeyboardInterrupt:
            return False
    used = calls.seconds_used() - before
    if done:
        drawn = runs * campaign.BATCH
        rate = 3600 * drawn / used
        say(f"{drawn} programs in {used:.0f} s of processor time: {rate:.0f} an hour")
    return True


def conclude(args: argparse.Namespace, bench: judge.Bench, folders: list[Path]) -> int:
    """Shows the findings, and returns the exit code."""
    found = campaign.rows(folders)
    context = report.Context(
        profile=bench.target.profile,
        runtime=bench.target.runtime,
        known=bench.target.known,
        rerun=False,
    )
    statuses = Counter(row["status"] for row in found)
    causes = Counter(c for row in found for c in row.get("causes", [row.get("cause", "")]) if c)
    ends = Counter((row["status"], row["reason"]) for row in found if "causes" not in row)
    firsts = {(row["status"], row["reason"]): row["name"] for row in reversed(found)}
    result = report.build(context, campaign.outcomes(found))
    result["ends"] = [
        {"status": end[0], "reason": end[1], "programs": number, "example": firsts[end]}
        for end, number in ends.most_common()
    ]
    path = outputs.emit(result, args, folders[0] / "report.json")
    terminal.show(result, path)
    out = terminal.console()
    for (status, reason), number in ends.most_common(LISTED):
        out.print(f"{number:6} {status}: {terminal.escape(reason)}")
    if len(ends) > LISTED:
        out.print(f"       and {len(ends) - LISTED} other ends, in {folders[0]}/batches")
    told = ", ".join(f"{name} {number}" for name, number in statuses.most_common())
    out.print(f"{len(found)} programs: {told}")
    out.print(f"{len(causes)} known causes met: {', '.join(sorted(causes))}")
    code = int(result["exit_code"]) if any("causes" in row for row in found) else EXIT_CANNOT_TELL
    return code or (EXIT_CANNOT_TELL if statuses[NOT_JUDGED] else 0)


def campaigns(args: argparse.Namespace, benches: list[judge.Bench]) -> list[campaign.Campaign]:
    """A campaign for each runtime and number of threads. UserError."""
    grammar = benches[0].grammar
    for bench in benches:
        if args.devices and campaign.DEVICE not in bench.features:
            raise UserError(f"{bench.target.name} has no device: leave --devices away")
    if odd := sorted(set(args.without) - grammar.groups):
        raise UserError(f"--without {odd[0]}: the groups are {', '.join(sorted(grammar.groups))}")
    several = len(benches) * max(1, len(args.threads)) > 1
    if several and (args.json or args.html or args.junit or args.sarif or args.summary):
        raise UserError("each of several campaigns has its report in its folder: name no file")
    names = "+".join(bench.target.name for bench in benches)
    folder = Path(args.folder or benches[0].build / "explore" / names / str(args.seed)).absolute()
    shared = frozenset.intersection(*(b.able for b in benches)) if len(benches) > 1 else None
    found = []
    for bench in benches:
        for threads in args.threads or [0]:
            own = bench.target.name + (f"-{threads}" if threads else "")
            its = folder / own if several else folder
            drawn = args.devices, tuple(sorted(set(args.without))), shared, threads
            found.append(campaign.Campaign(its, args.seed, bench, *drawn))
    return found


def compare(every: list[campaign.Campaign]) -> None:
    """Shows which programs end otherwise than in another of the campaigns."""
    rows = {one.folder.name: campaign.rows([one.folder]) for one in every}
    found, out = differences(rows), terminal.console()
    out.print(f"\n{sum(found.values())} programs end otherwise in {' or '.join(rows)}:")
    for (text, example), number in found.most_common(LISTED):
        out.print(f"{number:6} {terminal.escape(text)}, as {example}")
    if len(found) > LISTED:
        out.print(f"       and {len(found) - LISTED} other differences")


def run(args: argparse.Namespace) -> int:
    benches = benches_of(args)
    if args.merge:
        folders = [Path(name) for name in args.merge]
        campaign.check_all(folders, benches[0])
        code = conclude(args, benches[0], folders)
        if lost := campaign.missing(folders, args.programs or 0):
            say(f"{lost * campaign.BATCH} programs are missing: their part did not run to its end")
            return code or EXIT_CANNOT_TELL
        return code
    every = campaigns(args, benches)
    leftovers.forget_the_dead()
    for one in every:
        one.begin()
    if args.reduce:
        pattern = re.compile(check_filter(args.reduce))
        found = 0
        for one in every:
            for kind, path in small.reduce_all(one, campaign.rows([one.folder]), pattern):
                say(f"{path}: {kind}")
                found += 1
        if not found:
            say("no program shows anything new of such a kind")
        return 0
    ended = explore(every, args)
    codes = [conclude(args, one.bench, [one.folder]) for one in every]
    if not ended:
        return INTERRUPTED
    if len(every) > 1:
        compare(every)
    return 1 if 1 in codes else max(codes)
