"""Waivers: broken rules that a named person accepts.

    [[waiver]]
    cause = "team-size-at-end"       # of the report; or rule = "…", or rules = ["…", "…"]
    reason = "why it may be broken for now"
    approver = "Name <name@example.org>"
    date = 2026-11-22
    expires = 2027-11-22             # the last day on which it holds

A known deviation is no waiver: it states a fact; a waiver names the person who accepts it, and the last day.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ompt_cts import files
from ompt_cts.errors import UserError
from ompt_cts.reports.report import Report
from ompt_cts.verdict.verdicts import BINDING
from ompt_cts.verdict.words import Verdict

KEYS = {"cause", "rule", "rules", "reason", "approver", "date", "expires"}


@dataclass(frozen=True)
class Waiver:
    number: int  # in its file, from 1
    cause: str = ""
    rules: tuple[str, ...] = ()
    reason: str = ""
    approver: str = ""
    date: datetime.date | None = None
    expires: datetime.date | None = None

    @property
    def about(self) -> str:
        return self.cause or ", ".join(self.rules) or "nothing"

    def faults(self, today: datetime.date) -> list[str]:
        """Why the waiver is not valid on this day."""
        found = []
        for name in ("reason", "approver"):
            if not any(map(str.isalnum, getattr(self, name))):
                found.append(f"has no {name}")
        if not self.cause and not self.rules:
            found.append("names no cause and no rule")
        if self.date is None:
            found.append("has no date")
        elif self.date > today:
            found.append(f"has the date {self.date}, which is in the future")
        if self.expires is None:
            found.append("has no expiry")
        elif self.expires < today:
            found.append(f"expired on {self.expires}")
        if self.date and self.expires and self.expires < self.date:
            found.append("expires before its date")
        return [f"waiver {self.number} ({self.about}) {fault}" for fault in found]


def read(path: Path) -> list[Waiver]:
    """The waivers of a file; `faults` finds missing values. UserError for anything but a waiver."""
    data = files.read_toml(path)
    items = data.get("waiver", [])
    if set(data) - {"waiver"} or not isinstance(items, list):
        raise UserError(f"{path}: write [[waiver]] tables, nothing else")
    found = []
    for number, item in enumerate(items, start=1):
        where = f"{path}: waiver {number}"
        if not isinstance(item, dict) or set(item) - KEYS:
            odd = min(set(item) - KEYS) if isinstance(item, dict) else "waiver"
            raise UserError(f"{where}: unknown key {odd!r}")
        if rule := item.pop("rule", None):
            item.setdefault("rules", [rule])
        found.append(files.table(item | {"number": number}, Waiver, where))
    return found


def broken(report: Report) -> dict[str, set[str]]:
    """The binding rules that the report shows to be broken, each with its causes."""
    found = {
        row["id"]: set[str]()
        for row in report["rules"]
        if row["verdict"] in (Verdict.FAIL, Verdict.WAIVED) and row["level"] in BINDING
    }
    for cause in report["causes"]:
        for rule in cause["rules"]:
            if rule in found:
                found[rule].add(cause["name"])
    return found


def unwaived(report: Report, waivers: Iterable[Waiver]) -> list[str]:
    """The broken rules without a waiver; a waiver names the rule, or all causes that break it."""
    given = list(waivers)
    causes = {waiver.cause for waiver in given if waiver.cause}
    rules = {rule for waiver in given for rule in waiver.rules}
    return [
        rule
        for rule, why in broken(report).items()
        if rule not in rules and not (why and why <= causes)
    ]


def idle(report: Report, waivers: Iterable[Waiver]) -> list[str]:
    """Waivers for rules that the report does not show as broken."""
    found = broken(report)
    causes = {cause for why in found.values() for cause in why}
    return [
        f"waiver {w.number} ({w.about}) waives nothing: the report shows no such cause or rule"
        for w in waivers
        if not (w.cause in causes or any(rule in found for rule in w.rules))
    ]
