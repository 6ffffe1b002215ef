"""A run on a simulated device whose driver causes effects that look like the runtime's, its bundle,
and the verification."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts import catalogue
from ompt_cts.evidence import layout, pack, verification
from ompt_cts.paths import RUNNER, build_dir
from ompt_cts.reports import report
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header
from ompt_cts.verdict import both_ways
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.expectations import Deviation

TRACING, REGION = "target/tracing/all.c", "target/region.c"
TIMES, TYPE = "record.times", "device-init.type-string"


def on_device(simulated_by: str) -> str:
    """A runtime that is here, whose own or further device this driver simulates."""
    for runtime in runtimes.discover():
        for one in (runtime, *runtime.on_devices):
            place = one.environment.get("LD_LIBRARY_PATH", "")
            if one.available and one.offload and f"/{simulated_by}" in place:
                return one.name
    raise unittest.SkipTest(f"no runtime here has a device that {simulated_by} simulates")


class Simulated(unittest.TestCase):
    def setUp(self) -> None:
        if not (build_dir() / "bin" / "ompt-validate").exists():
            self.skipTest("the tools are not built")
        self.home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.build = self.home / "build"
        self.build.mkdir()
        for name in ("bin", "venv", "devices"):
            (self.build / name).symlink_to(build_dir() / name)

    def run_test(self, runtime: str, test: str, **variables: str) -> tuple[Any, Path]:
        """The report of a run of one test, for which no deviation is known, and its bundle."""
        out = self.home / f"bundle {len(list(self.home.iterdir()))}"
        path = out.with_suffix(".json")
        chosen = ["--filter", f"/{test}$", "--expectations", "none", "--json", str(path)]
        subprocess.run(
            [sys.executable, "-m", "ompt_cts", "run", "--runtime", runtime, *chosen],
            cwd=RUNNER,
            env={**os.environ, **variables, "OMPT_CTS_BUILD_DIR": str(self.build)},
            capture_output=True,
            check=False,
        )
        with self.only(test):
            pack.make(pack.Asked(path, out))
        return report.load(path), out

    @contextlib.contextmanager
    def only(self, test: str) -> Iterator[None]:
        """The suite of this test alone, which was run in the folder of this test case."""
        with (
            mock.patch.dict(os.environ, {"OMPT_CTS_BUILD_DIR": str(self.build)}),
            mock.patch.object(header, "tests", lambda: frozenset([test])),
        ):
            yield

    def verify(self, bundle: Path, test: str) -> list[str]:
        with self.only(test):
            return verification.check(bundle).problems

    def found(self, told: Any, rule: str) -> set[str]:
        """The severities of the findings of a rule."""
        return {one["severity"] for one in told["findings"] if one["rule"] == rule}

    def second_traces(self, bundle: Path) -> list[Path]:
        return [path for path in bundle.glob("tests/*/*.trace") if both_ways.is_at_once(str(path))]

    def test_only_where_the_driver_works_later(self) -> None:
        runtime = on_device("level-zero")
        told, bundle = self.run_test(runtime, TRACING, OMPT_CTS_SIMULATED_FAULT="backward-later")
        self.assertEqual(self.found(told, TIMES), {"remark"})
        self.assertEqual(self.verify(bundle, TRACING), [])
        # Without the second run's trace the bundle shows something else than its report.
        for trace in self.second_traces(bundle):
            shutil.rmtree(trace)
        manifest = layout.read_json(bundle / layout.MANIFEST)
        layout.write_json(bundle / layout.MANIFEST, manifest | {"files": layout.listed(bundle)})
        self.assertIn("edited report", "\n".join(self.verify(bundle, TRACING)))

    def test_however_the_driver_works(self) -> None:
        runtime = on_device("level-zero")
        told, bundle = self.run_test(runtime, TRACING, OMPT_CTS_SIMULATED_FAULT="backward-clock")
        self.assertEqual(self.found(told, TIMES), {"error"})
        self.assertTrue(self.second_traces(bundle))
        self.assertEqual(self.verify(bundle, TRACING), [])

    def test_a_device_without_tracing(self) -> None:
        """LLVM's own word for the sort of device has no semicolon, whatever the driver does."""
        runtime = on_device("cuda")
        told, bundle = self.run_test(runtime, REGION)
        self.assertEqual(self.found(told, TYPE), {"error"})
        self.assertTrue(self.second_traces(bundle))
        self.assertEqual(self.verify(bundle, REGION), [])


