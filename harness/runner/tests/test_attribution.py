"""The attribution of a crash: the required results of other runs."""

import json
import math
import os
import re
import signal
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.paths import ROOT
from ompt_cts.steps import asked, attribution, said, tools
from ompt_cts.steps.attribution import Inquiry
from ompt_cts.verdict import conclusions, outcome, verdicts
from ompt_cts.verdict.words import Verdict

from tests import reporting as made
from tests.reporting import MANDATORY

CRASH = "ended by SIGSEGV"
ENDED_WITH_PROBES = {"state": "crash", "reason": CRASH, "signal": 11, "probes": "light"}


def inquiry(crashes: Callable[[str, str], bool], probes: str = "light") -> Inquiry:
    def run(tool: str, level: str) -> tuple[str, bool]:
        return (CRASH if crashes(tool, level) else "", False)

    return Inquiry(run, CRASH, probes, math.inf)


class Decisions(unittest.TestCase):
    def word(self, crashes: Callable[[str, str], bool], probes: str = "light") -> object:
        return inquiry(crashes, probes).answer()["attribution"]

    def test_always(self) -> None:
        answer = inquiry(lambda tool, probes: True).answer()
        self.assertEqual(answer["attribution"], attribution.RUNTIME)
        self.assertIn("without a tool as well", str(answer["attribution_reason"]))

    def test_any_tool(self) -> None:
        self.assertEqual(self.word(lambda tool, probes: tool != "none"), attribution.TOOL)

    def test_a_tool_that_writes_words(self) -> None:
        answer = inquiry(lambda tool, probes: tool in ("words", "checker")).answer()
        self.assertEqual(answer["attribution"], attribution.TOOL)
        self.assertIn("a tool that only writes words is enough", str(answer["attribution_reason"]))

    def test_probes_only(self) -> None:
        self.assertEqual(self.word(lambda tool, probes: probes == "light"), attribution.PROBES)

    def test_only_where_it_is_recorded(self) -> None:
        for level in ("light", "none"):
            with self.subTest(level):
                answer = inquiry(lambda tool, probes: tool == "checker", level).answer()
                self.assertEqual(answer["attribution"], attribution.UNCLEAR)
                reason = str(answer["attribution_reason"])
                self.assertIn("only if the checker records", reason)
                for tried in (
                    "without a tool: 0 of",
                    "does nothing: 0 of",
                    "only writes words: 0 of",
                ):
                    self.assertIn(tried, reason)

    def test_once_and_never_again(self) -> None:
        asked = inquiry(lambda tool, probes: False)
        answer = asked.answer()
        self.assertEqual(answer["attribution"], attribution.UNCLEAR)
        self.assertIn("too rare", str(answer["attribution_reason"]))
        self.assertEqual(asked.same.runs, 1 + attribution.ROUND * attribution.ROUNDS)

    def test_a_rare_crash_that_missed_the_first_runs_without_a_tool(self) -> None:
        runs = {"none": 0, "nothing": 0, "words": 0}

        def crashes(tool: str, probes: str) -> bool:
            if tool == "checker":
                return False
            runs[tool] += 1
            return runs[tool] == {"none": 6, "nothing": 2, "words": 0}[tool]

        self.assertEqual(self.word(crashes), attribution.RUNTIME)

    def test_one_crash_of_several_with_a_tool_is_no_proof(self) -> None:
        seen = []

        def crashes(tool: str, probes: str) -> bool:
            if tool == "nothing":
                seen.append(tool)
            return tool == "nothing" and len(seen) == 1

        answer = inquiry(crashes).answer()
        attempts = {a["tool"]: a for a in answer["attempts"]}  # type: ignore[attr-defined]
        self.assertNotEqual(answer["attribution"], attribution.RUNTIME)
        if answer["attribution"] == attribution.TOOL:
            self.assertGreaterEqual(attempts["none"]["runs"], 8)

    def test_our_own_delays_prove_nothing(self) -> None:
        """A perturbed program always takes too long, and once with a tool that does nothing."""
        for slowed, words in ((True, {attribution.UNCLEAR}), (False, {attribution.TOOL})):
            ends = iter([True])
            asked = inquiry(
                lambda tool, _, its=ends: (
                    tool == "checker" or tool == "nothing" and next(its, False)
                )
            )
            asked.slowed = slowed
            self.assertIn(asked.answer()["attribution"], words)

    def test_another_end_without_a_tool_proves_nothing(self) -> None:
        def run(tool: str, probes: str) -> tuple[str, bool]:
            return ("ended by SIGABRT" if tool == "none" else CRASH, False)

        answer = Inquiry(run, CRASH, "light", math.inf).answer()
        self.assertEqual(answer["attribution"], attribution.UNCLEAR)
        self.assertIn("otherwise without a tool", str(answer["attribution_reason"]))

    def test_time_is_bounded(self) -> None:
        def run(tool: str, probes: str) -> tuple[str, bool]:
            raise AssertionError("no run may begin")

        answer = Inquiry(run, CRASH, "light", 0.0).answer()
        self.assertEqual(answer["attribution"], attribution.UNCLEAR)

    def test_chance(self) -> None:
        self.assertAlmostEqual(attribution.chance(4, 4, 4), 1 / 70)
        self.assertAlmostEqual(attribution.chance(1, 5, 4), 5 / 9)


