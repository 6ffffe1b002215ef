"""Bundles whose findings are waived, that are signed, and the commands about them."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts import cli
from ompt_cts.commands import verify
from ompt_cts.evidence import layout, pack, statement, verification
from ompt_cts.paths import ROOT, SUITES, build_dir
from ompt_cts.reports import report
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header
from ompt_cts.steps.trace_folders import FINDINGS, RECORD
from ompt_cts.verdict import identity, judging, outcome
from ompt_cts.verdict.evidence import Session

from tests import bundled
from tests.bundled import TODAY, WAIVERS, Bundled

setUpModule = bundled.setUpModule


class Waived(Bundled):
    def waive(self, text: str) -> None:
        (self.bundle / layout.WAIVERS).write_text(text)
        self.reseal()

    def test_without_what_it_needs(self) -> None:
        for key in ("reason", "approver", "date", "expires"):
            with self.subTest(key):
                lines = WAIVERS.splitlines(keepends=True)
                self.waive("".join(line for line in lines if not line.startswith(key)))
                self.assert_told(f"has no {'expiry' if key == 'expires' else key}")

    def test_what_cannot_be(self) -> None:
        for old, new, told in (
            ("it is mended in the next release", " \u200b ", "has no reason"),
            ("2027-11-01", "2026-11-21", "expired on 2026-11-21"),
            ("2026-11-01", "2026-11-23", "in the future"),
        ):
            self.waive(WAIVERS.replace(old, new))
            self.assert_told(told)
        self.waive(WAIVERS.replace("2027-11-01", "2026-11-22"))  # the last day
        self.assertEqual(self.check(), [])

    def test_what_is_not_broken(self) -> None:
        self.waive(WAIVERS.replace("team-size-at-end", "nothing-of-the-kind"))
        notes = verification.check(self.bundle, today=TODAY).notes
        self.assertTrue(any("waives nothing" in note for note in notes))

    def test_an_invalid_one_waives_nothing(self) -> None:
        before = verification.check(self.bundle, today=TODAY).waived
        self.waive(WAIVERS.replace("2027-11-01", "2026-11-21"))
        self.assertEqual(
            (before > 0, verification.check(self.bundle, today=TODAY).waived), (True, 0)
        )


class Signed(Bundled):
    def keys(self) -> list[tuple[Path, Path]]:
        """Secret and public keys, of every program that is there."""
        found = []
        folder = Path(self.home)
        if shutil.which("ssh-keygen"):
            key = folder / f"ssh {self._testMethodName}"
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
            subprocess.run(words, check=True)
            found.append((key, key.with_name(f"{key.name}.pub")))
        if shutil.which("minisign"):
            key, public = (
                folder / f"mini {self._testMethodName}",
                folder / f"{self._testMethodName}.p",
            )
            words = ["minisign", "-G", "-W", "-s", str(key), "-p", str(public)]
            subprocess.run(words, check=True, capture_output=True)
            found.append((key, public))
        if not found:
            self.skipTest("neither ssh-keygen nor minisign is there")
        return found

    def test_signed(self) -> None:
        for secret, public in self.keys():
            statement.sign(self.bundle, secret)
            answer = verification.check(self.bundle, public, TODAY)
            self.assertEqual(answer.problems, [])
            self.assertIn("signed with the key", "\n".join(answer.notes))

    def test_everything_made_anew_behind_a_signature(self) -> None:
        """The signature contradicts changes that no trace contradicts."""
        for secret, public in self.keys():
            statement.sign(self.bundle, secret)
            self.edit_json(
                layout.MANIFEST,
                lambda data: data["context"]["environment"].update(processor=os.urandom(4).hex()),
            )
            self.rebuild()
            self.assertEqual(self.check(), [])
            self.assert_told("not one of this statement and key", key=public)

    def test_somebody_elses_key(self) -> None:
        first, other = self.keys()[0], self.keys_again()
        statement.sign(self.bundle, first[0])
        self.assert_told("not one of this statement and key", key=other)

    def test_a_signature_is_asked_for_and_not_there(self) -> None:
        self.assert_told("the statement has no signature of", key=self.keys_again())

    def keys_again(self) -> Path:
        if not shutil.which("ssh-keygen"):
            self.skipTest("ssh-keygen is not there")
        key = Path(self.home) / f"other {self._testMethodName}"
        words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(words, check=True)
        return key.with_name(f"{key.name}.pub")

    def test_statement(self) -> None:
        path = self.bundle / layout.STATEMENT
        path.write_text(path.read_text().replace("answer: nonconformant", "answer: conformant"))
        self.assert_told("the statement's answer is 'conformant")


class Command(Bundled):
    def call(self, *words: str) -> tuple[int, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = cli.main(list(words))
        return status, out.getvalue() + err.getvalue()

    def test_exit_codes(self) -> None:
        on = f"--today={TODAY}"
        status, text = self.call("verify", str(self.bundle), on)
        self.assertEqual(status, 0, text)
        self.assertIn("verified: the traces show what the report says", text)
        self.assertEqual(self.call("verify", "--strict", str(self.bundle), on)[0], 1)
        self.assertEqual(self.call("verify", str(self.bundle), "--today=2030-01-01")[0], 1)

    def test_json(self) -> None:
        where = self.bundle.with_name("answer.json")
        for today, status in ((TODAY.isoformat(), 0), ("2030-01-01", 1)):
            words = ("verify", str(self.bundle), f"--today={today}", f"--json={where}")
            self.assertEqual(self.call(*words)[0], status)
            told = json.loads(where.read_text())
            self.assertEqual((told["verified"], told["exit_code"]), (not status, status))
            self.assertEqual(bool(told["problems"]), bool(status))
            self.assertEqual(told["conformance"], "nonconformant")

    def test_an_archive(self) -> None:
        path = Path(self.home) / "a submission.tar.gz"
        status, text = self.call("bundle", str(self.report), "--out", str(path))
        self.assertEqual(status, 0, text)
        self.assertEqual(self.call("verify", str(path), f"--today={TODAY}")[0], 0)
        self.assertEqual(self.call("bundle", str(self.report), "--out", str(path))[0], 2)
        with tarfile.open(path) as archive:
            self.assertEqual({member.uname for member in archive}, {""})

    def test_hostile_archives(self) -> None:
        """Nothing is written outside, nothing is read through a link, and nothing fills the disk."""
        path = Path(self.home) / "hostile.tar"
        outside = Path(self.home) / "outside"

        def member(name: str, **more: Any) -> tarfile.TarInfo:
            one = tarfile.TarInfo(name)
            for key, value in more.items():
                setattr(one, key, value)
            return one

        link = {"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"}
        for members in (
            [member("../outside")],
            [member(str(outside))],
            [member("b/../../outside")],
            [member("b/waivers.toml", **link)],
            [member("b", type=tarfile.SYMTYPE, linkname=self.home), member("b/outside")],
            [member("b/x", type=tarfile.LNKTYPE, linkname="/etc/passwd")],
            [member("b/x", type=tarfile.FIFOTYPE)],
            [member("b/x", type=tarfile.CHRTYPE)],
            [member("b/x"), member("b/x")],
            [member("b/x", size=1 << 50)],
            [member("b/x"), member("c/x")],
            [member("x")],
            [],
        ):
            with tarfile.open(path, "w") as archive:
                for one in members:
                    archive.addfile(one)
            with self.subTest([m.name for m in members]):
                status, text = self.call("verify", str(path))
                self.assertEqual((status, text.count("\n")), (2, 1), text)
                self.assertFalse(outside.exists())
        path.write_bytes(b"no archive")
        self.assertEqual(self.call("verify", str(path))[0], 2)

    def test_mistakes(self) -> None:
        for words in (
            ("verify", "/no/such"),
            ("verify", "/no/such.tar.gz"),
            ("verify", self.home),
            ("verify", str(self.bundle), "--today=soon"),
            ("verify", str(self.bundle), "--key=/no/such"),
            ("bundle", "/no/such.json", "--out", self.home + "/x"),
            ("bundle", str(self.report), "--out", str(self.bundle)),
            ("bundle", str(self.report), "--out", self.home + "/x", "--sign=/no/such"),
        ):
            status, text = self.call(*words)
            with self.subTest(words):
                self.assertEqual((status, text.count("\n")), (2, 1), text)


del Bundled  # has no tests of its own


# Traces of three other machines, bundled as a run's and verified, in a folder and in an archive.
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
