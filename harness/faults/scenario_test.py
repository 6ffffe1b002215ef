"""Plays a scenario under the checker and compares the verdict with what its header demands.

    scenario_test.py --bin DIR SCENARIO

    # EXPECT: good                no finding
    # EXPECT: bad RULE…           these rules are broken and no other; with `...` at the end others may
    # EXPECT: incomplete          the trace says that it is not whole
    # PROFILE: 6.0                the rules that apply (6.0 if not said)
    # RECORDS: EVENT=N…           the trace holds so many events of these kinds
    # PROBES: LEVEL               what the checker asks (none if not said)
    # TARGET: FAMILY              which callbacks of target regions it registers: emi or classic; or both, one after the other
                                  (such a scenario may have preludes, as cases do; its own lines stand below `== played`)
    # BUFFERS: BYTES*N            the buffers that devices get (64 KiB, as many as they ask for, if not said)
    # SAMPLE: N                   samples a second of each thread (none if not said)
    # STAGE: CALLBACK…            one of several runs: these callbacks and those of the stages before (*: all)
                                  are offered, the others are answered with never, and nothing but
                                  that is found of a mandatory one
    # SECONDS: N                  the time that playing, and then judging, may take (20 if not said)

Whatever the scenario does, the checker must survive it."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runner"))

from ompt_cts.catalogue import case_files
from ompt_cts.faults import families

CALLBACKS = Path(__file__).parent.parent / "ompt_abi" / "callbacks.def"
NEVER = 1  # ompt_set_never
NOT_JUDGED = (2, 3)  # no verdict, or no finding in an incomplete record


def headers(scenario: Path) -> dict[str, str]:
    text = scenario.read_text(encoding="utf-8", errors="replace")
    return dict(re.findall(r"^# ([A-Z]+): (.*)$", text, re.MULTILINE))


def play(binaries: Path, scenario: Path, trace: Path, header: dict[str, str]) -> str:
    """The problem during playing; empty if there was none."""
    seconds = float(header.get("SECONDS", 20))
    environment = {
        **os.environ,
        "OMP_TOOL_LIBRARIES": str(binaries / "libompt-checker.so"),
        "OMPT_CTS_TRACE": str(trace),
        "OMPT_CTS_PROBES": header.get("PROBES", "none"),
        "OMPT_CTS_TARGET": header.get("TARGET", "emi"),
        "OMPT_CTS_SAMPLE": header.get("SAMPLE", "0"),
        "OMPT_CTS_TRACE_BUFFERS": header.get("BUFFERS", ""),
    }
    command = [str(binaries / "synth-omp"), str(scenario)]
    try:
        done = subprocess.run(command, env=environment, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"it was not over after {seconds:g} seconds"
    return f"synth-omp ended with status {done.returncode}" if done.returncode else ""


def verdict_problem(status: int, broken: set[str], expected: list[str]) -> str:
    kind, rules = expected[0], expected[1:]
    if kind == "incomplete":
        return "" if status in NOT_JUDGED else f"the validator ended with status {status}"
    if status in NOT_JUDGED:
        return "the trace could not be judged"
    if kind == "good":
        return f"rules are broken: {', '.join(sorted(broken))}" if broken else ""
    wanted = {rule for rule in rules if rule != "..."}
    if missing := wanted - broken:
        return f"not found: {', '.join(sorted(missing))}"
    more = broken - wanted
    if more and "..." not in rules:
        return f"found besides: {', '.join(sorted(more))}"
    return "" if broken else "nothing was found"


def count_problem(binaries: Path, trace: Path, wanted: str) -> str:
    command = [str(binaries / "ompt-view"), "--json", str(trace)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    events = [json.loads(line).get("event") for line in lines]
    for name, number in re.findall(r"(\w+)=(\d+)", wanted):
        if events.count(name) != int(number):
            return f"{events.count(name)} {name} recorded instead of {number}"
    return ""


def judge(binaries: Path, scenario: Path, folder: Path) -> str:
    header = headers(scenario)
    trace = folder / "trace"
    if problem := play(binaries, scenario, trace, header):
        return problem
    command = [str(binaries / "ompt-validate"), "--profile", header.get("PROFILE", "6.0")]
    command += ["--json", "-", str(trace)]
    seconds = float(header.get("SECONDS", 20))
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"the validator was not done after {seconds:g} seconds"
    if done.returncode not in (0, 1, *NOT_JUDGED):
        return f"the validator ended with status {done.returncode}: {done.stderr}"
    found = json.loads(done.stdout)["findings"]
    broken = {finding["rule"] for finding in found if finding["severity"] == "error"}
    problem = verdict_problem(done.returncode, broken, header["EXPECT"].split())
    return problem or count_problem(binaries, trace, header.get("RECORDS", ""))


def callbacks() -> dict[str, str]:
    """The codes of all callbacks."""
    text = CALLBACKS.read_text(encoding="utf-8")
    rows = re.findall(r"^OMPT_CALLBACK\( *(\d+), *(\w+)", text, re.MULTILINE)
    return {name: code for code, name in rows}


def stages(scenario: Path, folder: Path) -> list[Path]:
    """The scenario, or one for each of its stages or families of callbacks."""
    text = scenario.read_text(encoding="utf-8", errors="replace")
    found: list[Path] = []
    if families.BOTH in text:
        for family, its_text in families.by_family(text).items():
            found.append(folder / f"{family}.txt")
            found[-1].write_text(its_text, encoding="utf-8")
        return found
    codes, offered = callbacks(), set[str]()
    for line in re.findall(r"^# STAGE: (.*)$", text, re.MULTILINE):
        offered |= codes.keys() if line == "*" else codes.keys() & line.split()
        missing = codes.keys() - offered
        path = folder / f"stage-{len(found) + 1}.txt"
        lines = [x for e in text.splitlines() for x in case_files.expand(e, {})]
        told = [e for e in lines if e.startswith("#") or e.split()[1] not in missing]
        never = [f"1 set_callback event={codes[name]} answer={NEVER}" for name in sorted(missing)]
        expected = "bad set-callback.mandatory-always" if missing else "good"
        path.write_text(
            "\n".join(
                [*(e for e in told if "# EXPECT:" not in e), f"# EXPECT: {expected}", *never]
            ),
            encoding="utf-8",
        )
        found.append(path)
    return found or [scenario]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("scenario", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cts-scenario-") as folder:
        problems = []
        for number, one in enumerate(stages(args.scenario, Path(folder))):
            room = Path(folder) / str(number)
            room.mkdir()
            if problem := judge(args.bin, one, room):
                problems.append(f"{args.scenario.name}: {one.stem}: {problem}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
