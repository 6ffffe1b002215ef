"""The form of report.json: values that thousands of findings share are written once.

The rest of the program knows a report with every value in its place (reports/report.py). In the
file a test is an index into `tests`, a repeated text an index into `texts`, an event an index into
`events`, the value of an event's field an index into `values`. Texts that differ only in numbers
and addresses share a pattern. reports/form.py defines the form. Nothing is lost:
unpack(pack(report)) is the report, and `ompt-cts report FILE --expanded OUT` writes the unpacked
report.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ompt_cts.files import Json

# The keys that findings of one sort share.
SORT = (
    *("rule", "severity", "clause", "own", "breach", "sort", "because", "waived", "cause"),
    *("like", "counted"),
)
# The lists in a part's rows that name tests.
OF_TESTS = {
    "causes": ("tests",),
    "rules": ("homes", "tests", "contradicted_in"),
    "expectations": ("seen_in",),
}
TABLES = ("texts", "patterns", "shapes", "values", "events", "sorts", "facts")
MOMENT = ("time", "thread", "text", "witness", "gap")  # of an exhibit's timeline
RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
VARYING = re.compile(r"0x[0-9a-f]+|\d+")
HOLE = "#"  # in a pattern: the place of a number or an address
MOST = 1 << 28  # characters of all texts: a short file could repeat a long pattern very often


class Table:
    """Distinct values in the order of their first occurrence."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.values: list[Any] = []

    def number(self, value: Any) -> int:
        key = value if isinstance(value, str) else _line(value)
        if key not in self.numbers:
            self.numbers[key] = len(self.values)
            self.values.append(value)
        return self.numbers[key]


def ranges(numbers: Iterable[int]) -> str:
    """Numbers as text, with consecutive numbers as a range: `0-12 15`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] + 1 == number:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in runs)


def numbers(text: str, below: int) -> list[int]:
    """The numbers of `ranges`. ValueError if the text is malformed or a number is not below `below`."""
    found: list[int] = []
    for word in text.split():
        match = RANGE.fullmatch(word)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last < below:
            raise ValueError(f"{word} is no range of numbers below {below}")
        found += range(first, last + 1)
    return found


class Texts(Table):
    """Texts, each as itself or as the index of its pattern with the values for the pattern's holes."""

    def __init__(self) -> None:
        super().__init__()
        self.patterns = Table()

    def number(self, value: Any) -> int:
        known = len(self.values)
        number = super().number(value)
        filling = VARYING.findall(value) if number == known and HOLE not in value else []
        if filling:
            pattern = self.patterns.number(VARYING.sub(HOLE, value))
            self.values[number] = [pattern, *filling]
        return number


def filled(packed: Json) -> list[str]:
    """The texts of a file. ValueError for a missing pattern, or one with another number of holes."""
    patterns = [pattern.split(HOLE) for pattern in packed["patterns"]]
    found: list[str] = []
    total = 0
    for n, text in enumerate(packed["texts"]):
        if isinstance(text, str):
            found.append(text)
            continue
        where = f"$.texts[{n}]"
        parts, filling = _at(patterns, text[0], where, "pattern"), text[1:]
        if len(parts) != len(filling) + 1:
            raise ValueError(f"{where}: the pattern has {len(parts) - 1} holes, not {len(filling)}")
        total += sum(map(len, parts)) + sum(map(len, filling))
        if total > MOST:
            raise ValueError(f"{where}: the texts have more than {MOST} characters")
        found.append(parts[0] + "".join(a + b for a, b in zip(filling, parts[1:], strict=True)))
    return found


def pack(report: Json) -> Json:
    """The packed form of a report whose lists of tests name only its own tests."""
    place = {test["name"]: number for number, test in enumerate(report["tests"])}
    shapes, values, events, sorts, facts = (Table() for _ in range(5))
    texts = Texts()

    def event(entry: Json) -> int:
        shape = shapes.number([entry["event"], *entry["fields"]])
        head = [shape, entry["thread"], entry["position"], texts.number(entry["location"])]
        return events.number([*head, *map(values.number, entry["fields"].values())])

    def finding(entry: Json, test: int) -> list[Any]:
        return [
            sorts.number({key: entry[key] for key in SORT if key in entry}),
            test,
            texts.number(entry["message"]),
            texts.number(entry["replay"]),
            [event(one) for one in entry["witness"]],
            facts.number(entry["facts"]),
        ]

    def moment(entry: Json) -> list[int]:
        text = texts.number(entry["text"])
        return [int(text if key == "text" else entry[key]) for key in MOMENT]

    packed = dict(report)
    owner = {index: n for n, test in enumerate(report["tests"]) for index in test["findings"]}
    packed["findings"] = [finding(entry, owner[n]) for n, entry in enumerate(report["findings"])]
    packed["tests"] = [_without(test, "findings") for test in report["tests"]]
    for part, keys in OF_TESTS.items():
        packed[part] = [
            row | {key: ranges(place[name] for name in row[key]) for key in keys}
            for row in report[part]
        ]
    packed["exhibits"] = [
        exhibit | {"timeline": [moment(one) for one in exhibit["timeline"]]}
        for exhibit in report["exhibits"]
    ]
    tables = zip(TABLES, (texts, texts.patterns, shapes, values, events, sorts, facts), strict=True)
    return packed | {name: table.values for name, table in tables}


