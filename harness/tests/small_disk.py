"""A file system with little room, if a test may mount one."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WHY_NOT = "a full disk is played with a small tmpfs, and this user may not mount one"


@contextmanager
def small_disk(folder: Path, kibibytes: int) -> Iterator[Path | None]:
    """Mounts it at the folder, which is made, for the life of the context; None if that is not
    permitted."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "none", str(folder)]
    mounted = (
        bool(shutil.which("mount"))
        and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    )
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)
