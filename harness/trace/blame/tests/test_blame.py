"""The blame of ompt-blame: traces with known times, and programs with a known culprit.

Needs OMPT_CTS_BIN (folder of the checker, ompt-view and ompt-blame), OMPT_CTS_CC (a compiler with
OpenMP) and OMPT_CTS_INCLUDE (folder of cts.h) in the environment; ctest sets them.
"""

import json
import os
import platform
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
BIN = Path(os.environ["OMPT_CTS_BIN"])
CC = os.environ["OMPT_CTS_CC"]
MOST = 0.8  # share of the waiting for the culprit; the rest is before and after it
RUNS = 10

REGION = """\
step 1000
1 stream_begin tid=1 main=1
1 thread_begin thread_type=initial thread=+H1
1 implicit_task endpoint=begin task=+T1 actual_parallelism=1 index=1 flags=initial
1 parallel_begin encountering_task=T1 parallel=+P1 requested_parallelism=2 flags=team
1 implicit_task endpoint=begin parallel=P1 task=+T2 actual_parallelism=2 index=0 flags=implicit
2 stream_begin tid=2
2 thread_begin thread_type=worker thread=+H2
2 implicit_task endpoint=begin parallel=P1 task=+T3 actual_parallelism=2 index=1 flags=implicit
"""
BARRIER = "sync_region_wait kind=barrier_explicit"
SECONDS = "step 2000000000\n"