def unpack(packed: Json) -> Json:
    """The report that was packed. ValueError names a reference to a missing entry; the schema
    checks the form of the file."""
    names = [test["name"] for test in packed["tests"]]
    shapes, values, texts = packed["shapes"], packed["values"], filled(packed)
    of_test: list[list[int]] = [[] for _ in names]

    def event(row: Sequence[Any], where: str) -> Json:
        shape, thread, position, location, *given = row
        name, *fields = _at(shapes, shape, where, "shape")
        if len(fields) != len(given):
            raise ValueError(f"{where}: {name} has {len(fields)} fields, not {len(given)}")
        words = [_at(values, one, where, "value") for one in given]
        return {
            "thread": thread,
            "position": position,
            "event": name,
            "fields": dict(zip(fields, words, strict=True)),
            "location": _at(texts, location, where, "text"),
        }

    events = [event(row, f"$.events[{n}]") for n, row in enumerate(packed["events"])]

    def finding(row: Sequence[Any], number: int) -> Json:
        sort, test, message, replay, witness, facts = row
        where = f"$.findings[{number}]"
        name = _at(names, test, where, "test")
        of_test[int(test)].append(number)
        return dict(_at(packed["sorts"], sort, where, "sort")) | {
            "test": name,
            "facts": _at(packed["facts"], facts, where, "facts"),
            "message": _at(texts, message, where, "text"),
            "replay": _at(texts, replay, where, "text"),
            "witness": [_at(events, one, where, "event") for one in witness],
        }

    def moment(row: Sequence[Any], where: str) -> Json:
        time, thread, text, witness, gap = row
        shown = (time, thread, _at(texts, text, where, "text"), bool(witness), bool(gap))
        return dict(zip(MOMENT, shown, strict=True))

    def exhibit(row: Json, where: str) -> Json:
        picture = row["around"] or {"lanes": [], "states": []}
        for lane in picture["lanes"]:
            lane["spans"] = [[int(one) for one in span] for span in lane["spans"]]  # as in _at
            for span in lane["spans"]:
                _at(picture["states"], span[2], f"{where}.around", "state")
        return row | {"timeline": [moment(one, f"{where}.timeline") for one in row["timeline"]]}

    report = {key: value for key, value in packed.items() if key not in TABLES}
    report["findings"] = [finding(row, n) for n, row in enumerate(packed["findings"])]
    report["tests"] = [
        test | {"findings": found} for test, found in zip(packed["tests"], of_test, strict=True)
    ]
    report["exhibits"] = [
        exhibit(row, f"$.exhibits[{n}]") for n, row in enumerate(packed["exhibits"])
    ]
    for part, keys in OF_TESTS.items():
        report[part] = [
            row | {key: _named(names, row[key], f"$.{part}[{n}].{key}") for key in keys}
            for n, row in enumerate(packed[part])
        ]
    return report


def raised(packed: Json) -> Json:
    """A file of version 4 as one of version 5, which has breaches and facts. Any exception means
    that the file is malformed."""
    return packed | {
        "schema_version": 5,
        "sorts": [sort | {"breach": "", "sort": ""} for sort in packed["sorts"]],
        "findings": [[*row, 0] for row in packed["findings"]],
        "facts": [{}],
    }


def text(packed: Json) -> str:
    """The text of the file, with a line for each row of each part, so that diff can compare reports."""
    lines = []
    for key, value in packed.items():
        if isinstance(value, list) and value:
            rows = ",\n".join(f"  {_line(row)}" for row in value)
            lines.append(f" {_line(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {_line(key)}: {_line(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def encode(value: Any) -> bytes:
    """The JSON text of a value, without blanks. json itself takes ten times as long."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # a name that is no text
        return json.dumps(value, separators=(",", ":")).encode()


def decode(text: bytes) -> Any:
    """The value of a JSON text of our own. ValueError."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:  # a name that is no text
        return json.loads(text)


def _line(value: Any) -> str:
    return encode(value).decode()


def _without(row: Json, key: str) -> Json:
    return {name: value for name, value in row.items() if name != key}


def _at(table: Sequence[Any], number: int, where: str, what: str) -> Any:
    if not number < len(table):
        raise ValueError(f"{where} names {what} {number}, which does not exist")
    return table[int(number)]  # JSON may write 1.0


def _named(names: Sequence[str], listed: str, where: str) -> list[str]:
    try:
        return [names[number] for number in numbers(listed, len(names))]
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
