"""Issue texts for a runtime's authors, made from known deviations.

`expectations/upstream/<runtime>.toml` has for each cause a title, the expected behavior and, without a
mend, the proposed change. Rules, clauses, places and links come from the runtime's expectations, the program
from its reproducers. The actual behavior is the output of print-events.c, a tool of one file, with
the program, so the text needs nothing of this suite.
"""

import os
import re
import shlex
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import catalogue, files
from ompt_cts.errors import UserError
from ompt_cts.reports.deviations import EXPECTATIONS, REPRODUCERS, by_cause, sentence, tracker
from ompt_cts.runtime import mends
from ompt_cts.runtime.mends import Mend
from ompt_cts.steps import header
from ompt_cts.steps.program import with_parts
from ompt_cts.suite.reproducers import SECONDS, Bench
from ompt_cts.verdict import expectations
from ompt_cts.verdict.expectations import Deviation

FOLDER = EXPECTATIONS / "upstream"
TOOL = FOLDER / "print-events.c"
HEADER = re.compile(r"^// (SHOWS|MAY SHOW|FLAGS|ENV|RECORD):.*\n", re.MULTILINE)
OFFLOAD = "-fopenmp-targets="
SHOWN = 24  # unfolded lines of the program's output in the text
# Loads the compiler's own runtime, before the loader's search.
LOADED = 'LD_LIBRARY_PATH=$(dirname "$(clang -print-file-name=libomp.so)")'


@dataclass(frozen=True)
class Text:
    """The parts of one issue; those of the table first."""

    title: str
    expected: str
    look: list[str]
    shows: list[str]  # expressions that some examined line matches while the deviation exists
    lacks: list[str] = field(default_factory=list)  # those that no examined line matches then
    mend: str = ""
    program: str = ""  # empty: the reproducer of an entry
    flags: list[str] = field(default_factory=list)
    environment: list[str] = field(default_factory=list)
    tool: bool = True  # whether the program needs print-events.c
    related: list[list[str]] = field(default_factory=list)
    cause: str = ""
    entries: tuple[Deviation, ...] = ()
    change: str = ""  # the mend's diff, if the newest release with mends has one


def _source(runtime: str) -> tuple[Path, bool]:
    """The file with the texts for a runtime: its own, or that of the release on which its known
    deviations build; and whether it is the latter."""
    path, known = FOLDER / f"{runtime}.toml", expectations.default_path(runtime)
    if not path.exists() and known.exists():
        base = files.read_toml(known).get("base")
        if isinstance(base, str):
            return _source(base)[0], True
    return path, False


@cache
def load(runtime: str) -> dict[str, Text]:
    """The texts for a runtime by cause, the gravest first; those of an older release without causes
    mended since. UserError for a missing text."""
    path, older = _source(runtime)
    if not path.exists():
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.toml")))
        raise UserError(f"there are no texts for {runtime!r}; there are some for {known}")
    known = expectations.default_path(runtime), expectations.corpus_path(runtime)
    entries = by_cause(
        [entry for file in known if file.exists() for entry in expectations.read(file)]
    )
    changes = mends.load(mends.releases()[-1])
    return {
        cause: replace(
            _text(data, entries.get(cause, []), f"{path}: {cause}"),
            cause=cause,
            change=changes[cause].diff() if cause in changes else "",
        )
        for cause, data in files.read_toml(path).items()
        if cause in entries or not older
    }


def without_text(runtime: str) -> dict[str, Mend]:
    """The mends for a release that have no text yet."""
    changes = mends.load(runtime) if runtime in mends.releases() else {}
    return {cause: mend for cause, mend in changes.items() if cause not in load(runtime)}


def short(mend: Mend) -> str:
    """The text for a mend without a hand-written one."""
    related = ["## Related", "", f"- {mend.upstream}", ""] if mend.upstream else []
    lines = [f"# [OpenMP][OMPT] {mend.says}", "", f"OpenMP 5.2: {mend.clause}.", ""]
    race = f", not in each run: {mend.race}" if mend.race else ""
    lines += [f"Shown by OMPT-CTS: `{mend.test}`{race}.", "", "## Suggested change", ""]
    return "\n".join([*lines, *fenced(mend.diff(), "diff"), *related])


def has(runtime: str, cause: str) -> bool:
    return (FOLDER / f"{runtime}.toml").exists() and cause in load(runtime)


def _text(data: dict[str, Any], entries: list[Deviation], where: str) -> Text:
    if not entries:
        raise UserError(f"{where}: no known deviation has this cause")
    text = files.table(data, Text, where)
    if not text.program:
        named = next((e.reproducer for e in entries if (REPRODUCERS / e.reproducer).is_file()), "")
        if not named:
            raise UserError(
                f"{where}: the text needs a program, because no entry names a reproducer"
            )
        path = REPRODUCERS / named
        own = header.read(str(path))
        text = replace(
            text,
            program=HEADER.sub("", path.read_text(encoding="utf-8")),
            flags=[*(flag for flag in own.flags if flag != "--offload"), *text.flags],
            environment=[*("=".join(pair) for pair in own.environment), *text.environment],
        )
    return replace(
        text,
        expected=text.expected.strip(),
        mend=text.mend.strip(),
        program=text.program.strip() + "\n",
        entries=tuple(entries),
    )


