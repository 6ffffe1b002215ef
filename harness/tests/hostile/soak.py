#!/usr/bin/env python3
"""Attacks recordings at random, for any time, and checks that every loss is reported.

    soak.py [SECONDS [SEED]]     needs OMPT_CTS_BUILD_DIR and OMPT_CTS_CC; with strace and the right
                                 to mount a small tmpfs it checks more

Required, whatever happens to a program, its disk and its streams:
  - the program's output and behavior are the same as without the checker;
  - a record that is called complete has every event of the program;
  - a record of a program that was killed, of a full disk or with a damaged stream is not complete;
  - nothing outside the trace's folders is written.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from small_disk import small_disk

HERE = Path(__file__).resolve().parent
BIN = Path(os.environ["OMPT_CTS_BUILD_DIR"]) / "bin"
CC = os.environ["OMPT_CTS_CC"]
FLAGS = os.environ.get("OMPT_CTS_CFLAGS", "").split()
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, signal.SIGABRT, signal.SIGALRM)
SECONDS = 120
WRITES = re.compile(
    r"^\d+ +(?:open(?:at)?\((?:AT_FDCWD, )?\"([^\"]+)\".*(?:O_WRONLY|O_RDWR|O_CREAT|O_TRUNC)"
    r"|(?:mkdir|unlink|rmdir|truncate|chmod|symlink|link|rename)(?:at2?)?"
    r"\((?:AT_FDCWD, )?\"([^\"]+)\").* = (?!-1)"
)
RUNTIMES_OWN = ("/dev/shm/", "/dev/null", "/dev/tty", "/proc/self/", "/sys/")


class Wrong(Exception):
    """An unreported loss, or a disturbed program."""


class Soak:
    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.done: Counter[str] = Counter()
        runtime = subprocess.run(
            [CC, "-print-file-name=libomp.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
        rpath = f"-Wl,-rpath,{os.path.dirname(os.path.realpath(runtime))}"
        self.program = folder / "busy"
        source = str(HERE / "programs" / "busy.c")
        command = [CC, "-O1", *FLAGS, "-fopenmp", source, rpath, "-o", str(self.program)]
        subprocess.run(command, check=True)

    def environment(self, trace: Path) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "OMPT_", "KMP_"))}
        tool = {"OMP_TOOL_LIBRARIES": str(BIN / "libompt-checker.so")}
        return clean | tool | {"OMPT_CTS_TRACE": str(trace), "OMPT_CTS_PROBES": "none"}

    def start(self, trace: Path, tasks: int, rounds: int, *before: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*before, str(self.program), str(tasks), str(rounds)],
            env=self.environment(trace),
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def judge(self, trace: Path) -> Any:
        """The verdict of ompt-validate; a crash of ompt-validate is wrong."""
        out = self.folder / "findings.json"
        out.unlink(missing_ok=True)
        command = [str(BIN / "ompt-validate"), "--quiet", "--json", str(out), str(trace)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        if done.returncode not in (0, 1, 2, 3):
            raise Wrong(f"ompt-validate ended with {done.returncode}: {done.stderr}")
        found = json.loads(out.read_text()) if out.exists() else {"trace": {"complete": False}}
        return found["trace"] | {"status": done.returncode, "told": done.stderr.strip()}

    def tasks_in(self, trace: Path) -> int:
        command = [str(BIN / "ompt-view"), "--counts", str(trace)]
        shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        whole = re.search(r"task_create\s+(\d+)", shown)  # the rows of each thread follow
        return int(whole[1]) if whole else 0

    def is_whole(self, trace: Path, made: int) -> None:
        """A complete record must have every task that the program made."""
        told = self.judge(trace)
        if told["complete"] and self.tasks_in(trace) < made:
            raise Wrong(f"{self.tasks_in(trace)} of {made} tasks in a record said to be complete")
        if not told["complete"] and told["status"] == 0:
            raise Wrong("an incomplete record is conformant")

    def is_not_whole(self, trace: Path, why: str) -> None:
        if trace.is_dir() and self.judge(trace)["complete"]:
            raise Wrong(f"the record is said to be complete: {why}")

    def finish(self, process: subprocess.Popen[str], expected: int) -> None:
        out, err = process.communicate(timeout=SECONDS)
        if process.returncode or out != f"made {expected}\n":
            raise Wrong(f"the program ended with {process.returncode}, said {out!r}, {err!r}")

    # The attacks.

    def undisturbed(self, trace: Path) -> None:
        tasks, rounds = self.chance.randint(1, 20_000), self.chance.randint(1, 4)
        self.finish(self.start(trace, tasks, rounds), tasks * rounds)
        told = self.judge(trace)
        if not told["complete"]:
            raise Wrong(f"nothing happened, and the record is not complete: {told['told']}")
        self.is_whole(trace, tasks * rounds)

    def killed(self, trace: Path) -> None:
        process = self.start(trace, 50_000, 100)
        time.sleep(self.chance.random() ** 2)  # any moment is right
        process.send_signal(self.chance.choice(SIGNALS))
        process.communicate(timeout=SECONDS)
        if process.returncode < 0:
            self.is_not_whole(trace, f"ended by signal {-process.returncode}")

    def full_disk(self, trace: Path) -> None:
        with small_disk(self.folder / "disk", self.chance.randint(1, 4096)) as disk:
            if disk:
                self.finish(self.start(disk / "t", 50_000, 4), 200_000)
                if (disk / "t").is_dir():
                    self.is_whole(disk / "t", 200_000)

    def file_limit(self, trace: Path) -> None:
        blocks = self.chance.randint(1, 4000)
        limit = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh"]
        self.finish(self.start(trace, 50_000, 4, *limit), 200_000)
        if trace.is_dir():
            self.is_whole(trace, 200_000)

    def cut(self, trace: Path) -> None:
        """A stream that is missing, empty, cut or doubled."""
        self.finish(self.start(trace, 30_000, 2), 60_000)
        stream = self.chance.choice(sorted(trace.glob("thread_*")))
        size = stream.stat().st_size
        what = self.chance.choice(("missing", "empty", "cut", "twice", "zeroes"))
        if what == "missing":
            stream.unlink()
        elif what == "empty":
            os.truncate(stream, 0)
        elif what == "cut":
            os.truncate(stream, self.chance.randrange(size))
        elif what == "twice":
            shutil.copy(stream, trace / "thread_000099")
        else:
            at = self.chance.randrange(size - 8)
            with stream.open("r+b") as file:
                file.seek(at)
                same = file.read(8) == bytes(8)
                file.seek(at)
                file.write(bytes(8))
            if same:
                return
        self.is_not_whole(trace, f"{stream.name} is {what}")

    def many(self, trace: Path) -> None:
        """Simultaneous short processes with one given folder: each has a complete record of its
        own."""
        count = self.chance.randint(20, 60)
        processes = [self.start(trace, 10, 1) for _ in range(count)]
        for process in processes:
            self.finish(process, 10)
        traces = [p for p in trace.parent.glob(trace.name + "*") if (p / "metadata").exists()]
        if len(traces) != count:
            raise Wrong(f"{count} processes left {len(traces)} traces")
        for one in self.chance.sample(traces, 5):
            if not self.judge(one)["complete"]:
                raise Wrong(f"{one.name} is not complete")
            self.is_whole(one, 10)

    def watched(self, trace: Path) -> None:
        """Every path that the program writes is in the trace, or the runtime's own."""
        if not shutil.which("strace"):
            return
        log = self.folder / "strace"
        watch = ["strace", "-f", "-qq", "-e", "trace=%file", "-o", str(log)]
        self.finish(self.start(trace, 1000, 1, *watch), 1000)
        for line in log.read_text(errors="replace").splitlines():
            match = WRITES.match(line)
            path = match and (match[1] or match[2])
            if path and not path.startswith((str(trace), *RUNTIMES_OWN)):
                raise Wrong(f"writes {path}: {line}")

    def one(self) -> None:
        attacks: list[Callable[[Path], None]] = [
            *(self.undisturbed, self.killed, self.killed, self.full_disk, self.file_limit),
            *(self.cut, self.cut, self.many, self.watched),
        ]
        attack = self.chance.choice(attacks)
        work = self.folder / "work"
        work.mkdir()
        try:
            attack(work / "trace")
        finally:
            shutil.rmtree(work)
        self.done[attack.__name__] += 1


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1800.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end, wrong = time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory(prefix="cts-soak-") as folder:
        done: Counter[str] = Counter()
        while time.monotonic() < end and wrong < 20:
            soak = Soak(Path(folder), seed)
            for _ in range(20):
                try:
                    soak.one()
                except Wrong as problem:
                    wrong += 1
                    print(f"seed {seed}: {problem}", flush=True)
                if time.monotonic() >= end:
                    break
            done += soak.done
            seed += 1
    for name, count in sorted(done.items()):
        print(f"{count:6} {name}")
    print(f"{done.total()} attacks, {wrong} wrong, seeds up to {seed - 1}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
