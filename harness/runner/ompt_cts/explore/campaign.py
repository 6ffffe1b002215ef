"""A campaign: programs drawn from one seed, compiled, run and judged in batches, in one folder.

Each batch leaves a file, written whole, so a killed campaign continues after its last batch. The
files also merge the parts of a campaign that several machines share.
"""

import json
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from ompt_cts import files
from ompt_cts.catalogue import VIEW
from ompt_cts.corpus import bounds
from ompt_cts.corpus.runner import NOT_COMPILED, NOT_JUDGED, Stop
from ompt_cts.errors import UserError
from ompt_cts.explore import draw, judge, write
from ompt_cts.explore.grammar import FORTRAN
from ompt_cts.explore.judge import Bench
from ompt_cts.explore.tree import FORMS, LIBRARY, Program, with_threads
from ompt_cts.files import Json
from ompt_cts.reports import origin
from ompt_cts.steps import record_run, tools, trace_folders
from ompt_cts.suite.shards import Shard, known_digest
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Verdict

BATCH = 24  # programs of one call of a compiler
COMPILE_SECONDS = 300
LANGUAGES = ("c", "c", "cxx")
OPTIMIZED = ("-O0", "-O1", "-O2")
FORTRAN_BATCHES = 0.2  # share of the batches with subroutines of Fortran
DEVICE = "offload"  # the feature, and the option of compile.py
SHOWN = 3  # programs of a batch with a kept outcome, for each kind of finding
KEPT = 12  # of a campaign
STAMP = "campaign.json"
# The programs, and their verdicts, depend on these folders and not on the rest of a commit.
DECIDE = ("harness/runner/ompt_cts/explore", "suites/include", "rules", "harness/checker_tool")
DECIDE += ("harness/trace", "harness/validator")


class Drawn(TypedDict):
    """The choices that decide which programs a campaign draws, as its stamp says."""

    seed: Annotated[int, Meta(ge=0)]
    devices: bool
    without: list[str]
    shared: list[str] | None
    threads: int


class Row(TypedDict):
    """The data that a campaign keeps of a program: `cause` of a known end without a tool, the last three
    if it was judged."""

    name: Annotated[str, Meta(pattern=r"^[0-9]+_[0-9]+\Z")]
    status: str
    reason: str
    cause: NotRequired[str]
    causes: NotRequired[list[str]]
    view: NotRequired[str]  # why it is not the predicted one, or `new`; empty if it is
    outcome: NotRequired[Outcome]


class Batch(TypedDict):
    """The file of a batch."""

    programs: list[Row]


