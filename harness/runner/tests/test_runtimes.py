"""A runtime is what its description says and nothing else: no fallback, no dangling link."""

import argparse
import hashlib
import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.runtime import given, runtimes
from ompt_cts.runtime.description import Description, Offload

from tests.reporting import SHARED_LIBRARY as ELF


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        clean = {k: v for k, v in os.environ.items() if not k.startswith("OMPT_CTS_")}
        clean["OMPT_CTS_CACHE"] = str(self.folder / "cache")
        patch = mock.patch.dict(os.environ, clean, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def library(self, name: str = "lib/libomp.so.5", content: bytes = ELF) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def compiler(self, name: str = "cc") -> str:
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\necho version 1 of $0\n")
        path.chmod(0o755)
        return str(path)

    def describe(self, **changes: object) -> Description:
        values = {
            "name": "x",
            "title": "X",
            "family": "x",
            "source": "test",
            "root": [str(self.folder)],
            "library": ["{root}/lib/libomp.so.5"],
            "compilers": {"c": [self.compiler()], "cxx": [], "fortran": []},
        }
        return Description(**{**values, **changes})  # type: ignore[arg-type]


class Resolution(Folder):
    def test_paths_and_checksum(self) -> None:
        real = self.library("lib/libomp-19.so.5")
        (self.folder / "lib/libomp.so.5").symlink_to("libomp-19.so.5")
        found = runtimes.resolve(self.describe())
        self.assertTrue(found.available, found.reason)
        self.assertEqual(found.library, str(self.folder / "lib/libomp.so.5"))
        self.assertEqual(found.library_real, str(real))
        self.assertEqual(found.sha256, hashlib.sha256(ELF).hexdigest())
        self.assertEqual(found.library_dirs, [str(self.folder / "lib")])

    def test_a_missing_library_says_so_and_how_to_obtain_it(self) -> None:
        found = runtimes.resolve(self.describe())
        self.assertFalse(found.available)
        self.assertIn("lib/libomp.so.5 is not there", found.reason)
        self.assertNotIn("--provision", found.reason)
        found = runtimes.resolve(self.describe(provision=[{"kind": "pypi"}]))
        self.assertIn("runtimes --provision x", found.reason)

    def test_a_file_that_is_no_library_is_not_read(self) -> None:
        for content, size, why in (
            (b"", 6 << 30, "is no shared library"),
            (b"INPUT(libomp.so.5)", 18, "is no shared library"),
            (ELF[:16] + b"\2\0", 18, "is no shared library"),  # a program
            (ELF, 6 << 30, "is larger than 2 GiB"),
        ):
            os.truncate(self.library(content=content), size)
            with mock.patch.object(hashlib, "file_digest", side_effect=AssertionError):
                found = runtimes.resolve(self.describe())
            self.assertFalse(found.available)
            self.assertIn(f"lib/libomp.so.5 {why}", found.reason)

    def test_a_dangling_link_is_told_not_followed(self) -> None:
        (self.folder / "lib").mkdir()
        (self.folder / "lib/libomp.so.5").symlink_to("../multiarch/libomp.so.5")
        found = runtimes.resolve(self.describe())
        self.assertFalse(found.available)
        self.assertIn("libomp.so.5 is a dangling link to", found.reason)
        self.assertIn("/multiarch/libomp.so.5", found.reason)

    def test_a_link_to_a_dangling_link(self) -> None:
        (self.folder / "a").symlink_to("b")
        (self.folder / "b").symlink_to("c")
        self.assertIn("/b is a dangling link", runtimes.find_dangling(str(self.folder / "a")))
        (self.folder / "c").symlink_to("a")
        self.assertIn("link to itself", runtimes.find_dangling(str(self.folder / "a")))

    def test_the_first_root_with_the_library_counts(self) -> None:
        self.library("two/lib/libomp.so.5")
        roots = [str(self.folder / "one"), str(self.folder / "two")]
        found = runtimes.resolve(self.describe(root=roots, include_dirs=["{root}/lib"]))
        self.assertEqual(found.library, str(self.folder / "two/lib/libomp.so.5"))
        self.assertEqual(found.include_dirs, [str(self.folder / "two/lib")])

    def test_without_a_c_compiler_it_is_not_available(self) -> None:
        self.library()
        none = {"c": ["cc-of-nobody", "cc2-of-nobody"], "cxx": [], "fortran": []}
        found = runtimes.resolve(self.describe(compilers=none))
        self.assertFalse(found.available)
        self.assertEqual(found.reason, "cc-of-nobody or cc2-of-nobody is not installed")

    def test_offload_needs_its_library(self) -> None:
        self.library()
        offload = Offload(["-t={machine}"], "{machine}-x", ["{root}/dev/libomptarget.so*"])
        found = runtimes.resolve(self.describe(offload=offload))
        self.assertTrue(found.available)
        self.assertIsNone(found.offload)
        self.assertIn("libomptarget.so* is not there", found.offload_reason)
        self.library("dev/libomptarget.so.1")
        found = runtimes.resolve(self.describe(offload=offload))
        assert found.offload
        self.assertEqual(found.offload.flags, [f"-t={os.uname().machine}"])
        self.assertEqual(found.library_dirs[1:], [str(self.folder / "dev")])
        self.assertEqual(
            found.to_json()["offload"]["library"], str(self.folder / "dev/libomptarget.so.1")
        )

    def test_unknown_braces_stay(self) -> None:
        self.assertEqual(runtimes.substitute("{root}/{x}", "/r/"), "/r/{x}")


class Discovery(Folder):
    def test_installed_releases_without_a_description(self) -> None:
        self.library("llvm-17/lib/libomp.so.5")
        self.library("llvm-19/lib/libomp.so.5")
        self.library("llvm-18/lib/libother.so")
        (self.folder / "llvm-22/lib").mkdir(parents=True)
        (self.folder / "llvm-22/lib/libomp.so.5").symlink_to("../nowhere")
        found = runtimes.installed_llvm({"llvm-19"}, f"{self.folder}/llvm-*")
        self.assertEqual([d.name for d in found], ["llvm-17", "llvm-22"])
        self.assertIn("clang-14", found[0].compilers["c"])
        self.assertIn("dangling link", runtimes.resolve(found[1]).reason)

    def test_further_descriptions_from_the_environment(self) -> None:
        text = 'name = "{}"\ntitle = "T"\nfamily = "f"\nlibrary = "/x"\n[compilers]\nc = "cc"\n'
        (self.folder / "mine.toml").write_text(text.format("mine"))
        os.environ["OMPT_CTS_RUNTIMES"] = str(self.folder)
        self.assertIn("mine", [d.name for d in runtimes.described()])
        self.assertEqual(runtimes.find_description("mine").title, "T")
        os.environ["OMPT_CTS_RUNTIMES"] = f"{self.folder}/mine.toml:{self.folder}/absent"
        with self.assertRaisesRegex(UserError, "absent, which is not there"):
            runtimes.described()

    def test_a_runtime_from_variables(self) -> None:
        self.assertEqual(given.from_environment(), [])
        os.environ["OMPT_CTS_RUNTIME_CC"] = "gcc"
        with self.assertRaisesRegex(UserError, "needs OMPT_CTS_RUNTIME_LIBRARY"):
            given.from_environment()
        os.environ["OMPT_CTS_RUNTIME_LIBRARY"] = "/x/libomp.so"
        (one,) = given.from_environment()
        self.assertEqual((one.name, one.compilers["cxx"]), ("env", ["g++"]))

    def test_an_unknown_name_lists_the_known(self) -> None:
        with self.assertRaisesRegex(UserError, "no runtime 'llvm-99'; known are .*llvm-19"):
            runtimes.find_description("llvm-99")


class CommandLine(Folder):
    def arguments(self, *words: str) -> argparse.Namespace:
        parser = argparse.ArgumentParser()
        runtimes.add_arguments(parser, None)
        return parser.parse_args(words)

    def test_nothing_named(self) -> None:
        self.assertIsNone(runtimes.from_arguments(self.arguments()))

    def test_paths_and_flags(self) -> None:
        library = self.library()
        words = ["--library", str(library), "--cc", self.compiler(), "--cflags=-fopenmp -O1"]
        found = runtimes.from_arguments(self.arguments(*words, "--ldflags=-lm"))
        assert found
        self.assertRegex(found.name, r"^libomp-[0-9a-f]{8}$")
        self.assertEqual(found.flags["all"].compile, ["-fopenmp", "-O1"])
        self.assertEqual(found.flags["all"].link, ["-fopenmp", "-O1", "-lm"])

    def test_clang_is_told_which_library_to_link(self) -> None:
        flags = {"libomp.so.5": "-fopenmp=libomp", "libiomp5.so": "-fopenmp=libiomp5"}
        for name, flag in {**flags, "libvomp.so": "-fopenmp"}.items():
            self.assertEqual(given.openmp_flag(f"/x/{name}", "/usr/bin/clang-19"), flag)
        self.assertEqual(given.openmp_flag("/x/libiomp5.so", "/x/icx"), "-fopenmp")
        self.assertEqual(given.openmp_flag("/x/libomp.so", "/clang/bin/gcc"), "-fopenmp")

    def test_two_libraries_have_results_of_their_own(self) -> None:
        compiler = self.compiler()
        names = []
        for place in ("one", "two"):
            library = str(self.library(f"{place}/libomp.so"))
            found = runtimes.from_arguments(self.arguments("--library", library, "--cc", compiler))
            assert found
            names.append(found.name)
        self.assertNotEqual(*names)

    def test_the_words_that_name_it_name_it_again(self) -> None:
        library, compiler = str(self.library()), self.compiler()
        words = ["--library", library, "--cc", compiler, "--cflags=-fopenmp -DX"]
        first = runtimes.from_arguments(self.arguments(*words))
        assert first
        again = runtimes.from_arguments(self.arguments(*first.arguments))
        self.assertEqual(first, again)

    def test_a_description_of_the_users_is_named_by_its_file(self) -> None:
        path = self.folder / "mine.toml"
        compiler = f'compilers.c = "{self.compiler()}"\n'
        library = f'library = "{self.library()}"\n'
        path.write_text(f'name = "mine"\ntitle = "M"\nfamily = "m"\n{library}{compiler}')
        found = runtimes.from_arguments(self.arguments("--runtime", str(path)))
        assert found
        self.assertEqual(found.arguments, ["--runtime", str(path)])
        os.environ["OMPT_CTS_RUNTIMES"] = str(path)
        self.assertEqual(runtimes.find_description("mine").arguments, ["--runtime", str(path)])

    def test_headers_beside_the_library(self) -> None:
        for place in ("include", "lib/clang/19/include", "lib", "opt/compiler/include"):
            library = self.library(f"{place} as root/lib/libomp.so")
            header = self.library(f"{place} as root/{place}/omp.h")
            self.assertEqual(given.header_folder(str(library)), str(header.parent))
        self.assertEqual(given.header_folder(str(self.library("none/lib/libomp.so"))), "")

    def test_headers_that_are_asked_for(self) -> None:
        library = str(self.library("x/libomp.so"))
        folder = str(self.library("elsewhere/omp.h").parent)
        words = ["--library", library, "--cc", self.compiler(), "--include"]
        found = runtimes.from_arguments(self.arguments(*words, folder))
        assert found
        self.assertEqual(found.include_dirs, [folder])
        with self.assertRaisesRegex(UserError, "--include .*x: the folder has no omp.h"):
            runtimes.from_arguments(self.arguments(*words, os.path.dirname(library)))

    def test_a_device_library_beside_it(self) -> None:
        library = str(self.library("x/libomp.so"))
        self.library("x/libomptarget.so.19")
        words = ["--library", library, "--cc", self.compiler("clang-7")]
        found = runtimes.from_arguments(self.arguments(*words))
        assert found and found.offload
        flag = f"-fopenmp-targets={os.uname().machine}-pc-linux-gnu"
        self.assertEqual(found.offload.flags, [flag])
        words[-1] = self.compiler("gcc-7")
        found = runtimes.from_arguments(self.arguments(*words))
        assert found
        self.assertIsNone(found.offload)

    def test_what_does_not_go_together(self) -> None:
        with self.assertRaisesRegex(UserError, "--cc needs --library"):
            runtimes.from_arguments(self.arguments("--cc", "gcc"))
        with self.assertRaisesRegex(UserError, "exclude each other"):
            runtimes.from_arguments(self.arguments("--library", "/x", "--runtime", "y"))
        with self.assertRaisesRegex(UserError, "not available: /x/libomp.so is not there"):
            runtimes.from_arguments(self.arguments("--library", "/x/libomp.so"))
        with self.assertRaisesRegex(UserError, "not available: / is a folder"):
            runtimes.from_arguments(self.arguments("--library", "/"))


class HandOver(Folder):
    def test_the_file_is_complete_and_left_alone_when_nothing_changed(self) -> None:
        self.library()
        found = runtimes.resolve(self.describe())
        path = runtimes.write_json(found, self.folder / "build")
        data = json.loads(path.read_text())
        self.assertEqual(path.name, "runtime-x.json")
        self.assertEqual(data["sha256"], found.sha256)
        self.assertIn("version 1 of", data["compilers"]["c"]["version"])
        before = path.stat()
        runtimes.write_json(runtimes.resolve(self.describe()), self.folder / "build")
        self.assertEqual(path.stat().st_ino, before.st_ino)
        self.library(content=b"other")
        runtimes.write_json(runtimes.resolve(self.describe()), self.folder / "build")
        self.assertNotEqual(json.loads(path.read_text())["sha256"], data["sha256"])
