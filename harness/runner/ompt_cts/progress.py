"""Progress on standard error, and a log file for the output of the programs that we start."""

import re
import subprocess
import sys
import time
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError

TAIL = 25  # shown lines of a failed step's output


def say(message: str) -> None:
    print(f"ompt-cts: {files.plain(message)}", file=sys.stderr, flush=True)


def complain(message: str) -> None:
    """Prints a problem that the user can mend. Only indented lines become lines of their own, as
    for the output of a program: names may contain line breaks."""
    shown = "\n".join(map(files.plain, re.split(r"\n(?=  )", message)))
    print(f"ompt-cts: error: {shown}", file=sys.stderr, flush=True)


class Log:
    """Runs the steps of the set-up, shows progress, and keeps their output. While `quiet` it shows
    only what has ended; after `stopped` it ends a step that runs."""

    def __init__(self, path: Path, quiet: bool = False) -> None:
        self.path = path
        self.quiet = quiet
        self.stopped = False

    def run(
        self,
        command: list[str],
        title: str,
        *,
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        check: bool = True,
    ) -> int:
        """Runs a command with its output in the log; after a failure shows the end of the output."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as out:
            out.write(f"\n$ {' '.join(command)}\n".encode())
            out.flush()
            start = out.tell()
            try:
                process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env, cwd=cwd
                )
            except OSError as error:
                raise UserError(f"cannot start {command[0]}: {error.strerror}") from None
            code = self._watch(process, title, start)
        if code != 0 and check:
            raise UserError(f"{title} failed; the end of {self.path}:\n{self.tail(start)}")
        return code

    def tail(self, start: int = 0) -> str:
        with self.path.open("rb") as out:
            out.seek(start)
            lines = out.read().decode(errors="replace").splitlines()
        return "\n".join("  " + line for line in lines[-TAIL:])

    def _last_line(self, start: int) -> str:
        with self.path.open("rb") as out:
            size = out.seek(0, 2)
            out.seek(max(start, size - 400))
            lines = out.read().decode(errors="replace").split("\n")
        complete = [line.strip() for line in lines[:-1] if line.strip()]
        return complete[-1] if complete else ""

    def _watch(self, process: subprocess.Popen[bytes], title: str, start: int) -> int:
        began = time.monotonic()
        terminal = sys.stderr.isatty()
        interval = 0.2 if terminal else 10.0
        shown = began
        try:
            while True:
                try:
                    code = process.wait(timeout=0.2)
                    break
                except subprocess.TimeoutExpired:
                    if self.stopped:
                        raise
                now = time.monotonic()
                if now - shown >= interval and not self.quiet:
                    shown = now
                    line = f"  {title} {now - began:4.0f} s  {self._last_line(start)}"
                    end = "\x1b[K\r" if terminal else "\n"
                    print(line[:118], end=end, file=sys.stderr, flush=True)
        except BaseException:
            process.terminate()
            process.wait()
            raise
        if terminal:
            print("\x1b[K", end="\r", file=sys.stderr)
        print(f"  {title}: {time.monotonic() - began:.1f} s", file=sys.stderr, flush=True)
        return code
