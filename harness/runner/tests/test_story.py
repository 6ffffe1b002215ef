"""%cts-story: reported words are compared, also if the tree's path has blanks."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.steps import tools
from ompt_cts.suite import here

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
