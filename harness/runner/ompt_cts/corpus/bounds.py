"""Runs strangers' compilers and builds within limits of time, memory, output and file size."""

import subprocess
import tempfile
import threading
from pathlib import Path

from ompt_cts.system import groups

MEMORY_KIB = 4 << 20  # of data, of each process
FILE_BLOCKS = 1 << 19  # of 512 bytes, of each file
OUTPUT = 1 << 20  # bytes of output that are kept
WITHIN = f'ulimit -d {MEMORY_KIB} && ulimit -f {FILE_BLOCKS} && ulimit -c 0 && exec "$@"'

_running: set[int] = set()  # process groups
_lock = threading.Lock()
_stopped = threading.Event()


def stop() -> None:
    """Interrupts everything that runs, as the keyboard would; nothing starts afterwards."""
    _stopped.set()
    with _lock:
        for group in _running:
            groups.interrupt(group)


def stopped() -> bool:
    """Whether programs may have been interrupted: their ends say nothing then."""
    return _stopped.is_set()


def run(
    command: list[str], cwd: Path, env: dict[str, str], seconds: float, bounded: bool = True
) -> tuple[int, str]:
    """The exit status (-1: it could not be started or was killed) and the beginning of the output.
    Ends the whole process group. `bounded`: also within limits of memory and file size."""
    words = ["sh", "-c", WITHIN, "sh", *command] if bounded else command
    with tempfile.TemporaryFile() as output:
        try:
            process = groups.start(
                words,
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            return -1, f"error: {error.strerror}: {error.filename}"
        with _lock:
            _running.add(process.pid)
        told = ""
        try:
            status = process.wait(0 if _stopped.is_set() else seconds)
        except subprocess.TimeoutExpired:
            status, told = -1, f"error: not done after {seconds:g} s\n"
        finally:
            groups.kill(process.pid)
            process.wait()
            with _lock:
                _running.discard(process.pid)
        output.seek(0)
        return status, told + output.read(OUTPUT).decode(errors="replace")
