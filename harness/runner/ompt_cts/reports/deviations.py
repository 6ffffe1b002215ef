"""The causes of expectations/*.toml as Markdown: a section for each cause with all its entries."""

from ompt_cts.paths import ROOT
from ompt_cts.verdict import conditions
from ompt_cts.verdict.expectations import Deviation

EXPECTATIONS = ROOT / "expectations"
REPRODUCERS = EXPECTATIONS / "reproducers"


def tracker(link: str) -> str:
    """A short name for the address of a tracker: llvm/llvm-project#64734."""
    parts = link.removeprefix("https://github.com/").split("/")
    return f"[{parts[0]}/{parts[1]}#{parts[-1]}]({link})" if len(parts) == 4 else link


def listed(texts: list[str]) -> str:
    return ", ".join(f"`{text}`" for text in dict.fromkeys(texts))


def code(text: str) -> str:
    language = "fortran" if "!$omp" in text else "c"
    return f"```{language}\n{text.strip()}\n```"


def reproducer(text: str) -> list[str]:
    """A file of expectations/reproducers/ as a whole, or the name of a program of the suites."""
    path = REPRODUCERS / text
    if path.is_file():
        where = f"expectations/reproducers/{text}"
        return ["", f"`{where}`:", "", code(path.read_text(encoding="utf-8"))]
    return [f"- reproducer: `./ompt-cts run --filter {text.removeprefix('suites/')}`"]


def sentence(text: str) -> str:
    name = "_" in text.split()[0]
    return (text if name else text[:1].upper() + text[1:]) + ("" if text.endswith(".") else ".")


def section(cause: str, entries: list[Deviation]) -> str:
    lines = [f"## {cause}", ""]
    by_reason: dict[str, list[Deviation]] = {}
    for entry in entries:
        by_reason.setdefault(entry.reason, []).append(entry)
    for reason, group in by_reason.items():
        first = group[0]
        facts = f"{listed([entry.rule for entry in group])} ({first.cited or 'no clause'})"
        tests = [test for entry in group for test in entry.tests]
        where = "every program" if tests == ["*"] * len(tests) else listed(tests)
        often = ", not in every run" if first.sometimes else ""
        when = conditions.told(first)
        often = f", {when}" if when else often
        lines += [sentence(reason), "", f"- {facts}: {where}{often}"]
        if first.source:
            lines.append(f"- where: {first.source}")
        elif first.attribution == "toolchain":
            lines.append("- where: the compiler's lowering")
        if len(by_reason) > 1:
            lines.append("")
    links = [entry.link for entry in entries if entry.link]
    lines += [f"- tracker: {tracker(link)}" for link in dict.fromkeys(links)]
    for text in dict.fromkeys(entry.reproducer for entry in entries if entry.reproducer):
        lines += reproducer(text)
    for text in dict.fromkeys(entry.unreproduced for entry in entries if entry.unreproduced):
        lines.append(f"- not reproduced by a program of its own: {text}")
    return "\n".join(lines).strip() + "\n"


def by_cause(entries: list[Deviation]) -> dict[str, list[Deviation]]:
    causes: dict[str, list[Deviation]] = {}
    for entry in entries:
        causes.setdefault(entry.cause or entry.rule.replace(".", "-"), []).append(entry)
    return causes
