"""Pack a run into a folder that another person can verify (docs/evidence.md).

Bundle right after the run, on the same machine: the build folder has its traces, programs and records.
The run must cover all suites, without --filter and --suite. For a run in parts (docs/clusters.md),
--shards names the files of the parts, and their build folders must still exist. A run with repeats keeps
the traces of the last repetition; the results of the others rest on your word.

exit codes: 0 the bundle is made, 2 it is not"""

import argparse
from pathlib import Path

from ompt_cts.evidence import pack, statement
from ompt_cts.numbers_of_options import natural
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import phrases
from ompt_cts.runtime import runtimes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = f"build/reports/{runtimes.DEFAULT}/report.json"
    parser.add_argument("report", nargs="?", metavar="REPORT.json", help=f"default {default}")
    parser.add_argument("--out", required=True, metavar="DIR", help="a new folder, or FILE.tar.gz")
    parser.add_argument(
        "--shards", action="append", default=[], metavar="DIR", help="the folder of the run's parts"
    )
    parser.add_argument("--waivers", metavar="FILE", help="the waivers for broken rules")
    parser.add_argument(
        "--traces",
        dest="sample",
        type=natural,
        default=0,
        metavar="N",
        help="keep the traces of N tests, drawn by the checksums of all traces, and only checksums of the rest",
    )
    for name, text in (
        ("submitter", "the person who submits the bundle"),
        ("product", "the product, with its release"),
        ("contact", "the person to ask"),
    ):
        parser.add_argument(f"--{name}", default="", metavar="TEXT", help=f"statement: {text}")
    parser.add_argument("--date", default="", metavar="DAY", help="statement: the date")
    parser.add_argument(
        "--sign",
        metavar="KEY",
        help="sign the statement with this secret key of minisign or OpenSSH",
    )


def run(args: argparse.Namespace) -> int:
    default = build_dir() / "reports" / runtimes.DEFAULT / "report.json"
    out = Path(args.out).absolute()
    if args.sign:
        statement.tool_of(Path(args.sign))
    asked = pack.Asked(
        report=Path(args.report) if args.report else default,
        out=out,
        waivers=Path(args.waivers) if args.waivers else None,
        shards=tuple(args.shards),
        sign=Path(args.sign) if args.sign else None,
        sample=max(0, args.sample),
        filled={name: getattr(args, name) for name in ("submitter", "product", "contact", "date")},
    )
    result, notes = pack.make(asked)
    for note in notes:
        say(note)
    print(phrases.conformance(result))
    print(f"bundle: {out}")
    if not args.sign:
        print(
            "to sign it, fill in statement.txt and follow docs/evidence.md, or bundle with --sign"
        )
    return 0
