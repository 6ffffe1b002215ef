"""A hint calls a command by the path that works in its reader's folder."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts import paths


class Launcher(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.addCleanup(os.chdir, Path.cwd())
        os.chdir(self.folder)

    def tree(self, name: str) -> Path:
        """A tree as ours, which is taken for ours."""
        root = self.folder / name
        self.command(root / "ompt-cts")
        patch = mock.patch.object(paths, "ROOT", root)
        patch.start()
        self.addCleanup(patch.stop)
        return root

    def command(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)

    def path(self, folder: Path) -> None:
        patch = mock.patch.dict(os.environ, {"PATH": str(folder)})
        patch.start()
        self.addCleanup(patch.stop)

    def test_at_the_root(self) -> None:
        os.chdir(self.tree("a checkout"))
        self.assertEqual(paths.launcher(), "./ompt-cts")

    def test_from_elsewhere_it_has_its_path(self) -> None:
        root = self.tree("a checkout")
        self.path(self.folder / "nothing")
        self.assertEqual(paths.launcher(), str(root / "ompt-cts"))

    def test_a_checkout_on_the_path(self) -> None:
        self.path(self.tree("a checkout"))
        self.assertEqual(paths.launcher(), "ompt-cts")

    def test_one_that_lies_in_the_root_folder(self) -> None:
        self.path(self.tree("a checkout"))
        with mock.patch.object(Path, "resolve", return_value=Path("/ompt-cts")):
            self.assertNotEqual(paths.launcher(), "./ompt-cts")

    def test_a_prefix(self) -> None:
        root = self.tree("prefix/lib/ompt-cts")
        (self.folder / "prefix/bin").mkdir()
        (self.folder / "prefix/bin/ompt-cts").symlink_to("../lib/ompt-cts/ompt-cts")
        self.path(self.folder / "prefix/bin")
        self.assertEqual(paths.launcher(), "ompt-cts")
        self.path(self.folder / "nothing")
        self.assertEqual(paths.launcher(), str(root / "ompt-cts"))

    def test_a_wheel(self) -> None:
        self.tree("venv/lib/python3.11/site-packages/ompt_cts_tree")
        self.command(self.folder / "venv/bin/ompt-cts")
        self.path(self.folder / "venv/bin")
        self.assertEqual(paths.launcher(), "ompt-cts")

    def test_another_tree_on_the_path(self) -> None:
        root = self.tree("a checkout")
        self.command(self.folder / "other/bin/ompt-cts")
        self.path(self.folder / "other/bin")
        self.assertEqual(paths.launcher(), str(root / "ompt-cts"))


class Typed(unittest.TestCase):
    def test_from_elsewhere_the_trace_has_its_path(self) -> None:
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(paths, "ROOT", Path("/a tree")),
            mock.patch.dict(os.environ, {"PATH": folder}),
        ):
            self.assertEqual(
                paths.typed_here("./ompt-cts check build/t --profile 5.2"),
                "'/a tree/ompt-cts' check '/a tree/build/t' --profile 5.2",
            )
            self.assertEqual(
                paths.typed_here("./ompt-cts run --filter '/a[.]c$'"),
                "'/a tree/ompt-cts' run --filter '/a[.]c$'",
            )

    def test_at_the_root_it_stays(self) -> None:
        command = "./ompt-cts check build/t"
        with mock.patch.object(paths, "ROOT", Path.cwd()):
            self.assertEqual(paths.typed_here(command), command)
