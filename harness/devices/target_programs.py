"""Common parts of the scripts that take BUILD RUNTIME [PROGRAM…] and try the programs of suites/target."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ompt_cts.errors import UserError
from ompt_cts.runtime import runtimes
from ompt_cts.steps import header, tools

SUITES = Path(__file__).resolve().parents[2] / "suites"
T = TypeVar("T")


@dataclass(frozen=True)
class Bench:
    """A runtime with a device, and its folder for built programs."""

    build: Path
    name: str
    runtime: runtimes.Runtime
    json: Path
    folder: Path

    def compile(
        self, source: Path, program: Path, more: Sequence[str] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Compiles it as the suites do for offload; returns the compiler's status and messages."""
        words = [*tools.step("compile.py"), "--runtime-json", str(self.json)]
        words += ["--offload", *header.read(str(source)).flags, *more]
        words += [str(source), "-o", str(program)]
        environment = os.environ | self.runtime.environment
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def each(tried: Callable[[Path], T], sources: Sequence[Path]) -> dict[Path, T]:
    """The results of `tried` for each program, on as many threads as there are processors."""
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return dict(zip(sources, pool.map(tried, sources), strict=True))


def call(main: Callable[[Bench, list[Path]], int], folder: str) -> None:
    """Ends the script with the result of `main` for its arguments: the named programs, or else all
    in C and C++. Ends with 2 and one line after a user's mistake. Programs are built in
    BUILD/folder/RUNTIME."""
    build, name = Path(sys.argv[1]).resolve(), sys.argv[2]
    os.environ["OMPT_CTS_BUILD_DIR"] = str(build)
    sources = [Path(one).absolute() for one in sys.argv[3:]]
    suite = SUITES / "target"
    sources = sources or sorted([*suite.rglob("*.c"), *suite.rglob("*.cpp")])
    try:
        runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
        place = build / folder / name
        place.mkdir(parents=True, exist_ok=True)
        json = runtimes.write_json(runtime, build)
        sys.exit(main(Bench(build, name, runtime, json, place), sources))
    except UserError as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
