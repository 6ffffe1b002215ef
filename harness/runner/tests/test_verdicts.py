"""From outcomes to verdicts: on a test and on a rule."""

import unittest
from dataclasses import replace

from ompt_cts import catalogue
from ompt_cts.verdict import conclusions, evidence, identity, outcome, verdicts

from tests import reporting as made
from tests.reporting import MANDATORY, OPTIONAL, OTHER, finding, one

IN_HANDLER = "sigsafe.inquiry"


def rows(*outcomes: made.Json) -> dict[str, made.Json]:
    return {r["id"]: r for r in verdicts.rule_rows(list(outcomes), catalogue.load(), "5.2")}


def foreign(*findings: made.Json) -> outcome.Outcome:
    """A test for MANDATORY alone, whose trace shows other rules, too."""
    judged = made.judged({MANDATORY: 1, OTHER: 1}, *findings)
    recorded = [("/t", made.recorded())]
    test = outcome.weigh(made.session(), "a", [MANDATORY], recorded, [("/t", judged)], [])
    return outcome.conclude(test, [MANDATORY], outcome.Script(), 1)


class OfATest(unittest.TestCase):
    """Results that can never be a pass are not one."""

    def verdict(self, record: made.Json, judged: made.Json, **more: str) -> tuple[str, str]:
        session = evidence.Session("x", "5.2", **more)
        found = outcome.judge_one(session, "a/b.c", "/t", record, judged)
        return found["verdict"], found["reason"]

    def test_how_a_test_can_end(self) -> None:
        good, cut = made.judged({MANDATORY: 1}), made.judged({MANDATORY: 1}, complete=False)
        bad = made.judged({MANDATORY: 1}, finding(MANDATORY), complete=False)
        remark = made.judged({MANDATORY: 1}, finding(MANDATORY, severity="remark"))
        ours, other, error = (
            {"library": made.LIBRARY},
            "/usr/lib/other/libomp.so.5",
            "harness-error",
        )
        nothing = made.judged({MANDATORY: 1}, library="")
        for record, judged, session, verdict, reason in (
            ({}, good, {}, "pass", ""),
            ({}, remark, {}, "pass", ""),
            ({}, made.judged({}), {}, error, "no rule was exercised"),
            ({}, cut, {}, error, ""),
            ({}, made.judged({MANDATORY: 1}, dropped=3), {}, error, "the trace has lost 3 events"),
            ({"traces": []}, {}, {}, error, "no trace was written"),
            ({}, {}, {}, error, ""),  # nobody judged the trace
            ({"state": "crash"}, bad, {}, "crash", "a had a crash"),  # which explains the trace
            ({"state": "timeout"}, cut, {}, "timeout", ""),
            ({"state": "exit"}, good, {}, "crash", ""),
            ({}, good, {"library": other}, error, f"instead of {other}"),
            ({}, good, ours | {"sha256": "cd" * 32}, error, "checksum"),
            ({}, good, ours | {"sha256": "ab" * 32}, "pass", ""),
            ({}, nothing, ours, error, "does not say which"),
            ({}, good | {"profile": "5.0"}, {}, error, ""),
            ({"expected_signal": 9}, cut, {}, error, "no rule was exercised"),
            ({"expected_signal": 9}, bad, {}, "fail", ""),
        ):
            with self.subTest(record=record, session=session, verdict=verdict, reason=reason):
                found, why = self.verdict(made.recorded(**record), judged, **session)
                self.assertEqual(found, verdict)
                self.assertTrue(reason in why and (found != "pass" or not why), why)

    def test_what_the_recorder_says_of_the_process(self) -> None:
        for said, expected, words in (
            ({"second_runtime": "/other/libomp.so"}, "harness-error", "/other/libomp.so"),
            ({"ended_early": "1"}, "unfinished", "omp_pause_resource_all"),
        ):
            with self.subTest(**said):
                judged = made.judged({MANDATORY: 1}) | {"environment": said}
                verdict, reason = self.verdict(made.recorded(), judged)
                self.assertEqual(verdict, expected)
                self.assertIn(words, reason)

    def test_a_crash_of_which_nothing_is_known(self) -> None:
        asked = {"state": "crash", "reason": "ended by SIGSEGV"}
        record = made.recorded(attribution="unclear", with_probes=asked)
        verdict, reason = self.verdict(record, made.judged({MANDATORY: 1}))
        self.assertEqual(verdict, "crash")
        self.assertIn("ended by SIGSEGV", reason)

    def test_a_program_that_our_own_delays_make_too_slow_is_not_blamed(self) -> None:
        ways = {"state": "timeout"}, {"with_probes": {"state": "timeout", "reason": "killed"}}
        for seed, expected in (
            ("7", "harness-error"),
            ("0,turns", "harness-error"),
            ("0", "timeout"),
        ):
            for way in ways:
                settings = {"OMPT_CTS_PERTURB": seed}
                record = made.recorded(**way, attribution="unclear", settings=settings)
                with self.subTest(seed, **way):
                    self.assertEqual(self.verdict(record, made.judged({MANDATORY: 1}))[0], expected)

    def test_what_a_killed_program_has_broken_stands(self) -> None:
        """Breaches in the beginning of a trace count; those in a trace with holes do not."""
        for beginning, kept in ((True, "fail"), (False, "not-exercised")):
            judged = made.judged({MANDATORY: 1, OTHER: 1}, finding(MANDATORY), complete=False)
            judged["trace"]["beginning"] = beginning
            for record in (made.recorded(), made.recorded(state="unfinished", reason="ended")):
                test = outcome.judge_one(evidence.Session("x", "5.2"), "a", "/t", record, judged)
                self.assertEqual(test["verdict"], "unfinished" if beginning else "harness-error")
                of_rules = rows(test)
                self.assertEqual(of_rules[MANDATORY]["verdict"], kept)
                self.assertEqual(of_rules[OTHER]["verdict"], "not-exercised", "what held may not")
            crashed = made.recorded(state="crash", reason="ended by SIGSEGV")
            test = outcome.judge_one(evidence.Session("x", "5.2"), "a", "/t", crashed, judged)
            self.assertEqual(rows(test)[MANDATORY]["verdict"], "not-exercised")


