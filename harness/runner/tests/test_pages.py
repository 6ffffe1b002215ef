"""The HTML pages as text: their contents, without any fetch or foreign script.

harness/runner/tests/browser.py looks at them in a browser."""

import pwd
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from ompt_cts.paths import ROOT, build_dir
from ompt_cts.reports import (
    coverage,
    exhibits,
    history,
    html_page,
    html_report,
    interface,
    matrix_page,
    reliance,
    report,
    side_by_side,
)
from ompt_cts.verdict import expectations

from tests import pages, reporting
from tests.reporting import MANDATORY, OPTIONAL, finding, one
from tests.test_report_views import Page


class Words(unittest.TestCase):
    """The texts for a tool's author."""

    def row(self, name: str, result: report.Report) -> interface.Row:
        return next(row for row in interface.callback_rows(result) if row.name == name)

    def test_a_callback_in_words(self) -> None:
        result = pages.whole()
        row = self.row("implicit_task", result)
        self.assertEqual((row.word, row.seen, row.tests), ("untested", 64, 16))
        result["runtime"]["registration"]["implicit_task"] = "always"
        row = self.row("implicit_task", result)
        self.assertEqual(row.word, "except")
        self.assertEqual(
            row.words, "Arguments cannot be trusted, in 3 tests of teams: league of one."
        )

    def test_what_is_never_dispatched_cannot_be_trusted(self) -> None:
        row = self.row("reduction", pages.whole())
        self.assertEqual((row.word, row.answer), ("no", "never"))

    def test_an_offer_is_no_proof(self) -> None:
        result = pages.whole()
        result["runtime"]["registration"]["cancel"] = "always"
        self.assertEqual(self.row("cancel", result).word, "untested")

    def test_most_rules_must_have_been_tried(self) -> None:
        answers = {answer.name: answer for answer in reliance.answers(pages.whole())}
        self.assertEqual(answers["Sampling"].word, "untested")
        self.assertEqual(answers["Region identifiers"].word, "untested")
        self.assertRegex(
            answers["Region identifiers"].text,
            r"of \d+ rules only 1 could be exercised, and 1 broken in 3 tests of teams",
        )

    def test_the_cause_of_most_tests_is_named_first(self) -> None:
        result = pages.whole()
        wide = next(cause for cause in result["causes"] if cause["name"] == "league-of-one")
        result["causes"].insert(0, {**wide, "name": "grave", "tests": wide["tests"][:1]})
        answers = {answer.name: answer for answer in reliance.answers(result)}
        causes = answers["Region identifiers"].standing.causes
        self.assertEqual(causes, ("league-of-one", "grave"))

    def test_without_ompt_nothing_can_be_relied_on(self) -> None:
        result = pages.nothing()
        self.assertEqual({answer.word for answer in reliance.answers(result)}, {"no"})
        self.assertEqual({row.word for row in interface.callback_rows(result)}, {"no"})

    def test_every_question_has_rules(self) -> None:
        for answer in reliance.answers(pages.whole()):
            self.assertGreater(answer.standing.rules, 2, answer.name)

    def test_groups(self) -> None:
        result = pages.whole()
        found = interface.groups(result, interface.callback_rows(result))
        self.assertEqual(found[0].offered, ("thread_begin",))
        self.assertIn("blame shifting (report of 2016)", [group.name for group in found])

    def test_versions_have_their_callbacks(self) -> None:
        of = {v: {c.name for c in interface.callbacks(v)} for v in interface.VERSIONS}
        self.assertNotIn("target_emi", of["5.0"])
        self.assertIn("target_emi", of["5.2"])
        self.assertTrue(next(c for c in interface.callbacks("6.0") if c.name == "error").required)


