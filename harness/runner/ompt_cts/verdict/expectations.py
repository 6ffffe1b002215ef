"""Known deviations of a runtime: `expectations/<runtime>.toml`.

    title = "LLVM 22"                          # optional, like `about`: text for the page
    base = "llvm-19"                           # optional: the entries of that file apply here too …
    base = ["llvm-19", { name = "gomp", tests = ["*.f90"] }]  # … several, some for some tests

    [without]                                  # … except these causes, each with the reason
    no-device-unload = "this release has the callback"
    league-of-one = { rules = ["teams.pair"], reason = "…" }  # only these rules of it

    [[deviation.league-of-one."teams-begin.size"]] # the cause, optional, and the rules; or view, crash, timeout;
    rules = ["…", "…"]                         # or `several`, and here the rules, if they are many
    tests = ["parallel/*", "tasking/basic.c"]  # globs over test names; a glob without a device
                                               # (…@simulated-cuda) matches every device
    profiles = ["5.1", "5.2"]                  # optional; without it every profile
    reason = "the runtime's actual behavior"
    clause = "19.5.2.11"                       # of 5.2, if it is not the rule's
    link = "https://…"                         # or source = "file:line"; optional
    attribution = "toolchain"                  # if it is not "runtime"; these three: for the entries
                                               # of the cause that follow, too, if they say no other
    sometimes = true                           # optional: shows only in some runs
    match = "several flags&loop"               # optional: the breach and its facts (patterns.py), or a
                                               # list of these
    reproducer = "llvm-19/league-of-two.c"     # optional: a file in expectations/reproducers/, if it
                                               # is not RUNTIME/CAUSE.c, or a program of the suites
    unreproduced = "a race"                    # or why no program shows it
    beside = "teams-begin.before-initial-tasks" # optional: the test breaks this rule (of `a|b`, one; with a
                                               # breach: so) as well; only a known one excuses a crash or timeout

    # A condition on the run: variables, all set so, with * and ?; or true: any that changes the
    # runtime's settings (OMP_, KMP_ …)
    settings = ["OMP_WAIT_POLICY=active"]

    # Conditions on the trace, all optional: verdict/showing.py.
    shown = ["cancel_loop"]                    # circumstances that the trace has shown
    here = ["worker", "!nested"]               # that hold, or do not hold, at the finding's event
    event = ["work work_type=loop_dynamic"]    # the finding's event is one of these
    needs = "tool"                             # of a crash: its attribution
    most = "parallel_begin"                    # at most as often as this event; or a number

The name of a program outside the suites (`check`) is corpus/<program>, in a collection
corpus/<collection>/<program>. Entries about these programs are in expectations/corpus/<runtime>.toml
and are all `sometimes`, because no run needs to have all these programs; their `tests` are corpus/* if
none are given. An entry with `match` applies to them too, whatever its globs: the globs restrict it in the
suites, whose traces are known, and a known cause is known everywhere.

A finding that an entry describes is waived; a cause may have several entries. An entry whose rule was
exercised in its tests and contradicted in none of them is out of date: xpass. An entry that is taken
over for some tests only may show there or not.
"""

import fnmatch
import os
import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ompt_cts import catalogue, files
from ompt_cts.catalogue import CRASH, HARMLESS, PROFILES, PSEUDO_RULES, TIMEOUT
from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT
from ompt_cts.steps import header
from ompt_cts.steps.attribution import PROBES
from ompt_cts.verdict import conditions, patterns, showing
from ompt_cts.verdict.entry import Entry

# A finding, or the end of a program: its rule (or crash, timeout, view), and its breach with facts.
Told = Mapping[str, Any]
TOOLCHAIN = "toolchain"
OR = "|"  # between the rules of `beside`
ATTRIBUTIONS = ("runtime", TOOLCHAIN)
TEXTS = (
    *("name", "cause", "rule", "reason", "clause", "link", "source", "attribution"),
    *("reproducer", "unreproduced", "beside", "needs"),
)
LISTS = ("rules", "tests", "profiles", "match", "shown", "here", "event")
FLAGS = ("sometimes",)
SETTINGS = "settings"
REQUIRED = ("tests", "reason")
OF_CAUSE = ("source", "link", "attribution")  # an entry has its cause's first one, or says another
SEVERAL = "several"  # in a header, in the place of rules: the table has them
HEADER = re.compile(r"^\[\[deviation\b.*\]\]", re.MULTILINE)
FORMS = '[[deviation.CAUSE."RULE"]] or [without]'


@cache
def _one_of(globs: tuple[str, ...]) -> tuple[frozenset[str], re.Pattern[str]]:
    """The globs without wildcards, as names of tests, and the others in one pattern."""
    wild = [glob for glob in globs if any(c in glob for c in "*?[")]
    exact = set(globs).difference(wild)
    pattern = re.compile("|".join(map(fnmatch.translate, wild)) or "(?!)")
    return frozenset(exact | {glob.removeprefix("suites/") for glob in exact}), pattern


