# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of suites/target are compiled and linked for real GPUs, whether or not one answers here.

    python3 harness/devices/gpu_builds.py BUILD RUNTIME@DEVICE [PROGRAM…]

Exit status 1, with a line for each that does not compile; 77, with the reason, where what the
compiler needs for these devices is not here."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "harness" / "runner"))

from ompt_cts.errors import UserError
from ompt_cts.runtime import activation, runtimes
from ompt_cts.steps import header, tools

SKIPPED = 77


def main(build: Path, name: str, chosen: list[str]) -> int:
    os.environ["OMPT_CTS_BUILD_DIR"] = str(build)
    runtime = runtimes.require(runtimes.resolve(runtimes.find_description(name)))
    if not runtime.offload:
        print(f"{name}: not built: {runtime.offload_reason}")
        return SKIPPED
    runtime_json = runtimes.write_json(runtime, build)
    answer = activation.ask(runtime, build)
    if answer.device_problem.startswith("does not compile"):  # not even what asks for the device
        print(f"{name}: not built: {answer.device_problem}")
        return SKIPPED
    folder = build / "gpu" / name
    folder.mkdir(parents=True, exist_ok=True)
    compiler = [*tools.plain_python(), tools.script("compile.py")]
    compiler += ["--runtime-json", str(runtime_json)]

    def compiled(source: Path) -> str:
        words = [*header.read(str(source)).flags, str(source), "-o", str(folder / source.name)]
        done = subprocess.run(
            [*compiler, "--offload", *words],
            env=os.environ | runtime.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = [line for line in done.stderr.splitlines() if "error" in line] or [
            "no reason given"
        ]
        return f"{source.name}: {lines[0]}" if done.returncode else ""

    suite = ROOT / "suites" / "target"
    sources = [Path(one).absolute() for one in chosen]
    sources = sources or sorted([*suite.rglob("*.c"), *suite.rglob("*.cpp")])
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        wrong = [line for line in pool.map(compiled, sources) if line]
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    found = "answers" if answer.device else answer.device_problem or answer.problem
    print(f"{name}: {len(sources) - len(wrong)} of {len(sources)} programs built; device: {found}")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]))
    except UserError as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
