"""Makes the picture of the documents from a report: the terminal."""

import os
import re
from pathlib import Path

from rich.console import Console

from ompt_cts.reports import report, terminal
from ompt_cts.site.build import SITE

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
