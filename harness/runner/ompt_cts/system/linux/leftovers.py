"""Files that runtimes leave: LLVM's and Intel's libomp when a program is killed, LLVM's libomptarget
always.

libomptarget's plugin for the host maps a device image from a file of its own in /tmp, a fixed folder,
and leaves that file (plugins-nextgen/host/src/rtl.cpp: GenELF64DeviceTy::loadBinaryImpl).

libomp registers itself in /dev/shm under its process id (`__kmp_register_library_startup`). If a
program is killed after it has created that file and before it has written there, the file stays
without content. The next program with the same process id ends by SIGBUS when its libomp reads an
empty file, and by SIGABRT ("found unknown library") if the file has a size and only zeros. The
runtime removes readable files itself.
"""

import contextlib
import os
import re
import stat

IMAGE = re.compile(r" (\d+) +(/tmp/tmpfile_\w{6})$", re.MULTILINE)
FOLDER = "/dev/shm"
PREFIX = "__KMP_REGISTERED_LIB_"


def forget_process(pid: int, folder: str = FOLDER) -> None:
    """Removes the registration of an ended process whose id is not free yet."""
    try:
        os.unlink(f"{folder}/{PREFIX}{pid}_{os.getuid()}")
    except OSError:
        pass


def forget_images(maps: str) -> None:
    """Removes the device images that a trace's list of mappings names: those with the recorded number."""
    with contextlib.suppress(OSError), open(maps, encoding="utf-8", errors="replace") as file:
        for number, path in IMAGE.findall(file.read()):
            with contextlib.suppress(OSError):
                facts = os.lstat(path)
                ours = stat.S_ISREG(facts.st_mode) and facts.st_uid == os.getuid()
                if ours and facts.st_ino == int(number):
                    os.unlink(path)


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
