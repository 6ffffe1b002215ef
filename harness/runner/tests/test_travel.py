"""Traces of three other machines, bundled as a run's and verified, in a folder and in an archive."""

import json
import os
import re
import shutil
import tarfile
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.commands import verify
from ompt_cts.evidence import layout, pack
from ompt_cts.paths import ROOT, SUITES, build_dir
from ompt_cts.reports import report
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header
from ompt_cts.steps.trace_folders import FINDINGS, RECORD
from ompt_cts.verdict import identity, judging, outcome
from ompt_cts.verdict.evidence import Session

RECORDED = ROOT / "harness" / "trace" / "tests" / "machines"
TEST = "host/parallel/implicit_task_end.c"  # the program's place in the suites
SETTINGS = {"OMPT_CTS_PROBES": "none", "OMPT_CTS_MAX_TRACE": "1G"}


class Travel(unittest.TestCase):
    def setUp(self) -> None:
        if not (build_dir() / "bin" / "ompt-validate").exists():
            self.skipTest("the tools are not built")
        self.home = Path(tempfile.mkdtemp(prefix="a run elsewhere "))
        self.addCleanup(shutil.rmtree, self.home)
        self.build = self.home / "build"
        self.build.mkdir()
        (self.build / "bin").symlink_to(build_dir() / "bin")
        for patch in (
            mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": str(self.build)}),
            mock.patch.object(header, "tests", lambda: frozenset([TEST])),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def run_of(self, machine: str) -> Path:
        """The files that a run of the program would have left; gives the report."""
        described = runtimes.resolve(runtimes.find_description(f"llvm-19@{machine}")).to_json()
        name, library = described["name"], self.home / "libomp.so.5"
        library.write_text(machine)  # the recorded program's own is large
        described["compilers"] = {}
        described |= {key: str(library) for key in ("library", "library_real")}
        described["sha256"] = layout.checksum(library)
        layout.write_json(self.build / f"runtime-{name}.json", described)
        program = self.build / "lit" / name / "suites" / os.path.dirname(TEST) / "Output"
        program.mkdir(parents=True)
        program /= f"{os.path.basename(TEST)}.tmp"
        trace = Path(f"{program}.trace")
        with tarfile.open(RECORDED / f"{machine}.tar.xz") as archive:
            archive.extractall(self.home / machine)
        (self.home / machine / "trace").rename(trace)
        (self.home / machine / "code/tmp/ompt-cts-machines/program").rename(program)
        file = program.stat()
        device = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}"
        for part in (trace / "metadata", trace / "info" / "maps"):
            text = part.read_text()
            recorded = r"\S+ \d+( +)/tmp/ompt-cts-machines/program"
            text = re.sub(
                recorded, rf"{device} {file.st_ino}\1/tmp/ompt-cts-machines/program", text
            )
            text = text.replace("/tmp/ompt-cts-machines/program", str(program))
            for key, value in (("library", library), ("sha256", described["sha256"])):
                text = re.sub(f'runtime_{key} = ".*"', f'runtime_{key} = "{value}"', text)
            part.write_text(text)
        record = {"state": "ok", "reason": "", "command": [str(program)], "settings": SETTINGS}
        record |= {"trace": str(trace), "traces": [trace.name], "exit": 0, "signal": 0}
        layout.write_json(Path(f"{trace}{RECORD}"), record | {"tool": True, "seconds": 1.0})
        judged = judging.validate(str(trace), "5.2", self.build)
        layout.write_json(Path(f"{trace}{FINDINGS}"), judged)
        session = Session(name, "5.2", str(library), described["sha256"])
        rules = header.rules(str(SUITES / TEST))
        found = outcome.judge(session, TEST, str(program), rules, outcome.Script())
        self.assertEqual(found["verdict"], "pass", found["reason"])
        reports = self.build / "reports" / name
        (reports / "outcomes" / "0").mkdir(parents=True)
        outcome.write(found, str(reports / "outcomes" / "0" / outcome.flat(TEST)))
        context = report.Context("5.2", ["./ompt-cts", "run"], described, identity.Applied())
        report.write(report.build(context, [found]), reports / "report.json")
        return reports / "report.json"

    def test_bundled_and_verified(self) -> None:
        for machine in ("aarch64", "ppc64le", "riscv64"):
            with self.subTest(machine):
                told = self.run_of(machine)
                for out in (self.home / f"of {machine}", self.home / f"{machine}.tar.gz"):
                    pack.make(pack.Asked(told, out))
                    answer = verify.checked(out, None, None)
                    self.assertEqual(answer.problems, [])
                    assert answer.report
                    self.assertEqual([row["verdict"] for row in answer.report["tests"]], ["pass"])
                trace = next((self.home / f"of {machine}").glob("tests/*/*.trace"))
                stream = trace / "thread_000001"
                stream.write_bytes(stream.read_bytes()[:-64])
                answer = verify.checked(self.home / f"of {machine}", None, None)
                self.assertIn("edited", json.dumps(answer.problems))
