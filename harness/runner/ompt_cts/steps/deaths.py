"""In which order processes end, and how, also those whose parent is another: a process descriptor of
each tells at once, before a launcher that sees one end can end the others."""

import contextlib
import fcntl
import os
import select
import struct

from ompt_cts.steps.process_table import read

GET_INFO, EXIT = 0xC040FF0B, 1 << 3  # PIDFD_GET_INFO with 64 bytes, PIDFD_INFO_EXIT
STATUS_FIELD = 49  # of /proc/PID/stat after the name: exit_code


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
    """From the kernel since Linux 6.15, also after the parent has taken it; else while it has not."""
    told = bytearray(struct.pack("=Q56x", EXIT))
    with contextlib.suppress(OSError):
        fcntl.ioctl(descriptor, GET_INFO, told)
        mask, status = struct.unpack("=Q52xi", told)
        if mask & EXIT:
            return int(status)
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    dead = len(fields) > STATUS_FIELD and fields[0] in (b"Z", b"X")
    return int(fields[STATUS_FIELD]) if dead else None
