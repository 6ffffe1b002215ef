"""Run the harness's own tests: the unit tests of the C++ half and of the runner.

exit codes: 0 all pass, 1 one fails, 2 they cannot be run"""

import argparse
import os
import shutil
import subprocess
import sys

from ompt_cts.errors import UserError
from ompt_cts.faults import fault_run
from ompt_cts.paths import RUNNER, build_dir, is_installed
from ompt_cts.progress import say
from ompt_cts.system import calls

# ctest leaves out the suites, which `run` runs, and the runner's tests, which follow here.
EXCLUDED = "^(suite_|runner$)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--filter", metavar="REGEX", help="only ctest's tests whose name matches")
    parser.add_argument("--python-only", action="store_true", help="only the runner's tests")
    parser.add_argument("--no-python", action="store_true", help="only ctest's tests")
    fault_run.add_arguments(parser)


def run_python() -> int:
    say("the runner's tests")
    paths = [str(RUNNER), *filter(None, [os.environ.get("PYTHONPATH")])]
    command = [sys.executable, "-m", "unittest", "discover", "-b", "-s", "tests", "-t", "."]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(command, cwd=RUNNER, env=environment, check=False).returncode


def run_ctest(pattern: str) -> int:
    if not shutil.which("ctest"):
        raise UserError("ctest is missing: install cmake")
    build = build_dir()
    if not (build / "CTestTestfile.cmake").exists():
        raise UserError(f"{build} is not built: run ./ompt-cts setup")
    say("the harness's tests")
    jobs = str(calls.processors())
    command = ["ctest", "--test-dir", str(build), "--output-on-failure", "-j", jobs]
    command += ["-E", EXCLUDED, "--no-tests=error"]
    if pattern:
        command += ["-R", pattern]
    listed = subprocess.run([*command, "-N"], capture_output=True, text=True, check=False)
    if "Total Tests: 0" in listed.stdout:
        raise UserError(f"no test's name matches --filter {pattern!r}; `ctest -N` lists them")
    return subprocess.run(command, check=False).returncode


def run(args: argparse.Namespace) -> int:
    if is_installed():
        raise UserError("selftest needs a checkout; this is an installed copy, which has no tests")
    if args.faults:
        return fault_run.run(args)
    statuses = []
    if not args.no_python and not args.filter:
        statuses.append(run_python())
    if not args.python_only:
        statuses.append(run_ctest(args.filter or ""))
    return 1 if any(statuses) else 0
