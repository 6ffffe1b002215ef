"""Writes a generated program as C or C++, with its expected results: notes and a checksum.

Its functions and variables may be in another source file than the rest, which is linked or is a
shared library (tree.FORMS).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from string import Template

from ompt_cts.explore.grammar import ENDING, STARTING, Grammar
from ompt_cts.explore.tree import ONE, Here, Node, Program, Times, inside, tags, times

HEADER = '#include "generated.h"\n'
NEAR, FAR, SUBROUTINES = "program", "functions", "subroutines.f90"  # the source files
UNCOUNTED, SILENT = 1, 2  # without the checksum, and without notes as well
EMPTY, SPARE = re.compile(r"\{\s*\}"), re.compile(r"(?<=[;{}])\s*\{\}(?=\n)")
SUFFIX = {"c": ".c", "cxx": ".cpp"}
# A subroutine around a construct, whose blocks are functions of C.
SUBROUTINE = """recursive subroutine {name}()
use omp_lib
implicit none
integer :: i
integer, save :: first, second
logical, volatile, save :: yes = .true., no = .false.
{text}
end subroutine
"""


def block(statements: Iterable[str]) -> str:
    return "\n".join(["{", *statements, "}"])


def laid_out(text: str) -> str:
    """C with each line indented by its braces; directives begin in the first column."""
    lines, depth, hanging = [], 0, False
    for line in map(str.strip, text.split("\n")):
        inner = depth - line.startswith("}") + (hanging and not line.startswith("{"))
        lines.append(line if line.startswith("#") else "  " * inner + line if line else "")
        depth += line.count("{") - line.count("}")
        hanging = line.startswith(("for (", "if (")) and not line.endswith(("{", ";", "}"))
    return "\n".join(lines)


@dataclass
class Writer:
    """Writes one program; `features` are the abilities of the runtime and its compiler."""

    program: Program
    grammar: Grammar
    features: frozenset[str]
    bare: int = 0  # UNCOUNTED or SILENT
    hits: list[Times | None] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    subroutines: dict[str, str] = field(default_factory=dict)  # Fortran, by their names
    # The total of each kind; None once a part is unknown.
    totals: dict[tuple[str, str], list[Times] | None] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        return f"p{self.program.name}_"

    def number(self, value: Times) -> str:
        if not value.measured:
            return str(value.factor)
        return f"{value.factor} * {self.prefix}members[{value.measured}]"

    def count(self, node: Node, here: Here, filled: dict[str, str]) -> None:
        known = not node.construct.visible or node.construct.visible in self.features
        for rule, pattern, what in node.construct.totals:
            key = (rule, Template(pattern).substitute(filled))
            given = times(what, node, here, None) if known else None
            before = self.totals.get(key, [])
            self.totals[key] = None if given is None or before is None else [*before, given]

    def expects(self, node: Node, here: Here) -> list[tuple[str, str]]:
        if (
            self.bare == SILENT
            or node.construct.visible
            and node.construct.visible not in self.features
        ):
            return []
        given = tags(node, self.grammar.clauses) | here.around | {node.construct.name}
        clauses = [self.grammar.clauses[c] for c in node.clauses if c in self.grammar.clauses]
        told = [e for clause in clauses if not given & {*clause.unless} for e in clause.expect]
        return [*node.construct.expect, *told]

    def node(self, node: Node, here: Here) -> tuple[str, list[str]]:
        """The construct's text, and the variables that its team shares."""
        construct = node.construct
        filled = {"n": str(node.number), "p": self.prefix, "count": str(node.repeats)}
        filled["clauses"] = Template("".join(f" {c}" for c in node.clauses)).substitute(filled)
        its = inside(node, here, self.program.settings, self.grammar.clauses)
        shared = [Template(construct.local).substitute(filled)] if construct.local else []
        bodies = []
        for children in node.blocks:
            text, inner = self.block(node, children, its)
            if construct.fortran:
                name = f"{self.prefix}block{node.number}_{len(bodies)}"
                self.functions.append(f"C_NAMED void {name}_(void) {text}")
                text = f"call {name}()"
            bodies.append(text)
            shared += inner
        filled["body"] = bodies[0] if bodies else ""
        section = "!$omp section" if construct.fortran else "#pragma omp section"
        filled["sections"] = "\n".join(f"{section}\n{body}" for body in bodies)
        text = Template(construct.text.strip("\n")).substitute(filled)
        notes = [
            f'cts_expect("{rule}", "{Template(pattern).substitute(filled)}");'
            for rule, pattern in self.expects(node, here)
        ]
        self.count(node, here, filled)
        if construct.fortran:
            name = f"{self.prefix}fortran{node.number}"
            its_text = Template(construct.fortran.replace("!$omp", "!$$omp")).substitute(filled)
            self.subroutines[name] = SUBROUTINE.format(name=name, text=its_text.strip("\n"))
        if construct.function:
            self.functions.append(Template(construct.function.strip("\n")).substitute(filled))
        if construct.makes_team and shared:
            return block([*shared, *notes, text]), []
        return "\n".join([*notes, text]), shared

    def block(self, node: Node, children: list[Node], here: Here) -> tuple[str, list[str]]:
        lines = [] if self.bare == SILENT else self.known(node, here)
        shared: list[str] = []
        for child in children:
            text, inner = self.node(child, here)
            lines.append(text)
            shared += inner
        return block(lines), shared

    def known(self, node: Node, here: Here) -> list[str]:
        """The notes and measurements at the beginning of a block."""
        body = node.construct.body if node.construct.visible in ("", *self.features) else ""
        lines = [f'cts_body("{body}");'] if body else []
        if self.bare:
            return lines
        lines.append(f"add(&{self.prefix}hits[{len(self.hits)}], 1);")
        self.hits.append(here.times)
        if node.construct.times in ("members", "league"):
            what, all_of = (
                ("team", "teams") if node.construct.times == "league" else ("thread", "threads")
            )
            measure = f"add(&{self.prefix}members[{node.number}], omp_get_num_{all_of}());"
            lines.append(f"if (omp_get_{what}_num() == 0)\n{measure}")
        return lines

    def texts(self) -> tuple[str, str, str]:
        """Everything except the header, for the source files: the function of the program, variables
        and functions, subroutines of Fortran. A file without a text is not needed."""
        p, nodes = self.prefix, list(self.program.walk())
        lines = []
        shared: list[str] = []
        for node in self.program.top:
            text, inner = self.node(node, Here())
            lines.append(text)
            shared += inner
        ending = [lines.pop()] if self.program.top[-1].construct.group == ENDING else []
        names = [{"p": p, "n": str(node.number)} for node in nodes]
        begins = [
            Template(node.construct.begin[node.begin]).substitute(name)
            for node, name in zip(nodes, names, strict=True)
            if node.construct.begin
        ]
        ends = [
            Template(node.construct.end).substitute(name)
            for node, name in zip(nodes, names, strict=True)
            if node.construct.end
        ]
        variables = {
            Template(node.construct.variables).substitute(name): None
            for node, name in zip(nodes, names, strict=True)
            if node.construct.variables
        }
        checks = [
            f'same({p}hits[{index}], {self.number(value)}, "block {index}");'
            for index, value in enumerate(self.hits)
            if value is not None
        ]
        notes = [
            f'cts_total("{rule}", {" + ".join(map(self.number, values))}, "{pattern}");'
            for (rule, pattern), values in self.totals.items()
            if values and not (self.bare and any(value.measured for value in values))
        ]
        first = [lines.pop(0)] if self.program.top[0].construct.group == STARTING else []
        begins.insert(0, 'cts_body("serial");')  # always starts the runtime
        if self.bare == SILENT:
            begins.remove('cts_body("serial");')
            notes = []
        if self.program.settings.divided:
            first.insert(0, "divide();")
        main = block(
            [*begins, *shared, *lines, *ends, *checks, *notes, *ending, "return status();"]
        )
        arrays = f"long {p}hits[{len(self.hits) + 1}], {p}members[{len(nodes) + 1}];"
        outside = [*([] if self.bare else [arrays]), *filter(None, variables)]
        # Functions with constructs meet the runtime where they begin: what comes first has one of its own.
        early = block([*first, f"return {p}rest();"])
        whole = f"static int {p}run(void) {early if first else main}\n"
        if first:
            whole = f"static __attribute__((noinline)) int {p}rest(void) {main}\n{whole}"
        fortran = "".join(self.subroutines.values())
        called = [f"C_NAMED void {name}_(void);" for name in self.subroutines]
        if self.program.form == ONE:
            hidden = [f"static {text}" for text in (*outside, *self.functions)]
            hidden = [
                text.removeprefix("static ") if "C_NAMED" in text else text for text in hidden
            ]
            return laid_out("\n".join([*called, *hidden, whole])), "", fortran
        known = [f"extern {text}" for text in outside]
        called += [f"{text.partition(' {')[0]};" for text in self.functions]
        far = "\n".join([*outside, *called, *self.functions, ""])
        return laid_out("\n".join([*known, *called, whole])), laid_out(far), fortran


