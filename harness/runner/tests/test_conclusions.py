"""The two answers of a run: conformance, and whether anything is new."""

import unittest
from dataclasses import replace

import lit.Test
from ompt_cts import catalogue
from ompt_cts.catalogue import HARMLESS
from ompt_cts.verdict import conclusions, evidence, expectations, outcome, verdicts, words
from ompt_cts.verdict.identity import Applied
from ompt_cts.verdict.words import Verdict

from tests import reporting as made
from tests.reporting import MANDATORY, OPTIONAL, OTHER, deviation, finding, one


def conformance(*outcomes: outcome.Outcome) -> conclusions.ConformanceAnswer:
    rows = verdicts.rule_rows(list(outcomes), catalogue.load(), "5.2")
    return conclusions.conformance(rows, outcomes)


def expected(
    *outcomes: outcome.Outcome, ompt: bool = True, runtime: str = "gcc"
) -> conclusions.ExpectedAnswer:
    rows = verdicts.rule_rows(list(outcomes), catalogue.load(), "5.2")
    known = Applied(runtime=runtime, ompt=ompt)
    return conclusions.as_expected(rows, outcomes, [], known, "gcc")


def ended(state: str, attribution: str = "", asked: evidence.Session | None = None) -> made.Json:
    """A program that crashed or hung."""
    recorded = made.recorded(state, attribution=attribution)
    return outcome.judge_one(asked or made.session(), "z", "/t", recorded, {})


def unsupported(name: str, ompt: bool) -> outcome.Outcome:
    asked = evidence.Session("gcc", "5.2", ompt=ompt)
    return outcome.make(asked, name, [], "unsupported", "not-supported: it starts no tool")


GOOD = one("a", {MANDATORY: 1})
BAD = one("b", {MANDATORY: 1, OPTIONAL: 1}, finding(MANDATORY, "it came twice"))
BROKEN = outcome.make(made.session(), "c", [], "harness-error", "no trace")


