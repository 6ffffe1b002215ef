"""The validator's machines for people: their tables as diagrams, and the events of each machine."""

import re
import subprocess
from functools import cache
from pathlib import Path

from ompt_cts import catalogue
from ompt_cts.catalogue import Rule
from ompt_cts.paths import ROOT, build_dir

MACHINES = ROOT / "harness" / "validator" / "machines"
ORDER = """\
# Which machine sees what, and when

`machines.def` lists the machines. All machines are asked for one hook of an event, in the order of the list,
before any machine is asked for the next hook:

1. `takes(event)`: does the event belong to one machine alone? Then no other machine sees it.
2. `ready(event)`: may the event be judged now, or must other threads be heard first?
3. `before(here)`: every event, before anything is judged.
4. `callback(here[, event])`: every callback, before a machine has applied it.
5. `on(here, event)`: judges and applies the event. The first table says which machines have one, or take the event.
6. `at_end()`: after the last event; `problem()`: the trace is damaged.

"""


def printed(*arguments: str) -> str:
    """The output of `machine-diagrams`; empty if the program is not built."""
    program = build_dir() / "bin" / "machine-diagrams"
    if not program.is_file():
        return ""
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


@cache
def diagrams() -> list[tuple[str, str, str]]:
    """Each diagram: the stem of the machine's source, a title, and the diagram as Mermaid text."""
    found = []
    for block in printed().split("== ")[1:]:
        head, _, diagram = block.partition("\n")
        source, _, title = head.partition(" ")
        found.append((source, title, diagram.rstrip()))
    return found


def source_of(machine: str) -> Path:
    """The source file of a machine, in the machine's room."""
    return next(MACHINES.glob(f"**/{machine}.cpp"))


def judged_in(machine: str) -> list[Rule]:
    """The rules that the source file of a machine names."""
    words = set(re.findall(r"\w+", source_of(machine).read_text(encoding="utf-8")))
    return [rule for rule in catalogue.load().values() if rule.enumerator in words]


def of_rule(rule: Rule) -> list[tuple[str, str]]:
    """The title and the diagram of each machine that judges the rule."""
    return [(title, text) for source, title, text in diagrams() if rule in judged_in(source)]


def page() -> str:
    """All of it as one Markdown page."""
    lines = [ORDER, printed("--order")]
    for source, title, diagram in diagrams():
        rules = ", ".join(f"`{rule.id}`" for rule in judged_in(source))
        place = source_of(source).relative_to(MACHINES.parent)
        lines += [f"## {title}", f"`{place}` judges {rules}.", ""]
        lines += ["```mermaid", diagram, "```", ""]
    return "\n".join(lines)
