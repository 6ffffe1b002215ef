"""Turns Markdown of the repository into pages of the site: links lead to the pages' new places,
linked files that are no pages are copied, and a rule's name in code links to its page."""

import os
import re
from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import PurePosixPath

from ompt_cts.catalogue import PSEUDO_RULES

# The text of a link may go on in the next line.
LINK = re.compile(r"(?<!!)\[((?:[^\[\]\n]|\n(?!\n)|\[[^\]]*\])+)\]\(([^)\s]+)\)")
CODE = re.compile(r"(?<![\w\[`])`([\w.-]+)`(?![\w`\]])")
FENCE = re.compile(r"^ *(```|~~~)")
OUTSIDE = re.compile(r"[a-z]+:|#")
WITHOUT_CONTENTS = ("---", "hide: [toc]", "---", "")  # before a page with a wide table
Place = Callable[[str], str]  # the site's path for one of the repository's


def relative(target: str, page: str) -> str:
    """One path of the site as seen from a page."""
    path, hash_, anchor = target.partition("#")
    return os.path.relpath(path, str(PurePosixPath(page).parent)) + hash_ + anchor


def plain_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is text (not code)."""
    inside = False
    for line in text.splitlines():
        fence = FENCE.match(line) is not None
        yield line, not (inside or fence)
        inside ^= fence


def moved(text: str, source: str, page: str, place: Place, rules: Collection[str]) -> str:
    """A document of the repository as a page of the site."""

    def link(match: re.Match[str]) -> str:
        label, target = match[1], match[2]
        if OUTSIDE.match(target):
            return match[0]
        path, hash_, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(source), path))
        return f"[{label}]({relative(place(there + hash_ + anchor), page)})"

    def rule(match: re.Match[str]) -> str:
        return rule_link(match[1], page) if match[1] in rules else match[0]

    lines: list[str] = []
    for is_text, group in groupby(plain_lines(text), key=itemgetter(1)):
        block = [line for line, _ in group]
        if is_text:
            block = LINK.sub(link, "\n".join(block)).split("\n")
            block = [line if line.startswith("#") else CODE.sub(rule, line) for line in block]
        lines += block
    return "\n".join(lines) + "\n"


def rule_page(rule: str) -> str:
    """The page of a rule; a crash or a timeout is no rule but the verdict of a test."""
    return "reference/verdicts.md#a-test" if rule in PSEUDO_RULES else f"rule/{rule}.md"


def rule_link(rule: str, page: str) -> str:
    return f"[`{rule}`]({relative(rule_page(rule), page)})"


def cell(text: str) -> str:
    """A text inside a table."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.strip(chr(10))}\n```"
