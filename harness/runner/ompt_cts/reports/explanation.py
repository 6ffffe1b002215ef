"""The parts of the checkout about one rule, besides its entry in the catalogue."""

from pathlib import Path

from ompt_cts.catalogue import Rule, case_files
from ompt_cts.paths import ROOT, SUITES
from ompt_cts.steps import header

CASES = ROOT / "harness" / "validator"


def cases(rule: str, folder: Path = CASES) -> list[tuple[Path, str]]:
    """The blocks `== bad <rule>` of the validator's cases: the shortest traces that break the
    rule."""
    found = []
    blocks = list(case_files.blocks(folder))
    preludes = {block.said: block for block in blocks if block.kind == "prelude"}

    def shown(line: str) -> list[str]:
        """The lines of preludes that have the event which breaks the rule."""
        used = case_files.used(line) if line.startswith("@use ") else ()
        inner = [
            case_files.filled(line, values)
            for name, values in used
            for _, line in preludes[name].lines
        ]
        return inner if any(line.startswith("!") for line in inner) else [line]

    for block in blocks:
        if block.kind == "bad" and rule in block.said.split():
            told = (line for _, line in block.lines if not line.startswith(case_files.TOLERATES))
            lines = [inner for line in told for inner in shown(line)]
            found.append((block.path, "\n".join([f"== bad {block.said}", *lines])))
    return found


def shows_tolerance(rule: Rule, tolerance: str, folder: Path = CASES) -> str:
    """FILE:LINE of the case that shows a tolerance of the rule; empty if there is none."""
    for block in case_files.blocks(folder):
        for number, line in block.lines:
            said = line.removeprefix(f"{case_files.TOLERATES}{rule.id} ")
            if said != line and said in tolerance:
                return f"{block.path.name}:{number}"
    return ""


def tests(rule: str, folder: Path = SUITES) -> list[str]:
    """The test programs whose header names the rule."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".c", ".cpp", ".f90") and rule in header.rules(str(path)):
            found.append(path.relative_to(folder).as_posix())
    return found
