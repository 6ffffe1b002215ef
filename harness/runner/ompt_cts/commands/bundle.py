"""Make a submission of a run: a folder that another person can verify (docs/evidence.md).

Bundle right after the run, where it was made: its traces, programs and records are in the build
folder. A run of all suites, without --filter and --suite. Of a run in parts (docs/clusters.md), --shards
names what the parts have written, and their build folders must be there. Of a run with repeats the last
leaves its traces; what the others gave rests on your word.

exit codes: 0 the bundle is made, 2 it is not"""

import argparse
from pathlib import Path

from ompt_cts.evidence import pack, signature
from ompt_cts.paths import build_dir
from ompt_cts.progress import say
from ompt_cts.reports import phrases
from ompt_cts.runtime import runtimes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = f"build/reports/{runtimes.DEFAULT}/report.json"
    parser.add_argument("report", nargs="?", metavar="REPORT.json", help=f"default {default}")
    parser.add_argument(
        "--out", required=True, metavar="DIR", help="a folder that is not yet there, or FILE.tar.gz"
    )
    parser.add_argument(
        "--shards", action="append", default=[], metavar="DIR", help="the run's parts: their folder"
    )
    parser.add_argument("--waivers", metavar="FILE", help="broken rules that somebody answers for")
    parser.add_argument(
        "--traces",
        dest="sample",
        type=int,
        default=0,
        metavar="N",
        help="keep the traces of N tests, drawn by all traces' checksums; of the others only these",
    )
    for name, text in (
        ("submitter", "who hands this over"),
        ("product", "what is submitted, with its release"),
        ("contact", "whom to ask"),
    ):
        parser.add_argument(f"--{name}", default="", metavar="TEXT", help=f"statement: {text}")
    parser.add_argument("--date", default="", metavar="DAY", help="statement: its day")
    parser.add_argument(
        "--sign", metavar="KEY", help="sign the statement: a secret key of minisign or OpenSSH"
    )


def run(args: argparse.Namespace) -> int:
    default = build_dir() / "reports" / runtimes.DEFAULT / "report.json"
    out = Path(args.out).absolute()
    if args.sign:
        signature.tool_of(Path(args.sign))
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
        print("to sign it: fill in statement.txt, then docs/evidence.md; or bundle with --sign")
    return 0
