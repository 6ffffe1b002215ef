"""Releases are recognized by the contents of a library, not by its place or name."""

import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from ompt_cts.commands.dev import fingerprints as command
from ompt_cts.errors import UserError
from ompt_cts.runtime import fingerprints, runtimes
from ompt_cts.runtime.fingerprints import Fingerprint, Known
from ompt_cts.verdict import identity

TABLE = Known({17: ["a", "b", "c", "d"], 18: ["e", "f"], 19: ["g"], 20: []}, {"ab12": "llvm-18"})


class Recognized(unittest.TestCase):
    def of(
        self,
        exports: str,
        versions: tuple[int, ...] = (),
        build_id: str = "",
        sources: tuple[int, ...] = (),
    ) -> str:
        file = Fingerprint(build_id, frozenset(exports), frozenset(versions), frozenset(sources))
        with (
            mock.patch.object(fingerprints, "of_file", return_value=file),
            mock.patch.object(fingerprints, "known", return_value=TABLE),
        ):
            return fingerprints.recognized("/x")[0]

    def test_names_and_versions_must_agree(self) -> None:
        self.assertEqual(self.of("abcdef", (18,)), "llvm-18")
        self.assertEqual(self.of("abcefx", (18,)), "llvm-18", "a build may leave some out")
        self.assertEqual(self.of("abcdef"), "", "the names alone are no proof")
        self.assertEqual(self.of("abcdef", (19,)), "", "another compiler, or another release")
        self.assertEqual(self.of("", (18,)), "")
        self.assertEqual(self.of("abcdefg", (20,), "", (20,)), "llvm-20", "no name came with it")
        self.assertEqual(self.of("abcdefg", (20,)), "", "its compiler may be a later one")
        self.assertEqual(self.of("abcdefg", (21,)), "", "nobody knows that one")

    def test_a_damaged_library_is_none(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"\x7fELF\x02\x01".ljust(40, b"\0") + b"\xff" * 24)
            file.flush()
            self.assertEqual(fingerprints.of_file(file.name), Fingerprint())

    def test_what_packages_bring_along(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            debian = Path(folder) / "libomp5-18_1%3a18.1.8"
            wheel = Path(folder) / "pyomp-0.6.whl"
            (debian / "usr/lib").mkdir(parents=True)
            (debian / "usr/lib/libomp.so.5").write_text("b1")
            with zipfile.ZipFile(wheel, "w") as file:
                for name in ("a.libs/libgomp-1a2b.so.1", "a/libomp.so", "a/a.py"):
                    file.writestr(name, name)

            def of_file(path: str) -> Fingerprint:
                return Fingerprint("" if "gomp" in path else Path(path).read_text())

            with (
                mock.patch.object(command.fingerprints, "of_file", of_file),
                mock.patch.object(command.fingerprints, "known", return_value=TABLE),
                mock.patch.object(TABLE, "build_ids", {"a/libomp.so": "llvm-17"}),
                mock.patch.object(command, "say"),
            ):
                found = command.swept([debian, wheel], {"llvm-17", "llvm-18"})
                self.assertEqual(found, {"b1": "llvm-18", "a/libomp.so": "llvm-17"})
                for wrong in (debian / "usr/lib/libomp.so.5", Path(folder) / "none.whl"):
                    with self.assertRaisesRegex(UserError, "--sweep"):
                        command.swept([wrong], set())

    def test_a_build_id_is_proof(self) -> None:
        self.assertEqual(self.of("", (), "ab12"), "llvm-18")

    def test_every_release_here_exports_its_names(self) -> None:
        seen = 0
        for runtime in runtimes.discover():
            number = runtime.name.removeprefix("llvm-")
            if runtime.available and number.isdigit() and fingerprints.known().names[int(number)]:
                seen += 1
                self.assertEqual(fingerprints.alike(runtime.library_real), runtime.name)
        if not seen:
            self.skipTest("no runtime is here")

    def test_a_library_without_its_number_in_the_path(self) -> None:
        default = runtimes.resolve(runtimes.find_description(runtimes.DEFAULT))
        if not default.available:
            self.skipTest("the default runtime is not here")
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "libomp.so"
            shutil.copy(default.library_real, copy)
            with copy.open("ab") as file:
                file.write(b"signed")  # so that its checksum is another
            loaded = {"library": str(copy), "version_string": "LLVM OMP version"}
            applied = identity.of_loaded(loaded | {"sha256": "0"}, "", "5.2", "")
        self.assertEqual((applied.runtime, applied.by), (runtimes.DEFAULT, "release"))
        self.assertIn("by its build id", applied.note)
