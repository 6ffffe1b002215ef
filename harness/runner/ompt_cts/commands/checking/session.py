"""The parts that the kinds of `check` share: the judged runtime, its known deviations, the report."""

import argparse
import json

from ompt_cts.files import Json
from ompt_cts.paths import build_dir
from ompt_cts.reports import report
from ompt_cts.runtime import runtimes
from ompt_cts.verdict import callers, identity
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.outcome import Outcome


def session_for(args: argparse.Namespace, profile: str) -> tuple[Session, Json]:
    """The session that the arguments describe; without a runtime, the loaded runtime is judged.
    UserError before anything has run."""
    identity.check(args.expectations)
    runtime = runtimes.from_arguments(args)
    if not runtime:
        return Session("", profile), {}
    path = runtimes.write_json(runtime, build_dir())
    session = Session(runtime.name, profile, runtime.library_real, runtime.sha256)
    return session, json.loads(path.read_text())


def known_of(
    trace: str, judged: Json, session: Session, args: argparse.Namespace
) -> identity.Applied:
    """The known deviations of the runtime that a trace names, for the compiler of the code that calls it."""
    loaded, command = judged.get("runtime", {}), judged.get("environment", {}).get("command") or ""
    program = command[0] if isinstance(command, list) else command
    code = callers.of_trace(trace, program)
    return identity.of_loaded(loaded, session.runtime, session.profile, args.expectations, code)


def report_on(
    found: list[tuple[Outcome, identity.Applied | None]],
    args: argparse.Namespace,
    profile: str,
    resolved: Json,
) -> report.Report:
    """The report on outcomes, each with its applied known deviations."""
    context = report.Context(
        profile=profile,
        runtime=resolved,
        known=identity.merged([known for _, known in found if known]),
        strict=args.strict,
        rerun=False,
    )
    return report.build(context, [outcome for outcome, _ in found])
