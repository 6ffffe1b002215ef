"""Every short sequence of events, judged twice.

    sequences.py VALIDATOR CASES-FOLDER [--deeper N]

A family is a valid beginning, and an alphabet of events. All sequences over the alphabet are appended,
one event longer each time. A sequence that both judges reject is not continued, because no later event
could make it right.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from judge import IN_SCOPE, Judge
from texts import expand, is_event, judge_all, parse, read_preludes

FRAME = "encountering_frame=0x0:0x0/0x7ffffff0:0x21"
SECOND = [
    "2 stream_begin tid=2 stack_low=0x60000000 stack_high=0x6fffffff",
    "2 thread_begin thread_type=worker thread=+H2",
]


def scheduled(thread: int, prior: str, status: str, after: str) -> str:
    names = f"prior_task={prior} prior_task_status={status} next_task={after}"
    return f"{thread} task_schedule {names}"


def create(parent: str, task: str) -> str:
    return f"1 task_create encountering_task={parent} {FRAME} new_task=+{task} flags=explicit"


def region(event: str, kind: str) -> list[str]:
    return [f"1 {event} {kind}endpoint={end} parallel=P1 task=T2" for end in ("begin", "end")]


def closing_barrier(thread: int, task: str) -> list[str]:
    kind = "sync_region kind=barrier_implicit_parallel"
    return [
        f"{thread} {kind} endpoint=begin parallel=P1 task={task}",
        f"{thread} {kind} endpoint=end task={task}",
    ]


def member(thread: int, task: str) -> list[str]:
    rest = f"index={thread - 1} flags=implicit"
    return [
        f"{thread} implicit_task endpoint=begin parallel=P1 task=+{task} actual_parallelism=2 {rest}",
        f"{thread} implicit_task endpoint=end task={task} {rest}",
    ]


def mutex(thread: int, wait_id: str) -> list[str]:
    names = ("mutex_acquire", "mutex_acquired", "mutex_released")
    return [f"{thread} {name} kind=lock wait_id={wait_id}" for name in names]


@dataclass
class Family:
    name: str
    length: int
    beginning: list[str]
    alphabet: list[str]
    ending: list[str] = field(default_factory=list)


FAMILIES = [
    Family(
        "team",
        8,
        ["@use start", *SECOND],
        [
            f"1 parallel_begin encountering_task=T1 {FRAME} parallel=+P1 requested_parallelism=2 "
            "flags=invoker_runtime|team",
            *member(1, "T2"),
            *member(2, "T3"),
            *closing_barrier(1, "T2"),
            *closing_barrier(2, "T3"),
            "1 parallel_end parallel=P1 encountering_task=T1 flags=invoker_runtime|team",
        ],
    ),
    Family(
        "threads",
        5,
        ["@use start"],
        [
            "2 thread_begin thread_type=worker thread=+H2",
            "2 thread_end thread=H2",
            "2 flush thread=H2",
            "1 flush thread=H1",
            "1 thread_end thread=H1",
        ],
    ),
    Family(
        "tasks",
        5,
        ["@use start", "@use team"],
        [
            create("T2", "T4"),
            create("T4", "T5"),
            scheduled(1, "T2", "switch", "T4"),
            scheduled(1, "T4", "switch", "T2"),
            scheduled(1, "T4", "complete", "T2"),
            scheduled(1, "T4", "switch", "T5"),
            scheduled(1, "T5", "complete", "T4"),
            scheduled(1, "T2", "switch", "T5"),
            scheduled(2, "T3", "switch", "T4"),
            scheduled(2, "T4", "complete", "T3"),
            scheduled(2, "T3", "switch", "T5"),
            scheduled(2, "T5", "complete", "T3"),
        ],
    ),
    Family(
        "regions",
        5,
        ["@use start", "@use team"],
        [
            *region("sync_region", "kind=taskwait "),
            *region("sync_region_wait", "kind=taskwait "),
            *region("sync_region", "kind=taskgroup "),
            *region("sync_region_wait", "kind=taskgroup "),
            *region("masked", ""),
        ],
        [
            *closing_barrier(1, "T2"),
            *closing_barrier(2, "T3"),
            member(1, "T2")[1],
            "1 parallel_end parallel=P1 encountering_task=T1 flags=invoker_runtime|team",
        ],
    ),
    Family(
        "mutexes",
        5,
        ["@use start", "@use team"],
        [*mutex(1, "0x500"), *mutex(2, "0x500"), *mutex(1, "0x600")],
    ),
]


def fresh(sequence: tuple[str, ...]) -> bool:
    """Nothing begins to live twice: its name would have two meanings."""
    born = [word for line in sequence for word in line.split() if "=+" in word]
    return len(born) == len(set(born))


@dataclass
class Verdicts:
    """Both judges' verdicts on one trace; the validator's in and outside the common scope."""

    lines: list[str]
    first: list[str]
    outside: list[str]
    second: str

    def disagree(self) -> bool:
        return bool(self.first) != bool(self.second)

    def show(self, family: str, sequence: tuple[str, ...]) -> None:
        print(f"{family}: the judges disagree")
        for line in sequence:
            print(f"    {line}")
        print(f"  validator: {' '.join(self.first) or 'nothing'}")
        print(f"  second judge: {self.second or 'nothing'}")
        if self.outside and not self.first:
            print(f"  outside their scope: {' '.join(self.outside)}")


def judge_both(validator: str, traces: list[list[str]]) -> list[Verdicts]:
    named = [(str(number), lines) for number, lines in enumerate(traces)]
    found = judge_all(validator, "5.2", named)
    verdicts = []
    for name, lines in named:
        first = [text for text in found[name] if text.partition("@")[0] in IN_SCOPE]
        second = Judge().judge(parse(line) for line in lines if is_event(line))
        verdicts.append(Verdicts(lines, first, [x for x in found[name] if x not in first], second))
    return verdicts


def run(
    validator: str, preludes: dict[str, list[str]], family: Family, deeper: int
) -> tuple[int, int]:
    """The number of judged sequences, and the number of disagreements between the judges.

    The validator may wait for a family's ending before a verdict, because a program may exit
    anywhere. So the sequence with its ending must get one verdict; the validator alone must not
    reject the sequence without it.
    """
    beginning = [x for line in family.beginning for x in expand(line, preludes)]
    accepted: list[tuple[str, ...]] = [()]
    judged = wrong = 0
    for _ in range(family.length + deeper):
        sequences = [(*old, new) for old in accepted for new in family.alphabet]
        sequences = [sequence for sequence in sequences if fresh(sequence)]
        judged += len(sequences)
        open_ended = judge_both(validator, [[*beginning, *s] for s in sequences])
        accepted = [s for s, v in zip(sequences, open_ended, strict=True) if not v.second]
        disputed = [v.disagree() and not (family.ending and v.second) for v in open_ended]
        verdicts = open_ended
        if family.ending:
            verdicts = judge_both(validator, [[*beginning, *s, *family.ending] for s in sequences])
        for n, sequence in enumerate(sequences):
            if disputed[n]:
                open_ended[n].show(family.name, sequence)
            elif verdicts[n].disagree():
                verdicts[n].show(family.name + " with its ending", sequence)
            wrong += disputed[n] or verdicts[n].disagree()
    return judged, wrong


def main(argv: list[str]) -> int:
    validator, folder, *rest = argv
    deeper = int(rest[1]) if rest[:1] == ["--deeper"] else 0
    only = rest[1:] if rest[:1] == ["--only"] else []
    preludes = read_preludes(Path(folder))
    failed = 0
    for family in FAMILIES:
        if only and family.name not in only:
            continue
        judged, wrong = run(validator, preludes, family, deeper)
        failed += wrong
        print(f"{family.name}: {judged} sequences, {wrong} disagreements")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