class Covered(unittest.TestCase):
    def test_every_rule_is_in_its_chapter_once(self) -> None:
        result = pages.whole()
        chapters = coverage.chapters(result)
        self.assertEqual(sum(chapter.rules for chapter in chapters), len(result["rules"]))
        self.assertTrue(all(sum(c.numbers.values()) == c.rules for c in chapters))

    def test_why_not(self) -> None:
        result = pages.whole()
        found = coverage.uncovered(result)
        listed = [rule for row in found for rule in row.rules]
        numbers = result["summary"]["rules"]
        self.assertEqual(len(listed), len(set(listed)))
        self.assertEqual(len(listed), numbers["not-exercised"] + numbers["not-supported"])
        self.assertIn("no test of this run is about it", [row.why for row in found])


class Histories(unittest.TestCase):
    def test_what_was_mended_when(self) -> None:
        [series] = history.series(pages.releases())
        self.assertEqual(series.columns, ("llvm-13", "llvm-19", "llvm-22"))
        self.assertEqual(series.steps[0].mended, (MANDATORY,))
        self.assertEqual((series.steps[1].mended, series.steps[1].broken), ((), (OPTIONAL,)))

    def test_releases_stand_in_the_order_of_their_numbers(self) -> None:
        self.assertLess(history.release("LLVM 9.1 (Debian)"), history.release("LLVM 19.1.7"))

    def test_the_story_of_a_rule(self) -> None:
        names = ["a", "b", "c", "d"]
        for words, story in (
            (("waived", "waived", "", "pass"), "broken in a to b, holds since d"),
            (("pass", "fail", "pass", "pass"), "holds in a, broken in b, holds since c"),
            (("not-exercised", "pass", "pass", "pass"), "holds in b to d"),
        ):
            self.assertEqual(history.spans(words, names), story)


class Timelines(unittest.TestCase):
    """The activities of the threads around a witness, from a trace in text form."""

    TEXT = "\n".join(
        [
            "0 stream_begin tid=1",
            "0 start_tool omp_version=201811 runtime_version=x",
            "0 tool_initialize lookup=0x1",
            "0 tool_initialized result=1",
            "0 thread_begin thread_type=initial thread=+a",
            *("0 flush thread=a codeptr_ra=0x10",) * 30,
            "0 thread_end thread=a",
            "0 tool_finalize",
        ]
    )

    def test_around_the_witness(self) -> None:
        viewer = build_dir() / "bin" / "ompt-view"
        if not viewer.is_file():
            self.skipTest("ompt-view is not built")
        with tempfile.TemporaryDirectory() as folder:
            source, trace = Path(folder) / "t.txt", f"{folder}/trace"
            source.write_text(self.TEXT + "\n")
            words = [str(viewer), "--from-text", str(source), "--out", trace]
            subprocess.run(words, check=True)
            witness = [{"thread": 0, "position": 20}, {"thread": 0, "position": 4}]
            found = exhibits.timeline(trace, witness)
            around = exhibits.around(trace, witness)
        assert around
        self.assertEqual((around["thread"], around["states"]), (0, ["Runtime: Attached"]))
        self.assertEqual([m["witness"] for m in found].count(True), 2)
        self.assertTrue(found[0]["text"].startswith("thread_begin"))
        self.assertEqual([m["gap"] for m in found].count(True), 1)
        self.assertLess(len(found), 16)
        self.assertFalse(any("tool_initialize" in m["text"] for m in found))

    def test_a_long_event_is_cut_between_two_words_and_says_so(self) -> None:
        text = "target_data_op_emi" + " codeptr_ra=0x55e0cbacdc80" * 8
        events = (1, [(0, 1, 0, "target_data_op_emi", text)])
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(exhibits, "_events", return_value=events),
        ):
            shown = exhibits.timeline(folder, [{"thread": 0, "position": 1}])[0]["text"]
        self.assertTrue(shown.endswith(" codeptr_ra=0x55e0cbacdc80 …"), shown)

    def test_what_is_no_trace(self) -> None:
        self.assertEqual(exhibits.timeline("/no/such", [{"thread": 0, "position": 1}]), [])
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(exhibits.timeline(folder, [{"thread": 0, "position": 1}]), [])

    def test_a_large_trace_is_not_read(self) -> None:
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(exhibits, "_viewed", side_effect=AssertionError),
        ):
            with (Path(folder) / "0").open("wb") as stream:
                stream.truncate(1 << 30)
            self.assertIsNone(exhibits.around(folder, [{"thread": 0, "position": 1}]))


