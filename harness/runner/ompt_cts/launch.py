"""The program behind `./ompt-cts`: brings everything that the command needs up to date, then runs
the command.

It runs on the system's Python with the standard library only, takes a few milliseconds if nothing
is missing, and continues as the Python of build/venv, which has the packages.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

from ompt_cts.system import interrupts

if __name__ == "__main__":
    interrupts.while_loading()

import contextlib
import json
from pathlib import Path

from ompt_cts import cli, commands, streams
from ompt_cts.errors import EXIT_CANNOT_TELL, UserError
from ompt_cts.paths import GIVEN, RUNNER, build_dir
from ompt_cts.progress import Log, say
from ompt_cts.setup import build, provision
from ompt_cts.system import locks


def split_options(argv: list[str]) -> tuple[list[str], bool]:
    """Removes the launcher's own option; words after `--` belong to the user's program."""
    end = argv.index("--") if "--" in argv else len(argv)
    own = [word for word in argv[:end] if word != "--no-install"]
    install = len(own) == end and os.environ.get("OMPT_CTS_NO_INSTALL", "") in ("", "0")
    return own + argv[end:], install


OURS = (".ompt-cts.lock", "CMakeCache.txt")  # one of them is in every folder that we set up


def is_free(folder: Path) -> bool:
    """Whether we may build in a folder: it is empty, is not there, or is ours."""
    cache = folder / OURS[1]
    if cache.is_file():
        return "\nCMAKE_PROJECT_NAME:STATIC=ompt_cts\n" in cache.read_text(errors="replace")
    return (folder / OURS[0]).exists() or not folder.is_dir() or not any(folder.iterdir())


def set_up(level: int, target: str, folder: Path, install: bool) -> None:
    """Makes everything that is missing; a second ompt-cts at the same time waits for the first."""
    try:
        if not is_free(folder):
            raise UserError(
                f"{folder} has files that are not ours: OMPT_CTS_BUILD_DIR must name a folder that is "
                "empty, or does not exist yet"
            )
        folder.mkdir(parents=True, exist_ok=True)
        held = (folder / OURS[0]).open("w")
    except OSError as error:
        raise UserError(
            f"{folder} needs a set-up and cannot be written ({error.strerror}): its owner must run "
            "./ompt-cts setup, or OMPT_CTS_BUILD_DIR names another folder"
        ) from None
    log = Log(folder / "setup.log")
    with held as lock:
        waiting = "another ompt-cts sets up the same build folder; waiting"
        locks.wait_for(lock, lambda: say(waiting))
        with contextlib.ExitStack() as packages:
            if level >= commands.TOOLS or not provision.venv_is_ready(folder):
                packages.enter_context(
                    provision.system_packages(install, log, target == build.TOOLS)
                )
            provision.make_venv(folder, install, log, target == build.ALL)
            if level >= commands.TOOLS:
                build.ensure(folder, log, target)


def is_ready(level: int, target: str, folder: Path) -> bool:
    if not provision.venv_is_ready(folder, target == build.ALL):
        return False
    if level < commands.TOOLS:
        return True
    installed = not any(p.required for p in provision.missing())
    return installed and build.is_ready(folder, target)


def set_aside() -> None:
    """Keeps the user's PYTHON* for the user's programs: here they could replace Python's modules, or
    end it. They hold for a Python that the user has chosen."""
    given = {name: os.environ[name] for name in os.environ if name.startswith("PYTHON")}
    os.environ[GIVEN] = json.dumps(given)
    for name in () if os.environ.get("OMPT_CTS_PYTHON") else given:
        del os.environ[name]


def main(argv: list[str]) -> int:
    set_aside()
    argv, install = split_options(argv)
    level = cli.needs(argv)
    folder = build_dir()
    try:
        target = commands.COMMANDS[cli.split(argv)[0]].target if level > commands.NOTHING else ""
        if level > commands.NOTHING and not is_ready(level, target, folder):
            set_up(level, target, folder, install)
    except UserError as error:
        print(f"ompt-cts: error: {error}", file=sys.stderr)
        return EXIT_CANNOT_TELL
    except KeyboardInterrupt:
        print("ompt-cts: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"ompt-cts: error: {error}", file=sys.stderr)
        return EXIT_CANNOT_TELL
    if level == commands.NOTHING:
        return cli.main(argv)
    python = str(provision.venv_python(folder))
    wanted = os.environ.get("PYTHONPATH", "")  # that of OMPT_CTS_PYTHON: any other is set aside
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(RUNNER), wanted]))
    interrupts.hold()
    # -P: modules in the working directory may have the names of Python's own.
    own = [] if os.environ.get("OMPT_CTS_PYTHON") else ["-s"]
    os.execv(python, [python, *own, "-P", "-m", "ompt_cts", *argv])


if __name__ == "__main__":
    streams.open_closed()
    interrupts.loaded()
    sys.exit(main(sys.argv[1:]))
