"""The HTML pages in headless Chromium: accessibility, narrow windows, keyboard, print, pictures.

    python -m tests.browser            runs the tests; exit status 77 says why nothing could be run
    python -m tests.browser --update   makes the expected pictures in tests/pictures/ anew

Pictures are compared after they have been made small and without colors, so that a line that moved shows and the
edge of a letter does not; they are compared only where the fonts are those that they were made with.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from ompt_cts.reports import html_report, matrix_page

from tests import pages

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PICTURES = Path(__file__).parent / "pictures"
FONTS = ("system-ui", "monospace")
MADE_WITH = ("DejaVuSans.ttf", "DejaVuSansMono.ttf")
SKIPPED = 77
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 400, "height": 800}
SMALL = (160, 100)  # what pictures are compared at, in blocks of the window
DIFFERENT = 40  # of 255, in a block
BLOCKS = 0.02  # share of blocks that may differ


def missing() -> str:
    """Why the tests cannot run; empty where they can."""
    try:
        import axe_playwright_python  # noqa: F401
        import PIL  # noqa: F401
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


def fonts() -> tuple[str, ...]:
    """The files of the fonts that pages are shown in here."""
    if not shutil.which("fc-match"):
        return ()
    found = (subprocess.run(["fc-match", name], capture_output=True, text=True) for name in FONTS)
    return tuple(done.stdout.partition(":")[0] for done in found)


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

    @unittest.skipUnless(
        fonts() == MADE_WITH, f"the pictures were made with other fonts than {fonts()}"
    )
    def test_pictures(self) -> None:
        for name in ("report", "no-ompt", "matrix"):
            for scheme in ("light", "dark"):
                for window in (WIDE, NARROW):
                    title = f"{name}-{scheme}-{window['width']}"
                    with self.subTest(title):
                        page = self.show(name, window, scheme)
                        page.add_style_tag(content="footer, .kicker { visibility: hidden }")
                        self.assertEqual(self.differs(title, page.screenshot()), "")

    def differs(self, title: str, picture: bytes) -> str:
        """The difference of a picture from the expected one; with --update the picture becomes the expected one."""
        import io

        from PIL import Image, ImageChops

        expected = PICTURES / f"{title}.png"
        seen = Image.open(io.BytesIO(picture)).convert("RGB")
        seen = seen.resize((seen.width // 2, seen.height // 2), Image.Resampling.BOX)
        small = seen.resize(SMALL, Image.Resampling.BOX).convert("L")
        if "--update" in sys.argv:
            PICTURES.mkdir(exist_ok=True)
            small.save(expected, optimize=True)
        if not expected.is_file():
            return f"{expected.name} is not there: --update makes it"
        worst = ImageChops.difference(Image.open(expected), small).tobytes()
        share = sum(value > DIFFERENT for value in worst) / len(worst)
        if share <= BLOCKS:
            return ""
        kept = Path(tempfile.gettempdir()) / f"ompt-cts-{title}.png"
        seen.save(kept)
        return f"{share:.0%} of it differ from {expected.name}; what was seen is in {kept}"


def main() -> int:
    why = missing()
    if why:
        print(f"not run: {why}")
        return SKIPPED
    words = [word for word in sys.argv if word != "--update"]
    return 0 if unittest.main(argv=words, exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
