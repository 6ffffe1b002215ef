"""A run in parts gives the result of one run; a lost part is reported."""

import contextlib
import dataclasses
import io
import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import ClassVar
from unittest import mock

from ompt_cts.errors import UserError
from ompt_cts.faults import fault_run
from ompt_cts.faults.fault_run import FaultPart
from ompt_cts.reports import coherence, report
from ompt_cts.suite import shards
from ompt_cts.suite.shards import Part, Shard

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, deviation, finding, one

OUTCOMES = [one("a", {MANDATORY: 1}), one("b", {OTHER: 1}), one("c", {OTHER: 1}, finding(OTHER))]


class Merging(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "shards"
        for number, outcomes in ((1, OUTCOMES[1:]), (2, OUTCOMES[:1])):
            shards.write(self.part(number, outcomes), self.folder)

    def part(self, number: int, outcomes: list[made.Json], **changes: object) -> Part:
        runtime = made.context().runtime | {"sha256": "1"}
        ground = [], "", "5.2", runtime, 1, float(number), ""
        part = Part(Shard(number, 2), *ground, outcomes, shards.whole_of("abc"))  # type: ignore[arg-type]
        return dataclasses.replace(part, **changes)  # type: ignore[arg-type]

    def merge(self) -> Part:
        return shards.merge([shards.read(path) for path in shards.files([str(self.folder)])])

    def test_the_whole(self) -> None:
        whole = self.merge()
        self.assertEqual([o["name"] for o in whole.outcomes], ["a", "b", "c"])
        at_once = report.build(made.context(), OUTCOMES)
        together = report.build(made.context(), whole.outcomes)
        for key in ("conformance", "as_expected", "rules", "tests", "findings", "summary"):
            self.assertEqual(together[key], at_once[key], key)

    def test_a_collection_is_whole_in_every_part(self) -> None:
        told = {"name": "programs", "origin": "", "no_openmp": ["x.c"], "no_main": []}
        for number, outcomes in ((1, OUTCOMES[1:]), (2, OUTCOMES[:1])):
            told_of = {"status": "pass", "reason": "", "exercised": [], "findings": []}
            programs = [{"name": o["name"], **told_of, "outcome": o} for o in outcomes]
            shards.write(self.part(number, programs, collection=told), self.folder)
        whole = self.merge()
        self.assertEqual(whole.collection, told)
        self.assertEqual([o["name"] for o in whole.outcomes], ["a", "b", "c"])
        shards.write(self.part(2, OUTCOMES[:1]), self.folder)
        with self.assertRaisesRegex(UserError, "different runs: collection"):
            self.merge()

    def test_what_moved_between_the_passes(self) -> None:
        for number, name in ((1, "c"), (2, "a")):
            moved = [{"test": name, "verdicts": {"pass": ["plain"], "fail": ["again"]}}]
            outcomes = OUTCOMES[1:] if number == 1 else OUTCOMES[:1]
            shards.write(self.part(number, outcomes, passes=12, moved=moved), self.folder)
        whole = self.merge()
        self.assertEqual((whole.passes, [row["test"] for row in whole.moved]), (12, ["a", "c"]))
        shards.write(self.part(2, OUTCOMES[:1]), self.folder)
        with self.assertRaisesRegex(UserError, "different runs: passes"):
            self.merge()

    def test_a_lost_part(self) -> None:
        Shard(2, 2).path(self.folder).unlink()
        with self.assertRaisesRegex(UserError, "2/2 of the shards are missing.*--shard 2/2"):
            self.merge()
        shards.write(self.part(2, OUTCOMES[:1]), self.folder)
        self.assertEqual(len(self.merge().outcomes), 3)

    def test_a_part_that_was_run_again(self) -> None:
        shards.write(self.part(2, OUTCOMES[:1]), self.folder)
        self.assertEqual(len(self.merge().outcomes), 3)
        other = dict(OUTCOMES[0], verdict="crash")
        copy = shards.write(self.part(2, [other]), self.folder / "copy")
        copy.rename(self.folder / "shard-2-of-2-copy-of-2.json")
        with self.assertRaisesRegex(UserError, "twice, with different verdicts"):
            self.merge()

    def test_parts_of_different_runs(self) -> None:
        for what, change in (("profile", {"profile": "5.1"}), ("selection", {"selection": ["x"]})):
            shards.write(self.part(2, OUTCOMES[:1], **change), self.folder)
            with self.assertRaisesRegex(UserError, f"1/2 and 2/2 are of different runs: {what}"):
                self.merge()

    def test_parts_on_different_grounds(self) -> None:
        """All inputs of a verdict must be the same in all parts; paths need not."""
        gcc = {"c": {"path": "/usr/bin/gcc-12", "real": "/usr/bin/gcc-12", "version": "gcc 12.2"}}
        own = self.part(2, []).runtime
        for what, value in (
            ("name", "llvm-20"),
            ("sha256", "2"),
            ("compilers", gcc),
            ("flags", {"all": {"compile": ["-O3"], "link": []}}),
            ("environment", {"OMP_NUM_THREADS": "1"}),
            ("offload", {"triple": "nvptx64"}),
        ):
            shards.write(self.part(2, OUTCOMES[:1], runtime=own | {what: value}), self.folder)
            with self.assertRaisesRegex(UserError, f"of different runs: runtime's {what}"):
                self.merge()
        for place in ("library", "source", "parts"):
            shards.write(self.part(2, OUTCOMES[:1], runtime=own | {place: "/else"}), self.folder)
            self.merge()
        made_by = self.part(2, []).made_by
        for what in made_by:
            shards.write(self.part(2, OUTCOMES[:1], made_by=made_by | {what: "?"}), self.folder)
            with self.assertRaisesRegex(UserError, f"of different runs: harness's {what}"):
                self.merge()
        for name in ("OMP_WAIT_POLICY", "KMP_TASKING", "OMPT_CTS_PROBES"):
            with mock.patch.dict(os.environ, {name: "active"}):
                shards.write(self.part(2, OUTCOMES[:1]), self.folder)
            with self.assertRaisesRegex(UserError, "of different runs: harness's settings"):
                self.merge()
        shards.write(self.part(2, OUTCOMES[:1], known="other"), self.folder)
        with self.assertRaisesRegex(UserError, "of different runs: known deviations"):
            self.merge()

    def test_an_edited_part(self) -> None:
        known = one("c", {OTHER: 1}, finding(OTHER), asked=made.session(deviation(OTHER, "c")))
        good, bad, reasons = *OUTCOMES[1:], {"known"}
        slow = known["findings"][0] | {"rule": "timeout", "severity": "remark", "own": False}
        coherence.check_outcomes([*OUTCOMES, known, known | {"findings": [slow]}], reasons)
        told_of = {"status": "pass", "findings": [], "outcome": good}
        coherence.check_outcomes([good | told_of], reasons, programs=True)
        for outcome, edit in (
            (good, {"verdict": "fail"}),
            (good, {"verdict": "waived"}),
            (good, {"findings": bad["findings"]}),
            (good, {"traces": [good["traces"][0] | {"dropped": 5}]}),
            (good, {"traces": [good["traces"][0] | {"complete": False}]}),
            (bad, {"verdict": "pass"}),
            (bad, {"findings": []}),
            (bad, {"rules": [OTHER], "findings": [bad["findings"][0] | {"own": False}]}),
            (known, {"findings": [known["findings"][0] | {"waived": "another reason"}]}),
        ):
            with self.assertRaisesRegex(UserError, "the shards contradict themselves: [bc]: "):
                coherence.check_outcomes([outcome | edit], reasons)
        for edit in ({"status": "fail"}, {"findings": bad["findings"]}, {"outcome": bad}):
            with self.assertRaisesRegex(UserError, "the shards contradict themselves: b: "):
                coherence.check_outcomes([good | told_of | edit], reasons, programs=True)

    def test_parts_of_another_harness(self) -> None:
        made_by = self.part(2, []).made_by | {"rules": "?"}
        for number, outcomes in ((1, OUTCOMES[1:]), (2, OUTCOMES[:1])):
            shards.write(self.part(number, outcomes, made_by=made_by), self.folder)
        with self.assertRaisesRegex(UserError, "another harness than this one: its rules differ"):
            self.merge()

    def test_parts_of_different_suites(self) -> None:
        shards.write(self.part(2, OUTCOMES[:2]), self.folder)
        with self.assertRaisesRegex(UserError, "b is in two shards"):
            self.merge()

    def test_parts_have_the_tests_of_the_whole_run(self) -> None:
        shards.write(self.part(2, OUTCOMES[:1], whole=shards.whole_of("ab")), self.folder)
        with self.assertRaisesRegex(UserError, "different runs: tests of the whole run"):
            self.merge()
        foreign = [dict(OUTCOMES[0], name="../../../etc/passwd")]
        for change in ({"outcomes": []}, {"outcomes": foreign}, {"shard": Shard(1, 1)}):
            part = dataclasses.replace(self.part(2, OUTCOMES[:1]), **change)  # type: ignore[arg-type]
            path = shards.write(part, self.folder)
            chosen = [path] if "shard" in change else shards.files([str(self.folder)])
            with self.assertRaisesRegex(UserError, "shards have other tests than the run"):
                shards.merge([shards.read(path) for path in chosen])

    def test_mistakes(self) -> None:
        for text in ("2", "0/4", "5/4", "a/b", "/", "١/٢", "²/2", "1/ 2"):
            with self.assertRaisesRegex(UserError, "use NUMBER/COUNT"):
                shards.parse(text)
        with self.assertRaisesRegex(UserError, "there is no shard in"):
            shards.files([str(self.folder.parent)])
        broken = self.folder / "x.json"
        for text in ("", "[]", "{}", '{"schema_version": 6}'):
            broken.write_text(text)
            with self.assertRaisesRegex(UserError, "is not (a shard of a run|JSON)"):
                shards.read(broken)


class KillMatrix(unittest.TestCase):
    """`selftest --faults` in parts: the same matrix as in one."""

    ASKED: ClassVar[made.Json] = {
        "runtime": "llvm-19",
        "seed": 1,
        "sample": 9,
        "once": False,
        "fault": "",
        "suite": [],
    }
    PRINTED = (
        ("a", ["trace\ta\tok\t1\t", "K\twork:dropped@first\twork.pair"]),
        ("b", ["trace\tb\tok\t1\t", "S\twork:dropped@first\t", "S\twork:late@last\t"]),
    )

    WHOLE = shards.whole_of("ab")
    DEVICES = ("d", ["trace\td\tok\t1\t", "K\tbuffer_request:dropped@first\tbuffer.x"])

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for number, row in enumerate(self.PRINTED, 1):
            devices = [self.DEVICES] if number == 1 else []
            part = FaultPart(Shard(number, 2), self.ASKED, [row], [row[0]], self.WHOLE, devices)
            shards.write(part, self.folder)

    def merge(self) -> tuple[int, made.Json]:
        path = self.folder / "matrix"
        with contextlib.redirect_stdout(io.StringIO()):
            status = fault_run.merge(shards.files([str(self.folder)]), str(path))
        return status, json.loads(path.read_text())

    def test_the_whole(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            at_once = fault_run.judge(
                [*self.PRINTED], [self.DEVICES], self.ASKED, str(self.folder / "one")
            )
        self.assertEqual(self.merge(), (at_once, json.loads((self.folder / "one").read_text())))
        self.assertEqual(self.merge()[1]["summary"]["killed"], 1)
        self.assertEqual(self.merge()[1]["tracing"]["summary"]["killed"], 1)

    def test_lost_and_foreign_parts(self) -> None:
        self.assertTrue(fault_run.are(shards.files([str(self.folder)])))
        other = FaultPart(
            Shard(2, 2), {**self.ASKED, "seed": 2}, [self.PRINTED[1]], ["b"], self.WHOLE
        )
        shards.write(other, self.folder)
        with self.assertRaisesRegex(UserError, "1/2 and 2/2 are of different runs: seed"):
            self.merge()
        other = dataclasses.replace(other, asked=self.ASKED, made_by={"version": "0"})
        shards.write(other, self.folder)
        with self.assertRaisesRegex(UserError, "1/2 and 2/2 are of different runs: harness"):
            self.merge()
        other.shard.path(self.folder).unlink()
        with self.assertRaisesRegex(UserError, "2/2 of the shards are missing.*--shard 2/2"):
            self.merge()
