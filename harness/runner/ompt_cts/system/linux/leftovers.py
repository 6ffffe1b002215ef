"""Files that LLVM's and Intel's libomp leave when a program is killed.

libomp registers itself in /dev/shm under its process id (`__kmp_register_library_startup`). If a
program is killed after it has created that file and before it has written there, the file stays
without content. The next program with the same process id ends by SIGBUS when its libomp reads an
empty file, and by SIGABRT ("found unknown library") if the file has a size and only zeros. The
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
    """Removes this user's registrations of ended processes if they have no content."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        pid, _, user = entry.name.removeprefix(PREFIX).partition("_")
        if not entry.name.startswith(PREFIX) or not pid.isdigit() or user != str(os.getuid()):
            continue
        try:
            if os.path.exists(f"/proc/{pid}") or not entry.is_file(follow_symlinks=False):
                continue
            with open(entry.path, "rb") as file:
                written = file.read(1).strip(b"\0")
            if not written:
                os.unlink(entry.path)
        except OSError:
            pass
