"""Makes a libomp that commits faults on demand: small changes of its OMPT code, all in one library.

    source_mutants.py SRC    changes openmp/runtime/src in place, and prints a line for each mutant
    source_mutants.py --measure MUTANTS N LIBRARY [explore|suites]…
                             of N of the printed mutants, in the library that was built: how many kinds
                             of findings generated programs, and the suites, show that they do not without

The variable CTS_MUTANT=N switches mutant N on; without it the library is the original. So one build serves
all mutants. The changes lie in the blocks of `#if OMPT_SUPPORT` and `#if OMPT_OPTIONAL`: an enumerator
becomes another of its kind, a callback is not dispatched, a frame is not written. Those of
written_mutants.txt break one rule each.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RUNNER = Path(__file__).resolve().parents[1] / "runner"
sys.path.insert(0, str(RUNNER))
from ompt_cts.reports import report

BLOCK = re.compile(r"#\s*if\s+(defined\()?OMPT_(SUPPORT|OPTIONAL)")
# Enumerators, without ompt_, that become each other (=), or the second in the place of the first (>).
CHANGES = """
scope_begin=scope_end task_switch=task_yield task_early_fulfill=task_late_fulfill
parallel_league=parallel_team mutex_lock=mutex_nest_lock mutex_critical=mutex_ordered
work_single_executor=work_single_other sync_region_taskgroup=sync_region_taskwait
cancel_activated=cancel_detected dependence_type_in=dependence_type_out
task_complete>task_switch task_undeferred>task_untied task_implicit>task_explicit
task_initial>task_implicit task_taskwait>task_explicit work_sections>work_loop
work_loop_static>work_loop_dynamic work_distribute>work_loop work_taskloop>work_loop
sync_region_reduction>sync_region_barrier_explicit
sync_region_barrier_explicit>sync_region_barrier_implicit_parallel
cancel_discarded_task>cancel_detected dependence_type_inout>dependence_type_in
thread_worker>thread_other thread_initial>thread_worker
"""
ENUMERATORS = {
    f"ompt_{one}": f"ompt_{other}"
    for word in CHANGES.split()
    for one, other in [re.split("[=>]", word), re.split("[=>]", word)[::-1]][: 1 + ("=" in word)]
}
ENUMERATOR = re.compile(r"\b(" + "|".join(ENUMERATORS) + r")\b")
DISPATCH = re.compile(r"\s*ompt_callbacks\.ompt_callback\((\w+)\)\(")
FRAME = re.compile(r"\s*[\w>.()\[\]-]+(enter|exit)_frame\.ptr\s*=")
# Lines that are not statements of a function.
OUTSIDE = re.compile(r"\s*(case|#|//|\*)|.*\b(KMP_DEBUG_ASSERT|KMP_ASSERT)\b")
ENDS = (";", "{", "}", ":")
CHOICE = "extern int cts_mutant; // which mutant is switched on\n"
DEFINITION = """
#include <stdlib.h>
int cts_mutant = getenv("CTS_MUTANT") ? atoi(getenv("CTS_MUTANT")) : 0;
"""
DEFINED_IN = "ompt-general.cpp"
WRITTEN = Path(__file__).with_name("written_mutants.txt")


def in_ompt(lines: list[str], all_of_it: bool) -> Iterator[tuple[int, str]]:
    """The lines of a file's OMPT code, with their numbers from 0."""
    depth: list[bool] = []
    for number, line in enumerate(lines):
        if re.match(r"#\s*if", line):
            depth.append(bool(BLOCK.match(line)) or bool(depth and depth[-1]))
        elif re.match(r"#\s*(else|elif)", line) and depth:
            depth[-1] = len(depth) > 1 and depth[-2]
        elif re.match(r"#\s*endif", line) and depth:
            depth.pop()
        elif all_of_it or (depth and depth[-1]):
            yield number, line


