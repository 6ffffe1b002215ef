"""A report on one screen: conformance, the worst causes, new findings, the counts.

report.json and its page have everything that does not fit on the screen.
"""

import shutil
import sys
from pathlib import Path

from rich import markup
from rich.console import Console

from ompt_cts import files
from ompt_cts.paths import typed_here
from ompt_cts.reports import interface, phrases
from ompt_cts.reports.report import FindingRow, Report
from ompt_cts.verdict import words
from ompt_cts.verdict.breaches import sort_of
from ompt_cts.verdict.causes import CauseRow
from ompt_cts.verdict.conclusions import New
from ompt_cts.verdict.verdicts import plural
from ompt_cts.verdict.words import Conformance, Expected

CAUSES = 10
IN_TWO = 2  # unknown causes with the observation in a line of its own
NEW = 4  # named new findings
IN_FULL = 3  # new findings with their witness, if only a few tests have run
FEW = 3
MENDED = 2
WIDTH = 118  # of a shortened line, at most


def escape(text: str) -> str:
    """A text of a runtime or a program, shown without effect on the terminal."""
    return markup.escape(files.plain(text))


class Output(Console):
    """A console; if its reader has left, the command reports it by its exit code (cli.main)."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        raise BrokenPipeError


def console(stderr: bool = False) -> Output:
    """A console with colours and the window's width on a terminal, plain and wide in a file."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else 160
    return Output(stderr=stderr, highlight=False, width=width, soft_wrap=True)


def coloured(word: str) -> str:
    colour = words.colour(word)
    return f"[{colour}]{word}[/]" if colour else word


def cut(text: str, beside: int = 0) -> str:
    """One line with this many characters beside it, shortened to the width of the terminal; whole
    in a file or a pipe."""
    text = " ".join(text.split())
    room = max(min(WIDTH, shutil.get_terminal_size().columns) - beside, 20)
    return text if len(text) <= room or not sys.stdout.isatty() else text[: room - 1] + "…"


def finding_lines(finding: FindingRow) -> list[str]:
    """One finding with its witness, for a person."""
    lines = [f"    because {escape(text)}" for text in finding["because"]]
    for event in finding["witness"]:
        fields = " ".join(f"{k}={v}" for k, v in (event.get("fields") or {}).items())
        where = event.get("location") or ""
        text = f"    thread {event['thread']} #{event['position']} {event['event']} {fields}"
        lines.append(escape(text) + (f" [dim]at {escape(where)}[/]" if where else ""))
    return lines


def _cause_lines(report: Report, cause: CauseRow, roomy: bool) -> list[str]:
    """A cause in a line; `roomy`: with the observation in a second line, if the cause is
    unknown."""
    mark = "[red]new[/]  " if cause["new"] else "[dim]known[/]"
    clause = f"({cause['clauses'][0]}) " if cause["clauses"] else ""
    like = cause["looks_like"] and f" [looks like {cause['looks_like']}]"
    if cause["looks_like"].endswith(f": {cause['name']}"):
        like = f" [as {cause['looks_like'].partition(': ')[0]}]"
    where = phrases.number(report, cause["tests"])
    if roomy and cause["new"] and not like:
        event = sort_of(report["findings"][cause["witness"]]).event
        head = f"{clause}{f'at {event}, ' if event else ''}in {where}"
        lines = [f"  {mark} [bold]{escape(cause['name'])}[/] {escape(head)}"]
        return [*lines, f"        {escape(cut(cause['title'], 8))}"]
    rest = cut(f"{clause}in {where}: {cause['title']}", len(cause["name"] + like) + 9)
    return [f"  {mark} [bold]{escape(cause['name'])}[/] {escape(rest)}[dim]{escape(like)}[/]"]


def _show_conformance(out: Console, report: Report) -> None:
    answer = report["conformance"]
    out.print(f"[bold {Conformance(answer['verdict']).colour}]{phrases.conformance(report)}[/]")
    if together := phrases.together(report):
        out.print(f"  {escape(together)}")
    for line in phrases.versions(report):
        out.print(f"  {escape(line)}")
    for reason in answer["undecided"]:
        out.print(f"  undecided: {escape(cut(reason))}")
    listed = report["causes"]
    if listed:
        out.print("\nwhat breaks most:")
    if alike := phrases.alike(report):
        out.print(f"  {escape(alike)}")
    for number, cause in enumerate(listed[:CAUSES]):
        for line in _cause_lines(report, cause, number < IN_TWO):
            out.print(line)
    if len(listed) > CAUSES:
        out.print(f"  … and {len(listed) - CAUSES} more")


