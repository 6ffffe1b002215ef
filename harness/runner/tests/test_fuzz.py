"""A short share of the fuzzing that `python -m tests.fuzz` does for as long as one likes."""

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
