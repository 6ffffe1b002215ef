"""Bundles whose findings are waived, that are signed, and the commands about them."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from ompt_cts import cli
from ompt_cts.evidence import layout, statement, verification

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

    def test_blank_reason(self) -> None:
        self.waive(WAIVERS.replace("it is mended in the next release", " \u200b "))
        self.assert_told("has no reason")

    def test_expired(self) -> None:
        self.waive(WAIVERS.replace("2027-11-01", "2026-11-21"))
        self.assert_told("expired on 2026-11-21")

    def test_the_last_day(self) -> None:
        self.waive(WAIVERS.replace("2027-11-01", "2026-11-22"))
        self.assertEqual(self.check(), [])

    def test_of_tomorrow(self) -> None:
        self.waive(WAIVERS.replace("2026-11-01", "2026-11-23"))
        self.assert_told("in the future")

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
