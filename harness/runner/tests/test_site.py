"""The site's pages: links lead to where pages are, and what leads nowhere is found."""

import os
import re
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from ompt_cts import catalogue
from ompt_cts.errors import UserError
from ompt_cts.reports import known
from ompt_cts.site import build, cause_pages, documents, markdown, rely, rule_pages


class LinksTest(unittest.TestCase):
    def test_a_link_follows_both_documents(self) -> None:
        text = "see [the words](../verdicts.md#a-test) and [a file](../../runtimes/template.toml)"
        page = markdown.moved(text, "docs/site/result.md", "result.md", documents.place, {})
        self.assertIn("(reference/verdicts.md#a-test)", page)
        self.assertIn("(files/runtimes/template.toml)", page)

    def test_the_text_of_a_link_may_go_on_in_the_next_line(self) -> None:
        text = "see [the\nwords](../verdicts.md), not [this\n\nthat](../verdicts.md)\n"
        page = markdown.moved(text, "docs/site/result.md", "result.md", documents.place, {})
        self.assertEqual(page.count("(reference/verdicts.md)"), 1)
        self.assertIn("see [the\nwords](reference/verdicts.md)", page)

    def test_a_file_of_deviations_is_the_page_of_its_runtime(self) -> None:
        self.assertEqual(documents.place("expectations/llvm-19.toml"), "runtime/llvm-19.md")

    def test_a_link_to_no_file_is_a_mistake(self) -> None:
        with self.assertRaisesRegex(UserError, "docs/nothing.toml"):
            documents.place("docs/nothing.toml")

    def test_a_rule_in_code_becomes_a_link_but_not_in_a_block(self) -> None:
        text = "`a.rule` and `a.ruler`\n```\n`a.rule`\n```\n"
        page = markdown.moved(text, "docs/x.md", "reference/x.md", documents.place, {"a.rule"})
        self.assertEqual(page, "[`a.rule`](../rule/a.rule.md) and `a.ruler`\n```\n`a.rule`\n```\n")

    def test_broken_links_and_foreign_files_are_found(self) -> None:
        with TemporaryDirectory() as folder:
            one, two = Path(folder, "one.html"), Path(folder, "two.html")
            one.write_text('<a href="two.html#there">x</a><a href="https://example.org">y</a>')
            two.write_text('<p id="there"></p>')
            self.assertEqual(build.broken(Path(folder)), [])
            one.write_text(
                '<a href="three.html">x</a><a href="two.html#no">y</a>'
                '<script src="https://example.org/x.js"></script>'
            )
            self.assertEqual(len(build.broken(Path(folder))), 3)


class PagesTest(unittest.TestCase):
    def test_links_between_pages_of_causes_lead_somewhere(self) -> None:
        """The pages include those of programs outside the suites, whose expectations build on other files of that kind."""
        pages = cause_pages.pages() | rely.pages()
        own = ("deviation/", "runtime/", "upstream/")
        for page, text in pages.items():
            for target in re.findall(r"\]\(([^)#:]+\.md)\)", text):
                there = os.path.normpath(os.path.join(os.path.dirname(page), target))
                if there.startswith(own):
                    self.assertIn(there, pages, page)

    def test_what_is_broken_says_how_a_tool_lives_with_it(self) -> None:
        broken = {c for c in rely.names() if any(rely.causes(c, f) for f in rely.columns())}
        self.assertEqual(broken - set(rely.lives()), set())
        self.assertEqual(set(rely.lives()) - set(rely.names()), set())
        self.assertIn("does not conform", cause_pages.runtime_text("llvm-19"))
        self.assertLess({"state.taskwait", "sigsafe.inquiry"}, rely.rules_of("get_state"))

    def test_a_failure_is_five_lines(self) -> None:
        text = build.summed_up("mkdocs", ["x" * 900] * 1333, Path("site.log"))
        self.assertEqual(len(text.splitlines()), 5)
        self.assertLess(max(map(len, text.splitlines())), 170)
        self.assertIn("1333", text)

    def test_every_kind_of_rule_says_why_it_matters(self) -> None:
        missing = {rule.kind for rule in catalogue.load().values()} - set(rule_pages.kinds())
        self.assertEqual(missing, set())

    def test_a_rule_tells_who_breaks_it_with_the_page_that_has_the_text(self) -> None:
        text = rule_pages.text(catalogue.load()["implicit-task-end.actual-0"])
        self.assertIn("(../deviation/llvm-19/team-size-at-end.md)", text)
        self.assertIn("== bad implicit-task-end.actual-0", text)

    def test_a_cause_is_told_once_and_its_history_names_who_is_without(self) -> None:
        pages = cause_pages.pages()
        here = "deviation/llvm-19/control-before-middle.md"
        self.assertIn("llvm-22.md) is without", pages[here].replace("LLVM 22](../../runtime/", ""))
        self.assertNotIn("deviation/llvm-22/control-before-middle.md", pages)

    def test_what_a_file_takes_over_leads_to_its_origin(self) -> None:
        file = known.load()["llvm-22"]
        entry = file.all["team-size-at-end"][0]
        self.assertEqual(known.origin(file, "team-size-at-end", entry).name, "llvm-19")
