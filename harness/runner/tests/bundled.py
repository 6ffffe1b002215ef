"""A run and its bundle, which tests of evidence look at and spoil.

A module of such tests takes `setUpModule` over.
"""

import atexit
import contextlib
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.evidence import layout, pack, rejudge, statement, verification, waivers
from ompt_cts.paths import RUNNER, build_dir
from ompt_cts.reports import report
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header

BASIC, TASKS, FRAMES = "host/parallel/basic.c", "tasking/dependences/chain.c", "frames/if0.c"
UNTRIED = "target/tracing/none.c"  # no device here gives traces
INCLUDES = "host/codeptr/work_loop_static.c"  # the notes of the file that it includes
# Tests that leave something else: copies of stacks, events of a further device, code in a
# temporary file (the image of LLVM's device that is the host), nothing at all although the test
# looks at its program from outside, and half a record.
STACKS, DEVICE = "frames/stack_serialized.c", "target/region.c@simulated-cuda"
IMAGE = "target/lines.c"
WATCHED, CRASHED = "interface/finalization/pause_stop_tool.c", "tasking/tasks/untied_if0.c"
TODAY = datetime.date(2026, 11, 22)
WAIVERS = """\
[[waiver]]
cause = "team-size-at-end"
reason = "it is mended in the next release"
approver = "A. Person <a@example.org>"
date = 2026-11-01
expires = 2027-11-01
"""
LIBRARY = "runtime_sha256 = "


def available() -> str:
    """Why no run can be made here."""
    if not (build_dir() / "bin" / "ompt-validate").exists():
        return "the tools are not built"
    found = next((r for r in runtimes.discover() if r.name == runtimes.DEFAULT), None)
    return "" if found and found.available else f"{runtimes.DEFAULT} is not here"


class Made:
    """One run and one bundle for all tests of a process."""

    def __init__(self) -> None:
        self.home = tempfile.mkdtemp(prefix="a run with blanks ")
        self.build = Path(self.home) / "build"
        self.report = self.build / "reports" / runtimes.DEFAULT / "report.json"
        self.first = Path(self.home) / "bundle"
        self.tests = frozenset([BASIC, TASKS, FRAMES, UNTRIED, INCLUDES])

    def run(self, build: Path, *words: str, tests: Collection[str] = ()) -> Path:
        """Runs the tests, or these, into a build folder of their own; gives the report."""
        if not build.exists():
            build.mkdir()
            for name in ("bin", "venv", "devices"):
                (build / name).symlink_to(build_dir() / name)
        wanted = "|".join(name.replace(".", "[.]") for name in sorted(tests or self.tests))
        chosen = [] if words[:1] == ("report",) else ["--filter", f"/({wanted})$"]
        done = subprocess.run(
            [sys.executable, "-m", "ompt_cts", *(words or ["run"]), *chosen],
            cwd=RUNNER,
            env={**os.environ, "OMPT_CTS_BUILD_DIR": str(build)},
            capture_output=True,
            text=True,
            check=False,
        )
        found = build / "reports" / runtimes.DEFAULT / "report.json"
        if "--shard" not in words and not found.exists():
            raise AssertionError(done.stdout + done.stderr)
        return found

    def make(self) -> None:
        if not self.first.exists():
            self.run(self.build)
        for patch in (
            mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": str(self.build)}),
            mock.patch.object(header, "tests", lambda: self.tests),
        ):
            patch.start()
            unittest.addModuleCleanup(patch.stop)
        if self.first.exists():
            return
        given = Path(self.home) / "waivers.toml"
        given.write_text(WAIVERS)
        pack.make(pack.Asked(self.report, self.first, given, filled={"submitter": "A. Person"}))


made = Made()


def setUpModule() -> None:
    atexit.register(shutil.rmtree, made.home, ignore_errors=True)
    if why := available():
        raise unittest.SkipTest(why)
    made.make()


class Bundled(unittest.TestCase):
    """Each test has a copy, in a path with blanks."""

    def __init_subclass__(cls) -> None:
        cls.home, cls.tests, cls.report, cls.first = made.home, made.tests, made.report, made.first

    def setUp(self) -> None:
        self.bundle = Path(self.home) / f"copy of {self.id().rpartition('.')[2]}"
        shutil.copytree(self.first, self.bundle)

    def check(self, **more: Any) -> list[str]:
        return verification.check(self.bundle, today=TODAY, **more).problems

    def folder(self, test: str) -> Path:
        return self.bundle / layout.test_folder(test)

    def trace(self, test: str) -> Path:
        return next(self.folder(test).glob("*.trace"))

    # The actions of an expert

    def edit_json(self, name: str, change: Callable[[Any], object]) -> None:
        path = self.bundle / name
        data = json.loads(path.read_text())
        change(data)
        layout.write_json(path, data)

    def reseal(self) -> None:
        """Makes the lists of checksums and the statement anew."""
        table = layout.listed(self.bundle)
        self.edit_json(layout.MANIFEST, lambda data: data.update(files=table))
        with contextlib.suppress(UserError):
            told = report.load(self.bundle / layout.REPORT)
            given = waivers.read(self.bundle / layout.WAIVERS)
            statement.write(self.bundle, told, given, {"submitter": "A. Person"})

    def rebuild(self) -> None:
        """Also makes the report anew, from the bundle's contents."""
        bundle = rejudge.open_bundle(self.bundle)
        applied = rejudge.known(bundle)
        tests = bundle.manifest["tests"]
        judged = rejudge.judge_all(bundle, rejudge.session(bundle, applied), tests)
        report.write(rejudge.build_report(bundle, applied, judged), self.bundle / layout.REPORT)
        self.reseal()

    def edit_report(self, change: Callable[[Any], object]) -> None:
        told = report.load(self.bundle / layout.REPORT)
        change(told)
        report.write(told, self.bundle / layout.REPORT)

    def assert_told(self, text: str, **more: Any) -> None:
        problems = self.check(**more)
        self.assertTrue(any(text in problem for problem in problems), problems)
