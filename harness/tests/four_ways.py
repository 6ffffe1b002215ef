#!/usr/bin/env python3
"""The ways to a verdict give the same verdict: launcher, ctest, installed prefix, wheel.

    four_ways.py [--install] [--filter REGEX] [--runtime NAME] [--way WAY]... FOLDER

The script runs the commands of docs/install.md unchanged. Each way begins with its own clone of the
last commit, under FOLDER, in a path with blanks, and with its own home, so that none depends on files of
another; once installed, prefix and wheel run without the clone. Then the script compares the reports,
test by test and rule by rule, and the success of the last command; for ctest, which writes no report,
it compares lit's outcomes. A known deviation that does not show in every run (`sometimes`) is no
difference. For root, prefix and wheel judge as an ordinary user. The contents of FOLDER stay: a way with
a report there is not run again. Exit status: 0 all agree, 1 they differ or a way did not end.

--install first runs the page's apt-get lines, for a separate bare Debian 12 for each way. The last
call, on any machine, only compares:

    for way in launcher ctest prefix wheel; do
      podman run --rm -v "$PWD:/project:ro" -v "$PWD/../ways:/ways" debian:12 sh -c "apt-get update &&
        apt-get install -y git python3 && /project/harness/tests/four_ways.py --install --way $way /ways"
    done
    harness/tests/four_ways.py ../ways
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "install.md"
DEFAULT = "llvm-19"
NOBODY = 65534  # the ordinary user, where root asks
AS_EXPECTED = {"pass", "waived"}
VERDICTS = (0, 1)  # exit statuses of `run` and ctest that come with a verdict


class Trial:
    """One way's folder, environment and choice of tests."""

    def __init__(self, args: argparse.Namespace, way: str) -> None:
        self.way, self.install = way, args.install
        self.folder = (args.folder / f"by {way}").absolute()
        self.report = self.folder / "report.json"
        self.chosen = ["--runtime", args.runtime] if args.runtime != DEFAULT else []
        self.chosen += ["--filter", args.filter] if args.filter else []
        self.runtime, self.filter = args.runtime, args.filter
        self.log = self.folder / "log"
        self.home = self.folder / "home"
        self.clone = self.folder / "a clone"
        own = ("OMPT_CTS_", "XDG_", "LD_", "CMAKE_PREFIX", "PYTHON", "LIT_")
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        self.environment |= {"HOME": str(self.home)}

    def call(self, line: str, user: bool = False, ends: tuple[int, ...] = (0,)) -> int:
        """A line of the page's, with its output in the log; as an ordinary user where root says so.
        Gives its exit status, one of `ends`."""
        command = ["sh", "-c", line]
        if user and os.geteuid() == 0:
            who = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            command = ["setpriv", *who, "--", *command]
        place = self.clone if self.clone.exists() else self.home
        with self.log.open("a") as log:
            print("$", line, file=log, flush=True)
            status = subprocess.run(
                command, cwd=place, env=self.environment, stdout=log, stderr=log, check=False
            ).returncode
        if status not in ends:
            tail = self.log.read_text(errors="replace").splitlines()[-15:]
            raise SystemExit("\n".join([*tail, f"{line}: status {status}; see {self.log}"]))
        return status

    def begin(self) -> None:
        self.home.mkdir(parents=True)
        self.call(f"git -c safe.directory=* clone -q {shlex.quote(str(ROOT))} '{self.clone}'")
        if self.install and self.way != "launcher":
            for line in commands("What the other ways need"):
                self.call(f"export DEBIAN_FRONTEND=noninteractive; {line}")

    def judge(self, command: str, user: bool = False) -> None:
        """The page's last line, `… run`, and the report that it has left."""
        status = self.call(f"{command} {shlex.join(self.chosen)}", user, VERDICTS)
        [short] = self.folder.glob(f"**/reports/{self.runtime}/report.json")
        whole = self.home / "whole.json"
        command = command.removesuffix("run")
        self.call(f"{command} report '{short}' --expanded '{whole}'", user, VERDICTS)
        self.keep(json.loads(whole.read_text()), status)

    def keep(self, report: Json, status: int) -> None:
        """The facts that are compared, and the exit status of the way's last command: 0, or that something failed."""
        self.report.write_text(json.dumps(report | {"ended": min(status, 1)}))


def commands(way: str) -> list[str]:
    """The commands in the page's block under this heading."""
    under = PAGE.read_text(encoding="utf-8").split(f"## {way}\n")[1]
    block = under.split("```sh\n")[1].split("```")[0]
    return block.replace("\\\n", "").splitlines()


def launcher(trial: Trial) -> None:
    [run] = commands("The launcher")
    trial.judge(run)


