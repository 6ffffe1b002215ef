"""Writes a generated program as C or C++, with its expected results: notes and a checksum."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from string import Template

from ompt_cts.explore.grammar import Grammar
from ompt_cts.explore.tree import Here, Node, Program, Times, inside, tags, times

HEADER = '#include "generated.h"\n'
EMPTY = re.compile(r"\{\s*\}")
SUFFIX = {"c": ".c", "cxx": ".cpp"}


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
    bare: bool = False  # without notes and checksum
    hits: list[Times | None] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
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
        if self.bare or node.construct.visible and node.construct.visible not in self.features:
            return []
        given = tags(node, self.grammar.clauses) | here.around | {node.construct.name}
        clauses = [self.grammar.clauses[c] for c in node.clauses if c in self.grammar.clauses]
        told = [e for clause in clauses if not given & {*clause.unless} for e in clause.expect]
        return [*node.construct.expect, *told]

    def node(self, node: Node, here: Here) -> tuple[str, list[str]]:
        """The construct's text, and the variables that its team shares."""
        construct = node.construct
        filled = {"n": str(node.number), "p": self.prefix, "count": str(node.count)}
        filled["sections_count"] = str(len(node.blocks))
        filled["clauses"] = Template("".join(f" {c}" for c in node.clauses)).substitute(filled)
        its = inside(node, here, self.program.settings, self.grammar.clauses)
        shared = [Template(construct.local).substitute(filled)] if construct.local else []
        bodies = []
        for children in node.blocks:
            text, inner = self.block(node, children, its)
            bodies.append(text)
            shared += inner
        filled["body"] = bodies[0] if bodies else ""
        filled["sections"] = "\n".join(f"#pragma omp section\n{body}" for body in bodies)
        text = Template(construct.text.strip("\n")).substitute(filled)
        notes = [
            f'cts_expect("{rule}", "{Template(pattern).substitute(filled)}");'
            for rule, pattern in self.expects(node, here)
        ]
        self.count(node, here, filled)
        if construct.function:
            self.functions.append(Template(construct.function.strip("\n")).substitute(filled))
        if construct.makes_team and shared:
            return block([*shared, *notes, text]), []
        return "\n".join([*notes, text]), shared

    def block(self, node: Node, children: list[Node], here: Here) -> tuple[str, list[str]]:
        lines = [] if self.bare else self.known(node, here)
        shared: list[str] = []
        for child in children:
            text, inner = self.node(child, here)
            lines.append(text)
            shared += inner
        return block(lines), shared

    def known(self, node: Node, here: Here) -> list[str]:
        """The notes and measurements at the beginning of a block."""
        lines = [f'cts_body("{node.construct.body}");'] if node.construct.body else []
        lines.append(f"add(&{self.prefix}hits[{len(self.hits)}], 1);")
        self.hits.append(here.times)
        if node.construct.times in ("members", "league"):
            what, all_of = (
                ("team", "teams") if node.construct.times == "league" else ("thread", "threads")
            )
            measure = f"add(&{self.prefix}members[{node.number}], omp_get_num_{all_of}());"
            lines.append(f"if (omp_get_{what}_num() == 0)\n{measure}")
        return lines

    def text(self) -> str:
        """Everything except the header: variables, functions, and the function of the program."""
        p, nodes = self.prefix, list(self.program.walk())
        lines = []
        shared: list[str] = []
        for node in self.program.top:
            text, inner = self.node(node, Here())
            lines.append(text)
            shared += inner
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
            if values
        ]
        begins.insert(0, 'cts_body("serial");')  # always starts the runtime
        if self.bare:
            begins, checks, notes = begins[1:], [], []
        main = block([*begins, *shared, *lines, *ends, *checks, *notes, "return wrong ? 3 : 0;"])
        arrays = f"static long {p}hits[{len(self.hits) + 1}], {p}members[{len(nodes) + 1}];"
        whole = [
            *([] if self.bare else [arrays]),
            *variables,
            *self.functions,
            f"static int {p}run(void) {main}",
            "",
        ]
        return laid_out("\n".join(whole))


def alone(program: Program, grammar: Grammar, features: frozenset[str], bare: bool = False) -> str:
    """The separate source file of a program; `bare`: without its notes and its checksum."""
    writer = Writer(program, grammar, features, bare)
    run, text = f"{writer.prefix}run(void)", writer.text()
    if bare:
        text = text.replace(f"static int {run}", "int main(void)")
        return HEADER + EMPTY.sub("{}", text.replace(writer.prefix, ""))
    return "\n".join([HEADER, text, f"int main(void) {{ return {writer.prefix}run(); }}\n"])


def together(
    programs: list[Program], grammar: Grammar, features: frozenset[str], bare: bool = False
) -> str:
    """One source file for several programs: its first argument selects one. Line numbers are those
    of the program's separate file."""
    parts = [HEADER]
    cases = []
    for number, program in enumerate(programs):
        writer = Writer(program, grammar, features, bare)
        parts.append(f'#line 3 "{program.name}{SUFFIX[program.language]}"')
        parts.append(writer.text())
        cases.append(f"  case {number}: return {writer.prefix}run();")
    parts.append("int main(int count, char **words) {")
    parts.append("  switch (count > 1 ? atoi(words[1]) : -1) {")
    parts += [*cases, "  default: return 2;", "  }", "}", ""]
    return "\n".join(parts)
