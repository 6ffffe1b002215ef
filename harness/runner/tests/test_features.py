"""The abilities of the compiler under test, found with probes and a fake compiler."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

from ompt_cts.runtime import features

from tests import fake_tools

# Knows `task`, not `scope`; turns `flush` into a call of the runtime, `master` into a routine's.
COMPILER = """\
import re, subprocess, sys
words = sys.argv[1:]
at = next((i for i, w in enumerate(words) if w.endswith(".c")), None)
if at is None:
    sys.exit(subprocess.run(["cc", *words]).returncode)
source = open(words[at]).read()
if "scope" in source:
    sys.exit(1)
using = "-DCTS_WITHOUT" not in words
calls = "body();"
if using and "flush" in source:
    calls += "__kmpc_flush();"
if using and "master" in source:
    calls += "omp_get_thread_num();"
if re.search("main", source):
    text = "int main(void) { return %d; }" % ("fails" in source)
else:
    text = "void body(void); void __kmpc_flush(void); int omp_get_thread_num(void);"
    text += "void probe(void) { %s }" % calls
words[at] = words[words.index("-o") + 1] + "-made.c"
open(words[at], "w").write(text)
sys.exit(subprocess.run(["cc", *words]).returncode)
"""


class Features(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.compiler = str(fake_tools.script(self.root / "compiler", COMPILER))
        self.probes = self.root / "probes"
        self.probes.mkdir()

    def runtime(self, **more: Any) -> Path:
        compiler = {"path": self.compiler, "real": self.compiler, "version": "1"}
        data = {
            "name": "x",
            "family": "x",
            "library_real": "/x",
            "interface": "",
            "compilers": {"c": compiler},
            "flags": {"all": {"compile": [], "link": []}},
            "include_dirs": [],
            "library_dirs": [],
            "environment": {},
            "parts": "",
            "offload": None,
            "offload_reason": "none",
        } | more
        path = self.root / "runtime-x.json"
        path.write_text(json.dumps(data))
        return path

    def find(self) -> set[str]:
        return features.find(self.runtime(), self.root, (self.probes,))

    def write(self, name: str, text: str) -> None:
        (self.probes / f"{name}.c").write_text(text)

    def test_programs(self) -> None:
        self.write("task", "int main(void) { task }")
        self.write("scope", "int main(void) { scope }")
        self.write("broken", "int main(void) { fails }")
        self.assertEqual(self.find(), {"task"})

    def test_fortran_without_a_compiler(self) -> None:
        (self.probes / "f.f90").write_text("program probe\nend program\n")
        (self.probes / "visible-f.f90").write_text("subroutine probe\nend subroutine\n")
        self.assertEqual(self.find(), set())

    def test_visible_constructs(self) -> None:
        for name in ("flush", "master", "nothing", "scope"):
            self.write(f"visible-{name}", f"void probe(void) {{ {name} }}")
        self.assertEqual(self.find(), {"visible-flush"})

    def test_answers_are_kept_until_something_changes(self) -> None:
        self.write("task", "int main(void) { task }")
        self.assertEqual(self.find(), {"task"})
        status = os.stat(self.compiler)
        Path(self.compiler).write_text("#!/bin/sh\nexit 1\n")
        os.utime(self.compiler, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.assertEqual(self.find(), {"task"})
        os.utime(self.compiler, ns=(1, 1))
        self.assertEqual(self.find(), set())

    def test_our_probes_are_distinct(self) -> None:
        names = [features.feature(path) for path in features.checks()]
        self.assertTrue(names)
        self.assertEqual(len(names), len(set(names)))