class OwnRules(unittest.TestCase):
    """A test answers for the rules that it names."""

    def test_a_foreign_finding_fails_the_rule_and_not_the_test(self) -> None:
        found = foreign(finding(OTHER))
        self.assertEqual((found["verdict"], found["reason"]), ("pass", ""))
        row = rows(found)[OTHER]
        self.assertEqual((row["verdict"], row["homes"]), ("fail", []))
        self.assertEqual(row["contradicted_in"], ["a"])
        self.assertEqual(rows(found)[MANDATORY]["homes"], ["a"])

    def test_its_own_finding_says_what_is_wrong(self) -> None:
        found = foreign(finding(OTHER), finding(MANDATORY, "twice"))
        self.assertEqual(found["verdict"], "fail")
        self.assertEqual(found["reason"], f"{MANDATORY}: twice")

    def test_a_foreign_known_deviation_does_not_waive_the_test(self) -> None:
        judged = made.judged({MANDATORY: 1}, finding(OTHER))
        asked = made.session(made.deviation(OTHER, "*"))
        test = outcome.weigh(asked, "a", [MANDATORY], [], [("/t", judged)], [])
        found = outcome.conclude(test, [MANDATORY], outcome.Script(), 0)
        self.assertEqual(found["verdict"], "pass")
        self.assertEqual(rows(found)[OTHER]["verdict"], "waived")

    def test_none_of_its_rules_was_tried(self) -> None:
        judged = made.judged({OTHER: 1})
        test = outcome.weigh(made.session(), "a", [MANDATORY], [], [("/t", judged)], [])
        found = outcome.conclude(test, [MANDATORY], outcome.Script(), 0)
        self.assertEqual(found["verdict"], "not-exercised")
        self.assertEqual(outcome.lit_code(found), "UNSUPPORTED")
        self.assertEqual(rows(found)[OTHER]["verdict"], "pass")

    def test_a_known_crash_in_lit(self) -> None:
        asked = made.session(made.deviation("crash", "a"))
        for attribution, code in {"": "XFAIL", "tool": "XFAIL", "runtime": "UNSUPPORTED"}.items():
            recorded = made.recorded("crash", attribution=attribution)
            found = outcome.judge_one(asked, "a", "/t", recorded, {})
            self.assertEqual((found["verdict"], outcome.lit_code(found)), ("crash", code))

    def test_a_crash_is_known_by_its_facts_whatever_its_sentence_says(self) -> None:
        match = ('observed text=* assertion="Assertion failure at kmp.cpp(#)" signal=SIGABRT',)
        known = replace(made.deviation("crash", "a"), match=match)
        for printed, expected in (("kmp.cpp(7)", True), ("other.cpp(7)", False), ("", False)):
            recorded = made.recorded("crash", attribution="runtime", signal=6)
            recorded["said"] = printed and f"Assertion failure at {printed}"
            found = outcome.judge_one(made.session(known), "a", "/t", recorded, {})
            self.assertEqual(bool(found["expected"]), expected, printed)


