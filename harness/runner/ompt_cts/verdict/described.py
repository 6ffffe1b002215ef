"""A runtime that nobody has described, shown against the described one that is most like it.

Nothing is waived here: a report says what of it is known of that runtime, and what is not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ompt_cts.files import Json
from ompt_cts.verdict import breaches, showing
from ompt_cts.verdict.expectations import Deviation

UNSEEN = 0.25  # of a kind of finding: what a known cause that does not show counts against it
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
        """The runtime's known deviation that tells of the finding, its words and its test; of one that
        comes from its trace also what must be seen."""
        for entry in self.of.get(runtime, {}).get(finding["rule"], ()):
            if entry.says(finding) and entry.covers_test(finding["test"]):
                if "here" not in finding or showing.met(entry, finding):
                    return entry
        return None

    def nearest(self, findings: Sequence[Json]) -> str:
        """The runtime that is known for most kinds of these findings; empty where none is known for
        enough of them. A known kind that does not show speaks against a runtime: one that builds
        on another's file would explain all that the other does, and new faults besides."""
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
        """Whether the runtime is known to show this in some runs and not in others; never where the
        report says that nobody knows it."""
        entry = self.telling(runtime, finding) if finding.get("like", runtime) else None
        return entry is not None and entry.sometimes


def errors(report: Json) -> list[Json]:
    """A report's findings that say something of a rule."""
    return [f for f in report["findings"] if f["severity"] == "error" and f["counted"]]
