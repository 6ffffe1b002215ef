"""Write what is known of the releases of OpenMP runtimes from those that are here: build ids, and the
names that came with each release. `check` recognizes by it a library that a distribution or a package
brings along. Best where all are provisioned: `ompt-cts runtimes --provision NAME`.

--sweep adds what distributions and PyPI ship: Debian packages and wheels, as `apt-get download` and
`pip download` get them, or folders. A library counts as the release that the package's name says
(libomp5-17), or that its contents prove.

exit codes: 0 the file is written, 2 it cannot be"""

import argparse
import json
import os
import re
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.progress import say
from ompt_cts.runtime import fingerprints, proof, runtimes

RELEASE = re.compile(r"\Alibomp5?-(\d+)")  # of Debian's packages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--add",
        metavar="NAME=LIBRARY",
        action="append",
        default=[],
        help="add this library as the release NAME; repeatable",
    )
    parser.add_argument(
        "--sweep",
        metavar="PACKAGE",
        nargs="+",
        type=Path,
        default=[],
        help="add the libraries of these packages and folders",
    )


def libraries_of(package: Path, scratch: Path) -> Iterator[Path]:
    """The OpenMP libraries of a Debian package, a wheel or a folder. UserError if it is none."""
    try:
        if package.suffix == ".deb":
            subprocess.run(
                ["dpkg-deb", "-x", package, scratch], check=True, capture_output=True, text=True
            )
        elif package.suffix == ".whl":
            with zipfile.ZipFile(package) as wheel:
                for name in filter(proof.OPENMP.search, (f"/{one}" for one in wheel.namelist())):
                    wheel.extract(name[1:], scratch)
        elif not package.is_dir():
            raise UserError(f"--sweep {package}: neither a .deb, a .whl nor a folder")
    except (OSError, subprocess.CalledProcessError, zipfile.BadZipFile) as error:
        told = getattr(error, "stderr", "") or error
        raise UserError(f"--sweep {package}: it cannot be unpacked: {told}") from None
    root = package if package.is_dir() else scratch
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = Path(folder, name)
            if proof.OPENMP.search(f"/{name}") and path.is_file() and not path.is_symlink():
                yield path


def swept(packages: list[Path], known: set[str]) -> dict[str, str]:
    """The build ids of the packages' libraries, with the described runtimes that they are."""
    found = {}
    for package in packages:
        with tempfile.TemporaryDirectory(prefix="cts-sweep-") as scratch:
            for path in libraries_of(package, Path(scratch)):
                release = RELEASE.match(package.name)
                name, why = fingerprints.recognized(str(path))
                if release:
                    name = f"{fingerprints.FAMILY}-{release[1]}"
                    why = "the package's name"
                build_id = fingerprints.of_file(str(path)).build_id
                if name in known and build_id:
                    found[build_id] = name
                said = f"{name}, by {why}" if name else "a release that nothing proves"
                missing = "" if build_id else "; it has no build id"
                say(f"{package.name}: {path.name} is {said}{missing}")
    return found


def run(args: argparse.Namespace) -> int:
    here = (runtimes.resolve(one) for one in runtimes.described() if one.ompt)
    libraries = {one.name: one.library_real for one in here if one.library_real}
    order = sorted(libraries, key=len, reverse=True)  # of twins the plain name: llvm-19
    by_library = {libraries[name]: name for name in order}
    table = fingerprints.made({name: path for path, name in by_library.items()})
    for word in args.add:
        name, _, path = word.partition("=")
        build_id = fingerprints.of_file(path).build_id
        if not build_id:
            raise UserError(f"--add {word}: the library has no build id")
        table.build_ids[build_id] = name
    old = fingerprints.known().build_ids if fingerprints.TABLE.exists() else {}
    new = swept(args.sweep, {one.name for one in runtimes.described()})
    table.build_ids = new | old | table.build_ids
    files.write_text(fingerprints.TABLE, json.dumps(table.json(), indent=2) + "\n")
    say(f"{fingerprints.TABLE}: {len(table.names)} releases, {len(table.build_ids)} build ids")
    return 0