# Stands for a program under a runtime: `ends` says in which environment it ends by a signal.
PROGRAM = """
case "$OMP_TOOL,$OMP_TOOL_LIBRARIES,$OMPT_CTS_PROBES$OMPT_CTS_WORDS" in
  {ends}) kill -SEGV $$ ;;
esac
test "$OMP_TOOL" = disabled || mkdir -p "$OMPT_CTS_TRACE"
test "$OMP_TOOL" = disabled || echo "$OMPT_CTS_PROBES" > "$OMPT_CTS_TRACE/metadata"
"""


class Recorded(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "libnull-tool.so").touch()
        self.checker = self.folder / "libompt-checker.so"

    def record(self, ends: str, *options: str, before: str = "") -> dict[str, object]:
        """The record of the program with this end, after the shell has executed `before`."""
        trace = self.folder / "t.trace"
        command = tools.step("record.py", f"--checker={self.checker}")
        command += [*options, str(trace), "sh", "-c", before + PROGRAM.format(ends=ends)]
        env = {"PATH": os.environ["PATH"]}
        self.done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=120)
        return dict(json.loads(Path(f"{trace}.record.json").read_text()))

    def test_the_runtimes_own(self) -> None:
        record = self.record("*")
        self.assertEqual((record["state"], record["attribution"]), ("crash", "runtime"))
        self.assertIn("runtime: without a tool as well", self.done.stderr)
        self.assertEqual(self.done.returncode, 139)

    def test_a_tool_is_needed(self) -> None:
        record = self.record("enabled,*")
        self.assertEqual((record["state"], record["attribution"]), ("crash", "tool"))
        used = [(a["tool"], a["bad"]) for a in record["attempts"]]  # type: ignore[attr-defined]
        self.assertEqual(used[0], ("none", 0))
        self.assertGreater(used[1][1], 0)

    def test_a_tool_that_writes_words_is_needed(self) -> None:
        record = self.record("*null-tool.so,light1|*checker.so,*", "--probes=light")
        self.assertEqual((record["state"], record["attribution"]), ("crash", "tool"))

    def test_the_end_with_the_least_tool_is_the_one_to_judge(self) -> None:
        """The checker's run has met a second fault of the runtime."""
        failed = "Assertion failure at a.cpp(1): x"
        words = f'case "$OMPT_CTS_WORDS" in 1) echo "{failed}."; kill -ABRT $$ ;; esac\n'
        record = self.record("*checker.so,*", "--probes=light", before=words)
        self.assertEqual((record["reason"], record["attribution"]), ("ended by SIGABRT", "tool"))
        self.assertEqual((record["signal"], record["said"]), (signal.SIGABRT, failed))
        record = self.record("enabled,*", before=words)
        self.assertEqual((record["reason"], record["said"]), (CRASH, ""))

    def test_what_the_c_library_says_of_a_wait(self) -> None:
        text = "The futex facility returned an unexpected error code"
        self.assertEqual(said.assertion(f"a\n{text}.\n".encode()), text)

    def test_the_accessed_address(self) -> None:
        told = "echo 'ompt-checker: the program ends by an access at 0x180'\n"
        record = self.record("enabled,*checker.so,light", "--probes=light", before=told)
        self.assertEqual(record["with_probes"], ENDED_WITH_PROBES | {"fault": "0x180"})

    def test_probes_are_needed_and_the_run_without_them_is_the_one_to_judge(self) -> None:
        record = self.record("enabled,*checker.so,light", "--probes=light")
        self.assertEqual((record["state"], record["attribution"]), ("ok", "probes"))
        self.assertEqual(record["with_probes"], ENDED_WITH_PROBES)
        self.assertEqual((self.folder / "t.trace" / "metadata").read_text(), "none\n")
        self.assertEqual(record["traces"], ["t.trace"])
        self.assertEqual(self.done.returncode, 0)
        left = sorted(path.name for path in self.folder.glob("t.trace*"))
        self.assertEqual(left, ["t.trace", "t.trace.record.json"])

    def test_a_crash_that_does_not_come_again(self) -> None:
        once = f"mkdir {self.folder}/once 2>/dev/null && kill -SEGV $$\n"
        record = self.record("never", "--probes=light", before=once)
        self.assertEqual((record["state"], record["attribution"]), ("ok", "unclear"))
        self.assertEqual(record["with_probes"], ENDED_WITH_PROBES)
        self.assertEqual((self.folder / "t.trace" / "metadata").read_text(), "none\n")

    def test_where_nothing_was_asked_no_other_run_is_judged(self) -> None:
        once = f"mkdir {self.folder}/once 2>/dev/null && kill -SEGV $$\n"
        record = self.record("never", "--probes=none", before=once)
        self.assertEqual((record["state"], record["attribution"]), ("crash", "unclear"))

    def test_what_was_meant_is_not_asked_about(self) -> None:
        self.assertNotIn("attribution", self.record("enabled,*", "--signal=SEGV"))


