"""Tests chosen by a change: the right ones, with a report of the others."""

import argparse
import dataclasses
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts import selecting
from ompt_cts.commands import run
from ompt_cts.errors import UserError
from ompt_cts.faults import quick
from ompt_cts.paths import SUITES
from ompt_cts.runtime.activation import Activation
from ompt_cts.steps import header
from ompt_cts.steps.tools import Tools
from ompt_cts.suite import chosen, resolved
from ompt_cts.suite.resolved import OnDevice, Resolved
from ompt_cts.suite.suite_run import Selection
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.identity import Applied


def options(**given: object) -> argparse.Namespace:
    return argparse.Namespace(**{"quick": False, "event": None, "source": None, **given})


class Events(unittest.TestCase):
    def rules(self, *names: str) -> set[str]:
        return chosen.about(names)

    def test_a_callback_is_known_by_any_of_its_names(self) -> None:
        found = self.rules("task_schedule")
        for name in ("ompt_callback_task_schedule", "ompt_callback_task_schedule_emi"):
            self.assertEqual(self.rules(name), found)
        self.assertLess(found, self.rules("task_schedule", "dependences"))

    def test_every_callback_and_every_chapter_is_a_name(self) -> None:
        for name in ("target_submit_emi", "flush", "control_tool"):
            self.assertTrue(self.rules(name), name)
        self.assertIn("flush.event", self.rules("flush"))

    def test_entry_points_have_the_rules_that_bear_their_name(self) -> None:
        for name, rule in (
            ("get_parallel_info", "parallel-info"),
            ("ompt_get_state", "get-state"),
            ("enumerate_mutex_impls", "enum-mutex"),
            ("finalize_tool", "finalize-tool"),
        ):
            self.assertIn(rule, {one.partition(".")[0] for one in self.rules(name)}, name)

    def test_a_mistaken_name_is_said(self) -> None:
        with self.assertRaisesRegex(UserError, "no rule is about 'tusk_create'.*task_create"):
            self.rules("task_create", "tusk_create")

    def test_a_source_without_an_end_is_refused(self) -> None:
        with self.assertRaisesRegex(UserError, "too large"):
            chosen.named_in(Path("/dev/zero"))

    def test_the_tests_are_those_that_name_such_a_rule(self) -> None:
        names, told = chosen.tests(options(event="flush"))
        asked = self.rules("flush")
        for test in header.tests():
            self.assertEqual(test in names, bool(chosen.rules_of(test) & asked), test)
        self.assertRegex(told, r"rules that have a test, \d+ are left out: this certifies nothing")


class Sources(unittest.TestCase):
    def named(self, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "kmp_x.cpp")
            path.write_text(text)
            return chosen.named_in(path)

    def test_what_a_source_names_counts(self) -> None:
        text = "ompt_callbacks.ompt_callback(ompt_callback_cancel)(0); ompt_get_task_info(…);"
        self.assertEqual(self.named(text), ["cancel", "get_task_info"])

    def test_a_source_that_names_nothing_or_is_not_there(self) -> None:
        with self.assertRaisesRegex(UserError, "names no callback and no entry point"):
            self.named("int ompt_callback_nothing_known;")
        with self.assertRaisesRegex(UserError, "No such file"):
            chosen.named_in(Path("/nowhere/kmp.cpp"))


class Quick(unittest.TestCase):
    def test_the_list_names_tests(self) -> None:
        self.assertLess(set(chosen.quick_list()), header.tests())

    def test_it_has_the_programs_of_faults_in_real_runs(self) -> None:
        tables = [quick.ONLINE / "anchors.txt", quick.ONLINE / "handler.txt"]
        programs, listed = quick.of_real_runs(tables), set(chosen.quick_list())
        self.assertGreaterEqual(len(programs & listed), 0.9 * len(programs), programs - listed)

    def test_most_finds_a_second_come_first_and_only_what_there_is_room_for(self) -> None:
        finders = {"f1": {"a", "b"}, "f2": {"a"}, "f3": {"b"}, "f4": {"slow"}, "f5": set()}
        seconds = {"a": 1.0, "b": 1.0, "slow": 9.0, "useless": 0.1, "anchor": 1.0}
        self.assertEqual(quick.choose([], finders, seconds, 2.5), ["a", "b"])
        self.assertEqual(quick.choose(["anchor"], finders, seconds, 2.0), ["a", "anchor"])
        self.assertEqual(quick.choose([], finders, seconds, 99.0), ["a", "b", "slow"])


