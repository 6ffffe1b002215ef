"""The results of a recorded program: statuses, signals, time limits, children, output."""

import errno
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts import cli
from ompt_cts.errors import in_words
from ompt_cts.steps import live, record_run, subsets, tools, trace_folders
from ompt_cts.steps.trace_folders import InTheWay, make_room

RECORD = tools.step("record.py")


class Recording(unittest.TestCase):
    def setUp(self) -> None:
        self.trace = Path(self.enterContext(tempfile.TemporaryDirectory())) / "t.trace"

    def record(self, *words: str, env: dict[str, str] | None = None) -> tuple[int, str, Any]:
        """Exit status, all output, and the record."""
        command = [*RECORD, *words]
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={"PATH": os.environ["PATH"]} | (env or {}),
            timeout=60,
        )
        path = Path(f"{self.trace}.record.json")
        return done.returncode, done.stdout, json.loads(path.read_text()) if path.exists() else None

    def shell(self, script: str, *options: str, env: dict[str, str] | None = None) -> Any:
        words = ["--checker=/c.so", *options, str(self.trace), "sh", "-c", script]
        return self.record(*words, env=env)


class Bounds(Recording):
    def test_no_test_fills_a_disk(self) -> None:
        limit = "echo $OMPT_CTS_MAX_TRACE"
        self.assertEqual(self.shell(limit)[1], "1G\n")
        self.assertEqual(self.shell(limit, env={"OMPT_CTS_MAX_TRACE": "2M"})[1], "2M\n")


class Endings(Recording):
    def test_how_a_program_can_end(self) -> None:
        for script, option, status, state, said in (
            ("exit 0", "", 0, "ok", ""),
            ("exit 3", "", 1, "exit", "exited with 3 instead of 0"),
            ("exit 3", "--exit=3", 0, "ok", ""),
            ("exit 0", "--exit=3", 1, "exit", "exited with 0 instead of 3"),
            ("kill -SEGV $$", "", 139, "crash", "ended by SIGSEGV"),
            ("kill -SEGV $$", "--exit=139", 139, "crash", ""),
            ("kill -KILL $$", "--signal=KILL", 0, "ok", ""),
            ("kill -TERM $$", "--signal=KILL", 143, "", ""),
            ("exit 0", "--signal=KILL", 1, "exit", ""),
            ("sleep 50", "--timeout=0.3", 124, "timeout", "killed after 0.3 s"),
        ):
            with self.subTest(script, option=option):
                found, text, record = self.shell(script, *filter(None, [option]))
                self.assertEqual((found, record["state"]), (status, state or record["state"]))
                self.assertIn(said, text)
                ended = int(script[-1]) if script.startswith("exit") else None
                self.assertEqual((record["exit"], record["traces"]), (ended, []))
                if state == "crash":
                    self.assertEqual(record["signal"], 11)

    def test_a_storm_has_so_many_times_the_time(self) -> None:
        for longer, limit in (("", 30.0), ("4", 120.0), ("x", 30.0)):
            self.assertEqual(record_run.time_limit({}, {"CTS_STORM": longer}), limit)
        both = {"CTS_STORM": "3", "OMPT_CTS_SLOWER": "10"}
        self.assertEqual(record_run.time_limit({"timeout": "2"}, both), 60.0)

    def test_timeout_kills_the_whole_group(self) -> None:
        _, text, _ = self.shell("sleep 50 & echo $!; trap '' TERM; sleep 50", "--timeout=0.5")
        self.assertFalse(alive(int(text.split()[0])))

    def test_children_do_not_outlive_the_program(self) -> None:
        status, text, _ = self.shell("sleep 100000 & echo $!")
        self.assertEqual(status, 0)
        self.assertFalse(alive(int(text.split()[0])))

    def test_children_that_left_do_not_outlive_it_either(self) -> None:
        daemon = "setsid sh -c 'exec >/dev/null 2>&1; echo $$ >$0; sleep 50; :' $OMPT_CTS_TRACE.pid"
        wait = "while ! test -s $OMPT_CTS_TRACE.pid; do sleep 0.02; done"
        self.assertEqual(self.shell(f"{daemon} & {wait}")[0], 0)
        self.assertFalse(alive(int(Path(f"{self.trace}.pid").read_text())))


