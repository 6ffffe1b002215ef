"""Runs another project's lit tests under the checker, and judges the runtime in all of them.

The command also shows lit's results: it runs a failing test again without the tool, and names a
test that fails only with the tool."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.commands.checking.session import known_of, report_on, session_for
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError
from ompt_cts.files import Json
from ompt_cts.paths import RUNNER, build_dir
from ompt_cts.progress import say
from ompt_cts.reports import outputs, terminal
from ompt_cts.steps import tools
from ompt_cts.verdict import evidence, identity, judging, outcome
from ompt_cts.verdict.outcome import Outcome

FAILED = ("FAIL", "TIMEOUT", "UNRESOLVED", "XPASS")
PLAIN = ["-c", "import lit.main; lit.main.main()"]  # as `-m lit.main`, which does nothing


def lit(
    tests: list[str], args: argparse.Namespace, before: list[str], result: Path, chosen: str
) -> dict[str, str]:
    """lit's codes of the tests whose name matches `chosen`. UserError if it cannot run them."""
    command = [sys.executable, "-P", *before, *tests, "--output", str(result), "-s"]
    for name in args.param or ():
        command += ["--param", name]
    if chosen:
        command += ["--filter", chosen]
    if args.jobs:
        command += ["-j", str(args.jobs)]
    result.unlink(missing_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(RUNNER)}
    seen = sys.stderr if sys.stderr.isatty() else subprocess.DEVNULL  # lit's own progress bar
    done = subprocess.run(
        command, env=environment, stdout=seen, stderr=subprocess.PIPE, text=True, check=False
    )
    try:
        tests = json.loads(result.read_text(encoding="utf-8"))["tests"]
    except (OSError, ValueError, KeyError):
        told = [line for line in done.stderr.splitlines() if "error:" in line or "fatal" in line]
        why = told[0] if told else done.stderr.strip() or "lit ran no test"
        raise UserError(why.removeprefix("error: ")) from None
    return {test["name"]: test["code"] for test in tests}


def only_with_tool(
    tests: list[str], args: argparse.Namespace, codes: dict[str, str], folder: Path
) -> list[str]:
    """The tests that fail with the tool and pass without it."""
    failed = [name for name, code in codes.items() if code in FAILED]
    if not failed:
        return []
    say(f"{len(failed)} tests fail with the tool: running them without it")
    chosen = "|".join(f"^{re.escape(name)}$" for name in failed)
    plain = lit(tests, args, PLAIN, folder / "without.json", chosen)
    return sorted(name for name in failed if plain.get(name) not in FAILED)


def traces(folder: Path) -> list[Path]:
    """All recorded traces: the programs of a test are NAME and NAME.<pid>."""
    return sorted(p.parent.parent for p in folder.rglob("info/manifest"))


def judge(
    path: Path, folder: Path, session: evidence.Session, args: argparse.Namespace
) -> tuple[Outcome, identity.Applied | None]:
    name = path.relative_to(folder).as_posix()
    try:
        judged: Json = judging.validate(str(path), session.profile, build_dir())
    except UserError as error:
        verdict = outcome.Verdict.HARNESS_ERROR
        return outcome.make(session, name, [], verdict, str(error)), None
    known = known_of(str(path), judged, session, args)
    this = replace(session, deviations=known.deviations)
    return outcome.judge_one(this, name, str(path), {}, judged), known


def run(tests: list[str], args: argparse.Namespace) -> int:
    profile = catalogue.check_profile(args.profile)
    session, resolved = session_for(args, profile)
    if resolved.get("target"):
        raise UserError(
            f"{session.runtime} is of another machine: lit starts its tests on this one"
        )
    checker = tools.checker_for(build_dir(), resolved)
    folder = build_dir() / "check-lit"
    recorded = folder / "traces"
    shutil.rmtree(recorded, ignore_errors=True)
    recorded.mkdir(parents=True)
    under = ["-m", "ompt_cts.suite.under_checker", str(checker), str(recorded)]
    codes = lit(tests, args, under, folder / "with.json", args.filter or "")
    harmed = only_with_tool(tests, args, codes, folder)
    found = [judge(path, recorded, session, args) for path in traces(recorded)]
    if not found:
        raise UserError(
            f"none of {len(codes)} tests left a trace: is their runtime built with OMPT?"
        )
    result = report_on(found, args, profile, resolved)
    terminal.show(result, outputs.emit(result, args, folder / "report.json"))
    counts = {code: list(codes.values()).count(code) for code in sorted(set(codes.values()))}
    told = ", ".join(f"{number} {code}" for code, number in counts.items())
    say(f"lit: {told}; {len(found)} programs left a trace")
    for name in harmed:
        say(f"fails only with the tool: {name}")
    status = int(result["exit_code"])
    return status if status == EXIT_CANNOT_TELL or not harmed else 1
