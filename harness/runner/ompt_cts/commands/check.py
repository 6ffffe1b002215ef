"""Judge an OpenMP runtime in programs outside our suites. WHAT may be:

  -- PROGRAM [argument…]  an OpenMP program. It runs under the checker tool, with all processes that it
                          starts (a script, fork, mpirun -n 4 ./app); one verdict covers them all
  TRACE…                  saved traces: folders
  FOLDER                  a folder of OpenMP programs: each is compiled, run and judged, and the
                          findings are grouped (docs/corpus.md)
  SUITE…                  folders and files of another project's lit suite, for instance that of LLVM's
                          own OpenMP tests: BUILD/runtime/test, which has a lit.site.cfg

Without --runtime the loaded runtime is judged, and the report names it; the programs of a folder are
compiled for a runtime. A program that ends by a signal or at its time limit runs again without probes,
with a tool that does nothing and without any tool, to find the cause (--repeat-for).

exit codes: 0 as expected, 1 something is new, 2 no verdict; with --strict 0 conformant,
1 nonconformant, 2 undecided. A test of a lit suite that fails only with the tool gives 1 as well. The
program's own exit status is shown and changes nothing, unless the program ended by a signal: then broken
rules count, and kept rules do not (exit code 2). 130 and 143: this command was interrupted or ended
by SIGTERM"""

import argparse
import importlib
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.numbers_of_options import is_number, positive, seconds
from ompt_cts.reports import outputs
from ompt_cts.runtime import runtimes
from ompt_cts.steps import tools
from ompt_cts.suite import shards

PROGRAM, TRACE, FOLDER, SUITE = "program", "trace", "folder", "suite"
MODULES = {PROGRAM: "program", TRACE: "traces", FOLDER: "folder", SUITE: "suite"}
CALLED = {
    PROGRAM: "a program",
    TRACE: "a trace",
    FOLDER: "a folder of programs",
    SUITE: "a lit suite",
}
# The values of options that the user does not give.
DEFAULTS: dict[str, dict[str, Any]] = {
    PROGRAM: {"timeout": 86_400.0, "probes": "sampled"},
    TRACE: {},
    FOLDER: {"timeout": 30.0, "probes": "light", "jobs": 1},
    SUITE: {},
}
MOST_SAMPLES = 100_000  # for each second of each thread: the checker's maximum
OF_A_TRACE = (
    b"\xc1\x1f\xfc\xc1",
    b"/* CTF",
)  # the beginnings of a trace's file names (docs/trace-format.md)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "ompt-cts check [options] WHAT… | ompt-cts check [options] -- PROGRAM [argument…]"
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", help=argparse.SUPPRESS)
    parser.add_argument(
        "--as", dest="kind", choices=MODULES, help="the kind of WHAT, where the command cannot tell"
    )
    outputs.add_profile(parser)
    runtimes.add_arguments(parser, default=None)
    outputs.add_expectations(parser)
    outputs.add_strict(parser)
    outputs.add_arguments(parser)
    # The options of some kinds only, with their defaults.
    only: dict[str, tuple[tuple[str, ...], Any]] = {
        name: ((PROGRAM, TRACE, SUITE), parser.get_default(name))
        for name in ("strict", "junit", "sarif", "sarif_known", "summary")
    }

    def options(*kinds: str) -> Callable[..., None]:
        group = parser.add_argument_group("for " + " or ".join(CALLED[kind] for kind in kinds))

        def add(*names: str, **rest: Any) -> None:
            action = group.add_argument(*names, **rest)
            only[action.dest] = (kinds, action.default)

        return add

    add = options(PROGRAM)
    add(
        "--trace",
        metavar="DIR",
        help="keep the trace here, and the traces of further processes as DIR.<pid> (default a new "
        "folder below build/checks/<program>, where the newest few stay)",
    )
    add(
        "--repeat-for",
        type=seconds,
        default=60.0,
        metavar="S",
        help="repeat a program that crashed or hung for at most S seconds, all runs together "
        "(default 60; 0: never)",
    )
    add(
        "--max-trace",
        type=trace_size,
        metavar="SIZE",
        help="record at most SIZE bytes of each process (500M, 2G); the rest is counted, and the "
        "verdict says so",
    )
    add(
        "--live",
        action="store_true",
        help="judge while the program runs, and discard judged events: hours of events need no disk "
        "(at most --max-trace, by default 1G of each process; a faster program waits)",
    )
    add(
        "--sample",
        type=sample_rate,
        default=0,
        metavar="RATE",
        help="sample each thread RATE times a second, from a signal handler, as sampling tools do: "
        "judges states, wait identifiers and signal safety (up to 100000; default 0: never)",
    )
    add(
        "--stacks",
        choices=("none", "all"),
        default="",
        help="copy the stack with every probe and sample: frames are compared with the real stack, "
        "and `blame` knows the callers of code without frame pointers (default none)",
    )
    add(
        "--target",
        choices=("emi", "classic"),
        default="emi",
        help="which form of the target callbacks to register (default emi)",
    )
    add(
        "--report",
        dest="text",
        metavar="FILE",
        help="write the report as text here and not to standard error; standard output is the "
        "program's",
    )
    add = options(PROGRAM, FOLDER)
    add(
        "--timeout",
        type=seconds,
        metavar="S",
        help="kill a program after S seconds (default 86400, a day; 30 in a folder; 0: never)",
    )
    add(
        "--keep",
        action="store_true",
        help="keep all traces; otherwise --live and a folder discard judged traces",
    )
    add(
        "--probes",
        choices=tools.PROBES,
        help="how often callbacks call entry points (default sampled: the first times and then "
        "now and then, except where a runtime is known to crash; light in a folder)",
    )
    add = options(FOLDER, SUITE)
    add("--filter", metavar="REGEX", help="only programs or tests whose name matches")
    add(
        "-j",
        "--jobs",
        type=positive,
        metavar="N",
        help="run N programs or tests at once (default 1 in a folder)",
    )
    add = options(FOLDER)
    add("--collection", metavar="FILE", help="read this file in place of FOLDER/corpus.toml")
    shards.add_arguments(add, "build/corpus/<runtime>/<collection>/shards")
    options(SUITE)(
        "--param", action="append", metavar="NAME=VALUE", help="pass this parameter on to lit"
    )
    parser.set_defaults(only=only)


