# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bundle as one file, and taking such a file apart: it comes from somebody whom nobody trusts.

Only folders and regular files come out, below the folder where they are meant to be, and not more
than a bundle can hold.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path, PurePosixPath

from ompt_cts.errors import UserError

ENDINGS = (".tar.gz", ".tgz", ".tar.xz", ".tar")
MEMBERS = 200_000
BYTES = 16 << 30  # of all members together


def is_one(path: Path) -> bool:
    return path.name.endswith(ENDINGS)


def _mode(path: Path) -> str:
    kind = "gz" if path.name.endswith(("gz",)) else "xz" if path.name.endswith("xz") else ""
    return f"w:{kind}"


def pack(folder: Path, path: Path) -> None:
    """Writes the folder as an archive, whose members say nothing of the person who made it."""

    def nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mode = 0o755 if member.isdir() else 0o644
        return member

    name = path.name
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    temporary = path.with_name(f".{path.name}.part")
    try:
        with tarfile.open(temporary, _mode(path)) as archive:
            archive.add(folder, name, filter=nobodys)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def unpack(path: Path, folder: Path) -> Path:
    """Takes an archive apart into an empty folder; gives the folder of the bundle in it. UserError for
    what is no archive, or one that wants to write anywhere else, or more than a bundle holds."""
    seen: set[PurePosixPath] = set()
    total = 0
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                name = PurePosixPath(member.name)
                total += member.size
                if (
                    name.is_absolute()
                    or ".." in name.parts
                    or not (member.isdir() or member.isreg())
                ):
                    raise UserError(f"{path}: {member.name!r} is no file inside of it")
                if name in seen and not member.isdir():
                    raise UserError(f"{path}: {member.name!r} is in it twice")
                seen.add(name)
                if len(seen) > MEMBERS or total > BYTES:
                    raise UserError(f"{path}: it holds more than a bundle does")
                _take(archive, member, folder / name)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        raise UserError(f"cannot take {path} apart: {error}") from None
    inside = [entry for entry in folder.iterdir() if entry.is_dir()]
    if len(inside) != 1 or len(list(folder.iterdir())) != 1:
        raise UserError(f"{path} holds no single folder")
    return inside[0]


def _take(archive: tarfile.TarFile, member: tarfile.TarInfo, to: Path) -> None:
    if member.isdir():
        to.mkdir(parents=True, exist_ok=True)
        return
    source = archive.extractfile(member)
    if source is None:
        raise UserError(f"{member.name!r} cannot be read")
    to.parent.mkdir(parents=True, exist_ok=True)
    with source, to.open("xb") as file:
        shutil.copyfileobj(source, file)
