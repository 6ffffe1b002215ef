# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reading what people write, and writing where they say: one line for everything that goes wrong."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ompt_cts.errors import UserError

# Options that name a file to write.
OUTPUTS = ("json", "expanded", "html", "junit", "sarif", "summary", "markdown", "text")
# Those that name files to read; what a run's words are is its program's affair.
INPUTS = ("report", "old", "new", "names", "shards", "collection", "expectations", "waivers")
OPENED = (Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd"))  # never replaced, only opened

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """The text as one line that a terminal shows and does not obey: what is not printable, and bytes
    that are no UTF-8, as escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def read_text(path: Path) -> str:
    """A file of text. UserError if it cannot be read or is not UTF-8."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path} is not UTF-8: line {line}") from None


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not valid TOML: {error}") from None
    except RecursionError:
        raise UserError(f"{path} is not valid TOML: it is nested too deeply") from None


def read_json(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except RecursionError:
        raise UserError(f"{path} is not JSON: it is nested too deeply") from None
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {error}") from None


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _opened(path: Path, mode: int | None) -> bool:
    """Whether the path is written to as it is: devices, pipes, and this process's descriptors."""
    return (mode is not None and not stat.S_ISREG(mode)) or path.parent in OPENED


def check_outputs(options: Mapping[str, Any]) -> None:
    """Before any work is done: whether the files that the options name can be written. UserError."""
    taken: dict[str, str] = {}
    given = [options.get(option) for option in INPUTS]
    words = [word for value in given for word in (value if isinstance(value, list) else [value])]
    read = {os.path.realpath(word) for word in words if isinstance(word, str) and "\0" not in word}
    for option in OUTPUTS:
        if options.get(option) == "":
            raise UserError(f"--{typed(option)} names no file")
        if options.get(option) and isinstance(options[option], str):
            path = Path(options[option])
            _check_output(path, f"--{typed(option)} {path}")
            real = os.path.realpath(path)
            if real in taken and not _opened(path, _mode(path)):
                raise UserError(f"--{taken[real]} and --{typed(option)} name the same file {path}")
            if real in read and not _opened(path, _mode(path)):
                raise UserError(f"--{typed(option)} {path}: this is the file to be read")
            taken[real] = typed(option)


def typed(option: str) -> str:
    """How an option of OUTPUTS is typed: `report` names a file to read elsewhere."""
    return "report" if option == "text" else option


def _check_output(path: Path, told: str) -> None:
    try:
        mode = _mode(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise UserError(f"{told}: it is a folder")
        if mode is not None:
            if not os.access(path, os.W_OK):
                raise UserError(f"{told}: it may not be written")
            return
        parent = Path(os.path.realpath(path)).parent
        while not parent.exists():
            parent = parent.parent
        if not parent.is_dir():
            raise UserError(f"{told}: {parent} is not a folder")
        if not os.access(parent, os.W_OK | os.X_OK):
            raise UserError(f"{told}: {parent} may not be written")
    except (OSError, ValueError) as error:
        raise UserError(f"{told}: {getattr(error, 'strerror', None) or error}") from None


def write_text(path: Path, text: str) -> None:
    """As write_bytes, in UTF-8. Control characters, with which a runtime's texts could steer whatever
    shows the file, are written as JSON has them: \\u001b."""
    safe = CONTROL.sub(lambda met: f"\\u{ord(met[0]):04x}", text)
    write_bytes(path, safe.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a regular file whole or not at all, through a link to where it points; a device or a
    pipe is written to. UserError."""
    try:
        mode = _mode(path)
        if _opened(path, mode):
            _write(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC), data)
            return
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is not None and not os.access(target.parent, os.W_OK):
            _write(os.open(target, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC), data)
            return
        temporary = target.with_name(f".ompt-cts-{os.getpid()}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        file = os.open(temporary, flags, 0o666)
        try:
            _write(file, data)
            if mode is not None:
                temporary.chmod(stat.S_IMODE(mode))
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def _write(file: int, data: bytes) -> None:
    with os.fdopen(file, "wb") as out:
        out.write(data)
