"""The checker in processes with accidents: no process is harmed, and every loss is reported.

harness/tests/recorded_programs.py describes the environment.
"""

import _ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDING = HERE.parents[1] / "trace" / "tests"
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from recorded_programs import BIN, CHECKER, compile_program, environment, openmp
from small_disk import WHY_NOT, small_disk

scratch = tempfile.TemporaryDirectory(prefix="cts-accidents-")
programs: dict[str, Path] = {}


def setUpModule() -> None:
    for source, options in (
        (HERE / "takes_names.c", [*openmp(), "-fno-builtin", "-Wl,--export-dynamic"]),
        (HERE / "handler.c", openmp()),
        (HERE / "runtime.c", ["-Wl,--export-dynamic"]),
        (RECORDING / "hostile.c", openmp()),
    ):
        program = Path(scratch.name) / source.stem
        programs[source.stem] = compile_program(source, program, options)
    second = Path(scratch.name) / "second.so"
    programs["second"] = compile_program(HERE / "runtime.c", second, ["-shared", "-fPIC"])


def tearDownModule() -> None:
    scratch.cleanup()


class Loaded(unittest.TestCase):
    def test_no_program_unloads_a_tool_under_its_runtime(self) -> None:
        """A plugin host closes every library until it is gone; the runtime still calls the tool."""
        for library in (CHECKER, BIN / "libnull-tool.so"):
            _ctypes.dlclose(_ctypes.dlopen(str(library), os.RTLD_LAZY))
            self.assertIn(library.name, Path("/proc/self/maps").read_text())


