"""Apply this project's mends to the sources of a runtime: one small change for each cause of its
deviations. Each mend is applied completely or not at all; earlier mends stay.

exit codes: 0 done, 1 a mend does not fit, 2 it cannot be done"""

import argparse
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.runtime import mends


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", metavar="SOURCE", help="the top folder of LLVM's sources"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="CAUSE",
        help="apply only this cause's mend and those that it needs; repeatable",
    )
    parser.add_argument(
        "--release",
        default=mends.releases()[-1],
        help="apply the mends of this release (default %(default)s)",
    )
    parser.add_argument("--list", action="store_true", help="list the mends, and change nothing")


def run(args: argparse.Namespace) -> int:
    chosen = mends.chosen(mends.load(args.release), args.only)
    if args.list:
        for cause, mend in chosen.items():
            print(f"{cause:34} {mend.says}")
        return 0
    source = Path(args.source or "")
    if not args.source or not (source / "openmp").is_dir():
        raise UserError("name the top folder of LLVM's sources: the one with the folder openmp")
    made, misfits = mends.apply(chosen, source)
    for line in misfits:
        print(line)
    for cause in made:
        print(f"{cause}: mended")
    unfit = {line.partition(":")[0] for line in misfits}
    if already := len(chosen) - len(made) - len(unfit):
        print(f"{already} already applied")
    return 1 if misfits else 0
