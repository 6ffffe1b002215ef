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
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.commands.run import INTERRUPTED, check_filter, positive
from ompt_cts.corpus.runner import NOT_JUDGED
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError
from ompt_cts.explore import campaign, grammar, judge, small
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import outputs, report, terminal
from ompt_cts.runtime import runtimes
from ompt_cts.steps import leftovers, tools
from ompt_cts.suite import resolved, shards
from ompt_cts.suite.suite_run import Meter

DEFAULT_PROGRAMS = 1000
LISTED = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    runtimes.add_arguments(parser)
    outputs.add_profile(parser)
    parser.add_argument(
        "--seed", type=natural, default=1, help="which programs are drawn (default 1)"
    )
    parser.add_argument(
        "--programs", type=positive, metavar="N", help=f"how many (default {DEFAULT_PROGRAMS})"
    )
    parser.add_argument(
        "--minutes", type=positive, metavar="M", help="as many as M minutes are enough for"
    )
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
        "--folder",
        metavar="DIR",
        help="the campaign's folder (default build/explore/<runtime>/<seed>); the same command goes "
        "on with what is there",
    )
    parser.add_argument(
        "--shard", metavar="I/N", help="only part I of N; parts may share the folder"
    )
    parser.add_argument(
        "--merge",
        nargs="+",
        default=[],
        metavar="DIR",
        help="run nothing: report on what the campaigns' folders hold together",
    )
    parser.add_argument(
        "--reduce",
        metavar="REGEX",
        help="run nothing new: cut the programs down that show something new whose kind matches, into "
        "<folder>/reduced (`.` for all)",
    )
    parser.add_argument(
        "-j", "--jobs", type=positive, default=1, metavar="N", help="batches at once"
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        default=20,
        metavar="S",
        help="of a program (default 20 seconds)",
    )
    outputs.add_expectations(parser)
    outputs.add_arguments(parser, "<folder>/report.json")


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number, 0 or more")
    return int(text)


def bench_of(args: argparse.Namespace) -> judge.Bench:
    build = build_dir()
    profile = catalogue.check_profile(args.profile)
    runtime = runtimes.from_arguments(args)
    assert runtime is not None  # the default names one
    for tool in ("ompt-validate", "ompt-view", "libompt-checker.so"):
        tools.require_tool(build, tool)
    target = resolved.resolve(runtime, profile, args.expectations, build)
    if not target.answer.ompt:
        raise UserError(f"the runtime {runtime.name} cannot be judged: {target.answer.reason}")
    variables = {k: v for k, v in os.environ.items() if not k.startswith(judge.STEERING)}
    return judge.Bench(target, grammar.load(), build, variables, args.timeout)


def seconds_used() -> float:
    """The processor time of this process and of the processes that it has waited for."""
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(one)[:2]) for one in whose)


def explore(one: campaign.Campaign, args: argparse.Namespace) -> bool:
    """Runs the rest of a campaign; returns whether it was completed."""
    shard = shards.parse(args.shard) if args.shard else None
    programs = args.programs or (0 if args.minutes else DEFAULT_PROGRAMS)
    until = time.monotonic() + 60 * args.minutes if args.minutes else None
    batches: Iterable[int] = range(-(-programs // campaign.BATCH)) if programs else count()
    title = f"{one.bench.target.name}, seed {one.seed}"
    done, before = 0, seconds_used()
    known = len(list(one.left(batches, shard))) if programs else 0
    with Meter(title) as meter:
        try:
            for number in campaign.run(one, one.left(batches, shard), args.jobs, until):
                done += 1
                meter.step(done, known or done + 1, str(number), "PASS")
        except KeyboardInterrupt:
            return False
    used = seconds_used() - before
    if done:
        rate = 3600 * done * campaign.BATCH / used
        say(
            f"{done * campaign.BATCH} programs in {used:.0f} s of processor time: {rate:.0f} an hour"
        )
    return True


def conclude(args: argparse.Namespace, bench: judge.Bench, folders: list[Path]) -> int:
    """Shows the findings, and returns the exit code."""
    found = campaign.rows(folders)
    context = report.Context(
        profile=bench.target.profile,
        command=["./ompt-cts", *sys.argv[1:]],
        runtime=bench.target.runtime,
        known=bench.target.known,
        rerun=False,
    )
    statuses = Counter(row["status"] for row in found)
    causes = Counter(cause for row in found for cause in row.get("causes", ()))
    ends = Counter((row["status"], row["reason"]) for row in found if "causes" not in row)
    result = report.build(context, campaign.outcomes(found))
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


def run(args: argparse.Namespace) -> int:
    bench = bench_of(args)
    if args.merge:
        folders = [Path(name) for name in args.merge]
        campaign.check_all(folders, bench)
        return conclude(args, bench, folders)
    default = bench.build / "explore" / bench.target.name / str(args.seed)
    if args.devices and campaign.DEVICE not in bench.features:
        raise UserError(f"{bench.target.name} has no device: leave --devices away")
    if odd := sorted(set(args.without) - bench.grammar.groups):
        known = ", ".join(sorted(bench.grammar.groups))
        raise UserError(f"--without {odd[0]}: the groups are {known}")
    one = campaign.Campaign(
        Path(args.folder or default).absolute(),
        args.seed,
        bench,
        args.devices,
        tuple(sorted(set(args.without))),
    )
    leftovers.forget_the_dead()
    one.begin()
    if args.reduce:
        pattern = re.compile(check_filter(args.reduce))
        for kind, path in small.reduce_all(one, campaign.rows([one.folder]), pattern):
            say(f"{path}: {kind}")
        return 0
    ended = explore(one, args)
    status = conclude(args, bench, [one.folder])
    return status if ended else INTERRUPTED
