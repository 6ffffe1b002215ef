#!/usr/bin/env python3
"""Shows the differences between the verdicts of two validators, one of an older commit.

    two_validators.py [--faults N] THEN TRACE…

THEN is a checkout of the older commit after `cmake --preset default && cmake --build --preset default
--target ompt-validate ompt-fault ompt-view`; this checkout is built as well. Both validators judge the
traces, as `./ompt-cts run` leaves them in build/lit, from text, with their times and the runtime's
answers to registrations, but without the events and fields that THEN does not know: bytes on disk may
differ. Compared are the rules that both catalogues have.

With --faults both break the same traces, each in its own format and with its own injector, by one
fault in N of those that both know by the same name. Compared are the faults killed in some trace.

Prints the number of traces that contradict the same rules in both, of common findings and of those at
the same event, and then each rule that differs, how often, and in which trace first. Exit status 1 if
any rule differs, or if only THEN killed a fault; 2 if nothing can be compared.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parents[2]
EVENT = re.compile(r"CTS_(?:CALLBACK\((\w+)|EVENT\(\d+, (\w+)),((?:[^()]|\([^()]*\))*)\)")
FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S+)')
LARGEST = 1 << 20  # bytes of a trace that is compared: text is ten times as large

THEN, NOW = "only then", "only now"

Events = dict[str, set[str]]  # fields by event
Broken = dict[str, set[str]]  # RULE@THREAD:POSITION by trace


def events_of(tree: Path) -> Events:
    text = re.sub(r"//[^\n]*", "", (tree / "harness/trace/events.def").read_text())
    return {m[1] or m[2]: set(re.findall(r"(\w+)\)", m[3])) for m in EVENT.finditer(text)}


def rules_of(tree: Path) -> set[str]:
    texts = [path.read_text() for path in sorted((tree / "rules").rglob("*.toml"))]
    return {rule for text in texts for rule in re.findall(r'^id = "([^"]+)"', text, re.MULTILINE)}


def view(option: str, trace: Path) -> str:
    command = [str(HERE / "build/bin/ompt-view"), option, str(trace)]
    done = subprocess.run(command, capture_output=True, check=True)
    return done.stdout.decode(errors="replace")


def known_part(line: str, unknown: set[str]) -> str:
    """An event's line without these fields."""
    thread, name, *fields = line.split(" ", 2)
    kept = (f" {k}={v}" for k, v in FIELD.findall(" " + "".join(fields)) if k not in unknown)
    return f"{thread} {name}{''.join(kept)}"


def by_number(line: str, fields: dict[str, object]) -> str:
    """An event's line with numbers instead of names that only this checkout's text form has."""
    numbers = {k: fields[k] for k in ("asked", "kind") if isinstance(fields.get(k), int)}
    return FIELD.sub(lambda m: f" {m[1]}={numbers.get(m[1], m[2])}", line)


def as_text(trace: Path, then: Events, now: Events) -> list[str]:
    """The lines of the text form; empty if the trace cannot be told event by event."""
    try:
        info = json.loads(view("--info", trace))
    except subprocess.CalledProcessError:
        return []
    lines = [f"env {k}={v}" for k, v in info["environment"].items() if "\n" not in str(v)]
    told = view("--text", trace).splitlines()
    dated = [json.loads(line) for line in view("--json", trace).splitlines()]
    if len(told) != len(dated):
        return []
    samples = {event["thread"] for event in dated if event["event"] == "samples_of"}
    last = None
    for line, event in zip(told, dated, strict=True):
        name = event["event"]
        if event["thread"] in samples or name not in then:
            continue
        if unknown := now.get(name, set()) - then[name]:
            line = known_part(line, unknown)
        line = by_number(line, event["fields"])
        passed = 0 if last is None else max(0, event["time"] - last)
        last = event["time"]
        lines += [f"step {round(passed * 1e9 / info['clock']['frequency'])}", line]
    return lines


