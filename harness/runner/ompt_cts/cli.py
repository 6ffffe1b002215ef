"""The command line: a table of sub-commands, each a module in `ompt_cts.commands`.

The module of a sub-command has `add_arguments(parser)` and `run(args) -> int`; its docstring is the
description in `--help`. A sub-command that passes its words on to another program (`hands_over`)
has only `run(words) -> int`. A sub-command raises `UserError` for a problem that the user can mend.
Only the module of the requested sub-command is imported.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ompt_cts import __version__, files, project, streams
from ompt_cts.commands import COMMANDS, NOTHING, PYTHON, RENAMED, module_name
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError, in_words
from ompt_cts.paths import build_dir
from ompt_cts.progress import complain, say
from ompt_cts.system import calls

if TYPE_CHECKING:
    import argparse

HELP_FLAGS = ("-h", "--help")
LAUNCHER_OPTIONS = """\
options for every command:
  --no-install     install nothing: name missing packages instead (also OMPT_CTS_NO_INSTALL=1)
  -h, --help       show this help, or the help of a command
  --version        show the version
"""


def split(argv: list[str]) -> tuple[str, list[str]]:
    """The command of a command line, by its present name, and its words. `help COMMAND` shows
    the command's own help."""
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    argv = [*RENAMED.get(argv[0], argv[:1]), *argv[1:]] if argv else argv
    count = 2 if argv[:1] == ["dev"] else 1
    return " ".join(argv[:count]), argv[count:]


def needs(argv: list[str]) -> int:
    """The needs of the command line; the overview and mistakes need nothing, the help of a
    command needs the packages that the command imports."""
    name, words = split(argv)
    if name not in COMMANDS:
        return NOTHING
    options = words[: words.index("--")] if "--" in words else words
    command = COMMANDS[name]
    if not command.hands_over and any(flag in options for flag in HELP_FLAGS):
        return PYTHON
    return command.needs


def without_room() -> str:
    """Of the folders that commands write to the first whose disk is full, in words; else empty: a
    write that fails names no file."""
    for folder in (build_dir(), Path(os.environ.get("TMPDIR", "/tmp")), Path()):
        with contextlib.suppress(OSError):
            if calls.is_full(folder):
                return f"the disk of {folder.absolute()}"
    return ""


def check_given(words: list[str]) -> None:
    """UserError for an option with an empty value, as from a variable that is not set: the default
    would be taken for it."""
    for before, word in pairwise(["", *words]):
        if not word and before.startswith("--") or re.fullmatch("--[^=]*=", word):
            raise UserError(f"{(before if not word else word).rstrip('=')}: its value is empty")


def overview() -> str:
    width = max(map(len, COMMANDS))
    rows = "\n".join(f"  {name:{width}}  {c.help}" for name, c in COMMANDS.items())
    return (
        "usage: ompt-cts COMMAND [options]\n\n"
        "Checks whether an OpenMP runtime implements the tools interface (OMPT) as the specification says.\n\n"
        f"commands (`dev`: for work on the suites and on known deviations):\n{rows}\n\n"
        f"{LAUNCHER_OPTIONS}\n"
        "exit codes: 0 as expected or done, 1 something new, 2 no verdict (--strict: 0 conformant)"
    )


def make_parser(name: str, doc: str | None) -> argparse.ArgumentParser:
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> None:  # type: ignore[override]
            raise UserError(f"{message} (see {self.prog} --help)")

        def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
            streams.write_out()  # the help
            super().exit(status, message)

    return Parser(
        prog=f"ompt-cts {name}",
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def dispatch(argv: list[str]) -> int:
    name, words = split(argv)
    if name in ("", "dev", *HELP_FLAGS, *(f"dev {flag}" for flag in HELP_FLAGS)):
        print(overview())
        return 0 if name.endswith(HELP_FLAGS) else EXIT_CANNOT_TELL
    if name == "--version":
        print(f"ompt-cts {__version__}")
        return 0
    if name not in COMMANDS:
        import difflib

        close = difflib.get_close_matches(name, COMMANDS, 1)
        hint = f"did you mean {close[0]}?" if close else "see ompt-cts --help"
        raise UserError(f"there is no command {name!r}: {hint}")
    if (old := argv[argv[0] == "help"]) in RENAMED:
        say(f"the name of `{old}` is now `{name}`; the next release drops the old name")
    try:
        module = importlib.import_module(module_name(name))
    except ModuleNotFoundError as missing:
        raise UserError(
            f"the Python package {missing.name!r} is missing: run ./ompt-cts setup"
        ) from None
    if COMMANDS[name].hands_over:
        code = int(module.run(words))
        return code if code >= 0 else 128 - code  # as a shell reports a signal
    import argparse

    parser = make_parser(name, module.__doc__)
    module.add_arguments(parser)
    after = words[words.index("--") + 1 :] if "--" in words else None  # a program of the user's
    if not any(flag in words for flag in HELP_FLAGS):
        own = words[: words.index("--")] if "--" in words else words
        words = project.words(parser._option_string_actions, own, Path.cwd()) + words
    args = parser.parse_args(words, argparse.Namespace(after=after))
    files.check_outputs(vars(args))
    check_given(words[: words.index("--")] if "--" in words else words)
    return int(module.run(args) or 0)


def main(argv: list[str]) -> int:
    """Runs one command line. Every problem ends with one clear line and exit code 2."""
    gc.set_threshold(100_000, 50, 100)  # a report's objects stay: looking for garbage took a third
    code = run(argv)
    streams.settle()
    return code


def run(argv: list[str]) -> int:
    try:
        code = dispatch(argv)
        streams.write_out()
        return code
    except UserError as error:
        complain(str(error))
        return EXIT_CANNOT_TELL
    except KeyboardInterrupt:
        print("ompt-cts: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 141
    except OSError as error:  # a full disk, a folder that we may not write to
        if os.environ.get("OMPT_CTS_DEBUG") or not error.strerror:
            raise
        complain(f"{error.filename or without_room() or 'the system'}: {in_words(error)}")
        return EXIT_CANNOT_TELL
    except MemoryError:
        complain("the system gives no more memory (ulimit -v)")
        return EXIT_CANNOT_TELL
    except Exception as error:  # our own mistake: keep the traceback, show one line
        if os.environ.get("OMPT_CTS_DEBUG"):
            raise
        say(f"internal error: {crash_note(error)}")
        return EXIT_CANNOT_TELL


def crash_note(error: Exception) -> str:
    import traceback

    log = build_dir() / "crash.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("".join(traceback.format_exception(error)))
        where = f"details in {log}"
    except OSError:
        where = "OMPT_CTS_DEBUG=1 shows the place"
    return f"{type(error).__name__}: {error} ({where})"
