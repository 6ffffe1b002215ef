"""Reads and writes the users' files; every failure is reported in one line.

A file may come from a stranger. Therefore this module alone bounds the size, the depth and the
numbers of a file, and callers give the expected contents as a type.
"""

import contextlib
import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from ompt_cts.errors import UserError, in_words
from ompt_cts.system import calls

Kind = TypeVar("Kind")
Json = dict[str, Any]  # the contents of a JSON file before their type is checked

# Options that name a file to write.
OUTPUTS = (
    *("json", "expanded", "html", "junit", "sarif", "summary", "markdown", "text"),
    *("svg", "perfetto", "paraver"),
)
# Options that name a folder to which we alone add files.
WHOLE = ("bundle", "folder")
REPORTS = {"", ".json", ".html", ".xml", ".sarif", ".md", ".txt"}  # how names of reports end

LARGEST = 64 << 20  # bytes of a file that is read whole; in memory it takes several times as much
LARGEST_TOML = 4 << 20  # people write these by hand, and the parser is slow
MOST_VALUES = 6_000_000  # of a JSON file, counted by their separators
DEEPEST = 48  # nested lists and tables
MOST_DOTS = 200  # in a line of TOML: the parser takes seconds for a key of 20,000 parts
NAME = r"^[A-Za-z0-9_][\w.+@-]{0,99}\Z"  # a part of a path: the name of a runtime or a collection

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """The text as one line that a terminal shows and does not obey: unprintable characters and
    bytes that are no UTF-8 become escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """The whole contents of a file, a pipe or a device, at most `most` bytes. UserError. Does not
    wait for a pipe without a writer."""
    try:
        with calls.opened(path) as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"cannot read {path}: {reason}") from None
    if len(data) > most:
        raise UserError(f"{path} is too large: more than {most >> 20} MiB")
    return data


def read_text(path: Path, most: int = LARGEST) -> str:
    """The contents of a text file. UserError if it cannot be read or is not UTF-8."""
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path} is not UTF-8: line {line}") from None


def read_toml(path: Path) -> dict[str, Any]:
    text = read_text(path, LARGEST_TOML)
    if max(line.count(".") for line in text.split("\n")) > MOST_DOTS:
        raise UserError(f"{path}: a line has more than {MOST_DOTS} dots")
    try:
        data = tomllib.loads(text)
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
    """UserError names the first place where the value is not of this type, which msgspec must
    support. The value may hold more keys than a TypedDict or a dataclass names."""
    import msgspec

    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: {plain(str(error))[:300]}") from None


def table(data: Any, kind: type[Kind], where: str) -> Kind:
    """A table of TOML as this dataclass. UserError names a key that the dataclass lacks, a required
    key that is missing, and a value of another type. One string stands for a list of one."""
    import msgspec

    try:
        return msgspec.convert(_in_form(data, kind, where), kind)
    except msgspec.ValidationError as error:
        raise UserError(f"{where}: {plain(str(error))[:300]}") from None


def _in_form(data: Any, kind: Any, where: str) -> Any:
    """The value with lists where the type has them. UserError for an unknown key."""
    inner = get_args(kind)
    if get_origin(kind) in (list, tuple):
        parts = [data] if isinstance(data, str) else data
        if isinstance(parts, list):
            return [_in_form(part, inner[0], f"{where}: {n}") for n, part in enumerate(parts, 1)]
    if not isinstance(data, dict):
        return data
    if get_origin(kind) is dict:
        return {key: _in_form(value, inner[1], f"{where}: [{key}]") for key, value in data.items()}
    kind = next(filter(is_dataclass, (kind, *inner)), None)  # of an optional one: the one
    if kind is None:
        return data
    known = get_type_hints(kind)
    if odd := [key for key in data if key not in known]:
        raise UserError(f"{where}: unknown key {odd[0]!r}")
    return {key: _in_form(value, known[key], f"{where}: [{key}]") for key, value in data.items()}


def _integer(text: str) -> int:
    if len(text) > 20:
        raise ValueError(f"the number {text[:20]}… is too large")
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if number and not 1e-20 < abs(number) < 1e20:  # neither is NaN
        raise ValueError(f"the number {text[:20]} is no measurement")
    return number


def _bounded(data: Any) -> None:
    """ValueError if the value is nested more deeply than anything that we write."""
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
    """Around the use of a stranger's file: an impossible value becomes a UserError."""
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
        raise UserError(f"{what} has an impossible value: {plain(repr(e))[:200]}") from None


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _opened(path: Path, mode: int | None) -> bool:
    """Whether the path is opened and not replaced: devices, pipes, this process's descriptors."""
    return (mode is not None and not stat.S_ISREG(mode)) or path.parent in calls.OPENED


