"""The sampler: a runtime's faults in a handler are reported correctly, and programs with their own
signals are not disturbed.

harness/tests/recorded_programs.py describes the environment.
"""

import json
import resource
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from recorded_programs import BIN, CHECKER, FLAGS, VIEW, compile_program, environment, openmp

scratch = tempfile.TemporaryDirectory(prefix="cts-sampler-")
programs: dict[str, Path] = {}


def setUpModule() -> None:
    for name, options in (
        ("asked_runtime", ["-Wl,--export-dynamic", "-fno-builtin"]),
        ("sampled", openmp()),
    ):
        programs[name] = compile_program(HERE / f"{name}.c", Path(scratch.name) / name, options)


def tearDownModule() -> None:
    scratch.cleanup()


SANITIZED = any("-fsanitize=" in flag for flag in FLAGS)
copies_stacks = unittest.skipIf(SANITIZED, "whoever copies a stack reads what ASan keeps apart")


class Sampled(unittest.TestCase):
    def run_program(
        self,
        name: str,
        *words: str,
        status: int = 0,
        rate: int = 1000,
        timers: int = -1,
        said: str = "",
        stacks: str = "none",
        perturb: str = "0",
    ) -> str:
        """Its output, with this many samples a second. It may have this many timers (-1: no limit).
        The checker has reported in one line why not all threads are sampled."""

        def limit() -> None:
            if timers >= 0:
                resource.setrlimit(resource.RLIMIT_SIGPENDING, (timers, timers))

        self.trace = (
            Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cts-sampler-"))) / "trace"
        )
        done = subprocess.run(
            [programs[name], *words],
            env=environment(
                self.trace,
                OMPT_CTS_SAMPLE=str(rate),
                OMPT_CTS_STACKS=stacks,
                OMPT_CTS_PERTURB=perturb,
                OMP_DYNAMIC="false",
            ),
            cwd=self.trace.parent,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            preexec_fn=limit,
        )
        self.assertEqual(done.returncode, status, f"{words}: {done.stdout}{done.stderr}")
        line = f"ompt-checker: {said}; not all threads are sampled\n" if said else ""
        self.assertEqual(done.stderr, line)
        return done.stdout

    def judged(self) -> list[dict[str, object]]:
        """The findings about the handler's calls; the trace is whole."""
        command = [BIN / "ompt-validate", "--json", "-", self.trace]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        verdict = json.loads(done.stdout)
        self.assertTrue(verdict["trace"]["complete"], verdict["trace"]["damage"])
        return [f for f in verdict["findings"] if f["rule"].startswith("sigsafe.")]


