"""The living processes of the machine and their descent."""

import contextlib
import os
import signal
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ompt_cts.system import leftovers
from ompt_cts.system.waiting import wait_for_end

ROUNDS, ROUND_SECONDS = 10, 1.0  # for ending processes that may fork meanwhile


class Living(NamedTuple):
    """A process. `image` is the begin of its stack, which differs after each exec; empty without
    permission to look."""

    parent: int
    start: str
    image: str


def read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read() or b""
    except OSError:
        return b""


def living(among: Iterable[int] | None = None) -> dict[int, Living]:
    """The living processes of the machine, or of `among`, by their numbers."""
    found = {}
    for entry in os.listdir("/proc") if among is None else map(str, among):
        if entry.isdigit():
            fields = read(f"/proc/{entry}/stat").rpartition(b")")[2].split()
            # A process whose first thread has left looks ended, but its other threads live.
            if len(fields) > 19 and (fields[0] not in (b"Z", b"X") or int(fields[17]) > 1):
                start, image = fields[19].decode(), fields[25].decode()
                found[int(entry)] = Living(int(fields[1]), start, image if image != "0" else "")
    return found


def own_number(pid: int) -> int:
    """The number of a process in its own namespace; 0 if it has ended."""
    for line in read(f"/proc/{pid}/status").splitlines():
        if line.startswith(b"NSpid:"):
            return int(line.split()[-1])
    return 0


def words_of(pid: int) -> list[str]:
    """The command line of a process; empty if it has ended."""
    words = read(f"/proc/{pid}/cmdline").rstrip(b"\0").split(b"\0")
    return [os.fsdecode(word) for word in words if words != [b""]]


def setting_of(pid: int, name: str) -> str:
    """An environment variable with which a process began its program; empty if it has none or has ended."""
    begin = os.fsencode(name) + b"="
    settings = read(f"/proc/{pid}/environ").split(b"\0")
    found = next((one for one in settings if one.startswith(begin)), begin)
    return os.fsdecode(found.removeprefix(begin))


def program_of(pid: int) -> str:
    """A path that opens the program of a process, whatever has become of the file's name."""
    return f"/proc/{pid}/exe"


def mapped_by(pid: int) -> tuple[int, list[str]]:
    """Where the system's code lies in a process (0: unknown), and the files that it has loaded. Every
    loader maps a part of a library to be executed or written, an emulator's too; a debugger that
    reads a file does not."""
    lines = os.fsdecode(read(f"/proc/{pid}/maps")).splitlines()
    code = next((int(line.split("-")[0], 16) for line in lines if line.endswith("[vdso]")), 0)
    loaded = (line for line in lines if "/" in line and set("wx") & set(line.split()[1]))
    return code, ["/" + line.partition("/")[2] for line in loaded]


def descendants(of: int, known: Mapping[int, Living]) -> set[int]:
    """The processes below `of`."""
    children: dict[int, list[int]] = {}
    for pid, one in known.items():
        children.setdefault(one.parent, []).append(pid)
    found: set[int] = set()
    left = list(children.get(of, []))
    while left:
        pid = left.pop()
        if pid not in found:
            found.add(pid)
            left += children.get(pid, [])
    return found


def offspring(of: int) -> set[int]:
    """The processes below `of` by the kernel's list of children: fast, but the list may omit a
    child whose sibling ends meanwhile, and some kernels have no list."""
    found: set[int] = set()
    left = [of]
    while left:
        pid = left.pop()
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                words = read(f"/proc/{pid}/task/{task}/children").split()
                left += [child for child in map(int, words) if child not in found]
                found |= set(map(int, words))
    return found


def processor_ticks(pids: Iterable[int]) -> int:
    """The clock ticks of processor time of these processes."""
    fields = [read(f"/proc/{pid}/stat").rpartition(b")")[2].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields if len(one) > 12)


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def end_all_below(of: int) -> None:
    """Kills every process below `of`, which must be a subreaper, so that orphans stay below it."""
    for _ in range(ROUNDS):
        alive = descendants(of, living())
        if not alive:
            return
        for number in (signal.SIGSTOP, signal.SIGKILL):  # stopped first, so that none starts others
            for pid in alive:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        for pid in alive:
            wait_for_end(pid, ROUND_SECONDS)
            leftovers.forget_process(pid)
