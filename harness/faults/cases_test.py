"""Plays the machines' cases on the synthetic runtime, each as a scenario. Every rule that no real
runtime exercises (reports/templates/untried.toml) must hold in a good case and be broken in a bad
one; or a scenario exercises it, and a fault of online/handler.txt in that scenario breaks it.

    cases_test.py --bin DIR [--all]

With --all the rules that have a case: counts, and lists those that do not do both."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import scenario_test

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "runner"), str(HERE.parent / "validator" / "second_judge")]

import texts
from ompt_cts import catalogue
from ompt_cts.catalogue import case_files
from ompt_cts.catalogue.case_files import Block
from ompt_cts.reports import side_by_side

MACHINES = HERE.parent / "validator" / "machines"
ANSWER = re.compile(r'device_num=\d+ entry_point="ompt_(\w+)\(\)"')
CLASSIC = re.compile(r" target(_data_op|_submit|_map)? ")
# What omp_control_tool asks of the checker, by the entry point that the checker then calls.
COMMANDS = {"start_trace": 1, "pause_trace": 2, "flush_trace": 3, "stop_trace": 4}
Preludes = dict[str, list[str]]


def expanded(block: Block, preludes: Preludes) -> Iterator[tuple[bool, str]]:
    """The lines of the block's trace; whether each is its own, and no prelude's."""
    for _, line in block.lines:
        event = line.removeprefix("!").strip()
        if not event.startswith(texts.BESIDE):
            own = not event.startswith("@use ")
            yield from ((own, told) for told in texts.expand(event, preludes))


def scenario(block: Block, preludes: Preludes) -> tuple[list[str], dict[str, str]]:
    """The case as the synthetic runtime plays it, and its header. The case's own answers of a device
    take the place of its preludes'; the program lets the checker ask for those that come later."""
    told = list(expanded(block, preludes))
    answered = {match[0] for own, line in told if own and (match := ANSWER.search(line))}
    lines: list[str] = []
    for own, line in told:
        match = ANSWER.search(line)
        if match and not own and match[0] in answered:
            continue
        lines.append(line)
        if match and own and (command := COMMANDS.get(match[1])):
            command -= line.endswith("values=[0]")  # the end of a pause
            lines.append(f"1 control_tool command={command}")
    profile = next((line for _, line in block.lines if line.startswith("profile: ")), " 5.2")
    offered = sum(" buffer_request " in line and " bytes=" in line for line in lines)
    header = {
        "PROFILE": profile.split()[-1],
        "TARGET": "classic" if any(map(CLASSIC.search, lines)) else "emi",
        "PROBES": "full" if any(" probe_" in line for line in lines) else "none",
        "BUFFERS": f"4096*{offered}",
    }
    return lines, header


def played(binaries: Path, lines: list[str], header: dict[str, str]) -> tuple[set[str], set[str]]:
    """The rules that a run of the scenario exercises, and those that it breaks."""
    with tempfile.TemporaryDirectory(prefix="cts-case-") as folder:
        file, trace = Path(folder) / "scenario.txt", Path(folder) / "trace"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        if scenario_test.play(binaries, file, trace, header):
            return set(), set()
        command = [str(binaries / "ompt-validate"), "--profile", header["PROFILE"]]
        command += ["--json", "-", str(trace)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not done.stdout:
            return set(), set()
        verdict = json.loads(done.stdout)
        exercised = {row["id"] for row in verdict["rules"] if row["exercised"]}
        return exercised, {finding["rule"] for finding in verdict["findings"]}


def in_a_handler(binaries: Path, rule: str) -> set[str]:
    """The same by a scenario whose faults in a signal handler are tests of their own."""
    table = (HERE / "online" / "handler.txt").read_text(encoding="utf-8")
    for name in set(re.findall(rf"^\S+ +(scenarios/\S+) +{rule}$", table, re.MULTILINE)):
        header = {"PROFILE": "6.0", **scenario_test.headers(HERE / name)}
        lines = (HERE / name).read_text(encoding="utf-8").splitlines()
        exercised, broken = played(binaries, lines, header)
        if rule in exercised - broken:
            return {"holds", "broken"}
    return set()


def shown(binaries: Path, wanted: set[str]) -> dict[str, set[str]]:
    """For each wanted rule that has cases: whether it "holds" in one, and is "broken" in one."""
    blocks = list(case_files.blocks(MACHINES))
    preludes = texts.read_preludes(MACHINES)
    found: dict[str, set[str]] = {rule: set() for rule in wanted}
    for block in blocks:
        named = [word for word in block.said.split() if word in wanted]
        kind = {"good": "holds", "bad": "broken"}.get(block.kind, "")
        named = [rule for rule in named[: len(named) if kind == "holds" else 1] if kind]
        if all(kind in found[rule] for rule in named):
            continue
        exercised, broken = played(binaries, *scenario(block, preludes))
        for rule in named:
            if rule in (broken if kind == "broken" else exercised - broken):
                found[rule].add(kind)
    return {rule: does or in_a_handler(binaries, rule) for rule, does in found.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    wanted = (
        set(catalogue.load())
        if args.all
        else {r for rs in side_by_side.causes().values() for r in rs}
    )
    found = shown(args.bin, wanted)
    for rule, does in sorted(found.items()):
        for kind in sorted({"holds", "broken"} - does):
            print(f"{rule}: the synthetic runtime plays no case in which it is: {kind}")
    print(dict(Counter(" and ".join(sorted(does)) or "neither" for does in found.values())))
    return 0 if args.all or all(len(does) == 2 for does in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
