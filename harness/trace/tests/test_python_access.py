"""Reading traces from Python, made from text. Needs OMPT_CTS_BIN and the runner in PYTHONPATH."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.steps import trace

VIEW = Path(os.environ["OMPT_CTS_BIN"]) / "ompt-view"

TEXT = """\
env runtime_version=example
0 thread_begin thread_type=initial thread=+H@0x40
1 work work_type=scope endpoint=begin task=null count=3
0 dependences task=?0x1@0x2 ndeps=1 deps=[0x10,0x3]
"""


class PythonAccess(unittest.TestCase):
    def setUp(self) -> None:
        self.trace = Path(self.enterContext(tempfile.TemporaryDirectory())) / "trace"
        command = [VIEW, "--from-text", "-", "--out", self.trace]
        subprocess.run(command, input=TEXT, text=True, check=True)

    def test_events(self) -> None:
        first, second, third = trace.events(self.trace, VIEW)
        self.assertEqual(first["event"], "thread_begin")
        self.assertEqual(first["fields"]["thread"], {"id": 1, "address": 0x40, "value": 0})
        self.assertEqual((second["thread"], second["position"]), (1, 0))
        self.assertEqual(second["fields"]["work_type"], "scope")
        self.assertIsNone(second["fields"]["task"])
        self.assertEqual(third["position"], 1)
        self.assertEqual(third["fields"]["task"], {"value": 1, "address": 2})
        self.assertEqual(third["fields"]["deps"], [0x10, 3])
        self.assertLess(first["time"], third["time"])

    def test_what_is_no_text_is_refused_and_makes_no_trace(self) -> None:
        for file in ("/dev/zero", "/", "/no/such/file"):
            made = self.trace.parent / "made"
            command = [VIEW, "--from-text", file, "--out", made]
            self.assertEqual(subprocess.run(command, timeout=60, check=False).returncode, 2)
            self.assertFalse(made.exists())

    def test_info(self) -> None:
        info = trace.info(self.trace, VIEW)
        self.assertEqual(info["environment"]["runtime_version"], "example")
        self.assertEqual((info["events"], info["threads"], info["damage"]), (3, 2, ""))

    def test_no_trace(self) -> None:
        for read in (lambda: list(trace.events("/", VIEW)), lambda: trace.info("/", VIEW)):
            with self.assertRaisesRegex(UserError, "no trace of ompt-checker"):
                read()

    def test_damage_follows_the_events_before_it(self) -> None:
        stream = self.trace / "thread_000001"
        stream.write_bytes(b"rubbish!" * 20)
        seen = []
        with self.assertRaisesRegex(UserError, "not a packet"):
            for event in trace.events(self.trace, VIEW):
                seen.append(event["event"])
        self.assertEqual(seen, ["thread_begin", "dependences"])
        self.assertIn("not a packet", trace.info(self.trace, VIEW)["damage"])
        unread = {"events", "dropped", "damage"}
        self.assertFalse(unread & trace.info(self.trace, VIEW, brief=True).keys())


if __name__ == "__main__":
    unittest.main()
