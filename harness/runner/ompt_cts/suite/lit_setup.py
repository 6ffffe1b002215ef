"""Fills in lit's configuration; called by lit.cfg.py."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.runtime import given, runtimes
from ompt_cts.steps import tools
from ompt_cts.suite import resolved
from ompt_cts.suite.lit_format import ConformanceTest
from ompt_cts.suite.resolved import Resolved
from ompt_cts.system import interrupts, keeper, locks

SIMULATED = ("DEVICES", "DELAY", "MODE", "FAULT")  # docs/devices.md
PASSED_ON = (
    *("HOME", "TMPDIR", "LANG", "CTS_STORM", "CTS_MUTANT"),
    *(f"OMPT_CTS_SIMULATED_{word}" for word in SIMULATED),
)
# A program gets the team that it asks for, unless it says otherwise.
WHOLE = {"OMP_DYNAMIC": "false"}
held: list[Any] = []  # locks that are held until lit ends


def by_parameters(params: dict[str, str], build: Path) -> Resolved:
    """The resolved runtime from `ompt-cts run`, or the same for the runtime that the parameters
    name."""
    if "resolved" in params:
        return resolved.read(Path(params["resolved"]).absolute())
    profile = catalogue.check_profile(params.get("profile") or catalogue.DEFAULT_PROFILE)
    if "library" in params:
        description = given.from_values(params, "lit's parameters")
    else:
        name = params.get("runtime") or os.environ.get("OMPT_CTS_RUNTIME") or runtimes.DEFAULT
        description = runtimes.find_description(name)
    runtime = runtimes.require(runtimes.resolve(description))
    return resolved.resolve(runtime, profile, params.get("expectations", ""), build)


def checksum_of(library: str) -> str:
    """The library's checksum, and the file's identity in the checker's form (process_facts.h); empty
    if the file changes just now."""

    def identity() -> list[int]:
        facts = os.stat(library)
        return [facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns]

    before, checksum = identity(), runtimes.sha256_of(library)
    return " ".join(map(str, (checksum, *before))) if before == identity() else ""


def hold_lock(folder: Path) -> None:
    """Locks the folder: two runs in one folder would remove each other's files."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".lock").open("w")
    waiting = f"lit: waiting for another run in {folder}"
    locks.wait_for(lock, lambda: print(waiting, file=sys.stderr, flush=True))
    held.append(lock)


def configure(config: Any, lit_config: Any, root: str) -> None:
    if "kept" not in lit_config.params and not held:
        sys.stdout.flush()
        sys.stderr.flush()
        keeper.keep(leave=False)
        signal.signal(keeper.INTERRUPTED, interrupts.and_end)
    try:
        _configure(config, lit_config, root)
    except UserError as error:
        print(f"ompt-cts: error: {error}", file=sys.stderr)
        sys.exit(2)


def _configure(config: Any, lit_config: Any, root: str) -> None:
    params = lit_config.params
    build = build_dir()
    found = by_parameters(params, build).with_setting(params.get("environment", ""))
    results = params.get("results", "")
    if results:
        results = os.path.abspath(results)
        os.makedirs(results, exist_ok=True)
    for note in found.notes():
        lit_config.note(note)
    config.name = "OMPT-CTS"
    config.test_format = ConformanceTest(
        found.session(results, "resume" in params), found.tools, found.rules, found.devices
    )
    config.suffixes = [".c", ".cpp", ".f90"]
    # At the root only: lit excludes these names at every level, and suites/lit.local.cfg starts over.
    config.excludes = sorted({entry.name for entry in os.scandir(root)} - {"suites"})
    config.test_source_root = root
    config.test_exec_root = str(build / "lit" / found.name)
    config.available_features |= set(found.features)
    config.substitutions += tools.substitutions(found.tools)
    for variable in PASSED_ON:
        if variable in os.environ:
            config.environment[variable] = os.environ[variable]
    config.environment |= WHOLE | found.environment
    for option in ("probes", "perturb"):
        if option in params:
            config.environment[f"OMPT_CTS_{option.upper()}"] = params[option]
    if checksum := checksum_of(found.runtime["library_real"]):
        config.environment["OMPT_CTS_CHECKSUM"] = checksum
    config.environment["OMPT_CTS_COMPILE_CACHE"] = found.tools.cache
    hold_lock(build / "lit" / found.name)
