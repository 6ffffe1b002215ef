"""A report as one screen of Markdown: GitHub's job summary."""

from ompt_cts.reports import phrases
from ompt_cts.reports.comment import code, text
from ompt_cts.reports.report import Report
from ompt_cts.verdict.verdicts import plural
from ompt_cts.verdict.words import Conformance, Expected

CAUSES = 10  # the number on the terminal's first screen
NEW = 20
SIGNS = {
    Conformance.CONFORMANT: "✅",
    Conformance.NONCONFORMANT: "❌",
    Expected.AS_EXPECTED: "✅",
    Expected.NEW: "❌",
}


def sign(word: Conformance | Expected) -> str:
    return SIGNS.get(word, "❔")


def _answers(report: Report) -> list[str]:
    conforms = Conformance(report["conformance"]["verdict"])
    expected = Expected(report["as_expected"]["verdict"])
    return [
        f"- {sign(conforms)} conformance: {text(phrases.conformance(report))}",
        f"- {sign(expected)} as expected: {text(phrases.as_expected(report))}",
        f"- {text(phrases.known_deviations(report['as_expected']['expectations']))}",
        f"- {phrases.number(report, 0)[2:]}: {text(phrases.counts(report['summary']['tests']))}",
        f"- rules: {text(phrases.counts(report['summary']['rules']))}",
    ]


def _causes(report: Report) -> list[str]:
    causes = report["causes"]
    if not causes:
        return []
    alike = phrases.alike(report)
    lines = [
        "",
        *([text(alike), ""] if alike else []),
        "| cause | | rules | tests | |",
        "|---|---|---|---|---|",
    ]
    for cause in causes[:CAUSES]:
        state = "known" if not cause["new"] else "**new**"
        more = f" and {len(cause['rules']) - 1} more" if len(cause["rules"]) > 1 else ""
        cells = [
            code(cause["name"], in_table=True),
            state,
            code(cause["rules"][0], in_table=True) + more,
            str(len(cause["tests"])),
            text(cause["title"]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    if len(causes) > CAUSES:
        lines += ["", f"… and {plural(len(causes) - CAUSES, 'more cause')}."]
    return lines


def _new(report: Report) -> list[str]:
    new = report["as_expected"]["new"]
    lines = ["", "#### New"] if new else []
    for entry in new[:NEW]:
        where = text(phrases.tests(report, entry["tests"]))
        lines.append(f"- {code(entry['name'])} {where}: {text(entry['what'])}")
        if entry["replay"]:
            lines.append(f"  - again: {code(entry['replay'])}")
    if len(new) > NEW:
        lines.append(f"- … and {len(new) - NEW} more")
    return lines


def render(report: Report) -> str:
    """The report's two answers, its gravest causes, new findings and tests that were not judged."""
    runtime = report["runtime"]
    title = runtime["title"] or runtime["name"]
    lines = [f"### OMPT of {text(title)}", ""]
    if runtime["library"]:
        lines.append(
            f"{code(runtime['library'])}, SHA-256 {code(runtime['sha256'])}, "
            f"{text(runtime['version_string'])}"
        )
        lines.append("")
    lines += [*_answers(report), *_causes(report), *_new(report)]
    undecided = report["conformance"]["undecided"] + report["as_expected"]["undecided"]
    if undecided:
        lines += ["", "#### Not judged", *(f"- {text(one)}" for one in dict.fromkeys(undecided))]
    mended = report["as_expected"]["mended"]
    if mended:
        lines += ["", "#### Mended: remove these known deviations"]
        named = dict.fromkeys((entry["cause"] or entry["rule"]) for entry in mended)
        lines += [f"- {code(name)}" for name in named]
    return "\n".join(lines) + "\n"
