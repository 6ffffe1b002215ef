"""The passes of `run --stability`: the same tests under other conditions, and the changed
verdicts."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ompt_cts import files
from ompt_cts.files import Json
from ompt_cts.system import calls
from ompt_cts.verdict import verdicts

BUSY_LOOP = "while True: pass"
ASKED = ("host", "interface", "tasking", "target")  # with all probes


@dataclass(frozen=True)
class Pass:
    """One run of all tests, with its special conditions."""

    title: str
    perturb: int | None = None  # seed of the delays that the checker inserts
    load: bool = False  # a busy loop on every processor
    jobs: int = 0  # tests at once; 0: one for each processor
    environment: str = ""  # NAME=VALUE, for the programs
    probes: str = ""  # the level of probes; "": that of each test
    suites: tuple[str, ...] = ()  # only tests of these folders
    seconds: int = 0  # no test begins after this time; 0: no limit


def plain(repeat: int, perturb: int | None) -> list[Pass]:
    """The passes of --repeat and --perturb: SEED, SEED+1, …"""
    seeds: Sequence[int | None] = [None] * repeat
    if perturb is not None:
        seeds = [perturb + number for number in range(repeat)]
    return [
        Pass(f"{number + 1}/{repeat}" if repeat > 1 else "", perturb=seed)
        for number, seed in enumerate(seeds)
    ]


def second(seconds: int, suites: Sequence[str]) -> list[Pass]:
    """The pass with all probes, for the suites that it covers; none if it covers none."""
    chosen = [name for name in suites or ASKED if name.removeprefix("suites/").startswith(ASKED)]
    title = "asked everything"
    return [Pass(title, probes="full", suites=tuple(chosen), seconds=seconds)] if chosen else []


def passes() -> list[Pass]:
    """Restarts, load, seeded perturbation, and other numbers of threads and of tests at once."""
    processors = calls.processors()
    many = 4 * processors
    return [
        Pass("plain"),
        Pass("again"),
        Pass("one test at once", jobs=1),
        Pass("many tests at once", jobs=many),
        Pass("under load", load=True),
        *(Pass(f"perturbed, seed {seed}", perturb=seed) for seed in (1, 2, 3)),
        Pass("perturbed under load, seed 4", perturb=4, load=True),
        Pass("OMP_NUM_THREADS=1", environment="OMP_NUM_THREADS=1"),
        Pass(f"OMP_NUM_THREADS={many}", environment=f"OMP_NUM_THREADS={many}"),
        Pass("OMP_WAIT_POLICY=passive", environment="OMP_WAIT_POLICY=passive"),
    ]


@contextmanager
def load(one: Pass) -> Iterator[None]:
    """The busy loops of a pass, while it runs."""
    count = calls.processors() if one.load else 0
    loops = [subprocess.Popen([sys.executable, "-S", "-c", BUSY_LOOP]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def parameters(one: Pass) -> dict[str, str]:
    """The parameters of a pass for lit."""
    told = {"environment": one.environment}
    if one.perturb is not None:
        told["perturb"] = str(one.perturb)
    if one.probes:
        told["probes"] = one.probes
    return told


def moved(plan: list[Pass], runs: list[list[Json]]) -> list[Json]:
    """The tests whose verdict differs between passes: the passes of each verdict."""
    seen: dict[str, dict[str, list[str]]] = {}
    for one, outcomes in zip(plan, runs, strict=True):
        for outcome in outcomes:
            text = verdicts.signature_text(outcome)
            seen.setdefault(outcome["name"], {}).setdefault(text, []).append(one.title)
    return [
        {"test": name, "verdicts": by_verdict}
        for name, by_verdict in sorted(seen.items())
        if len(by_verdict) > 1 or sum(map(len, by_verdict.values())) < len(plan)
    ]


def lines(table: list[Json], count: int) -> list[str]:
    """The table for a person."""
    if not table:
        return [f"stable: every test had the same verdict in all {count} passes"]
    text = [f"{len(table)} tests had different verdicts in {count} passes:"]
    for row in table:
        text.append(f"  {row['test']}")
        for verdict, titles in sorted(row["verdicts"].items(), key=lambda item: -len(item[1])):
            shown = ", ".join(titles) if len(titles) <= count // 2 else f"{len(titles)} passes"
            text.append(f"    {verdict}: {shown}")
    return text


def show(table: list[Json], count: int, folder: Path) -> None:
    """Prints the table, and writes it to stability.json in the folder."""
    files.write_text(folder / "stability.json", json.dumps(table, indent=1) + "\n")
    print("\n".join(lines(table, count)))
