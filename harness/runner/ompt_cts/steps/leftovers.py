"""What LLVM's and Intel's libomp leave behind when a program is killed.

libomp registers itself in /dev/shm under its process id (`__kmp_register_library_startup`). A
program that is killed between creating that file and giving it a size leaves an empty one, and the
next program that happens to get the same process id ends by SIGBUS when its libomp reads it. The
runtime removes what it can read itself.
"""

import os

FOLDER = "/dev/shm"
PREFIX = "__KMP_REGISTERED_LIB_"


def forget_process(pid: int, folder: str = FOLDER) -> None:
    """Removes the registration of a process that has ended and whose id is not free yet."""
    try:
        os.unlink(f"{folder}/{PREFIX}{pid}_{os.getuid()}")
    except OSError:
        pass


def forget_the_dead(folder: str = FOLDER) -> None:
    """Removes the empty registrations of this user's processes that are no more."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        pid, _, user = entry.name.removeprefix(PREFIX).partition("_")
        if not entry.name.startswith(PREFIX) or not pid.isdigit() or user != str(os.getuid()):
            continue
        try:
            if entry.stat().st_size == 0 and not os.path.exists(f"/proc/{pid}"):
                os.unlink(entry.path)
        except OSError:
            pass
