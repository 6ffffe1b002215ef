"""The results of `run` reach lit unchanged."""

import dataclasses
import tempfile
import unittest
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.runtime.activation import Activation
from ompt_cts.steps.tools import Tools
from ompt_cts.suite import resolved
from ompt_cts.suite.resolved import OnDevice, Resolved
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.identity import Applied

RUNTIME = {"name": "x", "library_real": "/x.so", "sha256": "1", "compilers": {}}
KNOWN = Deviation("a.rule", ("host/*",), "why", "runtime", match=('observed text="*found #*"',))
MADE = Resolved(
    runtime=RUNTIME,
    profile="5.1",
    expectations="none",
    answer=Activation(True, device_problem="no device"),
    known=Applied((KNOWN,), "x", ("x.toml",), "checksum"),
    tools=Tools("checker", "validate", "view", "FileCheck", "x.json", "5.1", "cache"),
    features=("clang", "ompt"),
    environment={"OMP_X": "1"},
    rules=("a.rule",),
    devices=(OnDevice("d", "x@d.json", ("clang", "offload"), {"PATH": "/x"}, ""),),
)


class ResolvedTest(unittest.TestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "resolved.json"

    def test_what_is_read_is_what_was_written(self) -> None:
        resolved.write(MADE, self.path)
        self.assertEqual(resolved.read(self.path), MADE)

    def test_the_session_of_the_tests(self) -> None:
        session = MADE.session("results", resume=True)
        self.assertEqual((session.runtime, session.library, session.profile), ("x", "/x.so", "5.1"))
        self.assertEqual((session.deviations, session.no_device), ((KNOWN,), "no device"))
        self.assertEqual((session.results, session.resume), ("results", True))

    def test_where_tests_for_devices_run(self) -> None:
        here = [note for note in MADE.notes() if " on " in note]
        self.assertEqual(here, ["x: tests for devices also on d"])
        lost = dataclasses.replace(MADE.devices[0], problem="it was not reached")
        gone = dataclasses.replace(MADE, devices=(lost,))
        self.assertEqual(gone.notes()[-1], "x: no tests on d: it was not reached")

    def test_a_setting_of_one_pass_asks_for_the_deviations_anew(self) -> None:
        self.assertIs(MADE.with_setting(""), MADE)
        changed = MADE.with_setting("OMP_NUM_THREADS=8")
        self.assertEqual(changed.environment, {"OMP_X": "1", "OMP_NUM_THREADS": "8"})
        self.assertEqual(changed.devices[0].environment, {"PATH": "/x", "OMP_NUM_THREADS": "8"})
        self.assertEqual(changed.known.deviations, ())  # `none`

    def test_a_file_that_is_none(self) -> None:
        for text in ("", "[]", "{}", '{"known": {}}'):
            with self.subTest(text=text):
                self.path.write_text(text)
                with self.assertRaisesRegex(UserError, "cannot read .*resolved.json"):
                    resolved.read(self.path)
