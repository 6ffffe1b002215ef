# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fills in lit's configuration; called by lit.cfg.py."""

from __future__ import annotations

import fcntl
import json
import os
import sys
from pathlib import Path
from typing import Any

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.runtime import activation, features, given, runtimes
from ompt_cts.steps import program, tools
from ompt_cts.suite.lit_format import ConformanceTest
from ompt_cts.verdict import identity
from ompt_cts.verdict.outcome import Session

Json = dict[str, Any]
PASSED_ON = ("HOME", "TMPDIR", "LANG")
locks: list[Any] = []  # held until lit ends


def resolve(params: dict[str, str], build: Path) -> tuple[Json, Path]:
    """Everything about the runtime asked for, and the file that holds it."""
    if "runtime-json" in params:
        path = Path(params["runtime-json"]).absolute()
        try:
            data: Json = json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise UserError(f"cannot read {path}: {error}") from None
        return data, path
    if "library" in params:
        description = given.from_values(params, "lit's parameters")
    else:
        name = params.get("runtime") or os.environ.get("OMPT_CTS_RUNTIME") or runtimes.DEFAULT
        description = runtimes.find_description(name)
    runtime = runtimes.require(runtimes.resolve(description))
    path = runtimes.write_json(runtime, build)
    return json.loads(path.read_text()), path


def hold_lock(folder: Path) -> None:
    """Two runs in one folder would take each other's files away."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"lit: waiting for another run in {folder}", file=sys.stderr, flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)
    locks.append(lock)


def configure(config: Any, lit_config: Any, root: str) -> None:
    try:
        _configure(config, lit_config, root)
    except UserError as error:
        print(f"ompt-cts: error: {error}", file=sys.stderr)
        sys.exit(2)


def _configure(config: Any, lit_config: Any, root: str) -> None:
    params = lit_config.params
    build = build_dir()
    profile = catalogue.check_profile(params.get("profile") or catalogue.DEFAULT_PROFILE)
    runtime, runtime_json = resolve(params, build)
    name = runtime["name"]
    answer = activation.ask(runtimes.from_json(runtime), build)
    if answer.problem:
        raise UserError(f"the runtime {name} cannot be judged: {answer.problem}")
    extra, _, value = params.get("environment", "").partition("=")
    settings = runtime["environment"] | ({extra: value} if extra else {})
    known = identity.of_resolved(runtime, profile, params.get("expectations", ""), settings)
    results = params.get("results", "")
    if results:
        results = os.path.abspath(results)
        os.makedirs(results, exist_ok=True)
    session = Session(
        runtime=name,
        profile=profile,
        library=runtime["library_real"],
        sha256=runtime["sha256"],
        ompt=answer.ompt,
        ompt_reason=answer.reason,
        no_device=answer.device_problem,
        deviations=known.deviations,
        results=results,
        resume="resume" in params,
    )
    for note in activation.notes(answer):
        lit_config.note(f"{name}: {note}")
    config.name = "OMPT-CTS"
    bench = tools.find(build, runtime_json, profile)
    config.test_format = ConformanceTest(session, bench)
    config.suffixes = [".c", ".cpp", ".f90"]
    config.excludes = ["Inputs", "include", "CMakeLists.txt"]
    top_level = {entry.name for entry in os.scandir(root)} - {"suites"}
    config.excludes += sorted(top_level)
    config.test_source_root = root
    config.test_exec_root = str(build / "lit" / name)
    config.available_features |= tools.features(runtime, answer.ompt, answer.device)
    if answer.ompt:
        config.available_features |= features.find(runtime_json, build)
    config.substitutions += tools.substitutions(bench)
    for variable in PASSED_ON:
        if variable in os.environ:
            config.environment[variable] = os.environ[variable]
    config.environment |= settings
    config.environment[program.PARTS] = runtime["parts"]
    for option in ("probes", "perturb"):
        if option in params:
            config.environment[f"OMPT_CTS_{option.upper()}"] = params[option]
    config.environment["OMPT_CTS_COMPILE_CACHE"] = bench.cache
    hold_lock(build / "lit" / name)
