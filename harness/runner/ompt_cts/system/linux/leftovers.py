"""Files that LLVM's and Intel's libomp leave when a program is killed.

libomp registers itself in /dev/shm under its process id (`__kmp_register_library_startup`). If a
program is killed after it has created that file and before the file has a size, the file stays
empty. The next program with the same process id ends by SIGBUS when its libomp reads the file. The
runtime removes readable files itself.
"""

import os

FOLDER = "/dev/shm"
PREFIX = "__KMP_REGISTERED_LIB_"


def forget_process(pid: int, folder: str = FOLDER) -> None:
    """Removes the registration of an ended process whose id is not free yet."""
    try:
        os.unlink(f"{folder}/{PREFIX}{pid}_{os.getuid()}")
    except OSError:
        pass


def forget_the_dead(folder: str = FOLDER) -> None:
    """Removes the empty registrations of this user's ended processes."""
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
