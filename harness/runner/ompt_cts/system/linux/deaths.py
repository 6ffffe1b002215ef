"""In which order processes end, and how, also those whose parent is another: a process descriptor of
each tells at once, before a launcher that sees one end can end the others."""

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
from collections.abc import Iterator

from ompt_cts.system.process_table import read

GET_INFO, EXIT = 0xC040FF0B, 1 << 3  # PIDFD_GET_INFO with 64 bytes, PIDFD_INFO_EXIT
STATUS_FIELD = 49  # of /proc/PID/stat after the name: exit_code


def may_have_had_children(pid: int) -> bool:
    """Of a process that has ended and is not reaped: whether it waited for a child, whose page
    faults then count as its own (field 11), or ignored their ends (SIGCHLD), so that nothing counts."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    status = read(f"/proc/{pid}/status")
    ignored = int((re.search(rb"SigIgn:\s*(\w+)", status) or [0, b"0"])[1], 16)
    return fields[8:9] != [b"0"] or bool(ignored >> signal.SIGCHLD - 1 & 1)


def children() -> Iterator[tuple[int, int, bool]]:
    """Reaps all children of this process that have ended: each one's number, its status as from
    waitpid, and whether it may have had children itself."""
    with contextlib.suppress(ChildProcessError):
        while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            had_children = may_have_had_children(ended.si_pid)
            yield *os.waitpid(ended.si_pid, 0), had_children


def any_left() -> bool:
    """Whether this process has a child, ended or not. The kernel's answer is exact, where a look at
    all processes may miss one that forks and leaves meanwhile."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


class Deaths:
    """Processes that are watched. `descriptor` can be read when one has ended."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self.descriptor = self._epoll.fileno()
        self._pids: dict[int, int] = {}  # by their descriptors

    def watch(self, pid: int) -> None:
        """One that has ended, or that we have no room for, is not watched."""
        with contextlib.suppress(OSError):
            descriptor = os.pidfd_open(pid)
            self._pids[descriptor] = pid
            self._epoll.register(descriptor, select.EPOLLIN)

    def since(self) -> list[tuple[int, int | None]]:
        """The processes that have ended since the last call, in order, each with its status as
        waitpid gives it; None if that is no longer known."""
        ended = []
        for descriptor, _ in self._epoll.poll(0):
            self._epoll.unregister(descriptor)
            pid = self._pids.pop(descriptor)
            ended.append((pid, status_of(descriptor, pid)))
            os.close(descriptor)
        return ended

    def close(self) -> None:
        for descriptor in self._pids:
            os.close(descriptor)
        self._pids = {}
        self._epoll.close()


def status_of(descriptor: int, pid: int) -> int | None:
    """From the kernel since Linux 6.15, once the parent has taken it; before that from its entry in
    /proc. It is asked again after that entry, because the parent may take it meanwhile."""
    if (status := _taken(descriptor)) is not None:
        return status
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    dead = len(fields) > STATUS_FIELD and fields[0] in (b"Z", b"X")
    return int(fields[STATUS_FIELD]) if dead else _taken(descriptor)


def _taken(descriptor: int) -> int | None:
    told = bytearray(struct.pack("=Q56x", EXIT))
    with contextlib.suppress(OSError):
        fcntl.ioctl(descriptor, GET_INFO, told)
        mask, status = struct.unpack("=Q52xi", told)
        if mask & EXIT:
            return int(status)
    return None
