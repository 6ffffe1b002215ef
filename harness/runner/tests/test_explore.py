"""Generated programs: drawn alike from one seed, conforming, and counted as the view shows them."""

import argparse
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from ompt_cts import files
from ompt_cts.commands import explore
from ompt_cts.errors import UserError
from ompt_cts.explore import campaign, draw, grammar, judge, small, tree, write
from ompt_cts.explore.tree import Here, Node, Program, inside
from ompt_cts.paths import SUITES
from ompt_cts.suite import shards
from ompt_cts.verdict.identity import Applied

GRAMMAR = grammar.load()
ALL = {row.feature for row in GRAMMAR.constructs.values()}
ALL |= {row.visible for row in GRAMMAR.constructs.values()}
ALL |= {clause.feature for clause in GRAMMAR.clauses.values()}
FEATURES = frozenset(ALL - {"", "scope"} | {grammar.FORTRAN})  # clang has no scope yet
COMPILERS = {"c": "clang-19", "cxx": "clang++-19"}
# OpenMP 5.2, 17.1: what may not be closely nested in what.
TEAM_WIDE = {"for", "for_ordered", "for_doacross", "sections", "single", "single_copyprivate"}
TEAM_WIDE |= {"scope", "cancel_for", "cancel_sections", "barrier"}
APPLIED = Applied()
BARRED = {"worksharing", "task", "critical", "ordered", "masked"}


def programs(many: int, language: str = "c", seed: int = 7) -> list[Program]:
    return [draw.program(seed, n, GRAMMAR, FEATURES, language) for n in range(many)]


def row(name: str, status: str = "crash") -> dict[str, str]:
    return {"name": name, "status": status, "reason": "ended by SIGSEGV"}


def bench(name: str = "llvm-19", profile: str = "5.2", known: Applied = APPLIED) -> judge.Bench:
    runtime = {"sha256": name, "compilers": {"c": {"version": "19"}}}
    target = SimpleNamespace(
        name=name,
        runtime=runtime,
        profile=profile,
        features=("x",),
        known=known,
        session=lambda: None,
    )
    return judge.Bench(target, GRAMMAR, Path(), {}, 1)  # type: ignore[arg-type]


def places(program: Program) -> Iterator[tuple[Node, Here]]:
    """Every construct of a program with where it stands."""

    def walk(nodes: list[Node], here: Here) -> Iterator[tuple[Node, Here]]:
        for node in nodes:
            yield node, here
            for block in node.blocks:
                yield from walk(block, inside(node, here, program.settings, GRAMMAR.clauses))

    yield from walk(program.top, Here())


class DrawTest(unittest.TestCase):
    def test_a_program_depends_on_its_seed_and_number_alone(self) -> None:
        one = [write.alone(p, GRAMMAR, FEATURES) for p in programs(12)]
        again = [write.alone(p, GRAMMAR, FEATURES) for p in reversed(programs(12))]
        self.assertEqual(one, again[::-1])
        self.assertEqual(len({text["program.c"] for text in one}), 12)

    def test_nesting(self) -> None:
        for program in programs(400):
            for node, here in places(program):
                name = node.construct.name
                with self.subTest(program.name, number=node.number):
                    if name in TEAM_WIDE:
                        self.assertFalse(here.around & BARRED)
                        self.assertIsNotNone(here.meets)
                    if name.startswith("distribute"):
                        self.assertIn("teams", here.around)
                    if "teams" in here.around:
                        self.assertTrue(node.construct.in_teams)
                    if "held" in here.around:
                        self.assertFalse(node.construct.yields)

    def test_work_is_bounded(self) -> None:
        for program in programs(400):
            for _, here in places(program):
                self.assertLessEqual(draw.estimate(here), draw.MOST_TIMES)

    def test_nothing_comes_before_the_first_contact(self) -> None:
        """A function with constructs meets the runtime where it begins."""
        for program in programs(100):
            first = program.top[0].construct.group == grammar.STARTING
            texts = write.alone(program, GRAMMAR, FEATURES)["program.c"].partition("run(void) {")
            with self.subTest(program.name):
                self.assertEqual("rest();" in texts[2], first or program.settings.divided)

    def test_every_construct_is_drawn(self) -> None:
        drawn = {node.construct.name for p in programs(600, "cxx") for node in p.walk()}
        self.assertEqual(set(GRAMMAR.constructs) - {"scope"}, drawn)

    def test_programs_compile_without_a_word(self) -> None:
        for language, compiler in COMPILERS.items():
            if not shutil.which(compiler):
                self.skipTest(f"no {compiler}")
            command = [
                compiler,
                "-x",
                "c" if language == "c" else "c++",
                "-fsyntax-only",
                "-fopenmp",
            ]
            command += ["-Wall", "-Werror", "-Wno-unused", "-Wno-uninitialized"]
            command += [f"-I{SUITES / 'include'}", "-"]
            apart = [replace(p, form=tree.UNITS) for p in programs(30, language, seed=8)]
            texts = write.together(programs(60, language) + apart, GRAMMAR, FEATURES)
            self.assertEqual(len(texts), 3)
            del texts[write.SUBROUTINES]
            for name, text in texts.items():
                done = subprocess.run(
                    command, input=text, text=True, capture_output=True, check=False
                )
                self.assertEqual(done.stderr, "", name)


