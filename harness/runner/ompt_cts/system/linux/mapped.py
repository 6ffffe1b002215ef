"""The kernel's own record (perf_event_open) of the programs that this process's descendants execute and
of the files whose code each maps: it also has a program that ends before anybody can look. There is none
where the kernel refuses it (perf_event_paranoid above 2, some containers)."""

import contextlib
import ctypes
import errno
import itertools
import mmap
import os
import select
import struct
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ompt_cts.system.leftovers import PREFIX

CALL = {"x86_64": 298, "aarch64": 241, "ppc64le": 319, "riscv64": 241}
PAGES, FEWER = 32, 8  # of records for each processor: of code, and of other mapped parts of files
INHERIT, USER_ONLY, FILES, EXECS = 1 << 1, 3 << 5, 1 << 8, 1 << 9 | 1 << 24
TASKS, WATERMARK, DATA, TIMED = 1 << 13, 1 << 14, 1 << 17, 1 << 18
IDENTITIES, CLOCK = 1 << 23, 1 << 25


def asked(pages: int, records: int) -> bytes:
    """The attributes of a counter that counts nothing, and whose records have times."""
    flags = INHERIT | USER_ONLY | WATERMARK | TIMED | IDENTITIES | CLOCK | records
    wake = pages * mmap.PAGESIZE // 2
    told = (1, 112, 9, 0, 1 << 2, 0, flags, wake, *(0,) * 6, time.CLOCK_MONOTONIC)
    return struct.pack("=IIQQQQQIIQQQQIi16x", *told)


ASKED = {PAGES: asked(PAGES, FILES | EXECS | TASKS), FEWER: asked(FEWER, DATA)}
POSITIONS = 1024  # in the first page: the kernel's and ours
NAME, FORK, MAP, EXECUTED, NO_CODE = 3, 7, 10, 1 << 13, 1 << 13
SHARED_MAPPING = 1
LONGEST = 1 << 13  # bytes of a record: the kernel drops one that finds less room
MANY = 64  # files between two looks at the records of our own mappings

GONE = " (deleted)"  # the kernel says so of a file that is gone before it is mapped
DEVICES = "/dev/"  # the folder of what is no file of code
SHARED = "/dev/zero" + GONE  # memory that processes share: no file
CLOSURES = "/memfd:libffi" + GONE  # libffi's code,
CLOSURE = 1 << 16  # and its bytes: no runtime has so few


class Told(NamedTuple):
    """A record: of an executed program (no file), of mapped code, or of variables (`code` is false)."""

    when: int
    pid: int
    address: int = 0
    file: str = ""
    length: int = 0
    offset: int = 0
    identity: bytes = b""  # the file's device (8 bytes), its number there, its generation
    code: bool = True


def _changed(file: str) -> int:
    """When the file has changed last, in nanoseconds since 1970."""
    with contextlib.suppress(OSError):
        return os.stat(file).st_ctime_ns
    return sys.maxsize


@dataclass
class Program:
    """One program of a process. `code` is the address of the kernel's code in it ([vdso]). A forked
    process that maps files itself has no file of its own: an empty name."""

    pid: int
    code: int = 0
    files: list[str] = field(default_factory=list)  # its own file first, then libraries
    places: set[tuple[str, int, int]] = field(default_factory=set)  # file, offset, address
    sizes: dict[str, int] = field(default_factory=dict)  # of the largest part of each file

    def twice(self, file: str) -> bool:
        """Whether the program has mapped the same code of a file at two places (dlmopen)."""
        offsets = [offset for name, offset, _ in self.places if name == file]
        return len(offsets) > len(set(offsets))


