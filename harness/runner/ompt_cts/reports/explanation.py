"""The parts of the checkout about one rule, besides its entry in the catalogue."""

import re
from pathlib import Path

from ompt_cts.catalogue import Rule
from ompt_cts.paths import ROOT, SUITES
from ompt_cts.steps import header

CASES = ROOT / "harness" / "validator"
TOLERATES = re.compile(r"^tolerates: .*\n", re.MULTILINE)  # which only the lint reads
BLOCK = re.compile(r"^== ", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


def cases(rule: str, folder: Path = CASES) -> list[tuple[Path, str]]:
    """The blocks `== bad <rule>` of the validator's cases: the shortest traces that break the
    rule."""
    found = []
    for path in sorted(folder.rglob("*.cases")):
        for block in BLOCK.split(path.read_text(encoding="utf-8"))[1:]:
            title, _, body = block.partition("\n")
            words = title.split()
            if words[:1] == ["bad"] and rule in words[1:]:
                shown = TOLERATES.sub("", body)
                found.append((path, f"== {title}\n{shown}".rstrip()))
    return found


def shows_tolerance(rule: Rule, tolerance: str, folder: Path = CASES) -> str:
    """FILE:LINE of the case that shows a tolerance of the rule; empty if there is none."""
    for path in sorted(folder.rglob("*.cases")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            said = line.removeprefix(f"tolerates: {rule.id} ")
            if said != line and said in tolerance:
                return f"{path.name}:{number}"
    return ""


def tests(rule: str, folder: Path = SUITES) -> list[str]:
    """The test programs whose header names the rule."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".c", ".cpp", ".f90") and rule in header.rules(str(path)):
            found.append(path.relative_to(folder).as_posix())
    return found
