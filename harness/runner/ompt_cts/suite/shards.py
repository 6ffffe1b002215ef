"""A run in parts, on several machines or in an array of jobs, and the merge of the parts.

Runs of the suites (`run`, with all passes of `--repeat` and `--stability`) and of the programs of a
collection (`check FOLDER`) can have parts; a part of a collection also describes its whole folder.
faults/fault_run.py has the parts of `selftest --faults`.

Each part writes one file, as a whole, at its end: a killed part leaves none, and a part that runs
again replaces its own. Together they give the report of one whole run.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Protocol, Required, TypedDict, TypeVar

from msgspec import Meta

from ompt_cts import files as stored_files
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.numbers_of_options import is_number
from ompt_cts.reports import origin
from ompt_cts.reports.report import Context
from ompt_cts.verdict.evidence import Finding
from ompt_cts.verdict.identity import Applied
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Verdict

SCHEMA_VERSION = 7
# The keys of a runtime that differ between machines and change no verdict.
PLACES = ("source", "library", "library_real", "include_dirs", "library_dirs", "parts", "notes")
MOST = 100_000  # parts
Small = Annotated[int, Meta(ge=0, le=MOST)]
Moment = Annotated[float, Meta(ge=0, le=1e11)]  # seconds since 1970
Name = Annotated[str, Meta(pattern=stored_files.NAME)]


@dataclass(frozen=True)
class Shard:
    """Part `number` of `count`, from 1."""

    number: Annotated[int, Meta(ge=1, le=MOST)]
    count: Annotated[int, Meta(ge=1, le=MOST)]

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def path(self, folder: Path) -> Path:
        return folder / f"shard-{self.number}-of-{self.count}.json"


def add_arguments(add: Callable[..., Any], default: str) -> None:
    """The options of a run in parts, added by `add`."""
    add("--shard", metavar="I/N", help="only part I of N; `ompt-cts report` merges the parts")
    add(
        "--shards",
        metavar="DIR",
        help=f"write the part's outcomes into this folder (default {default})",
    )


def parse(text: str) -> Shard:
    number, _, count = text.partition("/")
    if is_number(number) and is_number(count) and 1 <= int(number) <= int(count) <= MOST:
        return Shard(int(number), int(count))
    raise UserError(f"--shard {text}: use NUMBER/COUNT, for example 2/4")


class Whole(TypedDict):
    """The tests of a whole run, before it was divided: their number, and a digest of their names."""

    count: Small
    sha256: str


def whole_of(names: Iterable[str]) -> Whole:
    chosen = sorted(set(names))
    return {"count": len(chosen), "sha256": hashlib.sha256(repr(chosen).encode()).hexdigest()}


class AnyPart(Protocol):
    """A part of any kind of campaign."""

    @property
    def shard(self) -> Shard: ...

    @property
    def whole(self) -> Whole: ...

    def names(self) -> Iterable[str]: ...

    @property
    def made_by(self) -> Json: ...

    def differs(self, other: Any) -> str: ...


P = TypeVar("P", bound=AnyPart)


class Compiler(TypedDict, total=False):
    path: Required[str]
    real: str
    version: Required[str]


class Runtime(TypedDict, total=False):
    """The part of the runtime that a report needs (runtimes.write_json)."""

    name: Required[Name]
    sha256: Required[str]
    title: str
    library_real: str
    arguments: list[str]
    environment: dict[str, str]
    compilers: dict[str, Compiler]
    offload: Json | None


class Moved(TypedDict):
    """A row of stability.moved."""

    test: str
    verdicts: dict[str, list[str]]


class Collection(TypedDict):
    """The whole folder of a part's programs."""

    name: Name
    origin: str
    no_openmp: list[str]
    no_main: list[str]


class Program(TypedDict):
    """The part of a program that a collection's summary needs (corpus/runner.py)."""

    name: str
    status: str
    reason: str
    exercised: list[str]
    findings: list[Finding]
    outcome: Outcome


@dataclass
class Part:
    """The outcomes of one shard and their foundations. `selection` are the options that select and
    run the tests, `lit` the folder with the tests' files."""

    shard: Shard
    selection: list[str]
    expectations: str
    profile: str
    runtime: Runtime
    repeat: Small
    started: Moment
    known: str  # the digest of the applied known deviations
    outcomes: list[Any]  # Outcome, or Program for a collection
    whole: Whole
    collection: Collection | None = None  # of a folder: the same in all parts
    passes: Small = 0  # of run --stability, with the changed verdicts
    moved: list[Moved] = field(default_factory=list)
    lit: str = ""
    made_by: Json = field(default_factory=origin.made_by)

    def names(self) -> list[str]:
        return [str(outcome["name"]) for outcome in self.outcomes]

    def differs(self, other: "Part") -> str:
        """Why two parts cannot be merged, in few words; else empty."""
        same = {
            "number of shards": (self.shard.count, other.shard.count),
            "profile": (self.profile, other.profile),
            **_pairs("runtime", _without_places(self.runtime), _without_places(other.runtime)),
            "expectations": (self.expectations, other.expectations),
            "known deviations": (self.known, other.known),
            **_pairs("harness", self.made_by, other.made_by),
            "selection": (self.selection, other.selection),
            "tests of the whole run": (self.whole, other.whole),
            "repeats": (self.repeat, other.repeat),
            "passes": (self.passes, other.passes),
            "collection": (self.collection, other.collection),
        }
        return next((what for what, (mine, its) in same.items() if mine != its), "")


