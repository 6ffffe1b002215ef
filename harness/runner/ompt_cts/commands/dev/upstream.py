"""Write issue texts for a runtime's authors, one for each cause: clauses, a program that stands alone,
actual and expected behavior, the place in the source, the change to make, known upstream issues.

The command runs the program on the runtime, if it is on this machine, to get the actual behavior.

exit codes: 0 done, 1 a program no longer shows its deviation, 2 it cannot be done"""

import argparse
import json
import os
import sys
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.paths import build_dir
from ompt_cts.runtime import mends, runtimes
from ompt_cts.suite import reproducers, upstream


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "runtime",
        nargs="?",
        default=mends.releases()[-1],
        metavar="RUNTIME",
        help="for example llvm-19 (default: %(default)s, the newest with mends)",
    )
    parser.add_argument(
        "cause", nargs="*", metavar="CAUSE", help="only these causes (default: all)"
    )
    parser.add_argument("--list", action="store_true", help="list the causes that have a text")
    parser.add_argument("--out", metavar="DIR", help="a file for each cause, into this folder")
    parser.add_argument("--not-run", action="store_true", help="do not run the programs")


def run(args: argparse.Namespace) -> int:
    texts = upstream.load(args.runtime)
    untold = upstream.without_text(args.runtime)
    chosen = args.cause or [*texts, *untold]
    if odd := [cause for cause in chosen if cause not in {**texts, **untold}]:
        raise UserError(f"there is no text about {odd[0]!r}; --list shows the existing ones")
    if args.list:
        for cause in chosen:
            title = texts[cause].title if cause in texts else f"(short) {untold[cause].says}"
            print(f"{cause:34} {title}")
        return 0
    build, bench, version = build_dir(), None, ""
    if not args.not_run:
        bench = reproducers.bench_for(args.runtime, build)
        os.environ.setdefault("OMPT_CTS_COMPILE_CACHE", str(build / "compile-cache"))
        described = json.loads(runtimes.json_path(args.runtime, build).read_text())
        version = upstream.version_of(described)
    failed = False
    for cause in chosen:
        if cause in untold:
            issue = upstream.short(untold[cause])
        else:
            text = texts[cause]
            printed = upstream.output(text, bench) if bench else ""
            for line in upstream.unproven(text, printed) if bench else ():
                print(f"{cause}: {line}", file=sys.stderr)
                failed = True
            issue = upstream.markdown(text, printed, version)
        if args.out:
            path = Path(args.out) / f"{cause}.md"
            files.write_text(path, issue)
            print(path)
        else:
            print(issue)
    return 1 if failed else 0
