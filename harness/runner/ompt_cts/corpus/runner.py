# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles, runs and judges one program of a collection."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ompt_cts.corpus.collection import Collection, Program
from ompt_cts.errors import UserError
from ompt_cts.steps import tools
from ompt_cts.steps.record_run import PARTS
from ompt_cts.verdict import expectations, judging, outcome
from ompt_cts.verdict.outcome import Session
from ompt_cts.verdict.words import Verdict

Json = dict[str, Any]

JUDGED = (Verdict.PASS, Verdict.WAIVED, Verdict.FAIL)
BUILD_SECONDS = 600
COMPILE_SECONDS = 300
UNSUPPORTED = str(Verdict.UNSUPPORTED)
NOT_COMPILED = "not-compiled"
CRASH, TIMEOUT = str(Verdict.CRASH), str(Verdict.TIMEOUT)  # with and without the checker
NO_OPENMP = "no-openmp"  # the program ran and never started an OpenMP runtime
NOT_JUDGED = "not-judged"  # the trace is incomplete or is another runtime's


@dataclass(frozen=True)
class Setting:
    """What all programs of a run share."""

    collection: Collection
    session: Session
    runtime: Json
    runtime_json: Path
    build: Path
    timeout: float
    keep: bool
    no_device: str = ""  # why programs for a device cannot be judged

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
    """What {names} in the collection's lines stand for."""
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


def environment(setting: Setting) -> dict[str, str]:
    """The user's, without what steers OpenMP; then the runtime's and the collection's."""
    steering = ("OMP_", "OMPT_CTS_", "KMP_", "LIBOMP", "GOMP_")
    clean = {k: v for k, v in os.environ.items() if not k.startswith(steering)}
    runtime = setting.runtime["environment"] | {PARTS: setting.runtime["parts"]}
    return clean | runtime | setting.collection.environment


def run_step(command: list[str], cwd: Path, env: dict[str, str], seconds: float) -> tuple[int, str]:
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"error: it took more than {seconds:g} s"
    except OSError as error:
        return -1, f"error: {error.strerror}: {error.filename}"
    return done.returncode, done.stdout


def compile_program(program: Program, setting: Setting, scratch: Path) -> list[str]:
    """The command that runs the program."""
    if program.offload and setting.no_device:
        raise Stop(UNSUPPORTED, setting.no_device)
    collection, known = setting.collection, values(setting)
    out = scratch / "program"
    flags = [*collection.compile, *program.compile, *program.link, *collection.link]
    command = [*tools.plain_python(), tools.script("compile.py")]
    command += ["--runtime-json", str(setting.runtime_json), "-o", str(out)]
    command += ["--offload"] if program.offload else []
    command += [str(collection.root / source) for source in program.sources]
    command += [fill(word, known) for word in flags]
    env = environment(setting)
    env["OMPT_CTS_COMPILE_CACHE"] = str(setting.build / "compile-cache")
    status, output = run_step(command, scratch, env, COMPILE_SECONDS)
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
        status, output = run_step(command, folder, environment(setting), BUILD_SECONDS)
        if status:
            raise Stop(NOT_COMPILED, first_error(output, setting))
    words = [fill(word, known) for word in program.run]
    if not shutil.which(words[0], path=None) and not (folder / words[0]).exists():
        raise Stop(NOT_COMPILED, f"{program.run[0]} was not built")
    return words


def record(
    command: list[str], program: Program, setting: Setting, trace: Path, probes: str
) -> Json:
    """Runs the program, with probes or, where that is "", without the checker."""
    made = program.sources
    cwd = setting.collection.root / program.folder if program.folder or not made else trace.parent
    tool = f"--checker={tools.checker_library(setting.build)}" if probes else "--no-tool"
    base = trace if probes else trace.with_name("plain")
    options = [tool, f"--timeout={program.timeout or setting.timeout}"]
    options += [f"--probes={probes}", "--target=emi"] if probes else []
    words = [*tools.plain_python(), tools.script("record.py"), *options, str(base), *command]
    limit = 2 * (program.timeout or setting.timeout) + 60
    status, output = run_step(words, cwd, environment(setting), limit)
    found = judging.record_beside(str(base))
    if not found:
        raise Stop(NOT_JUDGED, f"record.py ended with status {status}: {output[-100:].strip()}")
    return found