class Mapped:
    """Records the processes that this thread starts from now on. `descriptor` is readable when there are many records. `whole`: the kernel
    agreed, can have dropped no record of code so far, and no program has taken other rights (setuid), which ends its record;
    `data_whole`: nor can it have dropped one of data. `started`: the processes that have mapped the file of LLVM's or Intel's runtime.

    An emulator maps the code of the emulated program as something to read. Like every loader it maps a
    file's beginning, and a later part to write: such a file counts as code."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self.descriptor = self._epoll.fileno()
        self._rings: list[tuple[int, mmap.mmap]] = []
        self._told: list[Told] = []
        self._forks: dict[int, int] = {}  # the parent of each process
        self._threaded: set[int] = set()  # processes that have made threads
        self._read: set[tuple[int, str]] = set()  # process, file whose beginning it has mapped
        self._written: set[tuple[int, str, int]] = set()  # process, file and place of variables
        self.started: set[int] = set()
        self.data_whole = True
        call = ctypes.CDLL(None, use_errno=True).syscall
        number = CALL.get(os.uname().machine)
        self.whole = bool(number)
        processors = range(os.sysconf("SC_NPROCESSORS_CONF")) if number else ()
        for processor, (pages, attributes) in itertools.product(processors, ASKED.items()):
            ring = call(number, attributes, 0, processor, -1, 8)
            if ring < 0:  # refused, unless only that processor is off
                self.whole &= ctypes.get_errno() == errno.ENODEV
                continue
            try:
                memory = mmap.mmap(ring, (pages + 1) * mmap.PAGESIZE)
            except OSError:  # no memory that may be locked (perf_event_mlock_kb)
                self.whole = False
                os.close(ring)
                continue
            self._rings.append((ring, memory))
            self._epoll.register(ring, select.EPOLLIN)

    def drain(self) -> bool:
        """Takes the records that the kernel has written; returns whether there were any of code."""
        any_code = False
        for _, ring in self._rings:
            head, tail = struct.unpack_from("=QQ", ring, POSITIONS)
            if head == tail:
                continue
            text = ring[mmap.PAGESIZE :]
            at, room = tail % len(text), len(text)
            text = (text[at:] + text[:at])[: head - tail]
            struct.pack_into("=Q", ring, POSITIONS + 8, head)
            told = list(self._records(text))
            self._told += told
            kept = head - tail <= room - LONGEST
            if room == PAGES * mmap.PAGESIZE:
                self.whole &= kept
                any_code |= bool(told)
            else:
                self.data_whole &= kept
        return any_code

    def _records(self, text: bytes) -> Iterator[Told]:
        at = 0
        while at < len(text):
            kind, flags, size = struct.unpack_from("=IHH", text, at)
            (when,) = struct.unpack_from("=Q", text, at + size - 8)
            pid, parent, address = struct.unpack_from("=IIQ", text, at + 8)
            if kind == FORK and pid == parent:
                self._threaded.add(pid)
            elif kind == FORK:
                self._forks[pid] = parent
            elif kind == NAME and flags & EXECUTED:
                yield Told(when, pid)
            elif kind == MAP:
                file = os.fsdecode(text[at + 72 : at + size - 8].split(b"\0")[0])
                length, offset = struct.unpack_from("=QQ", text, at + 24)
                allowed, shared = struct.unpack_from("=II", text, at + 64)
                code = not flags & NO_CODE
                if code or self._variables(pid, file, address, offset, allowed, shared):
                    identity = text[at + 40 : at + 64]
                    yield Told(when, pid, address, file, length, offset, identity, code)
            at += size

    def _variables(
        self, pid: int, file: str, address: int, offset: int, allowed: int, shared: int
    ) -> bool:
        """Whether a mapping without code may be of a loaded file's variables, and is told first now."""
        if shared & SHARED_MAPPING or not file.startswith("/"):
            if os.path.basename(file).startswith(PREFIX):
                self.started.add(pid)
            return False
        if not offset and not allowed & mmap.PROT_WRITE:
            self._read.add((pid, file))
        if not offset or not allowed & mmap.PROT_WRITE or (pid, file, address) in self._written:
            return False
        self._written.add((pid, file, address))
        return True

    def _now(self, files: set[str]) -> dict[str, bytes]:
        """The identity of each file by the kernel's records of our own mappings: stat has other
        devices in some file systems. None of a file that cannot be mapped."""
        for number, file in enumerate(sorted(files)):
            with contextlib.suppress(OSError, ValueError):
                opened = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                try:
                    mmap.mmap(opened, 1, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC).close()
                finally:
                    os.close(opened)
            if number % MANY == 0:
                self.drain()
        self.drain()
        return {one.file: one.identity for one in sorted(self._told) if one.pid == os.getpid()}

    def programs(self) -> list[Program]:
        """The executed programs, in order, of all processes but this one. A file is as it was if it
        has its name, its identity, and no later change. (Only the thread that has made this object may call this.)"""
        found: list[Program] = []
        latest: dict[int, Program] = {}
        since = time.time_ns() - time.monotonic_ns()
        told = [
            one
            for one in sorted(self._told)
            if one.pid != os.getpid() and (one.code or (one.pid, one.file) in self._read)
        ]
        now = self._now({one.file for one in told if one.file.startswith("/")})
        changed = {file: _changed(file) for file in now}
        with open(os.memfd_create("")) as memory:
            device = os.fstat(memory.fileno()).st_dev
        shared = struct.pack("=II", os.major(device), os.minor(device))
        for when, pid, address, file, length, offset, identity, code in told:
            if not file or pid not in latest:
                latest[pid] = Program(pid, files=[""] if file else [])
                found.append(latest[pid])
            if file == "[vdso]":
                latest[pid].code = address
            elif (
                file == SHARED and identity[:8] == shared or file == CLOSURES and length <= CLOSURE
            ):
                continue
            elif file.startswith("/"):
                same = now.get(file) == identity and changed[file] <= when + since
                named = file.startswith("//") or file.endswith(GONE) or same
                name = file if named else file + GONE
                if code:
                    latest[pid].places.add((name, offset, address))
                sizes = latest[pid].sizes
                sizes[name] = max(length, sizes.get(name, 0))
                if name not in latest[pid].files:
                    latest[pid].files.append(name)
        self.whole &= all(one.files for one in found)
        return found

    def processes(self) -> dict[int, bool]:
        """All processes that the record has, and whether each has executed a program."""
        executed = {one.pid for one in self._told if not one.file}
        return {pid: pid in executed for pid in executed.union(self._forks)}

    def forks_with_threads(self, also: Collection[int] = ()) -> dict[int, int]:
        """The processes that have executed no program and made threads, and those of `also` that have
        executed none, each with the process whose program it is a copy of."""
        executed = {one.pid for one in self._told if not one.file}
        found: dict[int, int] = {}
        for pid in self._threaded.union(also) & self._forks.keys() - executed:
            found[pid] = self._forks[pid]
            for _ in self._forks:  # numbers are reused: no chain is longer
                if found[pid] not in executed:
                    found[pid] = self._forks.get(found[pid], found[pid])
        return found

    def close(self) -> None:
        for ring, memory in self._rings:
            memory.close()
            os.close(ring)
        self._rings = []
        self._epoll.close()