def blame(trace: Path, *options: str) -> str:
    command = [str(BIN / "ompt-blame"), *options, str(trace)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def charges(trace: Path) -> dict[str, int]:
    """Microseconds by stack."""
    lines = (line.rpartition(" ") for line in blame(trace, "--folded").splitlines())
    return {stack: int(number) for stack, _, number in lines}


def blames(program: Path, kind: str, waiting: str, trace: Path) -> bool:
    """Whether most of the time that others are blamed for is the culprit's, in this sort of wait."""
    environment = os.environ | {
        "OMP_TOOL_LIBRARIES": str(BIN / "libompt-checker.so"),
        "OMPT_CTS_TRACE": str(trace),
        "OMPT_CTS_PROBES": "none",
        "OMPT_CTS_SAMPLE": "1000",
        "OMPT_CTS_STACKS": "all" if kind == "library" else "none",
    }
    subprocess.run([str(program), kind], env=environment, check=True, timeout=120)
    found = charges(trace)
    theirs = sum(
        spent
        for stack, spent in found.items()
        if stack.startswith(waiting + ";") and ";culprit" in stack
    )
    return theirs > MOST * sum(spent for stack, spent in found.items() if ";nobody" not in stack)


class Blame(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cts-blame-")))

    def made(self, text: str) -> Path:
        command = [str(BIN / "ompt-view"), "--from-text", "-", "--out", str(self.root / "t")]
        subprocess.run(command, input=text, text=True, check=True)
        return self.root / "t"

    def test_late_at_a_barrier(self) -> None:
        text = f"2 {BARRIER} endpoint=begin parallel=P1 task=T3\n{SECONDS}"
        text += f"1 {BARRIER} endpoint=begin parallel=P1 task=T2\nstep 1000\n"
        text += f"1 {BARRIER} endpoint=end parallel=P1 task=T2\n"
        found = charges(self.made(REGION + text))
        self.assertEqual(found["barrier;in a region"], 2_000_000)

    def test_late_at_a_barrier_of_the_league(self) -> None:
        text = ""
        for thread, outer, region, task in (1, 2, 2, 4), (2, 3, 3, 5):
            text += f"{thread} parallel_begin encountering_task=T{outer} parallel=+P{region} flags=team\n"
            text += f"{thread} implicit_task endpoint=begin parallel=P{region} task=+T{task}"
            text += " actual_parallelism=1 flags=implicit\n"
        wait = "sync_region_wait kind=barrier_implementation"
        text += f"1 {wait} endpoint=begin parallel=P1 task=T4\n{SECONDS}"
        text += f"2 {wait} endpoint=begin parallel=P1 task=T5\nstep 1000\n"
        text += f"2 {wait} endpoint=end parallel=P1 task=T5\n"
        found = charges(self.made(REGION + text))
        self.assertEqual(found["barrier;in a region"], 2_000_000)

    def test_who_holds_the_lock_is_blamed_though_both_work(self) -> None:
        text = "1 mutex_acquire kind=lock wait_id=0x10\n1 mutex_acquired kind=lock wait_id=0x10\n"
        text += f"2 mutex_acquire kind=lock wait_id=0x10\n{SECONDS}"
        text += "1 mutex_released kind=lock wait_id=0x10\nstep 1000\n"
        text += "2 mutex_acquired kind=lock wait_id=0x10\n"
        found = charges(self.made(REGION + text))
        self.assertEqual(found["lock;in a region"], 2_000_000)

    def test_who_has_a_nested_lock_does_not_wait_for_it(self) -> None:
        text = "1 mutex_acquire kind=nest_lock wait_id=0x10\n"
        text += "1 mutex_acquired kind=nest_lock wait_id=0x10\n"
        text += "1 mutex_acquire kind=nest_lock wait_id=0x10\n"
        text += "1 nest_lock endpoint=begin wait_id=0x10\n"
        text += f"2 mutex_acquire kind=nest_lock wait_id=0x10\n{SECONDS}"
        text += "1 nest_lock endpoint=end wait_id=0x10\nstep 1000\n"
        text += "1 mutex_released kind=nest_lock wait_id=0x10\n"
        found = charges(self.made(REGION + text))
        self.assertEqual(found["lock;in a region"], 2_000_001)
        waits = sum(spent for stack, spent in found.items() if stack.startswith("lock;"))
        self.assertLess(waits, 2_000_010)  # it gets the lock at once

    def test_nobody_switches_where_an_event_is_fulfilled(self) -> None:
        text = "1 task_create encountering_task=T2 new_task=+T4 flags=explicit\n"
        text += "1 task_create encountering_task=T2 new_task=+T5 flags=explicit\n"
        text += "1 task_schedule prior_task=T2 prior_task_status=switch next_task=T5\n"
        text += "1 task_schedule prior_task=T4 prior_task_status=late_fulfill\n"
        text += f"2 {BARRIER} endpoint=begin parallel=P1 task=T3\n{SECONDS}"
        text += "1 task_schedule prior_task=T5 prior_task_status=complete next_task=T2\nstep 1000\n"
        text += f"1 {BARRIER} endpoint=begin parallel=P1 task=T2\n"
        found = charges(self.made(REGION + text))
        self.assertEqual(found["tasks;in a region"], 2_000_000)

    def test_memory_does_not_grow_with_the_run(self) -> None:
        most = []
        for events in (100_000, 2_000_000):
            trace = str(self.root / str(events))
            subprocess.run([str(BIN / "generate_trace"), trace, str(events)], check=True)
            blamed = [str(BIN / "ompt-blame"), trace]
            running = os.posix_spawn(blamed[0], blamed, os.environ)
            status, used = os.wait4(running, 0)[1:]
            self.assertEqual(status, 0)
            most.append(used.ru_maxrss)
        self.assertLess(most[1], most[0] + 4096)  # KiB

    def program(self, source: str, name: str, *flags: str, **env: str) -> Path:
        """The trace of a program, sampled with stacks."""
        (self.root / name).write_text(source)
        compiler = CC.replace("clang", "clang++", 1) if name.endswith("pp") else CC
        built = [compiler, "-O1", "-g", "-fopenmp", *flags, name, "-o", "program"]
        subprocess.run(built, cwd=self.root, check=True)
        env |= {
            "OMP_TOOL_LIBRARIES": str(BIN / "libompt-checker.so"),
            "OMPT_CTS_TRACE": str(self.root / "t"),
        }
        subprocess.run([str(self.root / "program")], env=env, check=True)
        return self.root / "t"

    def test_names_are_those_of_the_language_and_a_cause_is_one_row(self) -> None:
        source = """\
            namespace outer { struct Inner { void work(int n) {
              volatile double x = 0;
              for (int i = 0; i < n; i++) x = x + i; } }; }
            int main() {
            #pragma omp parallel num_threads(2)
            #pragma omp critical
              outer::Inner().work(50000000);
            }"""
        sampled = {"OMPT_CTS_SAMPLE": "500", "OMPT_CTS_STACKS": "all"}
        trace = self.program(source, "named.cpp", **sampled)
        shown = blame(trace)
        self.assertIn("outer::Inner::work(int)", shown)
        rows = [line for line in shown.splitlines() if "critical  outer::Inner::work(int)" in line]
        self.assertIn(len(rows), (1, 2), "one for each of two threads, however many lines it has")
        profile = json.loads(blame(trace, "--speedscope"))["profiles"][0]
        self.assertAlmostEqual(
            sum(profile["weights"]), sum(charges(trace).values()) / 1e6, delta=1e-3
        )

    def test_threads_that_the_runtime_keeps_for_itself_do_not_wait(self) -> None:
        source = """\
            volatile double x;
            int main(void) {
              int a = 0;
            #pragma omp target nowait map(tofrom : a)
              a++;
            #pragma omp taskwait
              for (int i = 0; i < 100000000; i++) x += i;
              return a != 1;
            }"""
        asked = [CC, "-print-file-name=libomp.so"]
        found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(found))}"
        machine = f"-fopenmp-targets={platform.machine()}-pc-linux-gnu"
        try:
            trace = self.program(source, "helped.c", machine, rpath)
        except subprocess.CalledProcessError:
            self.skipTest("no target regions here")
        waited, alive = (float(word) for word in blame(trace).split()[:7] if "." in word)
        self.assertLess(waited, 0.5 * alive)

    def test_a_mutex_that_nobody_holds(self) -> None:
        text = f"2 mutex_acquire kind=lock wait_id=0x10\n{SECONDS}"
        text += "2 mutex_acquired kind=lock wait_id=0x10\n"
        found = charges(self.made(REGION + text))
        words = "lock;nobody holds it, the next one is on its way at an unknown place"
        self.assertEqual(found[words], 2_000_000)

    def test_those_who_wait_in_turn_are_not_to_blame(self) -> None:
        text = "2 parallel_begin encountering_task=T3 parallel=+P2 requested_parallelism=2\n"
        text += "2 implicit_task endpoint=begin parallel=P2 task=+T4 actual_parallelism=2 index=0\n"
        text += "3 stream_begin tid=3\n3 thread_begin thread_type=worker thread=+H3\n"
        text += "3 implicit_task endpoint=begin parallel=P2 task=+T5 actual_parallelism=2 index=1\n"
        text += f"1 {BARRIER} endpoint=begin parallel=P1 task=T2\n"
        text += f"2 {BARRIER} endpoint=begin parallel=P2 task=T4\n{SECONDS}"
        text += f"3 {BARRIER} endpoint=begin parallel=P2 task=T5\n"
        found = charges(self.made(REGION + text))
        # Two threads wait for the third one, one of them by way of the other.
        self.assertEqual(found["barrier;in a region"], 4_000_001)

    def test_a_task_that_others_wait_for(self) -> None:
        text = "1 task_create encountering_task=T2 new_task=+T4 flags=explicit\n"
        text += f"2 {BARRIER} endpoint=begin parallel=P1 task=T3\n"
        text += f"1 {BARRIER} endpoint=begin parallel=P1 task=T2\n"
        text += "1 task_schedule prior_task=T2 prior_task_status=switch next_task=T4\n"
        text += f"{SECONDS}1 task_schedule prior_task=T4 prior_task_status=complete next_task=T2\n"
        found = charges(self.made(REGION + text))
        self.assertEqual(found["tasks;in a region"], 2_000_000)

    def test_the_pool_waits_for_the_serial_part(self) -> None:
        text = "2 implicit_task endpoint=end task=T3 index=1 flags=implicit\n"
        text += "1 implicit_task endpoint=end task=T2 index=0 flags=implicit\n"
        text += "1 parallel_end parallel=P1 encountering_task=T1 flags=team\n"
        # A thread that was in no team yet is being started, as LLVM's hidden helpers are.
        text += f"3 stream_begin tid=3\n3 thread_begin thread_type=worker thread=+H3\n{SECONDS}"
        text += "1 implicit_task endpoint=end task=T1 index=1 flags=initial\n"
        found = charges(self.made(REGION + text))
        self.assertAlmostEqual(found["idle;before the first region"], 2_000_000, delta=1000)

    def test_known_culprits(self) -> None:
        cc, flags = os.environ["OMPT_CTS_CC"], os.environ.get("OMPT_CTS_CFLAGS", "").split()
        library = subprocess.run(
            [cc, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
        command = [cc, "-O1", "-g", "-fno-omit-frame-pointer", "-fopenmp", *flags]
        command += [f"-I{os.environ['OMPT_CTS_INCLUDE']}", str(HERE / "culprits.c")]
        command += [f"-Wl,-rpath,{os.path.dirname(os.path.realpath(library))}", "-ldl"]
        program = self.root / "culprits"
        subprocess.run([*command, "-o", str(program)], check=True)
        for kind, waiting in (
            ("late", "barrier"),
            ("lock", "lock"),
            ("nest", "lock"),
            ("critical", "critical"),
            ("ordered", "ordered"),
            ("taskloop", "critical"),
            ("serial", "idle"),
            ("task", "tasks"),
            ("producer", "barrier"),
            ("library", "barrier"),
        ):
            # A busy machine lets threads come late, into another sort of wait: one run is enough.
            runs = (self.root / f"{kind}{number}" for number in range(RUNS))
            with self.subTest(kind):
                self.assertTrue(any(blames(program, kind, waiting, trace) for trace in runs))

    def test_bad_input(self) -> None:
        for words in ((), ("/no/such",), ("--most", "0", "."), ("--colour", ".")):
            command = [str(BIN / "ompt-blame"), *words]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
