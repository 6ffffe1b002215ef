"""Whose library is it, and which known deviations hold for it."""

import os
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.runtime import runtimes
from ompt_cts.verdict import callers, identity
from ompt_cts.verdict.identity import Library

from tests import reporting as made

KNOWN = runtimes.described()
[LLVM_19] = [what for what in KNOWN if what.name == "llvm-19"]
SUM = LLVM_19.sha256[0]


def who(**library: str) -> tuple[str, str, str]:
    what, by, note = identity.identify(Library(**library), KNOWN)
    return what.name if what else "", by, note


class Checksum(unittest.TestCase):
    def test_every_runtime_with_known_deviations_has_one(self) -> None:
        for what in KNOWN:
            known = identity.expectations.default_path(what.name).is_file()
            mended = any("mends" in step for step in what.provision)  # changes with every mend
            self.assertFalse(mended and what.sha256, what.name)
            self.assertTrue(mended or what.sha256 or not known, what.name)

    def test_whatever_it_is_called(self) -> None:
        for name in ("", "custom", "env", "llvm-19"):
            compiler = "/usr/bin/clang-19"
            found = who(sha256=SUM, name=name, path="/tmp/mine.so", compiler=compiler)
            self.assertEqual(found, ("llvm-19", "checksum", ""))

    def test_the_same_library_with_another_compilers_code(self) -> None:
        twin = "gcc-on-llvm-19"
        self.assertEqual(who(sha256=SUM, name="custom", compiler="/usr/bin/gcc-12")[0], twin)
        self.assertEqual(who(sha256=SUM, name=twin)[0], twin)
        name, _, note = who(sha256=SUM)
        self.assertEqual(name, "llvm-19")
        self.assertIn("--runtime gcc-on-llvm-19", note)

    def test_what_is_mapped_tells_whose_code_calls_the_runtime(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "info").mkdir()
            files = {
                "python": b"no OpenMP, but GOMP_ in a text",
                "one module.so": b"\0GOMP_parallel\0",
                "b.so": b"\0__kmpc_fork_call\0",
                "libomp.so.5": b"\0GOMP_parallel\0__kmpc_fork_call\0",
                "empty.so": b"",
            }
            for file, code in files.items():
                (folder / file).write_bytes(code)

            def code_of(*mapped: str) -> set[str]:
                lines = [f"1000-2000 r-xp 00000000 fe:00 42  {folder}/{file}\n" for file in mapped]
                (folder / "info" / "maps").write_text("".join(lines) + "3-4 r-xp 0 0:0 0 [vdso]\n")
                return set(callers.of_trace(name, f"{folder}/python"))

            self.assertEqual(code_of("libomp.so.5", "empty.so", "gone.so"), set())
            self.assertEqual(code_of("one module.so"), {"gcc"})
            self.assertEqual(code_of("b.so", "one module.so"), {"clang", "gcc"})
            os.mkfifo(folder / "pipe")  # no process ever writes into it
            self.assertEqual(code_of("pipe", "b.so"), {"clang"})
            (folder / "info" / "maps").unlink()
            os.mkfifo(folder / "info" / "maps")
            self.assertEqual(callers.of_trace(name, f"{folder}/b.so"), {"clang"})

    def test_gccs_code_on_any_libomp_brings_its_list(self) -> None:
        def files(name: str, *code: str) -> list[str]:
            [what] = [what for what in KNOWN if what.name == name]
            loaded = {"sha256": what.sha256[0], "library": "/tmp/mine.so"}
            return list(identity.of_loaded(loaded, "", "5.2", "", frozenset(code)).files)

        gomp = "expectations/gomp.toml"
        for name in ("llvm-16", "llvm-19", "llvm-22", "intel-openmp-2026"):
            self.assertNotIn(gomp, files(name, "clang"))
            self.assertEqual(files(name, "clang", "gcc")[-1], gomp)
        self.assertIn("expectations/gcc-on-llvm-19.toml", files("llvm-19", "gcc"))
        self.assertNotIn(gomp, files("llvm-19", "gcc"))  # its base already
        self.assertIn(gomp, files("llvm-22", "gcc"))


