"""Write completion for bash and zsh, and manual pages of the commands.

FOLDER gets the layout of an installation: share/bash-completion, share/zsh, share/man.

exit codes: 0 the files are written, 2 they cannot be"""

import argparse
import importlib
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from ompt_cts import files
from ompt_cts.commands import COMMANDS, module_name

NAMES = {"bash": "bash-completion/completions/ompt-cts", "zsh": "zsh/site-functions/_ompt-cts"}

PATHS = {
    "DIR": shtab.DIR,
    "FOLDER": shtab.DIR,
    **dict.fromkeys(("FILE", "PATH", "json"), shtab.FILE),
}
TITLES = {"manual_title": "OMPT-CTS", "short_desc": "checks a runtime's OpenMP tools interface"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="such as ~/.local or /usr/local")


def whole() -> argparse.ArgumentParser:
    """One parser for every command; it passes another program's words on unchanged."""
    parser = argparse.ArgumentParser(
        prog="ompt-cts",
        description="Checks an OpenMP runtime's tools interface (OMPT) against the specification.",
    )
    commands = parser.add_subparsers(metavar="COMMAND")
    dev = commands.add_parser("dev", help="for work on the suites and on what is known")
    of_dev = dev.add_subparsers(metavar="COMMAND")
    for name, command in COMMANDS.items():
        module = importlib.import_module(module_name(name))
        into, short = (of_dev, name[4:]) if name.startswith("dev ") else (commands, name)
        one = into.add_parser(
            short,
            help=command.help,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if not command.hands_over:
            module.add_arguments(one)
        for action in one._actions:
            if found := PATHS.get(str(action.metavar).rpartition(".")[2]):
                action.complete = found  # type: ignore[attr-defined] - what shtab asks for
    return parser


def run(args: argparse.Namespace) -> int:
    share = Path(args.folder).expanduser() / "share"
    texts = {share / name: shtab.complete(whole(), shell) for shell, name in NAMES.items()}
    texts[share / "man" / "man1" / "ompt-cts.1"] = str(Manpage(whole(), TITLES))
    for path, text in texts.items():
        files.write_text(path, text)
        print(path)
    return 0