def alone(
    program: Program, grammar: Grammar, features: frozenset[str], bare: int = 0
) -> dict[str, str]:
    """The source files of one program; `bare`: as of Writer."""
    writer = Writer(program, grammar, features, bare)
    run, texts = f"{writer.prefix}run(void)", list(writer.texts())
    if bare:
        texts[0] = texts[0].replace(f"static int {run}", "int main(void)")
        texts = [text.replace(writer.prefix, "") for text in texts]
        texts = [SPARE.sub("", EMPTY.sub("{}", text)) for text in texts]
    else:
        texts[0] += f"\nint main(void) {{ return {writer.prefix}run(); }}\n"
    return named(program, texts)


def named(program: Program, texts: Iterable[str]) -> dict[str, str]:
    """The texts by the names of their files, those of C with the header."""
    files = dict(zip((NEAR, FAR), texts, strict=False))
    suffix = SUFFIX[program.language]
    found = {name + suffix: HEADER + text for name, text in files.items() if text}
    *_, fortran = texts
    return found | ({SUBROUTINES: fortran} if fortran else {})


def together(
    programs: list[Program], grammar: Grammar, features: frozenset[str], bare: int = 0
) -> dict[str, str]:
    """The source files of several programs: the first argument selects one. Line numbers are those
    of the program's separate files."""
    parts: tuple[list[str], list[str], list[str]] = [], [], []
    cases = []
    for number, program in enumerate(programs):
        writer = Writer(program, grammar, features, bare)
        *texts, fortran = writer.texts()
        for its, text, name in zip(parts, texts, (NEAR, FAR), strict=False):
            suffix = SUFFIX[program.language]
            its += [f'#line 2 "{program.name}/{name}{suffix}"', text] if text else []
        parts[-1].append(fortran)
        cases.append(f"  case {number}: return {writer.prefix}run();")
    parts[0].append("int main(int count, char **words) {")
    parts[0].append("  switch (count > 1 ? atoi(words[1]) : -1) {")
    parts[0].extend([*cases, "  default: return 2;", "  }", "}", ""])
    return named(programs[0], ["\n".join(its) for its in parts[:-1]] + ["".join(parts[-1])])
