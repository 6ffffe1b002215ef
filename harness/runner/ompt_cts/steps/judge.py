"""One ompt-validate for all the traces that a process judges: it is started once."""

import os
import subprocess

from ompt_cts.system import session, waiting

SECONDS = 120.0  # for one trace


class Judge:
    """Judges one trace after another. Without a verdict (None) it gives no reason: a separate
    ompt-validate for that trace gives it. Not thread safe."""

    def __init__(self) -> None:
        self.command: list[str] = []
        self.process: subprocess.Popen[bytes] | None = None

    def __call__(self, validate: str, profile: str, trace: str, findings: str) -> int | None:
        """0: nothing found, 1: a rule is contradicted; `findings` is then the verdict's file."""
        command = [validate, "--profile", profile, "--each"]
        if "\t" in findings or "\n" in findings + trace:
            return None
        answer = b""
        try:
            if not self.process or self.process.poll() is not None or command != self.command:
                self.start(command)
            answer = self.ask(os.fsencode(f"{findings}\t{trace}\n"))
        except OSError:
            pass
        finally:  # it was killed, takes too long, or we were interrupted: the next answer is another's
            if not answer.endswith(b"\n"):
                self.end()
        return int(answer) if answer in (b"0\n", b"1\n") else None

    def start(self, command: list[str]) -> None:
        self.end()
        self.command = command
        ends = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=ends, stdout=ends, stderr=subprocess.DEVNULL, bufsize=0
        )
        session.helpers.add(self.process.pid)

    def ask(self, line: bytes) -> bytes:
        assert self.process and self.process.stdin and self.process.stdout
        self.process.stdin.write(line)
        ready = waiting.has_output(self.process.stdout, SECONDS)
        return self.process.stdout.readline() if ready else b""

    def end(self) -> None:
        if self.process:
            session.helpers.discard(self.process.pid)
            with self.process:  # closes its pipes, and waits
                self.process.kill()
            self.process = None


judge = Judge()
