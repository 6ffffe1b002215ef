"""Single questions to the system."""

import os
import signal
from pathlib import Path
from typing import BinaryIO

OPENED = (Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd"))  # opened, never replaced
OWN_PROGRAM = "/proc/self/exe"
# Signals that a fault of the code causes. Others come from a user, a launcher, a limit, a timer, a closed pipe.
FAULTS = (
    *(signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE),
    *(signal.SIGABRT, signal.SIGTRAP, signal.SIGSYS),
)


def processors() -> int:
    """The number of processors on which this process may run."""
    return len(os.sched_getaffinity(0))


def processor_name() -> str:
    """The model; empty if the system does not tell."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return ""


def is_root() -> bool:
    return os.geteuid() == 0


def is_full(folder: Path) -> bool:
    """Whether the disk of a folder has no room for this user. OSError."""
    return not os.statvfs(folder).f_bavail


def seconds_used() -> float:
    """The processor time of this process and of the processes that it has waited for."""
    import resource

    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(one)[:2]) for one in whose)


def opened(path: Path) -> BinaryIO:
    """A file, pipe or device for reading; does not wait for a pipe's writer. OSError."""
    file = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb")
    os.set_blocking(file.fileno(), True)
    return file
