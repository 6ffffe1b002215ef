"""Files that somebody made whom nobody trusts, and senseless command lines: a result, or one line and exit
code 2; never an internal error, a file written elsewhere, or more time and memory than a user has.

Each file is a valid one in which some places, or some bytes, are not what they must be.

python -m tests.fuzz [SECONDS [SEED]]    as long as one likes; ctest's share is in test_strangers.py
"""

import contextlib
import copy
import gzip
import io
import json
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import cli, commands, files, stored
from ompt_cts.evidence import archive, layout, statement
from ompt_cts.faults.fault_run import FaultPart
from ompt_cts.paths import ROOT
from ompt_cts.reports import origin, report
from ompt_cts.suite import shards
from ompt_cts.verdict import identity

from tests import bundled
from tests import reporting as made
from tests.reporting import MANDATORY, OTHER, finding

ODD: list[Any] = [
    *(None, True, -1, 0, 3.5, 10**30, "", "x", "x" * 5000, "\ud800", "\x1b[31m\n", [], {}),
    *([[]], {"a": {}}, ["x"], [0], {"": None}, "5.2", "fail", "conformant"),
    *(1e308, -1e308, 1e-320, float("nan"), float("inf"), 10**9, 2**63, -(2**70), -0.0),
    *("/etc/passwd", "../../../outside", "a/../../outside", "/", "..", "a\0b", "\u202e\x9b2J"),
    json.loads("[" * 60 + "]" * 60),
    json.loads('{"a":' * 60 + "1" + "}" * 60),
]
# The reader let through what the type of a value forbids.
UNTYPED = re.compile(r"impossible value: (Type|Attribute|Key|Index)Error")
SLOW, LARGE = 20.0, 512 << 20  # seconds, bytes
COMMANDS = [*sorted(set(commands.COMMANDS) - {"blame", "dev lit", "view"})]
COMMANDS += ["help", "--version", "", "nonsense"]
# Two hand their words on to other programs. Of those that would do real work only what is refused is
# tried.
WORKING = {*"run matrix selftest setup check runtimes".split()}
WORKING |= {"dev site", "dev fingerprints", "dev shell"}
WORDS = "--json --html --filter --profile --jobs --repeat --timeout -- -h".split()
WORDS += "5.2 6.0 x -1 0 nan inf 1e400 \udcff a\0b ( / /dev/null".split(" ")
WORDS += "--expectations none --runtime llvm-19 --library --trace".split() + ["", "x" * 5000]


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


