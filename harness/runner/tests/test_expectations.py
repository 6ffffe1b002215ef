"""Known deviations: reading the file, matching findings, and noticing when they are gone."""

import argparse
import contextlib
import dataclasses
import json
import signal
import tempfile
import unittest
from pathlib import Path

import msgspec
from ompt_cts import catalogue, files
from ompt_cts.catalogue import CRASH, HARMLESS, TIMEOUT, VIEW
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.reports import deviations, outputs
from ompt_cts.steps import header
from ompt_cts.steps.said import facts_asked, where_asked
from ompt_cts.verdict import breaches, expectations, outcome
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.expectations import Told

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, deviation, finding, one

HEADER = '[[deviation."initial-task.end-parallel-data"]]'
GOOD = f"""
{HEADER}
tests = ["tasking/*"]
profiles = ["5.2"]
reason = "the initial task keeps its parallel data"
clause = "19.5.2.11"
"""


def told(rule: str, message: str) -> Told:
    return breaches.ended(rule, message)


class Naming(unittest.TestCase):
    def named(self, what: str) -> str:
        parser = argparse.ArgumentParser()
        outputs.add_expectations(parser)
        return str(parser.parse_args(["--expectations", what]).expectations)

    def test_a_runtime_s_name_leads_to_its_file_from_every_folder(self) -> None:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            self.assertEqual(self.named("llvm-19"), str(expectations.default_path("llvm-19")))
            self.assertEqual(self.named("none"), "none")
            self.assertEqual(self.named("no-such"), str(Path("no-such").absolute()))
            Path("llvm-19").touch()  # a file there has precedence
            self.assertEqual(self.named("llvm-19"), str(Path("llvm-19").absolute()))


