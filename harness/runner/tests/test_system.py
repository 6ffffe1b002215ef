"""Everything but ompt_cts/system needs only what Python offers on every system, and loads with a stub
of that folder."""

import ast
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator

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
        self.assertGreater(int(done.stdout), 200)
