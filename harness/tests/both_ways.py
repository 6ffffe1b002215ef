"""Judges programs while they record, and again from the disk: the verdict must be the same.

    both_ways.py [--filter WORD] [--give-up] [-j N] BUILD [FOLDER]

Every program with a recording in FOLDER (default: the results of `ompt-cts run` in BUILD) runs again
under the checker with `ompt-validate --live` beside it. With --give-up the judge gives up judged
events; a recording that is then incomplete is not compared. Exit status 1 if a verdict differs, or
nothing was compared. The ctest `suite_live` does it for the whole suite.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

Json = dict[str, Any]
SECONDS = 60


def commands(folder: Path, word: str) -> list[tuple[str, list[str], str]]:
    """Name, command and probes of every recorded program in the folder."""
    found = []
    for path in sorted(folder.rglob("*.trace.record.json")):
        name = str(path.relative_to(folder)).removesuffix(".tmp.trace.record.json")
        record = json.loads(path.read_text())
        if word in name and record["state"] == "ok" and Path(record["command"][0]).exists():
            found.append((name, record["command"], "full" if "full" in name else "light"))
    return found


def told(path: Path) -> Json:
    """A verdict without its run-dependent parts."""
    verdict: Json = json.loads(path.read_text())
    verdict["findings"].sort(key=lambda finding: (finding["rule"], json.dumps(finding)))
    return verdict


def difference(one: Json, other: Json) -> str:
    """The difference between two verdicts, in a line."""
    for key in sorted({*one, *other}):
        if one.get(key) != other.get(key):
            return f"{key}: {json.dumps(one.get(key))[:400]} / {json.dumps(other.get(key))[:400]}"
    return ""


def compare(bin_folder: Path, command: list[str], probes: str, give_up: bool) -> str | None:
    """The difference between the two verdicts on one run; empty if there is none, None without a
    verdict from the disk."""
    with tempfile.TemporaryDirectory(prefix="cts-both-") as scratch:
        trace, live, disk = (Path(scratch) / name for name in ("trace", "live.json", "disk.json"))
        validate = [str(bin_folder / "ompt-validate"), str(trace), "--quiet", "--json"]
        beside = [] if give_up else ["--keep"]
        with subprocess.Popen(
            [*validate, str(live), "--live", *beside], stderr=subprocess.DEVNULL
        ) as judge:
            env = {
                **os.environ,
                "OMP_TOOL_LIBRARIES": str(bin_folder / "libompt-checker.so"),
                "OMPT_CTS_TRACE": str(trace),
                "OMPT_CTS_PROBES": probes,
                "OMPT_CTS_LIVE": "1",
            }
            with contextlib.suppress(subprocess.TimeoutExpired):
                subprocess.run(
                    command,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=SECONDS,
                    check=False,
                )
            if not trace.is_dir():
                judge.terminate()
                return None
            try:
                judge.wait(SECONDS)
            except subprocess.TimeoutExpired:
                judge.kill()
                return "the judge did not end"
        status = subprocess.run(
            [*validate, str(disk)], stderr=subprocess.PIPE, text=True, check=False
        )
        if give_up and "given up" in status.stderr:
            return None
        if not live.exists() or not disk.exists():
            return f"a verdict is missing: {live.exists()}, {disk.exists()} {status.stderr}"
        return difference(told(live), told(disk))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--filter", default="")
    parser.add_argument("--give-up", action="store_true")
    parser.add_argument("-j", type=int, default=1, dest="jobs", help="programs at a time")
    args = parser.parse_args()
    bin_folder = args.build.resolve() / "bin"
    if not shutil.which(bin_folder / "ompt-validate"):
        parser.error(f"there is no ompt-validate in {bin_folder}")
    found = commands((args.folder or args.build / "lit").resolve(), args.filter)
    if not found:
        parser.error(f"no recordings below {args.folder or args.build}: `ompt-cts run` makes them")
    results: Counter[str] = Counter()
    with ThreadPoolExecutor(args.jobs) as pool:
        compared = pool.map(lambda each: compare(bin_folder, *each[1:], args.give_up), found)
        for (name, _, _), why in zip(found, compared, strict=True):
            results["the same" if why == "" else "not compared" if why is None else "another"] += 1
            if why:
                print(f"{name}: {why}", flush=True)
    print(
        f"{results['the same']} programs with the same verdict, {results['another']} with another,"
        f" {results['not compared']} without a recording to compare",
        file=sys.stderr,
    )
    return 1 if results["another"] or not results["the same"] else 0


if __name__ == "__main__":
    sys.exit(main())
