"""Makes the site in the build folder: pages from documents and data, then MkDocs.

All output lies in build/site: `pages` (Markdown), `html`, and the Python environment with MkDocs.
Only installing MkDocs needs a network, once.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

from ompt_cts import catalogue, files
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT
from ompt_cts.progress import Log, say
from ompt_cts.reports import html_report, machines, matrix_page, phrases, report, side_by_side
from ompt_cts.site import cause_pages, conform, documents, markdown, rely, rule_pages
from ompt_cts.site.cause_pages import names
from ompt_cts.site.markdown import cell
from ompt_cts.verdict.verdicts import plural

# Report pages on the site, made from the latest reports of whole runs on this machine.

PAGE, FOLDER = "reports.md", "reports/"
HOW = (
    "A report is made by `ompt-cts run --runtime NAME` of all tests, and stands here as soon as the site is built "
    "again on the machine that has run it."
)


def report_pages() -> dict[str, str]:
    """A page for each described runtime that has a report, all side by side, and the list of them."""
    found = [report.load(path) for name in names() if (path := side_by_side.latest(name)).exists()]
    latest = [one for one in found if not phrases.selected(one)]
    made = {f"{FOLDER}{r['runtime']['name']}.html": html_report.render(r) for r in latest}
    lines = ["# Reports", "", HOW, ""]
    if latest:
        lines += ["| runtime | profile | conformance | made |", "|---|---|---|---|"]
    for one in latest:
        runtime = one["runtime"]
        link = f"[{cell(runtime['title'])}]({FOLDER}{runtime['name']}.html)"
        said, day = cell(phrases.conformance(one)), one["environment"]["started"][:10]
        lines.append(f"| {link} | {one['profile']} | {said} | {day} |")
    alike = [one for one in latest if one["profile"] == latest[0]["profile"]]
    if len(alike) > 1:
        made[f"{FOLDER}matrix.html"] = matrix_page.render(side_by_side.tabulate(alike))
        lines += ["", f"[All of them side by side]({FOLDER}matrix.html)"]
    return made | {PAGE: "\n".join(lines) + "\n"}


# Checks that all links of a folder of HTML pages lead somewhere within it, and that no page loads
# anything from elsewhere.

LOADING = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src")}
# Links to the site's own address, which a copy does not know.
NOT_LOADED = {"canonical", "alternate", "prev", "next", "edit"}


class Page(HTMLParser):
    """The anchors of one page, its links, and the files that it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loads: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.anchors.update(known[name] for name in ("id", "name") if name in known)
        for name, value in known.items():
            if (tag, name) in LOADING and not NOT_LOADED.intersection(known.get("rel", "").split()):
                self.loads.add(value)
            elif (tag, name) == ("a", "href"):
                self.links.add(value)


def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def broken(folder: Path) -> list[str]:
    """A line for each broken link, and for each file that a page loads from elsewhere."""
    pages = {path: read(path) for path in sorted(folder.rglob("*.html"))}
    wrong = []
    for path, page in pages.items():
        name = path.relative_to(folder)
        if name.name == "404.html":  # its links begin at the root of the server
            continue
        wrong += [f"{name} loads {url}" for url in sorted(page.loads) if "//" in url]
        for url in sorted(page.links | page.loads):
            parts = urllib.parse.urlsplit(url)
            if parts.scheme or parts.netloc or url.startswith("javascript:"):
                continue
            there = path.parent / urllib.parse.unquote(parts.path) if parts.path else path
            target = there.resolve()
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                wrong.append(f"{name} links to {url}, which does not exist")
            elif parts.fragment and target in pages:
                anchor = urllib.parse.unquote(parts.fragment)
                if anchor not in pages[target].anchors:
                    wrong.append(f"{name} links to {url}: {target.name} lacks this anchor")
    return wrong


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
    made |= rely.pages() | report_pages() | conform.pages()
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
    wrong = broken(html)
    if wrong:
        log.write_text("\n".join(wrong) + "\n", encoding="utf-8")
        raise UserError(summed_up("links that lead nowhere", wrong, log))
    return html / "index.html"


def summed_up(what: str, lines: list[str], log: Path) -> str:
    """A failure in five lines: the first three reasons, and the place of the rest."""
    shown = [line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…" for line in lines[:3]]
    return "\n  ".join([f"{what}: {plural(len(lines), 'line')}", *shown, f"all of it: {log}"])
