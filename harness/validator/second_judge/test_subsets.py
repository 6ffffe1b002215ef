"""No wrong alarm with only some callbacks registered.

    test_subsets.py VALIDATOR CASES-FOLDER [TRACE.txt…]

A tool need not register all callbacks. Every good trace of the machines' cases, and every trace given
as text, is judged again as if recorded with every subset of its callbacks. If it has more than MOST of
them, the subsets leave out one or two, or consist of one or two. A subset may only have findings of the
whole trace.
"""

import re
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runner"))

from ompt_cts.catalogue.entries import CALLBACKS
from texts import is_event, judge_all, parse, read_cases

MOST = 7
FORMS = ("", "_emi")
NEW = re.compile(r"=\+(\w+)(?:@(0x[0-9a-f]+))?")
REFERENCE = re.compile(r"=([TPHRO]\w+)(?:@(0x[0-9a-f]+))?(?= |$)")


def registered_only(lines: list[str], registered: set[str]) -> list[str]:
    """The trace as if recorded with these callbacks.

    The checker writes its identifier where an entity begins. A word without a reported begin holds
    nothing, and is known by its address alone.
    """
    kept = []
    known: set[str] = set()
    places: dict[str, str] = {}
    removed = False
    for line in lines:
        if not is_event(line):
            kept.append(line)
            continue
        event = parse(line)
        for name, address in NEW.findall(line):
            places[name] = address or f"{0x900000 + 64 * len(places):#x}"
        if event.name.startswith("probe_"):
            if not removed:
                kept.append(forget(line, known, places))
            continue
        removed = event.name in CALLBACKS and event.name not in registered
        if removed:
            continue
        known.update(name for name, _ in NEW.findall(line))
        kept.append(forget(line, known, places))
    return [f"env registered_{name}=" for name in CALLBACKS if name not in registered] + kept


def forget(line: str, known: set[str], places: dict[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        name, address = match.groups()
        if name in known or name not in places:
            return match[0]
        return f"=?0x0@{address or places[name]}"

    return REFERENCE.sub(value, line)


def subsets(lines: list[str]) -> list[tuple[str, set[str]]]:
    """Names of the omitted part, and the registered callbacks. A tool registers one form of a
    target callback, and its answer counts for both."""
    occurring = {parse(line).name for line in lines if is_event(line)} & set(CALLBACKS)
    names = sorted({name.removesuffix("_emi") for name in occurring})
    sizes = range(len(names) + 1)
    if len(names) > MOST:
        sizes = [n for n in sizes if min(n, len(names) - n) <= 2]
    return [
        ("without-" + "+".join(left), set(CALLBACKS) - {f"{n}{emi}" for n in left for emi in FORMS})
        for size in sizes
        for left in combinations(names, size)
    ]


def rules_of(verdict: list[str]) -> set[str]:
    return {text.partition("@")[0] for text in verdict}


def main(argv: list[str]) -> int:
    validator, folder, *files = argv
    by_profile: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for case in read_cases(Path(folder)):
        if case.good:
            by_profile[case.profile].append((case.name, case.lines))
    for name in files:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        # Notes count events; the suites test notes with unregistered callbacks.
        by_profile["5.2"].append((name, [x for x in lines if " note kind=" not in x]))
    wrong = judged = 0
    for profile, traces in by_profile.items():
        whole = {n: rules_of(v) for n, v in judge_all(validator, profile, traces).items()}
        parts = [
            (f"{name}|{subset}", registered_only(lines, registered))
            for name, lines in traces
            for subset, registered in subsets(lines)
        ]
        for name, verdict in judge_all(validator, profile, parts).items():
            new = [
                text for text in verdict if text.partition("@")[0] not in whole[name.split("|")[0]]
            ]
            judged += 1
            wrong += bool(new)
            if new:
                print(f"{name} {' '.join(new)}")
    print(f"{judged} subsets of {sum(map(len, by_profile.values()))} traces, {wrong} wrong alarms")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
