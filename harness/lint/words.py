"""Proves what docs/message-style.md says of words, wherever people read them: messages, documents,
comments, rules, expectations, test programs.

    words.py [ROOT]

The specification's spelling (initialize, serialized, behavior), and no sentence turned round as
those that were found here once. One line per problem; exit status 1 if there is any.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import command_line

FOLDERS = (
    "docs",
    "rules",
    "harness",
    "suites",
    "expectations",
    "runtimes",
    "reports",
    "benchmarks",
)
SUFFIXES = re.compile(r"\.(md|toml|def|cases|cpp|c|h|f90|inc|py|j2|sh)")
# What shows how it should not be, and what others have written.
EXEMPT = ("docs/message-style.md", "harness/lint/words.py", "harness/lint/test_words.py")

# Stems of words that the specification writes with a z.
STEMS = (
    "initial|serial|synchron|final|recogn|organ|optim|minim|maxim|normal|summar|special|general"
    "|vector|parallel|virtual|material|util|categor|custom|emphas|real|local|central|character"
    "|author|stabil|penal|symbol|visual|token|random|privat|standard|neutral|prior|item|apolog"
)
SPELLING = (
    (re.compile(rf"(?:{STEMS})is(?:e[ds]?|ing|ations?|ers?)\b", re.IGNORECASE), "-ize"),
    (re.compile(r"\banaly[s](?:e[ds]?|ing)\b", re.IGNORECASE), "analyze"),
    (re.compile(r"\bbehaviour", re.IGNORECASE), "behavior"),
)
# What a sentence says in its natural order.
INVERTED = (
    (re.compile(r"\bdue (?:is|are|were)\b"), "expected N, found M"),
    (re.compile(r"\b(?:came|come|comes) (?:\{\}|\d+) times\b"), "expected N, found M"),
    (re.compile(r"[;,:] [^\"';.\n]{1,40} (?:is|are) due\b(?=[\"'])"), "expected …"),
    (re.compile(r"\b(?:program is|stands?|stood|comes?|read|dispatched) behind\b"), "after"),
    (re.compile(r"\b(?:expected|found) (?:is|are|was|were) (?:\{\}|\d+)"), "expected N, found M"),
    (re.compile(r"\bright (?:is|are) (?:\{\}|\d+)"), "expected N"),
)


def texts(root: Path) -> Iterator[Path]:
    yield from sorted(root.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if SUFFIXES.fullmatch(path.suffix) and path.is_file():
                yield path


def problems(root: Path) -> list[str]:
    found = []
    for path in texts(root):
        name = path.relative_to(root).as_posix()
        if name in EXEMPT:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for pattern, better in (*SPELLING, *INVERTED):
            for match in pattern.finditer(text):
                number = text.count("\n", 0, match.start()) + 1
                found.append(f"{name}:{number}: write {better}, not '{match[0].strip()}'")
    return found


if __name__ == "__main__":
    command_line.tell(problems)
