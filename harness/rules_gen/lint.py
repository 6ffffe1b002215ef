"""Checks the catalogue against itself and against everything that claims to check it.

One clear line per problem; exit code 1 if there is any. With --warn the coverage problems (a rule
without checker, cases or test program) are printed but do not count, so that the catalogue may run
ahead of its checkers. Other problems always count.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import runner_path  # noqa: F401
from cases import Cases, read_cases, tolerances_without
from ompt_cts.catalogue import readings
from ompt_cts.catalogue.entries import CALLBACK_CODE, Catalogue, Rule
from ompt_cts.catalogue.reader import read as read_catalogue
from programs import NO_TESTS, SUFFIXES, Program, programs

CHECKER_SOURCES = (("harness/validator", (".cpp", ".h", ".def")), ("harness/runner", (".py",)))

# rule::x, or a breach of it: x::several{…}
ENUMERATOR = re.compile(r"\brule::(\w+)|\b(\w+)::\w+\{")
QUOTED = re.compile(r"\"([\w.-]+)\"|'([\w.-]+)'")
COMMENTS = {".py": re.compile(r"#[^\n]*"), ".cases": re.compile(r"#[^\n]*")}
C_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


@dataclass
class Findings:
    wrong: list[str] = field(default_factory=list)  # always counts
    uncovered: list[str] = field(default_factory=list)  # --warn forgives


def is_test(path: Path) -> bool:
    """Tests name rules without checking them."""
    stem = path.stem
    return stem.startswith("test_") or stem.endswith("_test") or "tests" in path.parts


def files(root: Path, place: tuple[str, tuple[str, ...]]) -> Iterator[Path]:
    folder, suffixes = place
    for path in sorted((root / folder).rglob("*")):
        if path.suffix in suffixes and path.is_file():
            yield path


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def without_comments(path: Path, text: str) -> str:
    return COMMENTS.get(path.suffix, C_COMMENT).sub("", text)


def named_in(path: Path, names: dict[str, str]) -> Iterator[str]:
    """Ids of the rules in a source file: rule::name, one of its breaches, or a quoted id."""
    text = without_comments(path, read(path))
    for match in ENUMERATOR.finditer(text):
        if (name := match[1] or match[2]) in names:
            yield names[name]
    ids = set(names.values())
    for match in QUOTED.finditer(text):
        text_id = match[1] or match[2]
        if text_id in ids:
            yield text_id


def recorded(catalogue: Catalogue) -> set[str]:
    """Rules without a possible breach: both answers are right, and the report records the
    answer."""
    return {
        rule.id
        for rule in catalogue.rules
        if set(rule.levels.values()) == {"implementation-defined"}
    }


def remarked(root: Path, catalogue: Catalogue) -> set[str]:
    """Rules with a machine's remark in some case, whatever their level."""
    names = {rule.enumerator: rule.id for rule in catalogue.rules}
    found = set()
    for path in files(root, CHECKER_SOURCES[0]):
        text = without_comments(path, read(path))
        for call in re.split(r"\bjudge\.(?=require|violated|held|check|report)", text)[1:]:
            said = [match[1] or match[2] for match in ENUMERATOR.finditer(call)]
            rules = [names[name] for name in said if name in names]
            if rules and re.search(r"\bas_remark\(\)|\.remark = ", call):
                found.add(rules[0])
    return found


def severities(root: Path, catalogue: Catalogue, findings: Findings) -> None:
    """The catalogue and the machines agree on which rules give remarks."""
    machines = remarked(root, catalogue)
    for rule in catalogue.rules:
        where = f"{rule.chapter}.toml: {rule.id}"
        advisory = "advisory" in rule.levels.values()
        says = any(re.search(r"\bremark\b", text) for text in rule.tolerances)
        if says and not advisory and rule.id not in machines:
            findings.wrong.append(
                f"{where}: a tolerance speaks of a remark, which no machine makes"
            )
        if rule.id in machines and not says:
            findings.wrong.append(f"{where}: a machine makes a remark that no tolerance speaks of")


def reasons(root: Path, catalogue: Catalogue, findings: Findings) -> None:
    """docs/readings.md gives the reason for every tolerance, and for every rule that is less than
    an error, in some version or by a machine's remark."""
    path = root / "docs" / "readings.md"
    if not path.is_file():
        return
    entries = readings.read(path)
    machines = remarked(root, catalogue)
    less = {"advisory", "implementation-defined"}
    used = {name for rule in catalogue.rules for name in rule.readings.values()}
    for rule in catalogue.rules:
        where = f"{rule.chapter}.toml: {rule.id}"
        own = any(entry.about(rule.id) for entry in entries)
        levels = set(rule.levels.values())
        if not own and (rule.id in machines or levels & less or len(levels) > 1):
            findings.wrong.append(f"{where}: docs/readings.md does not say why it is no error")
        for text in rule.tolerances:
            name = rule.readings.get(text)
            if name is None and not own:
                findings.wrong.append(f"{where}: docs/readings.md does not say why: {text}")
            if name is not None and not any(entry.about(name) for entry in entries):
                findings.wrong.append(f"{where}: docs/readings.md has no reading '{name}'")
    known = {rule.id for rule in catalogue.rules} | {entry.id for entry in catalogue.tolerances}
    for name in sorted(readings.names(entries) - used):
        if not any(name == i or (name[-1] == "*" and i.startswith(name[:-1])) for i in known):
            findings.wrong.append(f"docs/readings.md: no rule and no tolerance is '{name}'")


