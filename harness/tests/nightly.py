#!/usr/bin/env python3
"""Tests that take too long for every change: random attacks on recordings, and random foreign files.

    nightly.py [MINUTES]     time for each of the list (10), in the folder of the checkout

Needs build (./ompt-cts setup) and build-asan (`cmake --preset asan && cmake --build --preset asan`).
Prints the amount and the result of each; exit code 1 if one failed. Seeds are the day's, so that nights
differ and a night can be repeated.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "build" / "venv" / "bin" / "python"
# Name, folder, command; {seconds} and {seed} are filled in. The last line of the output is the figure.
FUZZ = "-max_len=16384 -timeout=20 -max_total_time={seconds} -seed={seed} corpus/{name}"
LIST = {
    "soak": (".", "harness/tests/hostile/soak.py {seconds} {seed}"),
    "strangers' files": ("harness/runner", "-m tests.fuzz {seconds} {seed}"),
    **{
        name: ("build-asan", f"bin/{name} {FUZZ} {seeds}")
        for name, seeds in (
            ("fuzz_reader", "harness/trace/seeds"),
            ("fuzz_validator", "harness/validator/seeds"),
            ("fuzz_text", "harness/validator/seeds"),
        )
    },
}
SMALL_STACKS = ("ctest", "--test-dir", "build", "-R", "checker_tool.(stack_depth|accidents)")


def figure(output: str) -> str:
    """The most telling line: a fuzzer's count of inputs, or the last line."""
    lines = [line for line in output.splitlines() if line.strip()]
    done = [line for line in lines if re.search(r"^Done \d+ runs|tests passed", line)]
    return (done or lines or ["it said nothing"])[-1].strip()


def run(name: str, folder: str, command: list[str]) -> bool:
    begun = time.monotonic()
    environment = {
        **os.environ,
        "OMPT_CTS_BUILD_DIR": str(ROOT / "build"),
        "OMPT_CTS_CC": os.environ.get("OMPT_CTS_CC", "clang-19"),
        "UBSAN_OPTIONS": "halt_on_error=1",
    }
    done = subprocess.run(
        command,
        cwd=ROOT / folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    held = done.returncode == 0
    print(
        f"{'held' if held else 'FAILED':6} {time.monotonic() - begun:6.0f} s  {name}: {figure(done.stdout)}"
    )
    if not held:
        print("\n".join(done.stdout.splitlines()[-40:]))
    sys.stdout.flush()
    return held


def main() -> int:
    seconds = int(60 * float(sys.argv[1] if len(sys.argv) > 1 else 10))
    seed = int(time.strftime("%Y%m%d"))
    held = [run("small stacks", ".", list(SMALL_STACKS))]
    for name, (folder, words) in LIST.items():
        filled = words.format(seconds=seconds, seed=seed, name=name).split()
        corpus = ROOT / folder / "corpus" / name
        if "corpus/" in words:
            corpus.mkdir(parents=True, exist_ok=True)
        command = filled if "/fuzz_" in filled[0] else [str(PYTHON), *filled]
        held.append(run(name, folder, command))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
