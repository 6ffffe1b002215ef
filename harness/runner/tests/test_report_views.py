"""The views of a report: JUnit, the HTML page, the terminal."""

import copy
import io
import unittest
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

from ompt_cts.reports import html_page, html_report, junit, phrases, report, terminal
from rich.console import Console

from tests import reporting as made
from tests.pages import sample
from tests.reporting import MANDATORY, OTHER, finding, one


class JUnit(unittest.TestCase):
    def test_well_formed_and_counted(self) -> None:
        root = ElementTree.fromstring(junit.render(sample()).encode())
        suite = root.find("testsuite")
        assert suite is not None
        counts = {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")}
        self.assertEqual(counts, {"tests": "9", "failures": "2", "errors": "3", "skipped": "2"})
        self.assertEqual(len(suite.findall("testcase")), 9)
        self.assertEqual(len(suite.findall("testcase/failure")), 2)
        self.assertEqual(len(suite.findall("testcase/error")), 3)
        texts = "".join(e.text or "" for e in suite.iter("failure"))
        self.assertIn("<b>bad</b> & ugly", texts)
        self.assertIn("because one", texts)

    def test_what_no_test_fails_for(self) -> None:
        found = one("a", {MANDATORY: 1, OTHER: 1}, finding(OTHER, "it is odd"))
        found["findings"][0]["own"] = False
        found["verdict"] = "pass"
        root = ElementTree.fromstring(junit.render(report.build(made.context(), [found])).encode())
        [failure] = root.findall("testsuite/testcase[@name='contradicted-elsewhere']/failure")
        self.assertIn(OTHER, failure.get("message", ""))
        self.assertEqual(len(root.findall("testsuite/testcase/failure")), 1)

    def test_known_deviations_are_no_passes(self) -> None:
        root = ElementTree.fromstring(junit.render(sample()).encode())
        [skipped] = root.findall("testsuite/testcase[@name='tasking/w.c']/skipped")
        self.assertTrue(skipped.get("message", "").startswith("known deviation: "))
        self.assertEqual(skipped.get("type"), "waived")
        self.assertIn("because one", skipped.text or "")
        words = {
            case.get("name"): [p.get("value") for p in case.iter("property")][:1]
            for case in root.iter("testcase")
        }
        self.assertEqual(words["tasking/w.c"], ["waived"])
        self.assertEqual(words["tasking/p.c"], ["pass"])

    def test_what_xml_cannot_say(self) -> None:
        self.assertEqual(junit.clean("a\x00b\x1bc\ud800d\ufffe\n"), "a?b?c?d?\n")


class Page(HTMLParser):
    """Collects the fetches of a page, and whether its elements nest."""

    VOID = {"meta", "br", "input", "link", "img"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "src" or (name == "href" and tag != "a"):
                self.fetched.append(str(value))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> at {self.getpos()} closes nothing")


class Html(unittest.TestCase):
    def test_self_contained(self) -> None:
        text = html_report.render(sample())
        page = Page(text)
        self.assertEqual((page.open, page.fetched), ([], []))
        self.assertNotIn("@import", text)
        self.assertNotIn("url(", text)

    def test_escaped(self) -> None:
        text = html_report.render(sample())
        self.assertNotIn("<b>bad</b>", text)
        self.assertIn("&lt;b&gt;bad&lt;/b&gt; &amp; ugly", text)

    def test_everything_is_there(self) -> None:
        result = sample()
        text = html_report.render(result)
        for row in result["rules"]:
            self.assertIn(f"<code>{row['id']}</code>", text)
        for test in result["tests"]:
            self.assertIn(test["name"], text)

    def test_empty_report(self) -> None:
        Page(html_report.render(report.build(made.context(), [])))

    def test_code_in_statements(self) -> None:
        self.assertEqual(str(html_page.marked("a `<b>` c")), "a <code>&lt;b&gt;</code> c")


class Terminal(unittest.TestCase):
    def show(self, result: made.Json) -> str:
        stream = io.StringIO()
        terminal.show(
            result, Path("/b/report.json"), Console(file=stream, width=200, soft_wrap=True)
        )
        return stream.getvalue()

    def test_what_a_person_needs(self) -> None:
        text = self.show(sample())
        self.assertIn("nonconformant with profile 5.2: 2 of 3 mandatory and 0 of 1 optional", text)
        self.assertIn(
            f"new   {MANDATORY} (10.1) at implicit_task, in 1 test\n        <b>bad</b> & ugly", text
        )
        self.assertIn(f"known {OTHER}", text)
        self.assertIn("3 new, 1 mended", text)
        self.assertRegex(text, "ompt-cts'? check /t")  # quoted in a path with blanks
        self.assertIn("host/c.c: crash: a had a crash", text)
        self.assertTrue(text.rstrip().endswith("/b/report.json"))

    def test_a_part_of_the_tests_is_told_on_the_page(self) -> None:
        whole = sample()
        part = whole | {"command": ["./ompt-cts", "run", "--suite=host"]}
        for result, told in ((whole, ""), (part, "--suite")):
            self.assertEqual(phrases.selected(result), told)
            self.assertEqual("of <code>--suite" in html_report.render(result), bool(told))

    def test_one_screen_and_whole_lines_in_a_pipe(self) -> None:
        rules = [row["id"] for row in sample()["rules"]][:40]
        tests = [one(f"{n}", {r: 1}, finding(r, "long " * 99)) for n, r in enumerate(rules)]
        for in_terminal in (True, False):
            with mock.patch("sys.stdout.isatty", return_value=in_terminal):
                text = self.show(report.build(made.context(), tests))
            self.assertLess(len(text.splitlines()), 40)
            self.assertEqual(max(map(len, text.splitlines())) < 140, in_terminal)
            self.assertEqual("long " * 98 not in text, in_terminal)

    def test_a_program_alone_is_told_in_full(self) -> None:
        text = self.show(
            report.build(made.context(), [one("a", {MANDATORY: 1}, finding(MANDATORY))])
        )
        for part in ("because two", "thread 1 #9 implicit_task endpoint=end", "a.c:3 main"):
            self.assertIn(part, text)

    def test_markup_in_messages(self) -> None:
        result = report.build(
            made.context(), [one("a", {MANDATORY: 1}, finding(MANDATORY, "x[/]y [red]z"))]
        )
        self.assertIn("x[/]y [red]z", self.show(copy.deepcopy(result)))
