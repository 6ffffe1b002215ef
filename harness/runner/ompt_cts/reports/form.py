"""The form of report.json, as types: `ompt-cts report --schema` and the site have the JSON schema
made from them, and every report must fit it. stored.py writes the form.

A row of the file has the keys of the report's row; names of tests become their numbers, and whole
numbers are not negative.
"""

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_type_hints

import msgspec
from msgspec import Meta

from ompt_cts.catalogue.entries import LEVELS, PROFILES
from ompt_cts.reports import exhibits, rows
from ompt_cts.timeline import neighbourhood
from ompt_cts.verdict import causes, conclusions, expectations, identity, verdicts, words

TITLE = "OMPT-CTS report.json"
ABOUT = (
    "The outcome of `ompt-cts run` or `check`; docs/verdicts.md says what the "
    "verdicts mean. A thing that would stand in many places stands in a table once, and its place in "
    "the table stands for it. `ompt-cts report FILE --expanded OUT` writes the report with everything "
    "in its place. Readers must ignore fields that they do not know."
)
Type = Any  # the types of TypedDict and Annotated

Count = Annotated[int, Meta(ge=0)]
Flag = Literal[0, 1]
Seconds = Annotated[float, Meta(ge=0)]
Tests = Annotated[
    str,
    Meta(
        pattern=r"^(\d{1,9}(-\d{1,9})?( \d{1,9}(-\d{1,9})?)*)?$",
        description="numbers of tests, `0-12 15`: places in tests",
    ),
]


def one_of(*values: object) -> Type:
    return Literal[tuple(map(str, values))]


def described(kind: Type, text: str) -> Type:
    return Annotated[kind, Meta(description=text)]


def place(table: str, what: str = "") -> Type:
    return described(Count, f"{what}: a place in {table}" if what else f"a place in {table}")


