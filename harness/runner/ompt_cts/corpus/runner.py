"""Compiles, runs and judges one program of a collection."""

import contextlib
import hashlib
import json
import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from ompt_cts.catalogue import HARMLESS
from ompt_cts.corpus import bounds
from ompt_cts.corpus.collection import Collection, Program
from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.paths import users
from ompt_cts.steps import tools
from ompt_cts.steps.program import PARTS
from ompt_cts.system.mapped import Mapped
from ompt_cts.system.opened import Opened
from ompt_cts.verdict import judging, outcome, processes
from ompt_cts.verdict.evidence import Session
from ompt_cts.verdict.identity import Applied
from ompt_cts.verdict.words import UNJUDGED, Verdict

JUDGED = (Verdict.PASS, Verdict.WAIVED, Verdict.FAIL)
LONGEST_NAME = 200  # bytes; file systems take 255
BUILD_SECONDS = 600
COMPILE_SECONDS = 300
UNSUPPORTED = str(Verdict.UNSUPPORTED)
NOT_COMPILED = "not-compiled"
CRASH, TIMEOUT = str(Verdict.CRASH), str(Verdict.TIMEOUT)  # with and without the checker
NO_OPENMP = "no-openmp"  # the program ran and never started an OpenMP runtime
NOT_JUDGED = "not-judged"  # the trace is incomplete or is another runtime's
CHECK = "check -- PROGRAM judges all"
NOT_STARTED = "not-started"  # a library that it needs is missing
SLOW = "slow"  # it did not end in time with the checker, for an unknown reason
NOT_LOADED = 127  # the exit status if the loader does not find a library
# The verdicts of a report; programs with other results could not be judged.
VERDICTS = {CRASH: "crash", TIMEOUT: "timeout", NOT_JUDGED: "harness-error", SLOW: "harness-error"}
KEPT_BYTES = 16 << 20  # the largest trace that is kept without --keep
REPEATS = 4  # the factor on its limit for all runs that attribute a program's end


@dataclass(frozen=True)
class Setting:
    """The settings that all programs of a run share."""

    collection: Collection
    session: Session
    runtime: Json
    runtime_json: Path
    build: Path
    timeout: float
    keep: bool
    known: Applied = Applied()
    no_device: str = ""  # why programs for a device cannot be judged
    probes: str = "light"

    @property
    def folder(self) -> Path:
        return self.build / "corpus" / self.session.runtime / self.collection.name


class Stop(Exception):
    """The program cannot be judged: a status and the reason."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def values(setting: Setting) -> dict[str, str]:
    """The values of {names} in the collection's lines."""
    runtime = setting.runtime
    compilers = {key: entry["path"] for key, entry in runtime["compilers"].items()}
    flags = {
        lang: [*runtime["flags"].get("all", {}).get("compile", [])]
        + [*runtime["flags"].get(lang, {}).get("compile", [])]
        for lang in ("c", "cxx", "fortran")
    }
    folders = runtime["library_dirs"]
    link = ["-Wl,--disable-new-dtags"]
    link += [word for d in folders for word in (f"-L{d}", f"-Wl,-rpath,{d}")]
    return {
        "root": str(setting.collection.root),
        "cc": compilers.get("c", ""),
        "cxx": compilers.get("cxx", ""),
        "fc": compilers.get("fortran", ""),
        "cflags": shlex.join(["-g", *flags["c"]]),
        "cxxflags": shlex.join(["-g", *flags["cxx"]]),
        "fflags": shlex.join(["-g", *flags["fortran"]]),
        "ldflags": shlex.join(link),
    }


