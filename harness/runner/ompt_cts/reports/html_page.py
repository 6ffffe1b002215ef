"""Self-contained HTML pages from the templates in reports/templates/: they fetch nothing, and texts
of unknown origin are escaped."""

import re
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ompt_cts.paths import ROOT
from ompt_cts.reports import specification
from ompt_cts.timeline import colours, model, neighbourhood

TEMPLATES = ROOT / "reports" / "templates"
# Characters that a page shows unchanged, besides the printable ones.
KEPT = "\n\t"


def visible(text: str) -> str:
    """Control characters, direction marks and lone surrogates as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in KEPT else ascii(c)[1:-1] for c in text)


def marked(text: str) -> Markup:
    """Words between backticks as code, everything else unchanged."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(visible(text)))))


def home(text: str) -> str:
    """A text without the names of home folders in its paths."""
    return re.sub(r"(?<![\w.])/(?:root|home/[^/\s]+)/", "~/", text)


def _shown(value: Any) -> Any:
    return visible(value) if type(value) is str else value


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["marked"] = marked
    environment.filters["home"] = home
    environment.filters["clauses"] = lambda text, version: specification.parts(version, text)
    environment.filters["boxes"] = neighbourhood.boxes
    environment.filters["at_witness"] = neighbourhood.at_witness
    environment.filters["colour"] = colours.as_hex
    environment.filters["duration"] = model.duration
    return environment


def render(template: str, script: str, **values: Any) -> str:
    """The page of a template, with its style and script inside."""
    return (
        _environment()
        .get_template(template)
        .render(
            style=Markup((TEMPLATES / "page.css").read_text(encoding="utf-8").strip()),
            script=Markup((TEMPLATES / script).read_text(encoding="utf-8").strip()),
            **values,
        )
    )