class OfARule(unittest.TestCase):
    def test_pass_and_not_exercised(self) -> None:
        found = rows(one("a", {MANDATORY: 2}), one("b", {MANDATORY: 3}))
        row = found[MANDATORY]
        self.assertEqual((row["verdict"], row["exercised"]), ("pass", 5))
        self.assertEqual(row["tests"], ["a", "b"])
        self.assertEqual(found[OTHER]["verdict"], "not-exercised")

    def test_fail(self) -> None:
        row = rows(one("a", {MANDATORY: 2}), one("b", {MANDATORY: 3}, finding(MANDATORY)))[
            MANDATORY
        ]
        self.assertEqual((row["verdict"], row["failed"]), ("fail", 1))

    def test_waived_only_while_every_failure_is(self) -> None:
        asked = made.session(made.deviation(MANDATORY, "a"))
        first = one("a", {MANDATORY: 1}, finding(MANDATORY), asked=asked)
        self.assertEqual(first["verdict"], "waived")
        self.assertEqual(rows(first)[MANDATORY]["verdict"], "waived")
        second = one("b", {MANDATORY: 1}, finding(MANDATORY), asked=asked)
        self.assertEqual(second["verdict"], "fail")
        self.assertEqual(rows(first, second)[MANDATORY]["verdict"], "fail")

    def test_counted_failure_without_a_finding(self) -> None:
        outcome_ = one("a", {MANDATORY: 1})
        outcome_["failed"] = {MANDATORY: 7}
        self.assertEqual(rows(outcome_)[MANDATORY]["verdict"], "fail")

    def test_not_supported_needs_the_answer_never(self) -> None:
        gated = next(
            r
            for r in catalogue.load().values()
            if r.event == "reduction" and r.levels.get("5.2") == "optional"
        )
        self.assertEqual(rows(one("a", {MANDATORY: 1}))[gated.id]["verdict"], "not-supported")
        self.assertEqual(rows(one("a", {MANDATORY: 1}))[OPTIONAL]["verdict"], "not-exercised")

    def test_untrusted_tests_count_for_nothing(self) -> None:
        judged = made.judged({MANDATORY: 4}, finding(MANDATORY))
        crashed = outcome.judge_one(made.session(), "a", "/t", made.recorded("crash"), judged)
        row = rows(crashed)[MANDATORY]
        self.assertEqual((row["verdict"], row["exercised"]), ("not-exercised", 0))

    def test_rules_of_other_versions_are_left_out(self) -> None:
        found = {r["id"] for r in verdicts.rule_rows([], catalogue.load(), "5.0")}
        later = [r.id for r in catalogue.load().values() if "5.0" not in r.clauses]
        self.assertTrue(later)
        self.assertFalse(found & set(later))


