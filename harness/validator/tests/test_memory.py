"""A runtime that creates tasks and never ends one: the validator reports that its memory is used up. Of
thousands of threads that live one after the other, the validator holds only the living one. It comes to
an end with every damaged text that a fuzzer has found.

    test_memory.py OMPT_VALIDATE OMPT_VIEW"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

TASKS = 300_000
MEBIBYTES = 64
THREADS, LOCKS = 2_500, 100  # a trace of 21 MB
FEW_MEBIBYTES = 16  # the minimum of --memory


def endless_tasks() -> Iterator[str]:
    for task in range(TASKS):
        yield f"1 task_create new_task=+T{task} flags=explicit"


def many_threads() -> Iterator[str]:
    for thread in range(1, THREADS + 1):
        yield f"{thread} thread_begin thread_type=worker thread=+H{thread}"
        for _ in range(LOCKS):
            yield f"{thread} mutex_acquire kind=critical hint=0 impl=1 wait_id=0x{thread:x}"
            for event in ("acquired", "released"):
                yield f"{thread} mutex_{event} kind=critical wait_id=0x{thread:x}"
        yield f"{thread} thread_end thread=H{thread}"


def judge(lines: Iterator[str], mebibytes: int) -> subprocess.CompletedProcess[str]:
    validate, view = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="cts-memory-") as folder:
        text, trace = Path(folder) / "events.txt", Path(folder) / "trace"
        text.write_text("\n".join(lines) + "\n")
        subprocess.run([view, "--from-text", text, "--out", trace], timeout=300, check=True)
        command = [validate, f"--memory={mebibytes}", trace]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def judge_damaged_texts() -> None:
    """TimeoutExpired if the validator does not come to an end."""
    validate, view = sys.argv[1:]
    for text in (Path(__file__).parents[1] / "fuzz" / "found" / "text").iterdir():
        with tempfile.TemporaryDirectory(prefix="cts-damaged-") as folder:
            made = [view, "--from-text", text, "--out", f"{folder}/trace"]
            if subprocess.run(made, timeout=300, capture_output=True, check=False).returncode == 0:
                subprocess.run([validate, "--quiet", made[-1]], timeout=300, check=False)


def main() -> int:
    judge_damaged_texts()
    tasks = judge(endless_tasks(), MEBIBYTES)
    if tasks.returncode != 2 or "memory" not in tasks.stderr or tasks.stderr.count("\n") != 1:
        print(f"endless tasks: status {tasks.returncode}: {tasks.stderr}", file=sys.stderr)
        return 1
    threads = judge(many_threads(), FEW_MEBIBYTES)
    if f" events of {THREADS} threads" not in threads.stdout:
        print(f"many threads: status {threads.returncode}: {threads.stderr}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
