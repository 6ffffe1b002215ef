"""Write what is known of the releases of OpenMP runtimes from those that are here: build ids, and the
names that came with each release. `check` recognizes by it a library that a distribution or a package
brings along. Best where all are provisioned: `ompt-cts runtimes --provision NAME`.

exit codes: 0 done, 2 not"""

import argparse
import json

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.progress import say
from ompt_cts.runtime import fingerprints, runtimes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--add", metavar="NAME=LIBRARY", action="append", default=[])


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
    table.build_ids = old | table.build_ids
    files.write_text(fingerprints.TABLE, json.dumps(table.json(), indent=2) + "\n")
    say(f"{fingerprints.TABLE}: {len(table.names)} releases, {len(table.build_ids)} build ids")
    return 0
