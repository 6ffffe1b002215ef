"""The views of a report: JUnit, the HTML page, the terminal."""

import copy
import io
import unittest
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

from ompt_cts.reports import html_page, html_report, interface, junit, phrases, report, terminal
from rich.console import Console

from tests import reporting
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


SEEN = {"thread_begin": 4, "parallel_begin": 2}


def grown(offered: dict[str, str], exercised: dict[str, int], *findings: reporting.Json):
    answers = {c.name: "never" for c in interface.callbacks("5.2")} | offered
    found = reporting.judged(exercised, *findings, registration=answers)
    one = reporting.outcome.judge_one(reporting.session(), "a.c", "/t", reporting.recorded(), found)
    made = report.build(reporting.context(), [one])
    for name in offered:
        made["runtime"]["seen"][name] = {"events": SEEN.get(name, 0), "tests": 1}
    return made


def screen(made: report.Report) -> str:
    text = io.StringIO()
    terminal.show(made, None, terminal.Output(file=text, width=160, highlight=False))
    return text.getvalue()


class Growth(unittest.TestCase):
    def test_what_is_promised_is_kept_or_broken_and_the_rest_comes_in_the_order_of_the_questions(
        self,
    ):
        made = grown(
            {"thread_begin": "always", "parallel_begin": "always", "work": "sometimes"},
            {"thread-begin.once": 4},
            reporting.finding("parallel-begin.data-none"),
        )
        found = interface.of(made)
        assert found
        self.assertEqual(found.kept, ("thread_begin",))
        self.assertEqual(found.broken, ("parallel_begin",))
        self.assertEqual(found.untried, ("work",))
        self.assertIn("implicit_task", found.mandatory)
        self.assertNotIn("mutex_acquire", found.mandatory)
        self.assertEqual(found.steps[0].name, "Times and threads")
        named = [name for step in found.steps for name in step.missing]
        self.assertEqual(len(named), len(set(named)), "a callback stands at one question")
        text = screen(made)
        self.assertIn("kept: thread_begin", text)
        self.assertIn("next, for Times and threads: ", text)
        page = html_report.render(made)
        part = page[page.index('id="growth"') : page.index('id="callbacks"')]
        for row, names in (
            ("promised and kept", "<code>thread_begin</code>"),
            ("promised, and a rule is broken", "<code>parallel_begin</code>"),
            ("promised, and not seen in the run", "<code>work</code>"),
        ):
            self.assertRegex(part, f">{row}</th><td>{names}")
        self.assertIn('(<a href="#rules">parallel-begin.data-none</a>)', part)
        at = [part.index(f"<b>{step.name}</b>: {step.question[:9]}") for step in found.steps]
        self.assertEqual(at, sorted(at))
        self.assertIn("mandatory: </span> <code>implicit_task</code>", part)

    def test_a_runtime_with_all_that_is_demanded_does_not_grow(self):
        answers = {c.name: "always" for c in interface.callbacks("5.2") if c.required}
        made = grown(answers, {"thread-begin.once": 4})
        self.assertIsNone(interface.of(made))
        self.assertNotIn("what it offers so far", screen(made))
        self.assertNotIn('id="growth"', html_report.render(made))


class Versions(unittest.TestCase):
    def lines(self, told: int | None, profile: str = "5.2") -> str:
        made = grown({}, {"thread-begin.once": 1})
        made["runtime"]["omp_version"] = told
        made["profile"] = profile
        return screen(made) if told else "\n".join(terminal.phrases.versions(made))

    def test_the_first_screen_says_what_is_reported_and_what_has_judged(self):
        text = self.lines(202011)
        self.assertIn("judged as OpenMP 5.2, and reports OpenMP 5.1", text)
        self.assertIn("--profile 5.1", text)
        self.assertNotIn("--profile 5.2", text)
        self.assertIn("reports _OPENMP 201611", self.lines(201611))
        self.assertEqual(self.lines(None), "")

    def test_a_later_version_gets_a_line_of_its_own(self):
        later = "the runtime reports a later version than 5.2: --profile 6.0"
        self.assertIn(later, self.lines(202411))
        self.assertIn("the newest that can be judged", self.lines(202611))
        self.assertNotIn("a later version", self.lines(202411, "6.0"))
        self.assertNotIn("a later version", self.lines(202111))
