"""Patterns over breaches and their facts, and the permitted contents of expectations/."""

import unittest

from ompt_cts.verdict import expectations, patterns
from ompt_cts.verdict.expectations import Deviation

from tests.reporting import finding

RULE = "cancel.construct-bit"
FACTS = {
    "flags": ["loop", "detected"],
    "parallel": "P4",
    "number": -3,
    "of": 4,
    "word": "0x0@0x7f10",
}
HOLDS = (
    "x",
    "x flags&loop",
    "x flags&loop|detected flags!&parallel",
    "x flags=detected|loop",
    "x flags=parallel/detected|loop",
    "x flags=* parallel=known number<0 word=empty",
    "x parallel=P4 parallel!=none parallel=nonnull",
    "x number=-3/4 number>=-3 number!=7",
    "x number<@of number!=@of of=@of",
)
HOLDS_NOT = (
    "y",
    "x flags=loop",
    "x flags&loop|parallel",
    "x flags!&loop",
    "x parallel=P5",
    "x parallel=foreign",
    "x word=foreign",
    "x number>-3",
    "x number>=@of",
    "x number=@of",
    "x other=3",
)


class Patterns(unittest.TestCase):
    def test_conditions(self) -> None:
        finding = {"breach": "x", "facts": FACTS, "sort": "x"}
        for text in HOLDS:
            with self.subTest(text):
                self.assertTrue(patterns.holds([text], finding))
        for text in HOLDS_NOT:
            with self.subTest(text):
                self.assertFalse(patterns.holds([text], finding))

    def test_a_value_with_blanks(self) -> None:
        finding = {"breach": "x", "facts": {"pattern": "work endpoint=end"}, "sort": "x"}
        self.assertTrue(patterns.holds(['x pattern="work endpoint=end"'], finding))
        self.assertFalse(patterns.holds(['x pattern="work endpoint=begin"'], finding))

    def test_what_an_entry_may_say(self) -> None:
        self.assertEqual(patterns.problem("no-taskgroup flags=taskgroup", RULE), "")
        self.assertEqual(patterns.problem("other-work flags&loop work=*", RULE), "")
        self.assertIn("no fact 'number'", patterns.problem("no-taskgroup flags=* number=3", RULE))
        self.assertIn("no fact 'other'", patterns.problem("no-taskgroup flags=@other", RULE))
        self.assertIn("any work", patterns.problem("other-work flags&loop", RULE))
        self.assertIn("none of its breaches", patterns.problem("no-such flags=loop", RULE))

    def test_a_pattern_says_what_a_wrong_word_names(self) -> None:
        text, rule = "other-is-current given={} current=known", "task-create.context"
        self.assertEqual(patterns.problem(text.format("known/none"), rule), "")
        self.assertIn("takes any word for given", patterns.problem(text.format("*"), rule))

    def test_an_entry_waives_its_breach_alone(self) -> None:
        match = ("no-taskgroup flags=loop/sections",)
        entry = Deviation(RULE, ("*",), "why", "runtime", match=match)
        finding = {
            "rule": RULE,
            "message": "",
            "breach": "no-taskgroup",
            "sort": "no-taskgroup flags=loop",
        }
        self.assertTrue(entry.waives("a.c", finding | {"facts": {"flags": ["loop"]}}))
        self.assertFalse(entry.waives("a.c", finding | {"facts": {"flags": ["taskgroup"]}}))

    def test_a_pattern_speaks_of_all_that_tells(self) -> None:
        finding = {"breach": "x", "facts": FACTS, "sort": "x flags=loop"}
        self.assertFalse(patterns.holds(["x number=-3"], finding))
        self.assertTrue(patterns.holds(["x flags=* number=-3"], finding))


SECTIONS = ("sections.dispatch-per-section", "another-count task=known")
TASKLOOP = ("taskloop.dispatch", "not-covered begun={}")
IN_RUNTIME = ("codeptr.in-function", "in-runtime event=sync_region function={}")
LAST = ("loop.dispatch-chunk", "iterations-beyond task=known")
TESTED = ("lock-test.kind", 'counted pattern="mutex_acquire kind=test_lock"')


class Directions(unittest.TestCase):
    def test_an_entry_takes_no_more_than_its_reason_says(self) -> None:
        """Counts in the wrong direction, or beyond the bound, are new with every runtime's entries but
        those that name it."""
        for sort, facts, knowing in (
            (SECTIONS, {"dispatched": 4, "members": 4, "count": 2}, {"llvm-19"}),
            (SECTIONS, {"dispatched": 4, "members": 4, "count": 7}, {"llvm-19"}),
            (SECTIONS, {"dispatched": 5, "members": 4, "count": 2}, set()),
            (SECTIONS, {"dispatched": 3, "members": 4, "count": 2}, set()),
            (SECTIONS, {"dispatched": 1, "members": 1, "count": 2}, set()),
            (TASKLOOP, {"dispatched": 4, "count": 5, "begun": "before"}, {"llvm-19"}),
            (TASKLOOP, {"dispatched": 4, "count": 5, "begun": "after"}, set()),
            (TASKLOOP, {"dispatched": 9, "count": 5, "begun": "after"}, {"gcc-on-llvm-19"}),
            (IN_RUNTIME, {"event": "sync_region", "function": "__kmpc_barrier"}, set()),
            (IN_RUNTIME, {"event": "sync_region", "function": "__kmpc_end_taskgroup"}, set()),
            (LAST, {"iterations": 4, "usual": 4, "beyond": 2}, {"gomp", "llvm-19"}),
            (LAST, {"iterations": 9, "usual": 4, "beyond": 2}, {"gomp"}),
            (LAST, {"iterations": 4, "usual": 4, "beyond": 72}, {"gomp"}),
            (TESTED, {"expected": "2", "found": 0}, {"llvm-16"}),
            (TESTED, {"expected": "2", "found": 3}, set()),
            (("loop.dispatch-chunk", "no-chunk"), {"count": 4}, set()),
        ):
            rule, words = sort[0], sort[1].format(facts.get("begun", facts.get("function", "")))
            found = {
                **finding(rule, ""),
                "breach": words.split()[0],
                "sort": words,
                "facts": {"task": "T1", "pattern": "mutex_acquire kind=test_lock", **facts},
                "here": [],
                "shown": [],
                "witness": [
                    {"event": "dispatch", "fields": {}},
                    {"event": "work", "fields": {"work_type": "loop_static"}},
                ],
            }
            takes = {
                path.stem
                for path in expectations.EXPECTATIONS.glob("*.toml")
                if any(e.match and e.waives("x.c", found) for e in expectations.own(path))
            }
            with self.subTest(sort, **facts):
                self.assertEqual(takes - {"intel-openmp-2021", "llvm-22-mended"}, knowing)
