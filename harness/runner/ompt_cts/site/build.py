"""Makes the site in the build folder: pages from documents and data, then MkDocs.

All output lies in build/site: `pages` (Markdown), `html`, and the Python environment with MkDocs.
Only installing MkDocs needs a network, once.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT
from ompt_cts.progress import Log, say
from ompt_cts.reports import machines
from ompt_cts.site import (
    cause_pages,
    conform,
    documents,
    links,
    markdown,
    published,
    rely,
    rule_pages,
)
from ompt_cts.verdict.verdicts import plural

SITE = ROOT / "docs" / "site"
SETTINGS = SITE / "mkdocs.yml"
REQUIREMENTS = SITE / "requirements.txt"
STATIC = ("filter.js", "tables.css")
PICTURES = (".png", ".svg")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WIDTH = 160  # of a line of a failure


def environment(folder: Path, log: Log) -> Path:
    """The Python with MkDocs, in an environment that is made again whenever the pins change."""
    venv = folder / "venv"
    stamp, key = venv / ".stamp", hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    python = venv / "bin" / "python3"
    if not stamp.exists() or stamp.read_text() != key:
        shutil.rmtree(venv, ignore_errors=True)
        base = getattr(sys, "_base_executable", sys.executable)
        log.run([base, "-P", "-m", "venv", str(venv)], "python3 -m venv")
        pip = [str(python), "-P", "-m", "pip", "install", "--disable-pip-version-check"]
        log.run([*pip, "-r", str(REQUIREMENTS)], "pip install of MkDocs")
        stamp.write_text(key)
    return python


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def lists() -> dict[str, str]:
    """The pages that the catalogue's programs print, and the page of the machines."""
    made = {"reference/state-machines.md": machines.page()}
    for page, program in (("coverage", "coverage.py"), ("not-checked", "lint.py")):
        command = [sys.executable, str(ROOT / "harness" / "rules_gen" / program), "--page"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UserError(f"{program}: {done.stderr.strip()}")
        made[f"reference/{page}.md"] = done.stdout
    return made


def stage(folder: Path) -> int:
    """Writes all pages as Markdown; returns their number."""
    shutil.rmtree(folder, ignore_errors=True)
    wanted: set[str] = set()

    def place(target: str) -> str:
        there = documents.place(target)
        if there.startswith(documents.FILES):
            wanted.add(target.partition("#")[0])
        return there

    made = {"rules.md": rule_pages.index(), "runtimes.md": cause_pages.index()}
    made |= rule_pages.pages() | cause_pages.pages() | lists()
    made |= rely.pages() | published.pages() | conform.pages()
    rules = catalogue.load().keys()
    for path in documents.documents():
        text = (ROOT / path).read_text(encoding="utf-8")
        page = documents.place(path.as_posix())
        if page in made:
            raise UserError(f"{path} and a page that is made would both be {page}")
        made[page] = markdown.moved(text, path.as_posix(), page, place, rules)
    for name, text in made.items():
        write(folder, name, text)
    for name in wanted:
        write(folder, documents.FILES + name, (ROOT / name).read_text(encoding="utf-8"))
    for name in STATIC:
        shutil.copy(SITE / name, folder)
    for path in sorted((SITE / "images").glob("*")):
        if path.suffix in PICTURES:
            (folder / "images").mkdir(exist_ok=True)
            shutil.copy(path, folder / "images")
    return len(made)


def build(folder: Path) -> Path:
    """Builds the site; returns its first page. UserError with MkDocs' message, or with broken links."""
    folder.mkdir(parents=True, exist_ok=True)
    python = environment(folder, Log(folder / "site.log"))
    number = stage(folder / "pages")
    shutil.copy(SETTINGS, folder / "mkdocs.yml")
    say(f"{number} pages")
    html = folder / "html"
    command = [str(python), "-P", "-m", "mkdocs", "build", "--strict"]
    command += ["-f", str(folder / "mkdocs.yml"), "-d", str(html)]
    log = folder / "mkdocs.log"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    log.write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        told = [files.plain(line).strip() for line in COLOUR.sub("", done.stderr).splitlines()]
        told = [line for line in told if line.startswith(("WARNING", "ERROR"))] or told[-1:]
        raise UserError(summed_up("mkdocs", told, log))
    wrong = links.broken(html)
    if wrong:
        log.write_text("\n".join(wrong) + "\n", encoding="utf-8")
        raise UserError(summed_up("links that lead nowhere", wrong, log))
    return html / "index.html"


def summed_up(what: str, lines: list[str], log: Path) -> str:
    """A failure in five lines: the first three reasons, and the place of the rest."""
    shown = [line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…" for line in lines[:3]]
    return "\n  ".join([f"{what}: {plural(len(lines), 'line')}", *shown, f"all of it: {log}"])