def judged_by_machines(root: Path, catalogue: Catalogue) -> set[str]:
    """Rules that a machine judges from a trace. Only the notes of programs and the runner know the
    tolerances of other rules."""
    names = {rule.enumerator: rule.id for rule in catalogue.rules}
    sources = (path for path in files(root, CHECKER_SOURCES[0]) if not is_test(path))
    named = {rule_id for path in sources for rule_id in named_in(path, names)}
    return {rule.id for rule in catalogue.rules if rule.id in named and needs_cases(rule)}


def checked_rules(root: Path, catalogue: Catalogue, tests: Iterable[Program]) -> dict[str, str]:
    """Rule id -> the first file that checks it."""
    names = {rule.enumerator: rule.id for rule in catalogue.rules}
    checked: dict[str, str] = {}
    for place in CHECKER_SOURCES:
        for path in files(root, place):
            if is_test(path.relative_to(root)):
                continue
            for rule_id in named_in(path, names):
                checked.setdefault(rule_id, str(path.relative_to(root)))
    for program in tests:
        for mention in program.judged:
            checked.setdefault(mention.rule, program.path)
    return checked


def gated(rule: Rule | None, event: str) -> bool:
    """Whether the rule applies if the runtime promises this callback."""
    if not rule or not rule.events or event not in CALLBACK_CODE:
        return True
    return event.removesuffix("_emi") in (name.removesuffix("_emi") for name in rule.events)


def program_problems(program: Program, catalogue: Catalogue) -> Iterator[str]:
    """A test program's problems with rules: one that does not exist, or one that it judges by a
    note or an observation although its verdict does not depend on the rule."""
    yield from program.header_problems()
    for mention in (*program.named, *program.judged):
        if problem := catalogue.unknown(mention.rule):
            yield f"{program.path}:{mention.line}: {problem} in {mention.place}"
    rules = {rule.id: rule for rule in catalogue.rules}
    for mention in program.judged:
        if not gated(rules.get(mention.rule), mention.event):
            yield (
                f"{program.path}:{mention.line}: {mention.rule} is judged by {mention.event}, "
                "whose registration does not gate it"
            )
    named = program.rules()
    for mention in program.judged if named else ():
        if mention.rule not in named:
            yield (
                f"{program.path}:{mention.line}: {mention.place} is about {mention.rule}, "
                "which RULES does not name"
            )


def homes_of_chapters(root: Path, catalogue: Catalogue) -> Iterator[str]:
    """A topic has one stem in every tree: machines and folders of programs have a chapter's name,
    or a chapter lists them as judging or exercising its rules."""
    folder = root / "harness" / "validator" / "machines"
    definition = folder / "machines.def"
    named = re.findall(r"^CTS_MACHINE\(\w+, (\w+)", read(definition), re.MULTILINE)
    known = set(named)
    every = {rule.enumerator: rule.id for rule in catalogue.rules}

    def judged_in(sources: list[Path], rules: dict[str, str]) -> bool:
        return any(True for path in sources for _ in named_in(path, rules))

    places = {
        path.parent.relative_to(root / "suites").as_posix()
        for path in (root / "suites").glob("**/*.*")
        if path.suffix in SUFFIXES and not NO_TESTS & set(path.parts)
    }
    unlisted = places.difference(*(chapter.suites for chapter in catalogue.chapters))
    listed: set[str] = set()
    for chapter in catalogue.chapters:
        where = f"{chapter.stem}.toml"
        rules = {r.enumerator: r.id for r in catalogue.rules if r.chapter == chapter.stem}
        for machine in chapter.machines:
            sources = [p for p in folder.glob(f"**/{machine}.*") if p.suffix in (".cpp", ".h")]
            if machine not in known:
                yield f"{where}: there is no machine {machine}"
            elif not judged_in(sources, rules) and judged_in(sources, every):
                yield f"{where}: {machine} judges none of its rules"
        own = [path.relative_to(folder) for path in folder.glob(f"*/{chapter.stem}.*")]
        own += [Path(place) for place in unlisted if place.endswith(f"/{chapter.stem}")]
        for path in own:
            if path.parent.name != chapter.room:
                yield f"{where}: {path.with_suffix('')} is not in the room {chapter.room}"
        for suite in chapter.suites:
            if suite not in places:
                yield f"{where}: there are no programs in suites/{suite}"
        listed |= {*chapter.machines, *chapter.suites, chapter.stem}
    for machine in sorted(known - listed):
        yield f"harness/validator/machines: no chapter bears the name of {machine} or lists it"
    for place in sorted(places):
        if place not in listed and place.split("/")[-1] not in listed:
            yield f"suites/{place}: no chapter bears its name or lists it"


