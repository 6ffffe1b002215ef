"""Mends: each is made whole or not at all, once, and says where it does not fit."""

import contextlib
import errno
import io
import re
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from ompt_cts import cli, files
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT
from ompt_cts.runtime import mends, obtain
from ompt_cts.runtime.description import Description, parse
from ompt_cts.runtime.mends import Edit, Mend

SOURCE = """\
int f(int a); // declared
static int caller() { return f(1); }
static void
f(int a,
  int b) {
  first();
  second();
  second();
}
int g(int a) {
  first();
}
"""
EDIT = 'diff = """\n@@ openmp/a.cpp: {}\n{}\n"""\n'
HEAD = 'says = "It holds."\nclause = "1.2"\ntest = "suites/host/x.c"\n'


def mend(*edits: Edit, needs: list[str] | None = None) -> Mend:
    return Mend("It holds.", "1.2", "suites/host/x.c", list(edits), needs=needs or [])


def edit(function: str, at: str, put: str, times: int = 1) -> Edit:
    lines = [*(f"-{line}" for line in at.split("\n")), *(f"+{line}" for line in put.split("\n"))]
    return Edit(f"openmp/a.cpp: {function}", "\n".join(lines), times)


def failing(answers: list[Any]) -> Callable[..., Any]:
    """A function that calls each of the answers in turn, or raises it."""
    left = iter(answers)

    def called(*given: Any) -> Any:
        if isinstance(answer := next(left), OSError):
            raise answer
        return answer(*given)

    return called


