"""The parts of report.json; its schema describes each part."""

from typing import NotRequired, TypedDict

from ompt_cts.files import Json
from ompt_cts.reports import exhibits
from ompt_cts.verdict import causes, conclusions, verdicts
from ompt_cts.verdict.words import Verdict

SCHEMA_VERSION = 5


class FindingRow(TypedDict):
    """A contradiction or a remark in a report."""

    rule: str
    severity: str
    clause: str
    test: str
    own: bool
    breach: str
    facts: Json
    sort: str
    message: str
    because: list[str]
    witness: list[Json]
    waived: str
    cause: str
    like: NotRequired[str]  # the known deviation of the nearest described runtime that tells of it
    counted: bool
    replay: str


class TestRow(TypedDict):
    """One test in a report."""

    name: str
    suite: str
    verdict: Verdict
    reason: str
    expected: str
    attribution: str
    rules: list[str]
    unexercised: list[str]
    seconds: float
    findings: list[int]
    failed: NotRequired[dict[str, int]]  # the number of contradictions of each rule
    traces: list[Json]
    output: str
    replay: str


class End(TypedDict):
    """Generated programs that ended badly in the same way without a tool as well, or too rarely."""

    status: str
    reason: str
    programs: int
    example: str


class Report(TypedDict):
    """report.json; the schema describes each part."""

    schema_version: int
    suite: Json
    profile: str
    conformance: conclusions.ConformanceAnswer
    as_expected: conclusions.ExpectedAnswer
    exit_code: int
    runtime: Json
    environment: Json
    command: list[str]
    summary: Json
    causes: list[causes.CauseRow]
    exhibits: list[exhibits.Exhibit]
    rules: list[verdicts.RuleRow]
    tests: list[TestRow]
    findings: list[FindingRow]
    expectations: list[conclusions.ExpectationRow]
    ends: NotRequired[list[End]]
