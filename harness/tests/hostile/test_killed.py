"""A killed command leaves nothing running, whichever of its processes was killed; and the record of
one test is bounded."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from ompt_cts.paths import ROOT
from ompt_cts.steps import tools
from ompt_cts.system.process_table import descendants, living, read
from ompt_cts.system.waiting import wait_for_end
from support import BUILD, Hostile, compile_program

PATIENCE = 60.0  # seconds; the sleeps below last longer
SLEEP = "sleep 1000"
# A child, one in its own session, and one that has also lost its parent and its environment.
SCRIPT = f"""
{SLEEP} & echo $! > child
setsid sh -c 'echo $$ > session; exec {SLEEP}' &
(setsid env -i /bin/sh -c 'echo $$ > orphan; exec {SLEEP}' &)
{SLEEP}
"""
PIDS = ("child", "session", "orphan")


def killed(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def group_killed(pid: int) -> None:
    os.killpg(pid, signal.SIGKILL)


class Killed(Hostile):
    def command(self, *words: str | Path) -> tuple[subprocess.Popen[str], int, int]:
        """A started command: its front, its keeper, and the command itself."""
        front = self.start(*words, start_new_session=True)
        self.addCleanup(self.forget, front)
        keeper = self.only_child(front.pid)
        return front, keeper, self.only_child(keeper)

    def forget(self, front: subprocess.Popen[str]) -> None:
        front.kill()
        front.wait()
        for stream in (front.stdout, front.stderr):
            if stream:
                stream.close()

    def only_child(self, pid: int) -> int:
        while True:
            children = [child for child, one in living().items() if one.parent == pid]
            if children:
                return children[0]
            os.sched_yield()

    def pids_in(self, folder: Path) -> list[int]:
        """The processes started by the script, once all of them run."""
        while True:
            texts = [p.read_text() if (p := folder / name).exists() else "" for name in PIDS]
            if all(text.endswith("\n") for text in texts):
                return [int(text) for text in texts]
            time.sleep(0.01)

    def ends(self, pids: list[int]) -> None:
        alive = [pid for pid in pids if not wait_for_end(pid, PATIENCE)]
        told = [read(f"/proc/{pid}/stat")[:60] + read(f"/proc/{pid}/cmdline") for pid in alive]
        for pid in alive:
            killed(pid)
        self.assertFalse(told, "still running")

    def test_one_of_its_processes(self) -> None:
        for whose, kill in {
            "the started process": lambda front, keeper, command: killed(front),
            "its group": lambda front, keeper, command: group_killed(front),
            "the keeper": lambda front, keeper, command: killed(keeper),
            "the command": lambda front, keeper, command: killed(command),
            "by SIGTERM": lambda front, keeper, command: os.kill(front, signal.SIGTERM),
        }.items():
            with self.subTest(whose):
                front, keeper, command = self.command(
                    "check", "--trace", whose, "--", *self.shell(SCRIPT)
                )
                pids = self.pids_in(self.folder)
                kill(front.pid, keeper, command)
                self.ends([front.pid, keeper, command, *pids])
                for name in PIDS:
                    (self.folder / name).unlink()

    def test_a_recording_by_hand(self) -> None:
        """cts-record, whose program has a session of its own."""
        for kill in (killed, group_killed, lambda pid: os.kill(pid, signal.SIGTERM)):
            with self.subTest(kill=kill):
                checker = f"--checker={BUILD / 'bin' / 'libompt-checker.so'}"
                trace = self.folder / "t.trace"
                words = tools.step("record.py", checker, str(trace))
                front = self.started([*words, *self.shell(SCRIPT)])
                pids = self.pids_in(self.folder)
                below = descendants(front.pid, living())
                kill(front.pid)
                self.ends([front.pid, *below, *pids])
                for name in PIDS:
                    (self.folder / name).unlink()

    def test_plain_lit(self) -> None:
        """lit without ompt-cts: its workers, and a test program in a session of its own."""
        lit = Path(sys.executable).with_name("lit")
        for kill in (killed, group_killed, lambda pid: os.killpg(pid, signal.SIGINT)):
            with self.subTest(kill=kill):
                build = f"build={BUILD}"
                words = [lit, "-j", "1", "--param", build, ROOT / "suites" / "host" / "work"]
                front = self.started([str(word) for word in words])
                while not (programs := self.stopped(front.pid)):
                    self.assertIsNone(front.poll(), "no test program was seen")
                below = descendants(front.pid, living())
                kill(front.pid)
                self.ends([front.pid, *below, *programs])

    def stopped(self, pid: int) -> list[int]:
        """The recording processes below, which do not end by themselves any more."""
        below = descendants(pid, living())
        found = [one for one in below if b"OMPT_CTS_TRACE=" in read(f"/proc/{one}/environ")]
        with contextlib.suppress(ProcessLookupError):
            for one in found:
                os.kill(one, signal.SIGSTOP)
        return [one for one in found if one in living()]

    def started(self, command: list[str]) -> subprocess.Popen[str]:
        """Starts the command in a process group of its own, as a shell does."""
        front = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self.folder,
            env=self.environment(),
            start_new_session=True,
        )
        self.addCleanup(self.forget, front)
        return front

    def test_a_run(self) -> None:
        """The run has lit, lit's workers, and a test program in a session of its own."""
        words = ("run", "--suite", "host/work", "-j", "1", "--json", self.folder / "r.json")
        front, keeper, command = self.command(*words)
        while len(below := descendants(command, living())) < 3:
            time.sleep(0.01)
        killed(front.pid)
        self.ends([keeper, command, *below])
        self.assertFalse(descendants(command, living()))

    def test_what_is_left_on_purpose_lives_on(self) -> None:
        script = f"setsid {SLEEP} > /dev/null 2>&1 & echo $! > pid"
        report = self.check(*self.shell(f"APP behind > /dev/null 2>&1; {script}"))
        pid = int((self.folder / "pid").read_text())
        self.assertFalse(wait_for_end(pid, 0))
        self.assertEqual(report["status"], 2, self.told)
        self.assertIn("sleep 1000: still runs, and may begin OpenMP later", self.told)
        told = re.search(r"process (\d+)[^\n]*app behind: still runs, and may", self.told)
        assert told, self.told
        for left in (pid, int(told[1])):
            os.kill(left, signal.SIGKILL)

    def test_a_tool_leaves_no_process(self) -> None:
        left = self.folder / "left"
        tool = compile_program("tool", self.folder, "-shared", "-fPIC", f'-DLEFT="{left}"')
        status, out, err = self.call("tool", tool)
        self.assertEqual(status, 0, out + err)
        self.ends([int(pid) for pid in left.read_text().split()])

    def test_a_tool_that_declines_survives_nothing(self) -> None:
        tool = compile_program("tool", self.folder, "-shared", "-fPIC", "-DDECLINES")
        status, out, err = self.call("tool", tool)
        self.assertEqual((status, out), (2, ""), err)
        self.assertIn("declines to run", err)

    def test_an_interrupt_counts_once(self) -> None:
        """An interrupt from the keyboard reaches the front and the command: a second one would end
        the program, which handles the first one itself."""
        script = "trap 'sleep 0.2; echo ended in order > end; exit 0' INT; echo > ready; "
        script += "while :; do sleep 0.1; done"
        front, _, _ = self.command("check", "--trace", "t", "--", *self.shell(script))
        while not (self.folder / "ready").exists():
            time.sleep(0.01)
        os.killpg(front.pid, signal.SIGINT)
        front.communicate(timeout=PATIENCE)
        self.assertEqual((self.folder / "end").read_text(), "ended in order\n")