class Mends(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "tree/openmp").mkdir(parents=True)
        self.file = self.folder / "tree/openmp/a.cpp"
        self.file.write_text(SOURCE)

    def apply(self, **found: Mend) -> tuple[list[str], list[str]]:
        return mends.apply(found, self.folder / "tree")

    def test_only_the_function_itself_is_changed(self) -> None:
        self.assertEqual(
            self.apply(one=mend(edit("f", "  first();", "  zeroth();"))), (["one"], [])
        )
        self.assertEqual(self.file.read_text(), SOURCE.replace("first", "zeroth", 1))

    def test_what_is_mended_stays_as_it_is(self) -> None:
        one = mend(
            edit("f", "  first();", "  first();\n  more();"), edit("f", "second", "third", 2)
        )
        self.assertEqual(self.apply(one=one), (["one"], []))
        text = self.file.read_text()
        self.assertEqual(self.apply(one=one), ([], []))
        self.assertEqual(self.file.read_text(), text)

    def test_a_mend_may_change_what_another_has_put(self) -> None:
        found = {
            "one": mend(edit("f", "  first();", "  first();\n  more();")),
            "two": mend(edit("f", "  first();\n  more();", "  all();"), needs=["one"]),
        }
        self.assertEqual(self.apply(**found), (["one", "two"], []))
        self.assertEqual(self.apply(**found), ([], []))
        self.file.write_text(SOURCE)  # as a person who discards the changes does
        self.assertEqual(self.apply(**found), (["one", "two"], []))

    def test_a_mend_is_made_whole_or_not_at_all(self) -> None:
        one = mend(edit("f", "first", "zeroth"), edit("f", "second", "third"))
        made, misfits = self.apply(one=one, two=mend(edit("g", "first", "last")))
        self.assertEqual(made, ["two"])
        self.assertEqual(misfits, ["one: openmp/a.cpp, f: no place for 'second'"])
        self.assertEqual(self.file.read_text().count("first"), 1)

    def test_a_write_that_fails_leaves_the_tree_as_it_was(self) -> None:
        """At each file and at each step; nothing is left beside, and no link leads out of the tree."""
        (self.folder / "tree/b.cpp").write_text("first")
        one = mend(edit("f", "first", "zeroth"), Edit("b.cpp", "-first\n+zeroth"))
        for place, name, times in ((files, "_write", 5), (Path, "replace", 3)):
            for number in range(times):
                real = getattr(place, name)
                answers = [real] * number + [OSError(errno.ENOSPC, "No space")] + [real] * times
                with (
                    mock.patch.object(place, name, failing(answers)),
                    self.assertRaisesRegex(UserError, "cannot write .*tree.*No space"),
                ):
                    self.apply(one=one)
                self.assertEqual(self.file.read_text(), SOURCE)
                names = {path.name for path in (self.folder / "tree").rglob("*")}
                self.assertEqual(names, {"a.cpp", "b.cpp", "openmp"}, (name, number))
        outside = self.folder / "outside"
        outside.write_text("first")
        (self.folder / "tree/b.cpp").unlink()
        (self.folder / "tree/b.cpp").symlink_to(outside)
        (self.folder / "tree" / mends.STAMP).symlink_to(self.folder / "stamp")
        self.assertEqual(self.apply(one=one), ([], ["one: b.cpp is not there"]))
        self.assertEqual(self.apply(two=mend(edit("g", "first", "last"))), (["two"], []))
        self.assertEqual((outside.read_text(), (self.folder / "stamp").exists()), ("first", False))

    def test_a_file_or_a_function_that_is_gone(self) -> None:
        gone = Edit("openmp/b.cpp: f", "-first\n+x")
        _, misfits = self.apply(one=mend(gone), two=mend(edit("h", "first", "x")))
        self.assertEqual(
            misfits,
            ["one: openmp/b.cpp is not there", "two: openmp/a.cpp, h: no place for 'first'"],
        )
        self.assertEqual(self.file.read_text(), SOURCE)

    def test_who_is_needed_comes_first_and_along(self) -> None:
        first, second = mend(edit("f", "a", "b")), mend(edit("f", "b", "c"), needs=["z"])
        ordered = mends.in_order({"a": second, "y": first, "z": first})
        self.assertEqual(list(ordered), ["z", "a", "y"])
        self.assertEqual(list(mends.chosen(ordered, ["a"])), ["z", "a"])
        for odd in ({"a": second}, {"a": mend(needs=["b"]), "b": mend(needs=["a"])}):
            with self.assertRaisesRegex(UserError, "it needs"):
                mends.in_order(odd)

    def stored(self, text: str) -> None:
        with (
            mock.patch.object(mends, "FOLDER", self.folder / "mends"),
            mock.patch.object(mends, "releases", lambda: ["r-1"]),
        ):
            (self.folder / "mends/r-1").mkdir(parents=True, exist_ok=True)
            (self.folder / "mends/r-1/cause.toml").write_text(text)
            mends.load("r-1")

    def test_what_a_file_must_say(self) -> None:
        good = HEAD + EDIT.format("f", "-a\n+b")
        self.stored(good)
        for text, said in (
            (good.replace("clause", "claws"), "claws"),
            (HEAD, "str"),
            (HEAD + 'diff = "-a"', "has no part"),
            (HEAD + EDIT.format("f", "-first\n+first"), "stands in the anchor"),
            (HEAD + EDIT.format("f", "- \n+first"), "no anchor"),
            (HEAD + EDIT.format("f", "-a\nb"), "begins with none of"),
            (good.replace("openmp", ".."), "no file inside"),
            (good.replace(HEAD, HEAD + "extra = 1\n"), "extra"),
        ):
            with self.subTest(said=said), self.assertRaisesRegex(UserError, said):
                self.stored(text)

    def test_the_mends_of_the_checkout(self) -> None:
        constructs = (ROOT / "benchmarks" / "constructs.c").read_text()
        for release in mends.releases():
            costs = mends.costs(release)
            for name, cost in costs.items():
                with self.subTest(construct=name):
                    self.assertLessEqual(cost.no_tool, 1.03)
            for cause, one in mends.load(release).items():
                with self.subTest(cause=cause):
                    self.assertTrue((ROOT / one.test).is_file(), one.test)
                    self.assertTrue(one.says.endswith("."))
                    self.assertGreater(one.lines(), 0)
                    for edit in one.edit:  # LLVM's format
                        self.assertLessEqual(max(map(len, edit.put.split("\n"))), 80)
                    for construct in one.on:
                        self.assertIn(f'{{"{construct}", ', constructs)

    def test_a_function_that_keeps_its_return_address_keeps_its_frame(self) -> None:
        # It stands on the stack between the program and the inner function. An init waits for nothing.
        edits = [edit for mend in mends.load("llvm-22").values() for edit in mend.edit]
        puts = [
            (edit.function, re.findall(r"(?m)^\+ *(Ompt\w+|OMPT_STORE\w+)", edit.diff))
            for edit in edits
        ]
        guarded = {function for function, put in puts if "OmptEnterFrameGuard" in put}
        for function, put in puts:
            if "OMPT_STORE_RETURN_ADDRESS" in put and not function.endswith("_init"):
                self.assertIn(function, guarded)

    def command(self, *words: str) -> tuple[int, str]:
        out, error = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            code = cli.run(["mend", *words])
        return code, out.getvalue() + error.getvalue()

    def test_the_command_tells_what_became_of_each(self) -> None:
        tree = str(self.folder / "tree")
        one = mend(edit("f", "first", "last"))
        with mock.patch.object(mends, "load", lambda release: {"one": one}):
            self.assertEqual(self.command(tree), (0, "one: mended\n"))
            self.assertEqual(self.command(tree), (0, "1 already applied\n"))
            self.file.write_text("")
            code, said = self.command(tree)
            self.assertEqual((code, said.count("\n")), (1, 1))
            for words in ([], [str(self.folder)], [tree, "--only", "two"]):
                code, said = self.command(*words)
                self.assertEqual((code, said.count("\n")), (2, 1), said)

    def test_a_mended_runtime_is_built_anew_when_a_mend_changes_it(self) -> None:
        step = {"kind": "debian-source", "mends": "r-1"}
        stamps = []
        in_test = Edit(f"{mends.TESTS}ompt/callback.h", "-a\n+b")
        for edits in ([edit("f", "a", "b")], [edit("f", "a", "c")], [edit("f", "a", "c"), in_test]):
            found = {"one": mend(*edits)}
            with mock.patch.object(mends, "load", lambda release, found=found: found):
                stamps.append(obtain.stamp_of([step]))
        self.assertNotEqual(stamps[0], stamps[1])
        self.assertEqual(stamps[1], stamps[2])

    def test_a_description_names_its_mends_once(self) -> None:
        source = {
            **dict.fromkeys(("package", "sha256", "source", "target", "into"), "x"),
            "kind": "debian-source",
            "members": [],
            "cmake": [],
        }
        data = {"name": "x", "title": "X", "family": "x", "library": "x", "mends": "r-1"}
        what: Description = parse({**data, "provision": [source]}, "x.toml")
        self.assertEqual(what.provision, [{**source, "mends": "r-1"}])
        further = {key: [] for key in ("members", "packages", "cmake")}
        further |= {"source": "offload", "target": "omptarget"}
        data |= {"provision": [source], "mended": [further]}
        what = parse(dict(data), "x.toml")
        self.assertEqual(what.provision, [{**source, "mends": "r-1", "further": [further]}])
        for wrong, said in (
            ({"mended": 1}, "got `int` - at `[$].mended`"),
            ({"mended": [{**further, "targets": ""}]}, "unknown key 'targets'"),
            ({"mended": [{"source": "offload"}]}, "missing key"),
            ({"mends": ""}, "needs the key 'mends'"),
        ):
            with self.subTest(said), self.assertRaisesRegex(UserError, said):
                parse({**data, **wrong}, "x.toml")

    def test_an_installed_tree_has_the_mends(self) -> None:
        text = (mends.FOLDER.parent / "cmake" / "install.cmake").read_text(encoding="utf-8")
        self.assertRegex(text, rf"install\(DIRECTORY [^)]*\b{mends.FOLDER.name}\b")
