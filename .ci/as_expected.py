"""Is a report on the default runtime exactly what is expected? Exit status 1 if not, with the reasons.

`ompt-cts run` itself says what is new. CI also wants to know what is mended, since the known
deviations must be kept true, and which tests were held back: a device that is gone is no success.
"""

import json
import sys
from pathlib import Path

# Features that the default runtime's compilers lack, or that this machine may lack.
HELD_BACK = {
    *("error_directive_fortran", "num_teams_range", "taskloop_fortran", "untied_fortran"),
    *("num_threads_strict", "pause_stop_tool", "taskgraph", "threadset", "visible_scope"),
    *("wide_atomic", "workdistribute_fortran"),
    "device-tracing",  # only simulated devices trace: `--runtime intel-openmp-2025.3.3`
}
NEEDS = "not-supported: needs "
# flang-19's code for the host plugin, and for no device at all; that for the simulated device runs.
FLANG = {
    f"not-supported: llvm-19 lacks {names}, which the compiled code calls"
    for names in ("__kmpc_target_deinit, __kmpc_target_init", "__tgt_target_kernel")
}
# The largest sizes of the full suite's report and of its page: both are handed over and mailed.
LIMITS = {".json": 4_200_000, ".html": 2_000_000}


def problems(report: dict) -> list[str]:
    answer = report["as_expected"]
    found = [f"no verdict: {reason}" for reason in answer["undecided"]]
    found += [f"new: {entry['name']}: {entry['what']}" for entry in answer["new"]]
    found += [f"mended: {entry['rule']}: {entry['reason']}" for entry in answer["mended"]]
    for test in report["tests"]:
        if test["verdict"] in ("unsupported", "not-supported"):
            needs = test["reason"].removeprefix(NEEDS).split(", ")
            if not HELD_BACK.issuperset(needs) and test["reason"] not in FLANG:
                found.append(f"held back: {test['name']}: {test['reason']}")
    return found


def too_large(path: Path) -> list[str]:
    """The report and the page beside it, if they are larger than they may be."""
    files = ((path.with_suffix(end), limit) for end, limit in LIMITS.items())
    sizes = ((file, file.stat().st_size, limit) for file, limit in files if file.exists())
    return [
        f"{file} has {size} bytes, {limit} at most" for file, size, limit in sizes if size > limit
    ]


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    found = problems(report) + too_large(Path(sys.argv[1]))
    for line in found:
        print(line)
    print(f"{len(report['tests'])} tests: {'not ' if found else ''}exactly as expected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
