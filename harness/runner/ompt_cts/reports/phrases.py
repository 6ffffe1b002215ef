"""The two answers of a report as sentences, with the same words on the terminal and on every
page."""

from collections import Counter
from collections.abc import Sized

from ompt_cts.catalogue.entries import PROFILES
from ompt_cts.reports.report import Report
from ompt_cts.selecting import SELECTING, in_command
from ompt_cts.verdict.identity import AppliedRow
from ompt_cts.verdict.verdicts import names, plural
from ompt_cts.verdict.words import Conformance, Expected


def of_level(report: Report, level: str) -> str:
    """The number of broken rules of a level; empty if none was exercised."""
    kept = report["conformance"][level]  # type: ignore[literal-required]
    if not kept["judged"]:
        return ""
    return f"{len(kept['broken'])} of {kept['judged']} {level}"


# Conformance as an answer to a question.
ANSWERS = {
    Conformance.CONFORMANT: "yes, conformant",
    Conformance.NONCONFORMANT: "no, nonconformant",
    Conformance.NOT_SUPPORTED: "no, OMPT is not supported",
    Conformance.UNDECIDED: "undecided",
}


def why(report: Report) -> str:
    """The reason of the answer on conformance."""
    word, profile = Conformance(report["conformance"]["verdict"]), f"profile {report['profile']}"
    if word is Conformance.NOT_SUPPORTED:
        return f"the runtime starts no tool, there is no OMPT ({profile})"
    if word is Conformance.UNDECIDED:
        return f"with {profile}: no rule is known to be broken, but not all could be judged"
    levels = " and ".join(filter(None, (of_level(report, x) for x in ("mandatory", "optional"))))
    return f"with {profile}: {levels} rules are broken"


def conformance(report: Report) -> str:
    """The answer to: does the runtime conform?"""
    word = Conformance(report["conformance"]["verdict"])
    return f"{word}{':' if word is Conformance.NOT_SUPPORTED else ''} {why(report)}"


def together(report: Report) -> str:
    """The rules that the runtime keeps with its given code while its compilers break them; empty if
    there are none."""
    rules = report["conformance"].get("toolchain", [])
    if not rules:
        return ""
    many = f"{len(rules)} more rule{' is' if len(rules) == 1 else 's are'}"
    return (
        f"the runtime keeps them with the code that it is given; with its compilers {many} broken: "
        f"{names(rules)}"
    )


# The version of the specification by the value of _OPENMP.
DOCUMENTS = {201811: "5.0", 202011: "5.1", 202111: "5.2", 202411: "6.0"}


def versions(report: Report) -> list[str]:
    """The version that the runtime reports, the profile, and how to choose another profile; a line
    of its own for a runtime that reports a later version than the profile."""
    told, profile = report["runtime"]["omp_version"], report["profile"]
    if not told:
        return []
    name = f"OpenMP {DOCUMENTS[told]}" if told in DOCUMENTS else f"_OPENMP {told}"
    others = " or ".join(f"--profile {v}" for v in PROFILES if v != profile)
    lines = [f"judged as OpenMP {profile}, and reports {name}; to judge it otherwise: {others}"]
    newest = max(DOCUMENTS)
    if told >= newest and profile != DOCUMENTS[newest]:
        beyond = ", the newest that can be judged" if told > newest else ""
        lines.append(
            f"the runtime reports a later version than {profile}: --profile {DOCUMENTS[newest]} has "
            f"the rules of OpenMP {DOCUMENTS[newest]}{beyond}"
        )
    return lines


def alike(report: Report) -> str:
    """The comparison of the causes with the described runtime that knows most of them; empty if the
    report applies known deviations, or no runtime knows half of them."""
    listed = report["causes"]
    runtimes = Counter(c["looks_like"].partition(": ")[0] for c in listed if c["looks_like"])
    if report["as_expected"]["expectations"]["files"] or not runtimes:
        return ""
    name, number = runtimes.most_common(1)[0]
    if 2 * number < len(listed):
        return ""
    return f"known of {name}: {plural(number, 'cause')}; not known of it: {len(listed) - number}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_expected(report: Report) -> str:
    """The answer to: is anything new?"""
    answer = report["as_expected"]
    word = Expected(answer["verdict"])
    mended = f", {len(answer['mended'])} mended" if answer["mended"] else ""
    if word is Expected.NEW:
        return f"{len(answer['new'])} new{mended}"
    if word is Expected.UNDECIDED:
        return f"undecided: {'; '.join(answer['undecided'])}{mended}"
    return f"as expected: nothing new{mended}"


HOW = {
    "checksum": "found by the library's checksum",
    "place": "found by the library's place",
    "release": "found by the library's release",
    "name": "found by the name of the runtime's description",
    "option": "named by --expectations",
}


def known_deviations(applied: AppliedRow) -> str:
    """The applied files, and how they were found."""
    text = "known deviations: none applied"
    if applied["files"]:
        text = f"known deviations: {' and '.join(applied['files'])}, {HOW[applied['by']]}"
    return f"{text}; {applied['note']}" if applied["note"] else text


def counts(numbers: dict[str, int]) -> str:
    """`461 pass, 32 waived`, the gravest first."""
    return ", ".join(f"{number} {word}" for word, number in numbers.items())


def number(report: Report, tests: Sized | int) -> str:
    """The number of tests, or of programs if the user's own were judged."""
    counted = tests if isinstance(tests, int) else len(tests)
    return plural(counted, "program" if report["command"][1:2] == ["check"] else "test")


def selected(report: Report) -> str:
    """The option by which the run took only some of the tests; empty for a whole run."""
    return "".join(in_command(report["command"], SELECTING)[:1]).partition("=")[0]


def tests(report: Report, names: list[str]) -> str:
    """The place of an observation: the test, or the first one and the number of others."""
    if len(names) < 2:
        return f"in {names[0]}" if names else ""
    return f"in {number(report, names)}, such as {names[0]}"
