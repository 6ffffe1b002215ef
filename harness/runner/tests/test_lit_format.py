"""lit with our test format, on programs that are scripts and tools that are fakes."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts.catalogue import HARMLESS
from ompt_cts.paths import ROOT, RUNNER
from ompt_cts.steps import tools
from ompt_cts.suite import suite_run
from ompt_cts.suite.resolved import OnDevice
from ompt_cts.verdict.expectations import Deviation

from tests import fake_tools
from tests import reporting as made
from tests.reporting import MANDATORY, OPTIONAL, OTHER, finding

CONFIG = """\
import sys
sys.path.insert(0, {runner!r})
from ompt_cts.steps.tools import Tools
from ompt_cts.suite.lit_format import ConformanceTest
from ompt_cts.suite.resolved import OnDevice
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.evidence import Session

config.name = "OMPT-CTS"
config.test_format = ConformanceTest({session}, {tools!r}, {rules!r}, {devices!r})
config.suffixes = [".c", ".f90"]
config.test_exec_root = {build!r} + "/lit"
config.available_features.add("ompt")
config.substitutions += {substitutions!r}
"""
INCLUDES = '#include "traced.h"\n'
RECORD = "%cts-record %t.trace %program"
JUDGE = "%cts-validate %t.trace"
RULES = [MANDATORY, OTHER, OPTIONAL, "hidden.rule", HARMLESS]


class Lit(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(
            self.enterContext(tempfile.TemporaryDirectory(prefix="a place with blanks "))
        ).resolve()
        self.build = fake_tools.make_build(self.root / "build")
        self.tests = self.root / "suites" / "tasking"
        self.tests.mkdir(parents=True)

        self.devices: list[OnDevice] = []

    def write(
        self, name: str, trace: Any, *lines: str, rules: str = f"{MANDATORY} {OTHER}", **how: Any
    ) -> None:
        """A test whose program behaves as given; without lines it is recorded and judged."""
        (self.tests / name).write_text(self.text(trace, lines, how, rules))

    def text(
        self,
        trace: Any,
        lines: tuple[str, ...],
        how: dict[str, Any],
        rules: str = f"{MANDATORY} {OTHER}",
    ) -> str:
        what = json.dumps(how | ({"trace": trace} if trace else {}))
        lines = lines or (f"{RECORD} && {JUDGE}",)
        runs = [line.replace("%program", f"%program '{what}'") for line in lines]
        return f"// RULES: {rules}\n" + "".join(f"// RUN: {run}\n" for run in runs)

    def run_lit(
        self, *deviations: Deviation, options: tuple[str, ...] = (), **session: Any
    ) -> dict[str, tuple[str, made.Json]]:
        """For each test lit's code and the outcome."""
        own = tools.find(self.build, self.root / "runtime-x.json", "5.2", {})
        substitutions = [
            *tools.substitutions(own),
            ("%program", shlex.quote(f"{self.build}/bin/program")),
        ]
        fields = {"results": f"{self.root}/results"} | session
        extra = "".join(f", {key}={value!r}" for key, value in fields.items())
        made_session = f"Session('llvm-19', '5.2', deviations={deviations!r}{extra})"
        (self.root / "results").mkdir(exist_ok=True)
        config = CONFIG.format(
            runner=str(RUNNER),
            session=made_session,
            tools=own,
            rules=RULES,
            devices=self.devices,
            build=str(self.build),
            substitutions=substitutions,
        )
        (self.root / "lit.cfg.py").write_text(config)
        done = subprocess.run(
            [sys.executable, "-c", suite_run.LIT, "-v", *options, "suites"],
            cwd=self.root,
            env={**os.environ, "FILECHECK_OPTS": "--help"},  # with it every view would pass
            capture_output=True,
            text=True,
        )
        self.output = done.stdout + done.stderr
        codes = {m["name"]: m["code"] for m in suite_run.LINE.finditer(self.output)}
        self.status = done.returncode
        self.elsewhere = codes.pop("suites/contradicted-elsewhere", "")
        outcomes = {}
        for path in (self.root / "results").glob("*.json"):
            data = json.loads(path.read_text())
            outcomes[data["name"]] = data
        return {
            name.removeprefix("suites/tasking/"): (code, outcomes[name.removeprefix("suites/")])
            for name, code in codes.items()
        }

    def verdicts(self, *deviations: Deviation, **session: Any) -> dict[str, tuple[str, str]]:
        found = self.run_lit(*deviations, **session)
        return {name: (code, outcome["verdict"]) for name, (code, outcome) in found.items()}


