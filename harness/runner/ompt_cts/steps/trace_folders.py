"""The folders of a recording, and the removal of an earlier recording of the same name.

A recording DIR also makes DIR.<pid> for the program's other processes, and DIR.<pid>.<n>. A folder
of such a name may also be a user's data. Therefore a recording begins with a claim, DIR.claim,
which lists the existing folders, and ends with DIR.record.json, which lists its own. The next
recording removes only folders that these files list as ours, and of them only the files of a trace.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterable

from ompt_cts.system import leftovers

CLAIM, RECORD, FINDINGS = ".claim", ".record.json", ".findings.json"
# Every file of these names that is ours is a JSON object with this key (a write of findings can be cut).
KEYS = {CLAIM: "before", RECORD: "traces", FINDINGS: "schema_version"}
# The first bytes of info/manifest (harness/trace/packet.h), and of the older info/state.
MAGIC = {"manifest": b"MT-CTS02", "state": b"MT-CTS01"}
INFO = "info"
PART = re.compile(r"\.?metadata(\.\w+)?|\.?thread_\d+(\.tail)?(\.\d+)?|\.buffer_\d+")
INFO_PART = re.compile(r"\.?(manifest|state|maps|process)(\.\w+)?")


def write_json(path: str, value: object) -> None:
    """Writes the file whole or not at all; OSError, which names the file, if that is not possible."""
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as out:
            out.write(json.dumps(value, default=str))
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise OSError(error.errno, error.strerror, path) from None


class InTheWay(Exception):
    """Something that is not ours is in the way: one line."""


def is_child(name: str, entry: str) -> bool:
    """Whether `entry` has the name of a trace of another process of the recording `name`."""
    words = entry.removeprefix(name + ".").split(".") if entry.startswith(name + ".") else []
    return 1 <= len(words) <= 2 and all(word.isascii() and word.isdigit() for word in words)


def children(trace: str) -> list[str]:
    """The folders beside DIR with names of traces of its other processes, in order."""
    folder, name = os.path.split(trace)
    try:
        entries = os.listdir(folder or ".")
    except OSError:
        return []
    begin = name + "."  # most names are of other tests
    found = [os.path.join(folder, e) for e in entries if e.startswith(begin) and is_child(name, e)]
    return sorted(path for path in found if os.path.isdir(path) and not os.path.islink(path))


def is_trace(path: str) -> bool:
    """Whether the checker wrote the folder."""
    for name, magic in MAGIC.items():
        try:
            with open(f"{path}/{INFO}/{name}", "rb") as file:
                if file.read(len(magic)) == magic:
                    return True
        except OSError:
            pass
    return False


def remove_trace(path: str) -> None:
    """Removes a trace's own files, and the folder if nothing else is in it. The file that
    identifies a trace goes last, so that an interrupted removal can be done again."""
    info = os.path.join(path, INFO)
    known = os.path.isdir(info) and not os.path.islink(info)
    proofs = []
    for entry in os.scandir(info) if known else ():
        if entry.name in MAGIC:
            proofs.append(entry.path)
        elif INFO_PART.fullmatch(entry.name) and not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.path)
    for entry in os.scandir(path):
        if PART.fullmatch(entry.name) and not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.path)
    for proof in proofs:
        os.unlink(proof)
    if known:
        _remove_if_empty(info)
    _remove_if_empty(path)


def _only_parts(path: str) -> bool:
    """Whether a folder holds nothing but files with the names of a trace's files."""
    for folder, folders, names in os.walk(path):
        parts = INFO_PART if os.path.relpath(folder, path) == INFO else PART
        if not set(folders) <= {INFO} or not all(map(parts.fullmatch, names)):
            return False
    return True


def _remove_if_empty(path: str) -> None:
    try:
        os.rmdir(path)
    except OSError:  # a link, or a file of another program
        pass


def _listed(path: str, key: str) -> list[str] | None:
    """A list of names in one of our files; None without the file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return None
    try:
        return [os.path.basename(name) for name in json.loads(text)[key]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def _check_ours(path: str, key: str) -> None:
    """InTheWay if there is a file that is not ours."""
    with (
        contextlib.suppress(FileNotFoundError),
        open(path, encoding="utf-8", errors="replace") as file,
    ):
        text = file.read()
        if text and not (text.startswith("{") and f'"{key}":' in text):
            raise InTheWay(f"{path} already exists and is no file of a recording")


def make_room(trace: str) -> None:
    """Removes an earlier recording of this name, and claims the name. InTheWay if something else is
    there, OSError without permission to write."""
    for suffix, key in KEYS.items():
        _check_ours(trace + suffix, key)
    others = children(trace)
    ours = os.path.isdir(trace) and is_trace(trace)
    if others or (os.path.isdir(trace) and not ours):  # otherwise the claim need not be read
        recorded = _listed(trace + RECORD, "traces") or []
        before = _listed(trace + CLAIM, "before")
        for path in others:
            name = os.path.basename(path)
            made = name in recorded or (before is not None and name not in before)
            if made and is_trace(path):
                remove_trace(path)
        begun = before is not None or os.path.basename(trace) in recorded
        if os.path.isdir(trace) and begun and _only_parts(trace):
            remove_trace(trace)  # an interrupted recording or removal, or one without room
    if ours and os.path.isdir(trace):
        remove_trace(trace)
    _remove_if_empty(os.path.join(trace, INFO))  # a removal was interrupted at its very end
    if os.path.lexists(trace) and not (os.path.isdir(trace) and not os.listdir(trace)):
        raise InTheWay(f"{trace} already exists and is not, or not only, a trace")
    for suffix in (RECORD, FINDINGS):
        _unlink(trace + suffix)
    os.makedirs(os.path.dirname(trace) or ".", exist_ok=True)
    left = [os.path.basename(path) for path in others if os.path.isdir(path)]
    write_json(trace + CLAIM, {"before": left})


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def made(trace: str) -> list[str]:
    """The names of the traces that the recording has made since make_room, first that of DIR."""
    found = [os.path.basename(trace)] if os.path.isdir(trace) and os.listdir(trace) else []
    others = [os.path.basename(path) for path in children(trace)]
    before = (_listed(trace + CLAIM, "before") or []) if others else []
    return found + [name for name in others if name not in before]


def release(trace: str) -> None:
    """Removes the claim: the record now lists the traces."""
    _unlink(trace + CLAIM)


def forget_images(paths: Iterable[str]) -> None:
    """Removes the device images that the processes of these traces have left. No judge reads them."""
    for path in paths:
        leftovers.forget_images(f"{path}/{INFO}/maps")


def move(trace: str, target: str, names: list[str]) -> None:
    """Renames the traces `names` of the recording `trace` to those of the recording `target`."""
    folder, old = os.path.split(trace)
    for name in names:
        os.rename(os.path.join(folder, name), target + name.removeprefix(old))
