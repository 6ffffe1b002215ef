# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds entries of `expectations/` that waive more than they tell of, by what they waived in a run:
entries about rules that have no breaches yet. Of a pattern the catalogue tells it (breaches.problem).

    python3 -m ompt_cts.verdict.too_wide                   complains of entries that are too wide
    python3 -m ompt_cts.verdict.too_wide --learn REPORT…   takes the findings of a run's report

`expectations/seen/<runtime>.txt` holds what the entries waived in a run: rule, test and message of
one finding of each form. Here a number, a subject (enter_frame, task_create, …) or a kind
(loop_static, untied, begin, …) of each is exchanged for another, one at a time: no entry may waive
what comes out. An entry that does hides another fault; a `match` with more words mends it. A
finding that no entry waives any more shows that words have changed: run the suites, and --learn.

Two more are complained of: a text of a `match` that no such finding has, of whatever runtime (what
races and other settings show stands in `expectations/seen/rare.txt`, in the words of its entry), and an entry of
a crash that holds for programs outside the suites and knows nothing of it but the signal.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ompt_cts import catalogue, files, stored
from ompt_cts.catalogue import CRASH, HARMLESS, TIMEOUT, VIEW
from ompt_cts.paths import ROOT
from ompt_cts.verdict import expectations, patterns
from ompt_cts.verdict.expectations import Deviation, Told

EXPECTATIONS = ROOT / "expectations"
SEEN = EXPECTATIONS / "seen"
RARE = "rare"  # the file of what no run of today need show
UNSEEN = {CRASH, TIMEOUT, VIEW, HARMLESS}  # rules of which no finding is kept
ENUMERATOR = re.compile(r"^OMPT_ENUMERATOR\((\w+), *(\w+),", re.MULTILINE)
CALLBACK = re.compile(r"^OMPT_(CALLBACK)\( *\d+, *(\w+),", re.MULTILINE)
# Words that name what a finding is about, beside the enumerators: one of a group for another.
SUBJECTS = (
    ("enter_frame", "exit_frame"),
    ("begin", "end"),
    ("ompt_get_task_info", "ompt_get_parallel_info", "ompt_get_thread_data"),
    ("current", "generating"),
)
# A word of a message: neither part of a file's name nor of another word.
WORD = re.compile(r"(?<![\w./-])[a-z]\w*(?![\w./])")
NUMBER = re.compile(r"(?<![\w.:/-])\d+(?![\w.:/])")
# Where in the program, and what a thread or an entity is called, is no part of the fault.
NAMES = re.compile(r"\(?[\w/.-]+\.\w+:\d+\)?|\bthread \d+")
# Nor is where an entry point was asked, or what a thread did next.
ASKED = re.compile(
    r"(?:\bat level \d+|^ompt_get_\w+ returns -?\d+(?:, after -?\d+ on the same thread,)?"
    r"|\binside the initializer and returns \d+|\bas the data of the current task"
    r"|\bthe thread goes on) (inside \w+|\(\w+\))"
)
Finding = tuple[str, str, str]  # rule, test, message


# Enumerators that are English words as well.
PLAIN = {"in", "to", "from", "out", "work", "always", "runtime", "other", "implicit", "loop"}


def kinds() -> list[tuple[str, ...]]:
    """The enumerators, a group for each enumeration."""
    groups: dict[str, list[str]] = {}
    abi = ROOT / "harness" / "ompt_abi"
    enumerators = ENUMERATOR.findall((abi / "enums.def").read_text(encoding="utf-8"))
    callbacks = CALLBACK.findall((abi / "callbacks.def").read_text(encoding="utf-8"))
    for kind, name in callbacks + enumerators:
        if name in PLAIN:
            continue
        groups.setdefault(kind, []).append(name)
    return [tuple(names) for names in groups.values() if len(names) > 1]


def others() -> dict[str, list[str]]:
    """For each word that may be exchanged those that may stand in its place."""
    found: dict[str, list[str]] = {}
    for group in (*SUBJECTS, *kinds()):
        for index, word in enumerate(group):
            found.setdefault(word, []).append(group[index - 1])
    return found


def exchanged(message: str, words: dict[str, list[str]]) -> Iterator[tuple[str, str, int]]:
    """Messages of other faults, each with what has been exchanged, and where."""
    masked = NAMES.sub(lambda name: "\0" * len(name[0]), message)
    for asked in ASKED.finditer(message):
        masked = masked[: asked.start(1)] + "\0" * len(asked[1]) + masked[asked.end(1) :]
    for place in WORD.finditer(masked):
        for other in words.get(place[0], ()):
            yield message[: place.start()] + other + message[place.end() :], place[0], place.start()
    for place in NUMBER.finditer(masked):
        other = str(int(place[0]) + 7)
        yield message[: place.start()] + other + message[place.end() :], place[0], place.start()


def finding(rule: str, message: str) -> Told:
    return {"rule": rule, "message": message}


