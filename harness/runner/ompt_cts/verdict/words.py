"""The words of verdicts: one table of what each is worth, its colour and lit's code.

docs/verdicts.md says what each means. Tests and rules share most words; a report's conformance and
its "as expected" have their own.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self


class Verdict(StrEnum):
    """A verdict on a test or on a rule; a member is its word.

    The order is that of lists and of repeats: the gravest first. `standing` is what a gate
    compares: 4 good, 3 known to be bad, 2 not tried, 1 unsteady, 0 bad. `lit` is the name of
    lit's result code, empty for what no single run of a test can be.
    """

    standing: int
    colour: str
    lit: str

    def __new__(cls, word: str, standing: int, colour: str = "", lit: str = "") -> Self:
        self = str.__new__(cls, word)
        self._value_ = word
        self.standing, self.colour, self.lit = standing, colour, lit
        return self

    HARNESS_ERROR = "harness-error", 0, "magenta", "UNRESOLVED"
    TIMEOUT = "timeout", 0, "red", "TIMEOUT"
    CRASH = "crash", 0, "red", "FAIL"
    FAIL = "fail", 0, "red", "FAIL"
    FLAKY = "flaky", 1, "yellow"
    XPASS = "xpass", 4, "yellow", "XPASS"
    WAIVED = "waived", 3, "cyan", "XFAIL"
    PASS = "pass", 4, "green", "PASS"
    UNSUPPORTED = "unsupported", 2, "", "UNSUPPORTED"
    NOT_SUPPORTED = "not-supported", 2, "yellow"
    NOT_EXERCISED = "not-exercised", 2, "", "UNSUPPORTED"

    @property
    def severity(self) -> int:
        """The higher the graver; no two are equal."""
        return len(Verdict) - list(Verdict).index(self)

    @property
    def trusted(self) -> bool:
        """Whether the counts of a test that ended so say anything of a rule."""
        return self not in UNTRUSTED


class Answer(StrEnum):
    """One of the two answers that a report gives; a member is its word."""

    colour: str
    exit_code: int

    def __new__(cls, word: str, colour: str, exit_code: int) -> Self:
        self = str.__new__(cls, word)
        self._value_ = word
        self.colour, self.exit_code = colour, exit_code
        return self


class Conformance(Answer):
    """The verdict on the runtime: does it keep the rules of the profile?"""

    CONFORMANT = "conformant", "green", 0
    NONCONFORMANT = "nonconformant", "red", 1
    NOT_SUPPORTED = "not-supported", "yellow", 1
    UNDECIDED = "undecided", "yellow", 2


class Expected(Answer):
    """The gate's verdict: is there anything that nobody has written down?"""

    AS_EXPECTED = "as-expected", "green", 0
    NEW = "new", "red", 1
    UNDECIDED = "undecided", "yellow", 2


# Their counts say nothing that a verdict on a rule could rest on.
UNTRUSTED = frozenset({Verdict.CRASH, Verdict.TIMEOUT, Verdict.HARNESS_ERROR, Verdict.UNSUPPORTED})
OF_TESTS = tuple(v for v in Verdict if v.lit or v is Verdict.FLAKY)
OF_RULES = (
    Verdict.FAIL,
    Verdict.WAIVED,
    Verdict.PASS,
    Verdict.NOT_SUPPORTED,
    Verdict.NOT_EXERCISED,
)


def gravest(words: Iterable[str]) -> Verdict:
    """The worst of some verdicts; there must be one."""
    return max((Verdict(word) for word in words), key=lambda verdict: verdict.severity)


def colour(word: str) -> str:
    """The colour of any of the words here, as rich names it; none for what has none."""
    for words in (Verdict, Conformance, Expected):
        if word in set(words):
            return words(word).colour
    return ""