def _matches(test: str, globs: tuple[str, ...]) -> bool:
    if globs == ("*",):
        return True
    exact, wild = _one_of(globs)
    return test in exact or bool(wild.match(test) or wild.match("suites/" + test))


def _may_meet(globs: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether a test may match both: what stands before their first wildcards does not differ."""
    begins = [_begin(other) for other in others]
    return any(
        any(begin.startswith(_begin(glob)) or _begin(glob).startswith(begin) for begin in begins)
        for glob in globs
        if "*" in glob or _matches(glob, others)
    )


def _begin(glob: str) -> str:
    return re.split(r"[*?\[]", glob.removeprefix("suites/"), maxsplit=1)[0]


@cache
def _names(test: str) -> tuple[frozenset[str], bool]:
    """The names by which globs cover a test, and whether it is a program of the suites."""
    program = header.source_name(test)
    if program in header.tests():
        return frozenset((test, program)), True
    return frozenset((test, test if test.startswith(OUTSIDE) else OUTSIDE + test)), False


class Deviation(Entry):
    """An entry with its methods for coverage."""

    def covers_test(self, test: str) -> bool:
        """Whether the entry covers the test. A program outside the suites is covered by its glob,
        and by every entry with a `match`."""
        names, ours = _names(test)
        if not ours and any(self.match):
            return any(_matches(name, self.within) for name in names)
        return any(_matches(n, self.tests) and _matches(n, self.within) for n in names)

    @property
    def scope(self) -> tuple[object, ...]:
        """The parts that covers_test asks for: entries of one scope cover the same tests."""
        return self.tests, self.within, any(self.match)

    def waives(self, test: str, finding: Told, broken: Collection[str] = ()) -> bool:
        """Whether this entry describes a finding in a test in which the `broken` rules are broken.
        Conditions on the trace apply to the finding; without any, the patterns alone decide."""
        covered = finding["rule"] == self.rule and self.covers_test(test)
        if not covered or not self.says(finding):
            return False
        seen = finding.keys() - {"rule", "message", "breach", "facts", "sort"}
        if seen and not showing.met(self, finding):
            return False
        beside = self.beside.split(OR) if self.beside else ()
        return not beside or any(rule in broken for rule in beside)

    def says(self, finding: Told) -> bool:
        """Whether a pattern of this entry matches a finding; an entry without patterns matches
        all."""
        return not self.match or patterns.holds(self.match, finding)

    @property
    def knows_no_cause(self) -> bool:
        """Whether the entry takes the end of any program: it names neither the assertion that failed,
        with its expression, nor an access beside a null pointer by an entry point, nor circumstances
        that the trace must have shown."""
        ends = self.rule in (CRASH, HARMLESS, TIMEOUT) and self.covers_test(ANY_PROGRAM)
        said = ACCESSED if self.needs == PROBES else ASSERTED
        named = bool(self.match) and all(said.search(text) for text in self.match)
        telling = any(not ORDINARY.search(text) for text in self.shown)
        return ends and not (named or telling)

    def names_only(self, test: str) -> bool:
        """Whether the entry is about this one test only."""
        alone = len(self.tests) == 1 and self.tests[0].removeprefix("suites/") == test
        return alone and self.covers_test(test)

    @property
    def cited(self) -> str:
        """The contradicted clauses: its own, or those of its rule."""
        rule = catalogue.load().get(self.rule)
        return self.clause or (rule.cited if rule else "")

    def only_for(self, tests: tuple[str, ...]) -> "Deviation":
        """The same entry in some of its tests, in which it may or may not show."""
        return replace(self, within=tests, sometimes=True)


OUTSIDE = "corpus/"  # the prefix of programs outside the suites in expectations
ANY_PROGRAM = f"{OUTSIDE}any program"
ASSERTED = re.compile(r'assertion="([^"*]+"|[^"]*(: |`)[^"]*\w)')
ACCESSED = re.compile(rf"{ASSERTED.pattern}|fault=0x[1-9a-f]")
# A condition that (nearly) every program's trace meets: that something is not, or one of these.
ORDINARY = re.compile(r"!|\b(initial_task|implicit_task|team_of_one|worker)\b")
CAUSELESS = (
    "it would take every program's end: name the failed assertion with its expression, what the trace"
    " has shown, or single programs"
)


EXPECTATIONS = ROOT / "expectations"
REPRODUCERS = EXPECTATIONS / "reproducers"


def default_path(runtime: str) -> Path:
    return EXPECTATIONS / f"{runtime}.toml"


def corpus_path(runtime: str) -> Path:
    """The file of deviations that only programs outside the suites have shown."""
    return EXPECTATIONS / "corpus" / f"{runtime}.toml"


def _rules_of(item: dict[str, Any]) -> list[str]:
    return [item["rule"]] if "rule" in item else list(item.get("rules", []))


def _check(item: Any, where: str, known: set[str], required: tuple[str, ...]) -> None:
    """Checks the keys of a table and the types of their values."""
    if not isinstance(item, dict):
        raise UserError(f"{where}: write {FORMS}")
    for key, value in item.items():
        if key not in known:
            raise UserError(f"{where}: unknown key {key!r}")
        if key in TEXTS and not isinstance(value, str):
            raise UserError(f"{where}: {key} must be a string")
        if key in FLAGS and not isinstance(value, bool):
            raise UserError(f"{where}: {key} must be true or false")
        if key in LISTS and not (
            isinstance(value, list) and value and all(isinstance(text, str) for text in value)
        ):
            raise UserError(f"{where}: {key} must be a list of strings")
        if key == SETTINGS or key in showing.KEYS:
            try:
                conditions.check(value) if key == SETTINGS else showing.check(key, value)
            except ValueError as wrong:
                raise UserError(f"{where}: {key}: {wrong}") from None
    for key in required:
        if key not in item:
            raise UserError(f"{where}: the key {key!r} is missing")


def entries(item: Any, where: str) -> Iterator[Deviation]:
    """A table's deviations, one for each rule."""
    for key in ("match", "shown", "here", "event"):
        if isinstance(item, dict) and isinstance(item.get(key), str):
            item = {**item, key: [item[key]]}
    _check(item, where, {*TEXTS, *LISTS, *FLAGS, SETTINGS, *showing.KEYS} - {"name"}, REQUIRED)
    if ("rule" in item) == ("rules" in item):
        raise UserError(f"{where}: give it a rule, or rules")
    if item.get("attribution", "runtime") not in ATTRIBUTIONS:
        raise UserError(f"{where}: attribution is {' or '.join(ATTRIBUTIONS)}")
    odd = set(item.get("profiles", ())) - set(PROFILES)
    if odd:
        raise UserError(f"{where}: unknown profile {min(odd)!r}")
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in item.items()}
    values.pop("rules", None)
    for text in item.get("match", ()):
        wrong = [patterns.problem(text, rule) for rule in _rules_of(item)]
        if all(wrong):
            raise UserError(f"{where}: match: {wrong[0]}")
    for rule in _rules_of(item):
        entry = Deviation(**{**values, "rule": rule})
        if entry.knows_no_cause:
            raise UserError(f"{where}: {CAUSELESS}")
        yield entry


