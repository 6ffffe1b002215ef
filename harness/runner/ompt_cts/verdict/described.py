# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A runtime that nobody has described, shown against the described one that is most like it.

Nothing is waived here: a report says what of it is known of that runtime, and what is not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ompt_cts.verdict import breaches
from ompt_cts.verdict.expectations import Deviation

Json = dict[str, Any]
ENOUGH = 0.5  # share of the kinds of finding that a described runtime must be known for


class Described:
    """The known deviations of each described runtime, by rule."""

    def __init__(self, runtimes: Mapping[str, Iterable[Deviation]]) -> None:
        self.of: dict[str, dict[str, list[Deviation]]] = {}
        for runtime, entries in runtimes.items():
            by_rule = self.of.setdefault(runtime, defaultdict(list))
            for entry in entries:
                by_rule[entry.rule].append(entry)

    def telling(self, runtime: str, finding: Json) -> Deviation | None:
        """The runtime's known deviation that tells of the finding, its words and its test."""
        for entry in self.of.get(runtime, {}).get(finding["rule"], ()):
            if entry.says(finding["message"]) and entry.covers_test(finding["test"]):
                return entry
        return None

    def nearest(self, findings: Sequence[Json]) -> str:
        """The runtime that is known for most kinds of these findings, the one known for least
        besides; empty where none is known for enough of them."""
        kinds = {(breaches.of(f), breaches.construct_of(f["test"])): f for f in findings}
        counts = Counter(
            runtime
            for runtime in self.of
            for finding in kinds.values()
            if self.telling(runtime, finding)
        )
        best = max(counts, key=lambda name: (counts[name], -self._size(name)), default="")
        return best if best and counts[best] >= ENOUGH * len(kinds) else ""

    def _size(self, runtime: str) -> int:
        return sum(map(len, self.of[runtime].values()))

    def moves(self, runtime: str, finding: Json) -> bool:
        """Whether the runtime is known to show this in some runs and not in others."""
        entry = self.telling(runtime, finding)
        return entry is not None and entry.sometimes


def errors(report: Json) -> list[Json]:
    """A report's findings that say something of a rule."""
    return [f for f in report["findings"] if f["severity"] == "error" and f["counted"]]
