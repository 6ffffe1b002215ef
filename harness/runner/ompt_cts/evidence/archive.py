"""Packs a bundle into one file, and unpacks such a file from a stranger.

Unpacking makes only folders and regular files, only below the target folder, and not more than a
bundle can hold.
"""

import lzma
import shutil
import tarfile
import zlib
from pathlib import Path, PurePosixPath

from ompt_cts.errors import UserError
from ompt_cts.evidence import layout

ENDINGS = (".tar.gz", ".tgz", ".tar.xz", ".tar")
BYTES = 16 << 30  # the most bytes of all members together
GROWTH = 100  # the largest ratio of a bundle to its archive,
LEAST = 64 << 20  # unless the bundle is smaller than this
HEADER = 64 << 10  # the most bytes of a member's header


class Member(tarfile.TarInfo):
    """A member with a bounded header: long names are read into memory."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.size > HEADER and not (self.isfile() or self.isdir()):
            raise tarfile.ReadError("a member has a header that is too long")
        return super()._proc_member(archive)  # type: ignore[misc]


# The errors of a damaged archive, of its compression and of its numbers.
UNREADABLE = (
    *(tarfile.TarError, EOFError, OSError, ValueError, ArithmeticError, LookupError),
    *(zlib.error, lzma.LZMAError, RecursionError),
)


def is_one(path: Path) -> bool:
    return path.name.endswith(ENDINGS)


def _mode(path: Path) -> str:
    kind = "gz" if path.name.endswith(("gz",)) else "xz" if path.name.endswith("xz") else ""
    return f"w:{kind}"


def pack(folder: Path, path: Path) -> None:
    """Writes the folder as an archive, whose members do not reveal the person who made it."""

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
    """Unpacks an archive into an empty folder; returns the folder of the bundle in it. UserError if
    the file is no archive, wants to write anywhere else, or holds more than a bundle."""
    seen: set[PurePosixPath] = set()
    members = total = 0
    try:
        most = min(BYTES, max(LEAST, GROWTH * path.stat().st_size))
        with tarfile.open(path, tarinfo=Member) as archive:
            while member := archive.next():
                archive.members.clear()  # tarfile would keep them all
                name = PurePosixPath(member.name)
                total += member.size
                members += 1
                if (
                    name.is_absolute()
                    or ".." in name.parts
                    or not (member.isdir() or (member.isreg() and not member.issparse()))
                ):
                    raise UserError(
                        f"{path}: {member.name[:200]!r} leads out of the archive or is no file"
                    )
                if len(name.parts) > layout.DEEPEST:
                    raise UserError(f"{path}: the folders are deeper than those of a bundle")
                if members > layout.MOST_FILES or total > most:
                    raise UserError(f"{path}: the archive holds more than a bundle")
                if member.isdir():
                    continue  # a file that needs it makes it: a bundle has no empty folders
                if name in seen:
                    raise UserError(f"{path}: the archive has {member.name[:200]!r} twice")
                seen.add(name)
                _take(archive, member, folder / name)
    except UNREADABLE as error:
        raise UserError(f"cannot take {path} apart: {str(error)[:200]}") from None
    inside = [entry for entry in folder.iterdir() if entry.is_dir()]
    if len(inside) != 1 or len(list(folder.iterdir())) != 1:
        raise UserError(f"{path} holds no single folder")
    return inside[0]


def _take(archive: tarfile.TarFile, member: tarfile.TarInfo, to: Path) -> None:
    source = archive.extractfile(member)
    if source is None:
        raise UserError(f"{member.name!r} cannot be read")
    to.parent.mkdir(parents=True, exist_ok=True)
    with source, to.open("xb") as file:
        shutil.copyfileobj(source, file)
