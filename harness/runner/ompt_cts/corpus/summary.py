"""The outcome of a collection, as data and on the terminal."""

import json
import re
from collections import Counter
from pathlib import Path

from rich.console import Console

from ompt_cts import files
from ompt_cts.corpus.collection import Collection
from ompt_cts.corpus.runner import JUDGED
from ompt_cts.corpus.sources import Found
from ompt_cts.files import Json
from ompt_cts.reports import phrases
from ompt_cts.reports.terminal import coloured, escape
from ompt_cts.verdict.identity import AppliedRow
from ompt_cts.verdict.verdicts import plural

# Groups findings of one rule that events of the same shape show.

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


SCHEMA_VERSION = 1
SHOWN = 40


def program_row(outcome: Json) -> Json:
    """A program in the summary, without empty values."""
    rules = Counter(f["rule"] for f in outcome["findings"] if f["severity"] == "error")
    row = {
        "name": outcome["name"],
        "status": outcome["status"],
        "reason": outcome["reason"],
        "rules": len(outcome["exercised"]),
        "findings": dict(sorted(rules.items())),
        "ended": outcome["ended"] if outcome["ended"] != "exit 0" else "",
        "without_checker": outcome["without_checker"],
    }
    return {key: value for key, value in row.items() if value or key in ("name", "status")}


def judged(outcome: Json) -> bool:
    """Whether a trace of the program was judged and did not only end in a crash or hang."""
    return outcome["status"] in JUDGED and bool(outcome["exercised"])


def build(
    collection: Collection,
    runtime: str,
    profile: str,
    known: AppliedRow,
    found: Found,
    outcomes: list[Json],
) -> Json:
    groups = group(outcomes)
    counts = Counter(outcome["status"] for outcome in outcomes)
    exercised = Counter(rule for outcome in outcomes for rule in outcome["exercised"])
    return {
        "schema_version": SCHEMA_VERSION,
        "collection": collection.name,
        "origin": collection.origin,
        "runtime": runtime,
        "profile": profile,
        "expectations": known,
        "sources_without_openmp": len(found.no_openmp),
        "sources_without_main": len(found.no_main),
        "programs": len(outcomes),
        "judged": sum(judged(outcome) for outcome in outcomes),
        "unexplained": sum(map(unexplained, groups)),
        "status": dict(sorted(counts.items())),
        "rules": len(exercised),
        "exercised": dict(sorted(exercised.items())),
        "groups": groups,
        "results": [program_row(outcome) for outcome in outcomes],
    }


def compact(result: Json) -> str:
    """JSON with one line for each entry of a list, so that diff can compare two summaries."""
    lines = []
    for key, value in result.items():
        if isinstance(value, list) and value:
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f" {json.dumps(key)}: [\n  {rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(result: Json, path: Path) -> None:
    files.write_text(path, compact(result))


def show(result: Json, out: Console) -> None:
    for entry in result["groups"][:SHOWN]:
        verdict = "fail" if unexplained(entry) else "waived" if entry["waived"] else "remark"
        number = plural(entry["in_programs"], "program")
        where = f"{number}, {escape(entry['programs'][0])}"
        out.print(f"{coloured(verdict)} [bold]{entry['rule']}[/] in {where}")
        out.print(f"  {escape(entry['example'])}")
        if entry["shape"] and unexplained(entry):
            out.print(f"  [dim]{escape(entry['shape'])}[/]")
    if len(result["groups"]) > SHOWN:
        out.print(f"… and {len(result['groups']) - SHOWN} more groups; --json has them all")
    listed = [row for row in result["results"] if row["status"] not in JUDGED]
    for row in listed[:SHOWN]:
        out.print(f"{row['status']} {escape(row['name'])}: {escape(row.get('reason', ''))}")
    if len(listed) > SHOWN:
        out.print(f"… and {len(listed) - SHOWN} more that were not judged")
    out.print(f"\n{escape(phrases.known_deviations(result['expectations']))}")
    counts = ", ".join(f"{coloured(k)} {v}" for k, v in result["status"].items())
    out.print(f"{result['collection']}: {result['judged']} of {result['programs']} programs judged")
    out.print(f"  {counts or 'nothing ran'}; {result['rules']} rules exercised")
