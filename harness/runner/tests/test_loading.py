"""The parts of a runtime find each other by name, on a machine that gives them no help."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.runtime import activation, loading, runtimes
from ompt_cts.runtime.description import Offload
from ompt_cts.steps import program, trace

# A device library as LLVM's: it has a run path of its own, so the program's does not count, and
# opens the host library by the name without version.
HOST = "int answer = 42; int *host(void) { return &answer; }"
DEVICE = """
#include <dlfcn.h>
extern int *host(void);
int connected(void) {
  void *library = dlopen("libstrange.so", RTLD_LAZY);
  int *(*found)(void) = library ? (int *(*)(void))dlsym(library, "host") : 0;
  return found ? (found() == host() ? 1 : 2) : 0;
}
"""
PROGRAM = """
#include <stdio.h>
#include <unistd.h>
int connected(void);
int main(int count, char **words) {
  if (count > 1)
    return execv(words[0], (char *[]){words[0], 0});
  printf("%d\\n", connected());
  return 0;
}
"""
CC = shutil.which("cc")


@unittest.skipUnless(CC, "no C compiler (cc) is installed here")
class Parts(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(
            self.enterContext(tempfile.TemporaryDirectory(prefix="a place with blanks "))
        ).resolve()
        self.library = self.make("lib/libstrange-1.so.7", HOST, "-Wl,-soname,libstrange.so.7")
        for name in ("libstrange.so.7", "libstrange.so"):
            (self.root / "lib" / name).symlink_to(self.library.name)
        own = ["-Wl,--enable-new-dtags,-rpath,$ORIGIN", "-Wl,-soname,libdevice.so.3"]
        device = self.make("device/libdevice.so.3", DEVICE, *own, f"-L{self.root}/lib", "-lstrange")
        (self.root / "device" / "libdevice.so").symlink_to(device.name)
        self.make("device/libdevice.plugin.so", "int plugin;")
        self.runtime = runtimes.Runtime("x", "X", "x", "test", True)
        self.runtime.library = self.runtime.library_real = str(self.library)
        self.runtime.offload = Offload([], "", [str(device)])
        self.runtime.library_dirs = [f"{self.root}/lib", f"{self.root}/device"]

    def make(self, name: str, text: str, *flags: str, shared: bool = True) -> Path:
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        assert CC
        command = [CC, *(["-shared", "-fPIC"] if shared else []), "-x", "c", "-", "-o", str(path)]
        command += ["-x", "none", *flags]
        subprocess.run(command, input=text, text=True, check=True)
        return path

    def program(self, *dirs: str) -> Path:
        flags = [word for d in dirs for word in (f"-L{d}", f"-Wl,-rpath,{d}")]
        flags += ["-Wl,--disable-new-dtags", "-Wl,--no-as-needed", "-ldevice", "-lstrange"]
        return self.make("program", PROGRAM, *flags, shared=False)

    def run_program(self, *words: str, **variables: str) -> str:
        program = str(self.root / "program")
        environment = loading.environment(self.runtime, variables)
        done = subprocess.run(
            [program, *words], env=environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip() + done.stderr

    def test_programs_are_linked_again_for_another_interface_alone(self) -> None:
        def interface(text: str, *flags: str) -> str:
            return loading.interface(str(self.make("lib/libx.so", text, *flags)))

        first = interface("int v = 1; int f(void) { return 1; }")
        self.assertEqual(interface("int v = 2; int f(void) { return 2 * v + 7; }"), first)
        for text in ("int v[2]; int f(void) { return 1; }", "int v; int f(void); int g(void) {}"):
            self.assertNotEqual(interface(text), first, text)
        text = "int v = 1; int f(void) { return 1; }"
        self.assertNotEqual(interface(text, "-Wl,-soname,libx.so.1"), first)
        script = self.root / "versions"
        script.write_text("V1 { f; };")
        self.assertNotEqual(interface(text, f"-Wl,--version-script={script}"), first)

    def test_names(self) -> None:
        wanted = ["libstrange-1.so.7", "libstrange.so.7", "libstrange-1.so", "libstrange.so"]
        self.assertEqual(loading.names_of(str(self.library)), wanted)

    def test_parts_that_open_each_other_by_name(self) -> None:
        self.program(*self.runtime.library_dirs)
        self.assertEqual(self.run_program(), "0")  # the fault: the program's run path is of no use
        loading.prepare(self.runtime, self.root / "build")
        self.assertEqual(self.run_program(), "1")
        self.assertEqual(self.run_program("exec"), "1")  # its children inherit the parts
        self.assertEqual(self.run_program(LD_LIBRARY_PATH="/nowhere"), "1")

    def test_every_name_leads_to_the_library_and_no_other(self) -> None:
        loading.prepare(self.runtime, self.root / "build")
        folder = Path(self.runtime.parts)
        found = {path.name: path.resolve().name for path in folder.iterdir()}
        host = dict.fromkeys(loading.names_of(str(self.library)), "libstrange-1.so.7")
        device = dict.fromkeys(("libdevice.so", "libdevice.so.3"), "libdevice.so.3")
        plugin = {"libdevice.plugin.so": "libdevice.plugin.so"}
        self.assertEqual(found, host | device | plugin)

    def test_links_follow_the_description(self) -> None:
        self.runtime.aliases = ["libother.so"]
        loading.prepare(self.runtime, self.root / "build")
        folder = Path(self.runtime.parts)
        self.assertEqual((folder / "libother.so").resolve(), self.library)
        self.runtime.aliases = []
        (folder / "libstrange.so").unlink()
        (folder / "libstrange.so").symlink_to("/another")
        loading.prepare(self.runtime, self.root / "build")
        self.assertFalse((folder / "libother.so").is_symlink())
        self.assertEqual((folder / "libstrange.so").resolve(), self.library)

    def test_a_sibling_with_the_same_soname(self) -> None:
        """Debian has libomp-19.so.5 beside a copy named libomp.so.5."""
        (self.root / "lib" / "libstrange.so.7").unlink()
        sibling = HOST.replace("42", "43")
        self.make("lib/libstrange.so.7", sibling, "-Wl,-soname,libstrange.so.7")
        loading.prepare(self.runtime, self.root / "build")
        self.assertEqual(self.runtime.library_dirs[0], self.runtime.parts)
        self.program(*self.runtime.library_dirs)
        asked = self.run_program(LD_TRACE_LOADED_OBJECTS="1")
        self.assertIn(f"libstrange.so.7 => {self.runtime.parts}/libstrange.so.7", asked)
        self.assertEqual(self.run_program(), "1")

    def test_a_whole_folder_keeps_its_place(self) -> None:
        """If the library were a link, $ORIGIN would be another folder, and the loader would not find the files beside the library."""
        loading.prepare(self.runtime, self.root / "build")
        self.assertEqual(self.runtime.library_dirs[-1], self.runtime.parts)

    def test_a_compilers_headers_are_not_for_another(self) -> None:
        folder = self.root / "clang/19/include"
        folder.mkdir(parents=True)
        for name in ("omp.h", "omp-tools.h", "stddef.h"):
            (folder / name).touch()
        self.runtime.include_dirs = [str(folder)]
        loading.prepare(self.runtime, self.root / "build")
        [own] = self.runtime.include_dirs
        self.assertEqual({p.name for p in Path(own).iterdir()}, {"omp.h", "omp-tools.h"})

    def test_a_path_that_the_loader_would_split(self) -> None:
        with self.assertRaisesRegex(UserError, "choose another build folder"):
            loading.prepare(self.runtime, self.root / "a:b")

    def test_prepared_twice_is_the_same(self) -> None:
        loading.prepare(self.runtime, self.root / "build")
        before = list(self.runtime.library_dirs)
        loading.prepare(self.runtime, self.root / "build")
        self.assertEqual(self.runtime.library_dirs, before)

    def test_what_the_loader_searched(self) -> None:
        self.program(*self.runtime.library_dirs)
        log = self.root / "log"
        told = activation.loader_log(log)
        self.run_program(**told)
        text = "".join(path.read_text() for path in log.iterdir())
        searched = loading.searches(text)
        self.assertIn(("libstrange.so.7", f"{self.root}/lib/libstrange.so.7"), searched)
        self.assertIn(("libstrange.so", ""), searched)
        why = "it opens libstrange.so by name, and the loader finds no such file"
        self.assertEqual(loading.astray(self.runtime, searched), why)


class Astray(unittest.TestCase):
    def setUp(self) -> None:
        self.runtime = runtimes.Runtime("x", "X", "x", "test", True)
        self.runtime.library = self.runtime.library_real = "/usr/bin/env"
        self.runtime.aliases = ["libomp.so"]

    def test_another_file(self) -> None:
        why = loading.astray(self.runtime, [("libomp.so", "/bin/sh")])
        self.assertIn("the loader takes /bin/sh instead of /usr/bin/env", why)

    def test_all_found(self) -> None:
        searched = [("libomp.so", "/usr/bin/env"), ("libm.so.6", "/x/libm.so.6"), ("libz.so", "")]
        self.assertEqual(loading.astray(self.runtime, searched), "")

    def test_a_relative_under_another_name(self) -> None:
        self.assertIn("libiomp5.so", loading.astray(self.runtime, [("libiomp5.so", "")]))
        self.assertEqual(loading.astray(self.runtime, [("libgomp.so.1", "")]), "")


class Connection(unittest.TestCase):
    """The cause of silence: the installation only if the loader reports that."""

    def ask(self, answer: str, event: str, searched: str) -> str:
        runtime = runtimes.Runtime("x", "X", "x", "test", True)
        runtime.library = runtime.library_real = "/usr/bin/env"
        runtime.aliases = ["libomp.so"]
        runtime.offload = Offload([], "", ["/l/libdevice.so"])
        info = {"environment": {"registered_device_initialize": answer}}
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(trace, "info", return_value=info),
            mock.patch.object(trace, "events", return_value=[{"event": event}]),
        ):
            (Path(folder) / "loader.1").write_text(searched)
            return activation.missing_part(runtime, Path("t"), Path(folder))

    NONE = "1: find library=libomp.so [0]; searching\n1:  trying file=/no/libomp.so\n"
    FOUND = "1: find library=libomp.so [0]; searching\n1:  trying file=/usr/bin/env\n"

    def test_who_is_to_blame(self) -> None:
        told = "libdevice.so never connects to the tools interface: it opens libomp.so by name"
        self.assertIn(told, self.ask("always", "parallel_begin", self.NONE))
        self.assertEqual(self.ask("always", "parallel_begin", self.FOUND), "")
        self.assertEqual(self.ask("never", "parallel_begin", self.NONE), "")
        for event in ("device_initialize", "target_emi", "target_data_op"):
            self.assertEqual(self.ask("always", event, self.NONE), "")


class Environment(unittest.TestCase):
    def test_the_parts_come_last_and_once(self) -> None:
        env = {program.PARTS: "/p", "LD_LIBRARY_PATH": "/a::/b"}
        once = program.with_parts(env)
        self.assertEqual(once["LD_LIBRARY_PATH"], "/a:/b:/p")
        self.assertEqual(program.with_parts(once), once)

    def test_without_parts_nothing_changes(self) -> None:
        for env in ({}, {program.PARTS: "", "LD_LIBRARY_PATH": "/a:"}):
            self.assertEqual(program.with_parts(env), env)