class Conformance(unittest.TestCase):
    def test_conformant(self) -> None:
        answer = conformance(GOOD)
        self.assertEqual((answer["verdict"], answer["undecided"]), ("conformant", []))
        self.assertEqual(answer["mandatory"], {"judged": 2, "broken": []})

    def test_mandatory_and_optional_apart(self) -> None:
        answer = conformance(BAD)
        self.assertEqual(answer["verdict"], "nonconformant")
        self.assertEqual(answer["mandatory"], {"judged": 2, "broken": [MANDATORY]})
        self.assertEqual(answer["optional"], {"judged": 1, "broken": []})
        self.assertEqual(
            conformance(one("a", {OPTIONAL: 1}, finding(OPTIONAL)))["verdict"], "nonconformant"
        )

    def test_another_library_in_the_same_place_is_another_runtime(self) -> None:
        """The checksum shows that a library was replaced during the run."""

        def recorded(library: str, checksum: str) -> outcome.Outcome:
            place = {"library": library}
            return {**GOOD, "runtime": place, "environment": {"runtime_sha256": checksum}}

        for other, apart in ((("/a", "1"), False), (("/a", "2"), True), (("/b", "1"), True)):
            for answer in (conformance, expected):
                undecided = answer(recorded("/a", "1"), recorded(*other))["undecided"]
                self.assertEqual("different runtimes" in str(undecided), apart, other)
        self.assertEqual(conformance(recorded("/a", ""), recorded("/a", "1"))["undecided"], [])

    def test_what_the_compiler_alone_breaks_is_told_apart(self) -> None:
        for causes, verdict in (
            (("toolchain",), "conformant"),
            (("runtime",), "nonconformant"),
            (("toolchain", "runtime"), "nonconformant"),
        ):
            known = [
                replace(deviation(OTHER, name), attribution=cause, reason=cause)
                for name, cause in zip("ab", causes, strict=False)
            ]
            asked = made.session(*known)
            found = [
                one(name, {OTHER: 1}, finding(OTHER), asked=asked)
                for name, _ in zip("ab", causes, strict=False)
            ]
            rows = verdicts.rule_rows(found, catalogue.load(), "5.2")
            listed = conclusions.expectation_rows(known, found, frozenset("ab"))
            answer = conclusions.conformance(rows, found, listed)
            with self.subTest(causes=causes):
                self.assertEqual(answer["verdict"], verdict)
                alone = [OTHER] if verdict == "conformant" else []
                self.assertEqual(answer.get("toolchain"), alone)
                self.assertEqual(answer["mandatory"]["broken"], [] if alone else [OTHER])

    def test_a_known_deviation_is_one(self) -> None:
        asked = made.session(deviation(OTHER, "a"))
        answer = conformance(one("a", {OTHER: 1}, finding(OTHER), asked=asked))
        self.assertEqual(
            (answer["verdict"], answer["mandatory"]["broken"]), ("nonconformant", [OTHER])
        )

    def test_a_runtime_that_dispatches_nothing(self) -> None:
        """The runtime starts the tool and promises callbacks, but dispatches none of them in a user's program."""
        for seen, rules, verdict in (
            ({"set_callback": 1}, [], "undecided"),
            ({"set_callback": 1, "thread_begin": 1}, [], "conformant"),
            ({"set_callback": 1}, [MANDATORY], "conformant"),  # a test that asks for it
        ):
            program = one("a", {MANDATORY: 1})
            program["runtime"]["registration"] = {"thread_begin": "always"}
            program["traces"], program["rules"] = [{"seen": seen}], rules
            self.assertEqual(conformance(program)["verdict"], verdict)
            self.assertEqual(expected(program)["verdict"] == "undecided", verdict == "undecided")

    def test_a_trace_that_names_no_runtime(self) -> None:
        nameless = GOOD | {"runtime": {}}
        for answer in (conformance(nameless), expected(nameless)):
            self.assertEqual(answer["verdict"], "undecided")
            self.assertEqual(answer["undecided"], ["no trace names its runtime"])

    def test_what_could_not_be_judged(self) -> None:
        for state in ("crash", "timeout", "exit"):
            answer = conformance(GOOD, ended(state))
            self.assertEqual(answer["verdict"], "undecided", state)
            self.assertIn("z", answer["undecided"][0])
        self.assertEqual(conformance(GOOD, BROKEN)["verdict"], "undecided")
        answer = conformance(BAD, BROKEN)
        self.assertEqual(answer["verdict"], "nonconformant")
        self.assertEqual(len(answer["undecided"]), 1)

    def test_a_crash_without_any_tool_leaves_no_doubt(self) -> None:
        self.assertEqual(conformance(GOOD, ended("crash", "runtime"))["verdict"], "conformant")
        self.assertEqual(conformance(GOOD, ended("timeout", "runtime"))["verdict"], "conformant")
        self.assertEqual(conformance(GOOD, ended("crash", "unclear"))["verdict"], "undecided")

    def test_a_crash_that_needs_a_tool_breaks_its_own_rule(self) -> None:
        for attribution in ("tool", "probes"):
            found = ended("crash", attribution)
            answer = conformance(GOOD, found)
            self.assertEqual(answer["mandatory"]["broken"], [HARMLESS])
            self.assertEqual(answer["undecided"], [])
            [entry] = expected(GOOD, found)["new"]
            self.assertEqual(
                (entry["kind"], entry["name"], entry["tests"]), ("rule", HARMLESS, ["z"])
            )
        known = ended("crash", "tool", made.session(deviation("crash", "z", cause="boom")))
        self.assertEqual(known["findings"][0]["cause"], "boom")
        self.assertEqual(conformance(GOOD, known)["verdict"], "nonconformant")
        self.assertEqual(expected(GOOD, known)["verdict"], "as-expected")

    def test_nothing_exercised(self) -> None:
        self.assertEqual(conformance()["verdict"], "undecided")
        self.assertEqual(conformance(unsupported("a", ompt=True))["verdict"], "undecided")

    def test_no_ompt(self) -> None:
        tests = [unsupported(name, ompt=False) for name in "ab"]
        self.assertEqual(conformance(*tests)["verdict"], "not-supported")
        self.assertEqual(conformance(*tests, GOOD)["verdict"], "conformant")

    def test_a_view_alone(self) -> None:
        judged = made.judged({MANDATORY: 1})
        test = outcome.weigh(made.session(), "a", [MANDATORY], [], [("/t", judged)], [])
        odd = outcome.conclude(test, [MANDATORY], outcome.Script(False, "", ("view", 1, "")), 1)
        self.assertEqual((odd["verdict"], odd["findings"][0]["rule"]), ("fail", "view"))
        self.assertEqual(conformance(odd)["verdict"], "undecided")
        self.assertEqual(expected(odd)["new"][0]["name"], "a")
        for cause, undecided in (("x", 0), ("y", 1)):
            broken = BAD["findings"][0] | {"cause": cause}
            both = odd | {"findings": [broken, odd["findings"][0] | {"cause": "x"}]}
            self.assertEqual(len(conformance(both)["undecided"]), undecided)

    def test_two_runtimes(self) -> None:
        other = one("b", {MANDATORY: 1})
        other["runtime"] = other["runtime"] | {"library": "/elsewhere/libomp.so"}
        self.assertEqual(conformance(GOOD, other)["verdict"], "undecided")
        self.assertEqual(expected(GOOD, other)["verdict"], "undecided")


