"""Names that are not UTF-8, or that contain blanks, line breaks and escape sequences; folders that
nobody may write to."""

import json
import os
import shutil
import subprocess
import unicodedata
import unittest
from pathlib import Path

from ompt_cts.paths import ROOT
from support import BUILD, HERE, Hostile

ANOTHER_USER = os.getuid() == 0 and all(
    folder.stat().st_mode & 0o001 for folder in (*BUILD.resolve().parents, *HERE.parents)
)
ODD = os.fsdecode(b"a \xff\n\x1b[31m\x7fconformant")


class Names(Hostile):
    def test_a_program_of_an_odd_name_in_an_odd_folder(self) -> None:
        folder = self.folder / ODD
        folder.mkdir()
        program = shutil.copy(self.app, folder / ODD)
        report = folder / "r.json"
        words = ["check", "--trace", str(folder / "t"), "--json", str(report)]
        status, out, err = self.call(*words, "--", program)
        self.assertFalse("\x1b" in out + err)
        lines = (out + err).splitlines()
        self.assertFalse([line for line in lines if line.startswith("conformant")])
        self.assertEqual(json.loads(report.read_bytes())["exit_code"], status)
        again = self.call("check", folder / "t")
        self.assertEqual(again[0], status, again)

    def test_forms_of_a_report_with_odd_names(self) -> None:
        program = shutil.copy(self.app, self.folder / ODD)
        words = [f"--{form}={self.folder / form}" for form in ("json", "html", "junit", "sarif")]
        self.call("check", "--trace", self.folder / "t", *words, "--", program)
        for form in ("json", "html", "junit", "sarif"):
            data = (self.folder / form).read_bytes()
            text = data.decode("utf-8")
            self.assertEqual(
                {c for c in text if unicodedata.category(c) == "Cc"} - {"\n", "\t"}, set()
            )

    def test_a_collection_of_an_odd_name(self) -> None:
        empty = self.folder / ODD
        for there in (False, True):
            if there:
                empty.mkdir()
            status, _, err = self.call("check", empty)
            self.assertEqual((status, len(err.splitlines())), (2, 1), err)

    @unittest.skipUnless(ANOTHER_USER, "needs another user, who can reach this tree")
    def test_a_folder_of_somebody_else(self) -> None:
        theirs = self.folder / "theirs"
        theirs.mkdir(mode=0o755)
        self.folder.chmod(0o755)
        Path(self.shared.name).chmod(0o755)
        for option in ("--trace", "--json"):
            process = self.start("check", option, theirs / "x", "--", self.app, user=65534)
            _, err = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 2, err)
            self.assertIn("error: ", err)
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertNotIn("internal error", err)

    @unittest.skipUnless(ANOTHER_USER, "needs another user, who can reach this tree")
    def test_modules_of_somebody_else(self) -> None:
        """The user's PYTHONPATH holds for the user's program alone."""
        (self.folder / "json.py").write_text("raise SystemExit(9)\n")
        environment = self.environment(PYTHONPATH=str(self.folder))
        environment.pop("OMPT_CTS_PYTHON", None)
        script = f'test "$PYTHONPATH" = "{self.folder}" && exec {self.app}'
        words = [ROOT / "ompt-cts", "check", "--trace", self.folder / "t", "--", "sh", "-c", script]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("exited with 0", done.stderr)

    def test_a_build_of_somebody_else(self) -> None:
        for words in (["run", "--suite", "host/flush"], ["dev", "lit", "host/flush"], ["runtimes"]):
            process = self.start(*words, user=65534)
            _, err = process.communicate(timeout=300)
            self.assertEqual((process.returncode, len(err.splitlines())), (2, 1), err)
            self.assertIn("error: ", err)
