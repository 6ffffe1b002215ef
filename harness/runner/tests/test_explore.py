"""Generated programs: drawn alike from one seed, conforming, and counted as the view shows them."""

import argparse
import json
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from ompt_cts import files
from ompt_cts.commands import explore
from ompt_cts.corpus.runner import NOT_JUDGED, Stop
from ompt_cts.errors import UserError
from ompt_cts.explore import campaign, cut, differ, draw, grammar, judge, model, small, tree, write
from ompt_cts.explore.tree import Here, Node, Program, inside
from ompt_cts.paths import SUITES
from ompt_cts.suite.shards import Shard
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
                with self.assertRaisesRegex(ValueError, says):
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
        return model.differences(self.program(), GRAMMAR, FEATURES, view)

    def test_a_view_as_predicted(self) -> None:
        self.assertEqual(self.differences(self.VIEW), [])

    def test_a_lost_task(self) -> None:
        view = self.VIEW.replace("      task T2 explicit at x.c:5\n", "")
        self.assertEqual(self.differences(view), ["too few lines task in implicit-task: 1 of 2"])

    def test_a_loop_without_a_call_of_the_runtime(self) -> None:
        features = FEATURES - {model.STATIC}
        inner = Node(GRAMMAR.constructs["parallel_for"], 3, ("num_threads(1)",), blocks=[[]])
        task = Node(GRAMMAR.constructs["task"], 4, blocks=[[]])
        loop = Node(GRAMMAR.constructs["for"], 5, blocks=[[task]])
        program = replace(self.program(), top=[inner, loop])
        view = "initial-task\n  parallel P1\n    implicit-task 0\n  loop_dynamic\n    task T1 explicit\n"
        self.assertEqual(model.differences(program, GRAMMAR, features, view), [])
        told = model.differences(program, GRAMMAR, FEATURES, view)
        self.assertEqual(told, ["too few lines loop in implicit-task: 0 of 1"])

    def test_a_league_is_the_runtime_s_choice_and_the_rest_is_not(self) -> None:
        teams = Node(GRAMMAR.constructs["teams"], 3, blocks=[[]])
        both = replace(self.program(), top=[*self.program().top, teams])
        view = self.VIEW + "  league P2 requested=2\n    initial-task 0\n      task T3 explicit\n"
        self.assertEqual(model.differences(both, GRAMMAR, FEATURES, view), [])
        told = model.differences(both, GRAMMAR, FEATURES, view.replace("task T1", "loop"))
        self.assertEqual(told[:1], ["too many lines loop in implicit-task: 1 of 0"])


class DifferTest(unittest.TestCase):
    def test_who_ends_otherwise(self) -> None:
        good = {"name": "1_0", "status": "pass", "reason": "", "causes": [], "view": ""}
        bad = {"name": "1_0", "status": "wrong", "reason": "a block"}
        lost = good | {"name": "1_1", "view": "new"}
        one = {"a": [good, good | {"name": "1_1"}], "b": [bad, lost], "c": [good]}
        self.assertEqual(
            dict(differ.differences(one)), {("as predicted (a, c); wrong: a block (b)", "1_0"): 1}
        )
        del one["c"]
        self.assertIn(("as predicted (a); another view, new (b)", "1_1"), differ.differences(one))

    def test_a_campaign_for_each_runtime_and_number(self) -> None:
        args = argparse.Namespace(devices=False, without=[], folder="/f", seed=1, threads=[1, 2])
        vars(args).update(dict.fromkeys(("json", "html", "junit", "sarif", "summary")))
        found = explore.campaigns(args, [bench("a"), bench("b")])
        self.assertEqual([one.folder.name for one in found], ["a-1", "a-2", "b-1", "b-2"])
        self.assertEqual({one.shared for one in found}, {frozenset({"x", "c", "5.2"})})
        self.assertEqual(found[1].programs(0)[0][0].settings.environment["OMP_NUM_THREADS"], "2")

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
            least = cut.reduced(program, GRAMMAR, shows, 200)
            with self.subTest(program.name):
                self.assertEqual(len(list(least.walk())), 2)
                self.assertTrue(cut.stands(least, GRAMMAR))
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

        least = cut.reduced(program, GRAMMAR, shows, 9)
        self.assertEqual([n.construct.name for n in least.walk()], ["parallel"])


