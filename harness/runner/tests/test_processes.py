"""The processes of a recording that left a trace: a program with a runtime and without a trace is
reported."""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts.runtime import proof
from ompt_cts.steps import follow
from ompt_cts.steps.follow import Followed, Seen
from ompt_cts.steps.inside import INSIDE
from ompt_cts.system import leftovers, waiting
from ompt_cts.system.deaths import Deaths
from ompt_cts.system.process_table import living
from ompt_cts.verdict import processes
from ompt_cts.verdict.processes import Process

OMP = "/usr/lib/libomp.so.5"


def traced(pid: int = 10, image: str = "a", **more: Any) -> Process:
    given = {"start": "1", "trace": "/t", "library": OMP} | more
    return Process(pid, image=image, **given)


def seen(pid: int = 10, image: str = "a", **more: Any) -> Seen:
    given = {"start": "1", "own": pid, "openmp": OMP, "parent": 1, "command": [image]} | more
    return Seen(pid, image=image, **given)


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

    def test_a_second_trace_of_one_program_replaces_none(self) -> None:
        whole, unknown = processes.OK, processes.UNFINISHED
        for image, state in (("a", whole), ("b", unknown)):
            first, second = traced(), traced(image=image)
            self.states([first, second], seen(), *[seen(image="b")] * (image == "b"))
            self.assertEqual((first.state, second.state), (state, whole))

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

    def test_a_trace_that_cannot_be_read_is_of_the_process_without_any(self) -> None:
        def unreadable() -> Process:
            return processes.of_trace("/no/such/trace")

        self.assertEqual(self.states([unreadable()], seen()), {"10 a": "unfinished"})
        self.assertEqual(
            self.states([traced(), unreadable()], seen(), seen(11, "b")),
            {"10": "ok", "11 b": "unfinished"},
        )
        two = self.states([unreadable()], seen(), seen(11, "b"))
        self.assertEqual(sorted(two), ["0", "10 a", "11 b"])

    def test_other_runtimes_and_those_inside(self) -> None:
        gomp = seen(11, "b", openmp=__file__)  # has no OMPT inside
        self.assertEqual(self.states([traced()], seen(), gomp), {"10": "ok"})
        of_another_root = seen(11, "b", openmp="/mnt/elsewhere/libomp.so")
        self.assertEqual(self.states([traced()], seen(), of_another_root)["11 b"], "no-trace")
        static = seen(11, "b", openmp="/bin/b", inside=True)
        self.assertEqual(self.states([traced()], seen(), static)["11 b"], "no-trace")
        other = seen(11, "b", openmp="/x/libvomp.so.1", runtimes=["/x/libvomp.so.1"])
        self.assertEqual(self.states([traced()], seen(), other)["11 b"], "no-trace")

    def test_a_runtime_that_did_not_start_owes_no_trace(self) -> None:
        """The record must be whole, and must have shown each recorded start of the same runtime."""
        loaded, other = {"runtimes": [OMP]}, "/x/libvomp.so.1"
        brief = {"idle": True, "openmp": "/x/libgomp.so.1", **loaded}
        for first, more, owes in (
            (loaded, brief, False),
            (loaded, brief | {"idle": False}, True),
            (loaded | {"idle": True}, brief, True),
            (loaded, brief | {"runtimes": [OMP, other]}, True),
            (loaded, brief | {"runtimes": [], "openmp": OMP}, True),
            (loaded, brief | {"inside": True}, True),
        ):
            found = self.states([traced()], seen(**first), seen(11, "b", **more))
            self.assertEqual(
                found, {"10": "ok"} | ({"11 b": "no-trace"} if owes else {}), (first, more)
            )

    def test_an_end_that_two_numbers_tell(self) -> None:
        """In namespaces of their own two processes may have one number, one start and no /proc."""
        for image, told in (
            ("a", "was replaced by"),
            ("", "was killed, crashed, left by _exit or"),
        ):
            traces = [traced(image=image, state="unfinished"), traced(image="b")]
            with mock.patch.object(processes, "of_trace", side_effect=traces):
                first, _ = processes.of_recording(["/t", "/u"], [])
            self.assertTrue(first.reason.startswith(told), first.reason)

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

    def test_the_list_of_code_names_a_second_runtime(self) -> None:
        """Whatever its file is called, and if the recorded one is mapped twice (dlmopen)."""
        with tempfile.TemporaryDirectory() as folder:
            maps, runtime, other = (Path(folder, name) for name in ("maps", "omp.so", "plugin.dat"))
            info = Path(folder, "t", "info")
            info.mkdir(parents=True)
            for file in (runtime, other):
                file.write_bytes(b"\x7fELF" + file.name.encode() + INSIDE)
            process = traced(trace=str(Path(folder, "t")), library=str(runtime))
            for more, second in (
                (f"5-6 r-xp 5 0:0 8   {runtime}", ""),
                (f"5-6 r-xp 0 0:0 8   {runtime}", str(runtime)),
                (f"5-6 r-xp 0 0:0 9   {other}", str(other)),
            ):
                first = f"1-2 r-xp 0 0:0 7   /bin/a\n3-4 r-xp 0 0:0 8   {runtime}\n"
                (info / maps.name).write_text(f"{first}{more}\n")
                self.assertEqual(processes.second_runtime(process, None), second)

    def test_code_that_is_gone_may_have_been_a_second_runtime(self) -> None:
        """The program's own file and the recorded runtime may be gone, as may a small device image."""
        with tempfile.TemporaryDirectory() as folder:
            maps = Path(folder, "t", "info", "maps")
            maps.parent.mkdir(parents=True)
            process = traced(trace=str(Path(folder, "t")), library="/r/omp.so")
            for file, size, own, second in (
                ("/x/plugin.dat (deleted)", 1 << 20, False, True),
                ("/x/plugin.dat (deleted)", 1 << 20, True, False),
                ("/x/image.so (deleted)", 1 << 16, False, False),
                ("/memfd:z (deleted)", 1 << 20, False, True),
                ("/memfd:libffi (deleted)", 1 << 12, False, False),
                ("/dev/zero (deleted)", 1 << 20, False, False),
                ("/r/omp.so (deleted)", 1 << 20, False, False),
            ):
                first = "" if own else "1-2 r-xp 0 0:0 7   /bin/a\n"
                maps.write_text(f"{first}0-{size:x} r-xp 0 0:0 7   {file}\n")
                self.assertEqual(processes.second_runtime(process, None), file * second)
            maps.unlink()
            for lost in ("/x/plugin.dat (deleted)", "/r/omp.so (deleted)"):
                found = processes.second_runtime(process, seen(lost=[lost]))
                self.assertEqual(found, lost * ("plugin" in lost))

    def test_a_runtime_that_a_forked_child_has_loaded_itself(self) -> None:
        for more, expected in (({}, False), ({"runtimes": [OMP]}, True)):
            fork = traced(11, forked=True, state=processes.UNFINISHED)
            found = self.states([traced(), fork], seen(), seen(11, parent=10, **more))
            self.assertEqual("no-trace" in found.values(), expected, found)
        fork = traced(11, forked=True, state=processes.UNFINISHED)
        executed = seen(11, "b", parent=10, runtimes=[OMP])
        found = self.states([traced(), fork, traced(11, "b")], seen(), executed)
        self.assertEqual(found, {"10": "ok", "11": "ok"})

    def test_what_has_a_runtime_by_ld_preload_alone_owes_no_trace(self) -> None:
        shell = seen(11, "b", preloaded=True)
        self.assertEqual(self.states([traced()], seen(), shell), {"10": "ok"})
        files = ["/bin/true", os.path.realpath(OMP), "/x/libx.so"]
        asked = {f"liby.so:{OMP}": files[1:2], "libomp.so libx.so": files[1:], "lib libo": []}
        for words, theirs in asked.items():
            self.assertEqual(follow.preloaded(words, files), set(theirs))
        self.assertEqual(follow.preloaded("", files), set())
        one = Followed([], {}, proof.OPENMP)
        home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        plugin, library = home / "plugin.so", str(home / "libomp.so.5")
        plugin.write_bytes(b"\x7fELF needs libomp.so.5")
        maps = Path("/proc/self/maps").read_text().splitlines()
        shutil.copy(next(line.split()[-1] for line in maps if "/libm.so" in line), library)
        self.assertFalse(one.only_preloaded(library, ["/bin/true", library]))
        # A script gives it to its commands: the first one lives when we look, later ones may not.
        script, pipe = f"export LD_PRELOAD={library}; exec cat", subprocess.PIPE
        with subprocess.Popen(["sh", "-c", script], stdin=pipe, stdout=pipe) as command:
            assert command.stdin and command.stdout
            command.stdin.write(b"\n")
            command.stdin.flush()
            command.stdout.readline()
            began = one.note(command.pid, *living([command.pid])[command.pid])
            one.find_openmp(began)
            command.stdin.close()
        self.assertEqual((began.openmp, began.preloaded), (library, True))
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


