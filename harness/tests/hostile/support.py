"""Real programs under the real commands, for the tests in this folder."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ["OMPT_CTS_BUILD_DIR"])
CC = os.environ["OMPT_CTS_CC"]
FLAGS = os.environ.get("OMPT_CTS_CFLAGS", "").split()
OWN = ("OMP_", "KMP_", "OMPT_")


def compile_program(name: str, folder: Path, *options: str) -> Path:
    """programs/NAME.c with OpenMP, in the folder."""
    runtime = subprocess.run(
        [CC, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"
    source, program = HERE / "programs" / f"{name}.c", folder / name
    command = [CC, "-O1", "-g", *FLAGS, "-fopenmp", str(source), rpath, *options]
    subprocess.run([*command, "-o", str(program)], check=True)
    return program


class Hostile(unittest.TestCase):
    """A scratch folder with the program `app` in it, and the commands."""

    shared: tempfile.TemporaryDirectory[str]
    app: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.shared = tempfile.TemporaryDirectory(prefix="cts-hostile-")
        cls.app = compile_program("app", Path(cls.shared.name))
        cls.addClassCleanup(cls.shared.cleanup)

    def setUp(self) -> None:
        self.folder = Path(
            self.enterContext(tempfile.TemporaryDirectory(prefix="cts-hostile-"))
        ).resolve()

    def environment(self, **more: str) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(OWN)}
        return {**clean, "OMPT_CTS_BUILD_DIR": str(BUILD), **more}

    def start(self, *words: str | Path, **more: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "ompt_cts", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            cwd=self.folder,
            env=self.environment(),
            **more,
        )

    def call(self, *words: str | Path) -> tuple[int, str, str]:
        """Exit code, output, errors; never a traceback or an internal error."""
        process = self.start(*words)
        out, err = process.communicate(timeout=300)
        self.assertNotIn("internal error", err)
        self.assertNotIn("Traceback", err)
        return process.returncode, out, err

    def check(self, *command: str | Path, trace: str = "t", options: Any = ()) -> Any:
        """`check` of a command: its report and its standard error."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        words = ["check", "--trace", str(self.folder / trace), "--json", str(report), *options]
        status, _, err = self.call(*words, "--", *command)
        self.told = err
        result = json.loads(report.read_text()) if report.exists() else {}
        return result | {"status": status}

    def shell(self, text: str) -> list[str]:
        return ["sh", "-c", text.replace("APP", str(self.app))]
