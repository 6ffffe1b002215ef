# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damaged reports and TOML files, and senseless command lines: one line and exit code 2, or a result;
never an internal error.

python -m tests.fuzz [SECONDS [SEED]]    as long as one likes; ctest's share is in test_fuzz.py
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ompt_cts import cli, stored
from ompt_cts.paths import ROOT
from ompt_cts.reports import report

from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, finding

ODD: list[Any] = [
    *(None, True, -1, 0, 3.5, 10**30, "", "x", "x" * 5000, "\ud800", "\x1b[31m\n", [], {}),
    *([[]], {"a": {}}, ["x"], [0], {"": None}, "5.2", "fail", "conformant"),
]
COMMANDS = (
    *sorted(set(cli.COMMANDS) - {"blame", "lit", "view"}),
    "help",
    "--version",
    "",
    "nonsense",
)
# Two hand their words on to other programs. Of those that would do real work only what is refused is
# tried.
WORKING = {
    "run",
    "matrix",
    "selftest",
    "setup",
    "corpus",
    "check",
    "runtimes",
    "site",
}
WORDS = [
    *("--json", "--html", "--filter", "--profile", "--jobs", "--repeat", "--timeout", "--", "-h"),
    *(
        "5.2",
        "6.0",
        "x",
        "",
        "-1",
        "0",
        "nan",
        "inf",
        "1e400",
        "\udcff",
        "a\0b",
        "(",
        "/",
        "/dev/null",
    ),
    *("--expectations", "none", "--runtime", "llvm-19", "--library", "--trace", "x" * 5000),
]


def base_report() -> Any:
    session = made.session()
    judged = made.judged({MANDATORY: 3}, finding(OTHER))
    from ompt_cts.verdict import outcome

    outcomes = [outcome.judge_one(session, "a/b.c", "/t", {}, judged)]
    return stored.pack(dict(report.build(report.Context("5.2", ["x"]), outcomes)))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items:
        found += [(*path, key)]
        if isinstance(part, (dict, list)):
            found += places(part, (*path, key))
    return found


def damage_tree(chance: random.Random, tree: Any) -> Any:
    tree = copy.deepcopy(tree)
    for _ in range(chance.randint(1, 3)):
        *way, last = chance.choice(places(tree))
        parent = tree
        for key in way:
            parent = parent[key]
        if chance.random() < 0.3 and isinstance(parent, dict):
            del parent[last]
        else:
            parent[last] = copy.deepcopy(chance.choice(ODD))
        if not places(tree):
            break
    return tree


def damage_bytes(chance: random.Random, data: bytes) -> bytes:
    damaged = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(damaged) + 1)
        what = chance.randrange(4)
        if what == 0:
            damaged[at : at + chance.randint(1, 40)] = b""
        elif what == 1:
            damaged[at:at] = bytes(chance.choices(range(256), k=chance.randint(1, 4)))
        elif what == 2:
            damaged[at:at] = chance.choice(
                [b'"', b"[", b"]", b"{", b"=", b"\n[[x]]\n", b"1", b"''"]
            )
        else:
            start = chance.randrange(len(damaged) + 1)
            damaged[at:at] = damaged[start : start + chance.randint(1, 60)]
    return bytes(damaged)


def call(words: list[str]) -> str:
    """What is wrong with how a command line ended; empty if nothing is."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = cli.main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
    text = err.getvalue()
    if "internal error" in text or "Traceback" in text:
        return text.strip()
    if text.startswith("ompt-cts: error: ") and status != cli.EXIT_CANNOT_TELL:
        return f"exit code {status}: {text.strip()}"
    return ""


def of_report(chance: random.Random, folder: Path) -> list[str]:
    path = folder / "report.json"
    base = base_report()
    if chance.random() < 0.6:
        path.write_bytes(json.dumps(damage_tree(chance, base)).encode())
    else:
        path.write_bytes(damage_bytes(chance, json.dumps(base).encode()))
    if chance.random() < 0.3:
        whole = folder / "whole.json"
        whole.write_text(json.dumps(base))
        return ["compare", *map(str, chance.sample([path, whole], 2))]
    forms = ["--html", "--junit", "--sarif"]
    return ["report", str(path), chance.choice(forms), str(folder / "out")]


def of_expectations(chance: random.Random, folder: Path) -> list[str]:
    sources = sorted((ROOT / "expectations").glob("*.toml"))
    path = folder / "known.toml"
    path.write_bytes(damage_bytes(chance, chance.choice(sources).read_bytes()[:4000]))
    return ["validate", "/no/such", "--expectations", str(path)]


def of_description(chance: random.Random, folder: Path) -> list[str]:
    sources = sorted((ROOT / "runtimes").glob("*.toml"))
    path = folder / "runtime.toml"
    path.write_bytes(damage_bytes(chance, chance.choice(sources).read_bytes()))
    return ["validate", "/no/such", "--runtime", str(path)]


def of_collection(chance: random.Random, folder: Path) -> list[str]:
    text = b'name = "x"\ncompile = ["-g"]\n[environment]\nA = "b"\n[[flags]]\nmatch = ["*"]\n'
    text += b'[[program]]\nname = "p"\nsources = ["a.c"]\ntimeout = 60\narguments = ["-n"]\n'
    (folder / "corpus.toml").write_bytes(damage_bytes(chance, text))
    return ["corpus", str(folder), "--runtime", "no-such-runtime"]


def of_words(chance: random.Random, folder: Path) -> list[str]:
    name = chance.choice(COMMANDS)
    words = chance.choices(WORDS, k=chance.randint(0, 5))
    return [name, *(["--no-such-option"] if name in WORKING else []), *words]


KINDS: list[Callable[[random.Random, Path], list[str]]] = [
    *(of_report, of_expectations, of_description, of_collection, of_words)
]


def one(seed: int, folder: Path) -> str:
    """One input; what is wrong with its end, with the command that shows it."""
    chance = random.Random(seed)
    words = chance.choice(KINDS)(chance, folder)
    problem = call(words)
    return f"seed {seed}: {words}: {problem}" if problem else ""


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end, problems = time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OMPT_CTS_BUILD_DIR"] = f"{folder}/build"
        while time.monotonic() < end and problems < 20:
            problem = one(seed, Path(folder))
            if problem:
                print(problem)
                problems += 1
            seed += 1
    print(f"{problems} problems up to seed {seed - 1}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