@dataclass(frozen=True)
class Campaign:
    """The origin of programs, and the folder of the results."""

    folder: Path
    seed: int
    bench: Bench
    devices: bool = False  # also draw constructs for devices
    without: tuple[str, ...] = ()  # excluded groups of constructs
    shared: frozenset[str] | None = None  # the features and languages that all its runtimes have
    threads: int = 0  # of each program; 0: as drawn
    objects: Path | None = None  # the place of object files for several campaigns

    def path(self, batch: int) -> Path:
        return self.folder / "batches" / f"{batch:06}.json"

    def stamp(self) -> Json:
        """The settings that must stay the same when the campaign continues."""
        target = self.bench.target
        return {
            "seed": self.seed,
            "devices": self.devices,
            "without": list(self.without),
            "shared": None if self.shared is None else sorted(self.shared),
            "threads": self.threads,
            "runtime": target.name,
            "sha256": target.runtime["sha256"],
            "profile": target.profile,
            "features": list(target.features),
            "compilers": {
                name: one["version"] for name, one in target.runtime["compilers"].items()
            },
            "known": known_digest(target.known),
            **origin.contents(DECIDE),
        }

    def begin(self) -> None:
        """Makes the folder, or continues in it. UserError if something else is there."""
        if (self.folder / STAMP).exists():
            self.check(self.stamp())
        elif self.folder.is_dir() and any(self.folder.iterdir()):
            raise UserError(f"{self.folder} is no campaign's, and not empty: name another --folder")
        else:
            files.write_text(self.folder / STAMP, json.dumps(self.stamp(), indent=1))

    def check(self, mine: Json) -> None:
        """UserError if the folder's stamp is another one."""
        its = stamp_of(self.folder)
        if odd := [key for key in {**mine, **its} if mine.get(key) != its.get(key)]:
            told = f"{self.folder} is another campaign's: not the same {odd[0]}"
            raise UserError(f"{told}; each has a --folder of its own")

    def programs(self, batch: int) -> tuple[list[Program], list[str]]:
        """The programs of a batch, and the options of their compilation."""
        rng = random.Random(f"{self.seed}/batch {batch}")
        able = self.bench.able if self.shared is None else self.shared
        languages = [language for language in LANGUAGES if language in able]
        language, options = rng.choice(languages), [rng.choice(OPTIMIZED)]
        numbers = range(batch * BATCH, (batch + 1) * BATCH)
        grammar = self.bench.grammar.without(self.without)
        if self.devices and DEVICE in able:
            options.append(f"--{DEVICE}")
        else:
            able -= {DEVICE}
        form = rng.choice(FORMS)
        if rng.random() >= FORTRAN_BATCHES:
            able -= {FORTRAN}
        drawn = [draw.program(self.seed, n, grammar, able, language) for n in numbers]
        if self.threads:
            drawn = [with_threads(program, self.threads) for program in drawn]
        return [replace(program, form=form) for program in drawn], options

    def compile(
        self, sources: dict[str, str], library: bool, folder: Path, options: list[str]
    ) -> Path:
        """The executable of some source texts, by their names. Stop, if the compiler refuses them."""
        for name, text in sources.items():
            files.write_text(folder / name, text)
        near, *far = [str(folder / name) for name in sources]
        for source in [f for f in far if library or f.endswith(write.SUBROUTINES)]:
            its = str(folder / f"lib{Path(source).stem}.so")
            self.call(folder, ["-o", its, source, "-shared", "-fPIC", *options])
            far[far.index(source)] = its
        executable = folder / "programs"
        self.call(folder, ["-o", str(executable), near, *far, *options])
        return executable

    def call(self, folder: Path, words: list[str]) -> None:
        """Calls a compiler. Stop, if it refuses the texts."""
        command = tools.step("compile.py", "--objects", str(self.objects or folder))
        command += ["--runtime-json", self.bench.target.tools.runtime_json, *words]
        command += ["-g", "-pthread", "-w"]
        if "gcc" not in self.bench.features and write.SUBROUTINES not in " ".join(words):
            command.append("-fno-crash-diagnostics")  # they take minutes
        env = self.bench.variables | self.bench.target.environment
        status, output = bounds.run(command, folder, env, COMPILE_SECONDS)
        if status:
            told = [line for line in output.splitlines() if "error" in line] or ["no message"]
            raise Stop(NOT_COMPILED, told[0].replace(str(folder) + os.sep, "")[:200])

    @contextmanager
    def built(
        self, programs: list[Program], options: list[str], bare: int = 0
    ) -> Iterator[tuple[list[list[str]], Path]]:
        """The commands that run these programs, and the place of their traces. Stop."""
        grammar, features = self.bench.grammar, self.bench.features
        with tempfile.TemporaryDirectory(prefix="ompt-cts-explore-") as name:
            sources = write.together(programs, grammar, features, bare)
            library = any(program.form == LIBRARY for program in programs)
            program = self.compile(sources, library, Path(name), options)
            commands = [[str(program), str(number)] for number in range(len(programs))]
            yield commands, Path(name) / "trace"

    def run(self, batch: int) -> None:
        """Compiles, runs and judges a batch; leaves its file."""
        programs, options = self.programs(batch)
        rows = self.some(programs, options)
        if bounds.stopped():
            return  # a compiler that was interrupted refuses nothing
        thin(rows, SHOWN)
        files.write_text(self.path(batch), json.dumps({"options": options, "programs": rows}))

    def some(self, programs: list[Program], options: list[str]) -> list[Json]:
        """The rows of programs; bisects to find programs that no compiler accepts."""
        try:
            with self.built(programs, options) as (commands, trace):
                pairs = zip(programs, commands, strict=True)
                return [self.one(program, command, trace) for program, command in pairs]
        except Stop as stop:
            half = len(programs) // 2
            if not half:
                return [self.row(programs[0], stop)]
            return self.some(programs[:half], options) + self.some(programs[half:], options)

    def judged(self, program: Program, command: list[str], trace: Path) -> Json:
        """The row of one program, whose trace stays in its place."""
        try:
            return self.row(program, judge.judge(program, command, self.bench, trace))
        except Stop as stop:
            return self.row(program, stop)
        except (OSError, UserError, record_run.Usage, trace_folders.InTheWay) as error:
            return self.row(program, Stop(NOT_JUDGED, str(error)))

    def row(self, program: Program, found: Stop | Outcome) -> Json:
        """The data that the campaign keeps of a program."""
        if isinstance(found, Stop):
            cause = {"cause": found.cause} if isinstance(found, judge.Ended) and found.cause else {}
            return {"name": program.name, "status": found.status, "reason": found.reason} | cause
        errors = [f for f in found["findings"] if f["severity"] == "error"]
        found["findings"] = list({(f["rule"], f["sort"], f["waived"]): f for f in errors}.values())
        return {
            "name": program.name,
            "status": str(found["verdict"]),
            "reason": found["reason"],
            "causes": sorted({f["cause"] or f["rule"] for f in found["findings"] if f["waived"]}),
            "outcome": found,
            "view": next(
                (f["cause"] or f["waived"] or "new" for f in errors if f["rule"] == VIEW), ""
            ),
        }

    def one(self, program: Program, command: list[str], trace: Path) -> Json:
        """The row of one program; a program with a new finding stays in the folder as one of its
        own."""
        if bounds.stopped():
            raise InterruptedError
        row = self.judged(program, command, trace)
        if row["status"] not in (Verdict.PASS, Verdict.WAIVED):
            kept = self.keep(program, trace, row["status"] == Verdict.FAIL)
            row = json.loads(json.dumps(row).replace(json.dumps(str(trace)), json.dumps(str(kept))))
        judge.clear(trace)
        return row

    def keep(self, program: Program, trace: Path, judged: bool) -> Path:
        """Keeps a program as a source file of its own, and its trace; gives the trace's new place."""
        folder = self.folder / "found" / program.name
        for name, text in write.alone(program, self.bench.grammar, self.bench.features).items():
            files.write_text(folder / name, text)
        settings = vars(program.settings) | {"language": program.language, "form": program.form}
        files.write_text(folder / "settings.json", json.dumps(settings, indent=1))
        if judged and trace.is_dir():
            shutil.copytree(trace, folder / "trace", dirs_exist_ok=True)
        return folder / "trace"


