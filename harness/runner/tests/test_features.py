"""The abilities of the compiler under test, found with probes and a fake compiler."""

import itertools
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts.paths import RUNTIMES
from ompt_cts.runtime import description, features, gpus, proof, runtimes
from ompt_cts.runtime.description import Offload

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


# Flags are for the GPUs that answer; programs also compile without one.
FLAG = "--offload-arch={nvidia-gpus:sm_80,sm_90}"


class Gpus(unittest.TestCase):
    def filled(self, flag: str, script: str, **more: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            for name in gpus.ASKED.values():
                program = Path(folder) / name
                program.write_text(f"#!/bin/sh\n{script}\n")
                program.chmod(0o755)
            gpus.architectures.cache_clear()
            self.addCleanup(gpus.architectures.cache_clear)
            path = f"{folder}{os.pathsep}{os.environ['PATH']}"
            with mock.patch.dict(os.environ, {"PATH": path, **more}):
                return gpus.fill(flag)

    def test_what_answers_is_compiled_for_each_once(self) -> None:
        three = "echo sm_90; echo sm_90; echo sm_100a"
        self.assertEqual(self.filled(FLAG, three), "--offload-arch=sm_90,sm_100a")
        self.assertEqual(self.filled("-march={nvidia-gpu:sm_75}", three), "-march=sm_90")
        self.assertEqual(self.filled("{amd-gpus:gfx90a}", "echo gfx942:xnack-"), "gfx942:xnack-")

    def test_without_a_device_the_flag_has_what_is_written(self) -> None:
        for script in ("exit 1", "echo Failed to load libcuda", "echo gfx90a"):
            self.assertEqual(self.filled(FLAG, script), "--offload-arch=sm_80,sm_90")

    def test_the_user_has_the_last_word(self) -> None:
        self.assertEqual(
            self.filled(FLAG, "echo sm_90", CTS_GPU_ARCH="sm_70"), "--offload-arch=sm_70"
        )
        self.assertEqual(self.filled("-O2 {x}", "echo sm_90"), "-O2 {x}")

    def test_every_runtime_with_a_device_library_has_a_form_for_gpus(self) -> None:
        for path in RUNTIMES.glob("*.toml"):
            one = description.load(path)
            if path.stem != "template" and one.offload and not one.target:
                real = not one.offload.simulated and "linux" not in one.offload.triple
                with self.subTest(one.name):
                    self.assertTrue(real or {"nvidia-gpu", "intel-gpu"} & one.devices.keys())


# A program must have loaded the runtime under test, and no other OpenMP runtime.
RESULT = "members 2\niterations 10\n"


def installed(library: str) -> runtimes.Runtime:
    return runtimes.Runtime("x", "X", "x", "test", True, library=library, library_real=library)


class Judging(unittest.TestCase):
    def test_the_right_library(self) -> None:
        text = RESULT + "mapped /usr/bin/x\nmapped /opt/lib/libomp.so.5\nmapped /lib/libc.so.6\n"
        found = proof.judge(installed("/opt/lib/libomp.so.5"), text)
        self.assertTrue(found.ok, found.problem)
        self.assertEqual(found.loaded, "/opt/lib/libomp.so.5")

    def test_the_loaders_fallback(self) -> None:
        found = proof.judge(installed("/opt/libomp.so.5"), RESULT + "mapped /usr/lib/libomp.so.5\n")
        self.assertFalse(found.ok)
        self.assertIn("/usr/lib/libomp.so.5 instead of /opt/libomp.so.5", found.problem)
        found = proof.judge(installed("/opt/libomp.so.5"), RESULT)
        self.assertIn("loads no OpenMP runtime instead", found.problem)

    def test_a_second_runtime(self) -> None:
        text = RESULT + "mapped /opt/libomp.so.5\nmapped /usr/lib/libgomp.so.1.0.0\n"
        found = proof.judge(installed("/opt/libomp.so.5"), text)
        self.assertIn("loads /usr/lib/libgomp.so.1.0.0 as well", found.problem)

    def test_libraries_that_only_sound_like_one(self) -> None:
        text = RESULT + "mapped /o/libomp.so\nmapped /o/libomptarget.so.19\nmapped /o/libompd.so\n"
        self.assertTrue(proof.judge(installed("/o/libomp.so"), text).ok)

    def test_a_wrong_result(self) -> None:
        found = proof.judge(installed("/o/libomp.so"), "members 1\nmapped /o/libomp.so\n")
        self.assertIn("wrong result", found.problem)


class Messages(unittest.TestCase):
    def test_the_linkers_own_line_says_what_is_missing(self) -> None:
        failed = "clang: error: linker command failed with exit code 1 (use -v to see invocation)"
        missing = "/usr/bin/ld: cannot find -lomp: No such file or directory"
        done = mock.Mock(returncode=1, stderr=f"{missing}\n{failed}\n")
        with mock.patch.object(proof.subprocess, "run", return_value=done):
            problem = proof.compile_program(installed("/o/libiomp5.so"), Path("x"), [])
        self.assertEqual(problem, f"does not compile: {missing}")


class Device(unittest.TestCase):
    def test_another_device_library(self) -> None:
        wanted = installed("/o/libomp.so")
        wanted.offload = Offload([], "", ["/o/libomptarget.so.22"])
        right, wrong = "mapped /o/libomptarget.so.22\n", "mapped /l/libomptarget.so.19\n"
        self.assertEqual(proof.device_library_problem(wanted, right), "")
        told = "loads /l/libomptarget.so.19 instead of /o/libomptarget.so.22"
        self.assertEqual(proof.device_library_problem(wanted, wrong), told)
        self.assertIn("loads none", proof.device_library_problem(wanted, ""))


class Real(unittest.TestCase):
    """Uses the runtimes that this machine has."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        patch = mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": temporary.name})
        patch.start()
        self.addCleanup(patch.stop)
        self.folder = Path(temporary.name)
        self.usable = [r for r in runtimes.discover() if r.available and not r.target]
        if not self.usable:
            self.skipTest("no runtime is installed here whose identity could be asked for")

    def test_no_library_path_leads_a_program_astray(self) -> None:
        libomps = [r for r in self.usable if r.family == "llvm"]
        pairs = [p for p in itertools.permutations(libomps, 2) if p[0].sha256 != p[1].sha256]
        if not pairs:
            self.skipTest("only one release is installed here: nothing to mistake it for")
        wanted, other = pairs[0]
        runtimes.write_json(wanted)
        program = self.folder / "program"
        self.assertEqual(proof.compile_program(wanted, program, []), "")
        astray = {"LD_LIBRARY_PATH": os.path.dirname(other.library)}
        output, problem = proof.run_program(wanted, program, astray)
        self.assertEqual(problem, "")
        self.assertEqual(proof.judge(wanted, output).problem, "")

    def test_a_replaced_library_shows(self) -> None:
        wanted = self.usable[0]
        runtimes.write_json(wanted)
        program = self.folder / "program"
        self.assertEqual(proof.compile_program(wanted, program, []), "")
        output = subprocess.run([program], capture_output=True, text=True).stdout
        self.assertTrue(proof.judge(wanted, output).ok)
        wanted.library_real = "/another" + wanted.library_real
        self.assertIn("instead of /another", proof.judge(wanted, output).problem)
