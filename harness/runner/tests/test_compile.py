"""%cts-compile: which programs are compiled again, and which libraries a program will load."""

import _ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest import mock

from ompt_cts.paths import RUNNER, RUNTIMES
from ompt_cts.runtime import description, runtimes
from ompt_cts.steps import compile_plan, compile_run, tools

COMPILE = RUNNER / "ompt_cts" / "steps" / "compile.py"
CC, CXX, FC = shutil.which("gcc"), shutil.which("g++"), shutil.which("gfortran")


@unittest.skipUnless(CC, "gcc, a compiler that is none of the suites', is not installed here")
class Compile(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.runs = self.folder / "compiler-runs"
        self.runtime = {
            "name": "x",
            "family": "x",
            "library_real": "/x/libx.so",
            "interface": "0",
            "compilers": {"c": self.counting("cc", CC), "cxx": self.counting("c++", CXX)},
            "flags": {"all": {"compile": [], "link": []}, "c": {"compile": ["-DFROM_RUNTIME=5"]}},
            "include_dirs": [],
            "library_dirs": ["/x/lib", "/y/lib"],
            "environment": {},
            "offload": None,
            "offload_reason": "it has none",
        }
        (self.folder / "main.c").write_text('#include "h.h"\nint main(void) { return VALUE; }\n')
        (self.folder / "h.h").write_text("#define VALUE FROM_RUNTIME\n")

    def counting(self, name: str, real: str | None) -> dict[str, str]:
        """A compiler that leaves a line for each of its runs."""
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho run >> {self.runs}\nexec {real} "$@"\n')
        path.chmod(0o755)
        return {"path": str(path), "real": str(path), "version": ""}

    def compile(self, *words: str, code: int = 0, output: str = "out", write: bool = True) -> str:
        if write:
            (self.folder / "runtime-x.json").write_text(json.dumps(self.runtime, indent=1))
        command = [sys.executable, str(COMPILE), "--runtime-json", "runtime-x.json"]
        done = subprocess.run(
            [*command, *words, "-o", output], cwd=self.folder, capture_output=True, text=True
        )
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def value(self, output: str = "out") -> int:
        return subprocess.run([self.folder / output], check=False).returncode

    def compiler_runs(self) -> int:
        """The number of runs of a compiler since the last question; a program takes two runs."""
        count = len(self.runs.read_text().splitlines()) if self.runs.exists() else 0
        self.runs.unlink(missing_ok=True)
        return count

    def test_nothing_is_compiled_twice(self) -> None:
        self.compile("main.c")
        self.assertEqual((self.value(), self.compiler_runs()), (5, 2))
        (self.folder / "out").unlink()
        self.compile("main.c")
        self.assertEqual((self.value(), self.compiler_runs()), (5, 0))
        self.compile("main.c", output="again")
        self.assertEqual((self.value("again"), self.compiler_runs()), (5, 0))

    def test_an_object_file_is_for_each_runtime_of_a_family(self) -> None:
        objects = ("main.c", "--objects", str(self.folder))
        self.compile(*objects)
        self.assertEqual((self.value(), self.compiler_runs()), (5, 2))
        (self.folder / "headers").mkdir()
        self.runtime |= {"include_dirs": [str(self.folder / "headers")], "library_dirs": ["/z"]}
        self.compile(*objects)
        self.assertEqual((self.value(), self.compiler_runs()), (5, 1))
        self.compile(*objects, "-O1")
        self.assertEqual((self.value(), self.compiler_runs()), (5, 2))
        for other in ({"family": "y"}, {"environment": {"A": "b"}}):
            self.runtime |= other
            self.compile(*objects)
            self.assertEqual(self.compiler_runs(), 2)
        (self.folder / "main.c").write_text("int main(void) { return 6; }\n")
        self.compile(*objects)
        self.assertEqual((self.value(), self.compiler_runs()), (6, 2))
        self.assertFalse((self.folder / "compile-cache").exists())

    def test_clang_is_asked_once_for_its_linker(self) -> None:
        """The driver here is gcc's, and shows its linker as clang does."""
        trace = self.folder / "clang-of-us"
        trace.write_text(
            f"""#!/bin/sh
for last; do :; done
[ "$last" = -### ] || exec {CC} "$@"
echo asked >> {self.runs}
printf ' "{CC}"' >&2; for word; do [ "$word" = -### ] || printf ' "%s"' "$word" >&2; done
"""
        )
        trace.chmod(0o755)
        plan = mock.Mock(link=[str(trace), "{objects}"], runtime={"name": "x"})
        job = compile_plan.Job()
        for number in range(3):
            source, made = self.folder / f"{number}.c", self.folder / f"{number}.o"
            source.write_text(f"int main(void) {{ return {number}; }}\n")
            subprocess.run([str(CC), "-c", source, "-o", made], check=True)
            told = {**os.environ, "TMPDIR": str(self.folder), "OMPT_CTS_X": str(number)}
            compile_run.link_program(plan, job, told, [str(made)], str(self.folder / "out"))
            self.assertEqual((self.value(), self.compiler_runs()), (number, not number))
        (self.folder / "0.o").write_text("no object")
        with self.assertRaises(compile_plan.Failure):
            compile_run.link_program(plan, job, told, [str(self.folder / "0.o")], "out")

    def test_a_touched_file_is_not_a_changed_one(self) -> None:
        self.compile("main.c")
        self.compiler_runs()
        os.utime(self.folder / "main.c")
        os.utime(self.folder / "h.h")
        self.compile("main.c")
        self.assertEqual(self.compiler_runs(), 0)

    def test_changing_back_is_free(self) -> None:
        text = (self.folder / "main.c").read_text()
        self.compile("main.c")
        (self.folder / "main.c").write_text("int main(void) { return 8; }\n")
        self.compile("main.c")
        (self.folder / "main.c").write_text(text)
        self.compiler_runs()
        self.compile("main.c")
        self.assertEqual((self.value(), self.compiler_runs()), (5, 0))

    def test_whatever_changes_the_program_compiles_it_again(self) -> None:
        self.compile("main.c")
        self.compiler_runs()

        (self.folder / "h.h").write_text("#define VALUE 7\n")
        self.compile("main.c")
        self.assertEqual((self.value(), self.compiler_runs()), (7, 2), "an included file")

        (self.folder / "main.c").write_text("int main(void) { return 8; }\n")
        self.compile("main.c")
        self.assertEqual((self.value(), self.compiler_runs()), (8, 2), "the source")

        self.compile("main.c", "-O1")
        self.assertEqual(self.compiler_runs(), 2, "a flag")

        self.runtime["interface"] = "1"
        self.compile("main.c")
        self.assertEqual(self.compiler_runs(), 2, "the interface of the runtime's library")

        self.runtime["library_dirs"] = ["/z"]
        self.compile("main.c")
        self.assertEqual(self.compiler_runs(), 2, "where the library lies")

        self.counting("cc", f"{CC} -O1")
        self.compile("main.c")
        self.assertEqual(self.compiler_runs(), 2, "the compiler")

    def test_a_header_that_hides_another_is_a_change(self) -> None:
        """A user's build gets an omp-tools.h; until then the compiler's own was found."""
        folders = [self.folder / "build", self.folder / "compiler"]
        for folder in folders:
            folder.mkdir()
        self.runtime["include_dirs"] = [str(folder) for folder in folders]
        (self.folder / "main.c").write_text("#include <x.h>\nint main(void) { return VALUE; }\n")
        for value, folder in ((2, folders[1]), (1, folders[0])):
            (folder / "x.h").write_text(f"#define VALUE {value}\n")
            self.compile("main.c")
            self.assertEqual(self.value(), value)

    def test_a_damaged_cache_is_not_believed(self) -> None:
        self.compile("main.c")
        self.compiler_runs()
        for entry in (self.folder / "compile-cache").glob("*.json"):
            entry.write_text("{")
        self.compile("main.c")
        self.assertEqual((self.value(), self.compiler_runs()), (5, 2))

    def test_a_failed_compilation_leaves_nothing_and_is_not_kept(self) -> None:
        (self.folder / "main.c").write_text("int main(void) { return nothing; }\n")
        self.assertIn("nothing", self.compile("main.c", code=1))
        self.assertFalse((self.folder / "out").exists())
        self.assertIn("nothing", self.compile("main.c", code=1))

    def test_many_at_once(self) -> None:
        (self.folder / "runtime-x.json").write_text(json.dumps(self.runtime))
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: self.compile("main.c", write=False), range(16)))
        self.assertEqual(self.value(), 5)
        left = [p.name for p in self.folder.rglob("*.tmp")]
        self.assertEqual(left, [])

    def test_what_the_runtime_lacks_is_named(self) -> None:
        calls = "void __kmpc_new(void); void GOMP_new(void); void mine(void);\n"
        (self.folder / "main.c").write_text(calls + "int main(void) { __kmpc_new(); GOMP_new(); }")
        text = self.compile("main.c", code=77)
        self.assertEqual(
            text,
            "cts-compile: error: x lacks GOMP_new, __kmpc_new, which the compiled code calls\n",
        )
        self.compiler_runs()
        self.assertEqual((self.compile("main.c", code=77), self.compiler_runs()), (text, 0))
        for change in ("libomp.so", "libomptarget.so"):  # the runtime may have the calls now
            (self.folder / change).touch()
            self.runtime["library_real"] = str(self.folder / "libomp.so")
            self.runtime["library_dirs"] = [str(self.folder)]
            self.compile("main.c", code=77)
            self.assertEqual(self.compiler_runs(), 2, change)

    def test_a_compiler_without_target_regions(self) -> None:
        flag = "-fopenmp-targets=x86_64-pc-linux-gnu"
        words = f"error: unrecognized command-line option '{flag}'"
        compiler = Path(self.runtime["compilers"]["c"]["path"])
        compiler.write_text(f'#!/bin/sh\necho "{words}" >&2\nexit 1\n')
        text = self.compile("main.c", code=77)
        self.assertEqual(text, f"cts-compile: error: cc does not know {flag}\n")

    def test_what_the_program_lacks_is_an_error(self) -> None:
        calls = "void __kmpc_new(void); void mine(void);\n"
        (self.folder / "main.c").write_text(calls + "int main(void) { __kmpc_new(); mine(); }")
        self.assertIn("mine", self.compile("main.c", code=1))

    def test_the_program_is_bound_to_the_runtime(self) -> None:
        self.compile("main.c")
        dynamic = subprocess.run(
            ["readelf", "-d", self.folder / "out"], capture_output=True, text=True
        ).stdout
        self.assertIn("(RPATH)", dynamic)
        self.assertIn("[/x/lib:/y/lib]", dynamic)
        self.assertNotIn("RUNPATH", dynamic)

    def test_cxx_with_a_c_file_and_an_object(self) -> None:
        (self.folder / "m.cpp").write_text(
            'extern "C" int f(), g();\nint main() { return f() + g(); }\n'
        )
        (self.folder / "f.c").write_text("int f(void) { return FROM_RUNTIME; }\n")
        (self.folder / "g.c").write_text("int g(void) { return 10; }\n")
        subprocess.run([str(CC), "-c", "g.c"], cwd=self.folder, check=True)
        self.compile("m.cpp", "f.c", "g.o")
        self.assertEqual(self.value(), 15)
        (self.folder / "g.c").write_text("int g(void) { return 20; }\n")
        subprocess.run([str(CC), "-c", "g.c"], cwd=self.folder, check=True)
        self.compile("m.cpp", "f.c", "g.o")
        self.assertEqual(self.value(), 25, "a changed object")

    def test_a_shared_library_without_openmp(self) -> None:
        self.runtime["flags"] = {"all": {"compile": ["-fno-such-flag"], "link": ["-lnothing"]}}
        (self.folder / "tool.c").write_text("int tool(void) { return 1; }\n")
        self.compile("--no-openmp", "-shared", "-fPIC", "tool.c", output="libtool.so")
        self.assertEqual((self.folder / "libtool.so").read_bytes()[:4], b"\x7fELF")

    @unittest.skipUnless(FC, "gfortran, which only the Fortran suites need, is not installed here")
    def test_fortran_with_an_include(self) -> None:
        self.runtime["compilers"]["fortran"] = {"path": FC, "real": FC, "version": ""}
        (self.folder / "v.inc").write_text("integer :: v = 3\n")
        (self.folder / "p.f90").write_text("program p\ninclude 'v.inc'\ncall exit(v)\nend\n")
        self.compile("p.f90")
        self.assertEqual(self.value(), 3)
        (self.folder / "v.inc").write_text("integer :: v = 4\n")
        self.compile("p.f90")
        self.assertEqual(self.value(), 4)

    def test_what_the_runtime_lacks(self) -> None:
        self.assertIn("x has no offload: it has none", self.compile("--offload", "main.c", code=77))
        (self.folder / "p.f90").write_text("end\n")
        self.assertIn("x has no Fortran compiler", self.compile("p.f90", code=77))

    def test_bad_input_gets_one_line(self) -> None:
        self.runtime["compilers"]["c"]["real"] = "/nowhere/cc"
        for words, message in (
            (["absent.c"], "cannot read"),
            (["main.rs"], "unknown kind of source '.rs'"),
            (["main.c", "--lang", "rust"], "--lang rust"),
            (["main.c"], "no longer exists"),
            ([], "needs --runtime-json"),
        ):
            printed = self.compile(*words, code=2)
            self.assertIn(message, printed)
            self.assertEqual(len(printed.splitlines()), 1, printed)


class CommandLines(unittest.TestCase):
    def parse(self, text: str) -> compile_plan.Job:
        return compile_plan.parse(f"--runtime-json r.json -o out {text}".split())

    def test_flags_go_where_they_belong(self) -> None:
        job = self.parse("a.c -O2 -DX -I inc -lm -Wl,-z,now -x c libz.so.1 -pthread")
        self.assertEqual(job.sources, ["a.c"])
        self.assertEqual(job.compile, ["-O2", "-DX", "-I", "inc", "-x", "c", "-pthread"])
        expected = ["-O2", "-lm", "-Wl,-z,now", os.path.abspath("libz.so.1"), "-pthread"]
        self.assertEqual(job.link, expected)

    def test_a_runtime_is_a_json_object(self) -> None:
        for text in ("", "[1]", "{", "nonsense"):
            with self.assertRaises(ValueError):
                compile_plan.loads(text)


# Vendors' toolchains that are not here: compilers that only write down their command lines.
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