def place_of(path: str) -> str:
    """The place of a folder's entry, which may itself be a link."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


class Watch:
    """Notes writes outside of a folder while it watches; each process has one."""

    def __init__(self) -> None:
        self.folder = ""
        self.outside: list[str] = []
        sys.dont_write_bytecode = True  # a module that a command imports first is not its output
        sys.addaudithook(self.saw)

    def saw(self, event: str, words: tuple[Any, ...]) -> None:
        if not self.folder:
            return
        written = event == "open" and isinstance(words[2], int) and words[2] & WRITES
        if written or event in CHANGES:
            # A link is written where it is made; its target is only named.
            first, last = (1, 2) if event in ("os.symlink", "os.link") else (0, 1)
            for path in words[first : 2 if event == "os.rename" else last]:
                if event in ("os.remove", "os.rmdir") and words[1] >= 0:
                    continue  # below a folder that shutil.rmtree was told, and we saw
                real = place_of(os.fsdecode(path)) if isinstance(path, (str, bytes)) else ""
                if real and not real.startswith((self.folder, *ALLOWED)):
                    self.outside.append(f"{event} {path!r}")


WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
CHANGES = "os.rename os.remove os.mkdir os.rmdir os.symlink os.chmod shutil.rmtree".split()
ALLOWED = ("/dev/", os.path.realpath(tempfile.gettempdir()) + "/ompt-cts-")
watch = Watch()


def call(words: list[str], folder: Path) -> str:
    """The problem with the end of a command line that may write into this folder; empty if there is
    none."""
    out, err = io.StringIO(), io.StringIO()
    watch.outside, begun = [], time.monotonic()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            watch.folder = os.path.realpath(folder)
            status = cli.main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        finally:
            watch.folder = ""
    text = err.getvalue()
    if "internal error" in text or "Traceback" in text or UNTYPED.search(text + out.getvalue()):
        return text.strip()
    if text.startswith("ompt-cts: error: ") and status != cli.EXIT_CANNOT_TELL:
        return f"exit code {status}: {text.strip()}"
    if text.count("\n") > 1 and status == cli.EXIT_CANNOT_TELL and "ompt-cts: error: " in text:
        return f"more than one line: {text.strip()}"
    if any(ord(c) < 32 and c not in "\n\t" for c in text):
        return f"control characters: {text!r}"
    if watch.outside:
        return f"writes elsewhere: {watch.outside[:3]}"
    if time.monotonic() - begun > SLOW:
        return f"took {time.monotonic() - begun:.0f} s"
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > LARGE:
        return "took more than 512 MiB"
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


def base_shard() -> Any:
    """A run, a collection or a kill matrix in one part."""
    runtime = {
        "name": "llvm-19",
        "sha256": "ab" * 32,
        "title": "LLVM",
        "library_real": "/l/libomp.so",
    }
    runtime |= {"environment": {"A": "b"}, "arguments": ["--runtime", "llvm-19"], "offload": None}
    runtime["compilers"] = {"c": {"path": "/cc", "real": "/cc", "version": "19"}}
    row = made.one("a/b.c", {MANDATORY: 3}, finding(OTHER))
    known = shards.known_digest(identity.of_resolved(runtime, "5.2", "", runtime["environment"]))
    one, ground = shards.Shard(1, 1), (["--suite=host"], "", "5.2", runtime, 1, 1.7e9, known)
    part = shards.Part(one, *ground, [row], shards.whole_of([row["name"]]))  # type: ignore[arg-type]
    part.moved, part.passes = [{"test": "a", "verdicts": {"pass": ["plain"]}}], 2
    program = {"name": "a", "status": "fail", "reason": "", "exercised": [OTHER], "outcome": row}
    program |= {"findings": row["findings"], "ended": "", "without_checker": ""}
    whole: Any = {"name": "x", "origin": "", "no_openmp": ["a.c"], "no_main": []}
    asked = {"runtime": "llvm-19", "seed": 1, "sample": 9, "once": False, "fault": "", "suite": []}
    printed = [("a", ["trace\ta\tok\t1\t", "K\twork:dropped@first\twork.pair"])]
    faults = FaultPart(one, asked, printed, ["a"], shards.whole_of(["a"]), printed)  # type: ignore[arg-type]
    collection = replace(part, outcomes=[program], collection=whole, passes=0, moved=[])
    collection.whole = faults.whole
    kinds = (part, collection, faults)
    head = {"schema_version": shards.SCHEMA_VERSION}
    return [json.loads(json.dumps(head | asdict(kind))) for kind in kinds]


def of_shard(chance: random.Random, folder: Path) -> list[str]:
    path = folder / "shard.json"
    base = chance.choice(base_shard())
    if chance.random() < 0.8:
        path.write_bytes(json.dumps(damage_tree(chance, base)).encode())
    else:
        path.write_bytes(damage_bytes(chance, json.dumps(base).encode()))
    return ["report", str(path), *chance.choice(([], ["--json", str(folder / "out")]))]


digests = cache(layout.suite_digests)


def small_bundle(folder: Path) -> None:
    """A bundle of two tests that left no traces, of this suite and of no run."""
    runtime = {
        "name": "llvm-19",
        "sha256": "ab" * 32,
        "library": "/l/a.so",
        "library_real": "/l/a.so",
    }
    row = made.context().known.row()
    told = made.one("host/parallel/basic.c", {MANDATORY: 3})
    claim = {"passed": True, "output": "", "outcome": told | {"verdict": "unsupported"}}
    known = {"row": dict(row), "copies": ["llvm-19.toml"], "ompt": True}
    context = {
        "profile": "5.2",
        "command": ["x"],
        "strict": False,
        "folders": ["/home/x/"],
        "ompt": True,
    }
    context |= {"environment": {"started": "2026-11-22T00:00:00Z", "repeat": 2}, "known": known}
    suite = {
        "report": {"version": report.__version__, "commit": origin.commit()},
        "digests": digests(),
    }
    tests = [told["name"], "tasking/dependences/chain.c"]
    for test in tests:
        whole = claim | {"repeats": [claim["outcome"]]}
        layout.write_json(folder / layout.test_folder(test) / layout.CLAIM, whole)
    layout.write_json(folder / layout.RUNTIME, runtime)
    files.write_text(folder / layout.REPORT, json.dumps(base_report()))
    files.write_text(folder / layout.WAIVERS, bundled.WAIVERS)
    for source in (ROOT / "expectations").glob("llvm-1*.toml"):
        files.write_bytes(folder / layout.KNOWN / source.name, source.read_bytes())
    manifest = {"schema_version": layout.SCHEMA_VERSION, "context": context, "suite": suite}
    manifest |= {"tests": tests, "sample": 1, "left_out": {}, "files": layout.listed(folder)}
    layout.write_json(folder / layout.MANIFEST, manifest)
    statement.write(folder, report.load(folder / layout.REPORT), [], {"submitter": "A. Person"})


def of_bundle(chance: random.Random, folder: Path) -> list[str]:
    """One of a bundle's files with damage, as a folder or an archive."""
    base = folder / "whole"
    if not base.exists():
        small_bundle(base)
    path = folder / "bundle"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(base, path)
    named = chance.choice(sorted(path.rglob("*.json")) + sorted(path.rglob("*.t*t")))
    data = named.read_bytes()
    if named.suffix == ".json" and chance.random() < 0.7:
        named.write_text(json.dumps(damage_tree(chance, json.loads(data))))
    else:
        named.write_bytes(damage_bytes(chance, data))
    if chance.random() < 0.5:
        return ["verify", str(path)]
    archive.pack(path, folder / "b.tar.gz")
    whole = (folder / "b.tar.gz").read_bytes()
    if chance.random() < 0.5:
        (folder / "b.tar.gz").write_bytes(
            gzip.compress(damage_bytes(chance, gzip.decompress(whole)))
        )
    return ["verify", str(folder / "b.tar.gz")]


