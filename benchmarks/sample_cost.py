#!/usr/bin/env python3
"""The cost of samples for a compute-bound program: its processor time recorded with samples, as a ratio to
the same program recorded without samples; and the machine's own cost of as many signals, as the ratio of
the program that is interrupted for nothing to the plain one.

The four take turns, so that other load of the machine cancels out: the median of the ratios of
neighbours, and the ratio of the fastest runs. On a busy machine neither resolves less than a hundredth.
The time for which one signal stops a thread, with the handler that does nothing and with ours, does.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

from probe_cost import compile_program


def processor_seconds(command: list[str], environment: dict[str, str]) -> float:
    environment = os.environ | environment
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def median_pauses(
    ways: dict[str, tuple[list[str], dict[str, str]]], turns: int
) -> dict[str, float]:
    """For each way, microseconds: the median of the turns."""
    told: dict[str, list[float]] = {way: [] for way in ways}
    for turn in range(turns):
        for way in ways if turn % 2 else reversed(ways):
            command, environment = ways[way]
            done = subprocess.run(
                command, env=os.environ | environment, capture_output=True, text=True, check=True
            )
            told[way].append(float(done.stdout))
    return {way: round(statistics.median(all_told), 2) for way, all_told in told.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("--compiler", default="clang-19")
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=15)
    arguments = parser.parse_args()
    checker = arguments.build.resolve() / "bin" / "libompt-checker.so"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = str(compile_program(arguments.compiler, folder))
        recorded = {"OMP_TOOL_LIBRARIES": str(checker), "OMPT_CTS_TRACE": str(folder / "trace")}
        rate = str(arguments.rate)
        sampled, nobody = recorded | {"OMPT_CTS_SAMPLE": rate}, {"OMP_TOOL": "disabled"}
        compute, pauses = [program, "compute"], [program, "pauses", rate]
        ways = {
            "plain": (compute, nobody),
            "interrupted": ([*compute, rate], nobody),
            "recorded": (compute, recorded),
            "sampled": (compute, sampled),
        }
        spent: dict[str, list[float]] = {way: [] for way in ways}
        for turn in range(arguments.repeats):
            for way in ways if turn % 2 else reversed(ways):
                spent[way].append(processor_seconds(*ways[way]))
        waited = median_pauses(
            {"interrupted": ([*pauses, "interrupted"], nobody), "sampled": (pauses, sampled)},
            arguments.repeats,
        )
    result: dict[str, object] = {"rate": arguments.rate}
    for way, base in (("interrupted", "plain"), ("sampled", "recorded")):
        ratios = [cost / other for cost, other in zip(spent[way], spent[base], strict=True)]
        result[way] = {
            "median": round(statistics.median(ratios), 4),
            "fastest": round(min(spent[way]) / min(spent[base]), 4),
            "microseconds a signal": waited[way],
        }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