class Discovery(unittest.TestCase):
    def test_a_folder_at_the_root_hides_no_suite(self) -> None:
        """An installed tree has a folder `devices` beside `suites`, and suites/target has one."""
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            for path in ("devices/driver.c", "suites/target/devices/program.c"):
                (root / path).parent.mkdir(parents=True)
                (root / path).write_text("// RUN: true\n")
            shutil.copy(ROOT / "suites" / "lit.local.cfg", root / "suites")
            (root / "lit.cfg.py").write_text(
                "import lit.formats\n"
                "config.name, config.suffixes, config.excludes = 'tests', ['.c'], ['devices']\n"
                "config.test_format = lit.formats.ShTest()\n"
            )
            command = [sys.executable, "-c", suite_run.LIT, name]
            # Nor does a variable of lit's: no report would say so.
            for setting in ({}, {"LIT_FILTER": "x"}, {"LIT_OPTS": "--filter-out=program"}):
                with self.subTest(setting), mock.patch.dict(os.environ, setting):
                    listed = list(suite_run.lines_of(command))
                    self.assertIn(
                        "PASS: tests :: suites/target/devices/program.c (1 of 1)\n", listed
                    )


class Devices(Lit):
    def test_programs_for_devices_run_on_each(self) -> None:
        good = made.judged({MANDATORY: 1, OTHER: 1})
        (self.tests / "traced.h").write_text("// REQUIRES: offload, device-tracing\n")
        for name, needs in (("a.c", ""), ("b.c", "// REQUIRES: offload\n"), ("c.c", INCLUDES)):
            self.write(name, good)
            (self.tests / name).write_text(needs + (self.tests / name).read_text())
        features = ("ompt", "offload")
        self.devices = [
            OnDevice("one", f"{self.root}/one.json", features, {}, ""),
            OnDevice("none", f"{self.root}/none.json", ("ompt",), {}, "it is not there"),
        ]
        found = self.run_lit()
        codes = {name: code for name, (code, _) in found.items()}
        lost = dict.fromkeys(("b.c", "c.c", "b.c@none", "c.c@none"), "UNSUPPORTED")
        self.assertEqual(codes, lost | {"a.c": "PASS", "b.c@one": "PASS"})
        self.assertIn("it is not there", found["b.c@none"][1]["reason"])


class Names(Lit):
    def test_a_rule_that_is_not_there_is_a_mistake_of_the_test(self) -> None:
        """Beside a rule that exists, an unknown rule would look like a rule that the test did not exercise."""
        good = made.judged({MANDATORY: 1, OTHER: 1})
        self.write("right.c", good)
        self.write("misspelt.c", good, rules=f"{OTHER} {MANDATORY.removesuffix('e')}")
        self.write("comma.c", good, rules=f"{OTHER}; {MANDATORY}")
        observe = f"%cts-observe {MANDATORY}s -- %program"
        self.write("observed.c", good, f"{RECORD} && {JUDGE}", observe)
        found = self.run_lit()
        verdicts = {name: outcome["verdict"] for name, (_, outcome) in found.items()}
        wrong = dict.fromkeys(("misspelt.c", "comma.c", "observed.c"), "harness-error")
        self.assertEqual(verdicts, wrong | {"right.c": "pass"})
        reason = found["misspelt.c"][1]["reason"]
        self.assertIn(f"no rule 'thread-begin.onc': did you mean {MANDATORY}", reason)
        self.assertIn(f"did you mean {MANDATORY}", found["observed.c"][1]["reason"])