def of_expectations(chance: random.Random, folder: Path) -> list[str]:
    sources = sorted((ROOT / "expectations").glob("*.toml"))
    path = folder / "known.toml"
    path.write_bytes(damage_bytes(chance, chance.choice(sources).read_bytes()[:4000]))
    return ["check", "--as", "trace", "/no/such", "--expectations", str(path)]


def of_description(chance: random.Random, folder: Path) -> list[str]:
    sources = sorted((ROOT / "runtimes").glob("*.toml"))
    path = folder / "runtime.toml"
    path.write_bytes(damage_bytes(chance, chance.choice(sources).read_bytes()))
    return ["check", "--as", "trace", "/no/such", "--runtime", str(path)]


def of_collection(chance: random.Random, folder: Path) -> list[str]:
    text = b'name = "x"\ncompile = ["-g"]\n[environment]\nA = "b"\n[[flags]]\nmatch = ["*"]\n'
    text += b'[[program]]\nname = "p"\nsources = ["a.c"]\ntimeout = 60\narguments = ["-n"]\n'
    (folder / "corpus.toml").write_bytes(damage_bytes(chance, text))
    return ["check", str(folder), "--runtime", "no-such-runtime"]


def of_words(chance: random.Random, folder: Path) -> list[str]:
    name = chance.choice(COMMANDS)
    words = chance.choices(WORDS, k=chance.randint(0, 5))
    return [*name.split(), *(["--no-such-option"] if name in WORKING else []), *words]


KINDS: list[Callable[[random.Random, Path], list[str]]] = [
    *(of_report, of_shard, of_bundle, of_expectations, of_description, of_collection, of_words)
]


def one(seed: int, folder: Path) -> str:
    """One input; the problem with its end, with the command that shows it."""
    chance = random.Random(seed)
    words = chance.choice(KINDS)(chance, folder)
    problem = call(words, folder)
    return f"seed {seed}: {words}: {problem}" if problem else ""


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end, problems, first = time.monotonic() + seconds, 0, seed
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OMPT_CTS_BUILD_DIR"] = f"{folder}/build"
        while time.monotonic() < end and problems < 20:
            problem = one(seed, Path(folder))
            if problem:
                print(problem)
                problems += 1
            seed += 1
    print(f"{seed - first} inputs, {problems} problems, up to seed {seed - 1}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
