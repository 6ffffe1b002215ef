"""The looks at the processes of a recording, and the kernel's record of them."""

import contextlib
import io
import mmap
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.runtime import proof
from ompt_cts.steps import follow
from ompt_cts.steps.follow import Followed, Seen
from ompt_cts.steps.inside import INSIDE, hidden_code, openmp_inside
from ompt_cts.system import deaths, mapped
from ompt_cts.system.process_table import end_all_below, living


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
            for watched, kernel in (([library], {}), *[([], calls)] * bool(calls)):
                with (
                    mock.patch.multiple(follow, FIRST_LOOK=60.0, LAST_LOOK=60.0),
                    mock.patch.object(mapped, "CALL", kernel),
                ):
                    command = ["/bin/sh", "-c", script]
                    one = Followed(command, dict(os.environ), proof.OPENMP, known=watched)
                    one.run(60)
                self.assertEqual([seen.openmp for seen in one.seen if seen.openmp], [library])

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
                lost = [file for seen in one.seen for file in seen.lost]
                self.assertEqual(lost, gone if found == gone else [])
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
        # One of our judges, whose program was built anew meanwhile, is none of the user's.
        one.seen = []
        with mock.patch.object(one, "judges", mock.Mock(pids={7: "trace"})):
            one.add_missed()
        self.assertEqual(one.seen, [])
        one.seen = [Seen(pid, 1, own=pid, preloaded=True) for pid in (8, 9, 10)]
        one.opened._begun, one.mapped.started, one.mapped.whole = {8}, {10}, True
        for whole in (True, False):
            one.mapped.data_whole = whole
            one.add_missed()
            told = [(its.preloaded, its.idle) for its in one.seen[:3]]
            self.assertEqual(told, [(False, False), (True, whole), (False, False)])

    @unittest.skipUnless(mapped.Mapped().whole, "the kernel has no record")
    def test_a_name_proves_no_file(self) -> None:
        """The kernel's record of pieces of memory and of files with known names, of the same code
        mapped twice, and of a file that an emulator loads: no part of it is mapped as code."""
        home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for folder in ("a", "b"):
            (home / folder).mkdir()
            (home / folder / "x").write_bytes(bytes(1 << 18))
        (home / "__KMP_REGISTERED_LIB_1_0").write_bytes(bytes(4096))
        file = str(home / "a/x")
        script = """if 1:
            import mmap, os
            def code(length, place=-1, flags=mmap.MAP_PRIVATE, offset=0, may=5):
                return mmap.mmap(place, length, flags, may, offset=offset)
            def data(flags=mmap.MAP_PRIVATE):
                return code(4096, x, flags, 1 << 17, 3)
            closures, x = os.memfd_create("libffi"), os.open("a/x", os.O_RDWR)
            os.truncate(closures, 1 << 18)
            kept = """
        for made, found in (
            ("code(1 << 16, closures)", ""),
            ("code(1 << 17, closures)", mapped.CLOSURES),
            ("code(1 << 22, flags=mmap.MAP_SHARED)", ""),
            ("code(4096, x), code(4096, x, offset=1 << 17)", file),
            ("code(4096, x), code(4096, x)", f"twice {file}"),
            ("code(4096, x, may=1), data()", file),
            ("code(4096, x, may=1), data(mmap.MAP_SHARED)", ""),
            ("code(4096, x, may=1)", ""),
            ("data()", ""),
            ("code(4096, os.open('__KMP_REGISTERED_LIB_1_0', os.O_RDONLY), 1, may=1)", ""),
            ("code(4096, x), os.rename('a', 'c'), os.rename('b', 'a')", file + mapped.GONE),
        ):
            record = mapped.Mapped()
            subprocess.run([sys.executable, "-S", "-c", script + made], cwd=home, check=True)
            record.drain()
            program = record.programs()[-1]
            record.close()
            self.assertEqual(record.started, {program.pid} if "KMP" in made else set(), made)
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