class Verdicts(Lit):
    def test_every_way_to_end(self) -> None:
        good = made.judged({MANDATORY: 1, OTHER: 1})
        bad = made.judged({MANDATORY: 1}, finding(MANDATORY))
        known = made.judged({OTHER: 1}, finding(OTHER))
        self.write("pass.c", good)
        self.write("fail.c", bad)
        self.write("waived.c", known)
        self.write("xpass.c", good)
        self.write("crash.c", good, signal=11)
        self.write("known-crash.c", good, signal=11)
        self.write("status.c", good, exit=3)
        self.write(
            "meant.c", good, f"{RECORD.replace('record', 'record --exit=3')} && {JUDGE}", exit=3
        )
        self.write("hang.c", good, RECORD.replace("record", "record --timeout=0.5"), sleep=60)
        self.write("silent.c", None)
        self.write("incomplete.c", made.judged({MANDATORY: 1}, complete=False))
        self.write("dropped.c", made.judged({MANDATORY: 1}, dropped=1))
        self.write("nothing.c", made.judged({}))
        self.write("unjudged.c", good, RECORD)
        view = (f"{RECORD} && {JUDGE}", "%cts-view --regions %t.trace | %FileCheck %s")
        for name, says in (("view.c", "hello"), ("says.c", "it could not be judged Exit Code: 77")):
            text = self.text(good, view, {"say": says})
            (self.tests / name).write_text(text + "// CHECK: another view\n")
        self.write("mistake.c", good, *view)
        self.write("false.c", good, f"{RECORD} && {JUDGE}", "false")
        self.write("no-tool.c", good, "%cts-record --no-tool %t.trace %program")
        self.write("compile.c", good, "sh -c 'echo x.c:1: error: no >&2; exit 1'")
        self.write("claims.c", good, "sh -c 'echo cts-compile: error: no such >&2; exit 77'")
        lacks = "printf 'compile\\t77\\tno such\\n' >>$OMPT_CTS_FAILED; exit 77"
        (self.root / "lacks.sh").write_text(lacks)
        self.write("lacks.c", good, f"sh '{self.root}/lacks.sh'")
        (self.tests / "needs.c").write_text("// REQUIRES: offload\n// RUN: true\n")
        (self.tests / "no-run.c").write_text("int main;\n")
        found = self.verdicts(
            made.deviation(OTHER, "tasking/waived.c"),
            made.deviation(OTHER, "tasking/xpass.c"),
            made.deviation("crash", "tasking/known-crash.c"),
        )
        self.assertEqual(
            found,
            {
                "pass.c": ("PASS", "pass"),
                "fail.c": ("FAIL", "fail"),
                "waived.c": ("XFAIL", "waived"),
                "xpass.c": ("XPASS", "xpass"),
                "crash.c": ("FAIL", "crash"),
                "known-crash.c": ("UNSUPPORTED", "crash"),
                "status.c": ("FAIL", "crash"),
                "meant.c": ("PASS", "pass"),
                "hang.c": ("TIMEOUT", "timeout"),
                "silent.c": ("UNRESOLVED", "harness-error"),
                "incomplete.c": ("UNRESOLVED", "harness-error"),
                "dropped.c": ("UNRESOLVED", "harness-error"),
                "nothing.c": ("UNRESOLVED", "harness-error"),
                "unjudged.c": ("UNRESOLVED", "harness-error"),
                "view.c": ("FAIL", "fail"),
                "says.c": ("FAIL", "fail"),
                "mistake.c": ("UNRESOLVED", "harness-error"),
                "false.c": ("UNRESOLVED", "harness-error"),
                "claims.c": ("UNRESOLVED", "harness-error"),
                "no-tool.c": ("UNRESOLVED", "harness-error"),
                "compile.c": ("UNRESOLVED", "harness-error"),
                "lacks.c": ("UNSUPPORTED", "unsupported"),
                "needs.c": ("UNSUPPORTED", "unsupported"),
                "no-run.c": ("UNRESOLVED", "harness-error"),
            },
        )

    def test_what_was_recorded_of_a_hang_is_judged(self) -> None:
        rule = "sigsafe.inquiry"
        found = made.judged({MANDATORY: 1}, finding(rule), finding(OTHER), complete=False)
        self.write("hang.c", found, RECORD.replace("record", "record --timeout=0.5"), sleep=60)
        entries = (made.deviation(rule, "*"), made.deviation("timeout", "*", beside=rule))
        self.assertEqual(self.verdicts(*entries), {"hang.c": ("UNSUPPORTED", "timeout")})
        [(_, result)] = self.run_lit(*entries).values()
        rules = {found["rule"] for found in result["findings"]}
        self.assertEqual((rule in rules, OTHER in rules), (True, False))
        self.assertEqual(self.verdicts(*entries[1:]), {"hang.c": ("TIMEOUT", "timeout")})

    def test_a_failure_says_why(self) -> None:
        self.write("fail.c", made.judged({MANDATORY: 1}, finding(MANDATORY)))
        [(_, result)] = self.run_lit().values()
        self.assertEqual(result["reason"], f"{MANDATORY}: it is wrong")
        self.assertEqual(result["unexercised"], [OTHER])
        self.assertIn(f"fail: {MANDATORY}: it is wrong", self.output)
        self.assertEqual(self.elsewhere, "PASS")
        self.assertIn("thread 1 position 9: implicit_task a.c:3 main", self.output)

    def test_a_reason_for_every_skip(self) -> None:
        (self.tests / "a.c").write_text("// REQUIRES: offload && ompt\n// RUN: true\n")
        [(_, result)] = self.run_lit().values()
        self.assertEqual(result["reason"], "not-supported: needs offload && ompt")
        (self.tests / "a.c").rename(self.tests / "a.f90")
        (self.tests / "a.f90").write_text("! RUN: true\n")
        [(_, result)] = self.run_lit().values()
        self.assertEqual(result["reason"], "not-supported: needs fortran")

    def test_why_there_is_no_device(self) -> None:
        (self.tests / "traced.h").write_text("// REQUIRES: offload\n")
        (self.tests / "a.c").write_text(f"// RUN: true\n{INCLUDES}")
        [(code, result)] = self.run_lit(no_device="libd.so never connects").values()
        self.assertEqual(code, "UNSUPPORTED")
        told = "not-supported: needs offload; libd.so never connects"
        self.assertEqual(result["reason"], told)

    def test_the_wrong_runtime(self) -> None:
        self.write("a.c", made.judged({MANDATORY: 1}))
        self.assertEqual(
            self.verdicts(library="/elsewhere/libomp.so"), {"a.c": ("UNRESOLVED", "harness-error")}
        )
        self.assertEqual(self.verdicts(library=made.LIBRARY), {"a.c": ("PASS", "pass")})

    def test_no_ompt(self) -> None:
        self.write("a.c", made.judged({MANDATORY: 1}))
        [(code, result)] = self.run_lit(ompt=False, ompt_reason="libgomp starts no tool").values()
        self.assertEqual((code, result["no_ompt"]), ("UNSUPPORTED", True))
        self.assertEqual(self.elsewhere, "UNRESOLVED", "lit alone must not pass either")
        self.assertEqual(result["reason"], "not-supported: libgomp starts no tool")

    def test_results_of_an_earlier_run_do_not_count(self) -> None:
        self.write("a.c", made.judged({MANDATORY: 1}))
        self.assertEqual(self.verdicts(), {"a.c": ("PASS", "pass")})
        self.write("a.c", made.judged({MANDATORY: 1}), "true")
        self.assertEqual(self.verdicts(), {"a.c": ("UNRESOLVED", "harness-error")})

    def test_several_traces_in_one_test(self) -> None:
        good = made.judged({MANDATORY: 2})
        bad = made.judged({MANDATORY: 3}, finding(MANDATORY))
        first = RECORD.replace("%t.trace", "%t.one")
        second = RECORD.replace("%t.trace", "%t.two").replace("%program", "%program '%{bad}'")
        text = self.text(good, (first,), {})
        text += "// RUN: " + second.replace("%{bad}", json.dumps({"trace": bad})) + "\n"
        text += "// RUN: %cts-validate %t.one %t.two\n"
        (self.tests / "a.c").write_text(text)
        [(code, result)] = self.run_lit().values()
        self.assertEqual((code, result["exercised"]), ("FAIL", {MANDATORY: 5, HARMLESS: 2}))
        self.assertEqual(len(result["traces"]), 2)

    def test_what_the_harness_observes(self) -> None:
        run = f"%cts-observe {OTHER} -- test ! -e /"
        self.write("a.c", made.judged({MANDATORY: 1}), f"{RECORD} && {JUDGE}", run)
        [(code, result)] = self.run_lit().values()
        self.assertEqual((code, result["failed"]), ("FAIL", {OTHER: 1}))


