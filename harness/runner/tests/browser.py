"""The HTML pages in headless Chromium: accessibility, narrow windows, keyboard, print.

python -m tests.browser    runs the tests; exit status 77 says why nothing could be run
"""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from ompt_cts.reports import html_report, matrix_page

from tests import pages

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SKIPPED = 77
WIDE = {"width": 1280, "height": 800}


def missing() -> str:
    """Why the tests cannot run; empty where they can."""
    try:
        import axe_playwright_python  # noqa: F401
        import playwright  # noqa: F401
    except ImportError as error:
        return (
            f"{error.name} is not installed: pip install -r harness/runner/requirements-browser.txt"
        )
    if not browser():
        return "there is no headless Chromium: apt-get install chromium-headless-shell"
    return ""


def browser() -> str:
    return next((path for name in BROWSERS if (path := shutil.which(name))), "")


class Browser(unittest.TestCase):
    """Pages in a browser without a network; any output of a page on its console is a failure."""

    folder: tempfile.TemporaryDirectory
    chromium: Any
    playwright: Any

    @classmethod
    def setUpClass(cls) -> None:
        from playwright.sync_api import sync_playwright

        cls.folder = tempfile.TemporaryDirectory()
        cls.playwright = sync_playwright().start()
        cls.chromium = cls.playwright.chromium.launch(
            executable_path=browser(), args=["--no-sandbox", "--font-render-hinting=none"]
        )
        made = {
            "report": html_report.render(pages.whole()),
            "no-ompt": html_report.render(pages.nothing()),
            "hostile": html_report.render(pages.hostile()),
            "matrix": matrix_page.render(pages.releases()),
        }
        cls.files = {name: Path(cls.folder.name) / f"{name}.html" for name in made}
        for name, text in made.items():
            cls.files[name].write_bytes(text.encode("utf-8"))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.chromium.close()
        cls.playwright.stop()
        cls.folder.cleanup()

    def show(self, name: str, window: Any = WIDE, scheme: str = "light", **more: Any) -> Any:
        context = self.chromium.new_context(
            viewport=window, color_scheme=scheme, offline=True, reduced_motion="reduce", **more
        )
        self.addCleanup(context.close)
        page = context.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda r: said.append(r.url) if not r.url.startswith("file:") else None)
        page.goto(self.files[name].as_uri())
        self.assertEqual(said, [])
        return page

    def test_accessible(self) -> None:
        from axe_playwright_python.sync_playwright import Axe

        for name in self.files:
            for scheme in ("light", "dark"):
                with self.subTest(name, scheme=scheme):
                    page = self.show(name, scheme=scheme)
                    page.evaluate(
                        "document.querySelectorAll('details').forEach(d => d.open = true)"
                    )
                    page.add_style_tag(content="main > section { content-visibility: visible }")
                    found = Axe().run(page).response["violations"]
                    told = [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found]
                    self.assertEqual(told, [])

    def test_nothing_runs_out_of_a_narrow_window(self) -> None:
        for name in self.files:
            for width in (320, 400, 700, 1280):
                with self.subTest(name, width=width):
                    page = self.show(name, {"width": width, "height": 800})
                    page.evaluate(
                        "document.querySelectorAll('details').forEach(d => d.open = true)"
                    )
                    page.add_style_tag(content="main > section { content-visibility: visible }")
                    over = page.evaluate(
                        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                    )
                    self.assertEqual(over, 0)

    def test_the_summary_fits_a_screen(self) -> None:
        for name in ("report", "no-ompt"):
            page = self.show(name)
            high = page.evaluate("document.querySelector('header').getBoundingClientRect().height")
            self.assertLess(high, WIDE["height"])

    def test_keyboard(self) -> None:
        page = self.show("report")
        page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.className"), "skip")
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("location.hash"), "#main")
        page.focus("#cause-1 > summary")
        was = page.evaluate("document.getElementById('cause-1').open")
        page.keyboard.press("Enter")
        self.assertNotEqual(page.evaluate("document.getElementById('cause-1').open"), was)

    def test_a_link_opens_its_cause(self) -> None:
        page = self.show("report")
        page.evaluate("document.getElementById('cause-2').open = false")
        page.click("a[href='#cause-2']")
        page.wait_for_function("document.getElementById('cause-2').open")

    def test_filters(self) -> None:
        page = self.show("report")
        shown = (
            "[...document.querySelectorAll('#rule-table tbody tr')].filter(r => !r.hidden).length"
        )
        everything = page.evaluate(shown)
        page.fill("#filters [name=text]", "thread-begin.once")
        self.assertEqual(page.evaluate(shown), 1)
        page.fill("#filters [name=text]", "no such rule")
        self.assertEqual(page.evaluate(shown), 0)
        self.assertTrue(page.is_visible("#none"))
        page.fill("#filters [name=text]", "")
        page.select_option("#filters [name=verdict]", "fail")
        self.assertTrue(0 < page.evaluate(shown) < everything)
        page = self.show("matrix")
        page.select_option("form[data-for=rule-table] [name=state]", "broken")
        page.select_option("form[data-for=rule-table] [name=column]", "1")
        self.assertEqual(page.evaluate(shown), 1)
        self.assertEqual(page.text_content("[data-count=rule-table]"), "1")

    def test_without_scripts_everything_is_there(self) -> None:
        page = self.show("report", java_script_enabled=False)
        self.assertIn("thread-begin.once", page.text_content("#rule-table"))

    def test_a_hostile_text_takes_over_nothing(self) -> None:
        page = self.show("hostile")
        self.assertTrue(page.title().startswith("OMPT-CTS: "))
        self.assertEqual(page.evaluate("document.querySelectorAll('script').length"), 1)

    def test_printed(self) -> None:
        page = self.show("report", scheme="dark")
        page.emulate_media(media="print")
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertEqual(paper, "rgb(255, 255, 255)")
        self.assertFalse(page.is_visible("nav"))
        self.assertFalse(page.is_visible("#filters"))
        self.assertFalse(page.is_visible("tr[data-verdict=pass]"))


def main() -> int:
    why = missing()
    if why:
        print(f"not run: {why}")
        return SKIPPED
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