def ending(recorded: Json) -> str:
    if recorded["state"] == "timeout":
        return TIMEOUT
    return f"signal {recorded['signal']}" if recorded["signal"] else f"exit {recorded['exit']}"


def check_ending(command: list[str], program: Program, setting: Setting, trace: Path) -> Json:
    """The record of the run under the checker; what ends badly without it too is left out.

    What only asking entry points brings down is told of, and judged by a run without probes.
    """
    checked = record(command, program, setting, trace, "light")
    if checked["state"] == "ok":
        return checked
    plain = record(command, program, setting, trace, "")
    if plain["state"] == "timeout":
        raise Stop(TIMEOUT, f"killed after {plain['timeout']:g} s, without the checker too")
    if plain["signal"]:
        raise Stop(CRASH, f"ends by signal {plain['signal']}, without the checker too")
    if checked["signal"] and checked["state"] == "crash":
        silent = record(command, program, setting, trace, "none")
        if silent["state"] != "crash":
            silent["with_probes"] = ending(checked)
            checked = silent
    if checked["state"] == "exit":  # as check does: any status of the program's own is fine
        checked |= {"state": "ok", "reason": ""}
    checked["without_checker"] = ending(plain)
    return checked


def judge(program: Program, setting: Setting, scratch: Path) -> Json:
    command = (
        compile_program(program, setting, scratch)
        if program.sources
        else build_program(program, setting)
    )
    trace = scratch / "trace"
    recorded = check_ending(command, program, setting, trace)
    seen = ending(recorded)
    name = f"corpus/{setting.collection.name}/{program.name}"
    if not trace.is_dir():
        if seen == recorded.get("without_checker", seen):
            raise Stop(NO_OPENMP, "the program ran and started no OpenMP runtime")
        raise Stop(NOT_JUDGED, f"no trace; {seen}, {recorded['without_checker']} without checker")
    judged: Json = {}
    if recorded["state"] == "ok":
        try:
            judged = judging.validate(str(trace), setting.session.profile, setting.build)
        except UserError as error:
            raise Stop(NOT_JUDGED, str(error).replace(str(setting.folder) + os.sep, "")) from None
    result = outcome.judge_one(setting.session, name, str(trace), recorded, judged)
    if result["verdict"] == Verdict.HARNESS_ERROR:
        raise Stop(NOT_JUDGED, result["reason"].replace(str(setting.folder) + os.sep, ""))
    result["ended"] = seen
    result["without_checker"] = recorded.get("without_checker", "")
    if "with_probes" in recorded:
        result = disturbed(result, setting, CRASH, f"{recorded['with_probes']} with probes")
    elif result["verdict"] in (CRASH, TIMEOUT):
        result = disturbed(result, setting, result["verdict"], f"{seen} under the checker")
    return result


def disturbed(result: Json, setting: Setting, rule: str, what: str) -> Json:
    """A crash or hang that the checker brings about is a finding like any other."""
    message = f"{what}, {result['without_checker']} without"
    entry = expectations.find(list(setting.session.deviations), result["name"], rule, message)
    waived = entry.reason if entry else ""
    finding = {"rule": rule, "severity": "error", "message": message, "witness": []}
    result["findings"].append(finding | {"waived": waived})
    if not waived:
        result["verdict"] = Verdict.FAIL
    elif result["verdict"] != Verdict.FAIL:
        result["verdict"] = Verdict.WAIVED
    return result


def run(program: Program, setting: Setting) -> Json:
    """The outcome of one program. Traces of what is unexplained stay, others go."""
    scratch = setting.folder / program.name.replace("/", "__")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    try:
        result = judge(program, setting, scratch)
        status, reason = result["verdict"], result["reason"]
    except Stop as stop:
        status, reason = stop.status, stop.reason
        result = {"exercised": {}, "findings": []}
    except (OSError, UserError) as error:
        status, reason = NOT_JUDGED, str(error)
        result = {"exercised": {}, "findings": []}
    if not setting.keep and status != "fail":
        shutil.rmtree(scratch, ignore_errors=True)
    return {
        "name": program.name,
        "status": status,
        "reason": "" if status in JUDGED else reason,
        "exercised": sorted(result["exercised"]),
        "findings": result["findings"],
        "ended": result.get("ended", ""),
        "without_checker": result.get("without_checker", ""),
    }


def load_runtime(path: Path) -> Json:
    return dict(json.loads(path.read_text(encoding="utf-8")))
