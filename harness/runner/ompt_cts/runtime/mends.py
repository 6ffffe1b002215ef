"""Mends: small changes of a runtime's source, each for one cause of its deviations.

`mends/<release>/<cause>.toml` has the deviation, the clause, the test that shows it, and the diff. Each
part of the diff begins with its place, "@@ FILE: FUNCTION" or "@@ FILE: FUNCTION (N times)", and has the
text there: lines that stay (" "), that go ("-") and that come ("+").
"""

import hashlib
import json
import re
from pathlib import Path

import msgspec
from msgspec import Struct

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

FOLDER = ROOT / "mends"
TESTS = "openmp/runtime/test/"  # LLVM's own: a mend changes those that expect the deviation
STAMP = ".ompt-cts-mended"  # in a source tree: the applied mends


class Edit(Struct, frozen=True, forbid_unknown_fields=True):
    place: str  # "FILE: FUNCTION", or a file alone, from the source tree's top
    diff: str
    times: int = 1  # the number of such places in the function; each is changed

    @property
    def file(self) -> str:
        return self.place.partition(": ")[0]

    @property
    def function(self) -> str:
        return self.place.partition(": ")[2]

    def _without(self, mark: str) -> str:
        return "\n".join(line[1:] for line in self.diff.split("\n") if not line.startswith(mark))

    @property
    def at(self) -> str:
        """The text before the edit."""
        return self._without("+")

    @property
    def put(self) -> str:
        """The text after it."""
        return self._without("-")


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """Instructions of a construct with all mends, divided by those without."""

    instructions: int  # of the plain runtime, without a tool
    no_tool: float
    tool: float


class Mend(Struct, frozen=True, forbid_unknown_fields=True):
    says: str  # the behavior with it
    clause: str
    test: str  # the test that turns green
    edit: list[Edit]
    race: str = ""  # with which settings the test shows it, where not every run does
    upstream: str = ""  # similar entries of the runtime's tracker; empty if none was found
    on: list[str] = []  # the constructs of benchmarks/constructs.c that always execute it
    also: list[str] = []  # other causes that it removes
    needs: list[str] = []  # mends that must come first
    cause: str = ""

    def diff(self) -> str:
        """The change for people: file and function, then removed and added lines."""
        lines: list[str] = []
        for edit in self.edit:
            lines += [f"--- {edit.file}", f"+++ {edit.file}", f"@@ {edit.function}"]
            lines += edit.diff.splitlines()
        return "\n".join(lines)

    def built(self) -> list[Edit]:
        """The edits of that which is built."""
        return [edit for edit in self.edit if not edit.file.startswith(TESTS)]

    def lines(self) -> int:
        """The number of lines that it adds and removes."""
        return sum(
            edit.times * sum(line.startswith(("+", "-")) for line in edit.diff.splitlines())
            for edit in self.edit
        )


def releases() -> list[str]:
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def load(release: str) -> dict[str, Mend]:
    """The mends for a release by cause, each after those that it needs. UserError for a fault in
    one."""
    folder = FOLDER / release
    if not re.match(files.NAME, release) or not folder.is_dir():
        raise UserError(f"there are no mends for {release!r}; there are some for {releases()}")
    found: dict[str, Mend] = {}
    for path in sorted(folder.glob("*.toml")):
        told = files.read_toml(path)
        try:
            told["edit"] = _edits(msgspec.convert(told.pop("diff", None), str))
            found[path.stem] = msgspec.convert({**told, "cause": path.stem}, Mend)
        except msgspec.ValidationError as error:
            raise UserError(f"{path}: {error}") from None
        _check(path, found[path.stem])
    return in_order(found)


def _edits(diff: str) -> list[dict[str, str | int]]:
    """The parts of a diff. msgspec.ValidationError where it has none."""
    _, *parts = re.split(r"(?m)^@@ (.*?)(?: \((\d+) times\))?\n", diff)
    if not parts:
        raise msgspec.ValidationError("the diff has no part that begins with '@@ FILE: FUNCTION'")
    return [
        {"place": place, "diff": text.removesuffix("\n"), "times": int(times or 1)}
        for place, times, text in zip(*[iter(parts)] * 3, strict=True)
    ]


def _check(path: Path, mend: Mend) -> None:
    for edit in mend.edit:
        if wrong := [line for line in edit.diff.split("\n") if line and line[0] not in " +-"]:
            raise UserError(f"{path}: a line of the diff begins with none of ' +-': {wrong[0]!r}")
        inside = not Path(edit.file).is_absolute() and ".." not in Path(edit.file).parts
        if not inside or not edit.at.strip() or edit.times < 1:
            raise UserError(f"{path}: an edit has no file inside the tree, or no anchor")
        if edit.put in edit.at:  # one could not tell whether it is applied
            raise UserError(f"{path}: what is put into {edit.function} stands in the anchor")


