"""Runs one program with many registrations: the substitution `%cts-subsets`.

  subsets.py --checker=FILE --validate=FILE --view=FILE --profile=V MODE BASE PROGRAM

  alone     each callback that the program causes, registered alone
  without   all but one
  pairs     callbacks that belong together: both, and all but both

Each run is compared with one that registers everything: the registered events must be the same. The
program's number of events must not depend on chance; the table below leaves out whatever may differ.
Every run is judged as well, into BASE.<subset>.trace.findings.json, where the test format finds the
findings. Exit status: 0 if every run delivered the same, 1 if not (with a line for each difference).
"""

import os
import re
import sys
from collections import Counter

sys.path[0] = os.path.abspath(f"{__file__}/../../..")

from ompt_cts.steps import record_run, trace_folders
from ompt_cts.system import spawn

# The fields that must be the same in every run, event by event; a `?` compares only whether the
# field is NULL. Nothing determines identifiers and addresses, how often a thread waited, which
# variables were flushed, and how reductions were combined. The addresses of contended mutexes have
# rules of their own.
FIELDS = {
    "thread_begin": "thread_type",
    "thread_end": "",
    "parallel_begin": "encountering_task? requested_parallelism flags codeptr_ra",
    "parallel_end": "encountering_task? flags codeptr_ra",
    "task_create": "encountering_task? flags has_dependences codeptr_ra",
    "task_schedule": "prior_task_status",
    "implicit_task": "endpoint flags",
    "control_tool": "command modifier codeptr_ra",
    "mutex_released": "kind",
    "dependences": "task? ndeps",
    "work": "work_type endpoint task? codeptr_ra",
    "masked": "endpoint task? codeptr_ra",
    "sync_region": "kind endpoint task? codeptr_ra",
    "lock_init": "kind hint impl codeptr_ra",
    "lock_destroy": "kind codeptr_ra",
    "mutex_acquire": "kind hint impl",
    "mutex_acquired": "kind",
    "nest_lock": "endpoint",
    "cancel": "task? flags codeptr_ra",
    "dispatch": "task? kind chunk",
}
PAIRS = (
    ("thread_begin", "thread_end"),
    ("parallel_begin", "parallel_end"),
    ("parallel_begin", "implicit_task"),
    ("implicit_task", "task_schedule"),
    ("task_create", "task_schedule"),
    ("task_create", "implicit_task"),
    ("task_create", "dependences"),
    ("sync_region", "sync_region_wait"),
    ("sync_region", "implicit_task"),
    ("work", "dispatch"),
    ("work", "sync_region"),
    ("lock_init", "lock_destroy"),
    ("mutex_acquire", "mutex_acquired"),
    ("mutex_acquired", "mutex_released"),
    ("mutex_acquired", "nest_lock"),
)
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')
PAGE = 0xFFF  # the part of a code address that address randomization keeps

Counts = dict[str, Counter[str]]


class Tools:
    """The paths of the harness's programs, and the profile."""

    def __init__(self, checker: str, validate: str, view: str, profile: str) -> None:
        self.checker, self.validate, self.view, self.profile = checker, validate, view, profile


def shown(name: str, value: str) -> str:
    if name == "codeptr_ra":
        return f"{int(value, 0) & PAGE:#x}" if int(value, 0) else "null"
    return value


def normal(event: str, text: str) -> str | None:
    """The part of an event that must be the same in every run; None: nothing."""
    wanted = FIELDS.get(event)
    values = dict(FIELD.findall(text))
    if wanted is None or (event == "task_schedule" and values["prior_task_status"] != "complete"):
        return None
    # The program may end before a worker has noticed the end of its last region.
    if values.get("kind") == "barrier_implicit_parallel" and not int(values["codeptr_ra"], 0):
        if values["endpoint"] == "end":
            return None
    # A task of a taskloop may begin before its chunk is known: taskloop.dispatch finds that.
    if event == "dispatch" and values["kind"] == "taskloop_chunk":
        return None
    # A thread may find the end of a loop at any place where compiled code requests a chunk.
    ends_work = event == "work" and values["endpoint"] == "end"
    words = []
    for name in wanted.split():
        if ends_work and name == "codeptr_ra":
            continue
        if name.endswith("?"):
            words.append(f"{name[:-1]} is {'null' if values[name[:-1]] == 'null' else 'set'}")
        else:
            words.append(f"{name}={shown(name, values[name])}")
    return " ".join(words)


