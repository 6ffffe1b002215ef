"""Compares a runtime without a description with the most similar described one.

Nothing is waived here: a report says which findings are known of that runtime, and which are not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ompt_cts.files import Json
from ompt_cts.verdict import breaches, showing
from ompt_cts.verdict.expectations import Deviation

UNSEEN = 0.25  # the weight against a runtime of a known cause that does not show
ENOUGH = 0.5  # share of the kinds of finding that must be known of a described runtime


class Described:
    """The known deviations of each described runtime, by rule."""

    def __init__(self, runtimes: Mapping[str, Iterable[Deviation]]) -> None:
        self.of: dict[str, dict[str, list[Deviation]]] = {}
        for runtime, entries in runtimes.items():
            by_rule = self.of.setdefault(runtime, defaultdict(list))
            for entry in entries:
                by_rule[entry.rule].append(entry)

    def telling(self, runtime: str, finding: Json) -> Deviation | None:
        """The runtime's known deviation that describes the finding in its test."""
        for entry in self.of.get(runtime, {}).get(finding["rule"], ()):
            if entry.says(finding) and entry.covers_test(finding["test"]):
                if "here" not in finding or showing.met(entry, finding):
                    return entry
        return None

    def nearest(self, findings: Sequence[Json]) -> str:
        """The runtime with the most of these kinds of findings as known deviations; empty if none
        has enough of them. A known kind that does not show speaks against a runtime: otherwise a
        runtime that builds on another's file would explain all that the other does, and new faults
        besides."""
        kinds: dict[breaches.Breach, list[Json]] = defaultdict(list)
        for finding in findings:
            kinds[breaches.of(finding)].append(finding)
        told: Counter[str] = Counter()
        points: dict[str, float] = {}
        for runtime, by_rule in self.of.items():
            shown: set[str] = set()
            for found in kinds.values():
                entry = next(filter(None, (self.telling(runtime, f) for f in found)), None)
                told[runtime] += entry is not None
                shown |= {entry.cause} if entry else set()
            causes = {entry.cause for entries in by_rule.values() for entry in entries}
            points[runtime] = told[runtime] - UNSEEN * len(causes - shown)
        best = max(points, key=lambda name: points[name], default="")
        return best if best and told[best] >= max(1, ENOUGH * len(kinds)) else ""

    def moves(self, runtime: str, finding: Json) -> bool:
        """Whether the runtime is known to show this only in some runs."""
        entry = self.telling(runtime, finding) if finding.get("like", runtime) else None
        return entry is not None and entry.sometimes


def errors(report: Json) -> list[Json]:
    """A report's findings that count for a rule."""
    return [f for f in report["findings"] if f["severity"] == "error" and f["counted"]]