def mutate(path: Path, first: int) -> list[str]:
    """Puts the mutants of a file into it, from number `first` on; returns their descriptions."""
    lines = path.read_text(encoding="utf-8").split("\n")
    told: list[str] = []

    def tell(line: int, what: str) -> int:
        told.append(f"{path.name}:{line + 1} {what}")
        return first + len(told) - 1

    for number, line in in_ompt(lines, path.name == "ompt-specific.cpp"):
        before = next((text for text in lines[number - 1 :: -1] if text.strip()), "").rstrip()
        begins = before.endswith(ENDS) or before.startswith("#")
        if OUTSIDE.match(line) or line.rstrip().endswith("\\"):
            continue
        if met := DISPATCH.match(line):
            if begins:
                k = tell(number, f"no {met[1]}")
                lines[number] = line.replace(met[0], f"if (cts_mutant != {k}) {met[0].strip()}", 1)
        elif begins and FRAME.match(line):
            k = tell(number, f"not written: {line.split('=')[0].strip()}")
            lines[number] = f"if (cts_mutant != {k}) {line.strip()}"
        elif "==" not in line and "!=" not in line and (met := ENUMERATOR.search(line)):
            other = ENUMERATORS[met[1]]
            k = tell(number, f"{other} for {met[1]}")
            text = f"(cts_mutant == {k} ? {other} : {met[1]})"
            lines[number] = line[: met.start()] + text + line[met.end() :]
    if told:
        path.write_text(CHOICE + "\n".join(lines), encoding="utf-8")
    return told


def write(path: Path, mutants: list[str], first: int) -> list[str]:
    """Puts written mutants into the file; returns the rules that they break."""
    code, told = path.read_text(encoding="utf-8"), []
    for line in mutants:
        rule, old, new = (word.replace("\\n", "\n") for word in line.split(" | "))
        if old not in code:  # another release
            print(f"{path.name} has no {old}", file=sys.stderr)
            continue
        told.append(f"{path.name} {rule}")
        switched = new.replace("@", f"(cts_mutant == {first + len(told) - 1})")
        code = code.replace(old, switched, 1)
    code += DEFINITION if path.name == DEFINED_IN else ""
    path.write_text(CHOICE + code, encoding="utf-8")
    return told


def make(source: Path) -> None:
    """Puts mutants into all files of a source tree, and prints their descriptions."""
    folder = source / "openmp" / "runtime" / "src"
    told: list[str] = []
    for path in sorted(folder.glob("*.cpp")):
        if path.name != DEFINED_IN:
            told += mutate(path, len(told) + 1)
    text = re.sub("(?m)^#.*\n", "", WRITTEN.read_text(encoding="utf-8"))
    for name, *mutants in (part.splitlines() for part in re.split(r"\n(?=\S+\n)", text)):
        told += write(folder / name, mutants, len(told) + 1)
    for number, what in enumerate(told, 1):
        print(number, what)


def shown(command: list[str], mutant: int) -> set[str]:
    """The unknown kinds of findings of a run with this mutant."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "report.json"
        words = [word.replace("{folder}", name) for word in command]
        env = os.environ | {"CTS_MUTANT": str(mutant), "PYTHONPATH": str(RUNNER)}
        subprocess.run([*words, "--json", str(path)], env=env, capture_output=True, check=False)
        if not path.exists():
            return {"no report"}
        data = report.load(path)
    found = {f"{f['rule']} {f['sort']}" for f in data["findings"] if not f["waived"]}
    bad = {"crash", "timeout"}
    return found | {t["reason"] for t in data["tests"] if t["verdict"] in bad and not t["expected"]}


def measure(mutants: Path, many: int, commands: dict[str, list[str]]) -> None:
    """Prints for a sample of mutants how many kinds each command finds only with the mutant."""
    before = {name: shown(words, 0) | shown(words, 0) for name, words in commands.items()}
    lines = mutants.read_text(encoding="utf-8").splitlines()
    for line in random.Random(1).sample(lines, many):
        number = int(line.split()[0])
        told = [
            f"{name} {len(shown(words, number) - before[name])}" for name, words in commands.items()
        ]
        print(line, *told, sep=" | ", flush=True)


def main(words: list[str]) -> None:
    if words[0] != "--measure":
        make(Path(words[0]))
        return
    library, runs = words[3], [sys.executable, "-m", "ompt_cts"]
    given = ["--library", library]
    given += "--cc clang-19 --cxx clang++-19 --expectations llvm-19".split()
    explore = [*runs, "explore", *given]
    explore += "--seed 1 --programs 96 --folder {folder}/x".split()
    suites = [*runs, "run", *given, "--quick", "-j", "2"]
    chosen = {"explore": explore, "suites": suites}
    measure(Path(words[1]), int(words[2]), {name: chosen[name] for name in words[4:] or chosen})


if __name__ == "__main__":
    main(sys.argv[1:])