def counts_of(text: str) -> Counts:
    counts: Counts = {}
    for line in text.splitlines():
        _, _, rest = line.partition(" ")
        event, _, fields = rest.partition(" ")
        counts.setdefault(event, Counter())
        what = normal(event, fields)
        if what is not None:
            counts[event][what] += 1
    return counts


class Run:
    """The program, recorded and judged with some callbacks registered."""

    def __init__(self, tools: Tools, base: str, name: str, callbacks: str, program: str) -> None:
        self.name = name
        self.trace = f"{base}.{name}.trace"
        os.environ["OMPT_CTS_CALLBACKS"] = callbacks
        self.status = record_run.run([f"--checker={tools.checker}", self.trace, program])
        self.counts: Counts = {}
        self.rules: set[str] = set()
        self.promised: set[str] = set()
        if self.status or not os.path.isdir(self.trace):
            self.status = self.status or 1
            return
        self.judge(tools)
        self.counts = counts_of(spawn.output_of([tools.view, "--text", self.trace], 1)[1])

    def judge(self, tools: Tools) -> None:
        path = f"{self.trace}.findings.json"
        command = [tools.validate, "--quiet", "--profile", tools.profile, "--json", path]
        self.status = (
            spawn.output_of([*command, self.trace], 1)[0] & ~1
        )  # 1: findings, no failure of ours
        if self.status:
            return
        import json

        with open(path, encoding="utf-8") as file:
            judged = json.load(file)
        self.rules = {f["rule"] for f in judged["findings"] if f["severity"] == "error"}
        answers = judged["runtime"]["registration"]
        self.promised = {name for name, answer in answers.items() if answer == "always"}

    def remove(self) -> None:
        trace_folders.remove_trace(self.trace)


def differences(full: Run, run: Run, registered: set[str]) -> list[str]:
    """The differences between a run and the run with everything."""
    wrong = []
    for event in sorted(registered & FIELDS.keys()):
        whole, part = full.counts[event], run.counts.get(event, Counter())
        for what in sorted(whole.keys() | part.keys()):
            if whole[what] != part[what]:
                wrong.append(f"{part[what]} instead of {whole[what]} times {event} {what}")
    for event in sorted((run.counts.keys() & full.promised) - registered):
        wrong.append(f"{event} arrives and is not registered")
    return wrong


def subsets(mode: str, occurring: set[str]) -> list[tuple[str, set[str]]]:
    """A name for each subset, and its registrations."""
    names = sorted(occurring)
    if mode == "alone":
        return [(name, {name}) for name in names]
    if mode == "without":
        return [(name, occurring - {name}) for name in names]
    found = []
    for pair in PAIRS:
        both = set(pair)
        if both <= occurring:
            found.append(("-".join(pair), both))
            found.append(("not-" + "-".join(pair), occurring - both))
    return found


def compare(tools: Tools, mode: str, base: str, program: str) -> list[str]:
    full = Run(tools, base, "full", "all", program)
    if full.status:
        return ["the run with everything could not be judged"]
    occurring = full.promised & set(full.counts)
    wrong: list[str] = []
    for name, registered in subsets(mode, occurring):
        run = Run(tools, base, f"{mode}-{name}", ",".join(sorted(registered)), program)
        found = [f"{mode} {name}: could not be judged"] if run.status else []
        found += [f"{mode} {name}: {x}" for x in differences(full, run, registered)]
        new = sorted(run.rules - full.rules)
        if new:
            print(f"{mode} {name}: found only here: {', '.join(new)}")
        if not found and not new:
            run.remove()
        wrong += found
    full.remove()
    return wrong


def main(argv: list[str]) -> int:
    options = dict(word[2:].partition("=")[::2] for word in argv if word.startswith("--"))
    words = [word for word in argv if not word.startswith("--")]
    if len(words) != 3 or words[0] not in ("alone", "without", "pairs"):
        print("cts-subsets: expected alone, without or pairs, BASE and PROGRAM", file=sys.stderr)
        return 2
    mode, base, program = words
    wrong = compare(Tools(**options), mode, base, program)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