def ctest(trial: Trial) -> None:
    """The suites by ctest, without launcher: lit is told by its environment to keep the outcomes."""
    *build, run = commands("ctest")
    for line in build:
        trial.call(line.replace("-B build", f"-B build -DCTS_RUNTIME={trial.runtime}"))
    outcomes = trial.folder / "outcomes"
    chosen = f"--filter {trial.filter} " if trial.filter else ""
    words = f'{chosen}--allow-empty-runs --param "results={outcomes}"'
    trial.environment["LIT_OPTS"] = words
    status = trial.call(run, ends=(0, 8))  # 8: a test failed, which may be the verdict
    found = [json.loads(path.read_text()) for path in sorted(outcomes.glob("**/*.json"))]
    trial.keep({"outcomes": found}, status)


def installed(trial: Trial, heading: str) -> None:
    *build, run = commands(heading)
    for line in build:
        trial.call(line)
    shutil.rmtree(trial.clone)  # it must do without
    if os.geteuid() == 0:
        cache = trial.home / ".cache"  # pip's, where root has installed
        for path in (trial.home, *([cache] if cache.exists() else [])):
            os.chown(path, NOBODY, NOBODY)
    trial.judge(run, user=True)


def prefix(trial: Trial) -> None:
    installed(trial, "A prefix")


def wheel(trial: Trial) -> None:
    installed(trial, "A wheel")


WAYS: dict[str, Callable[[Trial], None]] = {
    "launcher": launcher,
    "ctest": ctest,
    "prefix": prefix,
    "wheel": wheel,
}


class Seen(NamedTuple):
    """The facts of a test that are compared."""

    verdict: str
    rules: frozenset[tuple[str, bool]]  # contradicted, and whether that is known
    moves: bool  # shows a known deviation that does not show in every run


def sometimes() -> set[tuple[str, str]]:
    """Cause and rule of the known deviations that do not show in every run."""
    found = set()
    for path in (ROOT / "expectations").rglob("*.toml"):
        named = tomllib.loads(path.read_text(encoding="utf-8")).get("deviation", {})
        for cause, rules in named.items():
            alone = isinstance(rules, list)  # [[deviation."RULE"]], without a cause
            for rule, entries in {cause: rules}.items() if alone else rules.items():
                of = [e.get("rules", rule.split()) for e in entries if e.get("sometimes")]
                found |= {("" if alone else cause, one) for several in of for one in several}
    return found


def seen(report: Json, moving: set[tuple[str, str]]) -> dict[str, Seen]:
    """The verdict of each test, and the rules that it contradicts in every run."""
    known = report.get("findings", [])

    def of(test: Json) -> Seen:
        findings = [known[f] if isinstance(f, int) else f for f in test["findings"]]
        findings = [f for f in findings if f["severity"] == "error"]  # a remark contradicts nothing
        loose = [f for f in findings if (f["cause"], f["rule"]) in moving]
        rules = frozenset((f["rule"], bool(f["waived"])) for f in findings if f not in loose)
        return Seen(test["verdict"], rules, bool(loose))

    return {test["name"]: of(test) for test in report.get("tests") or report["outcomes"]}


def differences(reports: dict[str, Json]) -> list[str]:
    """The differences between two ways, a line each. Whether a test passes or shows what is known may
    hang on a deviation that does not show in every run."""
    moving = sometimes()
    lines = []
    ended = {way: report["ended"] for way, report in reports.items()}
    if len(set(ended.values())) > 1:
        lines.append(
            "; ".join(f"{way} {'fails' if status else 'passes'}" for way, status in ended.items())
        )
    (first, expected), *others = ((way, seen(report, moving)) for way, report in reports.items())
    for way, judged in others:
        for name in sorted(expected.keys() | judged.keys()):
            mine, its = expected.get(name), judged.get(name)
            if mine is None or its is None:
                lines.append(f"{name}: only by {way if mine is None else first}")
                continue
            excused = (mine.moves or its.moves) and {mine.verdict, its.verdict} == AS_EXPECTED
            if mine.verdict != its.verdict and not excused:
                lines.append(f"{name}: {mine.verdict} by {first}, {its.verdict} by {way}")
            elif mine.rules != its.rules:
                rules = sorted({rule for rule, _ in mine.rules ^ its.rules})
                lines.append(f"{name}: {first} and {way} differ in {', '.join(rules)}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--install", action="store_true", help="what is missing, by apt, as root")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only these tests")
    parser.add_argument("--runtime", default=DEFAULT)
    parser.add_argument("--way", action="append", choices=WAYS, help="only this one; repeatable")
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    reports: dict[str, Json] = {}
    for way in args.way or WAYS:
        trial, began = Trial(args, way), time.monotonic()
        if not trial.report.exists():
            shutil.rmtree(trial.folder, ignore_errors=True)
            trial.begin()
            WAYS[way](trial)
        reports[way] = json.loads(trial.report.read_text())
        tests = seen(reports[way], set())
        counts: dict[str, int] = {}
        for test in tests.values():
            counts[test.verdict] = counts.get(test.verdict, 0) + 1
        told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
        print(f"{way}: {len(tests)} tests: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    lines = differences(reports)
    print("\n".join(lines) if lines else f"{len(reports)} ways, one verdict")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