DEAD = 2**30  # above every process id


class Leftovers(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def make(self, pid: int, user: int, text: str = "") -> Path:
        path = self.folder / f"{leftovers.PREFIX}{pid}_{user}"
        path.write_text(text)
        return path

    def test_only_empty_ones_of_the_dead_go(self) -> None:
        gone = [self.make(DEAD, os.getuid()), self.make(DEAD + 2, os.getuid(), "\0" * 1024)]
        kept = [
            self.make(os.getpid(), os.getuid()),
            self.make(DEAD + 1, os.getuid(), "a registration"),
            self.make(DEAD, os.getuid() + 1),
        ]
        leftovers.forget_the_dead(str(self.folder))
        self.assertFalse(any(path.exists() for path in gone))
        self.assertTrue(all(path.exists() for path in kept))

    def test_only_the_images_that_a_trace_names_go(self) -> None:
        images = [Path(f"/tmp/tmpfile_{secrets.token_hex(3)}") for _ in range(3)]
        for path in images:
            path.touch()
            self.addCleanup(path.unlink, missing_ok=True)
        numbers = [images[0].stat().st_ino, images[1].stat().st_ino + 1]
        maps = self.folder / "maps"
        named = zip(numbers, images[:2], strict=True)
        maps.write_text("".join(f"1-2 r-xp 0 0:0 {number} {path}\n" for number, path in named))
        leftovers.forget_images(str(maps))
        self.assertEqual([path.exists() for path in images], [False, True, True])
        leftovers.forget_images(str(self.folder / "none"))

    def test_one_process(self) -> None:
        path = self.make(DEAD, os.getuid(), "a registration")
        leftovers.forget_process(DEAD, str(self.folder))
        self.assertFalse(path.exists())
        leftovers.forget_process(DEAD, str(self.folder))

    def test_no_such_folder(self) -> None:
        leftovers.forget_the_dead(str(self.folder / "none"))
        leftovers.forget_process(DEAD, str(self.folder / "none"))