class GrammarTest(unittest.TestCase):
    def test_odd_tables_are_refused(self) -> None:
        for text, says in (
            ('totals = [["no.rule", "flush", "M"]]', "no rule"),
            ('times = "often"', "number of times"),
            ("colour = 1", "unknown key"),
        ):
            with tempfile.TemporaryDirectory() as folder, self.subTest(text):
                path = Path(folder) / "g.toml"
                path.write_text(
                    f'[counts]\n[profile.a]\n[construct.x]\ngroup="a"\ntext="x"\n{text}\n'
                )
                with self.assertRaisesRegex((ValueError, UserError), says):
                    grammar.load(path)

    def test_nothing_is_known_of_a_region_in_a_team_without_iterations(self) -> None:
        """More teams than iterations: some have none, and need no region."""
        row = GRAMMAR.constructs["distribute_parallel_for"]
        node = Node(row, 2, ("num_threads(2)",), count=1)
        writer = write.Writer(programs(1)[0], GRAMMAR, FEATURES)
        here = Here(around=frozenset({"teams"}))
        self.assertEqual(writer.expects(node, here), [])
        self.assertTrue(row.totals)
        self.assertEqual({number for _, _, number in row.totals}, {"unknown"})

    def test_what_makes_a_team_tells_of_its_members(self) -> None:
        """A construct that adds events of a kind counted in total declares their number, or that it
        is unknown."""
        patterns = {
            "parallel": "parallel_begin flags!&league",
            "implicit-task": "implicit_task endpoint=begin flags&implicit flags!&initial",
            "single": "work work_type=single_executor endpoint=begin",
            "sections": "work endpoint=begin work_type=sections",
        }
        for row in GRAMMAR.constructs.values():
            told = {pattern for _, pattern, _ in row.totals}
            for line, _ in row.view:
                with self.subTest(row.name, line=line):
                    self.assertLessEqual({patterns.get(line)} - {None}, told)


class ModelTest(unittest.TestCase):
    VIEW = """initial-task
  parallel P1 requested=2 team=2 at x.c:3
    implicit-task 0
      task T1 explicit at x.c:5
      barrier_implicit_parallel
    implicit-task 1
      task T2 explicit at x.c:5
"""

    def program(self) -> Program:
        task = Node(GRAMMAR.constructs["task"], 2, blocks=[[]])
        region = Node(GRAMMAR.constructs["parallel"], 1, ("num_threads(2)",), blocks=[[task]])
        return Program("1_1", [region], tree.Settings({}, 4, 8, "none", {}, ""), "c")

    def differences(self, view: str) -> list[str]:
        return judge.differences(self.program(), GRAMMAR, FEATURES, view)

    def test_a_view_as_predicted(self) -> None:
        self.assertEqual(self.differences(self.VIEW), [])

    def test_a_lost_task(self) -> None:
        view = self.VIEW.replace("      task T2 explicit at x.c:5\n", "")
        self.assertEqual(self.differences(view), ["too few lines task in implicit-task: 1 of 2"])

    def test_a_loop_without_a_call_of_the_runtime(self) -> None:
        features = FEATURES - {judge.STATIC}
        inner = Node(GRAMMAR.constructs["parallel_for"], 3, ("num_threads(1)",), blocks=[[]])
        task = Node(GRAMMAR.constructs["task"], 4, blocks=[[]])
        loop = Node(GRAMMAR.constructs["for"], 5, blocks=[[task]])
        program = replace(self.program(), top=[inner, loop])
        view = "initial-task\n  parallel P1\n    implicit-task 0\n  loop_dynamic\n    task T1 explicit\n"
        self.assertEqual(judge.differences(program, GRAMMAR, features, view), [])
        told = judge.differences(program, GRAMMAR, FEATURES, view)
        self.assertEqual(told, ["too few lines loop in implicit-task: 0 of 1"])

    def test_a_league_is_the_runtime_s_choice_and_the_rest_is_not(self) -> None:
        teams = Node(GRAMMAR.constructs["teams"], 3, blocks=[[]])
        both = replace(self.program(), top=[*self.program().top, teams])
        view = self.VIEW + "  league P2 requested=2\n    initial-task 0\n      task T3 explicit\n"
        self.assertEqual(judge.differences(both, GRAMMAR, FEATURES, view), [])
        told = judge.differences(both, GRAMMAR, FEATURES, view.replace("task T1", "loop"))
        self.assertEqual(told[:1], ["too many lines loop in implicit-task: 1 of 0"])