def alive(pid: int) -> bool:
    """Whether the process runs; a process that has not been waited for does not."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True


class Surroundings(Recording):
    SHOW = "echo $OMP_TOOL,$OMP_TOOL_LIBRARIES,$OMPT_CTS_TRACE,$OMPT_CTS_PROBES,$OMPT_CTS_TARGET"

    def test_environment(self) -> None:
        _, text, _ = self.shell(self.SHOW, "--probes=full", "--target=classic")
        self.assertEqual(text.strip(), f"enabled,/c.so,{self.trace},full,classic")

    def test_what_the_test_sets_stays(self) -> None:
        env = {"OMP_TOOL": "disabled", "OMP_TOOL_LIBRARIES": "/x.so:/c.so"}
        _, text, _ = self.shell(self.SHOW, env=env)
        self.assertEqual(text.strip(), f"disabled,/x.so:/c.so,{self.trace},,")

    def test_no_tool(self) -> None:
        status, text, record = self.record("--no-tool", str(self.trace), "sh", "-c", self.SHOW)
        self.assertEqual((status, text.strip(), record["tool"]), (0, ",,,,", False))

    def test_a_session_of_its_own_and_no_input(self) -> None:
        script = "read x; echo got:$x; test $(ps -o sid= -p $$) = $$ && echo own"
        self.assertEqual(self.shell(script)[1].split(), ["got:", "own"])

    def make_trace(self, suffix: str = "") -> Path:
        """The recognizable part of the checker's output."""
        path = Path(f"{self.trace}{suffix}")
        (path / "info").mkdir(parents=True)
        (path / "info" / "state").write_bytes(trace_folders.MAGIC["state"] + bytes(24))
        (path / "metadata").touch()
        (path / "thread_000000.tail").touch()
        return path

    def write_record(self, *names: str) -> None:
        Path(f"{self.trace}.record.json").write_text(json.dumps({"traces": names}))

    def test_what_a_run_before_has_recorded_goes(self) -> None:
        old = [self.make_trace(suffix) for suffix in ("", ".123", ".123.1")]
        self.write_record(*(path.name for path in old))
        Path(f"{self.trace}.findings.json").touch()
        script = "".join(f"test ! -e {path} && " for path in old)
        self.assertEqual(self.shell(script + "true")[0], 0)
        self.assertFalse(Path(f"{self.trace}.findings.json").exists())

    def test_what_nobody_says_we_recorded_stays(self) -> None:
        others = [self.make_trace(".1"), Path(f"{self.trace}.2"), Path(f"{self.trace}.3")]
        for path in others[1:]:
            (path / "deep").mkdir(parents=True)
            (path / "deep" / "file").touch()
        self.write_record(self.trace.name, others[2].name)
        self.assertEqual(self.shell("mkdir $OMPT_CTS_TRACE.77")[2]["traces"], ["t.trace.77"])
        self.assertTrue((others[0] / "metadata").exists())
        for path in others[1:]:
            self.assertTrue((path / "deep" / "file").exists())

    def test_what_a_killed_step_recorded_goes(self) -> None:
        mine, other = self.make_trace(".5"), self.make_trace(".6")
        Path(f"{self.trace}.claim").write_text(json.dumps({"before": [other.name]}))
        self.assertEqual(self.shell(f"test ! -e {mine} && test -e {other}")[0], 0)
        self.assertFalse(Path(f"{self.trace}.claim").exists())

    def test_what_is_no_trace_is_in_the_way(self) -> None:
        kept = self.trace.parent / "kept"
        kept.mkdir()
        (kept / "file").touch()
        self.trace.symlink_to(kept)
        status, text, _ = self.shell("true")
        self.assertEqual(status, 2)
        self.assertIn("is not, or not only, a trace", text)
        self.assertTrue((self.trace / "file").exists())

    def test_what_somebody_put_into_a_trace_stays(self) -> None:
        note = self.make_trace() / "info" / "notes" / "mine"
        note.parent.mkdir()
        note.touch()
        self.assertEqual(self.shell("true")[0], 2)
        self.assertTrue(note.exists())

    def test_traces_are_listed(self) -> None:
        script = "mkdir -p $OMPT_CTS_TRACE/info $OMPT_CTS_TRACE.77.1 $OMPT_CTS_TRACE.x"
        self.assertEqual(self.shell(script)[2]["traces"], ["t.trace", "t.trace.77.1"])

    def test_output_is_bounded(self) -> None:
        _, text, record = self.shell("yes | head -c 3000000; echo end >&2")
        self.assertLess(len(text), 70_000)
        self.assertTrue(record["output_truncated"])
        self.assertIn("dropped after 65536 bytes", text)

    def test_output_without_end(self) -> None:
        status, text, record = self.shell("exec yes", "--timeout=1")
        self.assertEqual((status, record["state"]), (124, "timeout"))
        self.assertLess(len(text), 70_000)

    def test_output_and_errors_are_passed_on(self) -> None:
        self.assertEqual(self.shell("echo out; echo err >&2")[1], "out\nerr\n")


