#!/usr/bin/env python3
"""Tests that take too long for every change: random attacks on recordings, and random foreign files.

    nightly.py [MINUTES]     time for each of the list (10), in the folder of the checkout

Needs build (./ompt-cts setup) and build-asan (`cmake --preset asan && cmake --build --preset asan`, of
which the targets fuzz_seeds, fuzz_cases, fuzz_reader, fuzz_validator and fuzz_text suffice).
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
# Name, folder, command; {seconds}, {seed} and {root} are filled in.
FUZZ = "-max_len=16384 -timeout=20 -max_total_time={seconds} -seed={seed} corpus/{name}"
LIST = {
    "soak": (".", "harness/tests/hostile/soak.py {seconds} {seed}"),
    "strangers' files": ("harness/runner", "-m tests.fuzz {seconds} {seed}"),
    **{
        name: ("build-asan", f"bin/{name} {FUZZ} {seeds}")
        for name, seeds in (
            ("fuzz_reader", "harness/trace/seeds"),
            (
                "fuzz_validator",
                "harness/validator/seeds/bytes {root}/harness/validator/fuzz/found/bytes",
            ),
            ("fuzz_text", "harness/validator/seeds/text {root}/harness/validator/fuzz/found/text"),
        )
    },
}
# Tests that come first: small stacks, and those that write the fuzzers' first inputs.
FIRST = {
    "small stacks": ("build", "checker_tool.(stack_depth|accidents)"),
    "first inputs": ("build-asan", "fuzz_(seeds|cases)"),
}
TELLING = re.compile(
    r"^Done \d+ runs.*|^.*tests passed.*|(?<=DONE)\s+cov: \d+ ft: \d+", re.MULTILINE
)


def figure(output: str) -> str:
    """What tells most: a fuzzer's inputs and the edges that they reached, or the last line."""
    told = TELLING.findall(output) or output.strip().splitlines()[-1:] or ["it said nothing"]
    return ", ".join(one.strip() for one in told)


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
    held = [
        run(name, ".", ["ctest", "--no-tests=error", "--test-dir", folder, "-R", tests])
        for name, (folder, tests) in FIRST.items()
    ]
    for name, (folder, words) in LIST.items():
        filled = [w.format(seconds=seconds, seed=seed, name=name, root=ROOT) for w in words.split()]
        corpus = ROOT / folder / "corpus" / name
        if "corpus/" in words:
            corpus.mkdir(parents=True, exist_ok=True)
        command = filled if "/fuzz_" in filled[0] else [str(PYTHON), *filled]
        held.append(run(name, folder, command))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