# Whatever leaves something out of a recording keeps its verdict from being one.
LESS = {
    "OMPT_CTS_CALLBACKS": ("thread_begin", "-work"),
    "OMPT_CTS_TRACED": ("none", "target_emi", "-target_emi"),
    "OMPT_CTS_TRACE_BUFFERS": ("0", "512*1", "00"),
}
OTHER = {
    **dict.fromkeys(asked.EFFECTS, "1"),
    "OMPT_CTS_CALLBACKS": "all",
    "OMPT_CTS_TRACED": "all",
    "OMPT_CTS_TRACE_BUFFERS": "512",
}


def with_settings(**settings: str) -> made.Json:
    judged = made.judged({MANDATORY: 1})
    judged["environment"] |= settings
    return judged


def check(given: made.Json | None, **settings: str) -> outcome.Outcome:
    record = made.recorded(**({} if given is None else {"settings": given}))
    return outcome.judge_one(made.session(), "a", "/t", record, with_settings(**settings))


def suite_test(given: made.Json, **settings: str) -> outcome.Outcome:
    records = [("/t", made.recorded(settings=given))]
    found = [("/t", with_settings(**settings))]
    weighed = outcome.weigh(made.session(), "a", [MANDATORY], records, found, [])
    return outcome.conclude(weighed, [MANDATORY], outcome.Script(), 1)


class Asked(unittest.TestCase):
    def test_every_setting_of_the_checker_is_in_the_table(self) -> None:
        text = (ROOT / "harness/checker_tool/options.h").read_text()
        known = set(re.findall(r"OMPT_CTS_[A-Z_]+[A-Z]", text)) - {"OMPT_CTS_TRACE"}
        told = text.partition("asked_of_the_checker[] = {")[2].partition("}")[0]
        self.assertEqual(known, set(asked.EFFECTS))
        self.assertEqual(set(re.findall(r'"(\w+)"', told)), set(asked.EFFECTS))

    def test_what_leaves_events_out(self) -> None:
        for name, values in LESS.items():
            for value in values:
                for given in (None, {}, {name: value}):
                    found = check(given, **{name: value})
                    self.assertEqual(found["verdict"], "harness-error", (name, value, given))
                    self.assertIn(f"{name}={value}", found["reason"])

    def test_what_leaves_nothing_out(self) -> None:
        for name, value in OTHER.items():
            for given in (None, {name: value}):
                self.assertEqual(check(given, **{name: value})["verdict"], "pass", name)

    def test_a_test_may_ask_for_less(self) -> None:
        less = {"OMPT_CTS_CALLBACKS": "thread_begin"}
        self.assertEqual(suite_test(less, **less)["verdict"], "pass")
        self.assertEqual(suite_test({}, **less)["verdict"], "harness-error")

    def test_a_program_that_changes_its_settings(self) -> None:
        for name, value in OTHER.items():
            for found in (check({name: value}), check({}, **{name: value})):
                self.assertEqual(found["verdict"], "harness-error", name)
                self.assertIn(f"with other settings than requested: {name}=", found["reason"])

    def test_nothing_was_asked(self) -> None:
        for probes, verdict in (("none", "undecided"), ("light", "conformant")):
            one = check(None, probes=probes)
            rows = verdicts.rule_rows([one], catalogue.load(), "5.2")
            self.assertEqual(one["verdict"], Verdict.PASS)
            self.assertEqual(conclusions.conformance(rows, [one])["verdict"], verdict)
