"""Makes a bundle from a run's report and the run's files in the build folder."""

import contextlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.evidence import archive, layout, rejudge, statement, waivers
from ompt_cts.evidence.rejudge import Bundle
from ompt_cts.files import Json
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.reports import origin, report
from ompt_cts.reports.report import Report
from ompt_cts.steps.failures import VIEW
from ompt_cts.steps.trace_folders import FINDINGS, RECORD, is_trace
from ompt_cts.suite import shards
from ompt_cts.verdict import both_ways, expectations, left, outcome
from ompt_cts.verdict.outcome import Outcome
from ompt_cts.verdict.words import Verdict

LIMIT = 64 << 20  # bytes of a patch


@dataclass
class Asked:
    """The options of `ompt-cts bundle`."""

    report: Path
    out: Path
    waivers: Path | None = None
    shards: tuple[str, ...] = ()  # the files of the run's parts, if it had parts
    sample: int = 0  # tests that keep their traces; 0: all
    filled: dict[str, str] | None = None
    sign: Path | None = None  # a secret key


def make(asked: Asked) -> tuple[Report, list[str]]:
    """Makes the bundle; returns its report, and notes for a person. UserError, with nothing left,
    if the run cannot be bundled."""
    told = report.load(asked.report)
    if asked.out.exists():
        raise UserError(f"{asked.out} already exists: give another name")
    temporary = asked.out.with_name(f".{asked.out.name}.{os.getpid()}")
    temporary.mkdir(parents=True)
    try:
        result, notes = _fill(asked, told, temporary)
        if asked.sign:
            notes.append(f"signed: {statement.sign(temporary, asked.sign).name}")
        if archive.is_one(asked.out):
            archive.pack(temporary, asked.out)
        else:
            temporary.rename(asked.out)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return result, notes


def _fill(asked: Asked, told: Report, folder: Path) -> tuple[Report, list[str]]:
    build = build_dir()
    described = _runtime(told, build)
    runs, folders = _outcomes(asked, told, build)
    outcomes = runs[-1]
    layout.write_json(folder / layout.RUNTIME, _identity(described))
    given = _waivers(asked, folder)
    context = _context(told, outcomes, described, folder)
    tests = [one["name"] for one in outcomes]
    manifest: Json = {
        "schema_version": layout.SCHEMA_VERSION,
        "context": context,
        "suite": _suite(told, folder),
        "tests": tests,
        "sample": asked.sample,
        "left_out": {},
        "files": {},
    }
    for one in outcomes:
        _test(folder, folders[one["name"]] / "suites", one)
        _claims(folder, one, [_of(run, one["name"]) for run in runs[:-1]])
    _code(folder, described, outcomes)
    bundle = Bundle(folder, manifest, layout.read_json(folder / layout.RUNTIME))
    result = _judged_again(bundle, outcomes, told)
    if asked.sample:
        manifest["left_out"] = _leave_out(bundle, asked.sample)
    report.write(result, folder / layout.REPORT)
    manifest["files"] = layout.listed(folder)
    layout.write_json(folder / layout.MANIFEST, manifest)
    statement.write(folder, result, given, asked.filled or {})
    notes = waivers.idle(result, given)
    return result, notes


def _runtime(told: Report, build: Path) -> Json:
    name = told["runtime"]["name"]
    path = build / f"runtime-{name}.json"
    if not path.exists():
        raise UserError(f"{path} is missing: bundle a run on the machine that made it")
    described = layout.read_json(path)
    if told["runtime"]["sha256"] and described["sha256"] != told["runtime"]["sha256"]:
        raise UserError(f"the library of {name} has changed since the report was made: run again")
    return described


def _outcomes(
    asked: Asked, told: Report, build: Path
) -> tuple[list[list[Outcome]], dict[str, Path]]:
    """The outcomes of each repeat, and the folder of each test's lit results: of one run, or of all
    parts of one. UserError if the files belong to another run."""
    name, repeats = told["runtime"]["name"], told["environment"].get("repeat", 1)
    for word in ("--second-pass", "--stability"):
        if any(one.partition("=")[0] == word for one in told["command"]):
            raise UserError(f"a run with {word} leaves traces of several passes: run without it")
    reported = {test["name"] for test in told["tests"]}
    if asked.shards:
        parts = [shards.read(path) for path in shards.files(list(asked.shards))]
        whole = shards.merge(parts)
        if repeats != 1:
            raise UserError("the parts of a run with repeats cannot be bundled: run each part once")
        found = [whole.outcomes]
        folders = {one["name"]: Path(part.lit) for part in parts for one in part.outcomes}
        where = ", ".join(asked.shards)
    else:
        folder = build / "reports" / name / "outcomes"
        found = [outcome.collect(folder / str(number)) for number in range(repeats)]
        folders = dict.fromkeys(reported, build / "lit" / name)
        where = str(folder)
    if any({one["name"] for one in run} != reported for run in found):
        raise UserError(f"{where} belongs to another run than the report: bundle right after a run")
    return found, folders