def awaits_observer(rule: Rule, checked: dict[str, str]) -> bool:
    """The rule needs samples or a device with tracing, and nothing judges it yet."""
    return rule.id not in checked and bool({"sample", "device"} & set(rule.observed_by))


def needs_cases(rule: Rule) -> bool:
    """Rules about observations of the harness alone (environment, exit code) have no trace to show
    them."""
    return not rule.no_case and set(rule.observed_by) != {"harness"}


def coverage(
    catalogue: Catalogue,
    checked: dict[str, str],
    counted: set[str],
    homes: set[str],
    cases: Cases,
    findings: Findings,
) -> None:
    for rule in catalogue.rules:
        where = f"{rule.chapter}.toml: {rule.id}"
        if awaits_observer(rule, checked):
            continue
        if rule.id not in checked:
            findings.uncovered.append(f"{where}: no checker names it")
        if not (rule.no_test or rule.id in homes):
            findings.uncovered.append(f"{where}: no test program is about it")
        if needs_cases(rule):
            bad = cases.bad if "trace" in rule.observed_by else cases.bad | cases.noted
            missing = [
                kind
                for kind, known in (("good", cases.good), ("bad", bad))
                if rule.id not in known and not (kind == "bad" and rule.id in counted)
            ]
            if missing:
                findings.uncovered.append(f"{where}: no {' and no '.join(missing)} case")


def lint(root: Path) -> Findings:
    catalogue, problems = read_catalogue(root / "rules")
    findings = Findings(wrong=problems)
    tests = list(programs(root))
    for program in tests:
        findings.wrong += program_problems(program, catalogue)
    cases = read_cases(root / "harness" / "validator", root, catalogue)
    findings.wrong += cases.wrong
    severities(root, catalogue, findings)
    reasons(root, catalogue, findings)
    if (root / "harness" / "validator" / "machines" / "machines.def").is_file():
        findings.wrong += homes_of_chapters(root, catalogue)
    coverage(
        catalogue,
        checked_rules(root, catalogue, tests),
        recorded(catalogue),
        {rule_id for program in tests for rule_id in program.rules()},
        cases,
        findings,
    )
    findings.uncovered += tolerances_without(catalogue, judged_by_machines(root, catalogue), cases)
    return findings


def not_checked_page(root: Path) -> str:
    """The page about unjudged rules, with the reasons."""
    catalogue, _ = read_catalogue(root / "rules")
    checked = checked_rules(root, catalogue, programs(root))
    page = [
        "# What is not checked",
        "",
        "Every rule that a trace, a probe or a note can show has a check (`harness/rules_gen/lint.py` proves it),",
        "except these.",
    ]
    for observer, title in (
        ("sample", "It takes samples of the state, or calls from a signal handler"),
        ("device", "It takes a device that traces"),
    ):
        rows = [
            f"| `{r.id}` | {r.statement} |"
            for r in catalogue.rules
            if awaits_observer(r, checked)
            and observer == next(o for o in ("sample", "device") if o in r.observed_by)
        ]
        if rows:
            page += ["", f"## {title}", "| rule | it says |", "|---|---|", *rows]
    page += [
        "",
        "## No test exercises it",
        "These have a checker, which judges any run that shows them; no test program can bring them about.",
        "",
        "| rule | it says | why no test can |",
        "|---|---|---|",
    ]
    page += [f"| `{r.id}` | {r.statement} | {r.no_test} |" for r in catalogue.rules if r.no_test]
    return "\n".join(page) + "\n"


def summary(root: Path, findings: Findings) -> str:
    catalogue, _ = read_catalogue(root / "rules")
    total = len(catalogue.rules)
    without = sum(line.endswith("no checker names it") for line in findings.uncovered)
    return (
        f"{total} rules, {total - without} checked or exempt; "
        f"{len(findings.wrong)} problems, {len(findings.uncovered)} gaps in coverage"
    )


def show(lines: Iterable[str], prefix: str = "") -> None:
    for line in lines:
        print(prefix + line)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--warn", action="store_true", help="print coverage problems, forgive them")
    parser.add_argument("--page", action="store_true", help="print the rules that nothing judges")
    options = parser.parse_args(arguments)

    if options.page:
        print(not_checked_page(options.root), end="")
        return 0
    findings = lint(options.root)
    show(findings.wrong)
    show(findings.uncovered, "warning: " if options.warn else "")
    print(summary(options.root, findings), file=sys.stderr)
    return 1 if findings.wrong or (findings.uncovered and not options.warn) else 0


if __name__ == "__main__":
    sys.exit(main())
