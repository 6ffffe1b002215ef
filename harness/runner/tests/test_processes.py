"""The processes of a recording that left a trace: a program with a runtime and without a trace is
reported."""

import contextlib
import io
import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts.runtime import proof
from ompt_cts.steps import follow
from ompt_cts.steps.follow import Followed, Seen
from ompt_cts.steps.inside import INSIDE, hidden_code, openmp_inside
from ompt_cts.system import deaths, mapped, waiting
from ompt_cts.system.deaths import Deaths
from ompt_cts.system.process_table import end_all_below, living
from ompt_cts.verdict import processes
from ompt_cts.verdict.processes import Process

OMP = "/usr/lib/libomp.so.5"


def traced(pid: int = 10, image: str = "a", **more: Any) -> Process:
    given = {"start": "1", "trace": "/t", "library": OMP} | more
    return Process(pid, image=image, **given)


def seen(pid: int = 10, image: str = "a", **more: Any) -> Seen:
    given = {"start": "1", "own": pid, "openmp": OMP, "parent": 1, "command": [image]} | more
    return Seen(pid, image=image, **given)


class PausesTest(unittest.TestCase):
    def whole_looks(self, seconds: float) -> int:
        """The number of complete looks in a minute, in which strangers open a library every so many seconds."""
        pauses, whole, now, next_opening = follow.Pauses(), 0, 0.0, seconds
        while now < 60:
            whole += not pauses.quickly
            pauses.looked(False)
            opened = now + pauses.seconds >= next_opening
            now = next_opening if opened else now + pauses.seconds
            next_opening += seconds * opened
            pauses.waited(opened)
        return whole

    def test_strangers_that_open_a_library_cost_quick_looks_and_one_at_all(self) -> None:
        self.assertLess(self.whole_looks(1000), 90)  # one a second, and some at the beginning
        self.assertLess(self.whole_looks(0.5), 3 * 120)

    def test_openings_without_end_starve_no_look_at_all(self) -> None:
        self.assertGreater(self.whole_looks(0.0005), 1000)

    def test_a_process_of_ours_begins_the_frequent_looks_again(self) -> None:
        pauses = follow.Pauses()
        for _ in range(50):
            pauses.waited(False)
        self.assertEqual(pauses.seconds, follow.LAST_LOOK)
        pauses.waited(True)
        self.assertTrue(pauses.quickly)
        pauses.looked(True)
        while pauses.soon:
            pauses.waited(False)
        self.assertEqual(pauses.seconds, follow.FIRST_LOOK)


