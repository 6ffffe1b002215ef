#!/usr/bin/env python3
"""The cost of recording a whole program: no tool, a tool that does nothing, the checker.

One thread; the three take turns, and the fastest of the repeats counts, so that what else the
machine does cancels out. A short run leaves the buffer room; in a long one everything is written.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from probe_cost import compile_program


class Comparison:
    def __init__(self, build: Path, program: Path, folder: Path) -> None:
        self.bin = build / "bin"
        self.program = program
        self.trace = folder / "trace"

    def run(self, tool: str, kind: str, count: int) -> float:
        shutil.rmtree(self.trace, ignore_errors=True)
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_TOOL": "enabled"}
        if tool == "none":
            environment["OMP_TOOL"] = "disabled"
        else:
            environment["OMP_TOOL_LIBRARIES"] = str(self.bin / tool)
        environment |= {"OMPT_CTS_TRACE": str(self.trace), "OMPT_CTS_PROBES": "none"}
        return float(
            subprocess.run(
                [self.program, kind, str(count)],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )

    def events(self) -> tuple[int, int]:
        """Events in the trace and the bytes that its threads wrote."""
        shown = subprocess.run(
            [self.bin / "ompt-view", "--info", self.trace], capture_output=True, check=True
        ).stdout
        written = sum(stream.stat().st_size for stream in self.trace.glob("thread_*"))
        return json.loads(shown)["events"], written

    def compare(self, kind: str, length: str, count: int, repeats: int) -> dict[str, object]:
        tools = ("none", "libnull-tool.so", "libompt-checker.so")
        best = dict.fromkeys(tools, float("inf"))
        for _ in range(repeats):
            for tool in tools:
                best[tool] = min(best[tool], self.run(tool, kind, count))
        events, written = self.events()
        per_step = events / (count + count // 10)  # but for a few of the beginning and the end
        none, nothing, checker = best.values()
        return {
            "program": kind,
            "run": length,
            "events": events,
            "events_per_step": round(per_step, 2),
            "bytes_per_event": round(written / events, 1),
            "ns_per_step": {"no tool": none, "null tool": nothing, "checker": checker},
            "ratio_to_no_tool": round(checker / none, 2),
            "ratio_to_null_tool": round(checker / nothing, 2),
            "ns_per_event_over_null_tool": round((checker - nothing) / per_step, 1),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("--compiler", default="clang-19")
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--folder", type=Path, help="where traces are written")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        program = compile_program(arguments.compiler, folder, "programs.c")
        comparison = Comparison(arguments.build.resolve(), program, folder)
        for kind in ("tasks", "locks"):  # three events a step each; a buffer holds about 8000
            for length, count in (("room", 1_300), ("sustained", 300_000)):
                print(json.dumps(comparison.compare(kind, length, count, arguments.repeats)))


if __name__ == "__main__":
    main()
