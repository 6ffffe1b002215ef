"""The places of reports: devices, links, folders, full disks; and the input files."""

import json
import os
import stat
import tempfile
import threading
import unittest
from pathlib import Path
from unittest.mock import patch

from ompt_cts import files
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