def costs(release: str) -> dict[str, Cost]:
    """The cost of all mends of a release together, by construct; empty if not measured."""
    path = FOLDER / f"{release}-cost.toml"
    if not path.is_file():
        return {}
    try:
        return msgspec.convert(files.read_toml(path), dict[str, Cost])
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: {error}") from None


def in_order(mends: dict[str, Mend]) -> dict[str, Mend]:
    ordered: dict[str, Mend] = {}

    def add(cause: str, above: tuple[str, ...]) -> None:
        if cause not in mends or cause in above:
            raise UserError(
                f"mend {above[-1]}: it needs {cause}, which is no mend that comes first"
            )
        for needed in mends[cause].needs:
            add(needed, (*above, cause))
        ordered.setdefault(cause, mends[cause])

    for cause in mends:
        add(cause, ())
    return ordered


def chosen(mends: dict[str, Mend], only: list[str]) -> dict[str, Mend]:
    """The mends for these causes and those that they need. UserError for a cause without a mend."""
    wanted: set[str] = set()
    for cause in only:
        if cause not in mends:
            raise UserError(
                f"there is no mend for {cause!r}; there are some for {', '.join(mends)}"
            )
    for cause in reversed(mends):  # a needed mend comes before those that need it
        if not only or cause in only or any(cause in mends[w].needs for w in wanted):
            wanted.add(cause)
    return {cause: mend for cause, mend in mends.items() if cause in wanted}


def body(text: str, function: str) -> tuple[int, int]:
    """The place of a function's definition in a C++ file in LLVM's format: from the line with its
    name to its closing brace. Without a function it is the whole file."""
    if not function:
        return 0, len(text)
    for met in re.finditer(rf"(?m)^(?:[A-Za-z_][^\n;{{}}#]*[\s*&])?{re.escape(function)}\(", text):
        opened = re.compile(r"[;{]").search(text, met.end())
        if opened and opened[0] == "{" and (closed := text.find("\n}", opened.end())) >= 0:
            return met.start(), closed
    return 0, 0


def _edited(text: str, edit: Edit) -> str | None:
    """The file with the edit; None if the edit does not fit."""
    start, end = body(text, edit.function)
    part = text[start:end]
    if part.count(edit.put) >= edit.times and edit.at not in part.replace(edit.put, ""):
        return text
    if part.count(edit.at) != edit.times:
        return None
    return text[:start] + part.replace(edit.at, edit.put) + text[end:]


class Made(Struct):
    """The mends of a source tree, in a file of its own there."""

    causes: list[str]
    files: dict[str, str]  # their checksums after the mends


def _made(source: Path) -> list[str]:
    """The mended causes of the tree, unless a file has changed since."""
    stamp = source / STAMP
    if not stamp.is_file():
        return []
    made = files.read_json(stamp)
    files.check_kind(stamp, made, Made)
    left = all(_checksum(source / name) == found for name, found in made["files"].items())
    return list(made["causes"]) if left else []


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def apply(mends: dict[str, Mend], source: Path) -> tuple[list[str], list[str]]:
    """Applies the mends to a source tree, each completely or not at all. Returns the newly mended
    causes, and a line for each edit that did not fit. UserError where a file cannot be written; the
    tree is then as it was. A link that leads out of the tree is no file of it."""
    before, made = _made(source), []
    misfits: list[str] = []
    done: dict[Path, str] = {}
    for cause in [cause for cause in mends if cause not in before]:
        texts: dict[Path, str] = {}
        read: dict[Path, str] = {}
        wrong: list[str] = []
        for edit in mends[cause].edit:
            path = (source / edit.file).resolve()
            if path not in texts:
                if not path.is_relative_to(source.resolve()) or not path.is_file():
                    wrong.append(f"{cause}: {edit.file} is not there")
                    continue
                read[path] = texts[path] = done.get(path) or files.read_text(path)
            changed = _edited(texts[path], edit)
            if changed is None:
                anchor = edit.at.strip().splitlines()[0].strip()
                where = f"{edit.file}, {edit.function}" if edit.function else edit.file
                wrong.append(f"{cause}: {where}: no place for {anchor!r}")
            else:
                texts[path] = changed
        misfits += wrong
        if not wrong and texts != read:
            done |= texts
            made.append(cause)
    if made:
        causes = [*before, *made]
        names = {edit.file for cause in causes if cause in mends for edit in mends[cause].edit}
        put = {path: text.encode() for path, text in done.items()}
        left = {}
        for name in sorted(names):
            data = put.get((source / name).resolve())
            left[name] = hashlib.sha256(data).hexdigest() if data else _checksum(source / name)
        stamp = json.dumps({"causes": causes, "files": left}) + "\n"
        files.write_together({**put, source / STAMP: stamp.encode()})
    return made, misfits
