"""The recorder under programs that crash, fork, run out of disk or otherwise misbehave.

harness/tests/recorded_programs.py describes the environment.
"""

import json
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from recorded_programs import BIN, FLAGS, VIEW, compile_program, environment, openmp
from small_disk import WHY_NOT, small_disk

scratch = tempfile.TemporaryDirectory(prefix="cts-recording-")
programs: dict[str, Path] = {}


def setUpModule() -> None:
    for name, source, options in (
        ("hostile", "hostile.c", openmp()),
        ("count_notes", "count_notes.c", openmp()),
        ("unloads", "unloads.c", []),
        ("region.so", "region.c", [*openmp(), "-shared", "-fPIC"]),
    ):
        programs[name] = compile_program(HERE / source, Path(scratch.name) / name, options)


def tearDownModule() -> None:
    scratch.cleanup()


class Recording(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="cts-recording-")
        self.addCleanup(self.folder.cleanup)
        self.trace = Path(self.folder.name) / "trace"

    def hostile(self, mode: str, trace: str | Path | None = None, **options: str) -> str:
        """Runs the program, which must produce its own result; returns its standard error."""
        return self.program("hostile", mode, trace=trace, **options)

    def program(
        self, name: str, *words: str | Path, trace: str | Path | None = None, **options: str
    ) -> str:
        result = subprocess.run(
            [programs[name], *words],
            env=environment(trace or self.trace, **options),
            cwd=self.folder.name,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(set(result.stdout.splitlines()), {"sum 120"}, result.stderr)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def info(self, trace: Path) -> dict[str, object]:
        shown = subprocess.run([VIEW, "--info", trace], capture_output=True, check=True).stdout
        return json.loads(shown)

    def assertReadable(self, trace: Path, finalized: bool | None = True) -> dict[str, object]:
        """The trace is whole, and babeltrace2 sees as many events as we do."""
        info = self.info(trace)
        self.assertEqual(info["damage"], "")
        self.assertEqual(info["dropped"], 0)
        if finalized is not None:
            self.assertEqual(info["finalized"], finalized)
        counted = subprocess.run(
            ["babeltrace2", trace], capture_output=True, text=True, check=False
        )
        self.assertEqual(counted.returncode, 0, counted.stderr)
        self.assertEqual(len(counted.stdout.splitlines()), info["events"])
        self.judged(trace)
        return info

    def judged(self, trace: Path) -> int:
        """The validator reaches a verdict or gives the reason why it cannot."""
        command = [BIN / "ompt-validate", "--quiet", trace]
        status = subprocess.run(command, timeout=120, check=False).returncode
        self.assertIn(status, (0, 1, 2, 3))
        return status

    def counts(self, trace: Path) -> dict[str, int]:
        shown = subprocess.run(
            [VIEW, "--counts", trace], capture_output=True, text=True, check=True
        )
        total = shown.stdout.split("thread ", 1)[0].splitlines()[1:]
        return {name: int(number) for name, number in (line.split() for line in total)}

    # A killed program

    def test_kill_loses_no_finished_event(self) -> None:
        for attempt in range(6):
            trace = Path(f"{self.trace}{attempt}")
            published = Path(self.folder.name) / "published"
            published.write_bytes(bytes(4096))
            with subprocess.Popen(
                [programs["count_notes"], published], env=environment(trace)
            ) as process:
                # First within the first buffer, later after some have been written.
                wanted = 10 if attempt == 0 else 700 * attempt
                while min(struct.unpack("<3q", published.read_bytes()[:24])) < wanted:
                    self.assertIsNone(process.poll())
                process.send_signal(signal.SIGKILL)
            finished = struct.unpack("<3q", published.read_bytes()[:24])
            info = self.assertReadable(trace, finalized=False)
            self.assertTrue(info["initialized"])
            shown = subprocess.run(
                [VIEW, "--json", trace], capture_output=True, text=True, check=True
            )
            noted: dict[str, list[int]] = {"zero": [], "one": [], "two": []}
            for line in shown.stdout.splitlines():
                if '"rule":"count"' in line:
                    fields = json.loads(line)["fields"]
                    noted[fields["text"]].append(fields["values"][0])
            for name, at_least in zip(noted, finished, strict=True):
                self.assertEqual(noted[name], list(range(len(noted[name]))))
                self.assertIn(len(noted[name]), (at_least, at_least + 1))

    # Without disk space

    def test_disk_fills_up(self) -> None:
        with small_disk(self.trace, 2048) as disk:
            if not disk:
                self.skipTest(WHY_NOT)
            self.hostile("long")
            self.assertIncomplete(self.trace)

    def assertIncomplete(self, trace: Path) -> None:
        info = self.info(trace)
        self.assertNotEqual(info["loss"], "")
        self.assertNotEqual(self.judged(trace), 0)
        self.assertGreater(info["dropped"], 0)
        self.assertGreater(info["events"], 1000)
        self.assertEqual(info["damage"], "")

    def test_file_size_limit(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, hard))
        try:
            self.hostile("long")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        self.assertIncomplete(self.trace)

    @unittest.skipIf(
        "-fsanitize=thread" in FLAGS,
        "ThreadSanitizer maps a file larger than the limit that this test sets, and does not start",
    )
    def test_no_room_at_all(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        for limit in (4_000, 12_000, 50_000):  # below, libomp itself does not start
            trace = Path(f"{self.trace}{limit}")
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
            try:
                said = self.hostile("plain", trace)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            shown = subprocess.run([VIEW, "--info", trace], capture_output=True, check=False)
            if limit > 40_000:
                self.assertGreater(json.loads(shown.stdout)["dropped"], 100)
            else:  # not even the metadata fits
                self.assertOneLine(said, "no room for a trace")
                self.assertEqual(shown.returncode, 2)

    def assertOneLine(self, message: str, *parts: str) -> None:
        self.assertEqual(message.count("\n"), 1, message)
        self.assertIn("ompt-checker: ", message)
        self.assertIn("nothing is recorded", message)
        for part in parts:
            self.assertIn(part, message)

    def test_folder_cannot_be_made(self) -> None:
        for place in ("/dev/null/trace", "/proc/trace", f"{self.folder.name}/no/such/trace"):
            self.assertOneLine(
                self.hostile("plain", place), "cannot make the trace directory", place
            )

    # Programs that interfere

    def test_plain(self) -> None:
        self.assertEqual(self.hostile("plain"), "")
        self.assertReadable(self.trace)
        self.assertEqual([p.name for p in self.trace.glob("*.tail")], [])

    def test_a_given_checksum_counts_for_the_same_file_only(self) -> None:
        self.hostile("plain")
        found = self.info(self.trace)["environment"]
        facts = os.stat(found["runtime_library"])
        same = [facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns]
        for n, identity in enumerate([same, [*same[:-1], facts.st_ctime_ns + 1], same[:-1], []]):
            trace = Path(f"{self.trace}{n}")
            given = " ".join(map(str, ["0" * 64, *identity]))
            self.hostile("plain", trace, OMPT_CTS_CHECKSUM=given)
            recorded = self.info(trace)["environment"]["runtime_sha256"]
            self.assertEqual(recorded, found["runtime_sha256"] if n else "0" * 64)

    def test_closes_every_descriptor(self) -> None:
        self.hostile("closes")
        self.assertReadable(self.trace)

    def test_standard_descriptors_stay_closed(self) -> None:
        self.hostile("closed")
        self.assertEqual(self.info(self.trace)["loss"], "Too many open files")

    def test_hides_its_files_from_its_user(self) -> None:
        self.hostile("hides")
        self.assertReadable(self.trace)
        self.assertReadable(self.trace)
        for path in (self.trace, *self.trace.rglob("*")):
            own = 0o700 if path.is_dir() else 0o600
            self.assertEqual(path.stat().st_mode & own, own, path)

    def test_changes_directory(self) -> None:
        self.hostile("moves", "trace")
        self.assertReadable(self.trace)

    def test_fork(self) -> None:
        self.hostile("forks")
        self.assertReadable(self.trace)
        (child,) = self.trace.parent.glob("trace.*")
        self.assertReadable(child, finalized=None)

    def test_fork_behind_the_back_of_the_c_library(self) -> None:
        self.hostile("forks_unseen")
        self.assertReadable(self.trace)
        (child,) = self.trace.parent.glob("trace.*")
        self.assertGreater(self.info(child)["events"], 2900)
        self.assertEqual(self.info(child)["dropped"], 1)

    def test_exec(self) -> None:
        self.hostile("execs")
        before = self.assertReadable(self.trace, finalized=False)
        (after,) = self.trace.parent.glob("trace.*")
        self.assertReadable(after)
        self.assertEqual(
            before["environment"]["process"], self.info(after)["environment"]["process"]
        )

    def test_signal_handlers(self) -> None:
        self.assertEqual(self.hostile("signals"), "")
        self.assertReadable(self.trace)

    def test_unloads_its_library_with_openmp(self) -> None:
        self.program("unloads", programs["region.so"], "region", "3")
        self.assertReadable(self.trace, finalized=None)

    def test_unloads_the_runtime(self) -> None:
        scenario = Path(self.folder.name) / "scenario.txt"
        scenario.write_text(
            "1 thread_begin thread_type=initial thread=+H1\n"
            "2 thread_begin thread_type=worker thread=+H2\n"
            "2 thread_end thread=H2\n1 thread_end thread=H1\n"
        )
        self.program("unloads", BIN / "libsynth-omp.so", "synth_omp_play", scenario)
        self.assertReadable(self.trace)
        self.assertEqual(self.counts(self.trace)["thread_begin"], 2)

    def test_events_without_end(self) -> None:
        with subprocess.Popen(
            [programs["hostile"], "endless"], env=environment(self.trace)
        ) as process:
            try:
                while sum(one.stat().st_size for one in self.trace.glob("thread_??????")) < 1 << 20:
                    self.assertIsNone(process.poll())
            finally:
                process.kill()
        info = self.assertReadable(self.trace, finalized=False)
        self.assertGreater(info["events"], 5_000)  # a packet, which the file grows by, has more

    def test_threads_that_the_runtime_does_not_know(self) -> None:
        self.hostile("foreign")
        info = self.assertReadable(self.trace)
        self.assertGreaterEqual(info["threads"], 3 + 8)
        self.assertEqual(self.counts(self.trace)["note"], 16 + 8)

    def test_many_short_threads(self) -> None:
        self.hostile("many")
        info = self.assertReadable(self.trace)
        self.assertGreaterEqual(info["threads"], 2003)
        self.assertEqual(self.counts(self.trace)["note"], 16 + 2000)
        self.assertEqual([p.name for p in self.trace.glob("*.tail")], [])

    def test_exit_inside_a_region(self) -> None:
        self.hostile("leaves")
        self.assertReadable(self.trace, finalized=None)

    def test_immediate_exit(self) -> None:
        self.hostile("stops")
        self.assertReadable(self.trace, finalized=False)

    def test_statements_that_contradict_each_other(self) -> None:
        """A word that the trace says twice, changed in one place. (The manifest is words of 4 bytes.)"""
        self.hostile("plain")
        stopped = Path(f"{self.trace}-stopped")
        self.hostile("stops", stopped)
        finalized = (stopped / "info/manifest").read_bytes()[:48] + b"\1"
        for trace, file, old, new in (
            (self.trace, "metadata", b'"always"', b'"never"'),
            (self.trace, "metadata", b"omp_version = 20", b"omp_version = 21"),
            (self.trace, "metadata", b"process = ", b"process = 1"),
            (self.trace, "info/process", b"pid=", b"pid=1"),
            (self.trace, "info/maps", b"/", b"//"),
            (stopped, "info/manifest", finalized[:-1] + b"\0", finalized),
        ):
            right = (trace / file).read_bytes()
            self.assertIn(old, right)
            (trace / file).write_bytes(right.replace(old, new, 1))
            with self.subTest(old=old[-30:]):
                self.assertEqual(self.judged(trace), 2)
            (trace / file).write_bytes(right)

    def test_a_process_without_its_code_is_incomplete(self) -> None:
        self.hostile("plain")
        manifest = self.trace / "info/manifest"
        words = manifest.read_bytes()
        self.assertEqual((words[152:160] > bytes(8), words[160:164]), (True, bytes(4)))
        manifest.write_bytes(words[:152] + bytes(8) + b"\1" + words[161:])
        (self.trace / "info/maps").write_bytes(b"")
        told = subprocess.run(
            [BIN / "ompt-validate", self.trace], capture_output=True, text=True, check=False
        )
        self.assertIn("could not read its list of code", told.stdout + told.stderr)

    def test_every_option_records(self) -> None:
        for number, options in enumerate(
            (
                {"OMPT_CTS_PROBES": "full"},
                {"OMPT_CTS_PROBES": "sampled"},
                {"OMPT_CTS_PROBES": "light", "OMPT_CTS_PERTURB": "7"},
                {"OMPT_CTS_TARGET": "classic"},
                {"OMPT_CTS_CALLBACKS": "parallel_begin,parallel_end"},
                {"OMPT_CTS_CALLBACKS": "-work,-dispatch"},
                {"OMPT_CTS_PROBES": "none", "OMPT_CTS_PERTURB": "7,priorities"},
                {"OMPT_CTS_PROBES": "none", "OMPT_CTS_PERTURB": "0,turns"},
                {"OMPT_CTS_PERTURB": "0"},
            )
        ):
            trace = Path(f"{self.trace}{number}")
            self.assertEqual(self.hostile("plain", trace, **options), "")
            self.assertReadable(trace)
        for number, order in ((2, "delays 7"), (6, "priorities 7"), (7, "turns 0"), (8, "free 0")):
            metadata = Path(f"{self.trace}{number}", "metadata").read_text()
            self.assertIn(f'perturb = "{order}"', metadata)
        counts = self.counts(Path(f"{self.trace}4"))
        self.assertEqual(counts["parallel_begin"], 2)
        self.assertNotIn("work", counts)
        counts = self.counts(Path(f"{self.trace}5"))
        self.assertNotIn("work", counts)
        self.assertIn("sync_region", counts)

    def test_wrong_options(self) -> None:
        for name, value, reason in (
            ("OMPT_CTS_PROBES", "some", "none, sampled, light or full"),
            ("OMPT_CTS_TARGET", "both", "emi or classic"),
            ("OMPT_CTS_PERTURB", "often", "must be SEED"),
            ("OMPT_CTS_PERTURB", "-1", "must be SEED"),
            ("OMPT_CTS_PERTURB", "7,often", "must be SEED"),
            ("OMPT_CTS_CALLBACKS", "no_such", "names no callback: 'no_such'"),
            ("OMPT_CTS_CALLBACKS", "work,-dispatch", "mixes names"),
            ("OMPT_CTS_TRACE", "", "OMPT_CTS_TRACE names no directory"),
        ):
            message = self.hostile("plain", **{name: value})
            self.assertOneLine(message, reason)
            self.assertFalse(self.trace.exists())


if __name__ == "__main__":
    unittest.main()