def row(kind: type, /, **other: Type) -> Type:
    """A row of the report in the form of the file; `other` has the types that differ, None for a
    field that the file lacks."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: Count if hint is int else hint for name, hint in hints.items()} | other
    return TypedDict(kind.__name__, {n: hint for n, hint in fields.items() if hint is not None})  # type: ignore[operator]


def some_of(name: str, keys: Iterable[str], kind: Type) -> Type:
    """An object with some of these keys."""
    return TypedDict(name, dict.fromkeys(map(str, keys), kind), total=False)  # type: ignore[operator]


class Suite(TypedDict):
    version: str
    commit: described(str, "the output of git describe; ends in -dirty for a changed checkout")


class Seen(TypedDict):
    events: Count
    tests: Count


class Runtime(TypedDict):
    name: str
    title: str
    version_string: str
    omp_version: int | None
    library: described(str, "real path of the loaded library")
    sha256: str
    registration: described(dict[str, str], "event: answer of ompt_set_callback")
    seen: described(dict[str, Seen], "event: the number of its occurrences, and of their tests")


class Compiler(TypedDict):
    path: str
    version: str


class Environment(TypedDict):
    """The machine and the environment of the run."""

    system: str
    processor: NotRequired[str]
    cores: NotRequired[Count]
    python: NotRequired[str]
    started: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="UTC")]
    seconds: Seconds
    repeat: NotRequired[Annotated[int, Meta(ge=1)]]
    compilers: NotRequired[dict[str, Compiler]]
    variables: NotRequired[dict[str, str]]
    trace: NotRequired[
        described(
            dict[str, Any], "the first trace's description of the machine and the checker tool"
        )
    ]


class Summary(TypedDict):
    """The number of each verdict."""

    rules: some_of("Rules", words.OF_RULES, Count)
    tests: some_of("Tests", words.OF_TESTS, Count)


class Trace(TypedDict):
    path: str
    events: Count
    threads: Count
    dropped: Count
    complete: bool


class Sort(TypedDict):
    """The keys that findings of one sort share."""

    rule: described(
        str, "a rule of the catalogue; or view: the view differs from the test's CHECK lines"
    )
    severity: Literal["error", "remark"]
    clause: described(str, "the rule's section in the profile")
    own: described(bool, "whether the test answers for the rule")
    breach: described(
        str, "the way in which the rule is broken: a breach of the catalogue, or empty"
    )
    sort: described(str, "the breach with the facts that all findings of the sort share")
    because: list[str]
    waived: described(str, "the reason of the expectation that waives it, or empty")
    cause: described(str, "the cause that the known deviation names, or empty")
    like: NotRequired[
        described(str, "the cause or rule by which the nearest described runtime is known for it")
    ]
    counted: described(bool, "false if the test's traces cannot be trusted")


Text = Annotated[
    list[Any],
    Meta(
        min_length=2,
        description="a place in patterns, and what fills the pattern's holes",
        extra_json_schema={
            "prefixItems": [{"type": "integer", "minimum": 0}],
            "items": {"type": "string"},
        },
    ),
]
Finding = tuple[
    place("sorts", "sort"),
    place("tests", "test"),
    place("texts", "message"),
    place("texts", "replay, the command that shows it again from the saved trace"),
    described(list[Count], "witness, the events that show it: places in events"),
    place("facts"),
]
Event = Annotated[
    list[Count],
    Meta(
        min_length=4,
        description="a place in shapes, thread, position in the thread's stream, location as a place "
        "in texts, then the fields that the shape names: places in values",
    ),
]
Moment = described(
    tuple[int, Count, place("texts"), Flag, Flag],
    "nanoseconds since the first moment, thread, text, 1 for the witness, 1 where events before it "
    "were left out",
)
Span = described(
    tuple[Count, Count, Count, Flag],
    "begin, end, state as a place in states, 1 where it is an approximation",
)
Facts = described(
    dict[str, int | str | list[str]], "the facts of a breach, by the names in the rule's sentence"
)
Kept = row(conclusions.Kept)
Lane = row(neighbourhood.Lane, spans=list[Span])
Around = row(neighbourhood.Neighbourhood, length=Annotated[int, Meta(ge=1)], lanes=list[Lane])
Exhibit = row(
    exhibits.Exhibit,
    source=row(exhibits.SourceLines) | None,
    timeline=list[Moment],
    around=Around | None,
)
Test = row(
    rows.TestRow,
    verdict=one_of(*words.OF_TESTS),
    attribution=one_of("", "runtime", "tool", "probes", "unclear"),
    seconds=Seconds,
    findings=None,
    traces=list[Trace],
)
Rule = row(
    verdicts.RuleRow,
    level=one_of(*LEVELS, "none"),
    clauses=some_of("Clauses", PROFILES, str),
    verdict=one_of(*words.OF_RULES),
    homes=Tests,
    tests=Tests,
    contradicted_in=Tests,
)
Expectation = row(
    conclusions.ExpectationRow,
    attribution=one_of(*expectations.ATTRIBUTIONS),
    state=Literal["used", "mended", "unused"],
    seen_in=Tests,
)
Applied = row(
    identity.AppliedRow, by=Literal["checksum", "place", "release", "name", "option", "none"]
)
New = row(conclusions.New, kind=Literal["rule", "test", "runtime"])
Report = row(
    rows.Report,
    schema_version=Literal[rows.SCHEMA_VERSION],
    suite=Suite,
    profile=one_of(*PROFILES),
    conformance=row(conclusions.ConformanceAnswer, mandatory=Kept, optional=Kept),
    as_expected=row(conclusions.ExpectedAnswer, expectations=Applied, new=list[New]),
    exit_code=described(
        Literal[0, 1, 2],
        "0 as expected, 1 something is new, 2 no verdict; with --strict 0 conformant, 1 nonconformant "
        "or not-supported, 2 undecided",
    ),
    runtime=Runtime,
    environment=Environment,
    summary=Summary,
    causes=list[row(causes.CauseRow, tests=Tests)],
    exhibits=list[Exhibit],
    rules=list[Rule],
    tests=list[Test],
    findings=list[Finding],
    expectations=list[Expectation],
    ends=NotRequired[list[row(rows.End)]],
    texts=described(list[str | Text], "texts that may stand in several places"),
    patterns=described(list[str], "texts with # where a number or an address stands"),
    shapes=list[
        Annotated[
            list[str], Meta(min_length=1, description="the event's name, then those of its fields")
        ]
    ],
    values=described(list[str], "values of events' fields"),
    events=list[Event],
    sorts=list[Sort],
    facts=list[Facts],
)
OPEN = ("Environment",)  # may hold more keys than are named here


def schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a report.json."""
    [top], definitions = msgspec.json.schema_components([Report], ref_template="#/$defs/{name}")
    for name, definition in definitions.items():
        if "properties" in definition and name not in OPEN:
            definition["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{TITLE}, version {rows.SCHEMA_VERSION}",
        "description": ABOUT,
        **top,
        "$defs": definitions,
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
