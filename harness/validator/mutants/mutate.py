"""Copies the machines with switchable changes: mutants.

    mutate.py MACHINES OUT

OUT gets a copy of each source of MACHINES and `mutants.txt`: a line for each mutant, "FILE:LINE
what is done to which text"; the line's number is the mutant's. Mutated are comparisons (== and !=,
< and <=, > and >=) and conditions (of `if`, after && and ||, of a named bool), with the functions of
mutants.h.
"""

import re
import sys
from pathlib import Path

COMPARISON = re.compile(r" (==|!=|<=|>=|<|>) (?=[^=])")
CONDITION = re.compile(
    r"(?<=&& )(?=\S)|(?<=\|\| )(?=\S)|(?<=\bif \()(?=\S)|(?<=^  const bool )(\w+) = "
)
TURNED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
# Compile-time code.
CONSTANT = re.compile(r"\s*(static_assert|constexpr|static constexpr)\b")
DECLARES = re.compile(r"\bif \((const |auto |[^()=]* [*&]?\w+ = )")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def places(line: str) -> list[tuple[int, int, str, str]]:
    """The places in the line that can be mutated: begin, end, replacement (with {} for the number),
    and meaning."""
    hidden = [match.span() for match in STRING.finditer(line)]
    comment = line.find("//")
    found = []
    for match in COMPARISON.finditer(line):
        operator = match[1]
        text = f" {operator} cts::mutants::Turn{{{{{{}}}}}} {operator} "
        found.append((match.start(), match.end(), text, f"{operator} is {TURNED[operator]}"))
    if not DECLARES.search(line):
        for match in CONDITION.finditer(line):
            operand = re.split(r" && | \|\| |\) \{|;", line[match.end() :])[0]
            if re.search(r" [=!]= ", operand):  # already turned
                continue
            shown = (match[0] + operand)[:60].strip()
            text = match[0] + "cts::mutants::Not{{{}}} ^ "
            found.append((match.start(), match.end(), text, f"not {shown}"))
    return sorted(
        place
        for place in found
        if not any(a <= place[0] < b for a, b in hidden) and not 0 <= comment <= place[0]
    )


def mutable(lines: list[str]) -> list[bool]:
    """The lines that may be changed: not those of constants."""
    found, depth, inside = [], 0, False
    for line in lines:
        inside = inside or CONSTANT.match(line) is not None
        found.append(not inside)
        if inside:
            depth += sum(map(line.count, "({[")) - sum(map(line.count, ")}]"))
            inside = depth > 0 or not line.endswith((";", "}"))
    return found


def mutate(path: Path, number: int) -> tuple[str, list[str]]:
    """The copy, and a line for each of its mutants; the first one has this number."""
    lines, told = path.read_text(encoding="utf-8").splitlines(), []
    for at, may_change in enumerate(mutable(lines)):
        line = lines[at]
        for begin, end, text, means in reversed(places(line) if may_change else []):
            lines[at] = lines[at][:begin] + text.format(number + len(told)) + lines[at][end:]
            told.append(f"{path.name}:{at + 1} {means}: {line.strip()}")
    return "\n".join(lines) + "\n", told


def main(machines: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    told = ["none"]
    for path in sorted(machines.rglob("*.cpp")):
        text, more = mutate(path, len(told))
        told += more
        include = '#include "validator/mutants/mutants.h"\n'
        (out / path.name).write_text(f'{include}#line 1 "{path}"\n{text}', encoding="utf-8")
    (out / "mutants.txt").write_text("\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
