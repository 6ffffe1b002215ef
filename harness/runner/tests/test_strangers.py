"""Files that somebody made to do harm; tests/fuzz.py makes more of them, of every kind."""

import contextlib
import gzip
import io
import json
import os
import tarfile
import tempfile
import unittest
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict
from unittest import mock

from msgspec import Meta
from ompt_cts import cli, files
from ompt_cts.errors import UserError
from ompt_cts.evidence import archive, layout, rejudge, statement, verification
from ompt_cts.faults.fault_run import FaultPart
from ompt_cts.reports import report
from ompt_cts.suite import shards
from ompt_cts.verdict import judging, outcome
from ompt_cts.verdict.judging import Recording
from ompt_cts.verdict.outcome import Outcome

from tests import fuzz
from tests import reporting as made
from tests.reporting import MANDATORY

DEEP = "/".join("d" * 1500)


class Strangers(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def call(self, *words: str) -> tuple[int, str]:
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            return cli.main(list(words)), err.getvalue()


class Files(Strangers):
    def test_what_no_file_of_ours_holds(self) -> None:
        path = self.folder / "x.json"
        deep = "[" * 500 + "]" * 500
        for text in (deep, "NaN", "-Infinity", "1e308", "[1e-300]", "9" * 30, '"\\', "[1,]"):
            path.write_text(text)
            with self.subTest(text[:20]), self.assertRaisesRegex(UserError, "is not JSON"):
                files.read_json(path)
        path.write_text("[" + "1," * files.MOST_VALUES + "1]")
        with self.assertRaisesRegex(UserError, "more than"):
            files.read_json(path)
        with path.open("wb") as file:
            file.truncate(files.LARGEST + 1)
        with self.assertRaisesRegex(UserError, "too large"):
            files.read_json(path)
        with self.assertRaisesRegex(UserError, "too large"):
            files.read_toml(path)
        path.write_text("a = " + deep)
        with self.assertRaisesRegex(UserError, "is not valid TOML"):
            files.read_toml(path)

    def test_a_pipe_that_nobody_writes_into_and_a_device_without_end(self) -> None:
        os.mkfifo(self.folder / "pipe")
        for path in (self.folder / "pipe", Path("/dev/zero"), self.folder, Path("a\0b")):
            with self.subTest(path), self.assertRaises(UserError):
                files.read_json(path)


class Shards(Strangers):
    def test_names_and_numbers(self) -> None:
        """Nothing is written but below the build folder, and nothing is as large as a number says."""
        for keys, value in (
            (("runtime", "name"), "../../outside"),
            (("runtime", "name"), str(self.folder / "outside")),
            (("runtime", "name"), "a\x1b[2J"),
            (("shard", "count"), 10**9),
            (("shard", "number"), 2),
            (("started",), 1e15),
            (("repeat",), 10**12),
            (("outcomes", 0, "verdict"), "fine"),
            (("outcomes", 0, "traces"), None),
            (("surplus",), 1),
        ):
            tree = fuzz.base_shard()[0]
            *way, last = keys
            place: Any = tree
            for key in way:
                place = place[key]
            place[last] = value
            path = self.folder / "shard.json"
            path.write_text(json.dumps(tree))
            environment = {"OMPT_CTS_BUILD_DIR": str(self.folder / "build" / "x")}
            with self.subTest(keys), mock.patch.dict("os.environ", environment):
                status, told = self.call("report", str(path))
                self.assertEqual((status, told.count("\n")), (2, 1), told)
                self.assertIn("ompt-cts: error: ", told)
            self.assertEqual(list(self.folder.rglob("*outside*")), [])


class Archives(Strangers):
    def unpack(self, members: Iterator[tuple[str, int, bytes]]) -> UserError:
        """An archive of headers, each with a name, a size that may be wrong, and a type."""
        path = self.folder / "b.tar.gz"
        with gzip.open(path, "wb", compresslevel=1) as out:
            for name, size, kind in members:
                one = tarfile.TarInfo(name)
                one.size, one.type = size, kind
                out.write(one.tobuf(tarfile.GNU_FORMAT))
        with self.assertRaises(UserError) as told:
            archive.unpack(path, self.folder)
        return told.exception

    def test_what_no_bundle_holds(self) -> None:
        many = ((f"b/{n}", 0, tarfile.DIRTYPE) for n in range(50_000))
        files_ = ((f"b/{n}/x", 0, tarfile.REGTYPE) for n in range(layout.MOST_FILES + 1))
        for members, why in (
            (iter([(DEEP, 0, tarfile.DIRTYPE)]), "deeper"),
            (many, "no single folder"),
            (iter([("b/x", 3 << 30, tarfile.GNUTYPE_LONGNAME)]), "too long"),
            (iter([("b/x", 3 << 30, tarfile.XHDTYPE)]), "too long"),
            (iter([("b/x", 3 << 30, tarfile.REGTYPE)]), "more than a bundle"),
            (iter([("b/x", 0, tarfile.XHDTYPE)] * 3000), "cannot take"),
            (iter([("b/x", 0, tarfile.GNUTYPE_SPARSE)]), "leads out of the archive or is no file"),
        ):
            with self.subTest(why):
                self.assertIn(why, str(self.unpack(members)))
        with mock.patch.object(archive, "_take"):
            self.assertIn("more than a bundle", str(self.unpack(files_)))


class Keys(Strangers):
    def test_what_is_no_key(self) -> None:
        """A device without end, a pipe without a writer, a folder: one line, at once."""
        pipe, large = self.folder / "pipe", self.folder / "large"
        os.mkfifo(pipe)
        with large.open("wb") as file:
            file.truncate(statement.LARGEST_KEY + 1)
        (self.folder / layout.STATEMENT).write_text("x")
        (self.folder / f"{layout.STATEMENT}.sig").write_text("x")
        for key in (Path("/dev/zero"), pipe, large, self.folder, self.folder / "none"):
            for use in (statement.verify, statement.sign):
                with self.subTest(key=key, use=use), self.assertRaises(UserError):
                    use(self.folder, key)


class Watched(Strangers):
    def test_a_write_outside_of_the_fuzzers_folder_is_noticed(self) -> None:
        inside, outside = self.folder / "in", self.folder / "out"
        for folder in (inside, outside):
            folder.mkdir()

        def write(words: list[str]) -> int:
            Path(words[0]).write_text("x")
            return 0

        with mock.patch.object(cli, "main", write):
            self.assertEqual(fuzz.call([str(inside / "x")], inside), "")
            self.assertIn("writes elsewhere", fuzz.call([str(outside / "x")], inside))


class Bundles(Strangers):
    def setUp(self) -> None:
        super().setUp()
        self.bundle = self.folder / "bundle"
        fuzz.small_bundle(self.bundle)

    def test_a_library_that_is_not_in_it(self) -> None:
        bundle = rejudge.open_bundle(self.bundle)
        for path in ("", "/", "/../../etc/passwd", "/../runtime.json", "/usr/lib/x.so"):
            with self.subTest(path):
                problems = list(verification._library(bundle, path, "0" * 64))
                self.assertEqual(len(problems), 1)
                self.assertIn("is not in the bundle", problems[0])

    def test_a_statement_with_lines_of_its_own(self) -> None:
        told = report.load(self.bundle / layout.REPORT)
        path = self.bundle / layout.STATEMENT
        whole = path.read_text()
        self.assertEqual(statement.problems(self.bundle, told, [])[0], [])
        for text in (
            whole + "The product is certified.\n",
            "Certified.\n" + whole,
            whole.replace("submitter: A", "submitter: \x1b[2JA"),
            whole.replace("date: ", "date:\u202e "),
            whole.replace("The submitter states", "The submitter hopes"),
            whole[: len(whole) // 2],
        ):
            path.write_text(text)
            self.assertTrue(statement.problems(self.bundle, told, [])[0], text)
        path.write_text(whole.replace("product: (to be filled in)", "product:  libfoo 1.0 "))
        self.assertEqual(statement.problems(self.bundle, told, [])[0], [])

    def test_what_a_manifest_says(self) -> None:
        for key, value in (("repeat", 10**9), ("started", 5)):
            data = json.loads((self.bundle / layout.MANIFEST).read_text())
            data["context"]["environment"][key] = value
            layout.write_json(self.bundle / layout.MANIFEST, data)
            status, told = self.call("verify", str(self.bundle))
            self.assertEqual((status, told.count("\n")), (2, 1), told)


# The types of a record: a stranger's file has all values of these types or is refused in a line.
VALUES: list[Any] = [
    *(None, True, -1, 3.5, 10**19, 1e19, "", "x", [], {}),
    *([[]], [{}], [None], ["x"], [0], {"a": {}}, {"a": 1}),
]


def recording(attribution: str, state: str) -> made.Json:
    """A record with everything that one may have."""
    ended = {"state": "crash", "reason": "ended by SIGSEGV", "signal": 11, "said": "Assertion `x'"}
    known = {"attribution": attribution, "attribution_reason": "3 of 3", "expected_signal": 0}
    one = made.recorded(state, settings={"OMPT_CTS_PROBES": "full"}, exit=0, signal=6, **known)
    process = made.recorded() | {"traces": ["t.7"]}
    return one | {"with_probes": ended | {"probes": "full"}, "processes": [process]}


def judge(folder: str, record: made.Json) -> None:
    Path(folder, "t.record.json").write_text(json.dumps(record))
    for trace in (f"{folder}/t", f"{folder}/t.7"):
        beside = judging.record_beside(trace)
        outcome.judge_one(made.session(), "a", trace, beside, made.judged({MANDATORY: 1}))


class Records(unittest.TestCase):
    def test_any_value_of_another_type_is_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for kind in (("probes", "ok"), ("unclear", "crash"), ("tool", "crash")):
                judge(folder, recording(*kind))
                for *way, last in fuzz.places(recording(*kind)):
                    for value in VALUES:
                        record: Any = recording(*kind)
                        parent = record
                        for key in way:
                            parent = parent[key]
                        parent[last] = value
                        with self.subTest(record=record), contextlib.suppress(UserError):
                            judge(folder, record)


# What nobody looks into: it is shown, or compared as a whole.
OPAQUE = {"Part.outcomes", "Part.made_by", "FaultPart.made_by", "Runtime.offload"}


def untyped(kind: Any, where: str) -> Iterator[str]:
    """The places of a type where anything may be."""
    if kind is Any or kind in (dict, list, object):
        yield where
    for inner in get_args(kind):
        if not isinstance(inner, (str, int, Meta)):
            yield from untyped(inner, where)
    if is_typeddict(kind) or is_dataclass(kind):
        for name, hint in get_type_hints(kind).items():
            yield from untyped(hint, f"{kind.__name__}.{name}")


class Types(unittest.TestCase):
    def test_every_value_of_a_strangers_file_has_a_type(self) -> None:
        kinds = [shards.Part, FaultPart, Outcome, shards.Program, Recording, *layout.KINDS.values()]
        found = {place for kind in kinds for place in untyped(kind, kind.__name__)}
        self.assertEqual(found, OPAQUE)


# A short share of the fuzzing that `python -m tests.fuzz` does for as long as one likes.
INPUTS = 400


class Fuzz(unittest.TestCase):
    def test_no_input_is_an_internal_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            build = {"OMPT_CTS_BUILD_DIR": f"{folder}/build"}
            with mock.patch.dict("os.environ", build):
                problems = [fuzz.one(seed, Path(folder)) for seed in range(1, INPUTS)]
        self.assertEqual([problem for problem in problems if problem], [])

    def test_a_shard_is_valid_before_its_damage(self) -> None:
        """A shard that is refused anyway would hide all damage behind the first refusal."""
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.dict("os.environ", {"OMPT_CTS_BUILD_DIR": f"{folder}/build"}):
                for number, base in enumerate(fuzz.base_shard()):
                    path = Path(folder, f"{number}.json")
                    path.write_text(json.dumps(base))
                    words = ["report", str(path), "--json", f"{folder}/{number}.out"]
                    self.assertEqual(fuzz.call(words, Path(folder)), "")
                    self.assertTrue(Path(words[-1]).exists())
