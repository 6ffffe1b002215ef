# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Make a submission of a run: a folder that another person can verify (docs/evidence.md).

Bundle right after the run, where it was made: its traces, programs and records are in the build
folder. A run of all suites, without --filter, --suite and --repeat.

exit codes: 0 the bundle is made, 2 it is not"""

from __future__ import annotations

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
        "--out", required=True, metavar="DIR", help="a folder that is not yet there"
    )
    parser.add_argument("--waivers", metavar="FILE", help="broken rules that somebody answers for")
    parser.add_argument(
        "--sample",
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
        sample=max(0, args.sample),
        filled={name: getattr(args, name) for name in ("submitter", "product", "contact", "date")},
    )
    result, notes = pack.make(asked)
    for note in notes:
        say(note)
    if args.sign:
        say(f"signed: {signature.sign(out, Path(args.sign)).name}")
    print(phrases.conformance(result))
    print(f"bundle: {out}")
    if not args.sign:
        print(f"to sign it: fill in {out / 'statement.txt'}, then ompt-cts bundle --help")
    return 0
