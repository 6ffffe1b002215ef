"""A runtime with a part of OMPT: the callbacks that it promises and keeps, promises and breaks, and
does not offer, in the order in which tool authors need the rest.

The order is that of the questions in `reports/templates/reliance.toml`.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from ompt_cts import files
from ompt_cts.reports import interface, reliance
from ompt_cts.reports.report import Report


@dataclass(frozen=True)
class Step:
    """A question of tool authors, and the callbacks that answer it."""

    name: str
    question: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Growth:
    """Names of callbacks; `untried`: promised, but not dispatched in the run."""

    kept: tuple[str, ...]
    broken: tuple[str, ...]
    untried: tuple[str, ...]
    missing: tuple[str, ...]
    mandatory: tuple[str, ...]  # of the missing ones
    steps: tuple[Step, ...]


def of(report: Report) -> Growth | None:
    """None for a runtime that offers every callback that its profile requires, and for one without
    OMPT."""
    rows = interface.callback_rows(report)
    offered = [row for row in rows if row.answer in interface.OFFERED]
    missing = [row for row in rows if row.answer and row.answer not in interface.OFFERED]
    mandatory = tuple(row.name for row in missing if row.required)
    if not offered and not missing or not mandatory:
        return None
    return Growth(
        kept=tuple(row.name for row in offered if row.word == "yes"),
        broken=tuple(row.name for row in offered if row.word in ("except", "no")),
        untried=tuple(row.name for row in offered if row.word == "untested"),
        missing=tuple(row.name for row in missing),
        mandatory=mandatory,
        steps=_steps(report, {row.name for row in missing}),
    )


def _steps(report: Report, missing: set[str]) -> tuple[Step, ...]:
    """The missing callbacks by question, each at the first question that needs it."""
    gated = [(row["id"], row["event"]) for row in report["rules"] if row["event"]]
    left, found = set(missing), []
    for ask in files.read_toml(reliance.QUESTIONS)["ask"]:
        events = {event for rule, event in gated if any(fnmatchcase(rule, g) for g in ask["rules"])}
        here = sorted(name for name in left if name in events or interface.base(name) in events)
        left -= set(here)
        if here:
            found.append(Step(ask["name"], ask["question"], tuple(here)))
    return tuple(found)