def _pairs(what: str, mine: Json, its: Json) -> dict[str, tuple[Any, Any]]:
    """The two values of every key, each under a name that says which part it belongs to."""
    return {f"{what}'s {key}": (mine.get(key), its.get(key)) for key in {**mine, **its}}


def _without_places(runtime: Runtime) -> Json:
    """A resolved runtime without the machine's paths, with the versions of its compilers."""
    kept = {key: value for key, value in runtime.items() if key not in PLACES}
    compilers = runtime.get("compilers") or {}
    kept["compilers"] = {language: one.get("version") for language, one in compilers.items()}
    offload = runtime.get("offload") or {}
    kept["offload"] = {key: value for key, value in offload.items() if key != "library"}
    return kept


def known_digest(known: Applied) -> str:
    """A digest of the known deviations that a run applies: their content, not their place."""
    return hashlib.sha256(repr(known.deviations).encode()).hexdigest()


def told(context: Context) -> tuple[str, Json, int, float, str]:
    """The values of the report's context that a part keeps."""
    known = known_digest(context.known)
    return context.profile, context.runtime, context.repeat, context.started, known


def write(part: Any, folder: Path) -> Path:
    """Writes a part, whole or not at all; a dataclass with its `shard`."""
    path: Path = part.shard.path(folder)
    data = {"schema_version": SCHEMA_VERSION, **asdict(part)}
    stored_files.write_text(path, json.dumps(data))
    return path


def is_one(path: Path) -> bool:
    """Whether a JSON file is a part of a run, of any kind and version. UserError if it cannot be
    read."""
    data = stored_files.read_json(path)
    return isinstance(data, dict) and "shard" in data


def load(path: Path) -> Json:
    """A part from its file. UserError for any other file."""
    data = stored_files.read_json(path)
    if not isinstance(data, dict) or "shard" not in data:
        raise UserError(f"{path} is not a shard of a run")
    if data.pop("schema_version", None) != SCHEMA_VERSION:
        raise UserError(f"{path} was written by another version of ompt-cts")
    if not isinstance(data.get("made_by"), dict):
        raise UserError(f"{path} is not a shard of a run: it does not name its harness")
    return data


def made(path: Path, data: Json, kind: type[P]) -> P:
    """The part from its data. UserError names the first wrong value."""
    stored_files.check_kind(path, data, kind)
    if odd := sorted(set(data) - {one.name for one in fields(kind)}):  # type: ignore[arg-type]
        raise UserError(f"{path}: {stored_files.plain(odd[0])[:80]} is no key of a shard")
    shard = Shard(**data["shard"])
    if shard.number > shard.count:
        raise UserError(f"{path}: the part is number {shard.number} of {shard.count}")
    return kind(**data | {"shard": shard})


def read(path: Path) -> Part:
    part = made(path, load(path), Part)
    stored_files.check_kind(path, part.outcomes, list[Program if part.collection else Outcome])
    for outcome in part.outcomes:  # the outcome of a collection contains that of a run
        whole = outcome["outcome"] if part.collection else outcome
        whole["verdict"] = Verdict(whole["verdict"])
    return part


def files(names: list[str]) -> list[Path]:
    """The shards' files among files and folders."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        found += sorted(path.glob("shard-*-of-*.json")) if path.is_dir() else [path]
    if not found:
        raise UserError(f"there is no shard in {', '.join(names)}")
    return found


def complete(parts: Sequence[P]) -> list[P]:
    """Each part once, in order. UserError if some are missing or belong to different runs, or if
    their tests are not those of the whole run."""
    first, mine = parts[0], origin.made_by()
    for what in ("version", *origin.DECIDES):
        if first.made_by.get(what) != mine[what]:
            raise UserError(
                f"the shards were made by another harness than this one: its {what} differ"
            )
    for part in parts:
        if what := first.differs(part):
            raise UserError(f"shards {first.shard} and {part.shard} are of different runs: {what}")
    known = {part.shard.number: part for part in parts}
    count = first.shard.count
    missing = [n for n in range(1, count + 1) if n not in known]
    if missing:
        names = ", ".join(f"{n}/{count}" for n in missing)
        again = f"run it again with the same words and --shard {missing[0]}/{count}"
        raise UserError(f"{names} of the shards are missing: {again}")
    found = whole_of(name for part in known.values() for name in part.names())
    if found != first.whole:
        told = f"they have {found['count']} tests, the whole run has {first.whole['count']}"
        raise UserError(f"the shards have other tests than the run of which they are parts: {told}")
    return [known[number] for number in sorted(known)]


def merge(parts: list[Part]) -> Part:
    """The whole run. UserError if parts are missing, differ from a copy, or are of different runs."""
    verdicts: dict[int, Json] = {}
    for part in parts:
        mine = {
            o["name"]: (o["outcome"] if part.collection else o)["verdict"] for o in part.outcomes
        }
        if verdicts.setdefault(part.shard.number, mine) != mine:
            raise UserError(f"shard {part.shard} is there twice, with different verdicts")
    all_parts = complete(parts)
    outcomes = sorted((o for p in all_parts for o in p.outcomes), key=lambda o: str(o["name"]))
    names = sorted(name for part in all_parts for name in part.names())
    twice = next((name for name, after in pairwise(names) if name == after), "")
    if twice:
        raise UserError(f"{twice} is in two shards: their suites differ")
    moved = sorted((row for p in all_parts for row in p.moved), key=lambda row: str(row["test"]))
    started = min(part.started for part in all_parts)
    whole = {**vars(all_parts[0]), "outcomes": outcomes, "moved": moved, "started": started}
    return Part(**whole)