class OfRecording(unittest.TestCase):
    def states(self, traces: list[Process], *looks: Seen) -> dict[str, str]:
        """The state of each process by its number and, without a trace, its program."""
        with (
            mock.patch.object(processes, "of_trace", side_effect=traces),
            mock.patch.object(processes, "only_forked", lambda process: process.forked),
        ):
            found = processes.of_recording(["/t"] * len(traces), looks)
        return {f"{one.pid}{one.command and ' ' + one.command}": one.state for one in found}

    def test_a_trace_is_of_the_program_that_recorded(self) -> None:
        self.assertEqual(self.states([traced()], seen()), {"10": "ok"})
        self.assertEqual(self.states([traced(image="")], seen()), {"10": "ok"}, "an old trace")
        emulated = traced(image="", start="")
        self.assertEqual(self.states([emulated], seen(start="7")), {"10": "ok"})
        self.assertEqual(self.states([traced()], seen(image="")), {"10": "ok"}, "of another user")

    def test_a_time_namespace_has_other_starts(self) -> None:
        shifted = traced(start="900")
        self.assertEqual(self.states([shifted], seen(start="5")), {"10": "ok"})
        self.assertIn("no-trace", self.states([shifted], seen(image="b", start="5")).values())

    def test_two_namespaces_in_one_tick(self) -> None:
        """Two processes in different namespaces have the same number and started in the same tick."""
        for own in (1, 0):  # known, and gone before we could read it
            looks = seen(10, own=own), seen(20, "b", own=1)
            found = self.states([traced(1), traced(1, "b")], *looks)
            self.assertEqual(found, {"10": "ok", "20": "ok"}, own)

    def test_another_program_after_the_trace(self) -> None:
        untraced = {"10": "ok", "10 b": "no-trace"}
        for looks in ([seen(), seen(image="b")], [seen(image="b")]):
            self.assertEqual(self.states([traced()], *looks), untraced)
        open_end = traced(state=processes.UNFINISHED)
        self.assertEqual(self.states([open_end], seen(image="b"))["10"], processes.UNFINISHED)

    def test_another_program_after_a_fork(self) -> None:
        fork = traced(11, forked=True, state=processes.UNFINISHED)
        for looks in ([seen(11, parent=10), seen(11, "b", parent=10)], [seen(11, "b", parent=10)]):
            found = self.states([traced(), fork], seen(), *looks)
            self.assertEqual(found, {"10": "ok", "11 b": "no-trace"})

    def test_what_only_was_forked(self) -> None:
        child = seen(11, parent=10)
        self.assertEqual(self.states([traced()], seen(), child), {"10": "ok"})
        again = seen(11, "b", parent=10, command=["a"])  # the same program, executed anew
        self.assertEqual(self.states([traced()], seen(), again)["11 a"], "no-trace")

    def test_other_runtimes_and_those_inside(self) -> None:
        gomp = seen(11, "b", openmp=__file__)  # has no OMPT inside
        self.assertEqual(self.states([traced()], seen(), gomp), {"10": "ok"})
        of_another_root = seen(11, "b", openmp="/mnt/elsewhere/libomp.so")
        self.assertEqual(self.states([traced()], seen(), of_another_root)["11 b"], "no-trace")
        static = seen(11, "b", openmp="/bin/b", inside=True)
        self.assertEqual(self.states([traced()], seen(), static)["11 b"], "no-trace")
        other = seen(11, "b", openmp="/x/libvomp.so.1", runtimes=["/x/libvomp.so.1"])
        self.assertEqual(self.states([traced()], seen(), other)["11 b"], "no-trace")

    def test_a_second_runtime_in_the_recorded_process(self) -> None:
        """The second runtime may have any name. A library without OMPT, and the recorded runtime by another name, do not count."""
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            (home / "t" / "info").mkdir(parents=True)
            for name in ("libomp.so", "libvomp.so.1"):
                (home / name).write_bytes(b"\x7fELF" + name.encode() + INSIDE)
            (home / "libgomp.so.1").write_bytes(b"\x7fELF" + bytes(9))
            (home / "libiomp5.so").symlink_to("libomp.so")
            process = traced(trace=str(home / "t"), library=str(home / "libomp.so"))
            for name in ("libomp.so", "libiomp5.so", "libgomp.so.1", "libvomp.so.1"):
                path, second = str(home / name), name == "libvomp.so.1"
                (home / "t" / "info" / "maps").write_text(f"1-2 r-xp 0 0:0 7   {path}\n")
                for known in (None, seen(runtimes=[path])):
                    self.assertEqual(processes.second_runtime(process, known), path * second)
                (home / "t" / "info" / "maps").unlink()
                found = self.states([process], seen(runtimes=[path]))
                self.assertEqual("no-trace" in found.values(), second)
                again = seen(runtimes=[path], twice=[path])
                self.assertEqual(processes.second_runtime(process, again), path)

    def test_what_has_a_runtime_by_ld_preload_alone_owes_no_trace(self) -> None:
        shell = seen(11, "b", preloaded=True)
        self.assertEqual(self.states([traced()], seen(), shell), {"10": "ok"})
        self.assertEqual(
            follow.preloaded({"LD_PRELOAD": f"libx.so:{OMP}"}), {os.path.realpath(OMP)}
        )
        self.assertEqual(follow.preloaded({"LD_PRELOAD": "libomp.so.5"}), set())
        one = Followed([], {"LD_PRELOAD": OMP}, proof.OPENMP)
        plugin = Path(self.enterContext(tempfile.TemporaryDirectory())) / "plugin.so"
        plugin.write_bytes(b"\x7fELF needs libomp.so.5")
        library = os.path.realpath(OMP)
        self.assertTrue(one.only_preloaded(library, ["/bin/true", library]))
        self.assertFalse(one.only_preloaded(library, ["/bin/true", library, str(plugin)]))
        for part in (one.opened, one.deaths, one.mapped):
            part.close()

    def test_a_wheels_own_runtime_is_known_by_its_name(self) -> None:
        for name in ("libgomp-e985bcbb.so.1.0.0", "libiomp5.so", "libomp-14.so.5", "libomp.so"):
            self.assertTrue(proof.OPENMP.search(f"/x.libs/{name}"), name)
        self.assertFalse(proof.OPENMP.search("/usr/lib/libompt-checker.so"))

    def test_the_runtime_is_known_by_the_trace(self) -> None:
        self.assertEqual(self.states([traced()], seen(11, "b"))["11 b"], "no-trace")


