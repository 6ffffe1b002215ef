"""Compiles and links the programs of suites/target for real GPUs, whether or not a GPU answers here.

    python3 harness/devices/gpu_builds.py BUILD RUNTIME@DEVICE [PROGRAM…]

Exit status 1, with a line for each program that does not compile; 77, with the reason, if the
compiler lacks a part for these devices."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runner"))

from ompt_cts.runtime import activation
from target_programs import Bench, call, each

SKIPPED = 77


def main(bench: Bench, sources: list[Path]) -> int:
    name = bench.name
    if not bench.runtime.offload:
        print(f"{name}: not built: {bench.runtime.offload_reason}")
        return SKIPPED
    answer = activation.ask(bench.runtime, bench.build)
    if answer.device_problem.startswith(
        "does not compile"
    ):  # not even the program that asks for the device
        print(f"{name}: not built: {answer.device_problem}")
        return SKIPPED

    def why_not(source: Path) -> str:
        done = bench.compile(source, bench.folder / source.name)
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        return [*errors, "no reason given"][0] if done.returncode else ""

    wrong = {source: reason for source, reason in each(why_not, sources).items() if reason}
    for source, reason in wrong.items():
        print(f"{source.name}: {reason}")
    found = "answers" if answer.device else answer.device_problem or answer.problem
    print(f"{name}: {len(sources) - len(wrong)} of {len(sources)} programs built; device: {found}")
    return 1 if wrong else 0


if __name__ == "__main__":
    call(main, "gpu")
