"""Texts of unknown origin in GitHub's Markdown: shown as they are, whatever they hold."""

import re

MARKUP = re.compile(r"[\\`*_\[\]|~$]")
# What begins a tag, an entity, a mention, the number of an issue, or an address.
ENTITIES = re.compile(r"[&<>@#]|:(?=//)|(?<=www)\.")


def one_line(text: str) -> str:
    """Without line ends, control characters and what turns the direction of writing."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def text(raw: str) -> str:
    """As running text, in a table's cell or outside: no markup, no mention, no link, no HTML."""
    shown = MARKUP.sub(r"\\\g<0>", one_line(raw))
    return ENTITIES.sub(lambda met: f"&#{ord(met[0])};", shown)


def code(raw: str, in_table: bool = False) -> str:
    """As code: in a fence of more backticks than the text has in a row."""
    words = one_line(raw)
    if in_table:  # a cell ends at a | even inside of code
        words = words.replace("|", "¦")
    runs = re.findall("`+", words)
    fence = "`" * (1 + max(map(len, runs), default=0))
    gap = " " if not words or words[0] == "`" or words[-1] == "`" else ""
    return f"{fence}{gap}{words}{gap}{fence}"
