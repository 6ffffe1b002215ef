"""The statement: the page of a bundle that a person fills in and signs.

The statement names the manifest's checksum, and with it every file of the bundle. It repeats the
bundle's claims, so that people sign only what they have read.
"""

import re
from pathlib import Path

from ompt_cts import files
from ompt_cts.evidence import layout, waivers
from ompt_cts.evidence.waivers import Waiver
from ompt_cts.reports import phrases
from ompt_cts.reports.report import Report

BLANK = "(to be filled in)"
FILLED = ("submitter", "product", "contact", "date")
TEXT = """\
OMPT-CTS: statement of conformance testing

submitter: {submitter}
product: {product}
contact: {contact}
date: {date}

runtime: {runtime}
sha256: {sha256}
suite: {suite}
answer: {answer}
waivers: {waivers}
manifest: {manifest}

The submitter states that the runtime named above has produced the traces of this bundle, with the
programs of the named suite, unmodified but for the patches that the bundle holds; that no result has
been left out; and that each waiver has been approved by the person it names.
"""
LINE = re.compile(r"^(\w+): (.*)$", re.MULTILINE)


def expected(folder: Path, report: Report, given: list[Waiver]) -> dict[str, str]:
    """The lines that follow from the bundle."""
    runtime, suite = report["runtime"], report["suite"]
    lines = {
        "runtime": f"{runtime['title'] or runtime['name']}, {runtime['version_string']}",
        "sha256": runtime["sha256"],
        "suite": f"{suite['version']}, commit {suite['commit']}",
        "answer": phrases.conformance(report),
        "waivers": f"{len(given)}, for {len(waivers.broken(report))} broken rules, of which "
        f"{len(waivers.unwaived(report, given))} are not waived",
        "manifest": layout.checksum(folder / layout.MANIFEST),
    }
    return {key: " ".join(value.split()) for key, value in lines.items()}


def write(folder: Path, report: Report, given: list[Waiver], filled: dict[str, str]) -> None:
    """Writes the statement; `filled`: submitter, product, contact and date as far as known."""
    own = {key: " ".join(filled.get(key, "").split()) or BLANK for key in FILLED}
    text = TEXT.format(**own, **expected(folder, report, given))
    files.write_text(folder / layout.STATEMENT, text)


def problems(folder: Path, report: Report, given: list[Waiver]) -> tuple[list[str], list[str]]:
    """The wrong lines of the statement, and the lines that are not filled in."""
    path = folder / layout.STATEMENT
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ["the statement is missing or cannot be read"], []
    said: dict[str, str] = {}
    found = []
    for key, value in LINE.findall(text):
        if key in said:
            found.append(f"the statement says {key} twice")
        said[key] = " ".join(value.split())
    for key, value in expected(folder, report, given).items():
        if said.get(key) != value:
            found.append(
                f"the statement's {key} is {said.get(key, 'missing')!r}, expected {value!r}"
            )
    filled = {key: said.get(key, "") for key in FILLED}
    wanted = TEXT.format(**filled, **expected(folder, report, given)).splitlines()
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for number, line in enumerate([] if found else lines, 1):
        if lines[:number] != wanted[:number] or not line.isprintable():
            found.append(f"line {number} of the statement differs: {line!r:.100}")
            break
    if not found and len(lines) < len(wanted):
        found.append(f"the statement ends before {wanted[len(lines)]!r:.100}")
    told = {
        key: text for key, text in said.items() if text != BLANK and any(map(str.isalnum, text))
    }
    blank = [key for key in FILLED if key not in told]
    return found, blank