class Repeats(unittest.TestCase):
    def test_equal_runs(self) -> None:
        runs = [[one("a", {MANDATORY: 1})], [one("a", {MANDATORY: 4})]]
        self.assertEqual(verdicts.combine_repeats(runs)[0]["verdict"], "pass")

    def test_other_verdict(self) -> None:
        bad = one("a", {MANDATORY: 1}, finding(MANDATORY))
        found = verdicts.combine_repeats([[one("a", {MANDATORY: 1})], [bad]])[0]
        self.assertEqual(found["verdict"], "flaky")
        self.assertEqual(found["reason"], f"1 × fail ({MANDATORY}); 1 × pass")
        self.assertEqual(rows(found)[MANDATORY]["verdict"], "fail")

    def test_other_rule(self) -> None:
        runs = [
            [one("a", {MANDATORY: 1}, finding(MANDATORY))],
            [one("a", {OTHER: 1}, finding(OTHER))],
        ]
        self.assertEqual(verdicts.combine_repeats(runs)[0]["verdict"], "flaky")

    def test_missing_in_one_run(self) -> None:
        found = verdicts.combine_repeats([[one("a", {MANDATORY: 1})], []])[0]
        self.assertEqual(found["verdict"], "flaky")

    def test_flaky_crash_is_not_trusted(self) -> None:
        judged = made.judged({MANDATORY: 1})
        bad = outcome.judge_one(made.session(), "a", "/t", made.recorded("crash"), judged)
        found = verdicts.combine_repeats([[bad], [one("a", {MANDATORY: 1})]])[0]
        self.assertFalse(verdicts.trusted(found))

    def test_a_known_crash_need_not_show_each_time(self) -> None:
        asked = made.session(made.deviation("crash", "a", sometimes=True))
        judged = made.judged({MANDATORY: 1})
        bad = outcome.judge_one(asked, "a", "/t", made.recorded("crash"), judged)
        found = verdicts.combine_repeats([[bad], [one("a", {MANDATORY: 1}, asked=asked)]])[0]
        self.assertEqual((found["verdict"], found["expected"]), ("crash", "known"))

    def test_a_known_hang_of_what_is_asked(self) -> None:
        hung = made.recorded(
            attribution="probes",
            attribution_reason="hangs where asked",
            with_probes={"state": "timeout", "reason": "killed after 30 s"},
        )
        judged = [("/t", made.judged({OTHER: 1}))]
        for session, verdict in (
            (made.session(), "not-exercised"),
            (made.session(made.deviation("timeout", "a")), "waived"),
        ):
            test = outcome.weigh(session, "a", [MANDATORY], [("/t", hung)], judged, [])
            found = outcome.conclude(test, [MANDATORY], outcome.Script(), 1)
            self.assertEqual(found["verdict"], verdict)
            gate = conclusions.as_expected([], [found], [], identity.Applied())
            open_end = any("may hang" in reason for reason in gate["undecided"])
            self.assertEqual(open_end, verdict == "not-exercised")
            both = verdicts.combine_repeats([[found], [one("a", {MANDATORY: 1}, asked=session)]])
            self.assertEqual(both[0]["verdict"] == "flaky", verdict == "not-exercised")

    def test_a_hang_is_known_only_with_what_its_handlers_found(self) -> None:
        """A timeout is known with the known hanging call; with another hanging call it is not."""
        asked = made.session(
            made.deviation(
                IN_HANDLER, "a", match=('observed text="asked for ompt_get_num_devices*"',)
            ),
            made.deviation("timeout", "a", beside=IN_HANDLER, sometimes=True),
        )
        known = finding(IN_HANDLER, "asked for ompt_get_num_devices, it does not come back")
        other = finding(IN_HANDLER, "asked for ompt_get_state, it does not come back")
        unrelated = finding(MANDATORY)
        ways = {
            "killed": made.recorded("timeout"),
            "asked again": made.recorded(
                attribution="unclear", with_probes={"state": "timeout", "reason": "killed"}
            ),
        }
        for way, record in ways.items():
            for found, expected in (
                ((known,), "known"),
                ((known, unrelated), "known"),
                ((), ""),
                ((unrelated,), ""),
                ((other,), ""),
                ((known, other), ""),
            ):
                told = made.judged({}, *found, complete=False)
                rest = [("/t", record)], [], [], [("/t", told)]
                test = outcome.weigh(asked, "a", [IN_HANDLER], *rest)
                ended = outcome.conclude(test, [IN_HANDLER], outcome.Script(False), 1)
                told_of = [f["message"] for f in ended["findings"] if f["rule"] == IN_HANDLER]
                with self.subTest(way=way, found=found):
                    self.assertEqual((ended["verdict"], ended["expected"]), ("timeout", expected))
                    self.assertEqual(
                        told_of, [f["message"] for f in found if f["rule"] == IN_HANDLER]
                    )

    def test_a_foreign_rule_that_breaks_once_is_kept(self) -> None:
        good, bad = foreign(), foreign(finding(OTHER))
        found = verdicts.combine_repeats([[good], [bad]])[0]
        self.assertEqual(found["verdict"], "pass")
        self.assertEqual(rows(found)[OTHER]["verdict"], "fail")