def _new_lines(report: Report, entry: New, in_full: bool) -> list[str]:
    where = phrases.tests(report, entry["tests"]) if entry["kind"] == "rule" else ""
    found = [
        f
        for f in report["findings"]
        if f["rule"] == entry["name"] and f["severity"] == "error" and not f["waived"]
    ]
    clause = f" ({found[0]['clause']})" if found and found[0]["clause"] else ""
    beside = len(entry["name"] + clause) + 4
    text = " ".join(entry["what"].split()) if in_full else cut(entry["what"], beside)
    lines = [f"  [bold]{escape(entry['name'])}[/]{escape(clause)}: {escape(text)}"]
    if in_full and found and entry["kind"] == "rule":
        lines += finding_lines(found[0])
    again = f"[dim]again:[/] {escape(typed_here(entry['replay']))}" if entry["replay"] else ""
    lines.append("    " + " ".join(filter(None, (escape(where), again))))
    return [line for line in lines if line.strip()]


def _show_expected(out: Console, report: Report) -> None:
    answer = report["as_expected"]
    out.print(
        f"\n[bold {Expected(answer['verdict']).colour}]{escape(phrases.as_expected(report))}[/]"
    )
    out.print(f"  {escape(phrases.known_deviations(report['as_expected']['expectations']))}")
    in_full = IN_FULL if len(report["tests"]) <= FEW else 0
    for number, entry in enumerate(answer["new"][:NEW]):
        for line in _new_lines(report, entry, number < in_full):
            out.print(line)
    if len(answer["new"]) > NEW:
        out.print(f"  … and {len(answer['new']) - NEW} more are new")
    for entry in answer["mended"][:MENDED]:
        tests = ", ".join(entry["tests"])
        out.print(f"  mended: {entry['rule']} no longer fails in {escape(cut(tests))}")
    if len(answer["mended"]) > MENDED:
        out.print(f"  … and {len(answer['mended']) - MENDED} more are mended")


def _show_uncounted(out: Console, report: Report) -> None:
    """The findings of tests that could not be judged as a whole: they decide nothing and are
    listed."""
    found: dict[str, FindingRow] = {}
    for finding in report["findings"]:
        if not finding["counted"] and finding["severity"] == "error":
            found.setdefault(finding["rule"], finding)
    if not found:
        return
    what = f"what was recorded contradicts {plural(len(found), 'rule')}"
    out.print(f"\n{what}; its recordings cannot be judged as a whole, so no rule counts:")
    for rule, finding in sorted(found.items(), key=lambda one: (bool(one[1]["waived"]), one[0]))[
        :NEW
    ]:
        mark = "[dim]known[/]" if finding["waived"] else "[red]new[/]  "
        where = f"in {finding['test']}: {finding['message']}"
        out.print(f"  {mark} [bold]{escape(rule)}[/] {escape(cut(where, len(rule) + 9))}")
    if len(found) > NEW:
        out.print(f"  … and {len(found) - NEW} more")


def _show_growth(out: Console, report: Report) -> None:
    """For a runtime without some callbacks that its profile requires: the present state, and the
    next steps."""
    grows = interface.of(report)
    if not grows:
        return
    out.print(f"\nwhat it offers so far (missing: {len(grows.mandatory)} that OpenMP requires):")
    parts = {"kept": grows.kept, "broken": grows.broken, "promised, untried": grows.untried}
    for what, names in parts.items():
        if names:
            out.print(f"  {what}: {escape(cut(', '.join(names), len(what) + 4))}")
    for number, step in enumerate(grows.steps, 1):
        text = f"{step.name}: {', '.join(step.missing)}"
        out.print(f"  {'next' if number == 1 else 'then'}, for {escape(cut(text, 12))}")


def show(report: Report, path: Path | None, out: Console | None = None) -> None:
    out = out or console()
    runtime = report["runtime"]
    version = f" ({runtime['version_string']})" if runtime["version_string"] else ""
    out.print(
        f"\n{escape(runtime['title'] or runtime['name'])} {escape(runtime['library'] + version)}"
    )
    _show_conformance(out, report)
    _show_expected(out, report)
    _show_uncounted(out, report)
    _show_growth(out, report)
    out.print()
    for kind, numbers in report["summary"].items():
        if sum(numbers.values()):
            cut = kind == "rules" and report["summary"]["tests"].get(words.Verdict.UNFINISHED)
            named = kind if kind == "rules" else phrases.number(report, 0)[2:]
            out.print(f"{named}: {phrases.counts(numbers)}{' in a whole record' if cut else ''}")
    if path:
        out.print(f"report: {escape(str(path))}")
