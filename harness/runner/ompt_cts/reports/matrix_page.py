"""The matrix as one self-contained HTML page; the template is reports/templates/matrix.html.j2."""

from ompt_cts.files import Json
from ompt_cts.reports import history, html_page
from ompt_cts.verdict.words import Verdict

# The sign of a cell, and the text for screen readers.
CELLS = {
    Verdict.PASS: ("✓", "holds"),
    Verdict.WAIVED: ("✗", "broken, known"),
    Verdict.FAIL: ("✗!", "broken, new"),
    Verdict.NOT_SUPPORTED: ("never", "not offered"),
    Verdict.NOT_EXERCISED: ("·", "not exercised"),
}
MARKS = {"yes": "✓", "except": "(✓)", "no": "✗", "untested": "·"}


def render(matrix: Json) -> str:
    """The page of the tables of commands/matrix.py."""
    newest = sorted(
        matrix["runtimes"], key=lambda c: (history.release(c["title"]), c["started"]), reverse=True
    )
    columns = sorted(newest, key=lambda column: str(column["family"]))  # newest first
    matrix = matrix | {"runtimes": columns}
    series = history.series(matrix)
    stories = [
        {
            "series": one,
            "rules": [
                (
                    row["id"],
                    history.spans([row["verdicts"].get(n, "") for n in one.columns], one.columns),
                )
                for row in matrix["rules"]
                if _moves(row, one.columns)
            ],
        }
        for one in series
    ]
    return html_page.render(
        "matrix.html.j2",
        "matrix.js",
        m=matrix,
        cells=CELLS,
        marks=MARKS,
        stories=stories,
        chapters=list(dict.fromkeys(row["chapter"] for row in matrix["rules"])),
    )


def _moves(row: Json, columns: tuple[str, ...]) -> bool:
    """Whether a rule is broken in some of the columns and holds in others."""
    words = {row["verdicts"].get(name, "") for name in columns}
    return Verdict.PASS in words and bool(words.intersection(history.BROKEN))