def tables(data: Mapping[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of a file's deviations, each with its place, and with the cause and the rule of its
    header as keys. UserError if the header has another form."""
    for cause, found in data.get("deviation", {}).items():
        named = {"cause": cause} if isinstance(found, dict) else {}
        for rule, items in (found if named else {cause: found}).items():
            place = f"{where}: deviation {' '.join([*named.values(), rule])}"
            rules = rule.split()
            one = {"rule": rule} if len(rules) == 1 else {"rules": rules}
            own = named if rule == SEVERAL else {**named, **one}
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                raise UserError(f"{place}: write {FORMS}")
            for item in items:
                for key in own.keys() & item.keys():
                    raise UserError(f"{place}: unknown key {key!r}: the header has it")
                yield place, {**own, **item}


def without(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a file leaves out of its bases: by cause, a table with the reason."""
    found = data.get("without", {})
    return {c: {"reason": said} if isinstance(said, str) else said for c, said in found.items()}


def _leave_out(entries: list[Deviation], cause: str, item: Any, where: str) -> list[Deviation]:
    """The base's entries without those that a line of [without] names, which must name some."""
    _check(item, where, {"rules", "reason"}, ("reason",))

    def named(entry: Deviation) -> bool:
        return entry.cause == cause and entry.rule in item.get("rules", [entry.rule])

    rest = [entry for entry in entries if not named(entry)]
    if len(rest) == len(entries):
        raise UserError(f"{where}: the base has no such deviation of cause {cause!r}")
    return rest


def parsed(path: Path) -> dict[str, Any]:
    """The tables of a file; not to be changed. UserError."""
    return _parsed(path, files.read_text(path, files.LARGEST_TOML))


@cache  # a report asks for each file a hundred times
def _parsed(path: Path, _text: str) -> dict[str, Any]:
    data = files.read_toml(path)
    odd = set(data) - {"title", "about", "base", "without", "deviation"}
    if odd:
        raise UserError(f"{path}: unknown key {min(odd)!r}")
    for key in ("without", "deviation"):
        if not isinstance(data.get(key, {}), dict):
            raise UserError(f"{path}: write {FORMS}")
    if not isinstance(data.get("base", []), (str, list)):
        raise UserError(f"{path}: base must be a name, or a list of names and tables")
    return data


def own(path: Path) -> list[Deviation]:
    """The entries of a file itself, in its order: the first that describes a finding names its
    cause. TOML's tables come cause by cause."""
    return list(_own(path, files.read_text(path, files.LARGEST_TOML)))


@cache
def _own(path: Path, text: str) -> list[Deviation]:
    items: dict[str, list[Any]] = defaultdict(list)
    for where, item in tables(_parsed(path, text), str(path)):
        items[where].append(item)
    found: list[Deviation] = []
    outside = {"sometimes": True} if path.parent.name == OUTSIDE.rstrip("/") else {}
    causes: dict[str, dict[str, Any]] = {}
    for line in HEADER.findall(text):
        [(where, _)] = tables(tomllib.loads(line), str(path))
        item = items[where].pop(0)
        of_cause = {key: item[key] for key in OF_CAUSE if key in item and "cause" in item}
        of_cause = causes.setdefault(item.get("cause", where), of_cause)
        given = ({"tests": [f"{OUTSIDE}*"]} if outside else {}) | of_cause | item
        program = f"{path.stem}/{item.get('cause')}.c"
        if "unreproduced" not in item and (REPRODUCERS / program).is_file():
            given = {"reproducer": program} | given
        found += (replace(e, **outside) for e in entries(given, where))
    if any(items.values()):
        raise UserError(f"{path}: write each {FORMS} on its own line")
    return found


def bases(data: dict[str, Any], where: str) -> list[tuple[str, tuple[str, ...]]]:
    """The bases of a file, each with the tests for which it is taken over."""
    base = data.get("base", [])
    found = []
    for item in [base] if isinstance(base, str) else base:
        table = {"name": item} if isinstance(item, str) else item
        _check(table, f"{where}: base", {"name", "tests"}, ("name",))
        found.append((table["name"], tuple(table.get("tests", ("*",)))))
    return found


def read(path: Path, readers: tuple[Path, ...] = ()) -> list[Deviation]:
    """All entries of a file, those of its bases first."""
    data = parsed(path)
    entries: list[Deviation] = []
    for name, tests in bases(data, str(path)):
        if not re.fullmatch(r"[\w.+@-]+", name):
            raise UserError(f"{path}: base {name!r} is no file's name")
        base = path.with_name(f"{name}.toml")
        if base in (*readers, path):
            raise UserError(f"{path}: {name} is its own base")
        taken = read(base, (*readers, path))
        if tests != ("*",):
            taken = [entry.only_for(tests) for entry in taken if _may_meet(entry.tests, tests)]
        entries += taken
    for cause, item in without(data).items():
        entries = _leave_out(entries, cause, item, f"{path}: without {cause}")
    return entries + own(path)


def load(
    path: Path,
    profile: str,
    rules: set[str] | None = None,
    variables: Mapping[str, str] | None = None,
) -> list[Deviation]:
    """The deviations of the file for a profile and the environment of a run, by default that of
    this process; `rules` are the existing ids."""
    entries = read(path)
    named = (name for entry in entries for name in (entry.rule, *entry.beside.split(OR)) if name)
    for name in (rule.partition(" ")[0] for rule in named):
        if rules is not None and name not in rules and name not in PSEUDO_RULES:
            raise UserError(f"{path}: there is no rule {name!r}")
    if variables is None:
        variables = os.environ
    return [e for e in entries if profile in e.profiles and conditions.holds(e, variables)]


def bases_of(runtime: str) -> list[str]:
    """The names of a file's bases for all tests."""
    path = default_path(runtime)
    found = bases(parsed(path), str(path)) if path.exists() else []
    return [name for name, tests in found if tests == ("*",)]


def by_file(profile: str) -> dict[str, list[Deviation]]:
    """The own entries of each file, by the file's name: a cause of several runtimes is in one
    file."""
    paths = sorted(EXPECTATIONS.glob("*.toml"))
    return {path.stem: [e for e in own(path) if profile in e.profiles] for path in paths}


@cache
def described(profile: str) -> dict[str, list[Deviation]]:
    """All entries of each file, with those of its bases, by the file's name; under any
    condition."""
    paths = sorted(EXPECTATIONS.glob("*.toml"))
    return {path.stem: [e for e in read(path) if profile in e.profiles] for path in paths}


def broken_by(findings: Iterable[Told]) -> set[str]:
    """The names in `beside` that some findings meet: their rules, and each rule with its breach."""
    return {name for f in findings for name in (f["rule"], f"{f['rule']} {f['breach']}")}


def find(
    entries: Iterable[Deviation], test: str, finding: Told, broken: Collection[str] = ()
) -> Deviation | None:
    rule = finding["rule"]
    return next((e for e in entries if e.rule == rule and e.waives(test, finding, broken)), None)