class DifferTest(unittest.TestCase):
    def test_who_ends_otherwise(self) -> None:
        good = {"name": "1_0", "status": "pass", "reason": "", "causes": [], "view": ""}
        bad = {"name": "1_0", "status": "wrong", "reason": "a block"}
        lost = good | {"name": "1_1", "view": "new"}
        one = {"a": [good, good | {"name": "1_1"}], "b": [bad, lost], "c": [good]}
        self.assertEqual(
            dict(explore.differences(one)), {("as predicted (a, c); wrong: a block (b)", "1_0"): 1}
        )
        del one["c"]
        self.assertIn(("as predicted (a); another view, new (b)", "1_1"), explore.differences(one))

    def test_a_campaign_for_each_runtime_and_number(self) -> None:
        args = argparse.Namespace(devices=False, without=[], folder="/f", seed=1, threads=[1, 2])
        vars(args).update(dict.fromkeys(("json", "html", "junit", "sarif", "summary")))
        found = explore.campaigns(args, [bench("a"), bench("b")])
        self.assertEqual([one.folder.name for one in found], ["a-1", "a-2", "b-1", "b-2"])
        self.assertEqual({one.shared for one in found}, {frozenset({"x", "c", "5.2"})})
        self.assertEqual(found[1].programs(0)[0][0].settings.environment["OMP_NUM_THREADS"], "2")

    def test_a_batch_is_run_in_each_campaign_without_it(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        both = [campaign.Campaign(folder / name, 1, bench(name)) for name in "ab"]
        ran = []

        def run(one: campaign.Campaign, batch: int) -> None:
            ran.append((one.bench.target.name, batch, one.objects))
            files.write_text(one.path(batch), "{}")

        with mock.patch.object(campaign.Campaign, "run", run):
            files.write_text(both[0].path(1), "{}")
            left = campaign.left(both, range(3), shards.parse("2/2"))
            self.assertEqual(list(campaign.run(both, left, 1, None)), [(1, 1)])
            left = campaign.left(both, range(2), None)
            self.assertEqual(list(campaign.run(both, left, 1, None)), [(0, 2)])
        self.assertEqual([one[:2] for one in ran], [("b", 1), ("a", 0), ("b", 0)])
        places = [one[2] for one in ran]
        self.assertTrue(places[1] == places[2] != places[0])

    def test_the_same_programs_with_other_threads(self) -> None:
        program = programs(1)[0]
        other = tree.with_threads(program, 7)
        self.assertEqual(other.settings.environment["OMP_NUM_THREADS"], "7")
        self.assertNotEqual(program.settings.environment["OMP_NUM_THREADS"], "7")
        both = [write.alone(one, GRAMMAR, FEATURES) for one in (program, other)]
        self.assertEqual(*both)


class CutTest(unittest.TestCase):
    def test_what_is_left_is_what_shows_it(self) -> None:
        """The reduction keeps an untied task in a parallel region, at any depth."""

        def shows(some: list[Program]) -> Iterator[bool]:
            for program in some:
                regions = (n for n in program.walk() if n.construct.name == "parallel")
                yield any("untied" in n.clauses for r in regions for n in r.walk())

        large = [p for p in programs(300, seed=3) if any(shows([p]))]
        for program in large[:5] or self.fail():
            least = small.reduced(program, GRAMMAR, shows, 200)
            with self.subTest(program.name):
                self.assertEqual(len(list(least.walk())), 2)
                self.assertTrue(small.stands(least, GRAMMAR))
                text = write.alone(least, GRAMMAR, FEATURES, write.SILENT)["program.c"]
                self.assertLessEqual(text.count("\n"), 20)

    def test_blocks_that_are_left_empty_go(self) -> None:
        inner = Node(GRAMMAR.constructs["repeat"], 2, blocks=[[]])
        top = [Node(GRAMMAR.constructs["parallel_reduction"], 1, blocks=[[inner]])]
        text = write.alone(replace(programs(1)[0], top=top), GRAMMAR, FEATURES, write.SILENT)
        self.assertEqual(text["program.c"].count("{}"), 1)
        self.assertIn("i2++)\n      {}", text["program.c"])

    def test_only_checks_and_braces_go_from_the_text(self) -> None:
        text = 'int f(void) {\n  {\n    omp_set_lock(&l);\n    if (a)\n      same(a, 1, "a");\n  }\n}\n'
        found = [(len(t.split()), "omp_set_lock(&l);" in t) for t in small.shorter(text)]
        self.assertEqual(found, [(10, True), (7, True)])

    def test_a_construct_of_many_lines_becomes_a_plain_one(self) -> None:
        construct = GRAMMAR.constructs["parallel_array_reduction"]
        program = replace(programs(1)[0], top=[Node(construct, 1, ("num_threads(2)",))])

        def shows(some: list[Program]) -> Iterator[bool]:
            return (any(n.construct.makes_team for n in p.walk()) for p in some)

        least = small.reduced(program, GRAMMAR, shows, 9)
        self.assertEqual([n.construct.name for n in least.walk()], ["parallel"])