def check_outputs(options: Mapping[str, Any]) -> None:
    """UserError if a file that the options name cannot be written; called before any work."""
    taken: dict[str, str] = {}
    read: dict[str, str] = {}  # what the other options name, and that option
    for option, value in options.items():
        for word in (
            (value if isinstance(value, list) else [value]) if option not in OUTPUTS else ()
        ):
            if isinstance(word, str) and word and "\0" not in word and os.path.exists(word):
                read[os.path.realpath(word)] = option
    for option in OUTPUTS:
        if options.get(option) == "":
            raise UserError(f"--{typed(option)} names no file")
        if options.get(option) and isinstance(options[option], str):
            path = Path(options[option])
            _check_output(path, f"--{typed(option)} {path}")
            real = os.path.realpath(path)
            if real in taken and not _opened(path, _mode(path)):
                raise UserError(f"--{taken[real]} and --{typed(option)} name the same file {path}")
            if not _opened(path, _mode(path)):
                _check_unread(path, f"--{typed(option)} {path}", read)
            taken[real] = typed(option)


def _check_unread(path: Path, told: str, read: Mapping[str, str]) -> None:
    """UserError if writing the file would change what the command reads: a file that is named, or lies
    in a folder that is."""
    real = Path(os.path.realpath(path))
    for name, option in read.items():
        if os.path.isfile(name) and (name == str(real) or (real.exists() and real.samefile(name))):
            raise UserError(f"{told}: this is also the input file")
        inside = Path(name) in real.parents
        if inside and (option in WHOLE or (real.exists() and real.suffix not in REPORTS)):
            raise UserError(f"{told}: this is a part of {plain(name)}, which is read")


def check_apart(options: Mapping[str, Any], traces: list[str]) -> None:
    """UserError if a file that the options name lies in one of the traces, or is its record or claim."""
    for option in OUTPUTS:
        given = options.get(option)
        path = os.path.realpath(given) if given and isinstance(given, str) else ""
        for trace in map(os.path.realpath, traces):
            beside = path in (f"{trace}.record.json", f"{trace}.claim")
            if beside or path.startswith(trace + os.sep):
                raise UserError(f"--{typed(option)} {given}: this is a part of the trace")


def typed(option: str) -> str:
    """How a user types an option of OUTPUTS: `report` names a file to read elsewhere."""
    return "report" if option == "text" else option


def _check_output(path: Path, told: str) -> None:
    try:
        mode = _mode(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise UserError(f"{told}: this is a folder")
        if mode is not None:
            if not os.access(path, os.W_OK):
                raise UserError(f"{told}: no permission to write it")
            return
        parent = Path(os.path.realpath(path)).parent
        while not parent.exists():
            parent = parent.parent
        if not parent.is_dir():
            raise UserError(f"{told}: {parent} is not a folder")
        if not os.access(parent, os.W_OK | os.X_OK):
            raise UserError(f"{told}: no permission to write in {parent}")
    except (OSError, ValueError) as error:
        raise UserError(f"{told}: {getattr(error, 'strerror', None) or error}") from None


def write_text(path: Path, text: str) -> None:
    """Like write_bytes, in UTF-8. Control characters, which could steer a terminal that shows the
    file, become escapes as in JSON: \\u001b."""
    safe = CONTROL.sub(lambda met: f"\\u{ord(met[0]):04x}", text)
    write_bytes(path, safe.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a regular file whole or not at all, and through a link to its target; opens a device
    or a pipe. UserError."""
    try:
        mode = _mode(path)
        if _opened(path, mode):
            _write(os.open(path, os.O_WRONLY | os.O_APPEND), data)
            return
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is not None and not os.access(target.parent, os.W_OK):
            _write(os.open(target, os.O_WRONLY | os.O_TRUNC), data)
            return
        write_together({target: data})
    except OSError as error:
        raise UserError(f"cannot write {path}: {in_words(error)}") from None


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Writes regular files, all or none: a failure leaves each as it was. A link is replaced.
    UserError."""
    new: dict[Path, Path] = {}
    old: dict[Path, Path] = {}
    put: list[Path] = []
    try:
        for path, data in contents.items():
            _beside(path, data, new)
            if len(contents) > 1 and path.is_file():
                _beside(path, path.read_bytes(), old)
        for path in contents:
            new[path].replace(path)
            put.append(path)
    except BaseException as error:
        for done in put:
            old[done].replace(done) if done in old else done.unlink()
        if isinstance(error, OSError):
            raise UserError(f"cannot write {path}: {in_words(error)}") from None
        raise
    finally:
        for temporary in (*new.values(), *old.values()):
            temporary.unlink(missing_ok=True)


def _beside(target: Path, data: bytes, made: dict[Path, Path]) -> None:
    """Makes a file beside another one, with its rights. Threads, and machines that share the folder,
    write at the same time."""
    path = target.with_name(f".ompt-cts-{os.getpid()}-{os.urandom(4).hex()}.tmp")
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    made[target] = path
    _write(file, data)
    if (mode := _mode(target)) is not None:
        path.chmod(stat.S_IMODE(mode))


def _write(file: int, data: bytes) -> None:
    with os.fdopen(file, "wb") as out:
        out.write(data)
