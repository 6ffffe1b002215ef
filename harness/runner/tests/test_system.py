"""Everything but ompt_cts/system needs only what Python offers on every system, and loads with a stub
of that folder."""

import ast
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

import ompt_cts
from ompt_cts.paths import RUNNER

# What other systems' Python has of these modules, as far as the runner uses it; none: nothing.
EVERYWHERE = {
    "os": r"[FRWX]_OK|SEEK_\w+|O_(RD|WR|APPEND|CREAT|EXCL|TRUNC)\w*|DirEntry|access|chmod"
    r"|close|cpu_count|defpath|devnull|dup2?|environ|execv|fdopen|fs(de|en)code|fspath|fstat|getpid"
    r"|kill|listdir|lseek|makedirs|open|path(sep)?|PathLike|pipe|read|readlink|rename|replace|rmdir"
    r"|scandir|sep|set_inheritable|stat(_result)?|symlink|unlink|urandom|waitpid"
    r"|waitstatus_to_exitcode|walk|_exit",
    "signal": r"SIGINT|SIGTERM|Signals|default_int_handler|signal",
    "mmap": r"ACCESS_READ|mmap",
    **dict.fromkeys(("ctypes", "fcntl", "grp", "posix", "pty", "pwd", "resource"), ""),
    **dict.fromkeys(("select", "syslog", "termios", "tty"), ""),
}
ONLY_POSIX = {"start_new_session", "preexec_fn", "pass_fds", "process_group", "umask"}
PLACES = re.compile(r"/(proc|dev|sys)(/|$)")
LOAD = """
import importlib, pkgutil, sys
from importlib.machinery import ModuleSpec
from types import ModuleType

class Stub(ModuleType):
    __path__ = []
    def __getattr__(self, name):
        if name.startswith("__") or self.__name__ == "ompt_cts.system":
            raise AttributeError(name)
        return type(name, (), {})

class Stubs:
    def find_spec(self, name, path=None, target=None):
        stubbed = name.startswith("ompt_cts.system")
        return ModuleSpec(name, self, is_package=True) if stubbed else None
    def create_module(self, spec):
        return Stub(spec.name)
    def exec_module(self, module):
        pass

sys.meta_path.insert(0, Stubs())
import ompt_cts
count = 0
for one in pkgutil.walk_packages(ompt_cts.__path__, "ompt_cts."):
    if not one.name.startswith(SKIPPED):
        importlib.import_module(one.name)
        count += 1
print(count)
"""
# Programs that do their work when they are loaded.
SKIPPED = ("ompt_cts.system", *(f"ompt_cts.steps.{name}" for name in ("compile", "record")))


def beyond(text: str) -> Iterator[str]:
    """What a module uses that not every system has."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if EVERYWHERE.get(one.name) == "")
        elif isinstance(node, ast.ImportFrom) and node.module in EVERYWHERE:
            yield f"from {node.module} import"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            known = EVERYWHERE.get(node.value.id)
            if known and not re.fullmatch(known, node.attr):
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.keyword) and node.arg in ONLY_POSIX:
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if PLACES.match(node.value):
                yield node.value


class SystemTest(unittest.TestCase):
    def test_every_package_can_be_loaded(self) -> None:
        """A bare `python -m unittest` loads each folder that says that it is one."""
        loader = unittest.TestLoader()
        loader.discover(str(RUNNER), "none", str(RUNNER))
        self.assertEqual(loader.errors, [])

    def test_what_is_found(self) -> None:
        for text, found in {
            "import fcntl": "fcntl",
            "from os import fork": "from os import",
            "import os\nos.killpg(1, 9)": "os.killpg",
            "signal.alarm(1)": "signal.alarm",
            "Popen(x, start_new_session=True)": "start_new_session",
            "open(f'/proc/{pid}/stat')": "/proc/",
        }.items():
            self.assertEqual(list(beyond(text)), [found])
        self.assertEqual(list(beyond("import os\nos.getpid()\nos.path.join('a', '/process')")), [])

    def test_everything_else_is_portable(self) -> None:
        package = RUNNER / "ompt_cts"
        for path in sorted(package.rglob("*.py")):
            if not path.is_relative_to(package / "system"):
                with self.subTest(str(path.relative_to(package))):
                    self.assertEqual(list(beyond(path.read_text(encoding="utf-8"))), [])

    def test_everything_else_loads_with_a_stub(self) -> None:
        code = LOAD.replace("SKIPPED", repr(SKIPPED))
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=RUNNER, capture_output=True, text=True
        )
        self.assertEqual(done.stderr[-600:], "")
        self.assertGreater(int(done.stdout), 180)


# The package's rooms: imports go downward only, and nowhere in a circle.
PACKAGE = Path(ompt_cts.__file__).parent
# From the ground up; a room may use the rooms before it. The files beside the rooms are of two
# floors: what everybody uses, and what starts the commands.
FLOORS = (
    "ground setup steps runtime timeline verdict reports suite faults corpus explore site evidence "
    "commands door"
).split()
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