class SecondPass(unittest.TestCase):
    def test_what_is_found_there_counts(self) -> None:
        first = [one("a", {MANDATORY: 1}), one("b", {MANDATORY: 1})]
        second = [one("a", {MANDATORY: 1, OTHER: 2}, finding(OTHER))]
        found = verdicts.with_second(first, second)
        self.assertEqual([entry["name"] for entry in found], ["a", "b"])
        self.assertEqual(found[0]["exercised"][OTHER], 2)
        self.assertEqual(rows(*found)[OTHER]["verdict"], "fail")
        self.assertEqual(found[1], first[1])

    def test_a_known_finding_of_the_first_pass_is_not_told_twice(self) -> None:
        first, second = (one("a", {MANDATORY: 1}, finding(MANDATORY)) for _ in range(2))
        self.assertEqual(len(verdicts.with_second([first], [second])[0]["findings"]), 1)

    def test_a_crash_there_counts_for_the_test_and_for_no_rule(self) -> None:
        crash = outcome.judge_one(made.session(), "a", "/t", made.recorded("crash"), {})
        found = verdicts.with_second([one("a", {MANDATORY: 1})], [crash])[0]
        self.assertEqual(found["verdict"], "crash")
        self.assertIn("asked everything", found["reason"])
        self.assertFalse(verdicts.trusted(found))


class Registration(unittest.TestCase):
    def test_majority(self) -> None:
        tests = [one(name, {MANDATORY: 1}) for name in "abc"]
        tests[0]["runtime"] = tests[0]["runtime"] | {"registration": {"reduction": "always"}}
        self.assertEqual(verdicts.registration_of(tests)["reduction"], "never")


class Scripts(unittest.TestCase):
    """A script that failed before anything was recorded."""

    def conclude(
        self, *failed: str | int, output: str = "", judged: bool = False
    ) -> tuple[str, str]:
        found = [("/t", made.judged({MANDATORY: 1}))] if judged else []
        test = outcome.weigh(made.session(), "a", [MANDATORY], [], found, [])
        script = outcome.Script(False, output, failed or None)  # type: ignore[arg-type]
        made_of = outcome.conclude(test, [MANDATORY], script, 0)
        return made_of["verdict"], made_of["reason"]

    def test_does_not_compile(self) -> None:
        said = "a.c:3:2: error: unknown type name 'x'"
        told = ("harness-error", f"the program did not run: {said}")
        self.assertEqual(self.conclude("compile", 1, said), told)

    def test_compiler_lacks_it(self) -> None:
        said = "llvm-14 has no Fortran compiler here"
        told = ("unsupported", f"not-supported: {said}")
        self.assertEqual(self.conclude("compile", 77, said), told)

    def test_no_text_decides(self) -> None:
        """No text that a program prints decides, because the transcript is for people."""
        for text in ("it could not be judged", "Exit Code: 77", "cts-compile: error: x", "error:"):
            self.assertEqual(self.conclude(output=text)[0], "harness-error")
            self.assertEqual(self.conclude("view", 1, "", output=text, judged=True)[0], "fail")
            for failed in (("view", 2, "no check strings"), ("judge", 2, "not judged")):
                found = self.conclude(*failed, output=text, judged=True)
                self.assertEqual(found, ("harness-error", failed[2]))
            self.assertEqual(self.conclude(output=text, judged=True)[0], "harness-error")

    def test_smaller_teams_are_the_programs_word(self) -> None:
        """A view that differs is no failure where programs get smaller teams; no event says that."""
        script = outcome.Script(False, "", ("view", 1, ""))
        for whole, verdict in ((True, "fail"), (False, "unsupported")):
            asked = replace(made.session(), whole_teams=whole)
            found = [("/t", made.judged({MANDATORY: 1}))]
            test = outcome.weigh(asked, "a", [MANDATORY], [], found, [])
            told = outcome.conclude(test, [MANDATORY], script, 1)
            self.assertEqual(told["verdict"], verdict)

    def test_observed_rules(self) -> None:
        observed = {"rules": [OTHER], "ok": False, "command": ["test", "x"], "output": "no\n"}
        test = outcome.weigh(made.session(), "a", [], [], [], [observed])
        found = outcome.conclude(test, [OTHER], outcome.Script(), 0)
        self.assertEqual(found["verdict"], "fail")
        self.assertIn("no", found["findings"][0]["because"])
        test = outcome.weigh(made.session(), "a", [], [], [], [observed | {"ok": True}])
        self.assertEqual(outcome.conclude(test, [OTHER], outcome.Script(), 0)["verdict"], "pass")

    def test_observed_rules_that_the_profile_does_not_have(self) -> None:
        later = "error.abort-fallback"  # since 6.0
        observed = {"rules": [later], "ok": False, "command": ["test", "x"], "output": "no\n"}
        test = outcome.weigh(made.session(), "a", [], [], [], [observed])
        self.assertEqual(
            outcome.conclude(test, [later], outcome.Script(), 0)["verdict"], "not-exercised"
        )
