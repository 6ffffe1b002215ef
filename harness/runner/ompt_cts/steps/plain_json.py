# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes JSON without the module json, which takes longer to import than a step has to spare."""

from __future__ import annotations

import os


def text(value: object) -> str:
    """json.dumps for what a record holds."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(k))}: {text(v)}" for k, v in value.items()) + "}"
    return quoted(str(value))


def quoted(string: str) -> str:
    if string.isascii() and string.isprintable() and '"' not in string and "\\" not in string:
        return f'"{string}"'
    from json import dumps

    return dumps(string)


def write(path: str, value: object) -> None:
    """Writes the file whole or not at all; OSError where that is not possible."""
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as out:
        out.write(text(value))
    os.replace(temporary, path)
