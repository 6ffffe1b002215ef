"""The kill matrix: from the lines of `ompt-fault run` to verdicts."""

import contextlib
import fnmatch
import io
import tempfile
import unittest
import unittest.mock
from collections.abc import Collection
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.faults import fault_run, kill_matrix, waived
from ompt_cts.faults.fault_classes import Classes, alternatives, equivalents, namings

EQUIVALENT = '["NULL is allowed."]\nmatch = ["*.codeptr_ra:zero"]\n'
NAMING = '[[naming]]\nmatch = ["*:after_finalization"]\nrules = ["fin.*"]\n'

TRACE = "trace\tt\tcomplete\t9\tset-callback.mandatory-always@set_callback"
DROPPED = "work/loop/end:dropped@first"
NULL = "work/loop/end.codeptr_ra:zero@first"
LATE = "work/loop/end:after_finalization@first"


class FaultsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "equivalent.toml").write_text(EQUIVALENT)
        (self.folder / "naming.toml").write_text(NAMING)
        self.classes = Classes(catalogue.load(), self.folder)
        self.matrix = kill_matrix.Matrix()

    def verdict(self, name: str) -> kill_matrix.Json:
        return kill_matrix.classify(self.matrix.faults[name], self.classes)

    def test_one_test_that_kills_is_enough(self) -> None:
        self.matrix.read("a", [TRACE, f"S\t{DROPPED}\t"])
        self.matrix.read("b", [TRACE, f"K\t{DROPPED}\twork.pair@work,work.pair@end"])
        found = self.verdict(DROPPED)
        self.assertEqual((found["verdict"], found["named"]), ("killed", True))
        self.assertEqual((found["tests"], found["alive_in"]), (["b"], ["a"]))

    def test_a_survivor_of_an_equivalent_class_is_equivalent(self) -> None:
        self.matrix.read("a", [TRACE, f"S\t{NULL}\t", f"S\t{DROPPED}\t"])
        self.assertEqual(self.verdict(NULL)["verdict"], "equivalent")
        self.assertEqual(self.verdict(DROPPED)["verdict"], "survived")

    def test_an_equivalent_fault_that_is_found_is_doubtful(self) -> None:
        self.matrix.read("a", [TRACE, f"K\t{NULL}\tcodeptr.in-range@work"])
        self.assertTrue(self.verdict(NULL)["doubtful"])

    def test_a_rule_that_may_find_it_raises_no_doubt(self) -> None:
        path = self.folder / "equivalent.toml"
        path.write_text(f'{EQUIVALENT}unless = ["codeptr.*"]\n')
        self.classes = Classes(catalogue.load(), self.folder)
        self.matrix.read("a", [TRACE, f"K\t{NULL}\tcodeptr.in-range@work"])
        self.assertFalse(self.verdict(NULL)["doubtful"])
        self.matrix.read("b", [TRACE, f"K\t{NULL}\twork.pair@work"])
        self.assertTrue(self.verdict(NULL)["doubtful"])

    def test_a_rule_of_something_else_does_not_name_the_fault(self) -> None:
        self.matrix.read("a", [TRACE, f"K\t{LATE}\tthread-end.last-on-thread@work"])
        self.assertFalse(self.verdict(LATE)["named"])
        self.matrix.read("b", [TRACE, f"K\t{LATE}\tfin.last@work"])
        self.assertTrue(self.verdict(LATE)["named"])

    def test_a_crash_is_no_kill(self) -> None:
        self.matrix.read("a", [TRACE, f"C\t{DROPPED}\tsignal 11"])
        self.assertEqual(self.verdict(DROPPED)["verdict"], "crashed")

    def test_report_counts_and_names_what_is_not_needed(self) -> None:
        self.matrix.read("a", [TRACE, f"K\t{DROPPED}\twork.pair@work", f"S\t{NULL}\t"])
        self.matrix.read("b", [TRACE, f"K\t{DROPPED}\twork.pair@work", f"K\t{LATE}\tfin.last@work"])
        result = kill_matrix.report(self.matrix, self.classes, ["fin.last", "fin.once"], {})
        self.assertEqual(result["summary"]["killed"], 2)
        self.assertEqual(result["summary"]["killed_share"], 1.0)
        self.assertEqual(result["rules_without_kill"], ["fin.once"])
        self.assertEqual(result["tests_without_loss"], ["a"])

    def test_of_all_faults_the_goal_is_meant_to_the_letter(self) -> None:
        self.assertEqual([waived.allowed(n, 1) for n in (0, 99, 100, 23000)], [0, 0, 1, 230])

    def test_a_sample_fails_where_it_refutes_the_goal(self) -> None:
        # Of a binomial distribution with 0.01: P(X > 6 of 227) = 0.0084, P(X > 5) = 0.0274.
        self.assertEqual(waived.allowed(227, 96), 6)
        self.assertAlmostEqual(sum(waived.probability(n, 227) for n in range(7)), 0.9916, 4)
        self.assertAlmostEqual(sum(waived.probability(n, 200000) for n in range(200001)), 1, 6)

    def judged(self, lines: list[str], sample: int) -> int:
        self.matrix.read("a", [TRACE, *lines])
        context = {"sample": sample}
        result = kill_matrix.report(self.matrix, self.classes, [], context)
        with contextlib.redirect_stdout(io.StringIO()):
            return fault_run.judged(result, "the suites")

    def test_too_many_survivors_fail(self) -> None:
        killed = [f"K\twork/loop/end:dropped@{n}\twork.pair@work" for n in range(99)]
        self.assertEqual(self.judged([*killed, f"S\t{DROPPED}\t"], 1), 0)
        self.assertEqual(self.judged([*killed[1:], f"S\t{DROPPED}\t", f"S\t{LATE}\t"], 1), 1)

    def test_one_crash_of_the_validator_fails(self) -> None:
        killed = [f"K\twork/loop/end:dropped@{n}\twork.pair@work" for n in range(99)]
        self.assertEqual(self.judged([*killed, f"C\t{DROPPED}\tsignal 6"], 96), 1)

    def test_nothing_tried_is_no_success(self) -> None:
        self.assertEqual(self.judged([], 96), 1)

    def test_a_rule_that_no_mutant_breaks(self) -> None:
        rules = ["hdr.sizes", "work.pair", "target.pair", "control.notool", "state.target-wait"]
        self.assertEqual(fault_run.unbroken(rules), ["hdr.sizes", "state.target-wait"])

    def test_groups_leave_out_variant_and_selection(self) -> None:
        self.assertEqual(kill_matrix.group_of(NULL), "work.codeptr_ra:zero")
        self.assertEqual(kill_matrix.group_of(DROPPED), "work:dropped")

    def test_broken_data_is_a_mistake_in_one_line(self) -> None:
        (self.folder / "naming.toml").write_text('[[naming]]\nmatch = ["*"]\n')
        with self.assertRaises(UserError):
            Classes(catalogue.load(), self.folder)


