"""Makes the pictures of the documents from a report: the terminal and the page."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from rich.console import Console

from ompt_cts.errors import UserError
from ompt_cts.reports import html_report, report, terminal
from ompt_cts.site.build import SITE

IMAGES = SITE / "images"
COLUMNS = 122
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW = "1280,800"
COLOURS = 64  # a third of the size
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


def page_picture(told: report.Report, path: Path) -> None:
    """The top of the report's page as PNG, rendered by a browser."""
    try:
        from PIL import Image
    except ImportError:
        raise UserError("a picture of the page needs the Python package pillow") from None
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        raise UserError("a picture of the page needs a browser: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        page.write_text(html_report.render(told), encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={folder}/user", f"--window-size={WINDOW}"]
        command += [f"--screenshot={path}", page.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode or not path.exists():
            raise UserError(f"{browser}: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3).save(
            path, optimize=True
        )


def write(source: Path) -> list[Path]:
    told = report.load(source)
    svg, png = IMAGES / "first-run.svg", IMAGES / "report.png"
    svg.write_text(terminal_picture(told), encoding="utf-8")
    page_picture(told, png)
    return [svg, png]