def left(campaigns: list[Campaign], batches: Iterable[int], shard: Shard | None) -> Iterator[int]:
    """The batches of this part that have not run yet in all campaigns."""
    mine = (b for b in batches if not shard or b % shard.count == shard.number - 1)
    return (b for b in mine if not all(one.path(b).exists() for one in campaigns))


def thin(rows: list[Json], most: int) -> None:
    """Removes outcomes that show nothing new beyond `most` others."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        kinds = [
            (f["rule"], f["sort"], f["waived"]) for f in row.get("outcome", {}).get("findings", ())
        ] or [(row["status"], "", "")]
        if "outcome" in row and not any(seen[kind] < most for kind in kinds):
            del row["outcome"]
        seen.update(kinds)


def stamp_of(folder: Path) -> Json:
    """The stamp in a campaign's folder. UserError if the folder is none."""
    stamp: Json = files.read_json(folder / STAMP)
    files.check_kind(folder / STAMP, stamp, Drawn)
    return stamp


def check_all(folders: list[Path], bench: Bench) -> None:
    """UserError if a folder's programs were judged with something else, or if two folders have other
    programs of the same names."""
    firsts: dict[int, Json] = {}
    for folder in folders:
        its = stamp_of(folder)
        shared = None if its["shared"] is None else frozenset(its["shared"])
        drawn = its["devices"], tuple(its["without"]), shared, its["threads"]
        one = Campaign(folder, its["seed"], bench, *drawn)
        one.check(firsts.setdefault(one.seed, one.stamp()))


def missing(folders: list[Path], programs: int) -> int:
    """How many batches of so many programs (0: up to the last batch) no folder of their seed has."""
    there: dict[int, set[int]] = {}
    for folder in folders:
        numbers = (int(path.stem) for path in (folder / "batches").glob("[0-9]*.json"))
        there.setdefault(stamp_of(folder)["seed"], set()).update(numbers)
    whole = -(-programs // BATCH)
    return sum(len(set(range(whole or max(has, default=-1) + 1)) - has) for has in there.values())


def rows(folders: list[Path]) -> list[Json]:
    """The results of all programs so far, each once. UserError."""
    found: dict[str, Json] = {}
    for folder in folders:
        for path in sorted((folder / "batches").glob("*.json")):
            batch = files.read_json(path)
            files.check_kind(path, batch, Batch)
            found |= {row["name"]: row for row in batch["programs"]}
    return list(found.values())


def outcomes(found: list[Json]) -> list[Outcome]:
    """The outcomes that represent the whole campaign."""
    thin(found, KEPT)
    kept: list[Any] = [row["outcome"] for row in found if "outcome" in row]
    for one in kept:
        one["verdict"] = Verdict(one["verdict"])
    return kept


def run_in_all(campaigns: list[Campaign], batch: int) -> int:
    """Runs a batch in each campaign without its file, and gives their number. Equal texts are
    compiled once."""
    wanting = [one for one in campaigns if not one.path(batch).exists()]
    with tempfile.TemporaryDirectory(prefix="ompt-cts-explore-") as name:
        for one in wanting:
            if not bounds.stopped():
                replace(one, objects=Path(name)).run(batch)
    return len(wanting)


def run(
    campaigns: list[Campaign], batches: Iterator[int], jobs: int, until: float | None
) -> Iterator[tuple[int, int]]:
    """Runs batches, several at once; gives each one's number when it has ended, and how many
    campaigns ran it. None begins after `until`, a time of time.monotonic()."""
    with ThreadPoolExecutor(jobs) as pool:
        running: dict[Future[int], int] = {}
        try:
            while True:
                while len(running) < jobs and (until is None or time.monotonic() < until):
                    if (batch := next(batches, None)) is None:
                        break
                    running[pool.submit(run_in_all, campaigns, batch)] = batch
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        except BaseException:
            bounds.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def kinds_of(row: Json) -> set[str]:
    """The unknown results of a program: kinds of findings, or how it ended."""
    if "causes" not in row:
        return {f"{row['status']}: {row['reason']}"}
    findings = row.get("outcome", {}).get("findings", ())
    return {f"{f['rule']} {f['sort']}" for f in findings if not f["waived"]}
