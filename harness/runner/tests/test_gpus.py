"""Flags are for the GPUs that answer; programs also compile without one."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.paths import RUNTIMES
from ompt_cts.runtime import description, gpus

FLAG = "--offload-arch={nvidia-gpus:sm_80,sm_90}"


class Gpus(unittest.TestCase):
    def filled(self, flag: str, script: str, **more: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            for name in gpus.ASKED.values():
                program = Path(folder) / name
                program.write_text(f"#!/bin/sh\n{script}\n")
                program.chmod(0o755)
            gpus.architectures.cache_clear()
            self.addCleanup(gpus.architectures.cache_clear)
            path = f"{folder}{os.pathsep}{os.environ['PATH']}"
            with mock.patch.dict(os.environ, {"PATH": path, **more}):
                return gpus.fill(flag)

    def test_what_answers_is_compiled_for_each_once(self) -> None:
        three = "echo sm_90; echo sm_90; echo sm_100a"
        self.assertEqual(self.filled(FLAG, three), "--offload-arch=sm_90,sm_100a")
        self.assertEqual(self.filled("-march={nvidia-gpu:sm_75}", three), "-march=sm_90")
        self.assertEqual(self.filled("{amd-gpus:gfx90a}", "echo gfx942:xnack-"), "gfx942:xnack-")

    def test_without_a_device_the_flag_has_what_is_written(self) -> None:
        for script in ("exit 1", "echo Failed to load libcuda", "echo gfx90a"):
            self.assertEqual(self.filled(FLAG, script), "--offload-arch=sm_80,sm_90")

    def test_the_user_has_the_last_word(self) -> None:
        self.assertEqual(
            self.filled(FLAG, "echo sm_90", CTS_GPU_ARCH="sm_70"), "--offload-arch=sm_70"
        )
        self.assertEqual(self.filled("-O2 {x}", "echo sm_90"), "-O2 {x}")

    def test_every_runtime_with_a_device_library_has_a_form_for_gpus(self) -> None:
        for path in RUNTIMES.glob("*.toml"):
            one = description.load(path)
            if path.stem != "template" and one.offload and not one.target:
                real = not one.offload.simulated and "linux" not in one.offload.triple
                with self.subTest(one.name):
                    self.assertTrue(real or {"nvidia-gpu", "intel-gpu"} & one.devices.keys())