def fill(text: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    return text


def first_error(output: str, setting: Setting) -> str:
    """The first line that names an error, without this machine's paths."""
    for line in output.splitlines():
        if "error" in line.lower() or "undefined reference" in line:
            text = line.replace(str(setting.collection.root) + os.sep, "")
            return text.replace(str(setting.folder) + os.sep, "")[:200]
    return "no message"


def environment(setting: Setting, program: Program) -> dict[str, str]:
    """The user's environment without OpenMP's variables, then the runtime's, the collection's and the
    program's."""
    steering = ("OMP_", "OMPT_CTS_", "KMP_", "LIBOMP", "GOMP_")
    clean = {k: v for k, v in users(dict(os.environ)).items() if not k.startswith(steering)}
    runtime = setting.runtime["environment"] | {PARTS: setting.runtime["parts"]}
    return clean | runtime | setting.collection.environment | dict(program.environment)


def compile_program(program: Program, setting: Setting, scratch: Path) -> list[str]:
    """Compiles the program; returns the command that runs it."""
    if program.offload and setting.no_device:
        raise Stop(UNSUPPORTED, setting.no_device)
    collection, known = setting.collection, values(setting)
    out = scratch / "program"
    flags = [*collection.compile, *program.compile, *program.link, *collection.link]
    command = tools.step("compile.py")
    command += ["--runtime-json", str(setting.runtime_json), "-o", str(out)]
    command += ["--offload"] if program.offload else []
    command += [str(collection.root / source) for source in program.sources]
    command += [fill(word, known) for word in flags]
    env = environment(setting, program)
    env["OMPT_CTS_COMPILE_CACHE"] = str(setting.build / "compile-cache")
    status, output = bounds.run(command, scratch, env, COMPILE_SECONDS)
    if status == outcome.NOT_SUPPORTED:
        raise Stop(UNSUPPORTED, first_error(output, setting))
    if status:
        raise Stop(NOT_COMPILED, first_error(output, setting))
    return [str(out), *(fill(word, known) for word in program.arguments)]


def build_program(program: Program, setting: Setting) -> list[str]:
    known = values(setting)
    folder = setting.collection.root / program.folder
    if program.build:
        command = ["sh", "-c", fill(program.build, known)]
        status, output = bounds.run(command, folder, environment(setting, program), BUILD_SECONDS)
        if status:
            raise Stop(NOT_COMPILED, first_error(output, setting))
    words = [fill(word, known) for word in program.run]
    if not shutil.which(words[0], path=None) and not (folder / words[0]).exists():
        raise Stop(NOT_COMPILED, f"{program.run[0]} was not built")
    return words


def record(command: list[str], program: Program, setting: Setting, trace: Path) -> Json:
    """The record of the program's run under the checker; any exit status is fine."""
    made = program.sources
    cwd = setting.collection.root / program.folder if program.folder or not made else trace.parent
    seconds = program.timeout or setting.timeout
    options = [
        f"--checker={tools.checker_for(setting.build, setting.runtime)}",
        f"--timeout={seconds}",
    ]
    options += ["--exit=any", f"--probes={setting.probes}", "--target=emi"]
    words = tools.step("record.py", *options, str(trace), *command)
    limit = REPEATS * seconds + BUILD_SECONDS
    kernel, opened = Mapped(), Opened()
    status, output = bounds.run(words, cwd, environment(setting, program), limit, bounded=False)
    kernel.drain()
    ours = {pid: ran for pid, ran in kernel.processes().items() if pid in opened.begun()}
    kernel.close()
    opened.close()
    found = judging.record_beside(str(trace))
    if not found:
        raise Stop(NOT_JUDGED, f"record.py ended with status {status}: {output[-100:].strip()}")
    if found["exit"] == NOT_LOADED and not trace.is_dir():
        raise Stop(NOT_STARTED, last_line(output) or "it could not be started")
    if "attribution" not in found and len(ours) > trace.is_dir():
        # One with a trace was followed by another program if it was forked and has executed one.
        pids = {processes.of_trace(str(trace.parent / one)).pid for one in found["traces"]}
        main = processes.of_trace(str(trace)).pid
        if any(pid != main and (ran or pid not in pids) for pid, ran in ours.items()):
            raise Stop(NOT_JUDGED, f"processes of it used OpenMP and left no trace: {CHECK}")
    return found


def last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def ending(recorded: Json) -> str:
    if recorded["state"] == "timeout":
        return TIMEOUT
    return f"signal {recorded['signal']}" if recorded["signal"] else f"exit {recorded['exit']}"


def check_attribution(recorded: Json) -> None:
    """Stop if the program also ends badly without the checker, or if the cause is unknown."""
    word, reason = recorded.get("attribution"), recorded.get("attribution_reason", "")
    ended = recorded.get("with_probes", recorded)
    hung = ended["state"] == TIMEOUT
    if word == "runtime":
        raise Stop(TIMEOUT if hung else CRASH, f"{ended['reason']}, {reason}")
    if word == "unclear" and hung:
        limit = f"{recorded['timeout']:g} s"
        raise Stop(SLOW, f"did not end within {limit}, possibly because of the recording; {reason}")
    if word == "unclear":
        raise Stop(NOT_JUDGED, f"{ended['reason']}; {reason}")


def judged(recorded: Json, trace: Path, session: Session, build: Path) -> tuple[Json, Json]:
    """The judgement of a whole trace, and that of a crashed program's trace, which shall only show
    circumstances (outcome.judge_one); one is empty. UserError if a whole trace cannot be judged."""
    whole = recorded["state"] == "ok"
    try:
        found = judging.validate(str(trace), session.profile, build)
    except UserError:
        if whole:
            raise
        found = {}
    return (found, {}) if whole else ({}, found)


def judge(program: Program, setting: Setting, scratch: Path) -> Json:
    command = (
        compile_program(program, setting, scratch)
        if program.sources
        else build_program(program, setting)
    )
    trace = scratch / "trace"
    recorded = record(command, program, setting, trace)
    check_attribution(recorded)
    seen = ending(recorded)
    name = f"corpus/{setting.collection.name}/{program.name}"
    if not trace.is_dir():
        raise Stop(NO_OPENMP, "the program ran and started no OpenMP runtime")
    beside = [str(scratch / one) for one in recorded["traces"] if one != trace.name]
    if any(not processes.only_forked(processes.of_trace(one)) for one in beside):
        raise Stop(NOT_JUDGED, f"other processes of it used OpenMP: {CHECK}")
    try:
        found = judged(recorded, trace, setting.session, setting.build)
    except UserError as error:
        raise Stop(NOT_JUDGED, str(error).replace(str(setting.folder) + os.sep, "")) from None
    result = outcome.judge_one(setting.session, name, str(trace), recorded, *found)
    if result["verdict"] in UNJUDGED:
        raise Stop(NOT_JUDGED, result["reason"].replace(str(setting.folder) + os.sep, ""))
    result["ended"] = seen
    result["without_checker"] = recorded.get("attribution_reason", "")
    if result["verdict"] in (CRASH, TIMEOUT):
        told = f"{recorded['reason']} with a tool, not without"
        result = disturbed(setting.session, result, result["verdict"], told)
    return result


def disturbed(session: Session, result: Json, rule: str, message: str) -> Json:
    """A crash or hang that a tool causes is a finding like any other; with an unclear attribution
    there is none yet."""
    found = [finding for finding in result["findings"] if finding["rule"] == HARMLESS]
    if found:
        outcome.weigh_again(result, found)
    else:
        outcome.observe(session, result, rule, message, needs="tool")
    return result


def folder_of(name: str) -> str:
    """The name of a program's own folder, unique and within the limit of a name."""
    flat = name.replace("/", "__")
    of_one_name_alone = not any(pair in name for pair in ("__", "_/", "/_"))
    if of_one_name_alone and len(os.fsencode(flat)) <= LONGEST_NAME:
        return flat
    return f"{flat[: LONGEST_NAME // 4]}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}"


def run(program: Program, setting: Setting) -> Json:
    """The outcome of one program. Keeps traces with unexplained findings and removes others."""
    scratch = setting.folder / folder_of(program.name)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    name = f"corpus/{setting.collection.name}/{program.name}"
    try:
        result = judge(program, setting, scratch)
        status, reason = result["verdict"], result["reason"]
    except Stop as stop:
        status, reason = stop.status, stop.reason
    except (OSError, UserError) as error:
        status, reason = NOT_JUDGED, str(error)
    if status not in JUDGED:
        verdict = VERDICTS.get(status, "unsupported")
        result = outcome.make(setting.session, name, [], verdict, f"{status}: {reason}")
    if not setting.keep:
        clear(scratch, status == "fail")
    return {
        "name": program.name,
        "status": status,
        "reason": "" if status in JUDGED else reason,
        "exercised": sorted(result["exercised"]),
        "findings": result["findings"],
        "ended": result.get("ended", ""),
        "without_checker": result.get("without_checker", ""),
        "outcome": result,
    }


def clear(scratch: Path, unexplained: bool) -> None:
    """Removes the files of a program, except for its trace unless that is large."""
    for path in scratch.iterdir():
        if path.name.startswith("trace") and unexplained and size(path) <= KEPT_BYTES:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        scratch.rmdir()


def size(path: Path) -> int:
    return sum(p.stat().st_blocks * 512 for p in [path, *path.rglob("*")] if p.exists())


def load_runtime(path: Path) -> Json:
    return dict(json.loads(path.read_text(encoding="utf-8")))
