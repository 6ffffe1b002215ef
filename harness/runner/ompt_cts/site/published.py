"""Report pages on the site, made from the latest reports of whole runs on this machine."""

from ompt_cts.reports import html_report, matrix_page, phrases, report, side_by_side
from ompt_cts.site.cause_pages import names
from ompt_cts.site.markdown import cell

PAGE, FOLDER = "reports.md", "reports/"
HOW = (
    "A report is made by `ompt-cts run --runtime NAME` of all tests, and stands here as soon as the site is built "
    "again on the machine that has run it."
)


def pages() -> dict[str, str]:
    """A page for each described runtime that has a report, all side by side, and the list of them."""
    found = [report.load(path) for name in names() if (path := side_by_side.latest(name)).exists()]
    latest = [one for one in found if not phrases.selected(one)]
    made = {f"{FOLDER}{r['runtime']['name']}.html": html_report.render(r) for r in latest}
    lines = ["# Reports", "", HOW, ""]
    if latest:
        lines += ["| runtime | profile | conformance | made |", "|---|---|---|---|"]
    for one in latest:
        runtime = one["runtime"]
        link = f"[{cell(runtime['title'])}]({FOLDER}{runtime['name']}.html)"
        said, day = cell(phrases.conformance(one)), one["environment"]["started"][:10]
        lines.append(f"| {link} | {one['profile']} | {said} | {day} |")
    alike = [one for one in latest if one["profile"] == latest[0]["profile"]]
    if len(alike) > 1:
        made[f"{FOLDER}matrix.html"] = matrix_page.render(side_by_side.tabulate(alike))
        lines += ["", f"[All of them side by side]({FOLDER}matrix.html)"]
    return made | {PAGE: "\n".join(lines) + "\n"}
