"""A real runtime behind a filter that answers never for callbacks: its remaining promises are judged as
before, and there are no findings except those of the whole.

    withheld_test.py --bin DIR --suites DIR --compiler CC [--flags=FLAGS] PROGRAM…

The filter withholds each callback of the program alone, then all others, and tries every stage of a runtime that grows (scenarios/growing.txt). Exit status 77: nothing can be built here."""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1])]
import anchors_test
import scenario_test

GROWING = Path(__file__).resolve().parents[1] / "scenarios" / "growing.txt"
DUE = {"set-callback.mandatory-always"}  # the filter's own breach


def subsets() -> Iterator[set[str]]:
    """The callbacks that are withheld."""
    names = set(scenario_test.callbacks())
    text = GROWING.read_text(encoding="utf-8")
    offered: set[str] = set()
    for line in re.findall(r"^# STAGE: (.*)$", text, re.MULTILINE):
        offered |= names & set(line.split())
        yield names - offered
    for name in sorted(offered):
        yield {name}
        yield names - {name}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--suites", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", default="", help="more of them, with blanks in between")
    parser.add_argument("program", nargs="+")
    args = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory(prefix="cts-withheld-") as name:
        folder = Path(name)
        for program in args.program:
            command = anchors_test.compiled(args, program, folder)
            if command is None:
                return anchors_test.SKIPPED
            whole = anchors_test.findings(args, command, folder, "", False)
            for withheld in subsets():
                left = ",".join(sorted(withheld))
                found = anchors_test.findings(args, command, folder, "", False, left)
                for rule in sorted(found.keys() - whole.keys() - DUE):
                    wrong.append(f"{program} without {left}: {rule}: {min(found[rule])}")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
