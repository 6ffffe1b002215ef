"""Traces travel: this machine reads, views and judges the traces recorded on others.

Needs OMPT_CTS_BIN and the runner in PYTHONPATH. `test_machines.py --record` makes them anew, with
the runtimes llvm-19@MACHINE under emulation (docs/machines.md).
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).with_name("machines")
BIN = Path(os.environ["OMPT_CTS_BIN"])
PLACE = "/tmp/ompt-cts-machines"  # the folder of the recorded programs


def record(machine: str) -> None:
    """Compiles and runs the program for a machine; keeps its trace and the program itself."""
    from ompt_cts.paths import build_dir
    from ompt_cts.runtime import activation, loading, runtimes
    from ompt_cts.steps import record_run, tools

    runtime = runtimes.resolve(runtimes.find_description(f"llvm-19@{machine}"))
    described = runtimes.write_json(runtime)
    binary, trace = f"{PLACE}/program", f"{PLACE}/trace"
    compiler = tools.step("compile.py", "--no-cache")
    source = [str(FOLDER / "program.c"), "-o", binary]
    os.makedirs(PLACE, exist_ok=True)
    subprocess.run([*compiler, "--runtime-json", str(described), *source], check=True)
    options = {"checker": str(activation.checker_of(runtime, build_dir())), "probes": "none"}
    base = loading.environment(runtime, {"PWD": "/", "OMP_WAIT_POLICY": "passive"})
    result, _ = record_run.record(options, trace, [binary], base)
    assert result["state"] == "ok", result
    with tarfile.open(FOLDER / f"{machine}.tar.xz", "w:xz", preset=9) as archive:
        for path in sorted(Path(trace).rglob("*")):
            archive.add(path, path.relative_to(PLACE), recursive=False, filter=anonymous)
        archive.add(binary, f"code{binary}", filter=anonymous)


def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


class Travel(unittest.TestCase):
    def setUp(self) -> None:
        self.machines = {path.name.partition(".")[0] for path in FOLDER.glob("*.tar.xz")}
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for machine in self.machines:
            with tarfile.open(FOLDER / f"{machine}.tar.xz") as archive:
                archive.extractall(Path(folder.name) / machine)
        self.folder = Path(folder.name)

    def ask(self, machine: str, tool: str, *words: str) -> str:
        """The output of a tool for a trace, given the place of its process's files."""
        place = self.folder / machine
        command = [str(BIN / tool), *words, "--code", str(place / "code"), str(place / "trace")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertLess(done.returncode, 2, done.stderr)
        return done.stdout

    def test_there_are_three(self) -> None:
        self.assertEqual(self.machines, {"aarch64", "ppc64le", "riscv64"})

    def test_each_says_where_it_was_recorded_and_is_whole(self) -> None:
        for machine in self.machines:
            info = json.loads(self.ask(machine, "ompt-view", "--info"))
            self.assertEqual(info["environment"]["machine"], machine)
            self.assertEqual((info["damage"], info["threads"]), ("", 2))
            self.assertGreater(info["clock"]["frequency"], 1_000_000)

    def test_judged_they_show_the_same(self) -> None:
        """The same rules are exercised on each, including those on code and calls."""
        judged = {}
        for machine in self.machines:
            out = self.folder / f"{machine}.json"
            self.ask(machine, "ompt-validate", "--quiet", "--json", str(out))
            rules = {one["id"]: one for one in json.loads(out.read_text())["rules"]}
            self.assertEqual(rules["codeptr.after-call"]["failed"], 0)
            judged[machine] = {
                name: bool(one["failed"]) for name, one in rules.items() if one["exercised"]
            }
            self.assertIn("codeptr.after-call", judged[machine])
            self.assertIn("codeptr.in-text", judged[machine])
        self.assertGreater(len(judged["aarch64"]), 80)
        self.assertEqual(judged["aarch64"], judged["ppc64le"])
        self.assertEqual(judged["aarch64"], judged["riscv64"])

    def test_viewed_they_show_the_same(self) -> None:
        """Regions, with the lines of their constructs from each machine's debug information."""
        views = {}
        for machine in self.machines:
            text = self.ask(machine, "ompt-view", "--regions")
            self.assertIn("program.c:8", text)
            views[machine] = re.sub(r"0x[0-9a-f]+|\d+(\.\d+)? ?[mu]?s\b", "…", text)
        self.assertEqual(views["aarch64"], views["ppc64le"])
        self.assertEqual(views["aarch64"], views["riscv64"])


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        for name in ("aarch64", "ppc64le", "riscv64"):
            record(name)
    else:
        unittest.main()