def name_of(entry: Deviation) -> str:
    return f"{entry.cause or entry.rule}: {entry.rule} in {', '.join(entry.tests)}"


def hidden(entry: Deviation, seen: list[Finding]) -> Iterator[tuple[str, str]]:
    """Findings that nobody has told of and that an entry waives all the same, each with the word or
    number that stands for something else. What a # of its match stands for may be anything."""
    words = others()
    met = [one for one in seen if entry.waives(one[1], finding(one[0], one[2]), {entry.beside})]
    told = {form(message) for _, _, message in met}
    for rule, test, message in met:
        free = entry.free_in(message)
        # What another text of the match spells out is told of as well.
        same = replace(entry, match=entry.matching(message))
        for text, what, place in exchanged(message, words):
            if what.isdigit() and any(start <= place < end for start, end in free):
                continue
            known = not what.isdigit() and form(text) in told
            if not known and same.waives(test, finding(rule, text), {entry.beside}):
                yield what, text


def too_wide(entries: list[Deviation], seen: list[Finding]) -> Iterator[str]:
    for entry in entries:
        met: dict[str, str] = {}
        for what, text in hidden(entry, seen):
            met.setdefault(what, text)
        if met:
            what, text = next(iter(met.items()))
            yield f"{name_of(entry)}: whatever stands for {', '.join(met)!r} is waived: {text}"


def form(message: str) -> str:
    return re.sub(expectations.VARYING, "#", message)


def short(message: str) -> str:
    """Without the folder that the program was in."""
    return re.sub(r"/[\w./-]*/suites/", "", message)


def learn(report: Path) -> None:
    data = stored.unpack(files.read_json(report))
    found: dict[tuple[str, str], Finding] = {}
    for one in data["findings"]:
        # A crash that is known is none of a rule's findings.
        told = one["rule"] != "tool.harmless" and not one["breach"]
        if told and one["severity"] == "error" and one.get("waived"):
            key = (one["rule"], form(one["message"]))
            found.setdefault(key, (one["rule"], one["test"], short(one["message"])))
    path = SEEN / f"{data['runtime']['name']}.txt"
    path.parent.mkdir(exist_ok=True)
    lines = ["\t".join(finding) for finding in sorted(found.values())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def never_met(path: Path, seen: list[Finding]) -> Iterator[str]:
    """Texts that a file's own entries match and no finding of their rules has."""
    messages: dict[str, list[str]] = {}
    for rule, _, message in seen:
        messages.setdefault(rule, []).append(message)
    for item in files.read_toml(path).get("deviation", []):
        entries = list(expectations.entries(item, str(path)))
        rules = {entry.rule for entry in entries}
        if rules & UNSEEN or catalogue.DEFAULT_PROFILE not in entries[0].profiles:
            continue
        for text in entries[0].match:
            if patterns.parse(text):
                continue  # the catalogue tells what it may be
            alone = replace(entries[0], match=(text,))
            said = (finding(rule, one) for rule in rules for one in messages.get(rule, ()))
            if not any(map(alone.says, said)):
                yield f"{path.stem}: {name_of(entries[0])}: nothing that was seen has {text!r}"


def nameless_crashes(path: Path) -> Iterator[str]:
    for entry in expectations.own(path):
        outside = entry.match or any(one == "*" or one.startswith("corpus/") for one in entry.tests)
        known = entry.needs or any("Assertion" in text for text in entry.match)
        if entry.rule in (CRASH, HARMLESS) and outside and not known:
            yield (
                f"{path.stem}: {name_of(entry)}: any such end of any program is waived; name the "
                "assertion that fails, or what the crash needs"
            )


def read(path: Path) -> list[Finding]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [(rule, test, message) for rule, test, message in rows]


def problems(runtime: str) -> Iterator[str]:
    entries = [
        entry
        for entry in expectations.read(EXPECTATIONS / f"{runtime}.toml")
        if entry.rule not in UNSEEN
    ]
    seen = read(SEEN / f"{runtime}.txt")
    for rule, test, message in seen:
        broken = {entry.beside for entry in entries}
        if not expectations.find(entries, test, finding(rule, message), broken):
            yield f"{runtime}: no entry waives this any more: {rule} in {test}: {message}"
    for text in too_wide(entries, seen):
        yield f"{runtime}: {text}"


def all_problems() -> Iterator[str]:
    runtimes = [path.stem for path in sorted(SEEN.glob("*.txt")) if path.stem != RARE]
    for runtime in runtimes:
        yield from problems(runtime)
    everything = [finding for path in sorted(SEEN.glob("*.txt")) for finding in read(path)]
    for path in sorted((*EXPECTATIONS.glob("*.toml"), *EXPECTATIONS.glob("corpus/*.toml"))):
        yield from never_met(path, everything)
        yield from nameless_crashes(path)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--learn"]:
        for name in arguments[1:]:
            learn(Path(name))
        return 0
    found = list(all_problems())
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
