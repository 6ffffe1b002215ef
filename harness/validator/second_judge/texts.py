"""Traces as text (harness/trace/text.h), and the validator's verdicts on many of them at once."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runner"))

from ompt_cts.catalogue import case_files
from ompt_cts.catalogue.case_files import expand

FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')
# Lines of a case that are not lines of its trace. The files of code are left out: their contents
# are then unknown.
BESIDE = ("#", "also: ", "code: ", "here: ", "profile: ", "shown: ", "tolerates: ")


@dataclass
class Event:
    """One line of the text form."""

    thread: int
    name: str
    fields: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A field's value without the sign of a beginning life and without its address."""
        return self.fields.get(name, "null").removeprefix("+").partition("@")[0]

    def begins(self) -> bool:
        return self.get("endpoint") == "begin"


def parse(line: str) -> Event:
    thread, name, *rest = line.split(" ", 2)
    return Event(int(thread), name, dict(FIELD.findall(rest[0] if rest else "")))


def is_event(line: str) -> bool:
    return line[:1].isdigit()


@dataclass
class Case:
    """A trace of the machines' case files."""

    name: str
    good: bool
    profile: str = "5.2"
    lines: list[str] = field(default_factory=list)


def read_preludes(folder: Path) -> dict[str, list[str]]:
    return {
        block.said: [line for _, line in block.lines if not line.startswith(BESIDE)]
        for block in case_files.blocks(folder)
        if block.kind == "prelude"
    }


def read_cases(folder: Path) -> list[Case]:
    """All cases, with their preludes inserted and the mark of the bad line removed."""
    preludes = read_preludes(folder)
    cases: list[Case] = []
    for block in case_files.blocks(folder):
        if block.kind == "prelude":
            continue
        case = Case(f"{block.path.name}:{block.line}", block.kind == "good")
        for _, line in block.lines:
            if line.startswith("profile: "):
                case.profile = line.split()[1]
            elif not line.startswith(BESIDE):
                case.lines += expand(line.removeprefix("!").strip(), preludes)
        cases.append(case)
    return cases


def judge_all(
    validator: str, profile: str, traces: Iterable[tuple[str, list[str]]]
) -> dict[str, list[str]]:
    """The validator's verdict on each trace: the broken rules, each as RULE@THREAD:POSITION."""
    # Each trace becomes a folder for a moment: ten times as fast without a disk.
    memory = "/dev/shm"
    folder = memory if os.access(memory, os.W_OK) else tempfile.gettempdir()
    with tempfile.NamedTemporaryFile("w", dir=folder, encoding="utf-8") as batch:
        for name, lines in traces:
            batch.write(f"== {name}\n")
            batch.writelines(line + "\n" for line in lines)
        batch.flush()
        done = subprocess.run(
            [validator, "--profile", profile, "--batch", batch.name],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "TMPDIR": folder},
        )
    verdicts = {}
    for line in done.stdout.splitlines():
        name, verdict, *rules = line.split()
        if verdict == "unreadable":
            raise ValueError(f"{name}: the validator cannot read it: {' '.join(rules)}")
        verdicts[name] = rules
    return verdicts
