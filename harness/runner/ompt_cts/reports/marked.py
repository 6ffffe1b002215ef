"""Texts of unknown origin in GitHub's Markdown, without any markup of their own."""

import re

MARKUP = re.compile(r"[\\`*_\[\]|~$]")
# The beginnings of a tag, an entity, a mention, the number of an issue, or an address.
ENTITIES = re.compile(r"[&<>@#]|:(?=//)|(?<=www)\.")


def one_line(text: str) -> str:
    """The text without line ends, control characters and direction marks."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def text(raw: str) -> str:
    """Running text, in a table's cell or outside: no markup, no mention, no link, no HTML."""
    shown = MARKUP.sub(r"\\\g<0>", one_line(raw))
    return ENTITIES.sub(lambda met: f"&#{ord(met[0])};", shown)


def code(raw: str, in_table: bool = False) -> str:
    """Code, in a fence of more backticks than the longest run of them in the text."""
    words = one_line(raw)
    if in_table:  # a | ends a cell even inside code
        words = words.replace("|", "¦")
    runs = re.findall("`+", words)
    fence = "`" * (1 + max(map(len, runs), default=0))
    gap = " " if not words or words[0] == "`" or words[-1] == "`" else ""
    return f"{fence}{gap}{words}{gap}{fence}"