def judged(tree: Path, batch: Path) -> Broken:
    command = [str(tree / "build/bin/ompt-validate"), "--batch", str(batch)]
    done = subprocess.run(command, capture_output=True, check=True)
    found: Broken = {}
    for line in done.stdout.decode(errors="replace").splitlines():
        trace, verdict, *findings = line.split(" ")
        if verdict != "unreadable":
            found[trace] = set(findings) if verdict == "broken" else set()
    return found


def tried(tree: Path, text: Path, sample: int) -> dict[str, str]:
    """The result of each fault (K, S, …) in the trace of this text in that tree's format."""
    tools = tree / "build/bin"
    with tempfile.TemporaryDirectory() as folder:
        trace = f"{folder}/t.trace"
        subprocess.run(
            [tools / "ompt-view", "--from-text", text, "--out", trace],
            capture_output=True,
            check=True,
        )
        command = [tools / "ompt-fault", "run", trace, "--sample", str(sample), "--seed", "1"]
        done = subprocess.run(command, capture_output=True, check=True)
    rows = (line.split("\t") for line in done.stdout.decode(errors="replace").splitlines())
    return {row[1]: row[0] for row in rows if len(row) > 1 and row[0] != "trace"}


def compare_faults(then: Path, texts: list[Path], sample: int) -> int:
    killed: dict[Path, set[str]] = {then: set(), HERE: set()}
    common: set[str] = set()
    compared = trials = 0
    for text in texts:
        try:
            old, new = (tried(tree, text, sample) for tree in (then, HERE))
        except subprocess.CalledProcessError:  # that one of the two cannot read
            continue
        both = old.keys() & new.keys()
        compared, trials = compared + 1, trials + len(both)
        common |= both
        for tree, outcomes in ((then, old), (HERE, new)):
            killed[tree] |= {fault for fault in both if outcomes[fault] == "K"}
    gone, come = killed[then] - killed[HERE], killed[HERE] - killed[then]
    print(f"{len(common)} faults, tried by both {trials} times in {compared} traces")
    print(
        f"{len(killed[then] & killed[HERE])} killed by both, {len(gone)} {THEN}, {len(come)} {NOW}"
    )
    for what, faults in ((THEN, gone), (NOW, come)):
        for fault in sorted(faults):
            print(f"{what}: {fault}")
    return 2 if not compared else 1 if gone else 0


def rule(finding: str) -> str:
    return finding.partition("@")[0]


def main(then: Path, traces: list[Path], faults: int) -> int:
    old_events, new_events = events_of(then), events_of(HERE)
    both_have = rules_of(then) & rules_of(HERE)
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder) / "batch"
        texts: list[Path] = []
        with batch.open("w", encoding="utf-8") as out:
            for number, trace in enumerate(traces):
                size = sum(path.stat().st_size for path in trace.iterdir() if path.is_file())
                if size <= LARGEST and (lines := as_text(trace, old_events, new_events)):
                    out.write("\n".join([f"== {number}:{trace.name}", *lines]) + "\n")
                    texts.append(Path(folder) / f"{number}.txt")
                    texts[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
        if faults:
            return compare_faults(then, texts, faults)
        old, new = judged(then, batch), judged(HERE, batch)
    compared = sorted(old.keys() & new.keys())
    same = kept = in_place = 0
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter()
    first: dict[tuple[str, str], str] = {}
    for trace in compared:
        before = {rule(f) for f in old[trace]} & both_have
        after = {rule(f) for f in new[trace]} & both_have
        same += before == after
        kept += len(before & after)
        in_place += sum(rule(finding) in both_have for finding in old[trace] & new[trace])
        gone.update(before - after)
        come.update(after - before)
        for name in before ^ after:
            first.setdefault((THEN if name in before else NOW, name), trace)
    print(f"{len(compared)} of {len(traces)} traces are judged by both; {same} contradict the same")
    print(f"{kept} findings of both, of which {in_place} at the same event")
    for what, rules in ((THEN, gone), (NOW, come)):
        for name, number in rules.most_common():
            print(f"{what}: {name}, {number} traces, {first[what, name]}")
    return 2 if not compared else 1 if gone or come else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("then", type=Path)
    parser.add_argument("traces", type=Path, nargs="+")
    args = parser.parse_args()
    sys.exit(main(args.then, args.traces, args.faults))
