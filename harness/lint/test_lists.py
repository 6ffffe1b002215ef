"""The lint of lists finds a second one, and none in this repository."""

import tempfile
import unittest
from pathlib import Path

import lists

ROOT = Path(__file__).parents[2]
CALLBACKS = "".join(f"OMPT_CALLBACK( {n}, event_{n}, x)\n" for n in range(1, 9))
NOTES = "CTS_NOTE(body, 1)\nCTS_NOTE(after, 2)\nCTS_NOTE(mark, 3)\n"
VERDICTS = (
    '    FAIL = "fail", 0, "red"\n    PASS = "pass", 4, "green"\n    FLAKY = "flaky", 1, "x"\n'
)


class ListsTest(unittest.TestCase):
    def found(self, name: str, text: str) -> list[str]:
        files = {
            "harness/ompt_abi/callbacks.def": CALLBACKS,
            "suites/include/cts_notes.def": NOTES,
            "harness/runner/ompt_cts/verdict/words.py": VERDICTS,
            name: text,
        }
        with tempfile.TemporaryDirectory() as folder:
            for path, content in files.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_text(content, encoding="utf-8")
            return list(lists.problems(Path(folder)))

    def names(self, number: int) -> str:
        return "\n".join(f'"event_{n}",' for n in range(1, number + 1))

    def test_callbacks(self) -> None:
        [problem] = self.found("harness/a.py", self.names(6))
        self.assertIn("harness/a.py: a second list of callbacks: 6 of 8", problem)
        self.assertEqual(self.found("harness/a.py", self.names(5)), [])

    def test_enumerators_and_functions_are_names(self) -> None:
        text = "\n".join(f"case ompt_callback_event_{n}: on_event_{n}();" for n in range(1, 8))
        self.assertEqual(len(self.found("harness/trace/a.cpp", text)), 1)

    def test_comments_and_tests_may_name_them(self) -> None:
        self.assertEqual(self.found("harness/a.cpp", "/* " + self.names(8) + " */"), [])
        self.assertEqual(self.found("harness/a_test.cpp", self.names(8)), [])
        self.assertEqual(self.found("harness/tests/a.py", self.names(8)), [])

    def test_kinds_of_notes(self) -> None:
        [problem] = self.found("harness/a.py", 'K = {"body": 1, "after": 2, "mark": 3}\n')
        self.assertIn("a second list of kinds of notes", problem)
        self.assertEqual(self.found("harness/a.py", 'K = {"body", "after", "mark"}\n'), [])

    def test_verdicts(self) -> None:
        [problem] = self.found("harness/runner/a.py", 'W = ("fail", "pass", "flaky")\n')
        self.assertIn("a second list of verdicts", problem)

    def test_this_repository(self) -> None:
        self.assertEqual(list(lists.problems(ROOT)), [])
