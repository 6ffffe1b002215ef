"""The verdicts: one table with the severity, the colour and lit's code of each.

docs/verdicts.md explains each. Tests and rules share most verdicts; a report's conformance and its
"as expected" have their own.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self


class Verdict(StrEnum):
    """A verdict on a test or on a rule; a member is its word.

    The order is that of lists and of repeats: the gravest first. `standing` is the value that a
    gate compares: 4 good, 3 known to be bad, 2 not tried, 1 unsteady, 0 bad. `lit` is the name of
    lit's result code, empty for a verdict that no single run of a test can have.
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
    UNFINISHED = "unfinished", 1, "yellow", "UNRESOLVED"
    FLAKY = "flaky", 1, "yellow"
    XPASS = "xpass", 4, "yellow", "XPASS"
    WAIVED = "waived", 3, "cyan", "XFAIL"
    PASS = "pass", 4, "green", "PASS"
    UNSUPPORTED = "unsupported", 2, "", "UNSUPPORTED"
    NOT_SUPPORTED = "not-supported", 2, "yellow"
    NOT_EXERCISED = "not-exercised", 2, "", "UNSUPPORTED"

    @property
    def severity(self) -> int:
        """A unique number: the higher, the graver."""
        return len(Verdict) - list(Verdict).index(self)

    @property
    def trusted(self) -> bool:
        """Whether the counts of a test with this verdict say anything about a rule."""
        return self not in UNTRUSTED


class Answer(StrEnum):
    """One of the two answers of a report; a member is its word."""

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
    """The gate's verdict: does anything go beyond the known deviations?"""

    AS_EXPECTED = "as-expected", "green", 0
    NEW = "new", "red", 1
    UNDECIDED = "undecided", "yellow", 2


# A verdict on a rule cannot rest on their counts.
UNJUDGED = (Verdict.HARNESS_ERROR, Verdict.UNFINISHED)
UNTRUSTED = frozenset({Verdict.CRASH, Verdict.TIMEOUT, Verdict.UNSUPPORTED, *UNJUDGED})
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
    """The colour of any of the words here, in rich's name; none for a word without one."""
    for words in (Verdict, Conformance, Expected):
        if word in set(words):
            return words(word).colour
    return ""