# Effects that a simulated driver could cause itself count only if they show with every kind of
# driver.

TEST = "target/a.c"
LATE = {
    "rule": "record.times",
    "severity": "error",
    "message": "a record begins at 7 and ends at 5",
    "sort": "ends-before",
    "witness": [],
}
OTHER = {
    "rule": "target.pair",
    "severity": "error",
    "message": "a region ends twice",
    "sort": "twice",
    "witness": [],
}
NOBODY = Session("a", "5.2")
KNOWN = Session("a", "5.2", deviations=(Deviation("record.times", ("*",), "it is known", ""),))


def judged(*findings: dict[str, str], driver: int = 5) -> dict[str, Any]:
    return {
        "trace": {"complete": True, "seen": {"driver_call": driver}},
        "findings": [dict(f) for f in findings],
        "rules": [{"id": f["rule"], "exercised": 3, "failed": 1} for f in findings],
    }


class BothWays(unittest.TestCase):
    def settled(self, first: dict[str, Any], second: dict[str, Any]) -> list[str]:
        both_ways.settle(NOBODY, TEST, first, second)
        return [finding["severity"] for finding in first["findings"]]

    def test_only_later_is_a_remark(self) -> None:
        first = judged(LATE, OTHER)
        self.assertEqual(self.settled(first, judged()), ["remark", "error"])
        self.assertIn("the driver's fault", first["findings"][0]["message"])
        self.assertEqual([row["failed"] for row in first["rules"]], [0, 1])

    def test_both_ways_is_an_error(self) -> None:
        second = judged(LATE | {"message": "a record begins at 9 and ends at 8"})
        self.assertEqual(self.settled(judged(LATE), second), ["error"])

    def test_no_second_run_decides_nothing(self) -> None:
        self.assertEqual(self.settled(judged(LATE), {}), ["error"])
        cut_off = judged()
        cut_off["trace"]["complete"] = False
        self.assertEqual(self.settled(judged(LATE), cut_off), ["error"])

    def test_without_a_simulated_driver_nothing_is_settled(self) -> None:
        self.assertEqual(self.settled(judged(LATE, driver=0), judged()), ["error"])
        self.assertEqual(self.settled(judged(LATE), judged(driver=0)), ["error"])

    def test_in_doubt(self) -> None:
        self.assertFalse(both_ways.suspected(NOBODY, TEST, judged(OTHER)))
        self.assertTrue(both_ways.suspected(NOBODY, TEST, judged(LATE)))
        self.assertFalse(both_ways.suspected(KNOWN, TEST, judged(LATE)))

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            base = f"{folder}/a.c.tmp"
            path = Path(f"{base}.trace{both_ways.SUFFIX}")
            path.write_text(json.dumps(judged(LATE)))
            self.assertTrue(both_ways.in_doubt(NOBODY, TEST, base))
            second = Path(f"{folder}/a.c.at-once.tmp.trace{both_ways.SUFFIX}")
            self.assertEqual(str(second), both_ways.at_once(str(path)))
            second.write_text(json.dumps(judged()))
            both_ways.settle_files(NOBODY, TEST, base)
            found = json.loads(path.read_text())["findings"]
            self.assertEqual([finding["severity"] for finding in found], ["remark"])

    def test_the_rules_exist(self) -> None:
        self.assertLessEqual(both_ways.RULES, set(catalogue.load()))
