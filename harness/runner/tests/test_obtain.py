"""Obtaining runtimes: all or nothing, into the user's cache, in the version of the description."""

import contextlib
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.paths import runtimes_cache
from ompt_cts.progress import Log
from ompt_cts.runtime import obtain
from ompt_cts.runtime.description import Description


class Obtaining(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.log = Log(self.folder / "log")
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        changes = {"OMPT_CTS_CACHE": str(self.folder / "cache"), "PATH": path}
        patch = mock.patch.dict(os.environ, changes)
        patch.start()
        self.addCleanup(patch.stop)
        quiet = contextlib.redirect_stderr(io.StringIO())
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def script(self, name: str, text: str) -> None:
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)

    def describe(self, *steps: dict[str, object]) -> Description:
        return Description("x", "X", "x", "test", [""], {}, provision=list(steps))

    def test_what_was_obtained_is_not_obtained_again(self) -> None:
        runs = []

        def step(what: object, tree: Path, scratch: Path, log: Log) -> None:
            runs.append(scratch)
            (tree / "file").write_text("new")

        with mock.patch.dict(obtain.KINDS, {"fake": step}):
            one = self.describe({"kind": "fake"})
            self.assertTrue(obtain.obtain(one))
            self.assertFalse(obtain.obtain(one))
            self.assertTrue(obtain.obtain(one, force=True))
            self.assertTrue(obtain.obtain(self.describe({"kind": "fake", "version": "2"})))
        self.assertEqual(len(runs), 3)
        self.assertEqual((runtimes_cache() / "x" / "file").read_text(), "new")

    def test_a_failure_leaves_what_was_there(self) -> None:
        def good(what: object, tree: Path, scratch: Path, log: Log) -> None:
            (tree / "file").write_text("old")

        def bad(what: object, tree: Path, scratch: Path, log: Log) -> None:
            (tree / "file").write_text("half")
            raise UserError("the disk is full")

        with mock.patch.dict(obtain.KINDS, {"good": good, "bad": bad}):
            obtain.obtain(self.describe({"kind": "good"}))
            with self.assertRaisesRegex(UserError, "the disk is full"):
                obtain.obtain(self.describe({"kind": "good"}, {"kind": "bad"}))
        self.assertEqual((runtimes_cache() / "x" / "file").read_text(), "old")
        self.assertEqual([p.name for p in runtimes_cache().iterdir()], ["x"])

    def test_a_description_without_steps(self) -> None:
        with self.assertRaisesRegex(UserError, "does not say how"):
            obtain.obtain(self.describe())

    def test_a_source_is_unpacked_where_no_xz_is_installed(self) -> None:
        archive, into = self.folder / "llvm.orig.tar.xz", self.folder / "into"
        with tarfile.open(archive, "w:xz") as tar:
            for name in ("llvm/openmp/a", "llvm/clang/b"):
                tar.addfile(tarfile.TarInfo(name))
        into.mkdir()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "tar").symlink_to(shutil.which("tar") or "tar")
        with mock.patch.dict(os.environ, {"PATH": f"{self.folder}/bin"}):
            obtain.unpack(archive, ["llvm/openmp"], into)
            with self.assertRaisesRegex(UserError, "cannot unpack"):
                obtain.unpack(archive, ["llvm/none"], into)
        self.assertEqual(
            [str(p.relative_to(into)) for p in into.rglob("*")], ["openmp", "openmp/a"]
        )

    def test_further_targets_are_built_of_the_same_sources(self) -> None:
        self.script(
            "cmake",
            'case "$1" in\n-S) mkdir "$4"; echo "$*" >"$4/libx.so" ;;\n*) test -e "$2/libx.so" ;;\nesac\n',
        )
        self.script("apt-get", 'touch "needed.deb"\n')
        text = 'mkdir -p "$3/usr"; echo "m;/usr/lib/libz.so" >"$3/usr/needed.cmake"\n'
        self.script("dpkg", text)
        for name in ("ninja", "clang-19", "clang++-19"):
            self.script(name, "")
        source, tree = self.folder / "source", self.folder / "tree"
        source.mkdir()
        step = {"source": "a", "target": "x", "cmake": ["-DA={into}:{scratch}"]}
        obtain.build(step, tree, source, self.log)
        self.assertFalse((source / "packages").exists())
        self.assertIn(f"-DA={tree}:{source}", (tree / "lib" / "libx.so").read_text())
        step = {"source": "b", "target": "y", "cmake": ["-DB={packages}"], "packages": ["needed"]}
        obtain.build(step, tree, source, self.log)
        found = (source / "packages" / "usr" / "needed.cmake").read_text()
        self.assertEqual(found, f"m;{source}/packages/usr/lib/libz.so\n")
        self.assertIn(f"-DB={source}/packages", (tree / "lib" / "libx.so").read_text())

    def test_unpacked_libraries_find_each_other(self) -> None:
        system = self.folder / "usr/lib/m68k-linux-gnu"
        own = self.folder / "usr/lib/llvm-9/lib"
        system.mkdir(parents=True)
        own.mkdir(parents=True)
        (system / "libLLVM-9.so.1").write_text("llvm")
        (system / "libomp.so.5").symlink_to("../llvm-9/lib/libomp.so.5")
        (system / "libbroken.so").symlink_to("nowhere")
        (own / "libomp.so.5").write_text("omp")
        obtain.link_together(self.folder)
        self.assertEqual((own / "libLLVM-9.so.1").read_text(), "llvm")
        self.assertFalse((own / "libomp.so.5").is_symlink())
        self.assertFalse(os.path.lexists(own / "libbroken.so"))

    def test_links_of_a_root_folder_stay_inside(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name)
            (tree / "usr" / "lib").mkdir(parents=True)
            (tree / "usr" / "lib" / "a.so").write_text("its own")
            for link, target in (("usr/abs", "/usr/lib"), ("usr/rel", "lib"), ("out", "/etc")):
                (tree / link).symlink_to(target)
            obtain.keep_links_inside(tree)
            for link in ("abs", "rel"):
                self.assertEqual((tree / "usr" / link / "a.so").read_text(), "its own")
            self.assertEqual(os.readlink(tree / "out"), "etc")

    def test_a_wheel_gives_what_the_description_names(self) -> None:
        wheel = self.folder / "p-1-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as file:
            file.writestr("p.data/lib/libiomp5.so", "library")
            file.writestr("p.data/lib/libother.so", "other")
            file.writestr("p.data/include/omp.h", "header")
        step = {"kind": "pypi", "package": "p", "version": "1", "into": ".", "files": ["*/x"]}
        with mock.patch.object(Log, "run", return_value=0):
            tree = self.folder / "tree"
            with self.assertRaisesRegex(UserError, r"has none of \*/x"):
                obtain.pypi(step, tree, self.folder, self.log)
            step["files"] = ["*/libiomp5.so", "*/include/omp.h"]
            obtain.pypi(step, tree, self.folder, self.log)
        names = sorted(str(p.relative_to(tree)) for p in tree.rglob("*") if p.is_file())
        self.assertEqual(names, ["include/omp.h", "lib/libiomp5.so"])

    def test_the_source_is_the_one_that_the_description_pins(self) -> None:
        """An archive that lacks it or has another release is passed over."""
        suites = (("debian", "one"), ("debian", "two"), ("debian", "three"))
        self.script(
            "apt-get",
            'for word; do last=$word; done\nsources=$(echo "$@" | grep -o "[^= ]*own.list")\n'
            'suite=$(cut -d" " -f4 "$sources")\n'
            "case $last in update) exit 0;; esac\n[ $suite = one ] && exit 100\n"
            "printf $suite > p_1.orig.tar.xz\n[ $suite = two ]\n",
        )
        scratch = self.folder / "scratch"
        scratch.mkdir()
        step = {"package": "p", "sha256": hashlib.sha256(b"three").hexdigest()}
        with (
            mock.patch.object(obtain, "SOURCE_SUITES", suites),
            mock.patch.object(obtain, "mirror", return_value="file:/"),
        ):
            self.assertEqual(obtain.fetch_source(step, scratch, self.log).read_text(), "three")
            step["sha256"] = "0"
            with self.assertRaisesRegex(UserError, "no Debian archive gave p"):
                obtain.fetch_source(step, scratch, self.log)

    def test_apts_own_configuration_stays_as_it_is(self) -> None:
        command = obtain.private_apt(self.folder / "apt", "deb-src file:/m/debian s main")
        own = str(self.folder / "apt")
        for key in ("Dir::Etc::sourcelist", "Dir::State::lists", "Dir::Cache"):
            self.assertTrue(any(w.startswith(f"-o{key}={own}") for w in command), key)
        self.assertIn("-oDir::Etc::sourceparts=/dev/null", command)
        source = (self.folder / "apt/own.list").read_text()
        self.assertEqual(source, "deb-src file:/m/debian s main\n")
