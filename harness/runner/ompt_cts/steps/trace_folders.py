"""Which folders a recording makes, and making room for it where a recording was before.

A recording DIR also makes DIR.<pid> for the program's other processes, and DIR.<pid>.<n>. A folder
of such a name may as well be somebody's data. So a recording begins with a claim, DIR.claim, that
lists the folders that are there already, and ends with DIR.record.json, that lists its own. Only
what these say we made is removed, and of it only what a trace consists of.
"""

import json
import os

CLAIM, RECORD, FINDINGS = ".claim", ".record.json", ".findings.json"
# What info/manifest begins with (harness/trace/packet.h), and info/state did before.
MAGIC = {"manifest": b"MT-CTS02", "state": b"MT-CTS01"}
INFO = "info"
PARTS = ("metadata", ".metadata", "manifest", "thread_", ".thread_", ".buffer_")


def write_json(path: str, value: object) -> None:
    """Writes the file whole or not at all; OSError where that is not possible."""
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as out:
        out.write(json.dumps(value, default=str))
    os.replace(temporary, path)


class InTheWay(Exception):
    """What is there is not ours to remove: one line."""


def is_child(name: str, entry: str) -> bool:
    """Whether `entry` is named as the trace of another process of the recording `name`."""
    words = entry.removeprefix(name + ".").split(".") if entry.startswith(name + ".") else []
    return 1 <= len(words) <= 2 and all(word.isascii() and word.isdigit() for word in words)


def children(trace: str) -> list[str]:
    """The folders beside DIR that are named as traces of its other processes, in order."""
    folder, name = os.path.split(trace)
    try:
        entries = os.listdir(folder or ".")
    except OSError:
        return []
    found = [os.path.join(folder, entry) for entry in entries if is_child(name, entry)]
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
    """Removes a trace's own files, and the folder if nothing else is in it. What shows that it is a
    trace goes last: a removal that is interrupted can be done again."""
    info = os.path.join(path, INFO)
    known = os.path.isdir(info) and not os.path.islink(info)
    proofs = []
    for entry in os.scandir(info) if known else ():
        if entry.name in MAGIC:
            proofs.append(entry.path)
        elif not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.path)
    for entry in os.scandir(path):
        if entry.name.startswith(PARTS) and not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.path)
    for proof in proofs:
        os.unlink(proof)
    if known:
        _remove_if_empty(info)
    _remove_if_empty(path)


def _remove_if_empty(path: str) -> None:
    try:
        os.rmdir(path)
    except OSError:  # a link, or something that is not the checker's
        pass


def _listed(path: str, key: str) -> list[str] | None:
    """A list of names in a file of ours; None without the file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return None
    try:
        return [os.path.basename(name) for name in json.loads(text)[key]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def make_room(trace: str) -> None:
    """Removes what a recording of this name left before, and claims the name. InTheWay if something
    else is there, OSError where we may not write."""
    others = children(trace)
    if others or (os.path.isdir(trace) and not is_trace(trace)):  # else nobody need be asked
        recorded = _listed(trace + RECORD, "traces") or []
        before = _listed(trace + CLAIM, "before")
        for path in others:
            name = os.path.basename(path)
            made = name in recorded or (before is not None and name not in before)
            if made and is_trace(path):
                remove_trace(path)
        if os.path.isdir(trace) and (recorded or before is not None):
            remove_trace(trace)
    if os.path.isdir(trace) and is_trace(trace):
        remove_trace(trace)
    _remove_if_empty(os.path.join(trace, INFO))  # a removal was interrupted at its very end
    if os.path.lexists(trace) and not (os.path.isdir(trace) and not os.listdir(trace)):
        raise InTheWay(f"{trace} is there already and is not, or not only, a trace")
    for suffix in (RECORD, FINDINGS):
        _unlink(trace + suffix)
    os.makedirs(os.path.dirname(trace) or ".", exist_ok=True)
    left = [os.path.basename(path) for path in children(trace)]
    write_json(trace + CLAIM, {"before": left})


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def made(trace: str) -> list[str]:
    """The names of the traces that the recording has made since make_room, DIR's first."""
    found = [os.path.basename(trace)] if os.path.isdir(trace) and os.listdir(trace) else []
    others = [os.path.basename(path) for path in children(trace)]
    before = (_listed(trace + CLAIM, "before") or []) if others else []
    return found + [name for name in others if name not in before]


def release(trace: str) -> None:
    """Takes the claim back: the record says now what was made."""
    _unlink(trace + CLAIM)


def move(trace: str, target: str, names: list[str]) -> None:
    """Gives the traces `names` of the recording `trace` the name of the recording `target`."""
    folder, old = os.path.split(trace)
    for name in names:
        os.rename(os.path.join(folder, name), target + name.removeprefix(old))