class Texts(unittest.TestCase):
    def all_pages(self) -> list[str]:
        reports = [
            pages.whole(),
            pages.nothing(),
            pages.hostile(),
            report.build(reporting.context(), []),
        ]
        matrices = [pages.releases(), side_by_side.tabulate([pages.hostile(), pages.whole()])]
        return [*map(html_report.render, reports), *map(matrix_page.render, matrices)]

    def test_nothing_is_fetched_and_all_is_nested(self) -> None:
        for text in self.all_pages():
            page = Page(text)
            self.assertEqual((page.open, page.fetched), ([], []))
            self.assertNotIn("url(", text)

    def test_nothing_is_obeyed(self) -> None:
        hostile = pages.hostile()
        for text in (
            html_report.render(hostile),
            matrix_page.render(side_by_side.tabulate([hostile, hostile])),
        ):
            self.assertNotIn("<script>document", text)
            for odd in "\x1b\x00\u202e":
                self.assertNotIn(odd, text)
            self.assertIn("\\x1b[2J\\x00\\u202e", text)

    def test_links_into_the_checkout(self) -> None:
        result, where = pages.whole(), ROOT / "r.html"
        known = result["exhibits"][1]["deviation"]
        assert known
        for page, link in (
            ("expectations/llvm-19.toml", "expectations/llvm-19.toml"),
            ("javascript:alert(1)", ""),
            ("expectations/../../../javascript:alert(1).toml", ""),
        ):
            known["page"] = page
            text = html_report.render(result, where)
            self.assertEqual('href="javascript' in text, False)
            self.assertEqual(f'<a href="{link}">' in text, bool(link))
            self.assertNotIn(f'<a href="{link}">', html_report.render(result, Path("/elsewhere/r")))

    def test_known_deviations_of_a_file_elsewhere(self) -> None:
        """A vendor's own file (`--expectations FILE`) lies outside the checkout."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "vendor.toml"
            entry = 'tests = ["*"]\nreason = "why"\n'
            path.write_text(f'[[deviation.odd."thread-begin.once"]]\n{entry}')
            told = exhibits.deviation("odd", expectations.own(path), [str(path)])
            assert told
            self.assertEqual(told["page"], str(path))

    def test_only_sources_are_shown(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, shown in (
                ("a.c", True),
                ("key.pem", False),
                ("b.F90", True),
                ("none.c", None),
            ):
                path = Path(folder) / name
                if shown is not None:
                    path.write_text("one\ntwo\nthree\n")
                found = exhibits.source_lines([{"location": f"{path}:2"}])
                self.assertEqual(found is not None, bool(shown), name)
            found = exhibits.source_lines([{"location": f"{folder}/a.c:9"}])
            self.assertIsNone(found)

    def test_line_ends_stay(self) -> None:
        self.assertEqual(html_page.visible("a\n\tb\x7f\ud800"), "a\n\tb\\x7f\\ud800")

    def test_homes_are_not_told(self) -> None:
        of_root = pwd.getpwuid(0).pw_dir
        shown = html_page.home(f"{of_root}/.cache/a /home/jane/b /usr/home/x/c")
        self.assertEqual(shown, "~/.cache/a ~/b /usr/home/x/c")

    def test_every_cause_with_what_it_is_shown_with(self) -> None:
        text = html_report.render(pages.whole())
        for part in (
            "league-of-one",
            "work();",
            "work 4",
            "Barrier: Join",
            "openmpsu232.html",
            "thread 2",
        ):
            self.assertIn(part, text)

    def test_findings_do_not_swell_the_page(self) -> None:
        def size(number: int) -> int:
            tests = [
                one(
                    f"t{n}",
                    {MANDATORY: 1},
                    *(finding(MANDATORY, f"form {n} {i}") for i in range(20)),
                )
                for n in range(number)
            ]
            return len(html_report.render(report.build(reporting.context(), tests)))

        self.assertLess(size(60) - size(30), 30 * 1500)
