"""Test a tool: play unusual runtimes to the tool, and report which ones it survives.

LIBRARY is the value of OMP_TOOL_LIBRARIES. A synthetic runtime plays an ordinary run, the oddest runs
that the specification allows, recorded runs (--trace), and runs of runtimes that break rules. A tool
must survive the first three kinds; surviving the last one is a courtesy.

exit codes: 0 it survives all, 1 it crashes or hangs, 2 it is no tool, or nothing could be played"""

import argparse
import os
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.faults import families
from ompt_cts.numbers_of_options import positive
from ompt_cts.paths import ROOT, build_dir
from ompt_cts.reports import terminal
from ompt_cts.steps import tools
from ompt_cts.system import groups

SCENARIOS = ROOT / "harness" / "faults" / "scenarios"
ORDINARY, ODD, RECORDED, FAULTY = "ordinary", "odd, and allowed", "recorded", "breaks rules"
EXPECTED = "# EXPECT: good"  # of a scenario that conforms
REFUSED = 1  # synth-omp's status if it cannot play what it is given
DECLINED = 3  # synth-omp's status if the tool declines to run
LARGEST_TOOL = 1 << 30  # bytes of its file


@dataclass(frozen=True)
class Play:
    """One run of the synthetic runtime with the tool, and its end."""

    name: str
    kind: str
    ending: str  # empty: as expected
    said: str  # the first line that the tool printed; its last one before a failure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("library", metavar="LIBRARY", help="the tool, a shared library")
    parser.add_argument(
        "--trace",
        action="append",
        default=[],
        metavar="DIR",
        help="also play this recorded run (of `check --trace`, or of the suites); repeatable",
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        default=30,
        metavar="S",
        help="the time limit of a play (default 30)",
    )


def scenarios(recorded: list[str]) -> list[tuple[str, str, Path | str]]:
    """Name, kind and file of all plays, or the text where the file is for both families of callbacks;
    those that a tool must survive come first."""
    found: list[tuple[str, str, Path | str]] = []
    for path in sorted(SCENARIOS.glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace")
        kind = ODD if EXPECTED in text else FAULTY
        kind = ORDINARY if path.stem == "ordinary" else kind
        for family, told in families.by_family(text).items():
            found.append((f"{path.stem} {family}".strip(), kind, told if family else path))
    found += [(name, RECORDED, Path(name).absolute()) for name in recorded]
    order = (ORDINARY, ODD, RECORDED, FAULTY)
    return sorted(found, key=lambda one: order.index(one[1]))


def ended(status: int) -> str:
    """The failure of a play in words; empty if it succeeded."""
    if status < 0:
        return f"crashes: {signal.Signals(-status).name}"
    if status == DECLINED:
        return "declines to run"
    return f"ends the program with status {status}" if status else ""


def play(player: str, library: str, what: Path | str, seconds: int) -> tuple[str, str]:
    """The end of the play and its output; the play runs in a temporary folder of its own. UserError if
    it cannot be played, which is no fault of the tool."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as out,
    ):
        # The checker is a tool as well and needs a folder for its trace.
        environment = {"OMPT_CTS_TRACE": f"{folder}/trace"} | os.environ
        environment |= {"OMP_TOOL": "enabled", "OMP_TOOL_LIBRARIES": library}
        environment["SYNTH_OMP_END"] = end = f"{folder}/end"
        path = Path(folder, "scenario.txt") if isinstance(what, str) else what
        if isinstance(what, str):
            path.write_text(what, encoding="utf-8")
        process = groups.start(
            [player, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=environment,
            cwd=folder,
        )
        try:
            ending = ended(process.wait(timeout=seconds))
            if not ending and not os.path.exists(end):
                ending = "ends the program before its end, with status 0"
        except subprocess.TimeoutExpired:
            ending = f"hangs: the play was not over after {seconds} s"
        finally:
            groups.kill(process.pid)  # and what the tool has forked, which may still write
            process.wait()
        out.seek(0)
        text = out.read(1 << 16).decode(errors="replace")
    lines = [line for line in text.splitlines() if line.strip()] or [""]
    if ending == ended(REFUSED) and lines[-1].startswith("synth-omp: "):
        raise UserError(f"this cannot be played: {path}: {files.plain(lines[-1])}")
    return ending, lines[-1 if ending else 0]  # an assertion's text comes last


def check(library: str) -> str:
    """The absolute path of the tool. UserError if the file cannot be a tool."""
    path = Path(library)
    code = files.read_bytes(path, LARGEST_TOOL)
    if not code.startswith(b"\x7fELF") or b"ompt_start_tool" not in code:
        raise UserError(f"{library} is no tool: a shared library that has ompt_start_tool")
    return str(path.absolute())


def run(args: argparse.Namespace) -> int:
    library = check(args.library)
    player = str(tools.require_tool(build_dir(), "synth-omp"))
    plays = []
    for name, kind, path in scenarios(args.trace):
        if isinstance(path, Path) and not path.exists():
            raise UserError(f"{name}: this trace does not exist")
        plays.append(Play(name, kind, *play(player, library, path, args.timeout)))
    if all(one.ending == ended(DECLINED) for one in plays):
        raise UserError(f"{args.library} declines to run: nothing was played to it")
    show(plays)
    return 1 if any(one.ending for one in plays) else 0


def show(plays: list[Play]) -> None:
    """Prints a line for each play, and the number of failures at the end."""
    out = terminal.console()
    kind = ""
    for one in plays:
        if one.kind != kind:
            kind = one.kind
            out.print(f"[bold]{kind}[/]")
        ending = f"[red]{one.ending}[/]" if one.ending else "[green]survives[/]"
        shown = terminal.cut(files.plain(one.said), 29 + len(one.ending or "survives"))
        said = f"  [dim]{escape(shown)}[/]" if one.said else ""
        out.print(f"  {escape(one.name):24} {ending}{said}")
    bad = [one for one in plays if one.ending]
    must = [one for one in bad if one.kind != FAULTY]
    out.print(
        f"{len(plays) - len(bad)} of {len(plays)} plays survived"
        + (f"; {len(must)} of the others are conforming runs" if bad else "")
    )