class Mistakes(Recording):
    def test_one_line_and_status_2(self) -> None:
        trace = str(self.trace)
        cases = [
            ([], "expected DIR PROGRAM"),
            (["--checker=/c.so", trace], "expected DIR PROGRAM"),
            ([trace, "true"], "--checker=FILE is missing"),
            (["--colour=red", trace, "true"], "--colour"),
            (["--checker=/c.so", "--exit=x", trace, "true"], "--exit=x is not a number"),
            (["--checker=/c.so", "--signal=NONE", trace, "true"], "not a signal"),
            (["--checker=/c.so", "--timeout=", trace, "true"], "--timeout"),
            (["--checker=/c.so", trace, "/no/such/program"], "cannot run /no/such/program"),
            (["--checker=/c.so", trace, "/etc/passwd"], "cannot run /etc/passwd"),
            (["--checker=/c.so", "/dev/null/x", "true"], "/dev/null"),
        ]
        for words, message in cases:
            with self.subTest(words):
                status, text, record = self.record(*words)
                self.assertEqual((status, text.count("\n"), record), (2, 1, None), text)
                self.assertIn(message, text)


class Observing(unittest.TestCase):
    def test_outcome_of_a_command(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            base = f"{folder}/t"
            observe = tools.step("observe.py", base)
            for words, ok in ((["true"], True), (["sh", "-c", "echo no; exit 4"], False)):
                command = [*observe, "a.rule", "b.rule", "--", *words]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                path = Path(f"{base}.{int(not ok)}.observed.json")
                data = json.loads(path.read_text())
                self.assertEqual((data["rules"], data["ok"]), (["a.rule", "b.rule"], ok))
            self.assertEqual(data["output"], "no\n")

    def test_mistakes(self) -> None:
        observe = tools.step("observe.py")
        for words in ([], ["base", "--", "true"], ["base", "rule"], ["b", "r", "--", "/no/such"]):
            done = subprocess.run([*observe, *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)


class Subsets(unittest.TestCase):
    def test_the_end_of_a_program_may_come_before_its_last_regions_end(self) -> None:
        """A worker notices that end by itself; the primary thread, whose call it was, before."""
        end = "sync_region kind=barrier_implicit_parallel endpoint=end task=null codeptr_ra="
        primary = "kind=barrier_implicit_parallel endpoint=end task is null codeptr_ra=0x550"
        counts = subsets.counts_of(f"1 {end}0x0\n0 {end}0x5550\n")
        self.assertEqual(counts, {"sync_region": {primary: 1}})


# A recording gets its judge when it is large enough; its size is in the manifest.
TRUE = "/bin/true"


class Judges(unittest.TestCase):
    def setUp(self) -> None:
        self.trace = Path(self.enterContext(tempfile.TemporaryDirectory())) / "t"

    def write(self, trace: Path, size: int) -> None:
        (trace / trace_folders.INFO).mkdir(parents=True, exist_ok=True)
        header = trace_folders.MAGIC["manifest"].ljust(live.USED, b"\0")
        manifest = header + size.to_bytes(8, sys.byteorder)
        (trace / trace_folders.INFO / "manifest").write_bytes(manifest)

    def judged(self, least: int) -> list[str]:
        judges = live.Judges(TRUE, str(self.trace), "5.2", True, least)
        self.addCleanup(judges.finish)
        judges.look()
        return sorted(os.path.basename(path) for path in judges.pids.values())

    def test_a_small_trace_is_judged_after_its_end(self) -> None:
        child = self.trace.with_name("t.77")
        child.mkdir()  # without a manifest yet
        pipe = self.trace.with_name("t.78") / trace_folders.INFO
        pipe.mkdir(parents=True)
        os.mkfifo(pipe / "manifest")  # made by the program: nobody ever writes into it
        self.assertEqual(self.judged(0), [])
        self.write(self.trace, 999)
        self.write(child, 1000)
        self.assertEqual(self.judged(1000), ["t.77"])
        self.assertEqual(self.judged(0), ["t", "t.77"])


# Making room for a recording where another was: an interrupted removal can be done again.
class FullDisks(unittest.TestCase):
    def test_the_file_is_named_and_nothing_is_left(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/t.record.json"
            os.symlink("/dev/full", f"{path}.{os.getpid()}")
            with self.assertRaises(OSError) as caught:
                trace_folders.write_json(path, {"state": "ok"})
            self.assertEqual((caught.exception.filename, os.listdir(folder)), (path, []))

    def test_a_full_disk_is_named_where_the_error_names_no_file(self) -> None:
        real = os.statvfs
        with mock.patch.dict("os.environ", {"TMPDIR": "/dev/shm"}):
            full = mock.Mock(f_bavail=0)
            answer = lambda path: full if str(path) == "/dev/shm" else real(path)  # noqa: E731
            with mock.patch.object(os, "statvfs", side_effect=answer):
                self.assertEqual(cli.without_room(), "the disk of /dev/shm")

    def test_the_limit_on_the_size_of_a_file_is_named(self) -> None:
        self.assertIn("ulimit -f", in_words(OSError(errno.EFBIG, "File too large")))
        self.assertEqual(in_words(OSError(errno.ENOSPC, "no space")), "no space")
        with tempfile.TemporaryDirectory() as folder:
            words = ["sh", "-c", 'ulimit -f 1; exec "$@"', "-", sys.executable, "-c"]
            code = "import pathlib, sys; from ompt_cts import files; files.write_bytes(pathlib.Path(sys.argv[1]), bytes(9999))"
            done = subprocess.run([*words, code, f"{folder}/x"], capture_output=True, text=True)
            self.assertIn("(the limit that ulimit -f shows)", done.stderr)
            self.assertEqual(os.listdir(folder), [])


class MakingRoom(unittest.TestCase):
    def setUp(self) -> None:
        self.trace = Path(self.enterContext(tempfile.TemporaryDirectory())) / "t.trace"
        (self.trace / "info").mkdir(parents=True)
        (self.trace / "info" / "manifest").write_bytes(b"MT-CTS02")
        for name in ("info/maps", "info/process", "metadata", "thread_000000"):
            (self.trace / name).touch()

    def test_what_a_recording_left_is_removed(self) -> None:
        make_room(str(self.trace))
        self.assertFalse(self.trace.exists())

    def test_a_recording_that_had_no_room_for_its_manifest_is_removed(self) -> None:
        (self.trace / "info" / "manifest").write_bytes(b"")
        with self.assertRaises(InTheWay):
            make_room(str(self.trace))
        Path(f"{self.trace}.record.json").write_text('{"traces": ["t.trace"]}')
        make_room(str(self.trace))
        self.assertFalse(self.trace.exists())

    def test_a_removal_that_was_interrupted_anywhere_can_be_done_again(self) -> None:
        real = os.unlink
        for after in range(6):
            with self.subTest(files_removed=after):
                self.setUp()
                calls = []

                def unlink(path: str, after: int = after, calls: list[str] = calls) -> None:
                    if len(calls) == after:
                        raise KeyboardInterrupt
                    calls.append(path)
                    real(path)

                with mock.patch.object(trace_folders.os, "unlink", unlink):
                    try:
                        make_room(str(self.trace))
                    except (KeyboardInterrupt, FileNotFoundError):
                        pass
                make_room(str(self.trace))
                self.assertFalse(self.trace.exists())

    def test_a_users_files_stay(self) -> None:
        """Whatever an old record or claim says, and whatever begins like a name of ours."""
        for made in ("record.json", "claim", "manifest"):
            self.setUp()
            if made != "manifest":
                (self.trace / "info/manifest").unlink()
                told = '{"traces": ["t.trace"], "before": []}'
                Path(f"{self.trace}.{made}").write_text(told)
            mine = {self.trace / name for name in ("info/notes.txt", "thread_notes.txt")}
            mine |= {self.trace / "metadata"} if made != "manifest" else set()
            for path in mine:
                path.write_text("mine")
            with self.subTest(made), self.assertRaises(InTheWay):
                make_room(str(self.trace))
            self.assertTrue(all(path.exists() for path in mine), made)

    def test_a_users_file_beside_a_trace_stays(self) -> None:
        for suffix, key in trace_folders.KEYS.items():
            path = Path(f"{self.trace}{suffix}")
            for text in ("mine", '{"mine": 1}', f'["{key}"]'):
                path.write_text(text)
                with self.assertRaisesRegex(InTheWay, suffix):
                    make_room(str(self.trace))
                self.assertEqual(path.read_text(), text)
            path.unlink()

    def test_what_is_somebody_elses_stays(self) -> None:
        (self.trace / "info" / "manifest").unlink()
        with self.assertRaises(InTheWay):
            make_room(str(self.trace))
        self.assertTrue((self.trace / "metadata").exists())