def output(text: Text, bench: Bench) -> str:
    """The output of the program. UserError if it does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "program.c", f"{folder}/a.out"
        source.write_text(text.program, encoding="utf-8")
        sources = [str(source), *([str(TOOL)] if text.tool else [])]
        ours = ["--offload" if flag.startswith(OFFLOAD) else flag for flag in text.flags]
        command = [*bench.compile, *sources, "-o", program, *ours]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["?"])[-1]
            raise UserError(f"{text.cause}: the program does not compile: {last}")
        told = dict(word.split("=", 1) for word in text.environment)
        environment = with_parts({**os.environ, **bench.environment, **told})
        environment["OMP_TOOL_LIBRARIES"] = ""
        done = subprocess.run(
            [program], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        printed = done.stdout + done.stderr
        if done.returncode < 0:
            printed += f"ended by signal {signal.Signals(-done.returncode).name}\n"
        return printed


def looked_at(text: Text, printed: str) -> list[str]:
    """The examined lines of the output."""
    pattern = re.compile("|".join(text.look))
    return [line for line in printed.splitlines() if pattern.search(line)]


def unproven(text: Text, printed: str) -> list[str]:
    """The statements of the text that a run does not show, a line each."""
    seen = "\n".join(looked_at(text, printed))

    def found(pattern: str) -> bool:
        return re.search(pattern, seen, re.MULTILINE) is not None

    absent = [p for p in text.shows if not found(p)]
    present = [p for p in text.lacks if found(p)]
    lines = [f"the program prints no line that matches {pattern}" for pattern in absent]
    return lines + [f"the program prints a line that matches {pattern}" for pattern in present]


def specification(entries: list[Deviation]) -> list[str]:
    rules = catalogue.load()
    lines = []
    for name in dict.fromkeys(entry.rule for entry in entries):
        if name in rules:
            clauses = ", ".join(f"{v}: {clause}" for v, clause in rules[name].clauses.items())
            lines.append(f"- {rules[name].statement} (OpenMP {clauses})")
        else:
            clause = next(entry.clause for entry in entries if entry.rule == name)
            lines.append(f"- A tool must not cause a {name} of a conforming program ({clause}).")
    return lines


def places(entries: list[Deviation]) -> list[str]:
    """The places in the source, without those that another entry already names."""
    named = list(dict.fromkeys(entry.source for entry in entries if entry.source))
    return [a for a in named if not any(b != a and b.startswith(a) for b in named)]


def links(text: Text) -> list[str]:
    lines = [f"- {tracker(link)}: {note}" for link, note in text.related]
    named = {link for link, _ in text.related}
    rest = dict.fromkeys(e.link for e in text.entries if e.link and e.link not in named)
    return lines + [f"- {tracker(link)}" for link in rest]


def commands(text: Text) -> str:
    tool = " print-events.c" if text.tool else ""
    flags = "".join(f" {shlex.quote(flag)}" for flag in text.flags)
    told = "".join(f"{word} " for word in text.environment)
    return f"clang -fopenmp{flags} program.c{tool}\n{told}{LOADED} ./a.out"


def fenced(text: str, language: str = "") -> list[str]:
    return [f"```{language}", text.rstrip(), "```", ""]


def folded(title: str, text: str, language: str = "") -> list[str]:
    return [f"<details><summary>{title}</summary>", "", *fenced(text, language), "</details>", ""]


def markdown(text: Text, printed: str, version: str) -> str:
    """The issue, ready for filing; `printed` is empty if the program was not run."""
    lines = [f"# [OpenMP][OMPT] {text.title}", ""]
    lines += [f"Seen with {version}." if version else "", ""]
    lines += ["## What the specification says", "", *specification(text.entries), ""]
    with_tool = " `print-events.c` is at the end." if text.tool else ""
    lines += ["## Reproducer", "", f"`program.c`:{with_tool}", "", *fenced(text.program, "c")]
    lines += fenced(commands(text), "sh")
    seen = looked_at(text, printed)
    if printed:
        more = [f"… {len(seen) - SHOWN} more"] if len(seen) > SHOWN else []
        lines += ["## What happens", "", *fenced("\n".join(seen[:SHOWN] + more))]
    reasons = dict.fromkeys(entry.reason for entry in text.entries)
    lines += [" ".join(map(sentence, [*reasons][:3])), ""]
    lines += ["## What is expected", "", text.expected, ""]
    lines += ["## Where", "", *(f"- {place}" for place in places(text.entries)), ""]
    lines += ["## Suggested change", "", text.mend, ""]
    lines += fenced(text.change, "diff") if text.change else []
    if related := links(text):
        lines += ["## Related", "", *related, ""]
    if printed and len(printed.splitlines()) > len(seen):
        lines += folded("The whole output of the program", printed)
    if text.tool:
        lines += folded("print-events.c", TOOL.read_text(encoding="utf-8"), "c")
    rules = ", ".join(f"`{rule}`" for rule in dict.fromkeys(e.rule for e in text.entries))
    lines += [f"Found by OMPT-CTS: {rules}."]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def version_of(runtime: dict[str, Any]) -> str:
    """The runtime and the compiler, for an issue."""
    compiler = runtime["compilers"].get("c", {}).get("version", "")
    title = str(runtime["title"])
    return f"{title}, compiled by {compiler}" if compiler else title
