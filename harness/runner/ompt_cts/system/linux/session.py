"""Runs a program in a session of its own, with its output and its end, and leaves nothing running."""

import os
import select
import time

from ompt_cts.system import leftovers, spawn

OUTPUT_LIMIT = 64 * 1024
GRACE = 2.0  # seconds that children may outlive the program, or keep its output open
SIGKILL = 9

adopting = False  # processes that a program leaves running become children of this process
helpers: set[int] = set()  # children of this process that no program has left


def adopt() -> None:
    """Makes this process, which runs one program at a time and nothing beside it, the parent of what
    programs leave running: kill_escaped then looks only where there is something."""
    global adopting
    if not adopting:
        from ompt_cts.system import keeper  # takes long to import

        keeper.adopt_orphans()
        adopting = True


def _nothing_left() -> bool:
    """Whether no child of this process still runs but its helpers; takes the status of those that have
    ended. False where the kernel does not list children."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            found = set(map(int, file.read().split())) - helpers
        return all(os.waitpid(pid, os.WNOHANG)[0] for pid in found)
    except (OSError, ValueError):
        return False


def kill_escaped(trace: str) -> None:
    """Kills descendants that left the program's session, which their environment reveals."""
    if os.environ.get("OMPT_CTS_TRACE") == trace:
        return  # then that of others does, too
    if adopting and _nothing_left():
        return
    mark = os.fsencode(f"OMPT_CTS_TRACE={trace}")
    for _ in range(5):  # they may have forked meanwhile
        found = False
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/environ", "rb", buffering=0) as file:
                    if mark not in (file.read(1 << 20) or b"").split(b"\0"):
                        continue
                os.kill(int(entry), SIGKILL)
                found = True
            except OSError:
                pass
        if not found:
            return


class Program:
    """A started program in a session of its own, with its output on one pipe."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.output = bytearray()
        self.truncated = False
        self.pipe, write_end = os.pipe()
        self.began = time.monotonic()
        streams = {0: None, 1: write_end, 2: write_end}
        try:
            self.pid = spawn.start(command, env, streams, alone=True)
        finally:
            os.close(write_end)
        os.set_blocking(self.pipe, False)

    def drain(self) -> bool:
        """Reads the program's output; false at its end."""
        while True:
            try:
                data = os.read(self.pipe, 65536)
            except BlockingIOError:
                return True
            if not data:
                return False
            room = OUTPUT_LIMIT - len(self.output)
            self.output += data[:room]
            self.truncated = self.truncated or len(data) > room

    def kill(self) -> None:
        try:
            os.killpg(self.pid, SIGKILL)
        except ProcessLookupError:
            pass

    def wait(self, timeout: float) -> tuple[int, bool]:
        """The status as from waitpid, and whether the program was killed; leaves nothing running."""
        watch = os.pidfd_open(self.pid)
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        poll.register(self.pipe, select.POLLIN)
        deadline = self.began + timeout
        ended, open_output, timed_out = False, True, False
        while not ended or open_output:
            left = deadline - time.monotonic()
            if left <= 0:
                timed_out = not ended
                break
            for descriptor, _ in poll.poll(left * 1000):
                if descriptor == self.pipe and not self.drain():
                    open_output = False
                    poll.unregister(self.pipe)
                elif descriptor == watch:
                    ended = True
                    poll.unregister(watch)
                    deadline = min(deadline, time.monotonic() + GRACE)
        self.kill()
        if open_output:
            self.drain()
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        leftovers.forget_process(self.pid)
        return os.waitpid(self.pid, 0)[1], timed_out
