import io
import unittest

from ompt_cts.reports import html_report, interface, report, terminal

from tests import reporting

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
