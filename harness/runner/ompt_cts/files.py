"""Reading what people write, and writing where they say: one line for everything that goes wrong.

Whatever is read may come from somebody whom nobody trusts. So its size, its depth and its numbers are
bounded here, in one place, and what it must hold is told as a type.
"""

import contextlib
import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ompt_cts.errors import UserError

Json = dict[str, Any]  # what a JSON file holds, as long as nobody has said more of it

# Options that name a file to write.
OUTPUTS = ("json", "expanded", "html", "junit", "sarif", "summary", "markdown", "text")
# Those that name files to read; what a run's words are is its program's affair.
INPUTS = ("report", "old", "new", "names", "shards", "collection", "expectations", "waivers")
OPENED = (Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd"))  # never replaced, only opened

LARGEST = 64 << 20  # bytes of a file that is read whole: in memory it is several times as large
LARGEST_TOML = 4 << 20  # written by hand, and read slowly
MOST_VALUES = 6_000_000  # of a JSON file, counted by what separates them
DEEPEST = 48  # lists and tables in each other
NAME = r"^[A-Za-z0-9_][\w.+@-]{0,99}\Z"  # becomes part of a path: of a runtime, of a collection

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """The text as one line that a terminal shows and does not obey: what is not printable, and bytes
    that are no UTF-8, as escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """A whole file, a pipe or a device, of at most so many bytes. UserError; nobody is waited for who
    does not write into a pipe."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            os.set_blocking(file.fileno(), True)
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"cannot read {path}: {reason}") from None
    if len(data) > most:
        raise UserError(f"{path} is too large to be what it is called: more than {most >> 20} MiB")
    return data


def read_text(path: Path, most: int = LARGEST) -> str:
    """A file of text. UserError if it cannot be read or is not UTF-8."""
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path} is not UTF-8: line {line}") from None


def read_toml(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(read_text(path, LARGEST_TOML))
        _bounded(data)
        return data
    except RecursionError:
        raise UserError(f"{path} is not valid TOML: it is nested too deeply") from None
    except ValueError as error:
        raise UserError(f"{path} is not valid TOML: {plain(str(error))}") from None


def read_json(path: Path) -> Any:
    text = read_text(path)
    if sum(map(text.count, ",:[{")) > MOST_VALUES:
        raise UserError(f"{path} holds more than {MOST_VALUES} values")
    try:
        data = json.loads(text, parse_int=_integer, parse_float=_real, parse_constant=_real)
        _bounded(data)
    except RecursionError:
        raise UserError(f"{path} is not JSON: it is nested too deeply") from None
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {plain(str(error))}") from None
    return data


def check_kind(path: Path, data: Any, kind: Any) -> None:
    """UserError names the first place where what a file holds is not of this type, which is one that
    msgspec takes. It may hold more than a TypedDict or a dataclass names."""
    import msgspec

    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: {plain(str(error))[:300]}") from None


def _integer(text: str) -> int:
    if len(text) > 20:
        raise ValueError(f"the number {text[:20]}… is too large")
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if number and not 1e-20 < abs(number) < 1e20:  # neither is NaN
        raise ValueError(f"the number {text[:20]} is none that anybody measures")
    return number


def _bounded(data: Any) -> None:
    """ValueError for what is nested more deeply than anything that we write."""
    level = [[data]]
    for _ in range(DEEPEST):
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return
    raise ValueError("it is nested too deeply")


@contextlib.contextmanager
def unbelieved(what: str) -> Iterator[None]:
    """While it is used what a file said that anybody may have made: where that cannot be, UserError."""
    try:
        yield
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as e:
        if os.environ.get("OMPT_CTS_DEBUG"):
            raise
        raise UserError(f"{what} says what cannot be: {plain(repr(e))[:200]}") from None


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
