"""Checks that all links of a folder of HTML pages lead somewhere within it, and that no page loads
anything from elsewhere."""

import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

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