class Ends(unittest.TestCase):
    def test_only_a_fault_of_its_own_is_a_crash(self) -> None:
        for number in signal.valid_signals():
            process = Process(10)
            processes.end_of(process, int(number))  # as waitpid reports a signal
            crash = number in (4, 5, 6, 7, 8, 11, 31)  # not SIGPIPE, SIGALRM, SIGXFSZ, SIGUSR1
            self.assertEqual(process.state, "crash" if crash else "unfinished", process.reason)
            self.assertTrue(process.reason.startswith("ended by "))

    def test_ends_are_told_in_their_order_though_another_process_waits_for_them(self) -> None:
        script = "for i in 1 2 3; do (echo ready; exec tail -f /dev/null) & done; jobs -p; wait"
        with subprocess.Popen(["bash", "-c", script], stdout=subprocess.PIPE, text=True) as parent:
            assert parent.stdout
            lines = [parent.stdout.readline().strip() for _ in range(6)]
            pids = [int(line) for line in lines if line != "ready"]
            watched = Deaths()
            for pid in pids:
                watched.watch(pid)
            for pid, number in zip(
                pids, (signal.SIGSEGV, signal.SIGTERM, signal.SIGKILL), strict=True
            ):
                os.kill(pid, number)
                waiting.wait_for_end(pid, 60)
        self.assertEqual([pid for pid, _ in watched.since()], pids)
        self.assertEqual(watched.since(), [])
        watched.close()

    def test_the_first_rank_that_fails_is_the_cause(self) -> None:
        def rank(number: str, ended: int, status: int) -> Process:
            process = Process(int(number) + 10, rank=number, ended=ended)
            processes.end_of(process, status)
            return process

        ranks = [rank("0", 3, signal.SIGTERM), rank("1", 2, signal.SIGSEGV)]
        ranks += [rank("2", 4, signal.SIGABRT), rank("3", 1, 0)]
        processes.tell_the_cause(ranks)
        states = [processes.UNFINISHED, processes.CRASH, processes.UNFINISHED, processes.OK]
        self.assertEqual([one.state for one in ranks], states)
        self.assertEqual(ranks[1].reason, "ended by SIGSEGV")
        for one, name in ((ranks[0], "SIGTERM"), (ranks[2], "SIGABRT")):
            why = f"ended by {name} after rank 1, process 11: ended by SIGSEGV"
            self.assertEqual(one.reason, why)
        alone = [Process(1, ended=1, signal=11, state="crash", reason="a"), ranks[1]]
        processes.tell_the_cause(alone)
        self.assertEqual(alone[1].state, processes.CRASH, "no rank, no job")

    def test_a_fork_that_did_more_than_start_counts(self) -> None:
        fork = Process(1, state=processes.UNFINISHED, forked=True)
        for event in ("thread_begin", "implicit_task", "probe_task", "mutex_acquire", "flush"):
            with mock.patch.object(processes.traces, "events", return_value=[{"event": event}]):
                only = event not in ("mutex_acquire", "flush")
                self.assertEqual(processes.only_forked(fork), only, event)
        one = follow.Seen(1, 0, "1", "1", own=1, status=signal.SIGSEGV)
        for status, states in ((signal.SIGSEGV, [processes.CRASH]), (signal.SIGTERM, []), (0, [])):
            one.status = status
            with (
                mock.patch.object(processes, "of_trace", return_value=fork),
                mock.patch.object(processes, "only_forked", return_value=True),
                mock.patch.object(processes, "second_runtime", return_value=""),
            ):
                self.assertEqual([p.state for p in processes.of_recording(["t"], [one])], states)


