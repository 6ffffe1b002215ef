"""Runs every OpenMP program of a folder under the checker tool and groups the findings.

A corpus.toml in the folder, or --collection FILE, adds what the sources alone do not show: flags,
programs of several files, arguments (docs/corpus.md). A program that does not compile, uses no
OpenMP, or crashes or hangs without the checker as well is listed and not judged. After an interrupt
(status 130) the report has the programs judged before."""

import argparse
import re
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.commands.run import check_filter
from ompt_cts.corpus import bounds, collection, runner, sources, summary
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError
from ompt_cts.files import Json
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import html_report, report, terminal
from ompt_cts.runtime import activation, runtimes
from ompt_cts.steps import tools
from ompt_cts.suite import shards
from ompt_cts.suite.suite_run import Meter
from ompt_cts.verdict import identity
from ompt_cts.verdict.evidence import Session

INTERRUPTED = 130
CHOSEN = ("filter", "timeout", "probes")  # options that must agree in all parts


def prepare(args: argparse.Namespace, programs: collection.Collection) -> runner.Setting:
    build = build_dir()
    profile = catalogue.check_profile(args.profile)
    args.default_runtime = args.default_runtime or runtimes.DEFAULT
    runtime = runtimes.from_arguments(args)
    assert runtime is not None  # the default names one
    tools.require_tool(build, "ompt-validate")
    path = runtimes.write_json(runtime, build)
    described = runner.load_runtime(path)
    known = identity.of_resolved(described, profile, args.expectations)
    answer = activation.ask(runtime, build)
    if answer.problem or not answer.ompt:
        why = answer.problem or answer.reason
        raise UserError(f"the runtime {runtime.name} cannot be judged: {why}")
    session = Session(
        runtime.name, profile, runtime.library_real, runtime.sha256, deviations=known.deviations
    )
    return runner.Setting(
        programs,
        session,
        described,
        path,
        build,
        args.timeout,
        args.keep,
        known,
        answer.device_problem,
        probes=args.probes,
    )


def run_all(setting: runner.Setting, found: sources.Found, jobs: int) -> list[Json]:
    """The outcomes by name; after an interrupt, the outcomes so far."""
    outcomes: list[Json] = []
    total = len(found.programs)
    with Meter(setting.collection.name) as meter, ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(runner.run, program, setting) for program in found.programs]
        try:
            for done, future in enumerate(as_completed(running), start=1):
                outcome = future.result()
                outcomes.append(outcome)
                bad = "FAIL" if outcome["status"] == "fail" else "PASS"
                meter.step(done, total, outcome["name"], bad)
        except BaseException as end:
            bounds.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            if not isinstance(end, KeyboardInterrupt):
                raise
    return sorted(outcomes, key=lambda outcome: str(outcome["name"]))


def page(context: report.Context, outcomes: list[Json]) -> str:
    """The outcomes as a report's HTML page."""
    return html_report.render(report.build(context, [outcome["outcome"] for outcome in outcomes]))


def conclude(
    programs: collection.Collection,
    found: sources.Found,
    context: report.Context,
    outcomes: list[Json],
    args: argparse.Namespace,
) -> int:
    """Shows and writes the outcome of a whole collection or of a part; returns the exit code."""
    name, known = context.runtime["name"], context.known.row()
    result = summary.build(programs, name, context.profile, known, found, outcomes)
    summary.show(result, terminal.console())
    if args.json:
        summary.write(result, Path(args.json))
    if args.html:
        files.write_text(Path(args.html), page(context, outcomes))
    if result["unexplained"]:
        return 1
    return 0 if result["judged"] else EXIT_CANNOT_TELL


def merge(whole: shards.Part, context: report.Context, args: argparse.Namespace) -> int:
    """The result of `run`, merged from the parts of a collection."""
    told = whole.collection or {}
    programs = collection.Collection(Path(), told["name"], told["origin"])
    found = sources.Found()
    found.no_openmp, found.no_main = told["no_openmp"], told["no_main"]
    return conclude(programs, found, replace(context, rerun=False), list(whole.outcomes), args)


def run(folders: list[str], args: argparse.Namespace) -> int:
    if len(folders) > 1:
        raise UserError(f"one folder of programs at a time: {folders[0]}, {folders[1]}")
    if not args.timeout:
        raise UserError("--timeout 0 is for a program: the programs of a folder need a limit")
    pattern = re.compile(check_filter(args.filter or ""))
    explicit = Path(args.collection) if args.collection else None
    programs = collection.load(Path(folders[0]), explicit)
    found = sources.find(programs)
    found.programs = [program for program in found.programs if pattern.search(program.name)]
    if not found.programs:
        raise UserError(f"{folders[0]}: no OpenMP program with a main was found")
    shard = shards.parse(args.shard) if args.shard else None
    setting = prepare(args, programs)
    parts = Path(args.shards).absolute() if args.shards else setting.folder / "shards"
    selected = shards.whole_of(program.name for program in found.programs)
    if shard:  # a result lost while it runs again is missing, not old
        shard.path(parts).unlink(missing_ok=True)
        found.programs = found.programs[shard.number - 1 :: shard.count]
    context = report.Context(
        profile=setting.session.profile, runtime=setting.runtime, known=setting.known, rerun=False
    )
    outcomes = run_all(setting, found, args.jobs)
    left = len(found.programs) - len(outcomes)
    if shard and not left:
        words = [f"{name}={value}" for name in CHOSEN if (value := getattr(args, name))]
        whole = {"name": programs.name, "origin": programs.origin}
        whole |= {"no_openmp": found.no_openmp, "no_main": found.no_main}
        ground = words, args.expectations, *shards.told(context)
        part = shards.Part(shard, *ground, list(outcomes), selected, whole)
        say(f"shard {shard}: {shards.write(part, parts)}")
    status = conclude(programs, found, context, outcomes, args)
    if left:
        say(f"interrupted: {left} of {len(found.programs)} programs did not run")
        return INTERRUPTED
    return status