class CampaignTest(unittest.TestCase):
    def test_what_others_have_shown_often_enough_is_not_kept(self) -> None:
        finding = {"rule": "a.b", "sort": "s", "waived": "known"}
        rows = [{"name": str(n), "outcome": {"findings": [finding]}} for n in range(5)]
        rows.append({"name": "other", "outcome": {"findings": [finding | {"sort": "t"}]}})
        campaign.thin(rows, 3)
        self.assertEqual([r["name"] for r in rows if "outcome" in r], ["0", "1", "2", "other"])

    def test_what_passes_stands_for_others_as_well(self) -> None:
        """A campaign in which nothing was found has exercised rules."""
        rows = [{"name": str(n), "status": "pass", "outcome": {"findings": []}} for n in range(5)]
        campaign.thin(rows, 3)
        self.assertEqual([r["name"] for r in rows if "outcome" in r], ["0", "1", "2"])

    def test_a_strangers_batch_is_refused(self) -> None:
        for batch in ([], {}, {"programs": [{}]}, {"programs": [row("../1_0")]}):
            with tempfile.TemporaryDirectory() as name, self.subTest(batch):
                path = Path(name) / "batches" / "000000.json"
                path.parent.mkdir()
                path.write_text(json.dumps(batch))
                with self.assertRaises(UserError):
                    campaign.rows([Path(name)])

    def test_only_what_was_judged_alike_goes_on_or_is_merged(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folders = [Path(name) / part for part in ("a", "b", "c")]
            one = campaign.Campaign(folders[0], 1, bench())
            one.begin()
            one.begin()
            for other in (
                replace(one, seed=2),
                replace(one, without=("teams",)),
                replace(one, bench=bench("llvm-22")),
                replace(one, bench=bench(profile="6.0")),
                replace(one, bench=bench(known=Applied(deviations=(1,)))),  # type: ignore[arg-type]
            ):
                with self.assertRaisesRegex(UserError, "another campaign's"):
                    other.begin()
            with patch.object(campaign.origin, "commit", return_value="another"):
                one.begin()
            with patch.object(campaign.origin, "_digest", side_effect=lambda folder: folder.name):
                with self.assertRaisesRegex(UserError, "not the same harness/"):
                    one.begin()
            replace(one, folder=folders[1], seed=2, without=("teams",)).begin()
            campaign.check_all(folders[:2], bench())
            self.assertEqual(campaign.missing(folders[:1], 25), 2)
            files.write_text(one.path(1), '{"programs": []}')
            self.assertEqual([campaign.missing(folders[:1], n) for n in (0, 24, 49)], [1, 1, 2])
            files.write_text(folders[2] / "report.json", "mine")
            with self.assertRaisesRegex(UserError, "not empty"):
                replace(one, folder=folders[2]).begin()
            (folders[2] / "report.json").unlink()
            replace(one, folder=folders[2], devices=True).begin()
            for odd in (folders, [Path(name)]):
                with self.assertRaises(UserError):
                    campaign.check_all(odd, bench())
            with self.assertRaises(UserError):
                campaign.check_all(folders[:2], bench("llvm-22"))

    def test_a_batch_that_was_interrupted_leaves_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            one = campaign.Campaign(Path(name), 1, bench())
            refused = Stop("not-compiled", "no message")
            with (
                patch.object(campaign.Campaign, "programs", return_value=(programs(2), [])),
                patch.object(campaign.Campaign, "compile", side_effect=refused),
            ):
                with patch.object(campaign.bounds, "stopped", return_value=True):
                    one.run(0)
                self.assertFalse(one.path(0).exists())
                one.run(0)
            self.assertTrue(one.path(0).exists())

    def test_several_batches_run_at_once_until_the_time_is_up(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            one = campaign.Campaign(Path(name), 1, bench())
            both = threading.Barrier(2, timeout=60)
            with patch.object(campaign.Campaign, "run", lambda self, batch: both.wait()):
                ended = list(campaign.run(one, iter(range(4)), 2, None))
                self.assertEqual(sorted(ended), [0, 1, 2, 3])
                self.assertEqual(list(campaign.run(one, count(), 2, 0)), [])
            (Path(name) / "batches").mkdir()
            one.path(2).touch()
            self.assertEqual(list(one.left(range(6), Shard(1, 2))), [0, 4])

    def test_a_kind_that_does_not_show_again_leaves_no_file(self) -> None:
        with (
            tempfile.TemporaryDirectory() as name,
            patch.object(campaign.Campaign, "programs", return_value=(programs(1), [])),
            patch.object(small, "reduce_one", return_value={}),
        ):
            one = campaign.Campaign(Path(name), 1, bench())
            told = list(small.reduce_all(one, [row("1_0")], re.compile(".")))
            self.assertEqual(told, [("crash: ended by SIGSEGV", "it does not show again")])
            self.assertEqual(list(Path(name).iterdir()), [])

    def test_an_end_that_is_too_rare_is_unclear(self) -> None:
        recorded = {"state": "crash", "reason": "ended by SIGABRT", "attribution": "unclear"}
        with patch.object(judge, "record", return_value=(recorded, "")):
            with self.assertRaises(Stop) as stopped:
                judge.judge(programs(1)[0], [], bench(), Path())
        self.assertEqual(stopped.exception.status, judge.UNCLEAR)

    def test_a_divided_program_ends_by_what_its_parts_have_told(self) -> None:
        both = f"wrong: a block\n{judge.OTHER} is 0 instead of 1\n"
        for output, expected in ((both, "wrong: a block"), (both[15:-1], both[15:-1]), ("", "")):
            self.assertEqual(judge.complaint(output), expected)

    def test_an_end_of_the_tool_that_the_program_asks_for_is_judged(self) -> None:
        for name in (judge.FINALIZED, "taskyield"):
            judged = {"environment": {"ended_early": "1"}}
            top = [Node(GRAMMAR.constructs[name], 1)]
            recorded = {"state": "ok"}
            with (
                patch.object(judge, "record", return_value=(recorded, "")),
                patch.object(judge, "judged", return_value=(judged, {})),
                patch.object(judge.outcome, "judge_one", side_effect=InterruptedError),
                self.assertRaises(InterruptedError),
            ):
                session = SimpleNamespace(profile="5.2")
                target = SimpleNamespace(session=lambda: session)  # noqa: B023
                its = replace(bench(), target=target)  # type: ignore[arg-type]
                judge.judge(replace(programs(1)[0], top=top), [], its, Path())
            self.assertEqual(judged["environment"] == {}, name == judge.FINALIZED)

    def test_what_the_harness_cannot_judge_is_no_pass(self) -> None:
        good = {"name": "1_0", "status": "pass", "reason": "", "causes": []}
        target = SimpleNamespace(profile="5.2", runtime={}, known=APPLIED)
        for code, status, expected in (
            *((0, NOT_JUDGED, 2), (1, NOT_JUDGED, 1)),
            *((0, judge.UNCLEAR, 0), (0, judge.WRONG, 0), (2, judge.WRONG, 2)),
        ):
            with (
                self.subTest(status, code=code),
                patch.object(campaign, "rows", return_value=[good, row("1_1", status)]),
                patch.object(explore.report, "build", return_value={"exit_code": code}),
                patch.object(explore.outputs, "emit") as emitted,
                patch.object(explore.terminal, "show"),
                patch.object(explore.terminal, "console"),
            ):
                told = explore.conclude(
                    argparse.Namespace(), SimpleNamespace(target=target), [Path()]
                )
                self.assertEqual(told, expected)
                end = {"status": status, "reason": "ended by SIGSEGV", "programs": 1}
                self.assertEqual(emitted.call_args[0][0]["ends"], [end | {"example": "1_1"}])

    def test_the_last_complaint_is_the_program_s_own(self) -> None:
        """A process of its own fails an assertion; then the program tells how that one ended."""
        output = "Assertion failure at a.cpp(1): x.\nwrong: a log: Aborted\nmore\n"
        self.assertEqual(judge.complaint(output), "wrong: a log: Aborted")
        self.assertEqual(judge.complaint("all is well"), "")

    def test_an_end_with_probes_is_told(self) -> None:
        first = {"state": "crash", "reason": "ended by SIGSEGV"}
        recorded = {"state": "ok", "reason": "", "with_probes": first}
        self.assertEqual(judge.said(recorded, ""), "ended by SIGSEGV")

    def test_folders_of_parts_are_one_campaign(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            for part in (1, 2):
                folder = Path(name) / str(part) / "batches"
                folder.mkdir(parents=True)
                rows = [row("1_0"), row(f"1_{part}")]
                (folder / "000000.json").write_text(json.dumps({"programs": rows}))
            found = campaign.rows([Path(name) / "1", Path(name) / "2"])
        self.assertEqual([row["name"] for row in found], ["1_0", "1_1", "1_2"])
