"""Findings by cause: which are one defect, which are not, and the cause's name."""

import unittest
from dataclasses import replace
from typing import Any
from unittest import mock

from ompt_cts.catalogue import Rule
from ompt_cts.files import Json
from ompt_cts.steps import header
from ompt_cts.verdict import expectations
from ompt_cts.verdict.causes import Known, group
from ompt_cts.verdict.described import Described
from ompt_cts.verdict.expectations import Deviation

from tests import reporting

KNOWN = Deviation("end.size", ("a.c",), "the size is shown", "runtime", cause="size-at-end")


def rule(name: str, chapter: str, kind: str = "argument", level: str = "mandatory") -> Rule:
    return Rule(name, "", {"5.2": "19.1"}, {"5.2": level}, (), kind, (), (), chapter, "")


RULES = {
    r.id: r
    for r in (
        rule("word.end", "Tasks"),
        rule("word.info", "Inquiry"),
        rule("flags.kind", "Frames", "frame"),
        rule("end.size", "Tasks"),
        rule("op.count", "Data", "pairing"),
        rule("op.bytes", "Data"),
        rule("lock.order", "Locks", "order", "advisory"),
    )
}


def finding(
    name: str, test: str, message: str, position: int, event: str = "probe", **more: Any
) -> Json:
    return {
        "rule": name,
        "severity": "error",
        "test": test,
        "message": message,
        **reporting.said(message),
        "witness": [{"event": event, "thread": 0, "position": position, "fields": {}}],
        "waived": "",
        "counted": True,
        "replay": f"validate {test}",
    } | more


def absent(pattern: str) -> Json:
    """The breach of a note that counted no event."""
    facts = {"pattern": pattern, "expected": "1", "found": 0}
    return {"breach": "counted", "facts": facts, "sort": f'counted pattern="{pattern}"'}


def named(found: list[Json], known: Known | None = None) -> dict[tuple[str, ...], Json]:
    rows = group(found, RULES, known or Known({}), "5.2")
    return {tuple(sorted(row["rules"])): row for row in rows}


