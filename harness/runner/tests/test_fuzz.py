"""A short share of the fuzzing that `python -m tests.fuzz` does for as long as one likes."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests import fuzz

INPUTS = 400


class Fuzz(unittest.TestCase):
    def test_no_input_is_an_internal_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            build = {"OMPT_CTS_BUILD_DIR": f"{folder}/build"}
            with mock.patch.dict("os.environ", build):
                problems = [fuzz.one(seed, Path(folder)) for seed in range(1, INPUTS)]
        self.assertEqual([problem for problem in problems if problem], [])

    def test_a_shard_is_valid_before_its_damage(self) -> None:
        """A shard that is refused anyway would hide all damage behind the first refusal."""
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.dict("os.environ", {"OMPT_CTS_BUILD_DIR": f"{folder}/build"}):
                for number, base in enumerate(fuzz.base_shard()):
                    path = Path(folder, f"{number}.json")
                    path.write_text(json.dumps(base))
                    words = ["report", str(path), "--json", f"{folder}/{number}.out"]
                    self.assertEqual(fuzz.call(words, Path(folder)), "")
                    self.assertTrue(Path(words[-1]).exists())
