"""Runtime descriptions are read strictly: each mistake gives one message that names it."""

import re
import tempfile
import tomllib
import unittest
from pathlib import Path

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, RUNTIMES
from ompt_cts.runtime import description
from ompt_cts.verdict import expectations

GOOD = """
name = "x-1"
title = "X"
family = "x"
library = "/lib/libx.so"
[compilers]
c = "cc"
"""


def parse(text: str) -> description.Description:
    return description.parse(tomllib.loads(text), "x.toml")


class Descriptions(unittest.TestCase):
    def assert_refused(self, text: str, message: str) -> None:
        with self.assertRaises(UserError) as caught:
            parse(text)
        self.assertIn(message, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_every_description_of_the_checkout_is_valid(self) -> None:
        found = {p.stem: description.load(p) for p in RUNTIMES.glob("*.toml")}
        self.assertGreaterEqual(len(found), 10)
        for stem, one in found.items():
            if stem != "template":
                self.assertEqual(one.name, stem)

    def test_the_page_about_a_new_runtime_is_understood(self) -> None:
        page = (ROOT / "docs" / "site" / "adding-a-runtime.md").read_text(encoding="utf-8")
        vendor, known = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
        self.assertEqual(parse(vendor).name, "vendor-1.0")
        [(where, entry)] = expectations.tables(tomllib.loads(known), "page")
        self.assertEqual([e.rule for e in expectations.entries(entry, where)], [entry["rule"]])

    def test_one_string_is_a_list_of_one(self) -> None:
        one = parse(GOOD)
        self.assertEqual(one.library, ["/lib/libx.so"])
        self.assertEqual(one.compilers, {"c": ["cc"], "cxx": [], "fortran": []})
        self.assertTrue(one.ompt)
        self.assertIsNone(one.offload)

    def test_flags_of_all_and_of_one_language(self) -> None:
        one = parse(GOOD + '[flags]\ncompile = ["-a"]\n[flags.fortran]\nlink = ["-b"]\n')
        self.assertEqual(one.flags["all"].compile, ["-a"])
        self.assertEqual(one.flags["fortran"].link, ["-b"])
        self.assertEqual(one.flags["c"].link, [])

    def test_misspelt_keys_are_named(self) -> None:
        self.assert_refused("libary = 'x'\n" + GOOD, "'libary'")
        self.assert_refused(GOOD + "d = 'x'\n", "unknown key 'd'")
        self.assert_refused(
            GOOD + "[flags]\ncompiler = ['x']\n", "[flags]: [all]: unknown key 'compiler'"
        )
        self.assert_refused(GOOD + "[flags.rust]\nlink = ['x']\n", "'rust'")

    def test_missing_keys_are_named(self) -> None:
        self.assert_refused(GOOD.replace('title = "X"', ""), "missing required field `title`")
        self.assert_refused(GOOD + "[offload]\nflags = []\n", "missing required field `triple`")

    def test_a_further_device_stands_in_for_the_first(self) -> None:
        table = '[devices.second]\ntitle = "a device"\nflags = "-fx"\ntriple = "t"\nlibrary = "l"\n'
        one = parse(GOOD + table + '[devices.second.environment]\nA = "1"\n')
        self.assertIsNone(one.offload)
        other = description.on_device(one, "second")
        self.assertEqual(other.name, f"{one.name}@second")
        self.assertEqual(other.offload.title if other.offload else "", "a device")
        assert other.offload
        self.assertEqual((other.offload.flags, other.environment), (["-fx"], {"A": "1"}))
        with self.assertRaisesRegex(UserError, "no further device 'third'; it has second"):
            description.on_device(one, "third")
        self.assert_refused(GOOD + table.replace("triple", "tripel"), "unknown key 'tripel'")

    def test_wrong_types_are_named(self) -> None:
        self.assert_refused("ompt = 'no'\n" + GOOD, "Expected `bool`, got `str` - at `$.ompt`")
        self.assert_refused("notes = [1]\n" + GOOD, "Expected `str`, got `int` - at `$.notes")
        self.assert_refused(
            "environment = 3\n" + GOOD, "Expected `object`, got `int` - at `$.environment`"
        )
        for name in ("OMP_TOOL", "OMP_TOOL_LIBRARIES"):
            text = f'environment = {{ {name} = "x" }}\n{GOOD}'
            self.assert_refused(text, f"the harness itself sets {name}")

    def test_names_that_would_be_paths_are_refused(self) -> None:
        self.assert_refused(GOOD.replace("x-1", "x/.."), "a name has letters")
        self.assert_refused(GOOD.replace("x-1", ".."), "a name begins with")

    def test_provision_steps_are_checked(self) -> None:
        self.assert_refused(GOOD + "[[provision]]\nkind = 'magic'\n", "debian-packages")
        step = "[[provision]]\nkind = 'debian-packages'\n"
        self.assert_refused(GOOD + step, "missing key 'packages'")
        self.assert_refused(GOOD + step + "packages = []\nx = 1\n", "unknown key 'x'")

    def test_a_release_builds_on_another(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            old = 'version = "1"\nnotes = ["{name} is {version}"]\n' + GOOD
            (folder / "x-1.toml").write_text(old)
            (folder / "x-2.toml").write_text('base = "x-1"\nname = "x-2"\nversion = "2"\n')
            (folder / "x-3.toml").write_text('base = "x-3"\nname = "x-3"\n')
            (folder / "x-5.toml").write_text('base = "x-2"\nname = "x-5"\n')
            (folder / "x-4.toml").write_text('base = "../x-1"\nname = "x-4"\n')
            one, other, third = (description.load(folder / f"x-{n}.toml") for n in (1, 2, 5))
            self.assertEqual((one.notes, other.notes), (["x-1 is 1"], ["x-2 is 2"]))
            self.assertEqual((third.name, third.notes), ("x-5", ["x-5 is 2"]))
            self.assertEqual((other.name, other.library), ("x-2", one.library))
            for n, told in ((3, "has itself as a base"), (4, "is no runtime's name")):
                with self.assertRaisesRegex(UserError, told):
                    description.load(folder / f"x-{n}.toml")

    def test_a_file_that_is_not_toml_or_not_there(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.toml"
            with self.assertRaisesRegex(UserError, "cannot read"):
                description.load(path)
            path.write_text("name = ")
            with self.assertRaisesRegex(UserError, "not valid TOML"):
                description.load(path)