class Elsewhere(Lit):
    """A contradiction that shows only in tests for other rules is one result of lit's."""

    def setUp(self) -> None:
        super().setUp()
        found = made.judged({MANDATORY: 1, OTHER: 1}, finding(OTHER, "it is odd"))
        self.write("a.c", made.judged({MANDATORY: 1}), rules=MANDATORY)
        self.write("b.c", found, rules=MANDATORY)
        self.write("c.c", found, rules=MANDATORY)

    def test_it_fails_once(self) -> None:
        for options in ((), ("-j1",), ("--order=random",), ("--filter=b[.]c$",)):
            found = self.verdicts(options=options)
            self.assertEqual(set(found.values()), {("PASS", "pass")}, options)
            self.assertEqual((self.elsewhere, self.status), ("FAIL", 1), options)
            self.assertIn(f"{OTHER}: it is odd\n  in tasking/b.c", self.output)

    def test_a_succinct_run(self) -> None:
        self.run_lit(options=("-s",))
        self.assertEqual((self.elsewhere, self.status), ("FAIL", 1))
        self.assertNotIn("Traceback", self.output)

    def test_what_another_test_answers_for(self) -> None:
        self.write("home.c", made.judged({OTHER: 1}, finding(OTHER)), rules=OTHER)
        self.assertEqual(self.verdicts()["home.c"], ("FAIL", "fail"))
        self.assertEqual(self.elsewhere, "PASS")

    def test_a_home_that_shows_nothing_hides_nothing(self) -> None:
        self.write("home.c", made.judged({OTHER: 1}), rules=OTHER)
        self.assertEqual(self.verdicts()["home.c"], ("PASS", "pass"))
        self.assertEqual(self.elsewhere, "FAIL")

    def test_known_deviations_elsewhere(self) -> None:
        self.verdicts(made.deviation(OTHER, "tasking/*"))
        self.assertEqual((self.elsewhere, self.status), ("PASS", 0))

    def test_what_an_interrupted_run_has_judged_counts_like_the_rest(self) -> None:
        before = self.verdicts()
        self.assertEqual(self.verdicts(resume=True), before)
        self.assertEqual((self.elsewhere, self.status), ("FAIL", 1))
        for path in (self.root / "results").glob("*.json"):
            path.write_text(path.read_text().replace('"pass"', '"nosuch"'))
        self.assertEqual(self.verdicts(resume=True), before, "an outcome that is none is made anew")

    def test_an_earlier_run_does_not_count(self) -> None:
        self.verdicts()
        for name in ("b.c", "c.c"):
            self.write(name, made.judged({MANDATORY: 1}), rules=MANDATORY)
        self.verdicts()
        self.assertEqual((self.elsewhere, self.status), ("PASS", 0))
