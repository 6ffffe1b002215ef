"""Vendors' toolchains that are not here: compilers that only write down their command lines."""

import _ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

from ompt_cts.paths import RUNTIMES
from ompt_cts.runtime import description, runtimes
from ompt_cts.steps import tools

COMPILER = """\
import json, os, sys
words = sys.argv[1:]
print("VERSION")
if "--version" not in words:
    with open(os.environ["TOLD"], "a") as told:
        print(json.dumps([os.path.basename(sys.argv[0]), *words]), file=told)
    open(words[words.index("-o") + 1], "w").close()
    if "-MF" in words:
        open(words[words.index("-MF") + 1], "w").write("x: ")
"""
# The description, its compilers, what they call themselves, the family by which tests name them,
# the flags for OpenMP, those for devices.
TOOLCHAINS = {
    "nvhpc": (("nvc", "nvc++", "nvfortran"), "nvc 25.9-0", "nvc", "-mp=ompt", "-mp=gpu"),
    "aomp": (("amdclang", "amdclang++", "amdflang"), "AMD clang version 19.0.0", "clang")
    + ("-fopenmp", "--offload-arch=gfx90a"),
    "oneapi": (("icx", "icpx", "ifx"), "Intel(R) oneAPI DPC++/C++ Compiler 2025.0", "icx")
    + ("-fiopenmp", "-fopenmp-targets=spir64"),
}
SOURCES = {"a.c": "int main(void) {}\n", "a.cpp": "int main() {}\n", "a.f90": "end\n"}


class Toolchains(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for name, text in SOURCES.items():
            (self.root / name).write_text(text)

    def install(self, name: str) -> runtimes.Runtime:
        """The toolchain with fake compilers, and any library in the place of its own."""
        what = replace(description.load(RUNTIMES / f"{name}.toml"), root=[str(self.root)])
        compilers, version, *_ = TOOLCHAINS[name]
        for library in [*what.library[:1], *(what.offload.library[:1] if what.offload else [])]:
            path = Path(library.replace("{root}", str(self.root)))
            path.parent.mkdir(exist_ok=True)
            shutil.copy(_ctypes.__file__, path)
        for compiler in compilers:
            path = self.root / "bin" / compiler
            path.parent.mkdir(exist_ok=True)
            text = COMPILER.replace("VERSION", version)
            path.write_text(f"#!{os.path.realpath(sys.executable)}\n{text}")
            path.chmod(0o755)
        with mock.patch.dict(os.environ, {"CTS_GPU_ARCH": "gfx90a"}):
            return runtimes.resolve(what)

    def compile(self, runtime: runtimes.Runtime, source: str, *more: str) -> list[list[str]]:
        """The command lines of the compilers."""
        told = self.root / "told"
        told.unlink(missing_ok=True)
        (self.root / "runtime.json").write_text(json.dumps(runtime.to_json()))
        command = tools.step("compile.py", "--no-cache", *more)
        command += ["--runtime-json", str(self.root / "runtime.json"), source, "-o", "out"]
        environment = os.environ | {"TOLD": str(told)}
        done = subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in told.read_text().splitlines()]

    def test_command_lines(self) -> None:
        for name, (compilers, version, family, openmp, device) in TOOLCHAINS.items():
            with self.subTest(name):
                runtime = self.install(name)
                self.assertTrue(runtime.available, runtime.reason)
                known = runtime.to_json()
                known["compilers"]["c"]["version"] = version
                self.assertIn(family, tools.features(known, True, True))
                for source, compiler in zip(SOURCES, compilers, strict=True):
                    for words in self.compile(runtime, source):
                        self.assertEqual(words[0], compiler)
                        self.assertIn(openmp, words)
                        self.assertNotIn(device, words)
                first, last = self.compile(runtime, "a.c", "--offload")
                self.assertTrue({openmp, device} <= {*first} & {*last})
                self.assertIn(f"-L{self.root}/lib", last)
                module = "-module-dir" if name == "aomp" else "-module"
                self.assertIn(module, self.compile(runtime, "a.f90")[0])
