"""Merges the shards of `run`, `check` or `selftest --faults` into the result of one whole run."""

import argparse
import sys
from pathlib import Path
from typing import Any

from ompt_cts import catalogue
from ompt_cts.commands.checking import folder as collection
from ompt_cts.errors import UserError
from ompt_cts.faults import fault_run
from ompt_cts.paths import build_dir
from ompt_cts.reports import coherence, outputs, report, terminal
from ompt_cts.suite import shards
from ompt_cts.verdict import identity, stability


def in_one(whole: shards.Part) -> list[str]:
    """The command that gives the same report in one run; it names the chosen tests."""
    runtime = whole.runtime.get("arguments") or ["--runtime", whole.runtime["name"]]
    repeat = [f"--repeat={whole.repeat}"] if whole.repeat > 1 else []
    profile = f"--profile={whole.profile}"
    return ["run", *runtime, profile, *repeat, *whole.selection]


def merge(paths: list[Path], args: argparse.Namespace) -> int:
    if fault_run.are(paths):
        if args.html or args.junit or args.sarif or args.summary:
            raise UserError("a kill matrix is written as JSON only (--json)")
        return fault_run.merge(paths, args.json)
    whole = shards.merge([shards.read(path) for path in paths])
    runtime: dict[str, Any] = {**whole.runtime}
    context = report.Context(
        profile=catalogue.check_profile(whole.profile),
        command=["./ompt-cts", *(sys.argv[1:] if whole.collection else in_one(whole))],
        runtime=runtime,
        known=identity.of_resolved(
            runtime, whole.profile, whole.expectations, runtime.get("environment", {})
        ),
        repeat=whole.repeat,
        strict=args.strict,
        started=whole.started,
    )
    if whole.known != shards.known_digest(context.known):
        raise UserError("the known deviations differ from those of the shards")
    reasons = {entry.reason for entry in context.known.deviations}
    coherence.check_outcomes(whole.outcomes, reasons, programs=bool(whole.collection))
    if whole.collection:
        if args.junit or args.sarif:
            raise UserError("a collection of programs has a summary (--json) and a page (--html)")
        return collection.merge(whole, context, args)
    result = report.build(context, whole.outcomes)
    folder = build_dir() / "reports" / whole.runtime["name"]
    terminal.show(result, outputs.emit(result, args, folder / "report.json"))
    if whole.passes:
        stability.show(whole.moved, whole.passes, folder)
    return int(result["exit_code"])