class Looks(unittest.TestCase):
    def test_an_end_that_the_parent_takes_while_we_ask(self) -> None:
        if tuple(map(int, os.uname().release.split(".")[:2])) < (6, 15):
            self.skipTest("the kernel forgets the status of a process that was waited for")
        child = os.fork()
        if not child:
            os._exit(3)
        descriptor = os.pidfd_open(child)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)

        def taken(_: str) -> bytes:
            os.waitpid(child, 0)
            return b""

        with mock.patch.object(deaths, "read", taken):
            self.assertEqual(deaths.status_of(descriptor, child), 3 << 8)
        os.close(descriptor)

    def test_an_exec_changes_the_image_and_a_fork_does_not(self) -> None:
        own = living()[os.getpid()].image
        child = os.fork()
        if not child:
            os._exit(living()[os.getpid()].image != own)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        code = "from ompt_cts.system.process_table import living; import os; print(living()[os.getpid()].image)"
        told = {
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
            for _ in range(4)
        }
        self.assertGreater(len(told - {own}), 1)

    def test_what_is_mapped_belongs_to_the_program_that_runs_now(self) -> None:
        """A process that executes another program between two questions to the system."""
        one = Followed(["/bin/true"], {}, re.compile("/libc[.]so"))
        own = living()[os.getpid()]
        before = one.note(os.getpid(), own.parent, own.start, "1")
        one.find_openmp(before)
        self.assertEqual(before.openmp, "")
        after = one.note(os.getpid(), *own)
        one.find_openmp(after)
        self.assertRegex(after.openmp, "/libc[.]so")
        one.opened.close()
        one.deaths.close()

    def test_a_program_has_the_name_that_the_user_typed(self) -> None:
        for typed in ("sh", "../bin/sh"):
            read_end, write_end = os.pipe()
            words = [typed, "-c", 'printf %s "$0"']
            out = {1: write_end}
            with contextlib.chdir("/usr"):
                one = Followed(["/bin/sh", *words[1:]], {}, proof.OPENMP, out, typed=words)
                self.assertEqual(one.run(60), 0)
            os.close(write_end)
            with open(read_end) as said:
                self.assertEqual(said.read(), typed)

    def test_who_opens_a_library_is_looked_at(self) -> None:
        """A process that opens a library is looked at, however rare the regular looks are. The kernel's record of a process needs no look."""
        any_library = next(
            path
            for path in (line.split()[-1] for line in Path("/proc/self/maps").open())
            if "/libm.so" in path or "/libz.so" in path
        )
        with tempfile.TemporaryDirectory() as folder:
            library = str(Path(folder) / "libomp.so.5")
            shutil.copy(any_library, library)
            load = f"import ctypes; ctypes.CDLL({library!r}); [0 for _ in range(3_000_000)]"
            script = f"'{sys.executable}' -S -c \"{load}\"; :"
            calls = mapped.CALL if mapped.Mapped().whole else {}
            for watched, kernel in (([library], {}), ([], {}), ([], calls)):
                with (
                    mock.patch.multiple(follow, FIRST_LOOK=60.0, LAST_LOOK=60.0),
                    mock.patch.object(mapped, "CALL", kernel),
                ):
                    command = ["/bin/sh", "-c", script]
                    one = Followed(command, dict(os.environ), proof.OPENMP, known=watched)
                    one.run(60)
                found = [library] if watched or kernel else []
                self.assertEqual([seen.openmp for seen in one.seen if seen.openmp], found)

    @unittest.skipUnless(mapped.Mapped().whole, "the kernel has no record")
    def test_the_kernels_record_of_what_nobody_can_look_into(self) -> None:
        """A library that is gone or another one by now; one that a mere fork maps; a program whose
        record ends as it begins, because it took other rights."""
        maps = Path("/proc/self/maps").read_text().splitlines()
        math = next(line.split()[-1] for line in maps if "/libm.so" in line)
        library = str(Path(self.enterContext(tempfile.TemporaryDirectory())) / "libzz.so")
        load = f"import ctypes, os, threading, time; ctypes.CDLL({library!r})"
        until = f"t = time.time_ns()\nwhile os.stat({library!r}).st_ctime_ns <= t: "
        fork, gone = "os.fork() and os.wait() or ", [library + mapped.GONE]
        starts = "os.unlink(open(f'/dev/shm/__KMP_REGISTERED_LIB_{os.getpid()}_0', 'x').name)"
        for script, inside, found in (
            (f"{load}; os.unlink({library!r})", b"", gone),
            (f"{load}; {until}os.chmod({library!r}, 0o700)", b"", gone),
            (f"import os; {fork}exec({load!r})", INSIDE, [library]),
            (f"{load}; {fork}threading.Thread(target=id, args=[0]).start()", INSIDE, 2 * [library]),
            (f"{load}; {fork}0", INSIDE, [library]),
            (f"{load}; {fork}{starts}", INSIDE, 2 * [library]),
            (f"{load}; {fork}({fork}{starts})", INSIDE, 2 * [library]),
            (load, b"", []),
        ):
            Path(library).unlink(missing_ok=True)
            Path(library).write_bytes(Path(math).read_bytes() + inside)
            one = Followed([sys.executable, "-S", "-c", script], dict(os.environ), proof.OPENMP)
            with self.subTest(script), mock.patch.multiple(follow, FIRST_LOOK=60.0, LAST_LOOK=60.0):
                one.run(60)
                self.assertEqual([seen.openmp for seen in one.seen if seen.openmp], found)
        for name in ("//anon", "/bin/sh"):
            self.assertFalse(hidden_code(name), name)
        for name in (
            "/memfd:libffi (deleted)",
            "/dev/zero (deleted)",
            "/x.so (deleted)",
            "//toolong",
        ):
            self.assertTrue(hidden_code(name), name)
        told = [mapped.Told(1, 7), mapped.Told(2, 7, 1, "/x"), mapped.Told(3, 8)]
        record = mapped.Mapped()
        with mock.patch.object(record, "_told", told):
            self.assertEqual([program.pid for program in record.programs()], [7, 8])
        self.assertFalse(record.whole)
        record.close()
        # A program with a runtime inside, seen before its memory was: it is one process, not two.
        Path(library).write_bytes(b"\x7fELF" + INSIDE)
        one.seen = [Seen(7, 1, "1", "1", openmp=library, inside=True)]
        one.mapped._told = [
            mapped.Told(when, 7, place, file)
            for when, place, file in ((1, 0, ""), (2, 5, "[vdso]"), (3, 1, library))
        ]
        one.add_missed()
        self.assertEqual(len(one.seen), 1)
        one.seen = [seen(8, preloaded=True), seen(9, preloaded=True)]
        one.opened._begun = {8}
        one.add_missed()
        self.assertEqual([its.preloaded for its in one.seen[:2]], [False, True])

    @unittest.skipUnless(mapped.Mapped().whole, "the kernel has no record")
    def test_a_name_proves_no_file(self) -> None:
        """The kernel's record of pieces of memory and of files with known names, and of the same code
        mapped twice."""
        home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for folder in ("a", "b"):
            (home / folder).mkdir()
            (home / folder / "x").write_bytes(bytes(1 << 18))
        file = str(home / "a/x")
        script = """if 1:
            import mmap, os
            def code(length, place=-1, flags=mmap.MAP_PRIVATE, offset=0):
                return mmap.mmap(place, length, flags, 5, offset=offset)
            closures, x = os.memfd_create("libffi"), os.open("a/x", 0)
            os.truncate(closures, 1 << 18)
            kept = """
        for made, found in (
            ("code(1 << 16, closures)", ""),
            ("code(1 << 17, closures)", mapped.CLOSURES),
            ("code(1 << 22, flags=mmap.MAP_SHARED)", ""),
            ("code(4096, x), code(4096, x, offset=1 << 17)", file),
            ("code(4096, x), code(4096, x)", f"twice {file}"),
            ("code(4096, x), os.rename('a', 'c'), os.rename('b', 'a')", file + mapped.GONE),
        ):
            record = mapped.Mapped()
            subprocess.run([sys.executable, "-S", "-c", script + made], cwd=home, check=True)
            record.drain()
            program = record.programs()[-1]
            record.close()
            files = [
                "twice " * program.twice(name) + name
                for name in program.files
                if str(home) in name or "/memfd:" in name or "/zero" in name
            ]
            self.assertEqual(files, [found] if found else [], made)

    def test_without_the_kernels_record_a_child_may_be_missed(self) -> None:
        """The child may be waited for, ignored, or an orphan. A program without children gets a verdict."""
        for script, missed in (
            (":", False),
            ("exec /bin/true", False),
            ("/bin/true; :", True),
            ("(/bin/true; :); :", True),
            ("trap '' CHLD; /bin/true; :", True),
            ("/bin/true & :", True),
        ):
            for kernel in ({}, mapped.CALL):
                with (
                    self.subTest(script=script, kernel=kernel),
                    mock.patch.multiple(follow, FIRST_LOOK=60.0, LAST_LOOK=60.0),
                    mock.patch.object(mapped, "CALL", kernel),
                ):
                    one = Followed(["/bin/sh", "-c", script], dict(os.environ), proof.OPENMP)
                    one.run(60)
                    self.assertEqual(one.may_have_missed, missed and not one.mapped.whole)
                    one.listed = False  # no /proc
                    self.assertEqual(one.may_have_missed, missed)

    def test_a_child_that_no_look_finds_is_waited_for(self) -> None:
        """Many looks miss a child that forks and ends at once."""
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(follow.Followed, "look", return_value=set()),
        ):
            for grace, ended in ((60.0, True), (0.0, False)):
                done = Path(folder, f"{ended}")
                script = f"(sleep 0.3; echo > {done}) &"
                with mock.patch.object(follow, "GRACE", grace):
                    one = Followed(["/bin/sh", "-c", script], dict(os.environ), proof.OPENMP)
                    one.mapped.whole = True
                    one.run(60)
                self.assertEqual((done.exists(), one.may_have_missed), (ended, not ended))
                end_all_below(os.getpid())

    def test_what_was_there_before_is_not_the_programs(self) -> None:
        for command, limit in (["true"], 60.0), (["sleep", "60"], 0.2):
            helper = subprocess.Popen(["sleep", "60"])
            one = Followed(command, dict(os.environ), proof.OPENMP)
            one.run(limit)
            with self.subTest(command):
                self.assertEqual((one.left, helper.poll()), ([], None))
            helper.kill()
            helper.wait()

    def test_strangers_cost_no_look_where_the_kernel_tells_of_ours(self) -> None:
        class Opened(follow.Pauses):
            def __init__(self) -> None:
                super().__init__()
                self.soon = follow.AT_ONCE

        for whole in (True, False):
            with (
                mock.patch.multiple(follow, FIRST_LOOK=60.0, LAST_LOOK=60.0),
                mock.patch.object(follow, "Pauses", Opened),
                mock.patch.object(follow.Opened, "any", return_value=True) as opened,
                mock.patch.object(follow.Followed, "look", return_value=set()) as look,
                mock.patch.object(mapped.Mapped, "drain", return_value=False),
            ):
                one = Followed(["/bin/sleep", "0.1"], dict(os.environ), proof.OPENMP)
                one.mapped.whole = whole
                one.run(60)
            few = 3  # at first, and at the end
            (self.assertLessEqual if whole else self.assertGreater)(look.call_count, few)
            self.assertGreater(opened.call_count, few)

    def test_a_record_that_the_kernel_may_have_dropped_is_not_whole(self) -> None:
        for room, whole in ((mapped.LONGEST, True), (mapped.LONGEST - 8, False)):
            record, memory = mapped.Mapped(), bytearray((mapped.PAGES + 1) * mmap.PAGESIZE)
            written = mapped.PAGES * mmap.PAGESIZE - room
            struct.pack_into(
                "=QQ", memory, mapped.POSITIONS, 7 * len(memory) + written, 7 * len(memory)
            )
            record.close()
            with (
                mock.patch.object(record, "_rings", [(0, memory)]),
                mock.patch.object(record, "_records", lambda _: ()),
            ):
                record.whole = True
                record.drain()
            self.assertEqual(record.whole, whole)

    def test_a_program_that_hangs_is_told(self) -> None:
        """A line appears now and then, with the time limit, and says whether the program uses the processor."""
        said = io.StringIO()
        command = ["/bin/sh", "-c", "read line"]
        read_end, write_end = os.pipe()
        stop = {0: read_end}

        def told(text: str) -> None:
            said.write(text)
            if said.getvalue().count("still runs") == 3:
                os.write(write_end, b"\n")

        with mock.patch.multiple(follow, LONG=0.0, LONGER=1.0, say=told):
            Followed(command, dict(os.environ), proof.OPENMP, stop).run(100)
        os.close(read_end)
        os.close(write_end)
        self.assertRegex(said.getvalue(), r"sh still runs after \d+ s.* killed after 100 s")
        self.assertIn("has used no processor time since", said.getvalue())

    def test_a_runtime_inside_a_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program"
            for content, found in (
                (b"\x7fELF" + bytes(9) + INSIDE, True),
                (b"\x7fELF" + bytes(99), False),
                (b"#!/bin/sh\necho " + INSIDE, False),
                (b"", False),
            ):
                path.write_bytes(content)
                self.assertEqual(openmp_inside(str(path)), found, content)
            self.assertFalse(openmp_inside(f"{folder}/nothing"))
