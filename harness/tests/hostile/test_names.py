"""Names that are not UTF-8, or that contain blanks, line breaks and escape sequences; folders that
nobody may write to."""

import json
import os
import shutil
import subprocess
import sys
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
        """Modules in the working directory and PYTHON* are there for the user's program alone."""
        for name in (*sys.stdlib_module_names, "lit", "msgspec", "rich"):
            (self.folder / f"{name}.py").write_text("raise SystemExit(9)\n")
        theirs = {name: "/nonexistent" for name in ("PYTHONHOME", "PYTHONPLATLIBDIR")}
        theirs |= {"PYTHONPATH": str(self.folder), "PYTHONINSPECT": "1"}
        environment = self.environment(**theirs)
        environment.pop("OMPT_CTS_PYTHON", None)
        tests = " -a ".join(f'"${name}" = "{value}"' for name, value in theirs.items())
        program = ["sh", "-c", f"test {tests} && exec {self.app}"]
        checked = ["check", "--trace", self.folder / "t", "--", *program]
        for words in (checked, ["dev", "lit", ROOT / "suites" / "host" / "flush"]):
            done = subprocess.run(
                [ROOT / "ompt-cts", *words],
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "t").is_dir())

    def test_a_build_of_somebody_else(self) -> None:
        for words in (["run", "--suite", "host/flush"], ["dev", "lit", "host/flush"]):
            process = self.start(*words, user=65534)
            _, err = process.communicate(timeout=300)
            self.assertEqual((process.returncode, len(err.splitlines())), (2, 1), err)
            self.assertIn("error: ", err)
