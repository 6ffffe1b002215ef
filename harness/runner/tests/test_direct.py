"""Tests without RUN lines: a fake compiler makes programs that behave as their source says."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock
from unittest.mock import patch

from ompt_cts.steps import failures, header, tools
from ompt_cts.steps.judge import Judge
from ompt_cts.suite import here
from ompt_cts.suite.direct import Direct

from tests import fake_tools
from tests import reporting as made
from tests.reporting import MANDATORY

# Compiles a source to a copy, and links that to a program that does what its PROGRAM line says.
COMPILER = """\
import os, re, sys
words = sys.argv[1:]
out = words[words.index("-o") + 1]
print("compiled with", *words, file=open(LOG, "a"))
if "-c" in words:
    text = open(words[words.index("-c") + 1]).read()
    if "does not compile" in text:
        sys.exit("x.c:1: error: no")
    open(out, "w").write(text)
    open(words[words.index("-MF") + 1], "w").write("x: /dev/null")
else:
    text = open(next(w for w in words if w.endswith("0.o"))).read()
    what = re.search("PROGRAM: (.*)", text)[1]
    open(out, "w").write(f"#!/bin/sh\\nexec '{PROGRAM}' '{what}'\\n")
"""


class OneJudge(unittest.TestCase):
    def asked(self, script: str) -> list[int | None]:
        """A judge's answers to two traces, with this script as ompt-validate."""
        judge = Judge()
        self.addCleanup(judge.end)
        with tempfile.TemporaryDirectory() as folder:
            validate = Path(folder) / "validate"
            validate.write_text(f"#!/bin/sh\n{script}\n")
            validate.chmod(0o755)
            answers = [judge(str(validate), "5.2", trace, "f.json") for trace in ("a", "b\nc")]
            return [*answers, judge(str(validate), "5.2", "d\udcff", "f.json")]

    def test_it_answers_for_one_trace_after_the_other(self) -> None:
        lines = 'while read -r f t; do [ "$t" = a ] && echo 1 || echo 0; done'
        self.assertEqual([1, None, 0], self.asked(lines))

    def test_an_interrupt_leaves_no_answer_for_the_next_trace(self) -> None:
        judge = Judge()
        self.addCleanup(judge.end)
        with patch.object(Judge, "ask", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                judge("/bin/cat", "5.2", "a", "f.json")
        self.assertIsNone(judge.process)

    def test_what_it_cannot_judge_somebody_else_must(self) -> None:
        for script in ("exit 1", "read -r line; exit 0", "while read -r line; do echo 2; done"):
            self.assertEqual([None, None, None], self.asked(script), script)
        missing = Judge()("/no/such/validate", "5.2", "a", "f.json")
        self.assertIsNone(missing)


class DirectTest(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(
            self.enterContext(tempfile.TemporaryDirectory(prefix="a place with blanks "))
        ).resolve()
        self.build = fake_tools.make_build(self.root / "build")
        self.log = self.root / "compiler.log"
        names = f"LOG, PROGRAM = {str(self.log)!r}, {str(self.build / 'bin' / 'program')!r}\n"
        compiler = str(fake_tools.script(self.root / "cc", names + COMPILER))
        runtime = {
            "name": "x",
            "library_real": "/x/libx.so",
            "interface": "0",
            "compilers": {"c": {"path": compiler, "real": compiler, "version": ""}},
            "flags": {},
            "include_dirs": [],
            "library_dirs": [],
            "environment": {},
            "offload": None,
            "offload_reason": "it has none",
        }
        path = self.root / "runtime-x.json"
        path.write_text(json.dumps(runtime))
        self.tools = tools.find(self.build, path, "5.2", {})
        self.base = self.root / "lit" / "tasking" / "Output" / "a.c.tmp"

    def run_test(self, *lines: str, trace: Any = None, **how: Any) -> bool:
        what = json.dumps(how | {"trace": trace or made.judged({MANDATORY: 1})})
        source = self.root / "a.c"
        source.write_text("".join(f"// {line}\n" for line in (*lines, f"PROGRAM: {what}")))
        read = header.read(str(source))
        left = self.root / "failed"
        left.unlink(missing_ok=True)
        # With these options FileCheck itself would accept every view.
        environment = {"PATH": "/usr/bin:/bin", "FILECHECK_OPTS": "--help"}
        environment[failures.VARIABLE] = str(left)
        direct = Direct(self.tools, environment, str(source), str(self.base), read, self.offload)
        passed = direct.run()
        self.said = "\n".join(direct.output)
        self.failed = failures.first(str(left)) or ("", 0, "")
        return passed

    offload = False

    def left(self, suffix: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(Path(f"{self.base}.trace{suffix}").read_text())
        return data

    def test_a_program_is_built_recorded_and_judged(self) -> None:
        self.assertTrue(self.run_test())
        self.assertEqual(self.left(".record.json")["state"], "ok")
        self.assertEqual(self.left(".findings.json")["profile"], "5.2")

    def test_it_is_compiled_once(self) -> None:
        for _ in range(2):
            self.assertTrue(self.run_test("FLAGS: -O2 -DX='a b'"))
        compiled = self.log.read_text().splitlines()
        self.assertEqual(len(compiled), 2)
        self.assertIn("-O2 -DX=a b", compiled[0])

    def test_builds(self) -> None:
        lines = ("FLAGS: -DX", "BUILD: O0 -O0", "BUILD: O2 -O2 -g")
        self.assertTrue(self.run_test(*lines, "CHECK: view --regions"))
        self.assertEqual(
            sorted(path.name for path in self.base.parent.glob("*.findings.json")),
            ["a.c.tmp.O0.trace.findings.json", "a.c.tmp.O2.trace.findings.json"],
        )
        self.assertEqual(len(self.log.read_text().splitlines()), 2 * 2)
        self.assertIn("-DX -O2 -g", self.log.read_text())
        self.assertFalse(self.run_test(*lines, exit=3))

    def test_findings_are_no_failure_of_the_steps(self) -> None:
        bad = made.judged({MANDATORY: 1}, made.finding(MANDATORY))
        self.assertTrue(self.run_test(trace=bad))
        self.assertEqual(len(self.left(".findings.json")["findings"]), 1)

    def test_how_it_is_recorded(self) -> None:
        self.assertTrue(self.run_test("RECORD: --exit=3", exit=3))
        self.assertFalse(self.run_test(exit=3))
        self.assertIn("exited with 3 instead of 0", self.said)
        self.assertEqual(self.left(".record.json")["state"], "exit")
        self.assertFalse(self.run_test("RECORD: --nonsense"))
        self.assertIn("unknown option", self.said)

    def test_the_environment_of_the_program(self) -> None:
        self.assertFalse(self.run_test("ENV: OMP_TOOL=disabled"))
        self.assertFalse(Path(f"{self.base}.trace").exists())

    def test_a_view_that_cannot_be_compared_is_the_tests_mistake(self) -> None:
        self.assertFalse(self.run_test("VIEW: --regions"))
        self.assertIn("no check strings", str(self.failed))
        self.assertNotEqual(self.failed[:2], ("view", failures.DIFFERS))
        self.assertFalse(self.run_test("VIEW: --regions", "CHECK: another"))
        self.assertEqual(self.failed[:2], ("view", failures.DIFFERS))

    def test_the_header_of_a_file_beside_the_program_counts(self) -> None:
        (self.root / "b.h").write_text("// RULES: x.y\n// RECORD: --stacks=all\n")
        (self.root / "b.c").write_text('// RULES: x.z\n#include "b.h"\n#include "cts.h"\n')
        read = header.read(str(self.root / "b.c"))
        self.assertEqual((read.rules, read.record), (("x.z", "x.y"), ("--stacks=all",)))

    def test_views(self) -> None:
        self.assertTrue(self.run_test("CHECK: view --regions"))
        self.assertTrue(self.run_test("VIEW: --regions", "VIEW: --tree", "CHECK: view --"))
        self.assertFalse(self.run_test("VIEW: --regions", "CHECK: view --tree"))
        self.assertIn("expected string not found", self.said)

    def test_what_does_not_compile(self) -> None:
        self.assertFalse(self.run_test("does not compile"))
        self.assertIn("x.c:1: error: no", self.said)

    def test_what_the_runtime_lacks(self) -> None:
        self.offload = True
        self.assertFalse(self.run_test())
        self.assertIn("cts-compile: error: x has no offload: it has none", self.said)
        self.assertEqual(self.failed[:2], ("compile", 77))

    def test_what_cannot_be_judged(self) -> None:
        (self.build / "bin" / "ompt-validate").write_text("#!/bin/sh\nexit 2\n")
        self.assertFalse(self.run_test())
        told = ("judge", 2, "a.c.tmp.trace could not be judged (status 2)")
        self.assertEqual(self.failed, told)

    def test_a_header_that_cannot_be_understood(self) -> None:
        for line, problem in (
            ("ENV: OMP_CANCELLATION", "ENV: expected NAME=VALUE, found OMP_CANCELLATION"),
            ("BUILD: -O2", "BUILD: expected a name of its own for each build, then flags"),
            ("FLAGS: -DX='a", "FLAGS: no closing quotation: -DX='a"),
        ):
            with self.subTest(line=line), self.assertRaises(header.HeaderError) as caught:
                self.run_test(line)
            self.assertEqual(str(caught.exception), problem)


# %cts-story: reported words are compared, also if the tree's path has blanks.
STORY = tools.step("story.py")
TOOL = """
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void here(void) {
  FILE *story = fopen(getenv("CTS_STORY"), "a");
  fputs("here ", story);
  fclose(story);
}
"""
CC = shutil.which("cc")


class Story(unittest.TestCase):
    def told(self, *words: str) -> tuple[int, str]:
        done = subprocess.run([*STORY, *words], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()[0]

    def test_what_was_told(self) -> None:
        program = [
            "sh",
            "-c",
            "test -e $CTS_STORY && echo one two >> $CTS_STORY",
        ]  # as story.h does
        self.assertEqual(self.told("one two", "--", *program), (0, "told: one two"))
        self.assertEqual(self.told("two one", "--", *program)[0], 1)
        self.assertEqual(self.told("", "--", "true"), (0, "told: "))

    def test_within_lits_process_it_says_the_same(self) -> None:
        program = ["sh", "-c", 'cd /; echo "$NAME" >> "$CTS_STORY"']
        variables, folder = dict(os.environ), os.getcwd()
        for words in (["two", "--", "NAME=two", *program], ["no", "--", *program], ["no"]):
            command = [*STORY, *words]
            done = subprocess.run(command, env={}, capture_output=True, text=True, check=False)
            with self.subTest(words), here.within({}, "/"):
                self.assertEqual(here.asked(command), (done.returncode, done.stdout + done.stderr))
            self.assertEqual((dict(os.environ), os.getcwd()), (variables, folder))

    def test_a_step_ends_as_python_does(self) -> None:
        for code, told in ((77, (77, "", "")), (None, (0, "", "")), ("no", (1, "", "no\n"))):
            with self.subTest(code):
                self.assertEqual(here.run(lambda _, code=code: sys.exit(code), []), told)

    @unittest.skipUnless(CC, "no C compiler (cc) is installed here")
    def test_a_preloaded_library_in_a_place_with_blanks(self) -> None:
        assert CC
        with tempfile.TemporaryDirectory(prefix="a place with blanks ") as folder:
            library = Path(folder) / "tool.so"
            command = [CC, "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
            subprocess.run(command, input=TOOL, text=True, check=True)
            preloaded = ("here", "--", f"LD_PRELOAD={library}", "true")
            self.assertEqual(self.told(*preloaded), (0, "told: here"))
            with mock.patch.dict(os.environ, {"TMPDIR": folder}):
                self.assertEqual(self.told(*preloaded), (0, "told: here"))