class AsExpected(unittest.TestCase):
    def test_nothing_new(self) -> None:
        self.assertEqual(expected(GOOD)["verdict"], "as-expected")

    def test_a_rule(self) -> None:
        answer = expected(BAD)
        self.assertEqual(answer["verdict"], "new")
        [entry] = answer["new"]
        self.assertEqual((entry["kind"], entry["name"]), ("rule", MANDATORY))
        self.assertEqual((entry["what"], entry["tests"]), ("it came twice", ["b"]))

    def test_what_is_known_is_not_new(self) -> None:
        asked = made.session(deviation(OTHER, "a"), deviation("crash", "z"))
        known = one("a", {OTHER: 1}, finding(OTHER), asked=asked)
        self.assertEqual(expected(known, ended("crash", asked=asked))["verdict"], "as-expected")

    def test_a_crash_that_nobody_knows(self) -> None:
        for attribution in ("", "runtime"):
            answer = expected(GOOD, ended("crash", attribution))
            self.assertEqual([entry["name"] for entry in answer["new"]], ["z"])
            self.assertEqual(answer["verdict"], "new")

    def test_no_verdict(self) -> None:
        self.assertEqual(expected()["verdict"], "undecided")
        self.assertEqual(expected(GOOD, BROKEN)["verdict"], "undecided")
        self.assertEqual(expected(ended("crash"))["verdict"], "undecided", "nothing was judged")
        self.assertEqual(expected(BAD, BROKEN)["verdict"], "new")

    def test_no_ompt(self) -> None:
        tests = [unsupported(name, ompt=False) for name in "ab"]
        for known in ({"ompt": False}, {"ompt": False, "runtime": ""}, {"runtime": ""}):
            answer = expected(*tests, **known)
            self.assertEqual((answer["verdict"], answer["new"]), ("undecided", []), known)
            self.assertIn("OMPT is not supported", answer["undecided"][0])
        answer = expected(*tests, ompt=True)
        self.assertEqual((answer["verdict"], answer["new"][0]["kind"]), ("new", "runtime"))


# The words of verdicts, and a finding of the harness in one line.
class Words(unittest.TestCase):
    def test_every_verdict_on_a_test_has_a_code_of_lits(self) -> None:
        for verdict in set(words.OF_TESTS) - {Verdict.FLAKY}:
            self.assertIsInstance(getattr(lit.Test, verdict.lit), lit.Test.ResultCode)

    def test_the_gravest(self) -> None:
        self.assertIs(words.gravest(["pass", "crash", "fail"]), Verdict.CRASH)
        self.assertEqual(len({verdict.severity for verdict in Verdict}), len(Verdict))

    def test_every_word_has_its_colour(self) -> None:
        self.assertEqual(words.colour("nonconformant"), "red")
        self.assertEqual(words.colour("as-expected"), "green")
        self.assertEqual(words.colour("never heard of"), "")


