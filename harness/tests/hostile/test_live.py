"""`check --live`: the verdict equals that from the disk, the disk stays small, and every loss is
reported."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from subprocess import PIPE
from typing import Any

from support import BUILD, Hostile, compile_program

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from both_ways import compare

TASKS = 200_000  # about 20 MB of events


def rules(report: Any) -> list[tuple[str, str]]:
    return sorted((rule["id"], rule["verdict"]) for rule in report["rules"])


def on_disk(folder: Path) -> int:
    """Bytes that the files take on the disk."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_blocks * 512
        except OSError:
            continue
    return total


def mapped(pid: int) -> str:
    return Path(f"/proc/{pid}/maps").read_text(errors="replace")


class Live(Hostile):
    busy: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.busy = compile_program("busy", Path(cls.shared.name))

    def test_the_verdict_is_that_from_the_disk(self) -> None:
        for command in ([self.app], [self.busy, "100", "500"], [self.app, "_exit"]):
            for give_up in (False, True):
                with self.subTest(command=command[1:], give_up=give_up):
                    words = [str(word) for word in command]
                    self.assertEqual(compare(BUILD / "bin", words, "light", give_up), "")

    def test_code_that_is_loaded_later(self) -> None:
        library = compile_program("late", self.folder, "-shared", "-fPIC")
        words = [str(self.app), "load", str(library)]
        self.assertEqual(compare(BUILD / "bin", words, "light", False), "")

    def test_a_list_of_code_that_could_not_be_written_again_proves_nothing(self) -> None:
        # With -O1 the region has its caller's return address (a tail call).
        library = compile_program("late", self.folder, "-shared", "-fPIC", "-O0")
        for options in ((), ("--live",)):
            with self.subTest(options=options):
                report = self.check(self.app, "load", library, "no file", options=options)
                self.assertIn("could not read its list of code", self.told)
                self.assertNotIn(("codeptr.in-text", "fail"), rules(report))

    def test_what_was_judged_is_given_up(self) -> None:
        kept = self.check(self.busy, str(TASKS), "3", options=("--live", "--keep"))
        whole = on_disk(self.folder / "t")
        given_up = self.check(self.busy, str(TASKS), "3", options=("--live", "--max-trace", "16M"))
        self.assertEqual(rules(given_up), rules(kept))
        self.assertLess(on_disk(self.folder / "t"), 16 << 20)
        self.assertGreater(whole, 16 << 20)
        status, _, err = self.call("check", self.folder / "t")
        self.assertEqual(status, 2)
        self.assertIn("its events were given up when they had been judged", err)

    def most_on_disk(self, limit: str) -> int:
        """The largest size on disk of a program's trace. The program of two threads writes much more,
        and loses nothing."""
        most = [0]
        done = threading.Event()

        def watch() -> None:
            while not done.wait(0.01):
                most[0] = max(most[0], on_disk(self.folder))

        watcher = threading.Thread(target=watch)
        watcher.start()
        report = self.check(self.busy, str(TASKS), "3", options=("--live", "--max-trace", limit))
        done.set()
        watcher.join()
        verdicts = {test["verdict"] for test in report["tests"]}
        self.assertFalse({"harness-error", "unfinished"} & verdicts, self.told)
        self.assertGreater(most[0], 0)
        return most[0]

    def test_a_program_that_is_faster_waits(self) -> None:
        self.assertLess(self.most_on_disk("8M"), 9 << 20)

    def test_a_limit_below_what_a_judge_needs(self) -> None:
        self.assertLess(self.most_on_disk("1M"), 4 << 20)

    def test_several_processes_and_one_that_is_killed(self) -> None:
        script = (
            f"{self.busy} 1000 3; APP; APP signal {int(signal.SIGKILL)}; {self.busy} 10 10 & wait"
        )
        report = self.check(*self.shell(script), options=("--live", "--keep"))
        verdicts = [test["verdict"] for test in report["tests"]]
        self.assertEqual(len(verdicts), 4)
        self.assertEqual(verdicts.count("unfinished"), 1)
        self.assertIn("ended by SIGKILL, which is no crash", self.told)

    def test_at_the_time_limit(self) -> None:
        endless = (self.busy, str(TASKS), "1000000")
        options = ("--live", "--timeout", "3", "--repeat-for", "0")
        report = self.check(*endless, options=options)
        self.assertEqual([test["verdict"] for test in report["tests"]], ["timeout"])

    def test_no_process_of_ours_is_left(self) -> None:
        process = self.start("check", "--live", "--trace", self.folder / "t", "--", "sleep", "1000")
        self.addCleanup(process.kill)
        while not (self.folder / "t.claim").exists():
            os.sched_yield()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)

    def test_a_manifest_that_is_cut_under_the_judge(self) -> None:
        trace = self.folder / "t"
        tool = {"OMP_TOOL_LIBRARIES": str(BUILD / "bin" / "libompt-checker.so")}
        env = self.environment(**tool, OMPT_CTS_TRACE=str(trace))
        program = subprocess.Popen([self.busy, str(TASKS), "1000000"], env=env, cwd=self.folder)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        command = [BUILD / "bin" / "ompt-validate", "--live", trace]
        judge = subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True)
        self.addCleanup(judge.kill)
        manifest = trace / "info" / "manifest"
        while not (trace / "thread_000001").exists() or str(manifest) not in mapped(judge.pid):
            os.sched_yield()
        program.send_signal(signal.SIGSTOP)
        os.truncate(manifest, 0)
        out, err = judge.communicate(timeout=60)
        self.assertEqual((judge.returncode, out), (2, ""), err)
        cut = "ompt-validate: a file was cut while it was read\n"
        unread = f"ompt-validate: {trace} is damaged: info/manifest is missing or not ours\n"
        self.assertIn(
            err, (cut, unread)
        )  # unread: cut after it was mapped and before its first read

    def test_keep_is_for_live(self) -> None:
        status, _, err = self.call("check", "--keep", "--", self.app)
        self.assertEqual(status, 2)
        self.assertIn("--keep is for --live", err)