class Runtimes(Sampled):
    """A runtime that misbehaves once, in the handler."""

    def finding(self, mode: str) -> dict[str, object]:
        stdout = self.run_program("asked_runtime", str(CHECKER), mode)
        self.assertEqual(stdout, "end\n")
        found = self.judged()
        self.assertEqual(len(found), 1, found)
        return found[0]

    def assertBothSides(self, finding: dict[str, object], asked: str) -> None:
        interrupted, handler = finding["because"]  # type: ignore[misc]
        self.assertRegex(interrupted, r"^it was interrupted in .*main \(asked_runtime\.c:\d+\)")
        self.assertRegex(handler, rf"^asked, it stood in .*{asked}")

    def test_a_good_one(self) -> None:
        self.run_program("asked_runtime", str(CHECKER), "good")
        self.assertEqual(self.judged(), [])

    @copies_stacks
    def test_one_that_hangs(self) -> None:
        for mode in ("hangs", "deadlocks"):
            found = self.finding(mode)
            self.assertEqual(found["rule"], "sigsafe.inquiry")
            self.assertIn("does not return", str(found["message"]))
            self.assertBothSides(found, "misbehave")

    def test_one_that_is_slow_does_not_hang(self) -> None:
        for mode in ("slow", "sleeps"):
            self.run_program("asked_runtime", str(CHECKER), mode)
            self.assertEqual(self.judged(), [])

    @copies_stacks
    def test_one_that_allocates(self) -> None:
        found = self.finding("allocates")
        self.assertEqual(found["rule"], "sigsafe.first-touch-tls")
        self.assertIn("allocates 1234 bytes", str(found["message"]))
        self.assertBothSides(found, "misbehave")

    @copies_stacks
    def test_one_that_ends_in_a_signal(self) -> None:
        for mode, number in (
            ("crashes", signal.SIGSEGV),
            ("aborts", signal.SIGABRT),
            ("divides", signal.SIGFPE),
        ):
            found = self.finding(mode)
            self.assertEqual(found["rule"], "sigsafe.inquiry")
            self.assertIn(f"faults with signal {int(number)} at", str(found["message"]))
            self.assertBothSides(found, "misbehave")

    def test_a_pointer_that_cannot_be_read(self) -> None:
        self.run_program("asked_runtime", str(CHECKER), "unreadable")
        found = self.judged()
        self.assertEqual({f["rule"] for f in found}, {"sigsafe.consistent"})
        self.assertIn("parallel_data", str(found[0]["message"]))

    def test_an_answer_that_is_none(self) -> None:
        self.run_program("asked_runtime", str(CHECKER), "lies")
        found = self.judged()
        self.assertEqual({f["rule"] for f in found}, {"sigsafe.inquiry"})
        self.assertIn("returns 7", str(found[0]["message"]))


class Programs(Sampled):
    """Each reports its wrong counts."""

    def test_undisturbed(self) -> None:
        for mode in (
            "itimer",
            "waits",
            "descriptor",
            "alternate",
            "forks",
            "exits",
            "threads",
            "faults",
            "own",
            "jumps",
            "regions",
            "register",
        ):
            with self.subTest(mode):
                if mode == "alternate" and SANITIZED:
                    self.skipTest("a sanitizer makes our handler's frames larger than that stack")
                self.assertEqual(self.run_program("sampled", mode), "end 0\n")
                self.judged()

    @copies_stacks
    def test_on_a_stack_of_the_programs_own(self) -> None:
        self.assertEqual(self.run_program("sampled", "bounded", stacks="all"), "end 0\n")
        self.judged()

    @unittest.skipIf(SANITIZED, "a sanitizer makes frames larger than that stack")
    def test_where_the_runtime_begins_on_a_small_stack(self) -> None:
        self.assertEqual(self.run_program("sampled", "small", stacks="all"), "end 0\n")
        self.judged()

    def test_more_signals_than_the_machine_can_answer(self) -> None:
        self.assertEqual(self.run_program("sampled", "itimer", rate=100_000), "end 0\n")

    def test_no_samples_are_not_silent(self) -> None:
        taken = "the program has taken the signal for samples"
        self.assertEqual(self.run_program("sampled", "takes", said=taken), "end 0\n")
        refused = "the system gives no more timers (ulimit -i)"
        self.assertEqual(self.run_program("sampled", "exits", timers=0, said=refused), "end 0\n")

    def test_a_thread_that_the_checker_holds_is_not_sampled(self) -> None:
        words = self.run_program("sampled", "held", perturb="5,priorities").split()
        low, high = int(words[0]), int(words[1])
        done = subprocess.run([VIEW, "--json", self.trace], capture_output=True, check=True)
        events = [json.loads(line) for line in done.stdout.splitlines() if b'"sample"' in line]
        counters = [e["fields"]["pc"] for e in events if e.get("event") == "sample"]
        self.assertGreater(len(counters), 100)
        self.assertLess(sum(low <= counter < high for counter in counters), 20)

    def test_a_handler_that_wants_to_be_called_once(self) -> None:
        self.assertEqual(self.run_program("sampled", "aborts", status=-signal.SIGABRT), "end 0\n")


if __name__ == "__main__":
    unittest.main()