def _of(run: list[Outcome], test: str) -> Outcome:
    return next(one for one in run if one["name"] == test)


def _file(path: str) -> Json:
    real = Path(os.path.realpath(path))
    known = real.is_file()
    return {"path": path, "sha256": layout.checksum(real) if known else ""}


def _identity(described: Json) -> Json:
    """The resolved description of the runtime, with the checksums of its parts: the library, the
    device library, the compilers."""
    told = json.loads(json.dumps(described))
    for compiler in told["compilers"].values():
        compiler["sha256"] = _file(compiler["real"])["sha256"]
    offload = told.get("offload") or {}
    if offload.get("library"):
        offload["sha256"] = _file(offload["library"])["sha256"]
    return dict(told)


def _waivers(asked: Asked, folder: Path) -> list[waivers.Waiver]:
    path = folder / layout.WAIVERS
    if asked.waivers:
        shutil.copyfile(asked.waivers, path)
    else:
        files.write_text(path, "# none\n")
    return waivers.read(path)


def _context(told: Report, outcomes: list[Outcome], described: Json, folder: Path) -> Json:
    row = told["as_expected"]["expectations"]
    rebuilt = report.exit_code(told, strict=True) == told["exit_code"]
    plain = report.exit_code(told, strict=False) == told["exit_code"]
    places = [f"{ROOT}{os.sep}"]
    if not build_dir().is_relative_to(ROOT):
        places.append(f"{build_dir().parent}{os.sep}")
    copies = _known(row["files"], folder)
    return {
        "profile": told["profile"],
        "command": told["command"],
        "strict": rebuilt and not plain,
        "environment": told["environment"],
        "folders": places,
        "ompt": not any(one["no_ompt"] for one in outcomes),
        "whole_teams": not any(
            one["verdict"] == Verdict.UNSUPPORTED and one["step"] and one["step"][0] == VIEW
            for one in outcomes
        ),
        "known": {"row": dict(row), "copies": copies, "ompt": described["ompt"]},
    }


def _known(names: list[str], folder: Path) -> list[str]:
    """Copies the files of known deviations and their bases; returns the applied ones."""
    copies = []
    home = ROOT / "expectations"
    for number, name in enumerate(names):
        path = ROOT / name if not os.path.isabs(name) else Path(name)
        inside = (
            path.relative_to(home) if path.is_relative_to(home) else Path(f"{number}", path.name)
        )
        copies.append(inside.as_posix())
        for source in _with_bases(path):
            copy = folder / layout.KNOWN / inside.parent / source.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    return copies


def _with_bases(path: Path) -> list[Path]:
    found = [path]
    for name, _ in expectations.bases(expectations.files.read_toml(path), str(path)):
        found += _with_bases(path.with_name(f"{name}.toml"))
    return found


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), *words],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return done.stdout if done.returncode == 0 else ""


def _suite(told: Report, folder: Path) -> Json:
    """The suite's commit, its log, and the checkout's differences from the commit."""
    now = {"version": report.__version__, "commit": origin.commit()}
    if told["suite"] != now:
        raise UserError(
            f"the report is of suite {told['suite']['commit']}, this checkout is {now['commit']}: "
            "bundle with the suite that has run"
        )
    texts = {
        "log.txt": _git("log", "--oneline", "-n", "50"),
        "status.txt": _git("status", "--porcelain"),
        "patch.diff": _git("diff", "--binary", "HEAD"),
    }
    for name, text in texts.items():
        if len(text) > LIMIT:
            raise UserError(f"the checkout differs from its commit by {len(text)} bytes")
        files.write_bytes(folder / layout.SUITE / name, text.encode())
    return {"report": dict(told["suite"]), "digests": layout.suite_digests()}


def _copy_trace(trace: Path, folder: Path) -> None:
    for path, entry in layout.walk(trace):
        if entry.is_file(follow_symlinks=False):
            copy = folder / trace.name / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(trace / path, copy)


def _with_second(one: Outcome) -> Iterator[Path]:
    """A test's traces, and those of the second run, in which the driver of a simulated device
    executes commands at once."""
    for trace in one["traces"]:
        path, second = Path(trace["path"]), Path(both_ways.at_once(trace["path"]))
        yield path
        if is_trace(str(second)) and Path(f"{second}{FINDINGS}").exists():
            yield second


def _test(folder: Path, lit: Path, one: Outcome) -> None:
    """The files of a test: records, observations of the harness, traces; and results without a trace."""
    to = folder / layout.test_folder(one["name"])
    to.mkdir(parents=True)
    where = lit / os.path.dirname(one["name"]) / "Output"
    base = f"{where / os.path.basename(one['name'])}.tmp"
    observed = False
    for file in left.files_of(base):
        if file.endswith((RECORD, layout.OBSERVED)):
            shutil.copyfile(file, to / os.path.basename(file))
            observed |= file.endswith(layout.OBSERVED)
    for file in left.files_of(both_ways.at_once(base)):
        if file.endswith(RECORD):
            shutil.copyfile(file, to / os.path.basename(file))
    kept: Json = {}
    for path in _with_second(one):
        if is_trace(str(path)):
            _copy_trace(path, to)
        elif rejudge.says(one["name"], rejudge.REMOVES) and Path(f"{path}{FINDINGS}").exists():
            kept[path.name] = layout.read_json(Path(f"{path}{FINDINGS}"))
        else:
            raise UserError(f"{path} is missing: bundle right after a run")
    if kept:
        layout.write_json(to / layout.JUDGED, kept)
    claim: Json = {"passed": True, "output": "", "step": None, "outcome": None}
    if not one["traces"] and not (observed and rejudge.says(one["name"], rejudge.OBSERVES)):
        claim["outcome"] = one
    layout.write_json(to / layout.CLAIM, claim)


