"""Campaigns of generated programs: what is kept, continued, merged and judged."""

import argparse
import json
import re
import tempfile
import threading
import unittest
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from ompt_cts import files
from ompt_cts.commands import explore
from ompt_cts.corpus.runner import NOT_JUDGED, Stop
from ompt_cts.errors import UserError
from ompt_cts.explore import campaign, judge, small
from ompt_cts.explore.tree import Node
from ompt_cts.suite.shards import Shard
from ompt_cts.verdict.identity import Applied

from tests.test_explore import APPLIED, GRAMMAR, bench, programs, row


class CampaignTest(unittest.TestCase):
    def test_what_others_have_shown_often_enough_is_not_kept(self) -> None:
        finding = {"rule": "a.b", "sort": "s", "waived": "known"}
        rows = [{"name": str(n), "outcome": {"findings": [finding]}} for n in range(5)]
        rows.append({"name": "other", "outcome": {"findings": [finding | {"sort": "t"}]}})
        campaign.thin(rows, 3)
        self.assertEqual([r["name"] for r in rows if "outcome" in r], ["0", "1", "2", "other"])

    def test_what_passes_stands_for_others_as_well(self) -> None:
        """A campaign in which nothing was found has exercised rules."""
        rows = [{"name": str(n), "status": "pass", "outcome": {"findings": []}} for n in range(5)]
        campaign.thin(rows, 3)
        self.assertEqual([r["name"] for r in rows if "outcome" in r], ["0", "1", "2"])

    def test_a_strangers_batch_is_refused(self) -> None:
        for batch in ([], {}, {"programs": [{}]}, {"programs": [row("../1_0")]}):
            with tempfile.TemporaryDirectory() as name, self.subTest(batch):
                path = Path(name) / "batches" / "000000.json"
                path.parent.mkdir()
                path.write_text(json.dumps(batch))
                with self.assertRaises(UserError):
                    campaign.rows([Path(name)])

    def test_only_what_was_judged_alike_goes_on_or_is_merged(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folders = [Path(name) / part for part in ("a", "b", "c")]
            one = campaign.Campaign(folders[0], 1, bench())
            one.begin()
            one.begin()
            for other in (
                replace(one, seed=2),
                replace(one, without=("teams",)),
                replace(one, bench=bench("llvm-22")),
                replace(one, bench=bench(profile="6.0")),
                replace(one, bench=bench(known=Applied(deviations=(1,)))),  # type: ignore[arg-type]
            ):
                with self.assertRaisesRegex(UserError, "another campaign's"):
                    other.begin()
            with patch.object(campaign.origin, "commit", return_value="another"):
                one.begin()
            with patch.object(campaign.origin, "_digest", side_effect=lambda folder: folder.name):
                with self.assertRaisesRegex(UserError, "not the same harness/"):
                    one.begin()
            replace(one, folder=folders[1], seed=2, without=("teams",)).begin()
            campaign.check_all(folders[:2], bench())
            self.assertEqual(campaign.missing(folders[:1], 25), 2)
            files.write_text(one.path(1), '{"programs": []}')
            self.assertEqual([campaign.missing(folders[:1], n) for n in (0, 24, 49)], [1, 1, 2])
            files.write_text(folders[2] / "report.json", "mine")
            with self.assertRaisesRegex(UserError, "not empty"):
                replace(one, folder=folders[2]).begin()
            (folders[2] / "report.json").unlink()
            replace(one, folder=folders[2], devices=True).begin()
            for odd in (folders, [Path(name)]):
                with self.assertRaises(UserError):
                    campaign.check_all(odd, bench())
            with self.assertRaises(UserError):
                campaign.check_all(folders[:2], bench("llvm-22"))

    def test_a_batch_that_was_interrupted_leaves_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            one = campaign.Campaign(Path(name), 1, bench())
            refused = Stop("not-compiled", "no message")
            with (
                patch.object(campaign.Campaign, "programs", return_value=(programs(2), [])),
                patch.object(campaign.Campaign, "compile", side_effect=refused),
            ):
                with patch.object(campaign.bounds, "stopped", return_value=True):
                    one.run(0)
                self.assertFalse(one.path(0).exists())
                one.run(0)
            self.assertTrue(one.path(0).exists())

    def test_several_batches_run_at_once_until_the_time_is_up(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            one = campaign.Campaign(Path(name), 1, bench())
            both = threading.Barrier(2, timeout=60)
            with patch.object(campaign.Campaign, "run", lambda self, batch: both.wait()):
                ended = list(campaign.run([one], iter(range(4)), 2, None))
                self.assertEqual(sorted(ended), [(batch, 1) for batch in range(4)])
                self.assertEqual(list(campaign.run([one], count(), 2, 0)), [])
            (Path(name) / "batches").mkdir()
            one.path(2).touch()
            self.assertEqual(list(campaign.left([one], range(6), Shard(1, 2))), [0, 4])

    def test_a_kind_that_does_not_show_again_leaves_no_file(self) -> None:
        with (
            tempfile.TemporaryDirectory() as name,
            patch.object(campaign.Campaign, "programs", return_value=(programs(1), [])),
            patch.object(small, "reduce_one", return_value={}),
        ):
            one = campaign.Campaign(Path(name), 1, bench())
            told = list(small.reduce_all(one, [row("1_0")], re.compile(".")))
            self.assertEqual(told, [("crash: ended by SIGSEGV", "it does not show again")])
            self.assertEqual(list(Path(name).iterdir()), [])

    def test_an_end_that_is_too_rare_is_unclear(self) -> None:
        recorded = {"state": "crash", "reason": "ended by SIGABRT", "attribution": "unclear"}
        with patch.object(judge, "record", return_value=(recorded, "")):
            with self.assertRaises(Stop) as stopped:
                judge.judge(programs(1)[0], [], bench(), Path())
        self.assertEqual(stopped.exception.status, judge.UNCLEAR)

    def test_a_divided_program_ends_by_what_its_parts_have_told(self) -> None:
        both = f"wrong: a block\n{judge.OTHER} is 0 instead of 1\n"
        for output, expected in ((both, "wrong: a block"), (both[15:-1], both[15:-1]), ("", "")):
            self.assertEqual(judge.complaint(output), expected)

    def test_an_end_of_the_tool_that_the_program_asks_for_is_judged(self) -> None:
        for name in (judge.FINALIZED, "taskyield"):
            judged = {"environment": {"ended_early": "1"}}
            top = [Node(GRAMMAR.constructs[name], 1)]
            recorded = {"state": "ok"}
            with (
                patch.object(judge, "record", return_value=(recorded, "")),
                patch.object(judge, "judged", return_value=(judged, {})),
                patch.object(judge.outcome, "judge_one", side_effect=InterruptedError),
                self.assertRaises(InterruptedError),
            ):
                session = SimpleNamespace(profile="5.2")
                target = SimpleNamespace(session=lambda: session)  # noqa: B023
                its = replace(bench(), target=target)  # type: ignore[arg-type]
                judge.judge(replace(programs(1)[0], top=top), [], its, Path())
            self.assertEqual(judged["environment"] == {}, name == judge.FINALIZED)

    def test_what_the_harness_cannot_judge_is_no_pass(self) -> None:
        good = {"name": "1_0", "status": "pass", "reason": "", "causes": []}
        target = SimpleNamespace(profile="5.2", runtime={}, known=APPLIED)
        for code, status, expected in (
            *((0, NOT_JUDGED, 2), (1, NOT_JUDGED, 1)),
            *((0, judge.UNCLEAR, 0), (0, judge.WRONG, 0), (2, judge.WRONG, 2)),
        ):
            with (
                self.subTest(status, code=code),
                patch.object(campaign, "rows", return_value=[good, row("1_1", status)]),
                patch.object(explore.report, "build", return_value={"exit_code": code}),
                patch.object(explore.outputs, "emit") as emitted,
                patch.object(explore.terminal, "show"),
                patch.object(explore.terminal, "console"),
            ):
                told = explore.conclude(
                    argparse.Namespace(), SimpleNamespace(target=target), [Path()]
                )
                self.assertEqual(told, expected)
                end = {"status": status, "reason": "ended by SIGSEGV", "programs": 1}
                self.assertEqual(emitted.call_args[0][0]["ends"], [end | {"example": "1_1"}])

    def test_the_last_complaint_is_the_program_s_own(self) -> None:
        """A process of its own fails an assertion; then the program tells how that one ended."""
        output = "Assertion failure at a.cpp(1): x.\nwrong: a log: Aborted\nmore\n"
        self.assertEqual(judge.complaint(output), "wrong: a log: Aborted")
        self.assertEqual(judge.complaint("all is well"), "")

    def test_an_end_with_probes_is_told(self) -> None:
        first = {"state": "crash", "reason": "ended by SIGSEGV"}
        recorded = {"state": "ok", "reason": "", "with_probes": first}
        self.assertEqual(judge.said(recorded, ""), "ended by SIGSEGV")

    def test_folders_of_parts_are_one_campaign(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            for part in (1, 2):
                folder = Path(name) / str(part) / "batches"
                folder.mkdir(parents=True)
                rows = [row("1_0"), row(f"1_{part}")]
                (folder / "000000.json").write_text(json.dumps({"programs": rows}))
            found = campaign.rows([Path(name) / "1", Path(name) / "2"])
        self.assertEqual([row["name"] for row in found], ["1_0", "1_1", "1_2"])
