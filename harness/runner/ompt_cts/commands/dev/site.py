"""Build the web site: the documents, and a page for each rule, known deviation and runtime.

The site lies in build/site/html and loads nothing from elsewhere. Its search needs a web server, for
instance that of --serve. MkDocs is installed once, into build/site.

exit codes: 0 done and every link leads somewhere, 2 not"""

import argparse
import functools
import http.server
import os
import re
from pathlib import Path

from rich.console import Console

from ompt_cts.numbers_of_options import positive
from ompt_cts.paths import build_dir
from ompt_cts.reports import report, terminal
from ompt_cts.site import build
from ompt_cts.site.build import SITE

# Makes the picture of the documents from a report: the terminal.

PICTURE = SITE / "images" / "first-run.svg"
COLUMNS = 122
FONTS = re.compile(r"@font-face \{.*?\}\n?", re.DOTALL)  # a browser would fetch these
IDS = re.compile(r"terminal-\d+")  # depends on the content, but similar pictures may share it


def terminal_picture(told: report.Report) -> str:
    """The end of a run as SVG, with the reader's fonts."""
    with open(os.devnull, "w") as nowhere:
        out = Console(
            record=True, width=COLUMNS, file=nowhere, force_terminal=True, highlight=False
        )
        out.print("$ ./ompt-cts run")
        terminal.show(told, None, out)
        svg = out.export_svg(title="ompt-cts run")
    return IDS.sub("terminal", FONTS.sub("", svg))


def write(source: Path) -> Path:
    PICTURE.write_text(terminal_picture(report.load(source)), encoding="utf-8")
    return PICTURE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--serve",
        type=positive,
        metavar="PORT",
        help="then serve the site at http://localhost:PORT",
    )
    parser.add_argument(
        "--pictures",
        metavar="REPORT.json",
        help="first make the documents' picture of a run from this report",
    )


def run(args: argparse.Namespace) -> int:
    if args.pictures:
        print(write(Path(args.pictures)))
    first = build.build(build_dir() / "site")
    print(first)
    if args.serve:
        handler = functools.partial(
            http.server.SimpleHTTPRequestHandler, directory=str(first.parent)
        )
        with http.server.ThreadingHTTPServer(("127.0.0.1", args.serve), handler) as server:
            print(f"http://127.0.0.1:{args.serve}/")
            server.serve_forever()
    return 0
