"""Which documents of the repository are pages of the site, and where they stand there."""

import re
from collections.abc import Iterator
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

# Folders of the repository and the site's for their documents; the first that fits.
PLACES = (
    ("docs/site/", ""),
    ("docs/", "reference/"),
)
SINGLE = {
    "CONTRIBUTING.md": "adding/contributing.md",
    "rules/README.md": "adding/catalogue.md",
    "suites/README.md": "adding/programs.md",
    "README.md": "index.md",  # only where links lead to
    "expectations": "runtimes.md",
}
KNOWN = re.compile(r"expectations/([\w.-]+)\.toml")  # a runtime has a page
FILES = "files/"  # what links lead to and is no page, as it is
NOT_TAKEN = ("README.md",)


def place(target: str) -> str:
    """Where a path of the repository, with or without anchor, is on the site."""
    path, hash_, anchor = target.partition("#")
    if path in SINGLE:
        return SINGLE[path] + hash_ + anchor
    if runtime := KNOWN.fullmatch(path):
        return f"runtime/{runtime[1]}.md"
    for folder, there in PLACES:
        if path.startswith(folder) and path.endswith(".md"):
            return there + path.removeprefix(folder) + hash_ + anchor
    if not (ROOT / path).is_file():
        raise UserError(f"a document links to {path}, which is no file")
    return FILES + path


def documents() -> Iterator[Path]:
    """All documents that become pages, relative to the repository's root."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield path.relative_to(ROOT)
    for name in SINGLE:
        if name not in NOT_TAKEN and name.endswith(".md"):
            yield Path(name)
