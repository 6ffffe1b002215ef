"""check, validate, view, explain and run as commands: outcomes, and one line for bad input."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
from ompt_cts import catalogue
from ompt_cts.commands import run
from ompt_cts.commands.checking import program
from ompt_cts.paths import RUNNER
from ompt_cts.reports import explanation, form, glossary, machines
from ompt_cts.runtime import linkage
from ompt_cts.steps.follow import Seen
from ompt_cts.verdict import words
from ompt_cts.verdict.processes import Process

from tests import fake_tools
from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, finding

GOOD = made.judged({MANDATORY: 1})
BAD = made.judged({MANDATORY: 1}, finding(MANDATORY))


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.build = fake_tools.make_build(self.root / "build")
        self.program = str(self.build / "bin" / "program")

    def call(self, *words: str, **env: str) -> tuple[int, str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMP", "OMPT"))}
        done = subprocess.run(
            [sys.executable, "-m", "ompt_cts", *words],
            capture_output=True,
            text=True,
            cwd=self.root,
            env=clean | {"PYTHONPATH": str(RUNNER), "OMPT_CTS_BUILD_DIR": str(self.build), **env},
        )
        return done.returncode, done.stdout, done.stderr

    def refused(self, *words: str) -> str:
        """Bad input: one clear line, exit code 2, no traceback."""
        status, out, err = self.call(*words)
        self.assertEqual((status, out), (2, ""), err)
        lines = [line for line in err.splitlines() if line.startswith("ompt-cts: error: ")]
        self.assertEqual(len(lines), 1, err)
        self.assertNotIn("Traceback", err)
        return lines[0]


class Check(Commands):
    def check(self, what: dict[str, Any], *options: str) -> tuple[int, str, str]:
        return self.call("check", *options, "--", self.program, json.dumps(what))

    def test_verdicts_and_the_programs_own_output(self) -> None:
        status, out, err = self.check({"trace": GOOD, "say": "results: 7", "exit": 5})
        self.assertEqual(status, 0, err)
        self.assertEqual(out, "results: 7\n", "standard output is the program's alone")
        self.assertIn("program exited with 5", err)
        self.assertIn("conformant with profile 5.2", err)
        self.assertIn(made.LIBRARY, err)
        file = self.root / "report.txt"
        for options in ((), ("--report", str(file))):
            status, out, err = self.check({"trace": BAD}, "--profile", "5.0", *options)
            self.assertEqual((status, out), (1, "hello\n"))
            told = file.read_text() if options else err
            self.assertIn(f"{MANDATORY} (2.6): it is wrong", told)
        self.assertNotIn("it is wrong", err)

    def test_nothing_runs_where_the_known_deviations_are_wrong(self) -> None:
        wrong = self.root / "wrong.toml"
        wrong.write_text('[[deviation."no.such"]]\ntests = ["*"]\n')
        for file, told in ((self.root / "nowhere", "cannot read"), (wrong, "'reason'")):
            status, _, err = self.check({"trace": GOOD}, "--expectations", str(file))
            self.assertEqual(status, 2)
            self.assertIn(told, err)
            self.assertNotIn("exited", err)

    def test_crash_and_timeout_are_no_verdict(self) -> None:
        status, _, err = self.check({"trace": GOOD, "signal": 11})
        self.assertEqual(status, 2)
        self.assertIn("ended by SIGSEGV", err)
        status, _, err = self.check({"trace": GOOD, "sleep": 60}, "--timeout", "0.5")
        self.assertEqual(status, 2)
        self.assertIn("killed after 0.5 s", err)

    def test_signals_are_as_the_user_has_them(self) -> None:
        """Python ignores some, and its children would inherit that."""
        _, out, _ = self.call("check", "--", "/bin/grep", "SigIgn", "/proc/self/status")
        ignored = int(out.split()[1], 16)
        self.assertFalse(ignored & (1 << 12 | 1 << 24), out)

    def test_what_only_probes_bring_down_is_judged_without(self) -> None:
        program = {"trace": GOOD, "signal": 11, "when": ["light"]}
        path = self.root / "r.json"
        status, out, err = self.check(program, "--probes", "light", "--json", str(path))
        self.assertIn("ended by SIGSEGV with probes; judged without", err)
        self.assertIn("probes: only if entry points are called", err)
        test = json.loads(path.read_text())["tests"][0]
        self.assertIn("ended by SIGSEGV with light probes, not without", test["reason"])
        rules = {row["id"]: row["verdict"] for row in json.loads(path.read_text())["rules"]}
        self.assertEqual((rules[MANDATORY], status), ("pass", 1), out)

    def test_what_only_samples_bring_down_is_judged_without(self) -> None:
        program = {"trace": GOOD, "signal": 11, "when": ["none and samples"]}
        _, _, err = self.check(program, "--probes", "none", "--sample", "1000")
        self.assertIn("ended by SIGSEGV with probes; judged without", err)
        status, _, err = self.check(program, "--probes", "none", "--sample", "0")
        self.assertEqual(status, 0, err)

    def test_stacks_are_as_asked_for(self) -> None:
        for asked, before, found in (
            ((), "", "unset"),
            ((), "all", "all"),
            (("--stacks", "all"), "", "all"),
            (("--stacks", "none"), "all", "none"),
        ):
            environment = {"OMPT_CTS_STACKS": before} if before else {}
            words = ["check", *asked, "--", "/bin/sh", "-c", "echo ${OMPT_CTS_STACKS-unset}"]
            _, out, _ = self.call(*words, **environment)
            self.assertEqual(out.splitlines()[:1], [found], asked)

    def test_what_needs_a_tool_is_said(self) -> None:
        program = {"trace": GOOD, "signal": 11, "when": ["light", "none", "nothing"]}
        status, _, err = self.check(program, "--probes", "light")
        self.assertEqual(status, 1, "tool.harmless is broken, whatever else is open")
        self.assertIn("tool: a tool that does nothing is enough", err)

    def test_a_killed_program_names_its_runtime(self) -> None:
        _, _, err = self.check({"trace": GOOD, "signal": 11}, "--repeat-for", "0")
        runtime = next(line for line in err.splitlines() if line.startswith("as loaded"))
        self.assertRegex(runtime, r"^as loaded \S")

    def test_repeats_that_would_take_too_long_are_said(self) -> None:
        status, _, err = self.check({"trace": GOOD, "signal": 11}, "--repeat-for", "0.000001")
        self.assertEqual(status, 2)
        self.assertIn("ended by SIGSEGV; it is not run again to find the cause: that takes", err)

    def test_repeats_can_be_forbidden(self) -> None:
        self.check({"trace": GOOD, "signal": 11}, "--repeat-for", "0", "--trace", "t")
        self.assertNotIn("attribution", json.loads((self.root / "t.record.json").read_text()))

    def test_report_and_trace(self) -> None:
        path, trace = self.root / "r.json", self.root / "kept"
        self.check({"trace": GOOD}, "--json", str(path), "--trace", str(trace))
        result = json.loads(path.read_text())
        jsonschema.validate(result, form.schema())
        self.assertEqual(len(result["tests"]), 1)
        self.assertTrue((trace / "metadata").exists())
        status, out, err = self.call("check", str(trace))
        self.assertEqual(status, 0, out + err)

    def test_no_trace(self) -> None:
        message = self.refused_after_running({})
        self.assertIn("no trace was written", message)

    def test_a_missing_library_is_named(self) -> None:
        told = "libc.so.6 => /lib/libc.so.6 (0x1)\nlibacc.so.1 => not found\n"
        done = subprocess.CompletedProcess([], 0, told, "")
        with mock.patch.object(linkage.subprocess, "run", return_value=done):
            why = linkage.why_no_openmp(sys.executable)
        self.assertIn("the program cannot be loaded: libacc.so.1 is not found", why)

    def test_a_missing_library_is_seen_by_the_loader(self) -> None:
        empty = self.root / "libgone.so"
        subprocess.run(["cc", "-shared", "-o", empty, "-x", "c", "/dev/null"], check=True)
        built = ["cc", "-Wl,--no-as-needed", "-x", "c", "-", "-o", self.root / "app"]
        source = b"int main(void) { return 0; }"
        subprocess.run([*built, f"-L{self.root}", "-lgone"], input=source, check=True)
        self.assertEqual(linkage.missing(str(self.root / "app")), ["libgone.so"])

    def test_a_static_program_can_load_no_tool(self) -> None:
        built = ["cc", "-static", "-x", "c", "-", "-o", self.root / "app"]
        subprocess.run(built, input=b"int main(void) { return 0; }", check=True)
        self.assertIn("linked statically", linkage.why_no_openmp(str(self.root / "app")))
        self.assertIn("no OpenMP runtime that we know", linkage.why_no_openmp(__file__))

    def test_a_runtime_without_ompt_is_told_from_one_that_was_not_used(self) -> None:
        gomp, omp = self.root / "libgomp.so.1", self.root / "libomp.so"
        gomp.write_bytes(b"nothing of tools")
        omp.write_bytes(b"\x7fELF\0OMP_TOOL_LIBRARIES\0")
        self.assertRegex(linkage.why_silent(str(gomp)), "has no OMPT; .*LD_PRELOAD=.*libomp")
        self.assertIn("has not started our tool", linkage.why_silent(str(omp)))
        # A program of GCC has mapped both if LD_PRELOAD puts the other runtime before its own.
        both = Seen(1, 0, openmp=str(gomp), runtimes=[str(omp)])
        done = mock.Mock(main=Process(1), loaded=[both])
        self.assertIn("has not started our tool", program.why_no_trace(done))

    def refused_after_running(self, what: dict[str, Any]) -> str:
        status, _, err = self.check(what)
        self.assertEqual(status, 2)
        return err.splitlines()[-1]

    def test_a_folder_that_is_no_trace_stays(self) -> None:
        folder = self.root / "precious"
        folder.mkdir()
        (folder / "file").touch()
        self.refused("check", "--trace", str(folder), "--", self.program)
        self.assertTrue((folder / "file").exists())
        message = self.refused("check", "--trace", "/", "--", self.program)
        self.assertIn("--trace /: a trace is a folder of its own", message)

    def test_bad_input(self) -> None:
        self.assertIn("needs a program", self.refused("check"))
        self.assertIn("'/no/such' does not exist", self.refused("check", "--", "/no/such"))
        self.assertIn("cannot be executed", self.refused("check", "--", "/etc/passwd"))
        self.assertIn("profile '4.5'", self.refused("check", "--profile", "4.5", "--", "true"))
        self.assertIn("no runtime 'x'", self.refused("check", "--runtime", "x", "--", "true"))
        self.refused("check", "--colour", "--", "true")
        for rate in ("-1", "1e3", "100001", "1 000", "٣"):
            message = self.refused("check", f"--sample={rate}", "--", "true")
            self.assertIn(f"{rate!r} is not a rate from 0 to 100000", message)


class CheckTraces(Commands):
    def test_several(self) -> None:
        good = fake_tools.write_trace(self.root / "good", GOOD)
        bad = fake_tools.write_trace(self.root / "bad", BAD)
        self.assertEqual(self.call("check", str(good))[0], 0)
        self.assertEqual(self.call("check", str(good), str(bad))[0], 1)

    def test_what_was_meant_to_be_killed(self) -> None:
        trace = fake_tools.write_trace(self.root / "t", made.judged({OTHER: 1}, complete=False))
        self.assertEqual(self.call("check", str(trace))[0], 2)

    def test_bad_input(self) -> None:
        empty = self.root / "empty"
        empty.mkdir()
        self.assertIn("is not a trace", self.refused("check", "--as=trace", str(empty)))
        self.assertIn("does not exist", self.refused("check", "--as=trace", "/no/such"))
        self.assertIn("needs a program, traces", self.refused("check"))

    def test_missing_tools(self) -> None:
        trace = fake_tools.write_trace(self.root / "t", GOOD)
        (self.build / "bin" / "ompt-validate").unlink()
        self.assertIn("ompt-validate is missing", self.refused("check", str(trace)))


class View(Commands):
    def test_views(self) -> None:
        trace = str(fake_tools.write_trace(self.root / "t", GOOD))
        self.assertEqual(self.call("view", trace)[1], f"view --regions {trace}\n")
        self.assertEqual(self.call("view", "--counts", trace)[1], f"view --counts {trace}\n")
        self.assertEqual(
            self.call("view", "--notes", trace)[1], f"view --regions --notes {trace}\n"
        )
        words = ("--stretches", trace)
        self.assertEqual(self.call("view", *words)[1], " ".join(("view", *words)) + "\n")
        told = self.call("view", "--help")[1]
        self.assertIn("--perfetto=FILE", told)
        self.assertTrue(told.endswith("view --help\n"), told)


class Explain(Commands):
    def test_a_rule(self) -> None:
        status, out, _ = self.call("explain", MANDATORY)
        self.assertEqual(status, 0)
        for text in (MANDATORY, "OpenMP 5.2: 10.1", "mandatory", "thread_begin", "not flagged"):
            self.assertIn(text, out)
        self.assertRegex(out, r"not flagged .* \(\w+\.cases:\d+\)")

    def test_a_prefix_lists(self) -> None:
        status, out, _ = self.call("explain", "thread-begin")
        self.assertEqual(status, 0)
        self.assertGreater(len(out.splitlines()), 3)

    def test_unknown(self) -> None:
        self.assertIn(MANDATORY, self.refused("explain", "thread-begin.onse"))

    def test_explain_knows_the_words_of_the_screens(self) -> None:
        for word, told in (
            ("not-exercised", "no whole trace exercised it"),
            ("league-of-one", "known of: "),
            ("task_schedule", "task-schedule.context"),
            ("ompt_callback_task_schedule", "task-schedule.context"),
            ("ompt_get_state", "entry point"),
            ("ompt_state_wait_barrier", "0x010 of state"),
            ("conformant", "every exercised rule holds"),
            ("wait identifier", "state."),
        ):
            with self.subTest(word):
                status, out, _ = self.call("explain", *word.split())
                self.assertEqual(status, 0)
                self.assertIn(told, out)
        status, out, _ = self.call("explain")
        self.assertEqual(status, 0)
        self.assertIn("callback", out)

    def test_every_verdict_is_explained(self) -> None:
        for word in (*words.OF_TESTS, *words.OF_RULES, *words.Conformance, *words.Expected):
            self.assertTrue(glossary.called(str(word)), word)

    def test_explain_refuses(self) -> None:
        self.assertIn("`ompt-cts explain` lists the topics", self.refused("explain", "zzz"))
        self.assertIn("did you mean task_schedule", self.refused("explain", "task_schdule"))

    def test_bad_traces_and_diagrams(self) -> None:
        cases = self.root / "deep" / "thread.cases"
        cases.parent.mkdir()
        cases.write_text(
            "== good x\n1 thread_begin\n"
            f"== bad {MANDATORY}\n1 thread_begin\n1 thread_begin\n"
            f"== bad {MANDATORY}-more\n2 thread_begin\n"
            f"== given\n3 thread_begin\n-- good x\n-- bad {MANDATORY}\n!3 thread_end\n"
        )
        [(path, block), (_, row)] = explanation.cases(MANDATORY, self.root)
        self.assertEqual(path, cases)
        self.assertEqual(block, f"== bad {MANDATORY}\n1 thread_begin\n1 thread_begin")
        self.assertEqual(row, f"== bad {MANDATORY}\n3 thread_begin\n!3 thread_end")

    def test_a_rule_has_the_diagrams_of_the_machines_that_judge_it(self) -> None:
        rule = catalogue.load()[MANDATORY]
        with mock.patch.object(machines, "diagrams", lambda: [("threads", "A thread", "A --> B")]):
            self.assertEqual(machines.of_rule(rule), [("A thread", "A --> B")])
            other = catalogue.load()["flush.thread-data"]
            self.assertEqual(machines.of_rule(other), [])


class Run(Commands):
    def test_numbers(self) -> None:
        self.assertEqual(run.positive("12"), 12)

    def test_bad_input(self) -> None:
        self.assertIn("no runtime 'x'", self.refused("run", "--runtime", "x"))
        self.assertIn("above 0", self.refused("run", "--repeat", "0"))
        self.assertIn("profile '9'", self.refused("run", "--profile", "9"))
        self.refused("run", "--json")