class Place(unittest.TestCase):
    """A library that a description finds here, in a build that is not known."""

    def setUp(self) -> None:
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "libomp.so"
        self.path.write_bytes(made.SHARED_LIBRARY + b"patched")
        self.sum = runtimes.sha256_of(str(self.path))

    def who(self, sums: list[str]) -> tuple[str, str, str]:
        here = replace(LLVM_19, library=[str(self.path)], sha256=sums)
        what, by, note = identity.identify(Library(self.sum, name="custom"), [here])
        return what.name if what else "", by, note

    def test_another_build_is_said(self) -> None:
        name, by, note = self.who([SUM])
        self.assertEqual((name, by), ("llvm-19", "place"))
        self.assertIn("its checksum differs", note)

    def test_what_is_built_here_has_no_known_checksum(self) -> None:
        self.assertEqual(self.who([]), ("llvm-19", "place", ""))


class Nobody(unittest.TestCase):
    def test_what_looks_alike_is_suggested(self) -> None:
        name, by, note = who(sha256="00", path="/opt/llvm-19.1/lib/libomp.so", name="custom")
        self.assertEqual((name, by), ("", "none"))
        self.assertIn("--expectations llvm-19", note)
        applied = identity.find(Library("00", "/opt/llvm-19.1/lib/libomp.so"), "5.2")
        self.assertEqual((applied.deviations, applied.files), ((), ()))

    def test_the_release_before_a_dated_one_is_suggested(self) -> None:
        for date, near in (("20240820", "2021"), ("20251231", "2025.3.3"), ("20190101", "")):
            says = f"Intel(R) OMP version: 5.0.{date}"
            note = who(sha256="00", path="/opt/lib/libiomp5.so", version_string=says)[2]
            self.assertTrue(note.endswith(f"--expectations intel-openmp-{near}" if near else ""))
            self.assertEqual(bool(note), bool(near))

    def test_other_families_and_releases_are_not(self) -> None:
        self.assertEqual(who(sha256="00", path="/opt/vendor-19/lib/libvomp.so")[2], "")
        self.assertEqual(who(sha256="00", path="/opt/llvm-99/lib/libomp.so")[2], "")


class Applying(unittest.TestCase):
    def test_none_and_a_file(self) -> None:
        library = Library(SUM, name="llvm-19")
        self.assertEqual(identity.find(library, "5.2", "none").deviations, ())
        path = "expectations/gomp.toml"  # it has no other known programs
        applied = identity.find(library, "5.2", str(identity.expectations.ROOT / path))
        self.assertEqual((applied.files, applied.by), ((path,), "option"))
        with self.assertRaises(UserError):
            identity.find(library, "5.2", "/no/such/file.toml")

    def test_a_file_brings_its_own_about_other_programs(self) -> None:
        named = identity.expectations.ROOT / "expectations" / "llvm-19.toml"
        applied = identity.find(Library(""), "5.2", str(named))
        self.assertEqual(
            applied.files, ("expectations/llvm-19.toml", "expectations/corpus/llvm-19.toml")
        )

    def test_a_runtime_without_ompt(self) -> None:
        [gomp] = [what for what in KNOWN if what.name == "gcc-libgomp"]
        applied = identity.find(Library(gomp.sha256[0]), "5.2")
        self.assertEqual(
            (applied.runtime, applied.ompt, applied.by), ("gcc-libgomp", False, "none")
        )

    def test_several_traces_of_one_runtime(self) -> None:
        one = identity.find(Library(SUM, name="llvm-19"), "5.2")
        self.assertEqual(identity.merged([one, one]), one)
        self.assertEqual(len(identity.merged([one, identity.Applied()]).files), len(one.files))
