"""The places of reports: devices, links, folders, full disks; and the input files."""

import json
import os
import stat
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock
from unittest.mock import patch

from ompt_cts import files, paths
from ompt_cts.errors import UserError

from tests import fake_tools
from tests import reporting as made
from tests.reporting import MANDATORY
from tests.test_commands import Commands

GOOD = made.judged({MANDATORY: 1})


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()


class Writing(Folder):
    def test_a_report_is_not_written_over_the_trace(self) -> None:
        for option in files.OUTPUTS:
            for path in ("T/metadata", "T/info/maps", "T.record.json", "x/../T/thread_000000"):
                with self.assertRaisesRegex(UserError, "part of the trace"):
                    files.check_apart({option: path}, ["t", "T"])
            files.check_apart({option: "T.json"}, ["T"])

    def test_a_link_stays_and_its_target_is_written(self) -> None:
        target, link = self.folder / "target", self.folder / "link"
        target.write_text("old")
        target.chmod(0o600)
        link.symlink_to(target)
        files.write_text(link, "new")
        self.assertTrue(link.is_symlink())
        self.assertEqual(target.read_text(), "new")
        self.assertEqual(stat.S_IMODE(target.stat().st_mode), 0o600)
        self.assertEqual(len(list(self.folder.iterdir())), 2)

    def test_a_file_that_another_writes_just_now_is_in_nobodys_way(self) -> None:
        """Threads of one process, and processes of other machines, write in one folder."""
        path, inner = self.folder / "a", self.folder / "b"

        def write(file: int, data: bytes) -> None:
            os.close(file)
            with patch.object(files, "_write", lambda file, data: os.close(file)):
                files.write_bytes(inner, data)

        with patch.object(files, "_write", write):
            files.write_bytes(path, b"text")
        self.assertEqual({path, inner}, set(self.folder.iterdir()))

    def test_a_pipe_is_written_to(self) -> None:
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        got: list[str] = []
        reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
        reader.start()
        files.write_text(pipe, "text")
        reader.join()
        self.assertEqual(got, ["text"])
        self.assertTrue(pipe.is_fifo())

    def test_a_device_stays_one(self) -> None:
        for name in ("/dev/null", "/dev/full"):
            before = os.stat(name).st_rdev
            try:
                files.write_text(Path(name), "text")
            except UserError as error:
                self.assertIn("No space left", str(error))
            self.assertEqual(os.stat(name).st_rdev, before)

    def test_names_that_are_no_utf8_come_back(self) -> None:
        path, name = self.folder / "f", os.fsdecode(b"a\xff")
        files.write_text(path, json.dumps({"name": name}, ensure_ascii=False))
        self.assertEqual(json.loads(path.read_bytes())["name"], name)

    def test_paths_are_looked_at_before_the_work(self) -> None:
        (self.folder / "file").touch()
        cases = {
            str(self.folder): "is a folder",
            str(self.folder / "file" / "x"): "Not a directory",
            "a\0b": "null",
            str(self.folder / ("x" * 300)): "too long",
        }
        for path, message in cases.items():
            with self.subTest(message), self.assertRaises(UserError) as caught:
                files.check_outputs({"json": path})
            self.assertIn(message, str(caught.exception))
        with self.assertRaises(UserError) as caught:
            files.check_outputs({"json": str(self.folder / "r"), "html": f"{self.folder}/./r"})
        self.assertIn("name the same file", str(caught.exception))
        files.check_outputs({"json": "/dev/stdout", "html": "/dev/stdout"})

    def test_what_is_read_is_not_written(self) -> None:
        path = self.folder / "report.json"
        for inputs in (
            {"report": str(path)},
            {"names": ["llvm-19", f"{self.folder}/./report.json"]},
            {"again": f"{self.folder}/linked"},
            {"bundle": str(self.folder)},
        ):
            path.touch()
            (self.folder / "linked").unlink(missing_ok=True)
            os.link(path, self.folder / "linked")
            with self.assertRaises(UserError) as caught:
                files.check_outputs({"expanded": str(path), **inputs})
            self.assertRegex(str(caught.exception), "this is (also the input file|a part of)")

    def test_sources_of_a_folder_are_not_written_over(self) -> None:
        options = {"what": [str(self.folder)]}
        for name in ("a.c", "report.json"):
            files.check_outputs({"json": str(self.folder / name), **options})
            (self.folder / name).touch()
        files.check_outputs({"json": str(self.folder / "report.json"), **options})
        with self.assertRaisesRegex(UserError, "this is a part of"):
            files.check_outputs({"json": str(self.folder / "a.c"), **options})

    def test_what_is_shown_is_not_obeyed(self) -> None:
        self.assertEqual(files.plain("a\x1b[31m\nb\udcff é"), "a\\x1b[31m\\nb\\udcff é")


