#!/usr/bin/env python3
"""Write the list of checks for one vendor's omp-tools.h: list_vendor_names.py HEADER OUTPUT.

A header may be older or newer than our own, so the comparison in abi_vendor_test.cpp must know what
the header defines before the compiler reads it. The output is a file of macro calls:

  VENDOR_TYPE(name)                     enumeration, structure or named union, in both
  VENDOR_ENUMERATOR(name)               enumerator, in both
  VENDOR_FIELD(type, theirs, ours)      member, by its designator in either definition
  VENDOR_ALIAS(name)                    typedef of anything else, function pointers included, in both
  VENDOR_EXTRA(name)                    the header defines it, we do not
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Members that were renamed between versions without a change of layout.
RENAMED_MEMBERS = {
    ("ompt_record_work_t", "wstype"): "work_type",  # 5.2
    ("ompt_record_ompt_t", "record.master"): "record.masked",  # 5.1
}


# The macros above with their parameters. Those that the including file has not defined do nothing.
MACROS = {
    "TYPE": "name",
    "ENUMERATOR": "name",
    "FIELD": "type, theirs, ours",
    "ALIAS": "name",
    "EXTRA": "name",
}


def without_noise(text):
    """`text` without comments, preprocessor lines and attribute-like macros in capitals."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)
    return re.sub(r"\b[A-Z][A-Z0-9_]+\b", " ", text)


def braced(text, start):
    """Index just after the brace that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    raise ValueError("unbalanced braces")


def member_designators(body):
    """Designators of the members in a structure's or union's body, nested ones with dots."""
    position = 0
    while match := re.compile(r"(union|struct)\s*\w*\s*\{|[^;{}]*?(\w+)\s*;").search(
        body, position
    ):
        if match[1]:
            end = braced(body, match.end() - 1)
            tail = re.compile(r"\s*(\w*)\s*;").match(body, end)
            prefix = tail[1] + "." if tail[1] else ""
            yield from (prefix + m for m in member_designators(body[match.end() : end - 1]))
            position = tail.end()
        else:
            yield match[2]
            position = match.end()


class Definitions:
    """The definitions of a C header under names that begin with ompt_."""

    def __init__(self, text):
        self.types, self.enumerators, self.members, self.aliases = [], [], [], []
        text = without_noise(text)
        for match in re.finditer(r"\btypedef\s+(enum|struct|union)\s*\w*\s*\{", text):
            end = braced(text, match.end() - 1)
            name = re.compile(r"\s*(\w+)\s*;").match(text, end)[1]
            if not name.startswith("ompt_"):
                continue
            self.types.append(name)
            body = text[match.end() : end - 1]
            if match[1] == "enum":
                self.enumerators += [part.split("=")[0].strip() for part in body.split(",")]
            else:
                self.members += [(name, member) for member in member_designators(body)]
        self.enumerators = [name for name in self.enumerators if name]
        for match in re.finditer(r"\btypedef\s+([^;{}]*);", text):
            pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", match[1])
            name = pointer[1] if pointer else re.search(r"(\w+)\s*$", match[1])[1]
            if name.startswith("ompt_"):
                self.aliases.append(name)


def our_names():
    """The official names in our own headers."""
    table = (HERE / "enums.def").read_text()
    names = set(re.findall(r"^OMPT_ENUM_BEGIN\(\w+, *(\w+)", table, re.M))
    names |= set(re.findall(r"^OMPT_ENUMERATOR\(\w+, *\w+, *(\w+)", table, re.M))
    callbacks = (HERE / "callbacks.def").read_text()
    names |= {
        f"ompt_callback_{name}"
        for name in re.findall(r"^OMPT_CALLBACK\( *\d+, *(\w+)", callbacks, re.M)
    }
    for header in HERE.glob("*.h"):
        text = header.read_text()
        names |= set(re.findall(r"^(?:struct|union) (\w+) \{", text, re.M))
        names |= set(re.findall(r"^using (\w+) =", text, re.M))
    return names


def checks(header_text):
    """Lines of the output for a header with this text."""
    theirs, ours = Definitions(header_text), our_names()
    for macro, found in (
        ("TYPE", theirs.types),
        ("ENUMERATOR", theirs.enumerators),
        ("ALIAS", theirs.aliases),
    ):
        for name in found:
            yield f"VENDOR_{macro if name in ours else 'EXTRA'}({name})"
    for owner, member in theirs.members:
        if owner in ours:
            our_member = RENAMED_MEMBERS.get((owner, member), member)
            yield f"VENDOR_FIELD({owner}, {member}, {our_member})"


def main():
    header, output = map(Path, sys.argv[1:])
    lines = ["// Generated by list_vendor_names.py: do not edit."]
    for macro, parameters in MACROS.items():
        lines += [f"#ifndef VENDOR_{macro}", f"#define VENDOR_{macro}({parameters})", "#endif"]
    lines += checks(header.read_text(errors="replace"))
    lines += [f"#undef VENDOR_{macro}" for macro in MACROS]
    output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
