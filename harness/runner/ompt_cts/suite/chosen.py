"""The tests that a runtime's developer selects by a change: `run --event`, `--for` and
`--quick`."""

import argparse
import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.catalogue.entries import CALLBACKS, Rule
from ompt_cts.errors import UserError
from ompt_cts.paths import SUITES
from ompt_cts.steps import header

QUICK = SUITES / "quick.txt"  # written by `python -m ompt_cts.faults.quick`
# In the source of a runtime: ompt_callback_work, ompt_callbacks.ompt_callback(…), ompt_get_state.
NAMED = re.compile(r"\bompt_(?:callback_(\w+)|((?:get|enumerate|set|finalize)_\w+))")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--quick",
        action="store_true",
        help="only the tests of suites/quick.txt, which find most faults in ten seconds; this is "
        "no certification",
    )
    group.add_argument(
        "--event",
        metavar="NAME,…",
        help="only tests for rules about these callbacks, entry points or chapters of rules/, "
        "for example task_schedule,get_task_info",
    )
    group.add_argument(
        "--for",
        dest="source",
        metavar="FILE",
        help="only tests for the callbacks and entry points that this source file of the runtime "
        "names, for example kmp_tasking.cpp",
    )


def plain(name: str) -> str:
    """The name of a callback or an entry point without the common prefix and the form."""
    return name.removeprefix("ompt_").removeprefix("callback_").removesuffix("_emi")


def is_about(rule: Rule, name: str) -> bool:
    """Whether the rule is about the callback or entry point `name`, or in the chapter `name`. The
    rules of an entry point begin with its name: parallel-info, enum-states, get-state."""
    name = plain(name)
    if name in map(plain, rule.events) or name.replace("-", "_") == rule.chapter:
        return True
    words = name.replace("_", "-").replace("enumerate-", "enum-").removesuffix("-impls")
    return rule.id.partition(".")[0] in (words, words.removeprefix("get-"))


def about(names: Iterable[str]) -> set[str]:
    """The rules about any of the names. UserError for a name without a rule."""
    rules = catalogue.load().values()
    found: set[str] = set()
    for name in names:
        mine = {rule.id for rule in rules if is_about(rule, name)}
        if not mine and plain(name) not in map(plain, CALLBACKS):
            known = [*map(plain, CALLBACKS), *{rule.chapter for rule in rules}]
            close = difflib.get_close_matches(plain(name), known, 3, 0.5)
            hint = f": did you mean {' or '.join(close)}?" if close else ""
            raise UserError(f"--event: no rule is about {name!r}{hint}")
        found |= mine
    return found


def named_in(source: Path) -> list[str]:
    """The callbacks and entry points with rules that a source file of a runtime names."""
    text = files.read_bytes(source).decode(errors="replace")
    names = {callback or entry for callback, entry in NAMED.findall(text)}
    rules = catalogue.load().values()
    known = sorted(name for name in names if any(is_about(rule, name) for rule in rules))
    if not known:
        raise UserError(
            f"--for {source}: the file names no callback and no entry point; use --event"
        )
    return known


def rules_of(test: str) -> set[str]:
    return set(header.rules(str(SUITES / test)))


def quick_list(first: bool = False) -> list[str]:
    """The tests of suites/quick.txt, or only those of its first paragraph, which kill all faults. Its
    lines are "folder: program program…". UserError if a test no longer exists."""
    every, _, more = QUICK.read_text(encoding="utf-8").partition("\n\n")
    lines = (every if first else f"{every}\n{more}").splitlines()
    tests = [
        f"{folder}/{program}"
        for folder, _, programs in (line.partition(": ") for line in lines if line[:1] != "#")
        for program in programs.split()
    ]
    gone = [test for test in tests if not (SUITES / test).exists()]
    if gone:
        raise UserError(
            f"{QUICK.name} names {gone[0]}, which no longer exists: write the list again"
        )
    return tests


def tests(args: argparse.Namespace) -> tuple[list[str], str]:
    """The names of the tests that the options select, and one line about the left-out rules;
    nothing without these options."""
    if args.quick:
        names, why = quick_list(), "--quick"
    elif args.event or args.source:
        words = args.event.split(",") if args.event else named_in(Path(args.source))
        asked = about(words)
        names = sorted(test for test in header.tests() if rules_of(test) & asked)
        why = f"--event {','.join(words)}"
        if not names:
            raise UserError(f"{why}: no test names a rule about that")
    else:
        return [], ""
    tested = {rule for test in header.tests() for rule in rules_of(test)}
    left_out = len(tested - {rule for test in names for rule in rules_of(test)})
    programs = "program" if len(names) == 1 else "programs"
    return names, (
        f"{why}: {len(names)} {programs}; of {len(tested)} rules that have a test, {left_out} are "
        "left out: this certifies nothing"
    )
