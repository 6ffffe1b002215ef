"""The types of a record: a stranger's file has all values of these types or is refused in a line."""

import contextlib
import json
import tempfile
import unittest
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict

from msgspec import Meta
from ompt_cts.errors import UserError
from ompt_cts.evidence import layout
from ompt_cts.faults.fault_run import FaultPart
from ompt_cts.suite import shards
from ompt_cts.verdict import judging, outcome
from ompt_cts.verdict.judging import Recording
from ompt_cts.verdict.outcome import Outcome

from tests import fuzz
from tests import reporting as made
from tests.reporting import MANDATORY

VALUES: list[Any] = [
    *(None, True, -1, 3.5, 10**19, 1e19, "", "x", [], {}),
    *([[]], [{}], [None], ["x"], [0], {"a": {}}, {"a": 1}),
]


def recording(attribution: str, state: str) -> made.Json:
    """A record with everything that one may have."""
    ended = {"state": "crash", "reason": "ended by SIGSEGV", "signal": 11, "said": "Assertion `x'"}
    known = {"attribution": attribution, "attribution_reason": "3 of 3", "expected_signal": 0}
    one = made.recorded(state, settings={"OMPT_CTS_PROBES": "full"}, exit=0, signal=6, **known)
    process = made.recorded() | {"traces": ["t.7"]}
    return one | {"with_probes": ended | {"probes": "full"}, "processes": [process]}


def judge(folder: str, record: made.Json) -> None:
    Path(folder, "t.record.json").write_text(json.dumps(record))
    for trace in (f"{folder}/t", f"{folder}/t.7"):
        beside = judging.record_beside(trace)
        outcome.judge_one(made.session(), "a", trace, beside, made.judged({MANDATORY: 1}))


class Records(unittest.TestCase):
    def test_any_value_of_another_type_is_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for kind in (("probes", "ok"), ("unclear", "crash"), ("tool", "crash")):
                judge(folder, recording(*kind))
                for *way, last in fuzz.places(recording(*kind)):
                    for value in VALUES:
                        record: Any = recording(*kind)
                        parent = record
                        for key in way:
                            parent = parent[key]
                        parent[last] = value
                        with self.subTest(record=record), contextlib.suppress(UserError):
                            judge(folder, record)


# What nobody looks into: it is shown, or compared as a whole.
OPAQUE = {"Part.outcomes", "Part.made_by", "FaultPart.made_by", "Runtime.offload"}


def untyped(kind: Any, where: str) -> Iterator[str]:
    """The places of a type where anything may be."""
    if kind is Any or kind in (dict, list, object):
        yield where
    for inner in get_args(kind):
        if not isinstance(inner, (str, int, Meta)):
            yield from untyped(inner, where)
    if is_typeddict(kind) or is_dataclass(kind):
        for name, hint in get_type_hints(kind).items():
            yield from untyped(hint, f"{kind.__name__}.{name}")


class Types(unittest.TestCase):
    def test_every_value_of_a_strangers_file_has_a_type(self) -> None:
        kinds = [shards.Part, FaultPart, Outcome, shards.Program, Recording, *layout.KINDS.values()]
        found = {place for kind in kinds for place in untyped(kind, kind.__name__)}
        self.assertEqual(found, OPAQUE)
