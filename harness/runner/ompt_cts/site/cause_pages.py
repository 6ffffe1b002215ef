"""A page for each cause of known deviations, and one for each runtime."""

from typing import Any

from ompt_cts import catalogue
from ompt_cts.catalogue import DEFAULT_PROFILE
from ompt_cts.paths import RUNTIMES
from ompt_cts.reports import deviations, known
from ompt_cts.reports.known import Known
from ompt_cts.runtime import description
from ompt_cts.site.markdown import cell, code, relative, rule_link
from ompt_cts.suite import upstream
from ompt_cts.verdict.expectations import Deviation
from ompt_cts.verdict.verdicts import BINDING, plural


def cause_page(file: str, cause: str) -> str:
    return f"deviation/{file}/{cause}.md"


def runtime_page(name: str) -> str:
    return f"runtime/{name}.md"


def issue_page(file: str, cause: str) -> str:
    return f"upstream/{file}/{cause}.md"


def issue_text(file: str, cause: str) -> str:
    command = code(f"ompt-cts dev upstream {file} {cause}", "sh")
    told = f"With the output of the program on this machine:\n\n{command}\n"
    return upstream.markdown(upstream.load(file)[cause], "", "") + "\n" + told


def history(cause: str, entries: list[Deviation], page: str) -> list[str]:
    """The releases with the deviation, and those in which it is mended."""
    having = [k for k in known.load().values() if known.has(k, entries)]
    lines = [f"- [{k.title}]({relative(runtime_page(k.name), page)}) has it" for k in having]
    for other, reason in known.mended(cause):
        there = relative(runtime_page(other.name), page)
        lines.append(f"- [{other.title}]({there}) is without: {reason}")
    return lines


def cause_text(file: Known, cause: str, entries: list[Deviation]) -> str:
    page = cause_page(file.name, cause)
    head, _, rest = deviations.section(cause, entries).partition("\n")
    lines = [f"# {head.removeprefix('## ')}", ""]
    lines += [f"*Known deviation of [{file.title}]({relative(runtime_page(file.name), page)})*"]
    lines += [rest.strip(), "", "## Rules", ""]
    lines += [f"- {rule_link(rule, page)}" for rule in dict.fromkeys(e.rule for e in entries)]
    lines += ["", "## History", "", *history(cause, entries, page)]
    if upstream.has(file.name, cause):
        lines += ["", "## For its authors", ""]
        lines += [
            f"[The text of an issue]({relative(issue_page(file.name, cause), page)}), ready to be filed."
        ]
    return "\n".join(lines) + "\n"


def known_table(file: Known, page: str) -> list[str]:
    """A table of all known deviations of a runtime, its own and those of its bases."""
    lines = ["| cause | rules | what it does | text of |", "|---|---|---|---|"]
    for cause, entries in file.all.items():
        origin = known.origin(file, cause, entries[0])
        rules = ", ".join(rule_link(r, page) for r in dict.fromkeys(e.rule for e in entries))
        name = f"[{cause}]({relative(cause_page(origin.name, cause), page)})"
        lines.append(f"| {name} | {rules} | {cell(entries[0].reason)} | {origin.title} |")
    return lines


def broken(file: Known | None) -> set[str]:
    """The rules that a runtime's known deviations break."""
    return {e.rule for entries in file.all.values() for e in entries} if file else set()


def conforms(file: Known | None) -> str:
    """The answer to the first question about a runtime, as far as its known deviations tell it."""
    rules, ids = catalogue.load().values(), broken(file)
    if file and any(r.levels.get(DEFAULT_PROFILE) in BINDING for r in rules if r.id in ids):
        causes = plural(len(file.all), "cause")
        return f"**It does not conform to OpenMP {DEFAULT_PROFILE}**: {causes} of deviations are known."
    return f"No deviation from OpenMP {DEFAULT_PROFILE} is known."


def described(data: dict[str, Any]) -> list[str]:
    """The description of a runtime, for people."""
    rows = [("library", data["library"]), ("checksums", data.get("sha256", []))]
    rows += [(f"{k} compilers", v) for k, v in data.get("compilers", {}).items()]
    if "offload" in data:
        rows.append(("devices", data["offload"].get("triple", "")))
    lines = ["| part | of this description |", "|---|---|"]
    for name, value in rows:
        told = value if isinstance(value, list) else [value]
        told = [text.replace("{root}", "").replace("{machine}", "x86_64") for text in told]
        if any(told):
            lines.append(f"| {name} | {', '.join(f'`{text}`' for text in told)} |")
    return [*lines, "", *(f"- {note}" for note in data.get("notes", []))]


def runtime_text(name: str) -> str:
    """The page of a runtime with a description, with known deviations, or with both."""
    page, path = runtime_page(name), RUNTIMES / f"{name}.toml"
    file = known.load().get(name)
    data = description.read(path) if path.exists() else {}
    title = data.get("title") or (file.title if file else name)
    lines = [f"# {title}", ""]
    if data.get("ompt", True):
        rely = f"[What a tool can rely on]({relative('rely.md', page)}) shows it by callback and entry point."
        lines += [f"{conforms(file)} {rely}", ""]
    if data:
        lines += [*described(data), "", "## Judge it", ""]
        obtain = f"ompt-cts runtimes --provision {name}\n" if "provision" in data else ""
        lines += [code(f"{obtain}ompt-cts run --runtime {name}", "sh"), ""]
    if data.get("ompt", True) is False:
        lines += ["This runtime has no OMPT: its verdict on every machine is `not-supported`.", ""]
    if file:
        about = file.about.strip().replace("./ompt-cts", "ompt-cts")
        lines += ["## Known deviations", "", about, "", *known_table(file, page)]
        if file.without:
            lines += ["", "## Mended, or never present", ""]
            lines += [f"- {cause}: {item['reason']}" for cause, item in file.without.items()]
    return "\n".join(lines) + "\n"


def names() -> list[str]:
    described_ones = {path.stem for path in RUNTIMES.glob("*.toml")} - {"template"}
    return sorted(described_ones | set(known.load()))


def pages() -> dict[str, str]:
    made = {runtime_page(name): runtime_text(name) for name in names()}
    for file in known.load().values():
        for cause, entries in file.own.items():
            made[cause_page(file.name, cause)] = cause_text(file, cause, entries)
            if upstream.has(file.name, cause):
                made[issue_page(file.name, cause)] = issue_text(file.name, cause)
    return made


def index() -> str:
    lines = ["# Runtimes", "", "| runtime | causes of known deviations | rules that they break |"]
    lines.append("|---|---|---|")
    for name in names():
        file = known.load().get(name)
        path = RUNTIMES / f"{name}.toml"
        data = description.read(path) if path.exists() else {}
        title = data.get("title") or (file.title if file else name)
        link = relative(runtime_page(name), "runtimes.md")
        counts = f"{len(file.all) if file else 0} | {len(broken(file))}"
        if not data.get("ompt", True):
            counts = "no OMPT: nothing can be judged | –"
        lines.append(f"| [{title}]({link}) | {counts} |")
    return "\n".join(lines) + "\n"
