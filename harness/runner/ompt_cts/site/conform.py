"""The mends that a release needs to conform, as a page of the site."""

from ompt_cts.reports import known
from ompt_cts.runtime import mends
from ompt_cts.runtime.mends import Cost, Mend
from ompt_cts.site.cause_pages import cause_page
from ompt_cts.site.markdown import WITHOUT_CONTENTS, cell, relative

PAGE = "conform.md"


def ratio(value: float) -> str:
    """The increase by a factor, in percent."""
    return f"{100 * (value - 1):+.1f} %"


def linked(cause: str) -> str:
    """The cause with its page, if an expectations file has it."""
    for file in known.load().values():
        if cause in file.own:
            return f"[{cause}]({relative(cause_page(file.name, cause), PAGE)})"
    return cause


def row(mend: Mend, costs: dict[str, Cost]) -> str:
    causes = ", ".join(map(linked, [mend.cause, *mend.also]))
    dear = {name: f" {ratio(cost.no_tool)}" for name, cost in costs.items()}
    on = ", ".join(name + dear.get(name, "") for name in mend.on) or "none"
    tracker = f"[there]({mend.upstream})" if mend.upstream else "–"
    test = f"`{mend.test.removeprefix('suites/')}`"
    if mend.race:
        test += f", not in each run: {cell(mend.race)}"
    cells = (causes, cell(mend.says), str(mend.lines()), on, mend.clause, tracker, test)
    return f"| {' | '.join(cells)} |"


def cost_row(name: str, cost: Cost) -> str:
    return f"| {name} | {cost.instructions} | {ratio(cost.no_tool)} | {ratio(cost.tool)} |"


def section(release: str) -> list[str]:
    found, costs = mends.load(release), mends.costs(release)
    causes = sum(1 + len(mend.also) for mend in found.values())
    lines = sum(mend.lines() for mend in found.values())
    changed = {edit.file for mend in found.values() for edit in mend.edit}
    made = [
        f"## {release}",
        "",
        f"{len(found)} mends of {causes} causes change {lines} lines in {len(changed)} files.",
        "",
        "| cause | what holds with it | lines | constructs that pass it, all mends' cost there without a tool"
        " | clause | tracker | test |",
        "|---|---|---|---|---|---|---|",
        *(row(mend, costs) for mend in found.values()),
        "",
    ]
    tests = ", ".join(f"`{file}`" for file in sorted(changed) if file.startswith(mends.TESTS))
    made += [
        f"Files of LLVM's own tests that expect what a mend changes, and follow it: {tests}.",
        "",
    ]
    if costs:
        made += [
            "What all of them together cost, in instructions of a construct (`benchmarks/mend_cost.py`):",
            "",
            "| construct | plain, no tool | mended, no tool | mended, a tool that does nothing |",
            "|---|---|---|---|",
            *(cost_row(name, cost) for name, cost in costs.items()),
            "",
        ]
    return made


def pages() -> dict[str, str]:
    lines = [
        *WITHOUT_CONTENTS,
        "# What it takes to conform",
        "",
        "Each row is a change of LLVM's sources, applied by `ompt-cts mend`; the runtime with all of "
        "them is built by `ompt-cts runtimes --provision llvm-22-mended`.",
        "",
    ]
    for release in mends.releases():
        lines += section(release)
    return {PAGE: "\n".join(lines) + "\n"}
