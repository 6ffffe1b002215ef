"""A program must have loaded the runtime under test, and no other OpenMP runtime."""

import itertools
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.runtime import proof, runtimes
from ompt_cts.runtime.description import Offload

RESULT = "members 2\niterations 10\n"


def runtime(library: str) -> runtimes.Runtime:
    return runtimes.Runtime("x", "X", "x", "test", True, library=library, library_real=library)


class Judging(unittest.TestCase):
    def test_the_right_library(self) -> None:
        text = RESULT + "mapped /usr/bin/x\nmapped /opt/lib/libomp.so.5\nmapped /lib/libc.so.6\n"
        found = proof.judge(runtime("/opt/lib/libomp.so.5"), text)
        self.assertTrue(found.ok, found.problem)
        self.assertEqual(found.loaded, "/opt/lib/libomp.so.5")

    def test_the_loaders_fallback(self) -> None:
        found = proof.judge(runtime("/opt/libomp.so.5"), RESULT + "mapped /usr/lib/libomp.so.5\n")
        self.assertFalse(found.ok)
        self.assertIn("/usr/lib/libomp.so.5 instead of /opt/libomp.so.5", found.problem)
        found = proof.judge(runtime("/opt/libomp.so.5"), RESULT)
        self.assertIn("loads no OpenMP runtime instead", found.problem)

    def test_a_second_runtime(self) -> None:
        text = RESULT + "mapped /opt/libomp.so.5\nmapped /usr/lib/libgomp.so.1.0.0\n"
        found = proof.judge(runtime("/opt/libomp.so.5"), text)
        self.assertIn("loads /usr/lib/libgomp.so.1.0.0 as well", found.problem)

    def test_libraries_that_only_sound_like_one(self) -> None:
        text = RESULT + "mapped /o/libomp.so\nmapped /o/libomptarget.so.19\nmapped /o/libompd.so\n"
        self.assertTrue(proof.judge(runtime("/o/libomp.so"), text).ok)

    def test_a_wrong_result(self) -> None:
        found = proof.judge(runtime("/o/libomp.so"), "members 1\nmapped /o/libomp.so\n")
        self.assertIn("wrong result", found.problem)


class Messages(unittest.TestCase):
    def test_the_linkers_own_line_says_what_is_missing(self) -> None:
        failed = "clang: error: linker command failed with exit code 1 (use -v to see invocation)"
        missing = "/usr/bin/ld: cannot find -lomp: No such file or directory"
        done = mock.Mock(returncode=1, stderr=f"{missing}\n{failed}\n")
        with mock.patch.object(proof.subprocess, "run", return_value=done):
            problem = proof.compile_program(runtime("/o/libiomp5.so"), Path("x"), [])
        self.assertEqual(problem, f"does not compile: {missing}")


class Device(unittest.TestCase):
    def test_another_device_library(self) -> None:
        wanted = runtime("/o/libomp.so")
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