class OrderTest(unittest.TestCase):
    """Traces of three sizes, and an ompt-fault that notes its omitted faults."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.traces = [self.trace("storm", 2_000), self.trace("small", 10), self.trace("more", 20)]
        self.without: dict[str, set[str]] = {}
        self.rule = "work.pair@work"
        for name, value in (("UNDER_WAY", 1), ("LARGE", 1_000), ("run_one", self.run_one)):
            patch = unittest.mock.patch.object(kill_matrix, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def trace(self, name: str, size: int) -> kill_matrix.Recorded:
        (self.folder / name / "info").mkdir(parents=True)
        (self.folder / name / "info" / "file").write_bytes(bytes(size))
        return kill_matrix.Recorded(f"tests/{name}.c", self.folder / name)

    def run_one(
        self, _: Path, trace: kill_matrix.Recorded, __: list[str], without: Collection[str] = ()
    ) -> list[str]:
        self.without[trace.path.name] = set(without)
        dropped = f"K\t{DROPPED}\t{self.rule}" if trace.path.name == "more" else f"S\t{DROPPED}\t"
        return [TRACE, dropped, f"S\t{NULL}\t"]

    def order(self, once: bool) -> list[str]:
        return [t.test for t, _ in kill_matrix.results(self.folder, self.traces, [], once)]

    def test_once_begins_with_small_traces(self) -> None:
        self.assertEqual(self.order(True), ["tests/small.c", "tests/more.c", "tests/storm.c"])

    def test_a_large_trace_tries_only_what_no_smaller_one_has_settled(self) -> None:
        self.order(True)
        self.assertEqual(self.without, {"small": set(), "more": set(), "storm": {DROPPED, NULL}})

    def test_a_fault_that_another_rule_has_killed_is_tried_on(self) -> None:
        self.rule = "sync.pair@sync_region"
        self.order(True)
        self.assertEqual(self.without["storm"], {NULL})

    def test_what_conforms_is_tried_in_every_small_trace(self) -> None:
        self.traces.append(self.trace("third", 30))
        self.order(True)
        self.assertEqual(self.without["third"], {DROPPED})

    def test_what_is_under_way_is_not_waited_for(self) -> None:
        with unittest.mock.patch.object(kill_matrix, "UNDER_WAY", 2):
            self.order(True)
        self.assertEqual(self.without["storm"], {NULL})  # `more` may not have ended

    def test_without_once_everything_is_tried(self) -> None:
        self.assertEqual(self.order(False), ["tests/storm.c", "tests/small.c", "tests/more.c"])
        self.assertEqual(set().union(*self.without.values()), set())


class DataTest(unittest.TestCase):
    def test_braces_stand_for_each_alternative(self) -> None:
        found = alternatives("{a,b*}.x:{c,d}@last")
        self.assertEqual(found, ["a.x:c@last", "a.x:d@last", "b*.x:c@last", "b*.x:d@last"])

    def test_every_pattern_of_rules_matches_one(self) -> None:
        rules = list(catalogue.load())
        for entry in namings():
            for pattern in entry["rules"]:
                self.assertTrue(fnmatch.filter(rules, pattern), pattern)

    def test_reasons_are_sentences(self) -> None:
        for reason, entry in equivalents().items():
            self.assertTrue(reason.endswith("."), reason)
            for pattern in entry.get("unless", []):
                self.assertTrue(fnmatch.filter(catalogue.load(), pattern), pattern)