class Words(unittest.TestCase):
    OTHERS = """cc cflags cxx expectations fc help html include jobs json junit ldflags library
        offload-flags profile resume runtime sarif sarif-known shards strict summary watch"""

    def test_every_option_of_run_is_in_a_table_or_changes_no_selection(self) -> None:
        parser = argparse.ArgumentParser()
        run.add_arguments(parser)
        names = {name for one in parser._actions for name in one.option_strings if name[1] == "-"}
        others = {f"--{name}" for name in self.OTHERS.split()}
        self.assertEqual(names, others.union(selecting.SELECTING, selecting.HOW))

    def test_a_part_and_a_report_tell_the_same(self) -> None:
        words = ["--suite=host", "--suite=tasking", "--quick", "--shard=1/2", "--perturb=0"]
        parser = argparse.ArgumentParser()
        run.add_arguments(parser)
        told = [word for word in words if "shard" not in word]
        self.assertEqual(
            run.chosen_words(parser.parse_args(words[::-1])), [told[1], told[0], *told[2:]]
        )
        self.assertEqual(
            selecting.in_command(
                ["run", *words, "--", "--quick"], (*selecting.SELECTING, *selecting.HOW)
            ),
            words,
        )


class FirstRun(unittest.TestCase):
    """A runtime's first run shows the verdict of --quick before it compiles the other programs."""

    def test_it_is_a_run_of_all_tests_without_a_report(self) -> None:
        asked = argparse.Namespace(resume=False, stability=False)
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(run.is_first(asked, Selection(), Path(folder)))
            for part in (Selection(["host"]), Selection(tests=["a.c"]), Selection(filter="a")):
                self.assertFalse(run.is_first(asked, part, Path(folder)))
            Path(folder, "report.json").touch()
            self.assertFalse(run.is_first(asked, Selection(), Path(folder)))

    def test_one_line_is_shown_and_an_interrupt_ends_the_run(self) -> None:
        target = mock.Mock()
        target.name = "some-1"
        ended = {"name": run.suite_run.INTERRUPTED}
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(run.suite_run, "run_once", side_effect=[[{"name": "a"}], [ended]]),
            mock.patch.object(run.report, "build"),
            mock.patch.object(run.phrases, "as_expected", return_value="2 new"),
            mock.patch.object(run, "say") as said,
        ):
            run.show_early(Selection(), target, mock.Mock(), Path(folder))
            said.assert_called_once_with("1 test of --quick: 2 new; the others follow")
            with self.assertRaises(KeyboardInterrupt):
                run.show_early(Selection(), target, mock.Mock(), Path(folder))

    def test_the_tests_of_quick_run_once(self) -> None:
        """Their outcomes are those of the first pass, unless that runs its tests in another way."""
        seen = []

        def look(chosen: Selection, _: Any, results: Path, title: str) -> list[Any]:
            seen.append(
                (title, chosen.params.get("resume"), sorted(p.name for p in results.glob("*.json")))
            )
            return []

        for seed, kept in ((None, ["a.c.json"]), (1, [])):
            plan = [run.stability.Pass("", seed), run.stability.Pass("again")]
            seen.clear()
            with (
                tempfile.TemporaryDirectory() as name,
                mock.patch.object(run.suite_run, "run_once", look),
            ):
                target, folder = mock.Mock(runtime={}, profile="5.2", expectations=""), Path(name)
                target.name = "some-1"
                (folder / "first").mkdir()
                (folder / "first" / "a.c.json").touch()
                run.run_passes(Selection(), target, plan, folder, False, folder / "first")
            self.assertEqual([resumed for _, resumed, _ in seen], ["1" if kept else None, None])
            self.assertEqual([there for _, _, there in seen], [kept, []])