def _claims(folder: Path, one: Outcome, earlier: list[Outcome]) -> None:
    """Adds the results of earlier repeats, whose traces the last one has replaced."""
    if earlier:
        path = folder / layout.test_folder(one["name"]) / layout.CLAIM
        layout.write_json(path, layout.read_json(path) | {"repeats": earlier})


def _code(folder: Path, described: Json, outcomes: list[Outcome]) -> None:
    """The programs, the judged libraries and every recorded file of code that is still the same, each
    below its whole path: the run's judge has read these."""
    wanted = {described["library_real"], described["library"]}
    wanted.add((described.get("offload") or {}).get("library", ""))
    for one in outcomes:
        for trace in _with_second(one):
            maps = trace / "info" / "maps"
            text = maps.read_text(errors="replace") if maps.exists() else ""
            for number, path in re.findall(r" (\d+) +(/.*)$", text, re.MULTILINE):
                with contextlib.suppress(OSError):
                    facts = os.stat(path)
                    same = (facts.st_ino, facts.st_ctime_ns <= maps.stat().st_mtime_ns)
                    if path.startswith(f"{trace.parent}{os.sep}") or same == (int(number), True):
                        wanted.add(path)
    for path in sorted(filter(None, wanted)):
        if os.path.isfile(path):
            copy = folder / layout.CODE / path.lstrip("/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def _essence(told: Report) -> Json:
    """The parts that must agree in the reports of the run and of the bundle."""
    return {
        "rules": {r["id"]: (str(r["verdict"]), r["exercised"], r["failed"]) for r in told["rules"]},
        "tests": {t["name"]: (str(t["verdict"]), len(t["findings"])) for t in told["tests"]},
    }


def _judged_again(bundle: Bundle, outcomes: list[Outcome], told: Report) -> Report:
    """The bundle's own report. A test whose script failed, for instance by its view, says so in its
    claim. UserError if the traces are not those of the report."""
    applied = rejudge.known(bundle)
    asked = rejudge.session(bundle, applied)
    tests = [one["name"] for one in outcomes]
    judged = rejudge.judge_all(bundle, asked, tests)
    for one in outcomes:
        mine = judged[one["name"]]
        if not mine.claimed and (mine.outcome["verdict"], mine.outcome["reason"]) != (
            one["verdict"],
            report.relative(one["reason"]),
        ):
            output = report.relative(one["output"])
            claim = {"passed": False, "output": output, "step": one["step"]}
            path = bundle.folder / layout.test_folder(one["name"]) / layout.CLAIM
            layout.write_json(path, layout.read_json(path) | claim)
            judged[one["name"]] = rejudge.judge_test(bundle, asked, one["name"])
    problems = [problem for one in judged.values() for problem in one.problems]
    result = rejudge.build_report(bundle, applied, judged)
    mine, run = _essence(result), _essence(told)
    for kind in ("tests", "rules"):
        for name, value in run[kind].items():
            if mine[kind].get(name) != value:
                problems.append(
                    f"{name}: the report has {value}, its traces {mine[kind].get(name)}"
                )
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise UserError(f"the report contradicts its traces: {problems[0]}{more}")
    return result


def _leave_out(bundle: Bundle, number: int) -> Json:
    """Removes the traces of all tests that were not drawn; keeps their results and checksums."""
    tables: dict[str, Json] = {}
    for test in bundle.manifest["tests"]:
        folder = bundle.folder / layout.test_folder(test)
        tables[test] = {
            f"{trace.name}/{path}": info
            for trace in sorted(p for p in folder.iterdir() if p.is_dir())
            for path, info in layout.listed(trace).items()
        }
    kept = layout.drawn(tables, number)
    for test in set(tables) - kept:
        folder = bundle.folder / layout.test_folder(test)
        path = folder / layout.JUDGED
        judged = layout.read_json(path) if path.exists() else {}
        for trace in sorted(p for p in folder.iterdir() if p.is_dir()):
            found = rejudge.judge_trace(trace, bundle.code, bundle.profile)
            judged[trace.name] = rejudge.placeless(
                found, [f"{bundle.folder}{os.sep}", *bundle.manifest["context"]["folders"]]
            )
            shutil.rmtree(trace)
        if judged:
            layout.write_json(path, judged)
    return {test: table for test, table in sorted(tables.items()) if test not in kept and table}