class Reading(Folder):
    def test_the_file_and_the_place_are_named(self) -> None:
        path = self.folder / "f"
        cases = {
            (files.read_toml, b"a = 1\nb = \xff"): "is not UTF-8: line 2",
            (files.read_toml, b"a = "): "is not valid TOML",
            (files.read_toml, b"a=" + b"[" * 100_000): "nested too deeply",
            (files.read_json, b"["): "is not JSON",
            (files.read_json, b"[" * 100_000): "is not JSON",
        }
        for (read, data), message in cases.items():
            path.write_bytes(data)
            with self.subTest(data[:10]), self.assertRaises(UserError) as caught:
                read(path)
            self.assertIn(message, str(caught.exception))
            self.assertIn(str(path), str(caught.exception))


class Reports(Commands):
    def test_what_cannot_be_written_is_said_and_the_report_is_kept(self) -> None:
        trace = fake_tools.write_trace(self.root / "good", GOOD)
        status, out, err = self.call("check", str(trace), "--json", "/dev/full")
        self.assertEqual(status, 2)
        self.assertIn("conformant with profile", out)
        self.assertIn("cannot write /dev/full: No space left on device", err)
        kept = next((self.build / "reports").glob("unwritten-*.json"))
        self.assertIn(str(kept), err)
        self.assertEqual(json.loads(kept.read_text())["exit_code"], 0)

    def test_a_report_that_cannot_be_written_again(self) -> None:
        trace, path = fake_tools.write_trace(self.root / "good", GOOD), str(self.root / "r.json")
        self.assertEqual(self.call("check", str(trace), "--json", path)[0], 0)
        for form in ("--json", "--html", "--summary", "--sarif"):
            self.assertEqual(self.call("report", path, form, "/dev/full")[0], 2, form)

    def test_a_bad_path_is_refused_at_once(self) -> None:
        self.assertIn("is a folder", self.refused("run", "--html", str(self.root)))
        self.refused("check", ".", "--json", str(self.root))

    def test_standard_output(self) -> None:
        trace = fake_tools.write_trace(self.root / "good", GOOD)
        status, out, _ = self.call("check", str(trace), "--json", "/dev/stdout")
        self.assertEqual((status, out[0]), (0, "{"))

    def test_a_report_that_somebody_changed(self) -> None:
        trace = fake_tools.write_trace(self.root / "good", GOOD)
        path = self.root / "r.json"
        self.call("check", str(trace), "--json", str(path))
        good = json.loads(path.read_text())
        test = good["tests"][0]
        lossy = {"tests": [test | {"traces": [test["traces"][0] | {"dropped": 5}]}]}
        changes: list[tuple[dict[str, object], str]] = [
            ({"exit_code": 1}, "$.exit_code"),
            ({"exit_code": "x"}, "$.exit_code"),
            ({"overall": "fine"}, "overall"),
            ({"tests": [{}]}, "$.tests[0]"),
            ({"rules": {}}, "$.rules"),
            (lossy, "$.tests[0].verdict"),
            ({"tests": [test | {"traces": []}]}, "$.rules["),
            *(
                ({part: good[part] | {"verdict": best, "undecided": ["lost"]}}, f"$.{part}.verdict")
                for part, best in (("conformance", "conformant"), ("as_expected", "as-expected"))
            ),
        ]
        for change, place in changes:
            path.write_text(json.dumps(good | change))
            with self.subTest(change):
                self.assertIn(place, self.refused("report", str(path)))


# A hint calls a command by the path that works in its reader's folder.
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
