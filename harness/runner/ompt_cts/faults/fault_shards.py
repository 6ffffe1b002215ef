"""Parts of the kill matrix: the file of `selftest --faults --shard I/N`, in the form of
suite/shards.py."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypedDict

from msgspec import Meta

from ompt_cts.errors import UserError
from ompt_cts.files import Json
from ompt_cts.reports import origin
from ompt_cts.suite import shards


class Asked(TypedDict):
    """The options that decide which faults are tried (fault_run.py)."""

    runtime: str
    seed: int
    sample: Annotated[int, Meta(ge=1)]
    once: bool
    fault: str
    suite: list[str]


@dataclass(frozen=True)
class FaultPart:
    """The output of ompt-fault for the traces of one part; `asked` must be the same in all."""

    shard: shards.Shard
    asked: Asked
    printed: list[tuple[str, list[str]]]  # test and lines, a pair for each trace
    tests: list[str]  # also those without a trace
    whole: shards.Whole
    # The same for faults of devices, which the first part tries.
    tracing: list[tuple[str, list[str]]] = field(default_factory=list)
    made_by: Json = field(default_factory=origin.made_by)

    def names(self) -> list[str]:
        return self.tests

    def differs(self, other: "FaultPart") -> str:
        if self.shard.count != other.shard.count:
            return "number of shards"
        if self.made_by != other.made_by:
            return "harness"
        if self.whole != other.whole:
            return "tests of the whole run"
        return next((what for what, its in other.asked.items() if self.asked.get(what) != its), "")


def are(paths: list[Path]) -> bool:
    """Whether the first of these files is a part of a kill matrix."""
    return "printed" in shards.load(paths[0])


def read(path: Path) -> FaultPart:
    data = shards.load(path)
    if "printed" not in data:
        raise UserError(f"{path} is a shard of a run, not of a kill matrix")
    return shards.made(path, data, FaultPart)
