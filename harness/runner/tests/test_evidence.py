"""A bundle of a real run, and every way to tamper with it that we could think of.

Most ways are tried twice: by a person who edits a file, and by a person who knows bundles and makes
all lists, the statement and even the report anew.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.evidence import layout, pack, verification
from ompt_cts.paths import RUNNER
from ompt_cts.reports import report
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header
from ompt_cts.verdict import verdicts

from tests import bundled
from tests.bundled import (
    BASIC,
    CRASHED,
    DEVICE,
    FRAMES,
    IMAGE,
    LIBRARY,
    STACKS,
    TASKS,
    TODAY,
    UNTRIED,
    WATCHED,
    Bundled,
    made,
)

setUpModule = bundled.setUpModule


class Untouched(Bundled):
    def test_verifies(self) -> None:
        answer = verification.check(self.bundle, today=TODAY)
        self.assertEqual(answer.problems, [])
        self.assertGreater(answer.waived, 0)
        self.assertTrue(answer.unwaived)
        notes = "\n".join(answer.notes)
        self.assertIn("not signed", notes)
        self.assertIn("the statement is not filled in: product, contact, date", notes)
        self.assertIn("by the submitter's word: 1 × unsupported: not-supported: needs", notes)

    def test_without_the_runtime(self) -> None:
        """Nothing of the machine that ran it is there: neither runtime nor programs nor folders."""
        with mock.patch.object(runtimes, "discover", side_effect=AssertionError):
            shutil.move(self.home + "/build/lit", self.home + "/gone")
            self.addCleanup(shutil.move, self.home + "/gone", self.home + "/build/lit")
            self.assertEqual(self.check(), [])

    def test_as_another_user(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root can become somebody else")
        os.chmod(self.home, 0o755)
        program = (
            "import sys, datetime; from ompt_cts.evidence import verification; from ompt_cts.steps import header;"
            f"header.tests = lambda: frozenset({sorted(self.tests)!r});"
            "from pathlib import Path;"
            f"print(verification.check(Path(sys.argv[1]), today=datetime.date({TODAY.year}, {TODAY.month}, "
            f"{TODAY.day})).problems)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, str(self.bundle)],
            cwd=RUNNER,
            user="nobody",
            group="nogroup",
            extra_groups=[],
            env={**os.environ, "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.stdout, "[]\n", done.stderr)

    def test_a_sample(self) -> None:
        small = Path(self.home) / "small"
        self.addCleanup(shutil.rmtree, small, ignore_errors=True)
        pack.make(pack.Asked(self.report, small, sample=1))
        kept = list(small.glob("tests/*/*.trace"))
        self.assertEqual(len(kept), 1)
        self.bundle = small
        answer = verification.check(self.bundle, today=TODAY)
        self.assertEqual(answer.problems, [])
        self.assertIn("3 of 5 tests are without traces", "\n".join(answer.notes))
        self.edit_json(layout.MANIFEST, lambda data: data.update(sample=0))
        self.reseal()
        self.assert_told("traces are left out, although no sample was drawn")
        for path in small.glob(f"tests/*/{layout.JUDGED}"):
            self.edit_json(
                str(path.relative_to(small)),
                lambda data: [one["findings"].clear() for one in data.values()],
            )
        self.reseal()
        self.assert_told("edited report")

    def test_a_run_with_repeats(self) -> None:
        """Traces exist only of the last repetition. The other repetitions may only make the verdict worse."""
        build, out = Path(self.home) / "repeated", Path(self.home) / "of repeats"
        told = made.run(build, "run", "--repeat", "2")
        with mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": str(build)}):
            pack.make(pack.Asked(told, out))
        self.bundle = out
        answer = verification.check(out, today=TODAY)
        self.assertEqual(answer.problems, [])
        self.assertIn("5 earlier repeats are without traces", "\n".join(answer.notes))
        claim = f"{layout.test_folder(BASIC)}/{layout.CLAIM}"
        for change, text in (
            (lambda data: data["repeats"][0].update(verdict="crash"), "edited report"),
            (lambda data: data.update(repeats=[]), "values that cannot be judged"),
            (lambda data: data["repeats"][0].pop("rules"), "missing required field `rules`"),
        ):
            before = (out / claim).read_bytes()
            self.edit_json(claim, change)
            self.reseal()
            self.assert_told(text)
            (out / claim).write_bytes(before)

    def test_what_other_tests_leave(self) -> None:
        """Stacks are unwound by tables of files that the other machine need not have."""
        tests = frozenset([STACKS, DEVICE, IMAGE, WATCHED, CRASHED])
        build, out = Path(self.home) / "others", Path(self.home) / "of others"
        told = made.run(build, "run", tests=tests)
        with (
            mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": str(build)}),
            mock.patch.object(header, "tests", lambda: frozenset(map(header.source_name, tests))),
        ):
            with mock.patch.object(report, "ROOT", Path(self.home)):
                pack.make(pack.Asked(told, out))
            with mock.patch.object(report, "ROOT", Path("/another/checkout")):
                self.assertEqual(verification.check(out, today=TODAY).problems, [])
        verdicts = {one["name"]: one["verdict"] for one in report.load(told)["tests"]}
        self.assertEqual(set(verdicts), tests)
        self.assertEqual((verdicts[WATCHED], verdicts[CRASHED]), ("unsupported", "crash"))
        self.assertIn(verdicts[DEVICE], ("pass", "waived"), "the simulated device is not built")
        names = {path.name for path in (out / layout.CODE).rglob("*")}
        for known, there in (("libc.so", True), ("tmpfile_", False)):  # images go with their run
            self.assertEqual(any(name.startswith(known) for name in names), there, names)

    def test_a_run_in_parts(self) -> None:
        """Each part has a build folder of its own, as on two machines that share a file system."""
        parts, out = Path(self.home) / "parts", Path(self.home) / "of parts"
        for number in (1, 2):
            build = Path(self.home) / f"part {number}"
            made.run(build, "run", "--shard", f"{number}/2", "--shards", str(parts))
        told = made.run(Path(self.home) / "part 1", "report", str(parts))
        self.assertTrue(any("--filter" in word for word in report.load(told)["command"]))
        with mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": f"{self.home}/part 1"}):
            with self.assertRaisesRegex(UserError, "belongs to another run"):
                pack.make(pack.Asked(told, out))
            pack.make(pack.Asked(told, out, shards=(str(parts),)))
        self.assertEqual(verification.check(out, today=TODAY).problems, [])

    def test_passes_that_asked_something_else(self) -> None:
        told = report.load(self.report)
        path = self.report.with_name("second.json")
        report.write(told | {"command": [*told["command"], "--second-pass=9"]}, path)
        with self.assertRaisesRegex(UserError, "leaves traces of several passes"):
            pack.make(pack.Asked(path, Path(self.home) / "never"))

    def test_nothing_is_left_of_what_cannot_be_bundled(self) -> None:
        out = Path(self.home) / "never"
        told = self.report.with_name("other.json")
        changed = report.load(self.report)
        changed["rules"][0]["exercised"] += 1
        report.write(changed, told)
        with self.assertRaisesRegex(UserError, "contradicts its traces"):
            pack.make(pack.Asked(told, out))
        self.assertEqual([p.name for p in out.parent.glob("*never*")], [])


class Edited(Bundled):
    def test_any_file(self) -> None:
        for name in (layout.REPORT, layout.RUNTIME, layout.WAIVERS, "suite/log.txt"):
            with self.subTest(name):
                path = self.bundle / name
                before = path.read_bytes()
                path.write_bytes(before + b"\n")
                self.assert_told(f"{name} has been edited")
                path.write_bytes(before)

    def test_report(self) -> None:
        def pretty(told: Any) -> None:
            for row in told["rules"]:
                if row["verdict"] == "waived":
                    row.update(verdict="pass", failed=0, contradicted_in=[])

        self.edit_report(pretty)
        self.assert_told("report.json has been edited")
        self.reseal()
        self.assert_told("pass, but the findings make it waived")

    def test_answer_alone(self) -> None:
        self.edit_report(lambda told: told["conformance"].update(verdict="undecided"))
        self.reseal()
        self.assert_told("undecided, but its tests make it nonconformant")

    def test_pictures(self) -> None:
        """The picture of a page beside a cause."""
        moment = {"time": 0, "thread": 0, "text": "a forgery", "witness": True, "gap": False}
        self.edit_report(lambda told: told["exhibits"][0]["timeline"].append(moment))
        self.reseal()
        self.assert_told("edited report: exhibits")

    def test_environment(self) -> None:
        self.edit_report(lambda told: told["environment"].update(cores=99))
        self.reseal()
        self.assert_told("edited report: environment")

    def test_a_record_that_says_it_went_well(self) -> None:
        """A test without a trace is never one that passed."""
        name = f"{layout.test_folder(UNTRIED)}/{layout.CLAIM}"
        self.edit_json(name, lambda data: data["outcome"].update(verdict="pass"))
        with contextlib.suppress(UserError):
            self.rebuild()
        self.assert_told("nothing shows that it ended as pass")

    def test_places_that_would_take_findings_away(self) -> None:
        self.edit_json(layout.MANIFEST, lambda data: data["context"]["folders"].append("error"))
        with self.assertRaises(UserError):
            self.check()

    def test_a_link(self) -> None:
        path = self.bundle / layout.WAIVERS
        path.rename(self.bundle.parent / "elsewhere.toml")
        path.symlink_to(self.bundle.parent / "elsewhere.toml")
        self.assert_told("waivers.toml is no regular file")

    def test_a_pipe_and_a_huge_file(self) -> None:
        """Verification reads neither of them, so verification ends."""
        for name in (layout.WAIVERS, f"{layout.test_folder(BASIC)}/{layout.CLAIM}"):
            path = self.bundle / name
            before = path.read_bytes()
            path.unlink()
            os.mkfifo(path)
            self.assert_told(f"{name} is no regular file")
            path.unlink()
            with path.open("wb") as file:
                file.truncate(1 << 40)
            self.assert_told("too large for its name")
            path.write_bytes(before)
        folder = self.bundle / "more"
        folder.symlink_to("/")
        self.assert_told("more is no regular file")

    def test_a_bundle_in_a_bundle(self) -> None:
        """The list may name it: no part of a bundle is called so."""
        shutil.copytree(self.first, self.bundle / "inner")
        self.reseal()
        self.assert_told("inner is additional")
        shutil.rmtree(self.bundle / "inner")
        (self.folder(BASIC) / "more.txt").write_text("x")
        self.reseal()
        self.assert_told("more.txt is additional")

    def test_conformance_that_agrees_with_itself(self) -> None:
        """Findings, causes, rules, tests, answers and statement say the same, and none is so."""

        def clean(told: Any) -> None:
            told["findings"], told["causes"], told["exhibits"] = [], [], []
            for row in told["rules"]:
                row.update(failed=0, remarks=0, contradicted_in=[])
                row.update(verdict="pass" if row["exercised"] else "not-exercised")
            for row in told["tests"]:
                row.update(findings=[])
                if row["verdict"] == "waived":
                    row.update(verdict="pass", reason="")
            told["conformance"].update(verdict="conformant", undecided=[])
            for level in ("mandatory", "optional"):
                told["conformance"][level]["broken"] = []
            for part in ("rules", "tests"):
                words = (row["verdict"] for row in told[part])
                told["summary"][part] = verdicts.number_of_each(words)
            for row in told["expectations"]:
                row.update(state="unused", seen_in=[])
            told["as_expected"].update(verdict="as-expected", new=[], mended=[], undecided=[])
            told["exit_code"] = 0

        self.edit_report(clean)
        self.reseal()
        self.assertIn("answer: conformant", (self.bundle / layout.STATEMENT).read_text())
        self.assert_told("edited report")
        self.assert_told("the statement's answer is")

    def test_manifest(self) -> None:
        """Verification reports a problem, and no traceback, if an entry of the manifest is missing or has another type."""
        manifest = json.loads((self.bundle / layout.MANIFEST).read_text())
        for key, value in (
            *((key, None) for key in manifest),
            *((key, odd) for key in manifest for odd in ([], {}, "x", 7)),
            *(("context", {**manifest["context"], key: None}) for key in manifest["context"]),
        ):
            with self.subTest(key, value=str(value)[:40]):
                layout.write_json(self.bundle / layout.MANIFEST, manifest | {key: value})
                if manifest[key] == value:
                    continue
                try:
                    self.assertTrue(self.check())
                except UserError:
                    pass

    def test_known_deviations(self) -> None:
        path = next((self.bundle / layout.KNOWN).glob("*.toml"))
        path.write_text(path.read_text() + "# more\n")
        self.rebuild()
        self.assert_told("differs from this checkout")

    def test_a_runtime_found_by_a_checksum_that_nobody_described(self) -> None:
        row = {"by": "checksum", "runtime": "conforming"}
        self.edit_json(layout.MANIFEST, lambda data: data["context"]["known"]["row"].update(row))
        self.rebuild()
        self.assert_told("no runtime 'conforming' described here has this checksum")


class Tests(Bundled):
    def drop(self, test: str) -> None:
        shutil.rmtree(self.folder(test))
        self.edit_json(layout.MANIFEST, lambda data: data["tests"].remove(test))

    def test_missing(self) -> None:
        shutil.rmtree(self.folder(BASIC))
        self.assert_told(f"{layout.test_folder(BASIC)}/{layout.CLAIM} is missing")
        self.edit_json(layout.MANIFEST, lambda data: data["tests"].remove(BASIC))
        self.rebuild()
        self.assert_told(f"the test {BASIC} is missing")

    def test_additional(self) -> None:
        more = "host/parallel/more.c"
        shutil.copytree(self.folder(BASIC), self.folder(more))
        self.assert_told("host__parallel__more.c is additional")
        self.edit_json(layout.MANIFEST, lambda data: data["tests"].append(more))
        self.rebuild()
        self.assert_told(f"the test {more} is additional")
        self.assert_told("exchanged")

    def test_only_a_row_of_the_report(self) -> None:
        self.edit_report(lambda told: told["tests"][0].update(verdict="unsupported"))
        self.reseal()
        self.assertTrue(self.check())

    def test_other_source(self) -> None:
        for change in (lambda its: its.update({BASIC: "0" * 64}), lambda its: its.pop(BASIC)):
            self.edit_json(layout.MANIFEST, lambda data, to=change: to(data["suite"]["digests"]))
            self.reseal()
            self.assert_told(f"another suite: the test {BASIC} differs from this checkout")

    def test_other_suite_version(self) -> None:
        self.edit_json(
            layout.MANIFEST, lambda data: data["suite"]["report"].update(commit="0123456789ab")
        )
        self.edit_report(lambda told: told["suite"].update(commit="0123456789ab"))
        self.reseal()
        self.assert_told("another suite version: the bundle has 0.1.0 commit 0123456789ab")


class Traces(Bundled):
    def test_dropped(self) -> None:
        shutil.rmtree(self.trace(TASKS))
        self.assert_told(" is missing")
        self.reseal()
        self.assert_told("has no trace: nothing shows")

    def test_exchanged(self) -> None:
        """A test's trace is exchanged for the trace of a test that shows less."""
        other, own = self.trace(TASKS), self.trace(FRAMES)
        shutil.rmtree(own)
        shutil.copytree(other, own)
        self.reseal()
        self.assert_told("edited report")
        self.rebuild()
        self.assert_told("exchanged")

    def test_exchanged_under_the_right_name(self) -> None:
        """The exchanged trace names the right test, program and process. Only its notes still belong to the other program."""
        donor, own = self.trace(BASIC), self.trace(FRAMES)
        name = own.name
        shutil.rmtree(own)
        shutil.copytree(donor, own)
        metadata = (own / "metadata").read_text()
        mine = name.removesuffix(".trace")
        (own / "metadata").write_text(
            metadata.replace("/host/parallel/Output/basic.c.tmp", f"/frames/Output/{mine}")
        )
        manifest = bytearray((own / "info" / "manifest").read_bytes())
        manifest[8:16] = os.urandom(8)
        (own / "info" / "manifest").write_bytes(manifest)
        with contextlib.suppress(UserError):
            self.rebuild()
        self.assert_told("belong to host/parallel/basic.c: exchanged")

    def test_one_more(self) -> None:
        """A second trace beside a test's own, to put more rules to the test."""
        own = self.trace(BASIC)
        shutil.copytree(own, own.with_name("another.tmp.trace"))
        self.rebuild()
        self.assert_told("the trace another.tmp.trace is additional: no record names it")

    def test_one_event(self) -> None:
        stream = min(self.trace(TASKS).glob("thread_*"))
        data = bytearray(stream.read_bytes())
        data[len(data) // 2] ^= 1
        stream.write_bytes(data)
        self.assert_told("has been edited")
        self.reseal()
        self.assertTrue(self.check())

    def test_other_runtime(self) -> None:
        self.edit_json(layout.RUNTIME, lambda data: data.update(sha256="ab" * 32))
        self.rebuild()
        self.assert_told("another runtime")

    def test_one_trace_of_another_runtime(self) -> None:
        metadata = self.trace(BASIC) / "metadata"
        before = metadata.read_text()
        line = next(line for line in before.splitlines() if LIBRARY in line)
        metadata.write_text(before.replace(line, f'  {LIBRARY}"{"cd" * 32}";'))
        self.rebuild()
        self.assert_told(f"another runtime: 1 of the tests have loaded {'cd' * 32}")

    def test_other_library(self) -> None:
        """All traces are made to name another library; the copy of the library does not."""
        for metadata in self.bundle.glob("tests/*/*.trace/metadata"):
            text = metadata.read_text()
            line = next(line for line in text.splitlines() if LIBRARY in line)
            metadata.write_text(text.replace(line, f'  {LIBRARY}"{"cd" * 32}";'))
        self.edit_json(layout.RUNTIME, lambda data: data.update(sha256="cd" * 32))
        self.rebuild()
        self.assert_told("copy of")


del Bundled  # has no tests of its own