class Reading(unittest.TestCase):
    def load(self, text: str, profile: str = "5.2") -> list[expectations.Deviation]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.toml"
            path.write_text(text)
            return expectations.load(path, profile, {OTHER})

    def test_good(self) -> None:
        [entry] = self.load(GOOD)
        self.assertEqual((entry.rule, entry.tests), (OTHER, ("tasking/*",)))

    def test_entries_keep_the_order_of_the_file(self) -> None:
        """The first that describes a finding names its cause."""
        rest = GOOD.partition("]]")[2]
        headers = ("one.view", f'two."{OTHER}"', f'"{OTHER}"', "one.crash", "two.view", "one.view")
        found = self.load("".join(f"[[deviation.{header}]]{rest}" for header in headers))
        named = [(entry.cause, entry.rule) for entry in found]
        expected = [("one", "view"), ("two", OTHER), ("", OTHER), ("one", "crash")]
        self.assertEqual(named, [*expected, ("two", "view"), ("one", "view")])

    def test_other_profile(self) -> None:
        self.assertEqual(self.load(GOOD, "5.0"), [])

    def test_what_settings_show(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "some.toml"
            path.write_text(GOOD + "settings = true\n")
            for name, count in (("OMP_TOOL", 0), ("OMP_THREAD_LIMIT", 1)):
                here = {"HOME": "/", name: "1"}
                self.assertEqual(len(expectations.load(path, "5.2", None, here)), count, name)

    def test_conditions(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "some.toml"
            path.write_text(f'{GOOD}settings = ["OMP_WAIT_POLICY=act*", "OMP_WAIT*"]\n')
            for value, count in (("active", 1), ("passive", 0), ("", 0)):
                here = {"OMP_WAIT_POLICY": value} if value else {}
                self.assertEqual(len(expectations.load(path, "5.2", None, here)), count, value)

    def test_conditions_survive_being_handed_to_lit(self) -> None:
        """The results of `run` reach lit as JSON."""
        conditions = 'settings = ["OMP_A", "OMP_B"]\n'
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "some.toml"
            path.write_text(GOOD + conditions)
            entries = expectations.own(path)
        row = json.loads(json.dumps([dataclasses.asdict(entry) for entry in entries]))
        self.assertEqual(msgspec.convert(row, list[expectations.Deviation]), entries)

    def test_globs_name_a_device_or_none(self) -> None:
        program = min(name for name in header.tests() if name.startswith("target/"))
        for glob, covered in ((program, (True, True)), (f"{program}@one", (False, True))):
            entry = expectations.Deviation(OTHER, (glob,), "why", "runtime")
            here = (entry.covers_test(program), entry.covers_test(f"{program}@one"))
            self.assertEqual(here, covered, glob)
            self.assertEqual(entry.covers_test(f"{program}@two"), glob == program)

    def test_mistakes_are_named(self) -> None:
        cases = {
            GOOD + 'version = "19"': "unknown key 'version'",
            GOOD + "most = 0": "most: must be a number above 0, or the name of an event",
            GOOD + 'most = "nosuch"': "most: there is no event 'nosuch'",
            GOOD + 'event = "nosuch*"': "event: there is no event 'nosuch*'",
            GOOD + 'event = "work nosuch=1"': "event: no event 'work' has a field 'nosuch'",
            GOOD + 'event = "work task=@nosuch"': "event: no event 'work' has a field 'nosuch'",
            GOOD + 'event = "work <- "': "event: there is no event ''",
            GOOD + "settings = []": "settings: must be true, false or a list",
            HEADER: "the key 'tests' is missing",
            GOOD.replace(OTHER, "several"): "give it a rule, or rules",
            GOOD + 'rule = "x"': "unknown key 'rule': the header has it",
            "[[deviation]]": "write [[deviation.CAUSE",
            "[deviation.a.b]": "write [[deviation.CAUSE",
            'deviation.a.view = [{ tests = ["*"], reason = "" }]': "on its own line",
            "[deviation.a]\nb = [1]": "write [[deviation.CAUSE",
            "[deviation]\na = 1": "write [[deviation.CAUSE",
            GOOD + "rules = ['x']": "give it a rule, or rules",
            GOOD + 'colour = "red"': "unknown key 'colour'",
            GOOD + 'attribution = "nobody"': "attribution is runtime or toolchain",
            GOOD.replace('"5.2"', '"4.5"'): "unknown profile '4.5'",
            GOOD.replace(OTHER, "no.such-rule"): "there is no rule 'no.such-rule'",
            GOOD.replace('["tasking/*"]', '"tasking/*"'): "tests must be a list of strings",
            GOOD + "[": "is not valid TOML",
            "[other]\n": "unknown key 'other'",
        }
        for text, message in cases.items():
            with self.subTest(message), self.assertRaises(UserError) as caught:
                self.load(text)
            self.assertIn(message, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_missing_file(self) -> None:
        with self.assertRaises(UserError):
            expectations.load(Path("/no/such/file.toml"), "5.2")


BASE = """
[[deviation.kept."initial-task.end-parallel-data crash"]]
tests = ["tasking/*"]
reason = "both"
attribution = "runtime"
"""
CHILD = """
base = "base"
[[deviation.view]]
tests = ["a.c"]
reason = "own"
attribution = "toolchain"
"""


class Inheriting(unittest.TestCase):
    def load(self, **files: str) -> list[tuple[str, str]]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for stem, text in files.items():
                (folder / f"{stem}.toml").write_text(text)
            entries = expectations.load(folder / "child.toml", "5.2", {OTHER})
        return [(entry.rule, entry.reason) for entry in entries]

    def test_the_base_first(self) -> None:
        found = self.load(base=BASE, child=CHILD)
        self.assertEqual(found, [(OTHER, "both"), ("crash", "both"), ("view", "own")])

    def test_without_a_cause_or_some_rules_of_it(self) -> None:
        without = '[without]\nkept = "mended"\n'
        self.assertEqual(self.load(base=BASE, child=CHILD + without), [("view", "own")])
        some = '[without]\nkept = { rules = ["crash"], reason = "mended" }\n'
        self.assertEqual(self.load(base=BASE, child=CHILD + some)[0], (OTHER, "both"))

    def test_a_base_for_some_tests(self) -> None:
        base = 'base = [{ name = "base", tests = ["*.f90"] }]'
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "base.toml").write_text(BASE)
            (Path(name) / "child.toml").write_text(CHILD.replace('base = "base"', base))
            entry = expectations.load(Path(name) / "child.toml", "5.2", {OTHER})[0]
        self.assertTrue(entry.covers_test("tasking/a.f90"))
        self.assertFalse(entry.covers_test("tasking/a.c"))
        self.assertFalse(deviation(OTHER, "a.c", within=("*.f90",)).names_only("a.c"))
        self.assertTrue(entry.sometimes)

    def test_a_base_for_some_tests_gives_only_what_may_show_there(self) -> None:
        for own, taken in (
            ("host/*", False),
            ("tar*/a*", True),
            ("suites/target/*", True),
            ("*", True),
        ):
            with self.subTest(own=own):
                self.assertEqual(expectations._may_meet((own,), ("target/*",)), taken)

    def test_mistakes_are_named(self) -> None:
        cases = {
            CHILD + '[without]\ngone = ""': "the base has no such deviation",
            CHILD + "[without]\nkept = {}": "the key 'reason' is missing",
            CHILD.replace('"base"', '"nobody"'): "cannot read",
            CHILD.replace('"base"', '"child"'): "child is its own base",
            CHILD.replace('"base"', "5"): "base must be a name",
            CHILD.replace('"base"', '{ name = "base" }'): "base must be a name",
            "deviation = 3": "write [[deviation.",
            "without = 3": "or [without]",
        }
        for text, message in cases.items():
            with self.subTest(message), self.assertRaises(UserError) as caught:
                self.load(base=BASE, child=text)
            self.assertIn(message, str(caught.exception))


class Pages(unittest.TestCase):
    def test_entries_of_one_cause_share_a_section(self) -> None:
        both = [deviation(OTHER, "*", cause="one"), deviation(MANDATORY, "a.c", cause="one")]
        self.assertEqual(list(deviations.by_cause(both)), ["one"])
        text = deviations.section("one", both)
        self.assertIn(OTHER, text)
        self.assertIn(MANDATORY, text)


class Crashes(unittest.TestCase):
    def test_no_entry_takes_the_end_of_every_program(self) -> None:
        """A crash has a known cause only by the failed assertion's expression, or by circumstances that the trace has shown."""
        wide: Json = {"tests": ["*"], "reason": "r"}
        said = 'observed text=* assertion="Assertion failure at kmp.cpp{}"'
        for more in (
            {},
            {"needs": "tool"},
            {"needs": "probes", "match": ["observed text=* signal=SIGSEGV asked=full/light"]},
            {"match": ['observed text="*SIGABRT*"']},
            {"match": ["observed text=* fault=0x180"]},
            {"needs": "probes", "match": ["observed text=* fault=*"]},
            {"match": [said.format("(#): x == 0"), said.format("*")]},
            {"tests": ["corpus/*"]},
            {"shown": ["!cancel_loop", "nested|initial_task"]},
            {"tests": ["tasking/*"], "match": [said.format("(#)*")]},
        ):
            for rule in (CRASH, HARMLESS, TIMEOUT):
                with self.subTest(rule=rule, more=more), self.assertRaises(UserError):
                    list(expectations.entries(wide | more | {"rule": rule}, "x.toml"))
        for more in (
            {"tests": ["tasking/*"]},
            {"tests": ["corpus/collection/one.c"], "needs": "tool"},
            {"match": [said.format("(#): x == *")]},
            {"needs": "probes", "match": ["observed text=* fault=0x180"]},
            {"match": [said.format("(#)*")], "shown": ["deferred_target"]},
        ):
            list(expectations.entries(wide | more | {"rule": CRASH}, "x.toml"))

    def test_a_crash_is_known_only_if_its_trace_has_shown_the_circumstances(self) -> None:
        entry = deviation(CRASH, "corpus/*", shown=("deferred_target",))
        session = Session("x", "5.2", deviations=(entry,))
        record = {"command": ["a"], "state": "crash", "tool": True, "trace": "t", "traces": ["t"]}
        record |= {"attribution": "tool", "reason": "ended by SIGABRT", "signal": 6}
        for shown in ("deferred_target", "roots"):
            trace = {"complete": False, "beginning": True, "shown": [shown]}
            made = outcome.judge_one(session, "corpus/a", "t", record, {"trace": trace})
            self.assertEqual(bool(made["expected"]), shown == "deferred_target")

    def test_what_the_harness_alone_saw_is_known_only_where_the_cause_can_be(self) -> None:
        """A text with * stands for other faults as well: the trace must have shown the cause."""
        folder = expectations.EXPECTATIONS
        wide = [
            (path.name, entry.cause, entry.rule)
            for path in (*folder.glob("*.toml"), *folder.glob("corpus/*.toml"))
            for entry in expectations.own(path)
            if entry.rule in (VIEW, HARMLESS) and any("text=" in one for one in entry.match)
            if any(test.startswith("corpus/") for test in entry.tests)
            if not entry.shown
            if not all("fault=0x" in one or "assertion=" in one for one in entry.match)
        ]
        self.assertEqual(wide, [])
        entry = deviation(HARMLESS, "corpus/*", shown=("nested",), needs="probes")
        probed = {"state": "crash", "reason": "ended by SIGSEGV", "signal": 11, "probes": "full"}
        record = {"command": ["a"], "state": "ok", "tool": True, "trace": "t", "traces": ["t"]}
        record |= {"attribution": "probes", "with_probes": probed}
        for shown, known in ((["nested"], True), (["roots"], False)):
            trace = {"complete": True, "shown": shown}
            session = Session("x", "5.2", deviations=(entry,))
            made = outcome.judge_one(session, "corpus/a", "t", record, {"trace": trace})
            [finding] = made["findings"]
            self.assertEqual(bool(finding["waived"]), known)
            entry_of_view = (deviation(VIEW, "corpus/*", shown=("nested",)),)
            session = Session("x", "5.2", deviations=entry_of_view)
            outcome.observe(session, made, VIEW, "the view has too few lines")
            self.assertEqual(bool(made["findings"][-1]["waived"]), known)

    def test_what_check_asks_by_itself_brings_no_program_down(self) -> None:
        """By default `check` calls entry points only where no known runtime crashes, so a crash there is always new."""
        names = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL", "SIGTRAP")
        signals = [signal.Signals[name] for name in names]
        ended = [
            breaches.ended(rule, where_asked(record), facts_asked(record), needs="probes")
            for rule in (CRASH, HARMLESS)
            for one in signals
            for asked in ("sampled", "samples")
            for record in ({"reason": f"ended by {one.name}", "signal": one, "probes": asked},)
        ]
        folder = expectations.EXPECTATIONS
        for path in (*folder.glob("*.toml"), *folder.glob("corpus/*.toml")):
            own = expectations.own(path)
            known = [e["message"] for e in ended if expectations.find(own, "corpus/any", e)]
            self.assertEqual(known, [], path)

    def test_a_clause_stands_once_with_its_rule(self) -> None:
        rules = catalogue.load()
        entry = deviation(OTHER, "*")
        self.assertEqual(entry.cited, rules[OTHER].cited)
        self.assertEqual(dataclasses.replace(entry, clause="12.9").cited, "12.9")
        folder = expectations.EXPECTATIONS
        for path in (*folder.glob("*.toml"), *folder.glob("corpus/*.toml")):
            for where, item in expectations.tables(files.read_toml(path), path.name):
                own = list(expectations.entries({"tests": ["*"], **item}, where))
                again = all(
                    e.clause and e.clause == dataclasses.replace(e, clause="").cited for e in own
                )
                self.assertFalse(again, f"{where}: leave the clause out")


class Narrow(unittest.TestCase):
    def test_a_freed_team_is_known_only_where_a_team_can_be_freed(self) -> None:
        own = expectations.own(expectations.EXPECTATIONS / "llvm-19.toml")
        end = [{"event": "parallel_end", "fields": {"flags": "team|invoker_runtime"}}]
        word = finding("parallel.data-persistent", witness=end, facts={"parallel": "0x7@0x7f00"})
        word |= {"breach": "another-word-at-end", "sort": "another-word-at-end parallel=foreign"}
        nested, one = ["implicit_task"], ["implicit_task", "team_of_one"]
        for test, shown, here, known in (
            ("host/parallel/nested_repeated.c", ["team_sizes"], nested, True),
            ("host/parallel/nested_repeated.c", ["nested"], nested, False),
            ("host/parallel/nested_repeated.c", ["team_sizes"], one, False),
            ("host/states/storm_regions.c", ["team_sizes"], nested, False),
        ):
            seen = {"shown": shown, "here": here}
            entry = expectations.find(own, test, {**word, **seen})  # type: ignore[typeddict-item]
            self.assertEqual(bool(entry), known, (test, seen))


class Matching(unittest.TestCase):
    def test_rule_test_and_message(self) -> None:
        entry = deviation(OTHER, "tasking/*.c", match=('observed text="*NULL*"',))
        self.assertTrue(entry.waives("tasking/a.c", told(OTHER, "is not NULL")))
        self.assertTrue(deviation(OTHER, "suites/tasking/*").waives("tasking/a.c", told(OTHER, "")))
        self.assertFalse(entry.waives("host/parallel/basic.c", told(OTHER, "is not NULL")))
        self.assertFalse(entry.waives("tasking/a.c", told(MANDATORY, "is not NULL")))
        self.assertFalse(entry.waives("tasking/a.c", told(OTHER, "is 7")))

    def test_what_must_be_seen(self) -> None:
        same = {"prior_task": "T5", "next_task": "T5", "task": "T6"}
        end = {"event": "work", "fields": {"work_type": "loop_dynamic", "flags": "a|b", **same}}
        begin = {"event": "parallel_begin", "fields": {}}
        seen = {
            "shown": ["cancel", "nested"],
            "here": ["worker"],
            "witness": [end, begin],
            "needs": "tool",
        }
        met = (
            {"shown": ("cancel", "nested|untied")},
            {"here": ("worker", "!nested")},
            {"event": ("sync*", "work work_type=loop_*,single flags&b count!=3")},
            {"event": ("work flags&a <- parallel_*",)},
            {"event": ("work next_task=@prior_task task!=@next_task",)},
            {"needs": "tool"},
        )
        unmet = (
            {"shown": ("cancel", "untied")},
            {"here": ("!worker",)},
            {"event": ("work flags&c",)},
            {"event": ("work <- implicit_task",)},
            {"event": ("work work_type!=loop_*",)},
            {"event": ("work next_task=@task",)},
            {"needs": "probes"},
        )
        for number, conditions_given in enumerate((*met, *unmet)):
            with self.subTest(conditions_given):
                entry = deviation(OTHER, "*", **conditions_given)  # type: ignore[arg-type]
                known = entry.waives("a.c", {**told(OTHER, "x"), **seen})
                self.assertEqual(known, number < len(met))
                # A finding of the harness itself has no trace, and meets no condition.
                self.assertFalse(entry.waives("a.c", {**told(OTHER, "x"), "witness": []}))

    def test_one_of_the_rules_beside(self) -> None:
        entry = deviation(OTHER, "*", beside="a.b|c.d|e.f no-region")
        ended = {"rule": "e.f", "breach": "no-end"}
        self.assertFalse(entry.waives("a.c", told(OTHER, "x"), expectations.broken_by([ended])))
        ended["breach"] = "no-region"
        self.assertTrue(entry.waives("a.c", told(OTHER, "x"), expectations.broken_by([ended])))
        for broken, known in (({"a.b"}, True), ({"c.d", OTHER}, True), ({OTHER, "a.b|c.d"}, False)):
            self.assertEqual(entry.waives("a.c", told(OTHER, "x"), broken), known)

    def test_no_more_often_than_the_cause_gives(self) -> None:
        """The findings of one trace are counted together; those of another one by themselves."""
        for most, numbers, known in (
            (3, (2, 1), [True, True]),
            (3, (2, 2), [True, False]),
            ("parallel_begin", (2, 1), [True, True]),
            ("parallel_begin", (4,), [False]),
            ("work", (99,), [True]),  # which was reported to no tool
            ("", (99,), [True]),
        ):
            with self.subTest(most=most, numbers=numbers):
                found = [finding(OTHER, f"x{n}", occurrences=n) for n in numbers]
                judged = made.judged({OTHER: 9}, *found)
                judged["trace"]["seen"] = {"parallel_begin": 3}
                asked = made.session(deviation(OTHER, "*", most=most))
                outcome = made.of("a.c", judged, asked)
                self.assertEqual([bool(f["waived"]) for f in outcome["findings"]], known)

    def test_programs_outside_the_suites(self) -> None:
        worded = deviation(OTHER, "tasking/*.c", match=('observed text="*NULL*"',))
        self.assertTrue(worded.waives("a.out", told(OTHER, "is not NULL")))
        self.assertFalse(worded.waives("a.out", told(OTHER, "is 7")))
        self.assertFalse(
            deviation(OTHER, "tasking/*.c").waives("a.out", told(OTHER, "is not NULL"))
        )
        self.assertTrue(deviation(OTHER, "corpus/*").waives("a.out", told(OTHER, "")))
        fortran = deviation(OTHER, "*", match=('observed text="*NULL*"',), within=("*.f90",))
        self.assertFalse(fortran.waives("a.out", told(OTHER, "is not NULL")))

    def test_remarks_need_no_waiver(self) -> None:
        asked = made.session(deviation(OTHER, "*"))
        found = one("a", {OTHER: 1}, finding(OTHER, severity="remark"), asked=asked)
        self.assertEqual((found["verdict"], found["findings"][0]["waived"]), ("pass", ""))

    def test_one_unknown_failure_beside_known_ones(self) -> None:
        asked = made.session(deviation(OTHER, "*"))
        found = one("a", {OTHER: 1}, finding(OTHER), finding(MANDATORY), asked=asked)
        self.assertEqual(found["verdict"], "fail")
