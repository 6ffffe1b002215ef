"""Proves the statements of docs/architecture.md about the C++ sources.

    sources.py [ROOT]

A module is a header with its source file. No module includes, directly or not, one that includes it;
none includes upward (LAYERS); and no part that records or judges names a vendor's runtime. No text or
source holds the mark of an unfinished merge. One line per problem; exit status 1 if there is any.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import command_line

# Each folder may include itself and the folders of its line.
LAYERS: Mapping[str, tuple[str, ...]] = {
    "ompt_abi": (),
    "system": ("ompt_abi", "trace", "checker_tool"),
    "trace": ("ompt_abi", "system"),
    "checker_tool": ("ompt_abi", "trace", "system"),
    "devices": ("ompt_abi", "trace", "system"),
    "validator": ("ompt_abi", "trace", "rules", "system"),
    "faults": ("ompt_abi", "trace", "rules", "validator", "checker_tool", "system"),
    "rules_gen": ("rules",),
    "tests": ("ompt_abi", "trace", "rules", "validator"),
}
INCLUDE = re.compile(r'^#include "([\w./]+)"', re.MULTILINE)
# Compilers and their options may be named, runtimes may not.
VENDOR = re.compile(r"\b(LLVM(?!Fuzzer)|libomp\.|GOMP|libgomp|Intel|GNU|NVIDIA|AMD)\b")
NO_VENDOR = (
    "rules",
    *(f"harness/{f}" for f in ("ompt_abi", "system", "trace", "checker_tool", "validator")),
)
TEXTS = (".cpp", ".h", ".def", ".toml", ".cases")
OTHER_TEXTS = (".md", ".txt", ".py", ".c", ".f90", ".html", ".cmake")
MERGE = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)

Graph = dict[str, set[str]]  # module -> its included modules


def module(path: str) -> str:
    return path.rsplit(".", 1)[0]


def includes(harness: Path) -> Graph:
    graph: Graph = {}
    for path in sorted(harness.rglob("*")):
        if path.suffix not in (".h", ".cpp") or not path.is_file():
            continue
        name = module(path.relative_to(harness).as_posix())
        found = INCLUDE.findall(path.read_text(encoding="utf-8"))
        others = {module(other) for other in found if other.endswith(".h")}
        graph.setdefault(name, set()).update(others - {name})
    return graph


def upward(graph: Graph) -> Iterator[str]:
    for name, others in graph.items():
        folder = name.split("/")[0]
        for other in sorted(others):
            target = other.split("/")[0]
            if target != folder and target not in LAYERS.get(folder, ()):
                yield f"{name} includes {other}: {folder} may not include {target}"


def circles(graph: Graph) -> Iterator[str]:
    """Strongly connected modules, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> Iterator[str]:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in index:
                yield from visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            found = []
            while not found or found[-1] != name:
                found.append(stack.pop())
            if len(found) > 1:
                yield f"these include each other: {', '.join(sorted(found))}"

    for name in sorted(graph):
        if name not in index:
            yield from visit(name)


def vendors(root: Path) -> Iterator[str]:
    for folder in NO_VENDOR:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in TEXTS or not path.is_file():
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if match := VENDOR.search(line):
                    yield f"{path.relative_to(root)}:{number}: names {match[1]}"


def unmerged(root: Path) -> Iterator[str]:
    folders = (one for one in root.glob("*/") if not one.name.startswith("build"))
    for path in (*root.glob("*"), *(one for folder in folders for one in folder.rglob("*"))):
        if path.suffix in (*TEXTS, *OTHER_TEXTS) and path.is_file():
            if MERGE.search(path.read_text(encoding="utf-8", errors="replace")):
                yield f"{path.relative_to(root)}: holds a merge that nobody finished"


def problems(root: Path) -> list[str]:
    graph = includes(root / "harness")
    return [*upward(graph), *circles(graph), *vendors(root), *unmerged(root)]


if __name__ == "__main__":
    command_line.tell(problems)