class Causes(unittest.TestCase):
    def test_rules_that_break_at_one_event_over_one_entity_are_one_cause(self) -> None:
        found = []
        for test in ("a.c", "b.c", "c.c"):
            found.append(finding("word.end", test, "T1 has a foreign word", 7, "implicit_task"))
            found.append(finding("word.info", test, "a foreign word is given for T1", 7))
            found.append(finding("flags.kind", test, "flags 0x1 name no kind", 7))
        rows = named(found)
        self.assertEqual({("word.end", "word.info"), ("flags.kind",)}, set(rows))
        row = rows["word.end", "word.info"]
        self.assertEqual((6, 6, ["a.c", "b.c", "c.c"]), (row["findings"], row["new"], row["tests"]))
        self.assertFalse(row["known"])

    def test_rules_that_meet_now_and_then_are_two_causes(self) -> None:
        found = [finding("word.end", f"{i}.c", "T1 has a foreign word", 7) for i in range(9)]
        found.append(finding("word.info", "0.c", "T1 is shown", 7))
        self.assertEqual({("word.end",), ("word.info",)}, set(named(found)))

    def test_all_that_an_absent_event_breaks_is_one_cause(self) -> None:
        one, other = (
            absent("target_data_op_emi optype=alloc"),
            absent("target_data_op optype=alloc"),
        )
        found = [
            finding("op.count", "a.c", "", 3, "note", **one),
            finding("op.bytes", "b.c", "", 4, "note", **other),
            finding("op.bytes", "c.c", "bytes is 8, found 4", 4, "target_data_op"),
        ]
        rows = named(found)
        self.assertEqual({("op.bytes", "op.count"), ("op.bytes",)}, set(rows))

    def test_what_expectations_name_is_named_by_them(self) -> None:
        found = [
            finding(
                "end.size", "a.c", "it is 2", 1, cause="size-at-end", waived="shown at the end"
            ),
            finding("word.end", "a.c", "T1 has a foreign word", 9, cause="size-at-end"),
        ]
        (row,) = group(found, RULES, Known({}), "5.2")
        self.assertEqual(("size-at-end", True), (row["name"], row["known"]))
        self.assertEqual(("shown at the end", 1), (row["title"], row["new"]))

    def test_a_known_cause_of_another_runtime_is_offered(self) -> None:
        worded = replace(KNOWN, tests=("*",), match=('observed text="*the size of its team*"',))
        known = Known({"other-1": [worded]})
        like = finding("end.size", "x.c", "it is 2, the size of its team", 1)
        unlike = finding("end.size", "y.c", "it is -1", 5, "implicit_task")
        rows = group([like], RULES, known, "5.2")
        self.assertEqual("other-1: size-at-end", rows[0]["looks_like"])
        self.assertEqual("", group([unlike], RULES, known, "5.2")[0]["looks_like"])
        everywhere = Known({"other-1": [replace(KNOWN, tests=("*",))]})
        self.assertEqual("", group([like], RULES, everywhere, "5.2")[0]["looks_like"])

    def test_of_several_causes_the_first_is_offered(self) -> None:
        worded = replace(KNOWN, tests=("*",), match=('observed text="it is 2"',))
        many = {f"other-{n}": [worded] for n in range(20)}
        known = Known({"beside": [replace(worded, beside="word.end")], **many})
        found = finding("end.size", "x.c", "it is 2", 1)
        self.assertEqual("other-0: size-at-end", known.resembling([found]))

    def test_a_cause_that_many_runtimes_share_is_named_by_the_file_that_lists_it(self) -> None:
        known = Known(expectations.by_file("5.2"))
        said = "not-always callback=device_unload answer=never"
        facts = {"callback": "device_unload", "answer": "never"}
        breach: Json = {"breach": "not-always", "facts": facts, "sort": said}
        found = finding("set-callback.mandatory-always", "x.c", "", 1, **breach)
        self.assertEqual("llvm-19: no-device-unload", known.resembling([found]))

    def test_remarks_and_what_counts_for_nothing_have_no_cause(self) -> None:
        remark = finding("end.size", "a.c", "it is 2", 1, severity="remark")
        crashed = finding("end.size", "a.c", "it is 2", 1, counted=False)
        self.assertEqual([], group([remark, crashed], RULES, Known({}), "5.2"))

    def test_the_most_severe_comes_first(self) -> None:
        found = [finding("lock.order", f"{i}.c", "L1 before L2", 1) for i in range(50)]
        found += [finding("flags.kind", f"{i}.c", "0x1", 2) for i in range(50)]
        found += [
            finding("op.count", f"{i}.c", "expected 2, found 1", 3, "note") for i in range(30)
        ]
        rows = group(found, RULES, Known({}), "5.2")
        self.assertEqual(["op.count", "flags.kind", "lock.order"], [r["name"] for r in rows])

    def test_what_never_came_and_what_nobody_knows_come_first(self) -> None:
        like = {"like": "other-1: words"}
        found = [finding("word.end", f"{i}.c", f"it is {'x' * i}", 1, **like) for i in range(9)]
        found += [finding("flags.kind", f"{i}.c", "0x1", 2) for i in range(4)]
        # Which task is current is told by other events: one of those may be what never came.
        for which, names in (
            ("flags=1", "op.count flags.kind"),
            ("task=current", "flags.kind op.count"),
        ):
            none = absent(f"task_create {which}")
            more = [finding("op.count", f"{i}.c", "", 3, "note", **none) for i in range(2)]
            rows = group([*found, *more], RULES, Known({}), "5.2")
            self.assertEqual(
                [*((name, "") for name in names.split()), ("words", "other-1: words")],
                [(row["name"], row["looks_like"]) for row in rows],
            )

    def test_a_file_that_builds_on_the_nearest_runtime_explains_no_new_fault(self) -> None:
        first = [replace(KNOWN, rule=f"r.{n}", tests=("*",), cause=f"c{n}") for n in range(5)]
        more = [replace(KNOWN, rule=f"s.{n}", tests=("*",), cause=f"d{n}") for n in range(9)]
        described = Described({"base": first, "builds-on-it": [*first, *more]})
        found = [finding(f"r.{n}", "a.c", "it is 2", n) for n in range(5)]
        self.assertEqual("base", described.nearest([*found, finding("s.1", "a.c", "it is 2", 9)]))
        others = [finding(f"t.{n}", "a.c", "no", 9) for n in range(9)]
        self.assertEqual("", described.nearest([*found, *others]))

    def test_the_most_frequent_form_is_the_title(self) -> None:
        found = [finding("end.size", "a.c", "no", 1)]
        found += [finding("end.size", f"{i}.c", "the size of its team is shown", 1) for i in "bcd"]
        (row,) = group(found, RULES, Known({}), "5.2")
        self.assertEqual("the size of its team is shown", row["title"])

    def test_another_test_does_not_look_like_it(self) -> None:
        known = Known(
            {"other-1": [replace(KNOWN, tests=("tasks/*",), match=('observed text="*it is 2*"',))]}
        )
        there, elsewhere = (
            [finding("end.size", f"{folder}/x.c", "it is 2", 1)] for folder in ("tasks", "work")
        )
        with mock.patch.object(header, "tests", return_value=frozenset({"tasks/x.c", "work/x.c"})):
            self.assertEqual("other-1: size-at-end", known.resembling(there))
            self.assertEqual("", known.resembling(elsewhere))

    def test_the_shortest_finding_is_the_witness(self) -> None:
        long = finding("end.size", "a.c", "it is 2", 1)
        long["witness"] = long["witness"] * 3
        short = finding("end.size", "b.c", "it is 2", 1)
        (row,) = group([long, short], RULES, Known({}), "5.2")
        self.assertEqual((1, "validate b.c"), (row["witness"], row["replay"]))