class Contradictions(unittest.TestCase):
    """A finding of the harness's own, in one line."""

    def said(self, *lines: str) -> str:
        return evidence.what_was_said(list(lines))

    def test_how_the_program_ended_says_more_than_its_story(self) -> None:
        story = "told: a.start a.init main.end"
        self.assertEqual(
            self.said(story, "the program: ended by signal 11", "wanted: x"),
            "the program: ended by signal 11",
        )
        self.assertEqual(self.said(story, "wanted: a long expression"), story)

    def test_of_a_compiler_the_error_without_the_place(self) -> None:
        error = "error: use of undeclared identifier 'ompt_device_t'"
        self.assertEqual(self.said("In file included from /x:", f"/x/y.c:3:9: {error}"), error)

    def test_nothing_printed_and_too_much(self) -> None:
        self.assertEqual(self.said(), "")
        self.assertLess(len(self.said("told: " + "a.b " * 1000)), 170)


# Known deviations that a run does not show.
class Unexpected(unittest.TestCase):
    """An expectation that no longer holds."""

    suite: frozenset[str] = frozenset()

    def states(self, entry: expectations.Deviation, *outcomes: made.Json) -> list[str]:
        return [
            row["state"]
            for row in conclusions.expectation_rows([entry], list(outcomes), self.suite)
        ]

    def test_one_test_alone(self) -> None:
        asked = made.session(deviation(OTHER, "a"))
        found = one("a", {OTHER: 1}, asked=asked)
        self.assertEqual(found["verdict"], "xpass")
        self.assertIn("known", found["reason"])

    def test_a_glob_is_judged_over_the_run(self) -> None:
        entry = deviation(OTHER, "*")
        asked = made.session(entry)
        good = one("a", {OTHER: 1}, asked=asked)
        bad = one("b", {OTHER: 1}, finding(OTHER), asked=asked)
        self.assertEqual(good["verdict"], "pass")
        self.assertEqual(self.states(entry, good, bad), ["used"])
        self.suite = frozenset({"a"})
        self.assertEqual(self.states(entry, good), ["mended"])

    def test_a_program_that_nobody_has_listed_mends_nothing(self) -> None:
        entry = deviation(OTHER, "corpus/*")
        self.suite = frozenset({"a"})
        self.assertEqual(self.states(entry, one("corpus/x", {OTHER: 1})), ["unused"])

    def test_a_part_of_the_run_mends_nothing(self) -> None:
        entry = deviation(OTHER, "*")
        good = one("a", {OTHER: 1}, asked=made.session(entry))
        self.suite = frozenset({"a", "b"})
        self.assertEqual(self.states(entry, good), ["unused"])

    def test_not_exercised_is_no_news(self) -> None:
        entry = deviation(OTHER, "*")
        self.assertEqual(self.states(entry, one("a", {MANDATORY: 1})), ["unused"])

    def test_what_programs_outside_show_is_owed_by_no_run(self) -> None:
        for path in sorted((expectations.EXPECTATIONS / "corpus").glob("*.toml")):
            self.assertTrue(all(entry.sometimes for entry in expectations.own(path)), path.name)

    def test_sometimes(self) -> None:
        entry = deviation(OTHER, "a", sometimes=True)
        found = one("a", {OTHER: 1}, asked=made.session(entry))
        self.assertEqual(found["verdict"], "pass")
        self.assertEqual(self.states(entry, found), ["unused"])

    def test_expected_crash_stays_a_crash(self) -> None:
        entry = deviation("crash", "a")
        judged = made.judged({MANDATORY: 1})
        found = outcome.judge_one(made.session(entry), "a", "/t", made.recorded("crash"), judged)
        self.assertEqual((found["verdict"], found["expected"]), ("crash", "known"))
        self.assertEqual(self.states(entry, found), ["used"])
