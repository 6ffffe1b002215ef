"""Groups findings of one rule that events of the same shape show."""

import re

from ompt_cts.files import Json

SYMBOLIC = re.compile(
    r"[a-z][a-z_|]*"
)  # end, implicit, invoker_runtime|team: no number, no address
ADDRESS = re.compile(r"0x[0-9a-f]+")
PROGRAMS = 12  # names of a group's programs in the summary; their number is always there


def event_shape(event: Json) -> str:
    fields = event.get("fields") or {}
    shown = [f"{k}={v}" for k, v in sorted(fields.items()) if SYMBOLIC.fullmatch(str(v))]
    return event["event"] + (f"({' '.join(shown)})" if shown else "")


def shape(finding: Json) -> str:
    """The shape of the witness, without numbers, names of entities and addresses."""
    return " <- ".join(event_shape(event) for event in finding["witness"])


def group(outcomes: list[Json]) -> list[Json]:
    """The groups, unexplained ones first, then by the number of programs that show them."""
    groups: dict[tuple[str, str, str, str], Json] = {}
    for outcome in outcomes:
        for finding in outcome["findings"]:
            waived = finding.get("waived") or ""
            key = (finding["rule"], shape(finding), finding["severity"], waived)
            entry = groups.setdefault(
                key,
                {
                    "rule": key[0],
                    "severity": key[2],
                    "shape": key[1],
                    "waived": waived,
                    "findings": 0,
                    "programs": [],
                    "example": ADDRESS.sub("0x…", finding["message"]),
                },
            )
            entry["findings"] += 1
            if outcome["name"] not in entry["programs"]:
                entry["programs"].append(outcome["name"])
    result = sorted(groups.values(), key=rank)
    for entry in result:
        entry["in_programs"] = len(entry["programs"])
        entry["programs"] = sorted(entry["programs"])[:PROGRAMS]
    return result


def unexplained(entry: Json) -> bool:
    return entry["severity"] == "error" and not entry["waived"]


def rank(entry: Json) -> tuple[bool, bool, int, str, str]:
    remark = entry["severity"] != "error"
    return not unexplained(entry), remark, -len(entry["programs"]), entry["rule"], entry["shape"]
