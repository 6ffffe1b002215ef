"""The public address of a section of the OpenMP specification, by its number.

The HTML form of a version has a page for each section and subsection, numbered through the whole
document in the order of its table of contents (openmpse121.html is 19.1 of 5.2); deeper sections
are on the page of their subsection. For a version without HTML the address is the document, at the
heading's named destination, which the LaTeX sources derive from the heading's depth.
"""

import re
from itertools import accumulate

HTML = "https://www.openmp.org/spec-html"
# version -> chapter -> the number of subsections of each section. For 5.0 only the sections.
CONTENTS: dict[str, dict[int, list[int]]] = {
    "5.0": {1: [0] * 8, 2: [0] * 20, 3: [0] * 8, 4: [0] * 6, 5: [0] * 6, 6: [0] * 24},
    "5.2": {
        1: [0, 8, 0, 6, 2, 0, 0, 0],
        2: [0] * 5,
        3: [2, 6, 2, 0, 0],
        4: [0, 0, 1, 5],
        5: [2, 0, 0, 10, 11, 2, 2, 8, 2, 0, 0],
        6: [0] * 8,
        7: [0, 0, 0, 4, 5, 2, 1, 3],
        8: [0, 1, 4, 0, 2],
        9: [1, 2],
        10: [4, 1, 0, 3, 1],
        11: [0, 0, 1, 0, 3, 1, 1],
        12: [0, 0, 0, 0, 2, 2, 0, 0, 0],
        13: [0] * 9,
        14: [3, 0],
        15: [2, 0, 3, 0, 0, 0, 0, 6, 6, 3],
        16: [0, 0],
        17: [0] * 5,
        18: [0, 20, 11, 6, 3, 2, 7, 11, 6, 2, 1, 7, 9, 0, 0],
        19: [0, 5, 0, 4, 2, 3],
        20: [0, 3, 13, 6, 10, 8],
        21: [7, 9, 3],
    },
}
DOCUMENTS = {
    "5.0": "https://www.openmp.org/wp-content/uploads/OpenMP-API-Specification-5.0.pdf",
    "5.1": "https://www.openmp.org/wp-content/uploads/OpenMP-API-Specification-5-1.pdf",
    "5.2": "https://www.openmp.org/wp-content/uploads/OpenMP-API-Specification-5-2.pdf",
    "6.0": "https://www.openmp.org/wp-content/uploads/OpenMP-API-Specification-6-0.pdf",
}
HEADINGS = ("chapter", "section", "subsection", "subsubsection")
SECTION = re.compile(r"\d+(?:\.\d+)*")


def address(version: str, section: str) -> str:
    """The page of a section, `19.4.2.1`, or the document without a page; empty for an unknown
    version."""
    number = [int(part) for part in section.split(".")]
    chapters = CONTENTS.get(version, {})
    if number[0] not in chapters:
        return _in_document(version, section)
    before = [count for chapter in range(1, number[0]) for count in chapters[chapter]]
    here = chapters[number[0]]
    if len(number) == 1:
        return f"{HTML}/{version}/openmpch{number[0]}.html"
    if not 1 <= number[1] <= len(here):
        return _in_document(version, section)
    if len(number) > 2 and 1 <= number[2] <= here[number[1] - 1]:
        above = sum(before) + ([0, *accumulate(here)][number[1] - 1])
        return f"{HTML}/{version}/openmpsu{above + number[2]}.html"
    return f"{HTML}/{version}/openmpse{len(before) + number[1]}.html"


def _in_document(version: str, section: str) -> str:
    parts = section.split(".")[: len(HEADINGS)]
    where = f"#{HEADINGS[len(parts) - 1]}.{'.'.join(parts)}"
    return DOCUMENTS[version] + where if version in DOCUMENTS else ""


def parts(version: str, clause: str) -> list[tuple[str, str]]:
    """A clause as texts, each with its address if it has one: `19.4.4.29–30, 2.6` has two with
    one."""
    found, end = [], 0
    for match in SECTION.finditer(clause):
        alone = not clause[: match.start()].endswith(("–", "Table ", "Tables ", "table "))
        link = address(version, match[0]) if alone else ""
        if link:
            found += [(clause[end : match.start()], ""), (match[0], link)]
            end = match.end()
    return [(text, link) for text, link in [*found, (clause[end:], "")] if text]


def first(version: str, clause: str) -> str:
    """The address of a clause's first section; for a range that of its begin; empty if none has
    one."""
    met = SECTION.match(clause)
    return address(version, met[0]) if met else ""