class Folders(unittest.TestCase):
    def test_among_the_suites_asked_for(self) -> None:
        tests = ["host/flush/directive.c", "tasking/tasks/explicit.c"]
        self.assertTrue(all((SUITES / test).exists() for test in tests))
        one = Selection(tests=tests)
        self.assertEqual(one.folders(), [f"suites/{test}" for test in tests])
        one.suites = ["host"]
        self.assertEqual(one.folders(), ["suites/host/flush/directive.c"])
        for outside in ("..", "host/../host"):
            with self.assertRaisesRegex(UserError, "there is no suite"):
                Selection(suites=[outside]).folders()
        one.suites = ["target"]
        with self.assertRaisesRegex(UserError, "no test matches"):
            one.folders()


class Watching(unittest.TestCase):
    """`run --watch` judges a library once it is written, and then each time that it is another."""

    def test_it_waits_until_nobody_writes_the_library(self) -> None:
        one, half, two = (1, 5, 5), (2, 1, 6), (2, 5, 7)
        looks = [one, (), half, two, two]
        with (
            mock.patch.object(run, "stamp_of", side_effect=looks) as looked,
            mock.patch.object(run.time, "sleep"),
            mock.patch.object(run, "say"),
        ):
            run.wait_for_change(argparse.Namespace(), one)
        self.assertEqual(looked.call_count, len(looks))

    def test_it_runs_again_until_interrupted_and_ends_as_the_last_run(self) -> None:
        asked = argparse.Namespace(watch=True, shard=None, resume=False, stability=False)
        with (
            mock.patch.object(run, "stamp_of", return_value=(1,)),
            mock.patch.object(run, "run_once", side_effect=[0, 1]) as ran,
            mock.patch.object(run, "wait_for_change", side_effect=[None, KeyboardInterrupt]),
        ):
            self.assertEqual(run.run(asked), 1)
        self.assertEqual(ran.call_count, 2)


# The results of `run` reach lit unchanged.
RUNTIME = {"name": "x", "library_real": "/x.so", "sha256": "1", "compilers": {}}
KNOWN = Deviation("a.rule", ("host/*",), "why", "runtime", match=('observed text="*found #*"',))
MADE = Resolved(
    runtime=RUNTIME,
    profile="5.1",
    expectations="none",
    answer=Activation(True, device_problem="no device"),
    known=Applied((KNOWN,), "x", ("x.toml",), "checksum"),
    tools=Tools("checker", "validate", "view", "FileCheck", "x.json", "5.1", "cache"),
    features=("clang", "ompt"),
    environment={"OMP_X": "1"},
    rules=("a.rule",),
    devices=(OnDevice("d", "x@d.json", ("clang", "offload"), {"PATH": "/x"}, ""),),
)


class ResolvedTest(unittest.TestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "resolved.json"

    def test_what_is_read_is_what_was_written(self) -> None:
        resolved.write(MADE, self.path)
        self.assertEqual(resolved.read(self.path), MADE)

    def test_the_session_of_the_tests(self) -> None:
        session = MADE.session("results", resume=True)
        self.assertEqual((session.runtime, session.library, session.profile), ("x", "/x.so", "5.1"))
        self.assertEqual((session.deviations, session.no_device), ((KNOWN,), "no device"))
        self.assertEqual((session.results, session.resume), ("results", True))

    def test_where_tests_for_devices_run(self) -> None:
        here = [note for note in MADE.notes() if " on " in note]
        self.assertEqual(here, ["x: tests for devices also on d"])
        lost = dataclasses.replace(MADE.devices[0], problem="it was not reached")
        gone = dataclasses.replace(MADE, devices=(lost,))
        self.assertEqual(gone.notes()[-1], "x: no tests on d: it was not reached")

    def test_a_setting_of_one_pass_asks_for_the_deviations_anew(self) -> None:
        self.assertIs(MADE.with_setting(""), MADE)
        changed = MADE.with_setting("OMP_NUM_THREADS=8")
        self.assertEqual(changed.environment, {"OMP_X": "1", "OMP_NUM_THREADS": "8"})
        self.assertEqual(changed.devices[0].environment, {"PATH": "/x", "OMP_NUM_THREADS": "8"})
        self.assertEqual(changed.known.deviations, ())  # `none`

    def test_a_file_that_is_none(self) -> None:
        for text in ("", "[]", "{}", '{"known": {}}'):
            with self.subTest(text=text):
                self.path.write_text(text)
                with self.assertRaisesRegex(UserError, "cannot read .*resolved.json"):
                    resolved.read(self.path)
