"""The documents of the repository that are pages of the site, and their places there."""

import re
from collections.abc import Iterator
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT

# Folders of the repository and the site's folders for their documents; the first match counts.
PLACES = (("docs/site/", ""), ("docs/", "reference/"))
SINGLE = {
    "CONTRIBUTING.md": "adding/contributing.md",
    "rules/README.md": "adding/catalogue.md",
    "suites/README.md": "adding/programs.md",
    "README.md": "index.md",  # only as the target of links
    "expectations": "runtimes.md",
    "docs/site/rely.toml": "rely.md",
}
KNOWN = re.compile(r"expectations/([\w.-]+)\.toml")  # a runtime has a page
FILES = "files/"  # linked files that are no pages, unchanged
NOT_TAKEN = ("README.md",)


def place(target: str) -> str:
    """The place on the site of a path of the repository, with or without anchor."""
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