def trace_size(text: str) -> str:
    """A size as OMPT_CTS_MAX_TRACE has it (checker_tool/options.cpp)."""
    met = re.fullmatch(r"([1-9][0-9]*)([KMGT]?)", text, re.ASCII)
    if not met or not 1 << 20 <= int(met[1]) << 10 * " KMGT".index(met[2] or " ") < 1 << 63:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size of 1M or more: 500M, 2G")
    return text


def sample_rate(text: str) -> int:
    if not is_number(text) or int(text) > MOST_SAMPLES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a rate from 0 to {MOST_SAMPLES}")
    return int(text)


def begins_as_of_a_trace(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(6).startswith(OF_A_TRACE)
    except OSError:
        return False


def is_trace(folder: Path) -> bool:
    """Whether this folder holds a trace, possibly a damaged one."""
    if (folder / "metadata").exists() or (folder / "info" / "manifest").exists():
        return True
    return any(path.is_file() and begins_as_of_a_trace(path) for path in folder.iterdir())


def in_suite(path: Path) -> bool:
    """Whether lit finds settings for this path: a lit.site.cfg here or above, or a lit.cfg here."""
    real = path.resolve()
    above = real.parents if real.is_file() else (real, *real.parents)
    named = [(folder / "lit.site.cfg") for folder in above] + [above[0] / "lit.cfg"]
    return any(Path(f"{name}{end}").exists() for name in named for end in ("", ".py"))


def kind_of(word: str) -> str:
    """The kind of a word of the command line, by the file system. UserError if it has none."""
    if not word:  # as of a variable that is not set; Path would take it for the working folder
        raise UserError("an empty name: check takes a program, traces, a folder or a lit suite")
    path = Path(word)
    try:
        if path.is_dir():
            if is_trace(path):
                return TRACE
            if (path / "corpus.toml").exists() or not in_suite(path):
                return FOLDER
            return SUITE
        if path.is_file():
            if begins_as_of_a_trace(path):
                raise UserError(f"{word} is a part of a trace: name the folder of the trace")
            if not os.access(path, os.X_OK) and in_suite(path):
                return SUITE
    except OSError as error:
        raise UserError(f"cannot read {word}: {error.strerror}") from None
    if not path.exists() and not shutil.which(word):
        raise UserError(
            f"{word} does not exist: check takes a program, traces, a folder or a lit suite"
        )
    return PROGRAM


def kind(args: argparse.Namespace) -> str:
    """The kind of all words. UserError if they differ in kind."""
    what, after = args.what, args.after
    if after is not None and what != after:
        raise UserError(f"{what[0]} and a program after --: give only one of the two")
    if not what:
        raise UserError(
            "check needs a program, traces, a folder or a lit suite: ompt-cts check -- ./app"
        )
    if after is not None:
        if args.kind not in (None, PROGRAM):
            raise UserError(f"--as {args.kind}: the words after -- are a program")
        return PROGRAM
    if args.kind:
        return str(args.kind)
    first = kind_of(what[0])
    for other in (
        what[1:] if first != PROGRAM else ()
    ):  # the other words of a program are its arguments
        if (its := kind_of(other)) != first:
            raise UserError(
                f"{what[0]} is {CALLED[first]}, {other} is {CALLED[its]}: give one kind at a time"
            )
    return first


def run(args: argparse.Namespace) -> int:
    mine = kind(args)
    for name, (kinds, default) in args.only.items():
        if mine not in kinds and getattr(args, name) != default:
            option = files.typed(name).replace("_", "-")
            raise UserError(f"--{option} is not for {CALLED[mine]} ({args.what[0]})")
    for name, value in DEFAULTS[mine].items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    module = importlib.import_module(f"ompt_cts.commands.checking.{MODULES[mine]}")
    return int(module.run(args.what, args))