class Accident(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cts-accident-")))
        self.trace = self.folder / "trace"

    def environment(self, **options: str) -> dict[str, str]:
        return environment(self.trace, **options)

    def run_program(
        self, name: str, *words: str, status: int = 0, cwd: Path | None = None, **options: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [programs[name], *words],
            env=self.environment(**options),
            cwd=cwd or self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def info(self, trace: Path | None = None) -> dict[str, object]:
        command = [BIN / "ompt-view", "--info", trace or self.trace]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return dict(json.loads(shown))

    def judged(self, trace: Path | None = None) -> dict[str, object]:
        """The validator's verdict on the trace, never more than its findings allow."""
        command = [BIN / "ompt-validate", "--json", "-", trace or self.trace]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        verdict = dict(json.loads(done.stdout))
        of_trace, rules = verdict["trace"], {f["rule"] for f in verdict["findings"]}
        errors = any(f["severity"] == "error" for f in verdict["findings"])
        status = 2 if of_trace["damaged"] else 1 if errors else 0 if of_trace["complete"] else 3
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(of_trace["complete"], done.stderr == "")
        return {**of_trace, "rules": rules, "findings": verdict["findings"]}

    def assertComplete(self, trace: Path | None = None) -> None:
        judged = self.judged(trace)
        self.assertTrue(judged["complete"], judged["damage"])

    def assertIncomplete(self, reason: str, trace: Path | None = None) -> None:
        judged = self.judged(trace)
        self.assertFalse(judged["complete"])
        self.assertFalse(judged["damaged"])
        self.assertIn(reason, str(judged["damage"]))


class Endings(Accident):
    """The end of a process is known, and a record without a proper end is no pass."""

    def test_exit(self) -> None:
        self.run_program("hostile", "plain")
        info = self.info()
        self.assertEqual((info["end"], info["ended"]), ("exited", True))
        self.assertComplete()

    def test_immediate_exit(self) -> None:
        self.run_program("hostile", "stops")
        self.assertEqual(self.info()["end"], "unknown")
        self.assertIncomplete("did not end in order")

    def test_killed_and_still_running(self) -> None:
        with subprocess.Popen([programs["hostile"], "endless"], env=self.environment()) as process:
            try:
                while not (self.trace / "thread_000000").exists():
                    self.assertIsNone(process.poll())
                process.send_signal(signal.SIGSTOP)
                self.assertEqual(self.info()["end"], "running")
                self.assertIncomplete("still runs")
            finally:
                process.kill()
        self.assertEqual(self.info()["end"], "unknown")
        self.assertIncomplete("did not end in order")

    def test_exec(self) -> None:
        self.run_program("hostile", "execs")
        self.assertEqual(self.info()["end"], "replaced")
        self.assertIncomplete("exec")
        (after,) = self.folder.glob("trace.*")
        self.assertEqual(self.info(after)["end"], "exited")
        self.assertComplete(after)

    def test_a_moved_trace_and_a_relative_one(self) -> None:
        self.run_program("hostile", "plain", OMPT_CTS_TRACE="relative")
        moved = self.folder / "elsewhere"
        (self.folder / "relative").rename(moved)
        self.assertComplete(moved)

    def test_who_it_is(self) -> None:
        program = subprocess.Popen(
            [programs["hostile"], "plain", "two words", b"\xff"],
            env=self.environment(PMIX_RANK="3", OMPI_COMM_WORLD_RANK="3"),
            stdout=subprocess.DEVNULL,
        )
        program.wait()
        facts = (self.trace / "info" / "process").read_bytes().split(b"\0")
        for fact in (
            f"pid={program.pid}",
            f"parent={os.getpid()}",
            "argument=two words",
            "PMIX_RANK=3",
            "OMPI_COMM_WORLD_RANK=3",
            "forked=0",
        ):
            self.assertIn(fact.encode(), facts)
        self.assertIn(b"argument=\xff", facts)
        process = self.info()["process"]
        assert isinstance(process, dict)
        self.assertEqual(process["arguments"][2], "two words")


class Losses(Accident):
    """A loss in a trace is noticed, and no runtime is blamed for it."""

    def setUp(self) -> None:
        super().setUp()
        self.run_program("hostile", "long")
        self.streams = sorted(self.trace.glob("thread_*"))
        self.packet = int.from_bytes(self.streams[0].read_bytes()[32:40], "little") // 8

    def assertNobodyBlamed(self) -> None:
        judged = self.judged()
        self.assertTrue(judged["damaged"])
        self.assertEqual(judged["findings"], [])

    def test_missing_stream(self) -> None:
        self.streams[1].unlink()
        self.assertNobodyBlamed()

    def test_empty_stream(self) -> None:
        self.streams[1].write_bytes(b"")
        self.assertNobodyBlamed()

    def test_stream_cut_at_a_packets_end(self) -> None:
        whole = self.streams[0].read_bytes()
        self.assertGreater(len(whole), self.packet)
        self.streams[0].write_bytes(whole[: self.packet])
        self.assertNobodyBlamed()

    def test_stream_twice(self) -> None:
        shutil.copy(self.streams[0], self.trace / "thread_000099")
        self.assertNobodyBlamed()

    def test_stream_in_anothers_place(self) -> None:
        shutil.copy(self.streams[0], self.streams[1])
        self.assertNobodyBlamed()

    def test_changed_byte(self) -> None:
        whole = bytearray(self.streams[0].read_bytes())
        whole[self.packet // 2] ^= 64
        self.streams[0].write_bytes(whole)
        self.assertNobodyBlamed()

    def test_stream_of_another_run(self) -> None:
        other = self.trace
        self.trace = self.folder / "again"
        self.run_program("hostile", "long")
        shutil.copy(other / "thread_000001", self.trace / "thread_000001")
        self.assertNobodyBlamed()


class Limits(Accident):
    def test_bounded(self) -> None:
        self.run_program("hostile", "long", OMPT_CTS_MAX_TRACE="2M")
        info = self.info()
        self.assertGreater(int(str(info["dropped"])), 1000)
        self.assertGreater(int(str(info["events"])), 1000)
        size = sum(f.stat().st_blocks * 512 for f in self.trace.glob("thread_*"))
        self.assertLessEqual(size, 2 << 20)
        self.assertIncomplete("--max-trace")
        self.assertIncomplete("what came before is judged")

    def test_room_enough(self) -> None:
        self.run_program("hostile", "long", OMPT_CTS_MAX_TRACE="1G")
        self.assertComplete()

    def test_wrong_limits(self) -> None:
        for limit in ("1", "M", "-1", "2X", "2MM", "99999999999999T", "0"):
            done = self.run_program("hostile", "plain", OMPT_CTS_MAX_TRACE=limit)
            self.assertIn("OMPT_CTS_MAX_TRACE must be", done.stderr)
            self.assertFalse(self.trace.exists())

    def test_a_full_disk_is_named(self) -> None:
        with small_disk(self.trace, 2048) as disk:
            if not disk:
                self.skipTest(WHY_NOT)
            self.run_program("hostile", "long")
            self.assertIncomplete("No space left on device")


class Neighbours(Accident):
    def test_many_start_together(self) -> None:
        together = 48
        running = [
            subprocess.Popen(
                [programs["hostile"], "plain"],
                env=self.environment(OMP_NUM_THREADS="2"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(together)
        ]
        for process in running:
            self.assertEqual(process.communicate()[1], "")
            self.assertEqual(process.returncode, 0)
        traces = list(self.folder.glob("trace*"))
        self.assertEqual(len(traces), together)
        pids = {str(dict(self.info(trace)["process"])["pid"]) for trace in traces}  # type: ignore[call-overload]
        self.assertEqual(pids, {str(process.pid) for process in running})

    def test_links_are_not_followed(self) -> None:
        self.trace.mkdir()
        victim = self.folder / "victim"
        victim.write_text("untouched")
        for name in (
            "metadata.new",
            ".metadata",
            "metadata",
            ".thread_000001",
            ".thread_000000.tail",
        ):
            (self.trace / name).symlink_to(victim)
        self.run_program("hostile", "long")
        self.assertEqual(victim.read_text(), "untouched")

    def test_no_working_directory(self) -> None:
        gone = self.folder / "gone"
        gone.mkdir()
        script = f'cd "{gone}" && rmdir "{gone}" && exec "{programs["hostile"]}" plain'
        name = f"cts-accident-{os.getpid()}"
        done = subprocess.run(
            ["sh", "-c", script],
            env=self.environment(OMPT_CTS_TRACE=name),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.stdout.splitlines()[-1], "sum 120")
        self.assertIn("working directory that does not exist", done.stderr)
        self.assertFalse((Path("/") / name).exists())


class Interference(Accident):
    def test_names_of_libc_are_the_programs(self) -> None:
        done = self.run_program("takes_names")
        self.assertEqual((done.stdout, done.stderr), ("sum 120\n", ""))
        self.assertComplete()

    def test_handlers_that_cause_callbacks(self) -> None:
        self.run_program("handler")
        info = self.info()
        self.assertEqual(info["damage"], "")
        counted = subprocess.run(
            ["babeltrace2", self.trace], capture_output=True, text=True, check=False
        )
        self.assertEqual(counted.returncode, 0, counted.stderr)
        self.assertEqual(len(counted.stdout.splitlines()), info["events"])
        if info["dropped"]:
            self.assertIncomplete("signal handler")

    def test_a_stack_of_the_programs_own(self) -> None:
        """The place of a coroutine's frames is not the runtime's fault."""
        for probes in ("none", "full"):
            self.trace = self.folder / probes
            self.run_program("hostile", "coroutine", OMPT_CTS_PROBES=probes)
            self.assertComplete()
            misplaced = {"frame.points-into-stack", "frame.nesting-order"}
            self.assertFalse(misplaced & set(self.judged()["rules"]))

    def test_threads_with_little_stack(self) -> None:
        """The smallest stacks of a runtime's threads; stack_depth.cpp measures the checker's
        share."""
        for probes, mode in (("none", "long"), ("full", "short")):
            self.trace = self.folder / probes
            options = {"OMP_STACKSIZE": "16k", "OMPT_CTS_PROBES": probes}
            self.run_program("hostile", mode, **options)
            self.assertComplete()


class Runtimes(Accident):
    def run_runtime(self, mode: str, *words: str, status: int = 0) -> None:
        self.run_program("runtime", str(CHECKER), mode, *words, status=status)

    def test_a_runtime_that_does_nothing_wrong(self) -> None:
        self.run_runtime("good")
        self.assertComplete()
        self.assertEqual(self.info()["environment"]["ended_early"], "1", "it ends in main")

    def test_a_second_runtime_is_named_and_not_recorded(self) -> None:
        done = self.run_program("runtime", str(CHECKER), "two", str(programs["second"]))
        self.assertIn("the second 4", done.stdout)  # the second runtime got no tool
        environment = self.info()["environment"]
        self.assertIn(f"second_runtime': '{programs['second']}", str(environment))
        self.assertComplete()

    def test_memory_that_goes(self) -> None:
        """A page is unmapped or made read-only: the program continues."""
        for probes in ("none", "full"):
            self.trace = self.folder / probes
            self.run_program(
                "runtime",
                str(CHECKER),
                "goes",
                OMPT_CTS_PROBES=probes,
                OMPT_CTS_CALLBACKS="-control_tool",
            )
            self.assertEqual(self.info()["dropped"], 0)

    def test_a_crash_is_the_programs_own(self) -> None:
        """The checker's handler of SIGSEGV only tells the address that ends the program."""
        done = self.run_program("runtime", str(CHECKER), "falls", status=-signal.SIGSEGV)
        self.assertEqual(done.stderr, "ompt-checker: the program ends by an access at 0x10\n")
        self.assertEqual(self.run_program("runtime", str(CHECKER), "handles").stderr, "")

    def test_entry_points_without_code(self) -> None:
        for mode in ("data", "nowhere", "lookup"):
            self.trace = self.folder / mode
            self.run_runtime(mode)
            self.assertIn("lookup.code", self.judged()["rules"])  # type: ignore[arg-type]

    def test_a_crash_in_the_initializer_is_attributed(self) -> None:
        self.run_runtime("crash", status=-signal.SIGSEGV)
        self.assertIncomplete("when the lookup function was called")

    def test_a_runtime_that_never_initializes(self) -> None:
        self.run_runtime("never")
        self.assertIn("init.before-first-construct", self.judged()["rules"])  # type: ignore[arg-type]
        self.trace = self.folder / "silent"
        self.run_runtime("silent")
        self.assertIncomplete("never the initializer")

    def test_texts_of_a_runtime_are_shown_harmless(self) -> None:
        self.run_runtime("good", "a\x1b[2J\rb\nconformant\x07\u009b")
        for command in (
            ["ompt-view"],
            ["ompt-view", "--threads"],
            ["ompt-view", "--json"],
            ["ompt-view", "--info"],
            ["ompt-view", "--regions"],
            ["ompt-validate"],
            ["ompt-validate", "--json", "-"],
        ):
            shown = subprocess.run(
                [BIN / command[0], *command[1:], self.trace],
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertNotRegex(
                shown.stdout + shown.stderr, re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
            )
            self.assertNotIn("\nconformant", shown.stdout)


if __name__ == "__main__":
    unittest.main()
