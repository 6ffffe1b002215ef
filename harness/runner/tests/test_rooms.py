"""The package's rooms: imports go downward only, and nowhere in a circle."""

import ast
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

import ompt_cts

PACKAGE = Path(ompt_cts.__file__).parent
# From the ground up; a room may use the rooms before it. The files beside the rooms are of two
# floors: what everybody uses, and what starts the commands.
FLOORS = (
    "ground",
    *(
        "setup",
        "steps",
        "runtime",
        "timeline",
        "verdict",
        "reports",
        "suite",
        "faults",
        "corpus",
        "explore",
        "site",
        "evidence",
        "commands",
    ),
    "door",
)
GROUND = {
    *("__init__", "catalogue", "errors", "files", "numbers_of_options", "paths", "progress"),
    *("selecting", "stored", "system"),
}


def room_of(parts: tuple[str, ...]) -> str:
    """The floor of a module, given by its path below the package."""
    if parts[0] in GROUND:
        return "ground"
    return parts[0] if len(parts) > 1 or parts[0] in FLOORS else "door"


def module_of(path: Path) -> tuple[str, ...]:
    return path.relative_to(PACKAGE).with_suffix("").parts


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of the package that a file imports, those inside functions and those that only a
    type checker sees too."""
    known = {module_of(other) for other in PACKAGE.rglob("*.py")}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "ompt_cts":
            base = tuple((node.module or "").split(".")[1:])
            for name in node.names:
                module = (*base, name.name)
                if module not in known:
                    module = base if base in known else (*base, "__init__")
                yield module


class RoomsTest(unittest.TestCase):
    def test_every_import_goes_down_or_stays_in_its_room(self) -> None:
        for path in sorted(PACKAGE.rglob("*.py")):
            module = module_of(path)
            for target in imported(path):
                with self.subTest(module=".".join(module), imports=".".join(target)):
                    self.assertLessEqual(
                        FLOORS.index(room_of(target)), FLOORS.index(room_of(module))
                    )

    def test_what_lit_starts_as_a_file_finds_the_package(self) -> None:
        for path in sorted((PACKAGE / "steps").glob("*.py")):
            if "sys.argv" in path.read_text(encoding="utf-8"):
                command = [sys.executable, path]
                done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=-1, check=False)
                with self.subTest(path.name):
                    self.assertNotIn(b"ModuleNotFoundError", done.stderr)

    def test_no_circle(self) -> None:
        graph = {module_of(path): set(imported(path)) for path in PACKAGE.rglob("*.py")}
        done: set[tuple[str, ...]] = set()

        def visit(module: tuple[str, ...], above: tuple[tuple[str, ...], ...]) -> None:
            self.assertNotIn(module, above, "imports in a circle")
            if module in done:
                return
            for target in graph.get(module, ()):
                visit(target, (*above, module))
            done.add(module)

        for module in graph:
            visit(module, ())
